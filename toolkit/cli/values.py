"""A text on the command line -> the JSON value that a type makes of it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.decoding import from_json_text
from toolkit.descriptor import (
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    StringType,
    TupleType,
    same_json,
)
from toolkit.record import MISSING
from toolkit.schema.members import alternatives, item_type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# A number as JSON writes it (RFC 8259, 6).
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z")
_TRUTHS: Final = {"true": True, "false": False}


def value_from_text(text: str, type_: ParameterType, definitions: Mapping[str, ParameterType]) -> Any:
    """The JSON value that a text stands for where values of that type are wanted.

    What no member of the type can be read from is given as it would be without a type, so that the refusal
    tells what came.

    >>> from toolkit.descriptor import IntegerType, StringType
    >>> value_from_text("3", IntegerType(), {}), value_from_text("3", StringType(), {})
    (3, '3')
    """
    admitted = alternatives(type_, definitions, exact=False)
    able = ((read, option) for kind, read in _READERS for option in admitted if isinstance(option, kind))
    values = (read(text, option, definitions) for read, option in able)
    found = next((value for value in values if value is not MISSING), MISSING)
    return _anything(text) if found is MISSING else found


def json_fault(text: str) -> str:
    """Why a text is no JSON, "" if it is.

    >>> json_fault("[1 2]")
    "Expecting ',' delimiter at line 1 column 4"
    """
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"{error.msg} at line {error.lineno} column {error.colno}"
    except (ValueError, RecursionError) as error:
        return str(error)
    return ""


def _choice(text: str, type_: EnumType, _: object) -> Any:
    """The choice that is written so; a text before what JSON makes of it."""
    if text in [value for value in type_.values if isinstance(value, str)]:
        return text
    value = _json(text)
    return value if any(same_json(value, each) for each in type_.values) else MISSING


def _whole(text: str, *_: object) -> Any:
    number = _number(text)
    return number if number is not MISSING and number == int(number) else MISSING


def _number(text: str, *_: object) -> Any:
    return _json(text) if _NUMBER.match(text) else MISSING


def _json_of(kind: type) -> Callable[..., Any]:
    return lambda text, *_: value if isinstance(value := _json(text), kind) else MISSING


def _anything(text: str, *_: object) -> Any:
    value = _json(text)
    return text if value is MISSING else value


def _array_of_one(text: str, type_: ListType | TupleType, definitions: Mapping[str, ParameterType]) -> Any:
    """The array whose one item the text is, unless it was meant to be an array itself."""
    return MISSING if text.startswith("[") else [value_from_text(text, item_type(type_, 0), definitions)]


def _json(text: str) -> Any:
    value = from_json_text(text)
    return MISSING if value is text else value


# The first that can read the text decides; a text is a text only after all that is narrower.
_READERS: Final[tuple[tuple[type[ParameterType], Callable[..., Any]], ...]] = (
    (NullType, lambda text, *_: None if text == "null" else MISSING),
    (EnumType, _choice),
    (BooleanType, lambda text, *_: _TRUTHS.get(text.lower(), MISSING)),
    (IntegerType, _whole),
    (FloatType, _number),
    (ListType, _json_of(list)),
    (TupleType, _json_of(list)),
    (ObjectType, _json_of(dict)),
    (AnyType, _anything),
    (StringType, lambda text, *_: text),
    (ListType, _array_of_one),
    (TupleType, _array_of_one),
)
