"""The methods of an object or a class as tools, with what they inherit from the methods that they override."""

from __future__ import annotations

import functools
import inspect
import types
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import described
from toolkit.errors import DefinitionError
from toolkit.misfits import object_in_words
from toolkit.reading.callables import parameter_names, undecorated
from toolkit.reading.docstrings import parse_docstring
from toolkit.record import EMPTY, replace_fields
from toolkit.signatures import needed_names
from toolkit.tools.function import FunctionTool
from toolkit.tools.generic_base import bound_as, inherited, members_under

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolkit.describing.descriptors import Described
    from toolkit.descriptor import ToolDescriptor, ToolParameterDescriptor
    from toolkit.reading.signature import Signature

_BINDING: Final = (
    *(types.FunctionType, staticmethod, classmethod),
    *(functools.singledispatchmethod, functools.partialmethod, type(functools.cache(len))),
)


class MethodTool(FunctionTool):
    """The tool of a bound method: the hints and texts that it lacks are those of the methods that it overrides.

    Args:
        function: The bound method.
        options: What its author says of it.

    Raises:
        DefinitionError: No tool can be made of it.
    """

    # The methods that it overrides, the nearest first, as they stand in their classes.
    _elders: tuple[Any, ...] = ()

    def __init__(self, function: types.MethodType, options: Mapping[str, Any] = EMPTY) -> None:
        vars(self)["_elders"] = tuple(_line_of(function)[1:])
        super().__init__(function, options)

    @classmethod
    def overriding(cls, function: Any, options: Any, elders: Sequence[Any]) -> MethodTool:
        """The tool of a bound method."""
        made = cls.__new__(cls)
        vars(made).update(_function=function, options=options, _elders=tuple(elders))
        return made

    def _read_signature(self) -> Signature:
        method = self._tool_function()
        methods = (each for each in self._elders if isinstance(each, _BINDING))
        elders = (each for each in methods if _tool_of_elder(each, method) is not None)
        return inherited(super()._read_signature(), method, elders)

    @cached_property
    def _described(self) -> Described:
        own = super()._described
        descriptor = own.descriptor
        for elder in self._elders:
            if all(each.description for each in descriptor.parameters):
                break
            descriptor = _filled(descriptor, _texts(elder, self._tool_function()))
        return own._replace(descriptor=descriptor)


def tools_of_object(instance: Any, *, all_methods: bool = False) -> list[FunctionTool]:
    """The decorated methods of an object as tools bound to it, those of its bases first.

    Args:
        instance: The object.
        all_methods: Whether every public method is taken, decorated or not.

    Raises:
        DefinitionError: There are none, or one of them can be no tool.
    """
    lines = list(_lines(type(instance), all_methods=all_methods))
    if not lines:
        raise _none_of(instance)
    return [_tool(getattr(instance, name), line) for name, line in lines]


def tools_of_class(cls: type, *, all_methods: bool = False) -> list[FunctionTool]:
    """The decorated methods of a class as tools; those that need an object are bound to one `cls()`.

    Args:
        cls: The class.
        all_methods: Whether every public method is taken, decorated or not.

    Raises:
        DefinitionError: There are none, an object is needed and cannot be made without arguments, or a method
            can be no tool.
    """
    if not isinstance(cls, type):
        cure = "use registry.add_object(obj) for an object, or give its class"
        raise DefinitionError(f"{object_in_words(cls)} is no class", cure=cure)
    lines = list(_lines(cls, all_methods=all_methods))
    if not lines:
        raise DefinitionError(_NONE, tool=cls.__name__, cure=_CURE)
    is_bound = any(not isinstance(line[0], staticmethod | classmethod) for _, line in lines)
    owner = instance_of(cls, "make an object and pass it to registry.add_object") if is_bound else cls
    return [_tool(getattr(owner, name), line) for name, line in lines]


def bound_tool(method: types.MethodType) -> FunctionTool | None:
    """The tool of a bound method, if it or a method that it overrides is decorated."""
    line = _line_of(method)
    return _tool(method, line) if any(mark_of(each) is not None for each in line) else None


def decorated_methods(cls: type) -> list[str]:
    """The names of the methods of a class that are tools, those of its bases first; no code of a member runs."""
    return [name for name, _ in _lines(cls, all_methods=False)]


_NONE: Final = "no tools found in it"
_CURE: Final = "decorate its methods with @tool, or pass all_methods=True"


def _none_of(instance: Any) -> DefinitionError:
    """The error for an object that has no decorated methods; for what is no such object at all, with what takes it."""
    if isinstance(instance, type) and decorated_methods(instance):
        name = instance.__name__
        cure = f"use registry.add_class({name}), or give an instance: registry.add_object({name}(...))"
        return DefinitionError("a class in the place of an object", tool=name, cure=cure)
    kinds = (
        (types.ModuleType, "import_module(module)"),
        (types.FunctionType, "add(function)"),
        (list | tuple, "add(tools)"),
    )
    instead = next((f"use registry.{method}" for kind, method in kinds if isinstance(instance, kind)), _CURE)
    return DefinitionError(_NONE, tool=type(instance).__name__, cure=instead)


def _lines(cls: type, *, all_methods: bool) -> Iterator[tuple[str, list[Any]]]:
    """The name of each method that becomes a tool, and its line of overridden methods, itself first."""
    members = [item for base in reversed(cls.__mro__[:-1]) for item in vars(base).items()]
    marked = {name for name, member in members if mark_of(member) is not None}
    for name in dict.fromkeys(name for name, _ in members):
        if name in marked or (all_methods and not name.startswith("_")):
            line = members_under(name, cls)
            if isinstance(line[0], _BINDING) or mark_of(line[0]) is not None:
                yield name, line


def _line_of(method: types.MethodType) -> list[Any]:
    """A bound method and those that it overrides, as they stand in their classes."""
    cls = method.__self__ if isinstance(method.__self__, type) else type(method.__self__)
    line = members_under(getattr(method, "__name__", ""), cls)
    return line if line and undecorated(line[0]) is method.__func__ else [method.__func__]


def mark_of(member: Any) -> FunctionTool | None:
    """The tool that `@tool` has attached to a function, or to a member of a class; no code of the member runs."""
    kind = type(member)
    if issubclass(kind, functools.singledispatchmethod):
        return mark_of(member.func)
    if issubclass(kind, staticmethod | classmethod):
        return mark_of(member.__func__)
    # A class is no tool; and most attributes are neither called nor bound, so not worth a closer look.
    if issubclass(kind, type) or not (callable(member) or hasattr(kind, "__get__")):
        return None
    is_function = kind is types.FunctionType
    found = vars(member).get("__tool__") if is_function else inspect.getattr_static(member, "__tool__", None)
    return found if isinstance(found, FunctionTool) else None


def _tool(method: Any, line: list[Any]) -> FunctionTool:
    """The tool of a bound method."""
    marks = ((place, mark_of(each)) for place, each in enumerate(line))
    at, mark = next((each for each in marks if each[1] is not None), (0, None))
    if mark is None:
        mark = FunctionTool(method)
    if len(line) == 1:
        return mark.with_function(method)
    options = mark.options
    if at:
        # What the override says in its own docstring was written later than what the base says.
        texts = (_docstring_text(each, mark) for each in line[:at])
        inherited = options.description if options.description is not None else _docstring_text(line[at], mark)
        text = next(filter(None, texts), inherited)
        options = replace_fields(options, description=text or options.description, strict_docstring=False)
    return MethodTool.overriding(method, options, line[1:])


def _docstring_text(member: Any, mark: FunctionTool) -> str:
    """The description in the docstring that stands in the class body itself."""
    if isinstance(member, functools.partialmethod):
        member = member.func
    names = parameter_names(undecorated(member))
    own = getattr(undecorated(member), "__doc__", None)
    return parse_docstring(own, names, mark.options.docstring_style).description if isinstance(own, str) else ""


def _tool_of_elder(elder: Any, method: Any) -> FunctionTool | None:
    """The tool of an overridden method; None if it cannot be described, which it need not be.

    It is bound as the method is only where it says too little by itself, as with `Self`; else one description serves
    all that override it.
    """
    found = _described_tool(elder, undecorated(elder))
    if found is None and isinstance(elder, _BINDING):
        found = _described_tool(elder, bound_as(method, elder))
    return found


def _described_tool(elder: Any, function: Any) -> FunctionTool | None:
    """The tool of an overridden method, or of that when it is bound; None if it cannot be described."""
    mark = mark_of(elder)
    try:
        if mark is None:
            mark = FunctionTool(function, {"description": ""})
        elif mark.function is not function:
            mark = mark.with_function(function)
        _ = mark.descriptor
    except DefinitionError:
        return None
    return mark


def _texts(elder: Any, method: Any) -> dict[str, str]:
    """The text of each parameter that an overridden method has texts for."""
    mark = _tool_of_elder(elder, method)
    return {} if mark is None else {each.name: each.description for each in mark.descriptor.parameters}


def _filled(descriptor: ToolDescriptor, texts: dict[str, str]) -> ToolDescriptor:
    def filled(parameter: ToolParameterDescriptor) -> ToolParameterDescriptor:
        text = texts.get(parameter.name, "")
        if parameter.description or not text:
            return parameter
        return replace_fields(parameter, description=text, type=described(parameter.type, ""))

    return replace_fields(
        descriptor,
        required_parameters=tuple(map(filled, descriptor.required_parameters)),
        optional_parameters=tuple(map(filled, descriptor.optional_parameters)),
    )


def instance_of(cls: type, cure: str) -> Any:
    """One object of a class.

    Args:
        cls: The class.
        cure: What to do where it cannot be made without arguments.

    Raises:
        DefinitionError: It cannot.
    """
    needed = needed_names(cls)
    if needed or inspect.isabstract(cls):
        reason = f"its constructor needs {', '.join(needed)}" if needed else "it is abstract"
        raise DefinitionError(reason, tool=cls.__name__, cure=cure)
    return cls()
