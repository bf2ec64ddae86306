"""The kinds of JSON value, and those that a type admits. Where whole numbers count, "integer" is a kind of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

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
from toolkit.schema.members import alternatives
from toolkit.types.keywords import plain

# The types whose values are all of one kind.
KINDS: Final[Mapping[type[ParameterType], str]] = {
    StringType: "string",
    IntegerType: "number",
    FloatType: "number",
    BooleanType: "boolean",
    NullType: "null",
    ListType: "array",
    TupleType: "array",
    ObjectType: "object",
}
EVERY_KIND: Final = frozenset({*KINDS.values(), "integer"})
_KIND_OF: Final[dict[type, str]] = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    type(None): "null",
    list: "array",
    tuple: "array",
    dict: "object",
}


def kind_of(value: Any) -> str:
    """The kind of a JSON value; whole numbers are numbers."""
    found = _KIND_OF.get(type(value)) or next((_KIND_OF[each] for each in type(value).__mro__ if each in _KIND_OF), "")
    if found:
        return found
    return "object" if isinstance(value, Mapping) else f"{type(value).__name__}, which is no JSON"


def json_kind(value: Any) -> str:
    """The kind of a JSON value, in the words of JSON Schema: "integer" for what has no fraction as it is written."""
    kind = kind_of(value)
    return "integer" if kind == "number" and isinstance(value, int) else kind


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
            kinds.update(_admitted_by(type(each)))
        elif each.name not in definitions:
            return EVERY_KIND
        elif each.name not in met:
            # A type that is met again adds nothing; without this a schema could double the work at each level.
            met.add(each.name)
            waiting.append(definitions[each.name])
    return frozenset(kinds)


def _admitted_by(cls: type[ParameterType]) -> frozenset[str]:
    kind = "integer" if cls is IntegerType else KINDS.get(cls)
    return EVERY_KIND if kind is None else frozenset({kind})


def kinds_read_from_text(type_: ParameterType, definitions: Mapping[str, ParameterType]) -> frozenset[str]:
    """The arrays and objects that a type takes, if JSON text cannot be meant as a text there; else none.

    A choice such as "all" and a format such as that of a date take texts, but none that begins with a bracket.
    """
    kinds = admitted_kinds(type_, definitions)
    containers = kinds & {"array", "object"}
    if not containers or "string" not in kinds:
        return containers
    members = alternatives(type_, definitions)
    return frozenset() if any(map(_takes_brackets, members)) else containers


_BRACKETS: Final = ("[", "{")
# A text of each format (JSON Schema Validation 2020-12, 7.3), and of some that pydantic adds to them. No text of these
# formats begins with a bracket, and none is a number in quotes.
TEXTS_OF_FORMATS: Final[Mapping[str, str]] = {
    "base64url": "YWJj",
    "byte": "YWJj",
    "date": "2031-05-06",
    "date-time": "2031-05-06T07:08:09Z",
    "decimal": "12.50",
    "duration": "PT1H",
    "email": "name@example.org",
    "hostname": "example.org",
    "ipv4": "192.0.2.1",
    "ipv4network": "192.0.2.0/24",
    "ipv6": "2001:db8::1",
    "ipvanyaddress": "192.0.2.1",
    "ipvanynetwork": "192.0.2.0/24",
    "json-pointer": "/a",
    "time": "07:08:09Z",
    "uri": "https://example.org",
    "uuid": "0f8fad5b-d9cb-469f-a165-70867728950e",
    "uuid4": "0f8fad5b-d9cb-469f-a165-70867728950e",
}


def _takes_brackets(type_: ParameterType) -> bool:
    """Whether a text that begins like an array or an object may be a value of a type."""
    if isinstance(type_, EnumType):
        return any(isinstance(value, str) and value.lstrip().startswith(_BRACKETS) for value in type_.values)
    if isinstance(type_, StringType):
        said = type_.constraints
        return "contentEncoding" not in said and said.get("format") not in TEXTS_OF_FORMATS
    return type(type_) not in KINDS
