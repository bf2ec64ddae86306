"""Keys of mappings: the names of a JSON object are texts, so each type of key has a form as text."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    NullType,
    ParameterType,
    ReferenceType,
    StringType,
)
from toolkit.reading.annotations import ANY, UNION, take_apart
from toolkit.types.constraints import checked
from toolkit.types.rules import REFUSALS, Refusal

if TYPE_CHECKING:
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk

_WORDS: Final[dict[Any, str]] = {None: "null", True: "true", False: "false"}
# Numbers as JSON writes them (RFC 8259, section 6), and integers so that two names never mean one key.
_NUMERALS: Final[dict[type[ParameterType], str]] = {
    IntegerType: r"^(0|-?[1-9][0-9]*)$",
    FloatType: r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$",
}
# What a model that wrote another name reads of them.
NUMERAL_WORDS: Final = {
    _NUMERALS[IntegerType]: "an integer as text, such as 7",
    _NUMERALS[FloatType]: "a number as text, such as 2.5",
}
# What names are for keys of each type in JSON that needs no more to be known of it.
NAMES_OF_SCALARS: Final[dict[str, dict[str, Any]]] = {
    "integer": {"pattern": _NUMERALS[IntegerType]},
    "number": {"pattern": _NUMERALS[FloatType]},
    "boolean": {"enum": [_WORDS[True], _WORDS[False]]},
}
_CHOICES: Final[dict[type[ParameterType], tuple[Any, ...]]] = {BooleanType: (True, False), NullType: (None,)}


def name_of_scalar(value: Any) -> str:
    """A scalar as the name of a member: its JSON text, without quotes."""
    if isinstance(value, str):
        return value
    return _WORDS[value] if value is None or isinstance(value, bool) else repr(value)


def name_keywords(key: Any, walk: Walk) -> dict[str, Any]:
    """What the names of an object must be for a type of keys, as the value of propertyNames.

    Raises:
        UndescribableParameterError: A key of that type has no form as text.
    """
    if key is ANY or key is str:
        return {}
    found = _keywords(walk.describe(key, at="key"), walk)
    if found is None:
        raise walk.undescribable(
            take_apart(key), "names of a JSON object are texts", "use str, int, Enum, Literal, UUID or date keys"
        )
    texts = take_apart(key).texts
    return {**found, "description": texts[0]} if texts else found


def _keywords(type_: ParameterType, walk: Walk) -> dict[str, Any] | None:
    if isinstance(type_, ReferenceType):
        return _keywords(walk.definitions.types[type_.name], walk)
    if isinstance(type_, AnyOfType):
        return names_of_any([_keywords(option, walk) for option in type_.options])
    if type(type_) in _NUMERALS:
        return {"pattern": _NUMERALS[type(type_)]}
    choices = type_.values if isinstance(type_, EnumType) else _CHOICES.get(type(type_))
    if choices is not None:
        return {"enum": [name_of_scalar(value) for value in choices]}
    return dict(type_.constraints) if isinstance(type_, StringType | AnyType) else None


def names_of_any(options: list[dict[str, Any] | None]) -> dict[str, Any] | None:
    """What names are for keys of several types; None if they are not known of one, {} if any name will do for one."""
    return None if None in options else {} if {} in options else {"anyOf": options}


def load_name(key: Any, walk: Walk) -> Loader | None:
    """The loader of a name of an object as a key; None where the name is the key."""
    if key is ANY or key is str:
        return None
    hint = take_apart(key)
    if hint.origin is UNION:
        return _first_taker([load_name(member, walk) for member in hint.arguments])
    read = _reader(walk.describe(key), walk)
    load = walk.load(key)
    if hint.constraints:
        load = checked(load, hint.constraints)  # bounds on numbers are none on their texts
    if read is None or load is None:
        return read or load
    return lambda name: load(read(name))


def _reader(type_: ParameterType, walk: Walk) -> Loader | None:
    """What turns a name into the JSON value that the key's own loader takes."""
    if isinstance(type_, ReferenceType):
        return _reader(walk.definitions.types[type_.name], walk)
    if type(type_) in _NUMERALS:
        return _number_reader(type(type_))
    choices = type_.values if isinstance(type_, EnumType) else _CHOICES.get(type(type_))
    return None if choices is None else {name_of_scalar(value): value for value in choices}.__getitem__


def _number_reader(kind: type[ParameterType]) -> Loader:
    numeral = re.compile(_NUMERALS[kind])
    read: Loader = int if kind is IntegerType else float

    def read_number(name: str) -> Any:
        # Python's `$` also matches in front of a line's end, JSON Schema's does not.
        found = read(name) if numeral.fullmatch(name) else math.nan
        if found - found != 0:  # so is no number, and one beyond all floats
            raise ValueError(f"{name[:40]!r} is no number")
        return found

    return read_number


def _first_taker(loads: list[Loader | None]) -> Loader | None:
    """A loader of keys of several types: the first that takes the name, in the order in which they are written."""
    if loads[0] is None:
        return None

    def load(name: str) -> Any:
        for load_member in loads:
            try:
                return name if load_member is None else load_member(name)
            except REFUSALS:
                continue
        raise Refusal([((), "no type of key takes this name")])

    return load
