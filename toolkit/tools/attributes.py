"""Options as attributes of tools: written in a class body, read from an instance or its class."""

from __future__ import annotations

import inspect
import types
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from toolkit.errors import DefinitionError
from toolkit.options import ToolOptions
from toolkit.reading.namespaces import keep_hints, keep_names
from toolkit.tools.unread import warn_of_unread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

    from toolkit.options import DocstringStyle, ExtraArguments, RepairLevel
    from toolkit.types.rules import TypeRule


# What the library asks of a tool under these names, no class of an author's may have.
_OWN: Final = frozenset({"body", "contract", "find", "options"})


class OptionAttribute:
    """One option of a tool; on a class, what the class body says of it. A constructor may set it, nobody else."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return getattr(owner, "_declared_options", {}).get(self._name)
        state = vars(instance)
        if "options" not in state and self._name in state:
            return state[self._name]
        # The text that a model reads may come from a docstring, and has the principle behind it.
        return instance.descriptor.description if self._name == "description" else getattr(instance.options, self._name)

    def __set__(self, instance: Any, value: Any) -> None:
        # The options are read once; what were set after that would reach no schema.
        if "options" in vars(instance) or instance._is_made:  # noqa: SLF001 - of the bases below
            message = f"{instance!r} does not change; use toolkit.replace(tool, {self._name}=...)"
            raise AttributeError(message)
        vars(instance)[self._name] = value


class OptionAttributes:
    """A base whose subclasses set options as class attributes; each option is an attribute of an instance."""

    _declared_options: ClassVar[Mapping[str, Any]] = {}
    _option_properties: ClassVar[tuple[str, ...]] = ()
    # Whether no constructor of a subclass sets options any more.
    _is_made: ClassVar[bool] = False

    if TYPE_CHECKING:
        name: str
        description: str
        title: str | None
        version: str | None
        principle: str
        input_description: str
        output_description: str
        args_schema: Any
        return_type: Any
        infer_schema: bool
        docstring_style: DocstringStyle | None
        strict_docstring: bool
        return_direct: bool
        response_format: Literal["content", "content_and_artifact"]
        tags: Collection[str]
        metadata: Mapping[str, Any]
        extras: Mapping[str, Mapping[str, Any]]
        examples: Sequence[Mapping[str, Any]]
        read_only: bool | None
        destructive: bool | None
        idempotent: bool | None
        open_world: bool | None
        approval: bool | Callable[[Any, Any], Any]
        timeout_seconds: float | None
        retries: int
        sequential: bool
        repair: RepairLevel | None
        extra_arguments: ExtraArguments | None
        max_calls: int | None
        on_tool_error: bool | str | Callable[[Any], str]
        on_invalid_arguments: bool | str | Callable[[Any], str]
        bind: Mapping[str, Callable[[Any, Any], Any]]
        exclude_from_schema: Collection[str]
        marshal_result: Callable[[Any, Any], Any] | None
        hooks: Sequence[Any]
        enabled: bool | Callable[[Any], bool | Awaitable[bool]]
        coroutine: Callable[..., Any] | None
        additional_properties: Any
        verbose: bool
        instance: Callable[[Any, Any], Any] | None
        schema_generator: Any
        types: Sequence[TypeRule]

    def __init_subclass__(cls, **further: Any) -> None:
        super().__init_subclass__(**further)
        if not cls.__module__.startswith("toolkit."):
            for name in _OWN.intersection(vars(cls)):
                if name != "find" or not _takes_key(vars(cls)[name]):
                    raise _own_name(name, cls)
        inherited: dict[str, Any] = {}
        computed: dict[str, None] = {}
        for base in reversed(cls.__mro__[1:]):
            inherited.update(vars(base).get("_declared_options", {}))
            computed.update(dict.fromkeys(vars(base).get("_option_properties", ())))
        said = _taken_from_body(cls)
        if "<locals>" in cls.__qualname__:
            _keep_hints(cls)
        warn_of_unread(cls)
        computed.update((name, None) for name in ToolOptions._names if isinstance(vars(cls).get(name), property))
        cls._declared_options = {**inherited, **said}
        cls._option_properties = tuple(name for name in computed if name not in said)
        for name in computed.keys() & said.keys():
            # What a base computes would be found before what the class says; the base of all computes a schema.
            owner = next(each for each in cls.__mro__ if name in vars(each))
            if OptionAttributes not in owner.__bases__:
                setattr(cls, name, OptionAttribute(name))

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            if name in _OWN:
                raise _own_name(name, type(self))
            super().__setattr__(name, value)


def _takes_key(member: Any) -> bool:
    """Whether it takes what `Tool.find` does, which a class may answer in a way of its own."""
    code = getattr(member, "__code__", None)
    return code is not None and "key" in code.co_varnames[: code.co_argcount]


def _own_name(name: str, cls: type) -> DefinitionError:
    return DefinitionError(f"{name!r} is a name that tools have already", tool=cls.__name__, cure=f"call it _{name}")


for _name in ToolOptions._names:
    setattr(OptionAttributes, _name, OptionAttribute(_name))


def _taken_from_body(cls: type) -> dict[str, Any]:
    """The options that a class body sets, taken out of it; properties stay."""
    found: dict[str, Any] = {}
    for name in ToolOptions._names:
        if name in cls.__dict__ and not isinstance(cls.__dict__[name], property | OptionAttribute):
            value = cls.__dict__[name]
            found[name] = value.__func__ if isinstance(value, staticmethod) else value
            delattr(cls, name)
    return found


def _keep_hints(cls: type) -> None:
    """Read what a class inside a function says of its arguments while the names around it are there."""
    for method in vars(cls).values():
        if isinstance(method, types.FunctionType):
            keep_names(method)
    for each in (vars(cls).get("Args"), *getattr(cls, "__orig_bases__", ())):
        keep_hints(each)


def options_of_instance(instance: OptionAttributes, base: type) -> dict[str, Any]:
    """The options that the class of a tool, its bases below `base` and its own attributes set, the nearest first."""
    cls, state = type(instance), vars(instance)
    found = {name: _bound(value, instance) for name, value in cls._declared_options.items()}
    for name in cls._option_properties:
        if inspect.getattr_static(cls, name) is not vars(base).get(name):
            found[name] = getattr(instance, name)
    return found | {name: state[name] for name in ToolOptions._names if name in state}


def _bound(value: Any, instance: Any) -> Any:
    """A method of the class body bound to the tool; a plain function as it is."""
    if isinstance(value, types.FunctionType) and value.__code__.co_varnames[:1] == ("self",):
        return value.__get__(instance)
    return value
