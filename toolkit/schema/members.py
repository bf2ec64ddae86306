"""What a type comes to: the members of a union, and the JSON types that it admits, with references followed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    AnyOfType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    TupleType,
)
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MAX_MEMBERS: Final = 100
EVERY_KIND: Final = frozenset({"string", "integer", "number", "boolean", "null", "array", "object"})
_KINDS: Final[dict[type[ParameterType], frozenset[str]]] = {
    StringType: frozenset({"string"}),
    IntegerType: frozenset({"integer"}),
    FloatType: frozenset({"number"}),
    BooleanType: frozenset({"boolean"}),
    NullType: frozenset({"null"}),
    ListType: frozenset({"array"}),
    TupleType: frozenset({"array"}),
    ObjectType: frozenset({"object"}),
}
_KIND_OF: Final[dict[type, str]] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
    list: "array",
    dict: "object",
}


def admitted_kinds(type_: ParameterType, definitions: Mapping[str, ParameterType]) -> frozenset[str]:
    """The JSON types of the values that a type may admit."""
    kinds: set[str] = set()
    waiting, met = [type_], set[str]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, AnyOfType):
            waiting.extend(each.options)
        elif isinstance(each, EnumType):
            kinds.update(map(json_kind, plain(each.values)))
        elif not isinstance(each, ReferenceType):
            kinds.update(_KINDS.get(type(each), EVERY_KIND))
        elif each.name not in definitions:
            return EVERY_KIND
        elif each.name not in met:
            # A type that is met again adds nothing; without this a schema could double the work at each level.
            met.add(each.name)
            waiting.append(definitions[each.name])
    return frozenset(kinds)


def kinds_read_from_text(type_: ParameterType, definitions: Mapping[str, ParameterType]) -> frozenset[str]:
    """The arrays and objects that a type takes, if JSON text cannot be meant as a text there; else none.

    A choice such as "all" and a format such as that of a date take texts, but none that begins with a bracket.
    """
    kinds = admitted_kinds(type_, definitions)
    containers = kinds & {"array", "object"}
    if not containers or "string" not in kinds:
        return containers
    members = flat_members(AnyOfType((type_,)), definitions)
    return frozenset() if any(map(_takes_brackets, members)) else containers


_BRACKETS: Final = ("[", "{")
_FORMATS_WITHOUT_BRACKETS: Final = frozenset(
    {"date", "date-time", "decimal", "duration", "email", "ipv4", "ipv6", "time", "uri", "uuid"}
)


def _takes_brackets(type_: ParameterType) -> bool:
    """Whether a text that begins like an array or an object may be a value of a type."""
    if isinstance(type_, EnumType):
        return any(isinstance(value, str) and value.lstrip().startswith(_BRACKETS) for value in type_.values)
    if isinstance(type_, StringType):
        said = type_.constraints
        return "contentEncoding" not in said and said.get("format") not in _FORMATS_WITHOUT_BRACKETS
    return type(type_) not in _KINDS


def json_kind(value: Any) -> str:
    """The JSON type of a value, in the words of JSON Schema."""
    return _KIND_OF.get(type(value)) or ("number" if isinstance(value, float) else "object")


def resolved(type_: ParameterType, definitions: Mapping[str, ParameterType]) -> ParameterType:
    """The type that a reference names, or the type itself."""
    for _ in range(len(definitions) + 1):
        if not isinstance(type_, ReferenceType) or type_.name not in definitions:
            break
        type_ = definitions[type_.name]
    return type_


def flat_members(
    union: AnyOfType, definitions: Mapping[str, ParameterType], *, exact: bool = True
) -> list[ParameterType]:
    """The members of a union and of the unions inside it, each once, the first hundred at most.

    Args:
        union: The union.
        definitions: The types that references name.
        exact: Whether an inner union that is narrowed by constraints stays one member.
    """
    return list(islice(every_member(union, definitions, exact=exact), _MAX_MEMBERS))


def every_member(
    union: AnyOfType, definitions: Mapping[str, ParameterType], *, exact: bool = True
) -> Iterator[ParameterType]:
    """As `flat_members`, however many there are: each once, as definitions may share others often."""
    pending: list[ParameterType] = [*reversed(union.options)]
    seen: set[int] = {id(union)}
    while pending:
        each = resolved(pending.pop(), definitions)
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, AnyOfType) and not (exact and each.constraints):
            pending.extend(reversed(each.options))
        else:
            yield each


def names_in_place(type_: ParameterType) -> set[str]:
    """The definitions that a type applies to the very value that it is applied to itself."""
    if isinstance(type_, ReferenceType):
        return {type_.name}
    options = type_.options if isinstance(type_, AnyOfType) else ()
    return {name for option in options for name in names_in_place(option)}
