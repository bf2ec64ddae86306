"""Registry: tools by name, collected from functions, objects, modules, files and packages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast, overload

from toolkit.face import tells_names
from toolkit.providers.payloads import is_object
from toolkit.signatures import own_signature, require_callable, require_signature, takes
from toolkit.tools.base import Tool
from toolkit.tools.catalogue import Catalogue
from toolkit.tools.collecting import (
    collected,
    imported_module,
    modules_within,
    tools_of_entry_points,
    tools_of_module,
)
from toolkit.tools.decorator import tool as marked
from toolkit.tools.files import module_of_file
from toolkit.tools.gathering import gathered, require_ready
from toolkit.tools.imported import imported_modules
from toolkit.tools.methods import tools_of_class, tools_of_object
from toolkit.tools.snapshot import Snapshot, ToolProvider, checked_choice
from toolkit.tools.store import Store

if TYPE_CHECKING:
    import os
    from types import ModuleType

    from typing_extensions import Unpack

    from toolkit.given_options import GivenOptions, HandledOptions
    from toolkit.tools.gathering import Toolset
    from toolkit.tools.snapshot import OnDuplicate
    from toolkit.tools.views import Source

F = TypeVar("F")


@tells_names()
class Registry(Catalogue):
    """Tools by name, in the order of their definition.

    It may be changed in one thread and read in others: each read sees one consistent state.

    >>> from toolkit import Registry, tool
    >>> @tool
    ... def add(a: int, b: int) -> int:
    ...     "Add two numbers."
    ...     return a + b
    >>> registry = Registry([add])
    >>> registry["add"].invoke({"a": 1, "b": 2})
    3

    Args:
        tools: Functions, tools, classes of tools, descriptors, declarations of any provider; also objects
            that have `tools`, and iterables of all these.
        on_duplicate: What a second tool of one name does, where a method is not told otherwise: "error"
            raises, "replace" takes the place of the first, "keep" is left out.

    Raises:
        DefinitionError: Something among them is no tool.
        DuplicateToolError: Two of them have one name.
    """

    def __init__(self, tools: Any = (), *, on_duplicate: OnDuplicate = "error") -> None:
        self.source: Source = Store(Snapshot())
        self._on_duplicate: OnDuplicate = checked_choice(on_duplicate)
        self._take(gathered(tools))

    @classmethod
    def imported(cls, *, on_duplicate: OnDuplicate = "error") -> Self:
        """A registry of every tool of every module imported so far.

        Raises:
            DuplicateToolError: Two modules define tools of one name.
        """
        made = cls(on_duplicate=on_duplicate)
        for module in imported_modules():
            made._take(tools_of_module(module), module.__name__)
        return made

    # -- taking tools in

    # How many a mapping or an object with `tools` stands for, its type does not say.
    @overload
    def add(
        self,
        x: Mapping[str, Any] | Toolset,
        *,
        on_duplicate: OnDuplicate | None = None,
        **options: Unpack[HandledOptions],
    ) -> Any: ...
    @overload
    def add(
        self,
        x: Tool[Any, Any] | Callable[..., Any],
        *,
        on_duplicate: OnDuplicate | None = None,
        **options: Unpack[HandledOptions],
    ) -> Tool[Any, Any]: ...
    @overload
    def add(  # type: ignore[overload-overlap]  # pyright: ignore[reportOverlappingOverload]
        self, x: Iterable[Any], *, on_duplicate: OnDuplicate | None = None, **options: Unpack[HandledOptions]
    ) -> list[Tool[Any, Any]]: ...
    @overload
    def add(
        self, x: object, *, on_duplicate: OnDuplicate | None = None, **options: Unpack[HandledOptions]
    ) -> Tool[Any, Any]: ...
    def add(self, x: Any, *, on_duplicate: OnDuplicate | None = None, **options: Any) -> Any:
        """Take in one tool, or several, and give back what is registered: a Tool, or a list for an iterable.

        Args:
            x: Whatever Registry takes; a bound method, partial or lambda as well.
            on_duplicate: See Registry.
            options: Options of the tool; `handler=` carries out the calls of a declaration.

        Raises:
            DefinitionError: It is no tool.
            DuplicateToolError: Another tool has the name.
        """
        taken = self._take(gathered(x, options), on_duplicate=on_duplicate)
        is_one = len(taken) == 1 and (is_object(x) or not isinstance(x, Iterable))
        return taken[0] if is_one else taken

    @overload
    def tool(
        self,
        function: str | None = None,
        /,
        *,
        on_duplicate: OnDuplicate | None = None,
        **options: Unpack[GivenOptions],
    ) -> Callable[[F], F]: ...
    @overload
    def tool(
        self, function: F, /, *, on_duplicate: OnDuplicate | None = None, **options: Unpack[GivenOptions]
    ) -> F: ...
    def tool(self, function: Any = None, /, *, on_duplicate: OnDuplicate | None = None, **options: Any) -> Any:
        """Decorate a function, as `toolkit.tool` does, and take its tool in: bare, with a name, with options.

        Raises:
            DefinitionError: No tool can be made of it.
            DuplicateToolError: Another tool has the name.
        """
        if isinstance(function, str):
            options.setdefault("name", function)
            function = None
        if function is None:
            return lambda decorated: self.tool(decorated, on_duplicate=on_duplicate, **options)
        if getattr(function, "__tool__", None) is None:
            marked(function, **options)
            options = {}
        # A name in its hints may be defined further down, so its declaration is not asked for yet.
        self._take([Tool.of(function, **options)], on_duplicate=on_duplicate, is_complete=False)
        return function

    def import_module(
        self, name: str | ModuleType, recursive: bool = False, *, on_duplicate: OnDuplicate | None = None
    ) -> list[Tool[Any, Any]]:
        """Import a module and take in the tools that it defines, or exports in `__all__`.

        Args:
            name: The module's dotted name, or the module.
            recursive: Whether the modules inside a package are imported as well.
            on_duplicate: See Registry.

        Raises:
            BaseException: What importing it raises, ImportError where there is no such module; then nothing is
                taken in.
            DefinitionError: It is no name of a module, or one that defines classes of tools, but no tool. One that
                defines neither is taken for what was meant, and the log is told.
            DuplicateToolError: Another tool has the name of one of them; then none is taken in.
        """
        module = imported_module(name)
        tools = collected(modules_within(module) if recursive else [module])
        return self._take(tools, module.__name__, on_duplicate=on_duplicate)

    def add_file(
        self, path: str | os.PathLike[str], *, on_duplicate: OnDuplicate | None = None
    ) -> list[Tool[Any, Any]]:
        """Run a Python file as a module of its own and take in the tools that it defines.

        Raises:
            OSError: The file cannot be read.
            DefinitionError: It defines classes of tools, but no tool. Where it defines neither, the log is told.
            BaseException: What its code raises; then nothing is taken in.
            DuplicateToolError: Another tool has the name of one of them; then none is taken in.
        """
        module = module_of_file(path)
        return self._take(collected([module]), module.__name__, on_duplicate=on_duplicate)

    def add_object(
        self, obj: Any, all_methods: bool = False, *, on_duplicate: OnDuplicate | None = None
    ) -> list[Tool[Any, Any]]:
        """Take in the decorated methods of an object, bound to it.

        Args:
            obj: The object.
            all_methods: Whether every public method is taken.
            on_duplicate: See Registry.

        Raises:
            DefinitionError: There are none, or one of them can be no tool.
            DuplicateToolError: Another tool has the name of one of them.
        """
        return self._take(tools_of_object(obj, all_methods=all_methods), on_duplicate=on_duplicate)

    def add_class(
        self, cls: type, all_methods: bool = False, *, on_duplicate: OnDuplicate | None = None
    ) -> list[Tool[Any, Any]]:
        """Take in the decorated methods of a class; those that need an object are bound to one `cls()`.

        Raises:
            DefinitionError: There are none, the constructor needs arguments, or one of them can be no tool.
            DuplicateToolError: Another tool has the name of one of them.
        """
        tools = tools_of_class(cls, all_methods=all_methods)
        return self._take(tools, f"{cls.__module__}:{cls.__qualname__}", on_duplicate=on_duplicate)

    def load_entry_points(
        self, group: str = "toolkit.tools", *, on_duplicate: OnDuplicate | None = None
    ) -> list[Tool[Any, Any]]:
        """Take in what installed packages name in a group of entry points.

        An entry may name a module, a class or an object with decorated methods, or whatever `add` takes.

        Raises:
            BaseException: What loading one of them raises, DefinitionError where it is no tool, with a note that names
                the entry; then nothing is taken in.
            DuplicateToolError: Another tool has the name of one of them; then none is taken in.
        """
        return self._take(tools_of_entry_points(group), f"entry points {group}", on_duplicate=on_duplicate)

    def _take(
        self,
        tools: Iterable[Tool[Any, Any]],
        source: str = "",
        *,
        on_duplicate: OnDuplicate | None = None,
        is_complete: bool = True,
    ) -> list[Tool[Any, Any]]:
        choice = self._on_duplicate if on_duplicate is None else checked_choice(on_duplicate)
        taken = list(tools)
        for each in taken:
            require_ready(each, is_complete=is_complete)
        if taken:
            self.source.change(lambda snapshot: snapshot.with_tools(taken, choice, source))
        kept = (self.get(each.name) or each for each in taken)
        return list({id(each): each for each in kept}.values())

    def provide(self, function: F) -> F:
        """Ask a function for further tools at each call; it is given back, so that this may decorate it.

        Args:
            function: Gets the caller's context object, None without one, and gives whatever `add` takes, or
                None; sync or async.

        Raises:
            DefinitionError: It cannot be called with a context.
        """
        require_signature("provide", function, "context", type(self).__name__)
        self.source.change(lambda snapshot: snapshot.with_providers(ToolProvider(cast("Any", function))))
        return function

    # -- changing it

    def replace(self, x: Any, **options: Unpack[HandledOptions]) -> Tool[Any, Any]:
        """Put a tool in the place of the one of its name.

        Raises:
            DefinitionError: It is no tool.
            KeyError: There is no tool of that name.
        """
        tool: Tool[Any, Any] = Tool.of(x, **options)
        require_ready(tool)
        self.source.change(lambda snapshot: snapshot.with_replaced(tool))
        return tool

    def remove(self, name: Any) -> None:
        """Take a tool out, by its name, itself or its function.

        Raises:
            KeyError: There is no tool of that name.
        """
        removed = name if isinstance(name, str) else Tool.of(name).name
        self.source.change(lambda snapshot: snapshot.without(removed))

    def clear(self) -> None:
        """Take every tool out; functions that provide tools stay."""
        self.source.change(Snapshot.cleared)

    def on_change(self, callback: Callable[..., object]) -> Callable[[], None]:
        """Call a function after each change, with the registry if it takes an argument.

        What it raises goes to the log alone. The function that is returned ends it.

        Raises:
            DefinitionError: It cannot be called.
        """
        require_callable("on_change", callback, "registry", type(self).__name__)
        return self.source.subscribe((lambda: callback(self)) if _takes_argument(callback) else callback)

    def __add__(self, other: Any) -> Self:
        """A new registry of the tools of both; the first one's `on_duplicate` decides."""
        made = self.copy()
        made._take(gathered(other))
        if isinstance(other, Registry):
            further = other.snapshot.providers
            made.source.change(lambda snapshot: snapshot.with_providers(*further))
        return made


def _takes_argument(callback: Callable[..., object]) -> bool:
    signature = own_signature(callback)
    return signature is None or takes(signature, None)
