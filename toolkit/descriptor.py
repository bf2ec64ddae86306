"""What a tool looks like to a model: pure data, independent of any schema dialect.

A ToolDescriptor has parameters, a parameter has a ParameterType. Schema generators
(toolkit.schema) turn descriptors into JSON Schema; nothing here knows how.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from toolkit.record import EMPTY, MISSING, Record, replace_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def same_json(a: Any, b: Any) -> bool:
    """Whether two values are the same JSON: 1 and 1.0 are, 1 and true are not."""
    if a is b or isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list | tuple):
        return isinstance(b, list | tuple) and len(a) == len(b) and all(map(same_json, a, b))
    if isinstance(a, Mapping):
        return (
            isinstance(b, Mapping)
            and len(a) == len(b)
            and all(name in b and same_json(value, b[name]) for name, value in a.items())
        )
    return bool(a == b)


class JsonRecord(Record):
    """Base of values that hold JSON, in which 1 and true differ."""

    _are_equal = staticmethod(same_json)


class ParameterType(JsonRecord, kw_only=True):
    """Base of the types that an argument can have.

    Attributes:
        description: Text for this value, "" if there is none.
        constraints: JSON Schema keywords that narrow the type: {"minimum": 1}, {"format": "date"},
            and, for a foreign schema, every keyword that has no word of its own here.
    """

    description: str = ""
    constraints: Mapping[str, Any] = EMPTY

    def _check(self) -> None:
        if type(self.constraints) is not MappingProxyType:
            object.__setattr__(self, "constraints", MappingProxyType(dict(self.constraints)))


class StringType(ParameterType):
    """Text."""


class IntegerType(ParameterType):
    """A whole number; 3.0 is one (JSON Schema 2020-12, 6.1.1)."""


class FloatType(ParameterType):
    """Any number."""


class BooleanType(ParameterType):
    """true or false."""


class NullType(ParameterType):
    """null."""


class AnyType(ParameterType):
    """Every JSON value, save what the constraints forbid."""


class EnumType(ParameterType):
    """One of some JSON values; 1, true and "1" are three different ones.

    Attributes:
        values: The values admitted.
    """

    values: tuple[Any, ...]

    def _check(self) -> None:
        super()._check()
        object.__setattr__(self, "values", tuple(self.values))


class ListType(ParameterType):
    """An array whose items have one type."""

    items: ParameterType


class TupleType(ParameterType):
    """An array with a type for each position.

    Attributes:
        items: The types by position.
        rest: Type of what follows them; None forbids more.
        required: How many must be there; None for all of `items`.
    """

    items: tuple[ParameterType, ...]
    rest: ParameterType | None = None
    required: int | None = None

    def _check(self) -> None:
        super()._check()
        object.__setattr__(self, "items", tuple(self.items))

    @property
    def least(self) -> int:
        """How many items must be there."""
        return len(self.items) if self.required is None else self.required


class ObjectType(ParameterType, is_hot=True):
    """An object.

    Attributes:
        properties: The named members.
        required: Names of those that must be there.
        additional: Whether others may be there, or the type that they must have.
    """

    properties: tuple[ToolParameterDescriptor, ...] = ()
    required: tuple[str, ...] = ()
    additional: bool | ParameterType = False

    def _check(self) -> None:
        super()._check()
        if type(self.properties) is not tuple:
            object.__setattr__(self, "properties", tuple(self.properties))
        if type(self.required) is not tuple:
            object.__setattr__(self, "required", tuple(self.required))


class AnyOfType(ParameterType):
    """A value of any of these types."""

    options: tuple[ParameterType, ...]

    def _check(self) -> None:
        super()._check()
        object.__setattr__(self, "options", tuple(self.options))


class ReferenceType(ParameterType):
    """A type that the descriptor defines under a name, so that it may contain itself.

    Attributes:
        name: Key in ToolDescriptor.definitions.
    """

    name: str


class ToolParameterDescriptor(JsonRecord, is_hot=True):
    """One parameter of a tool, or one property of an object.

    Attributes:
        name: Its name on the wire.
        description: Text for the model, "" if there is none.
        type: What values it takes.
        default: The value used when it is absent, if JSON can hold it; MISSING otherwise.
    """

    name: str
    description: str
    type: ParameterType
    default: Any = MISSING


class ToolDescriptor(Record, is_hot=True):
    """A tool as it is declared to a model.

    Attributes:
        name: Name that the model calls.
        description: What the tool does and when to use it.
        required_parameters: Parameters that a call must fill, in order.
        optional_parameters: Parameters that it may leave out, in order.
        output: Type of the result, None if it is not declared.
        additional: Whether further arguments are admitted, or the type that they must have.
        definitions: Types that ReferenceType names.
        keywords: Further JSON Schema keywords of the arguments object, "description" among them.
    """

    name: str
    description: str
    required_parameters: tuple[ToolParameterDescriptor, ...] = ()
    optional_parameters: tuple[ToolParameterDescriptor, ...] = ()
    output: ParameterType | None = None
    additional: bool | ParameterType = False
    definitions: Mapping[str, ParameterType] = EMPTY
    keywords: Mapping[str, Any] = EMPTY

    def _check(self) -> None:
        if type(self.required_parameters) is not tuple:
            object.__setattr__(self, "required_parameters", tuple(self.required_parameters))
        if type(self.optional_parameters) is not tuple:
            object.__setattr__(self, "optional_parameters", tuple(self.optional_parameters))

    @property
    def parameters(self) -> tuple[ToolParameterDescriptor, ...]:
        """All parameters, required ones first."""
        return self.required_parameters + self.optional_parameters

    @property
    def arguments(self) -> ObjectType:
        """The arguments object as a type of its own."""
        return ObjectType(
            properties=self.parameters,
            required=tuple(parameter.name for parameter in self.required_parameters),
            additional=self.additional,
            description=self.keywords.get("description", ""),
            constraints={key: value for key, value in self.keywords.items() if key != "description"},
        )


def descriptor_of_object(name: str, description: str, arguments: ObjectType, **further: Any) -> ToolDescriptor:
    """The descriptor of a tool whose arguments object is of that type.

    Args:
        name: The tool's name.
        description: The tool's description.
        arguments: What its `arguments` are.
        further: Fields of the descriptor, which win.
    """
    required = set(arguments.required)
    text = {"description": arguments.description} if arguments.description else {}
    keywords = MappingProxyType({**text, **arguments.constraints})
    said: dict[str, Any] = {"additional": arguments.additional, "keywords": keywords}
    return ToolDescriptor(
        name,
        description,
        tuple(each for each in arguments.properties if each.name in required),
        tuple(each for each in arguments.properties if each.name not in required),
        **{**said, **further},
    )


def described(type_: ParameterType, description: str) -> ParameterType:
    """The type with another description; the same object where nothing changes."""
    return type_ if type_.description == description else replace_fields(type_, description=description)


def constrained(type_: ParameterType, constraints: Mapping[str, Any]) -> ParameterType:
    """The type with further constraints, which win over its own."""
    if not constraints:
        return type_
    return replace_fields(type_, constraints={**type_.constraints, **constraints})


def flat_options(options: Iterable[ParameterType]) -> tuple[ParameterType, ...]:
    """The members of a union, with those of a union among them in its place, unless it says something of its own."""
    return tuple(
        inner
        for option in options
        for inner in (option.options if type(option) is AnyOfType and not _says_more(option) else (option,))
    )


def _says_more(union: AnyOfType) -> bool:
    return bool(union.description or union.constraints)


def inner_types(type_: ParameterType) -> tuple[ParameterType, ...]:
    """The types directly inside a type."""
    inside = _INSIDE.get(type(type_))
    return () if inside is None else inside(type_)


_INSIDE: Final[dict[type[ParameterType], Callable[[Any], tuple[ParameterType, ...]]]] = {
    ListType: lambda type_: (type_.items,),
    TupleType: lambda type_: type_.items if type_.rest is None else (*type_.items, type_.rest),
    AnyOfType: lambda type_: type_.options,
    ObjectType: lambda type_: (
        *(each.type for each in type_.properties),
        *((type_.additional,) if isinstance(type_.additional, ParameterType) else ()),
    ),
}
