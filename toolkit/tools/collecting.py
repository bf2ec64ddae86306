"""The tools that modules define."""

from __future__ import annotations

import inspect
import pkgutil
import types
from importlib import import_module
from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import Raised, attempt
from toolkit.doubts import log_doubt
from toolkit.errors import DefinitionError
from toolkit.schema.wording import listed
from toolkit.tools.base import Tool, snake_case
from toolkit.tools.catalogue import Catalogue
from toolkit.tools.gathering import gathered
from toolkit.tools.methods import decorated_methods, mark_of, tools_of_class, tools_of_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def imported_module(name: str | types.ModuleType) -> types.ModuleType:
    """The module of that name, imported if need be; a module as it is.

    Raises:
        DefinitionError: It is no name of a module.
        BaseException: What importing it raises.
    """
    if isinstance(name, types.ModuleType):
        return name
    if not isinstance(name, str) or "/" in name:
        cure = "use registry.add_file(path) for a file" if isinstance(name, str) else "give a dotted name or a module"
        raise DefinitionError(f"{name!r} is no name of a module", cure=cure)
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if name.endswith(".py"):
            error.add_note(f"for a file, use registry.add_file({name!r})")
        raise


def modules_within(module: types.ModuleType) -> Iterator[types.ModuleType]:
    """A module and, if it is a package, those inside it at any depth, imported in the order of their names."""
    yield module
    for found in sorted(pkgutil.iter_modules(getattr(module, "__path__", ())), key=lambda each: each.name):
        # Importing a package's __main__ would run its program.
        if found.name != "__main__":
            yield from modules_within(import_module(f"{module.__name__}.{found.name}"))


def tools_of_module(module: types.ModuleType) -> list[Tool[Any, Any]]:
    """What a module defines or exports: decorated callables and Tool instances, in the order of definition.

    Those that it only imports are another module's, unless they stand in its `__all__`.
    """
    exported = getattr(module, "__all__", ())
    found: list[Tool[Any, Any]] = []
    seen: set[int] = set()
    for name in dict.fromkeys([*vars(module), *exported]):
        # A name in __all__ may be made on demand (PEP 562), or be a mistake.
        value = vars(module)[name] if name in vars(module) else getattr(module, name, None)
        tool = _tool_in(value)
        if tool is None or not (name in exported or _home(value) == module.__name__):
            continue
        # The same value may have several names, the same tool several functions that stand for it.
        if seen.isdisjoint({id(value), id(tool)}):
            found.append(tool)
            seen |= {id(value), id(tool)}
    return _outermost(found)


def tools_of_modules(modules: Iterable[types.ModuleType]) -> list[Tool[Any, Any]]:
    """What some modules define or export; nothing is right where they define no tool at all.

    Raises:
        DefinitionError: There is none, and yet there are classes of tools that nobody has made an instance of.
    """
    looked_through = list(modules)
    tools = [tool for module in looked_through for tool in tools_of_module(module)]
    classes = [] if tools else [cls for module in looked_through for cls in _tool_classes(module)]
    if classes:
        names = ", ".join(cls.__name__ for cls in classes)
        raise DefinitionError(
            f"no tools, as nothing is an instance of {names}",
            tool=_label(looked_through[0]),
            cure=f"make an instance in the module ({_instance_of(classes[0])}), or use registry.add(...)",
        )
    return tools


def collected(modules: Iterable[types.ModuleType]) -> list[Tool[Any, Any]]:
    """As `tools_of_modules`; where there are none, or a class of tools has no instance, the log is told.

    Raises:
        DefinitionError: As there.
    """
    looked_through = list(modules)
    tools = tools_of_modules(looked_through)
    if not tools:
        log_doubt("no tools in %s: nothing that it defines is decorated with @tool", _label(looked_through[0]))
    for module in looked_through if tools else ():
        for cls in _tool_classes(module):
            if not any(isinstance(each, cls) for each in tools):
                words = "%s: nothing is an instance of the tool class %s; make one in the module: name = %s()"
                log_doubt(words, _label(module), cls.__name__, cls.__name__)
    warn_of_left_out(looked_through, tools)
    return tools


def tools_of_entry_points(group: str) -> list[Tool[Any, Any]]:
    """The tools in what installed packages name in a group of entry points, in the order of the entries' names.

    Raises:
        BaseException: What loading an entry, or making tools of it, raises, with a note that names the entry.
    """
    from importlib import metadata  # noqa: PLC0415 - dear at start

    entries = sorted(set(metadata.entry_points(group=group)), key=lambda each: (each.name, each.value))
    return [tool for each in entries for tool in _tools_of_entry(each)]


def _tools_of_entry(entry: Any) -> list[Tool[Any, Any]]:
    made = attempt(lambda: tools_held_by(entry.load()))
    if isinstance(made, Raised):
        made.exception.add_note(f"while loading the entry point {entry.name} = {entry.value} of group {entry.group}")
        raise made.exception
    return made


def tools_held_by(value: Any) -> list[Tool[Any, Any]]:
    """The tools that an object of a module is or holds: a module, a class, an object with methods, or any other.

    Raises:
        DefinitionError: There are none, or it cannot be a tool.
    """
    if isinstance(value, types.ModuleType):
        return collected([value])
    if isinstance(value, type) and not issubclass(value, Tool):
        return list(tools_of_class(value))
    return list(tools_of_object(value)) if decorated_methods(type(value)) else gathered(value)


def warn_of_left_out(modules: Iterable[types.ModuleType], tools: Iterable[Tool[Any, Any]]) -> None:
    """Tell the log of tools in registries of some modules that are not among those that were found there."""
    names, told = {each.name for each in tools}, set[int]()
    held = ((module, *item) for module in modules for item in vars(module).items())
    for module, name, registry in held:
        if not issubclass(type(registry), Catalogue) or id(registry) in told:
            continue
        told.add(id(registry))
        left_out = [each for each in registry.names() if each not in names]
        if left_out:
            words = "%s: its registry %s holds tools that are left out, as no name of the module stands for them: %s"
            log_doubt(words, _label(module), name, listed(left_out))


def holders_in(module: types.ModuleType) -> list[str]:
    """The names of what holds tools in a module and is none, the fullest first: registries, objects, classes."""
    counts = {name: _count_in(value, module) for name, value in vars(module).items() if not name.startswith("_")}
    return sorted((name for name in counts if counts[name]), key=lambda name: -counts[name])


def _count_in(value: Any, module: types.ModuleType) -> int:
    """How many tools a value holds, if it is none; code of the value itself does not run."""
    if issubclass(type(value), Catalogue):
        return len(value)
    is_own_class = issubclass(type(value), type) and value.__module__ == module.__name__
    cls = value if is_own_class else type(value)
    if issubclass(cls, Tool | type):
        return 0
    return len(decorated_methods(cls))


def _label(module: types.ModuleType) -> str:
    """A module's name; of a file that was added by its path, the file's."""
    is_file = getattr(module.__spec__, "loader_state", None) is not None
    return (module.__file__ or "").replace("\\", "/").rpartition("/")[2] if is_file else module.__name__


def _tool_classes(module: types.ModuleType) -> list[type[Tool[Any, Any]]]:
    """The classes of tools that a module defines and that can run."""
    own = [
        each
        for each in vars(module).values()
        if issubclass(type(each), type) and issubclass(each, Tool) and each.__module__ == module.__name__
    ]
    return [each for each in dict.fromkeys(own) if _can_run(each)]


def _can_run(cls: type[Tool[Any, Any]]) -> bool:
    is_written = cls.execute is not Tool.execute or hasattr(cls, "_run") or hasattr(cls, "_arun")
    return is_written and not inspect.isabstract(cls)


def _instance_of(cls: type) -> str:
    return f"{snake_case(cls.__name__)} = {cls.__name__}()"


def _tool_in(value: Any) -> Tool[Any, Any] | None:
    """The tool that a value of a module is or carries; code of the value itself does not run."""
    if issubclass(type(value), Tool):
        return value  # type: ignore[no-any-return]
    if issubclass(type(value), type):
        return None
    carrier = value.__func__ if type(value) is types.MethodType else value
    return None if mark_of(carrier) is None else Tool.of(value)


def _home(value: Any) -> str:
    """The module that defines a value."""
    if isinstance(value, Tool):
        return value.made_in or type(value).__module__
    return getattr(value, "__module__", "") or ""


def _outermost(tools: list[Tool[Any, Any]]) -> list[Tool[Any, Any]]:
    """The tools without those whose function is wrapped by the function of another tool of the same name."""
    wrapped = {(tool.name, id(inner)) for tool in tools for inner in _wrapped_by(tool.function)}
    return [tool for tool in tools if (tool.name, id(tool.function)) not in wrapped]


def _wrapped_by(function: Any) -> Iterator[Any]:
    """The functions under a function, as functools.wraps notes them."""
    while (function := getattr(function, "__wrapped__", None)) is not None:
        yield function
