"""Places, values and types in a few words, for texts that a model reads."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    AnyOfType,
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
)
from toolkit.record import EMPTY
from toolkit.schema.kinds import kind_of
from toolkit.schema.members import flat_members, resolved
from toolkit.types.hidden import escaped_hidden, without_hidden
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Step = str | int
# What stands before a call that would be right.
EXAMPLE: Final = "\nExample: "

# A name that needs no quotes in a path.
_PLAIN_NAME: Final = re.compile(r"[^\W\d][\w-]*\Z")
_NAME_CHARS: Final = 40
_VALUE_CHARS: Final = 24
_PATH_CHARS: Final = 160
_INTEGER_BITS: Final = 80
_LISTED: Final = 10
_CHOICES: Final = 40
_LISTED_CHARS: Final = 240

_NAMES: Final[Mapping[type[ParameterType], str]] = {
    StringType: "string",
    IntegerType: "integer",
    FloatType: "number",
    BooleanType: "true or false",
    NullType: "null",
    AnyType: "any value",
    ListType: "array",
    TupleType: "array",
    ObjectType: "object",
}


def path_text(steps: Sequence[Step]) -> str:
    """A place in the arguments.

    >>> path_text(["items", 2, "unit price"])
    'items[2]["unit price"]'
    """
    place = ""
    for step in steps:
        place = place_inside(place, step)
    return shown_place(place)


def place_inside(place: str, step: Step) -> str:
    """The place one step further in, at its full length."""
    if isinstance(step, int):
        return f"{place}[{step}]"
    if _PLAIN_NAME.match(step) and len(step) <= _NAME_CHARS:
        return f"{place}.{step}" if place else step
    if place:
        return f"{place}[{quoted(step, _NAME_CHARS)}]"
    shown = in_one_line(step, _NAME_CHARS)
    return shown if shown and (shown == step or len(step) > _NAME_CHARS) else quoted(step, _NAME_CHARS)


def shown_place(place: str) -> str:
    """The place, cut in its middle if it is long."""
    return place if len(place) <= _PATH_CHARS else f"{place[: _PATH_CHARS // 2]}…{place[-_PATH_CHARS // 3 :]}"


def value_text(value: Any, *, is_secret: bool = False) -> str:
    """A value in words, itself only if it is a short scalar; a text that is a secret is none.

    >>> value_text("3"), value_text([1, 2])
    ('string "3"', 'array of 2 items')
    """
    if is_secret and isinstance(value, str):
        return f"string of {counted(len(value), 'character')}"
    if type(value) is str and len(value) <= _VALUE_CHARS and value.isascii() and value.isalnum():
        return f'string "{value}"'  # as below, for a plain word
    kind = kind_of(value)
    if kind == "string":
        return f"string {quoted(value)}" if len(value) <= _VALUE_CHARS else f"string of {len(value):,} characters"
    if kind == "array":
        return f"array of {counted(len(value), 'item')}"
    if kind == "object":
        return f"object with {counted(len(value), 'property', 'properties')}"
    return _scalar_text(value) if kind in {"null", "boolean", "number"} else kind


def _scalar_text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return json.dumps(value)
    shown = str(value) if value.bit_length() <= _INTEGER_BITS else ""
    return shown or "integer of many digits"


def quoted(value: Any, limit_chars: int = _VALUE_CHARS) -> str:
    """A value as JSON, cut to a few characters; blanks and hidden characters show, as they may be its fault."""
    if isinstance(value, str):
        # What json.dumps makes of a text, without the encoder that it makes for it.
        return escaped_hidden(encode_basestring(shortened(value, limit_chars)))
    if isinstance(value, list | tuple | Mapping):
        return value_text(value)
    return _scalar_text(value)


def shortened(text: str, limit_chars: int) -> str:
    """The text, cut with an ellipsis if it is longer than the limit."""
    return text if len(text) <= limit_chars else text[: max(limit_chars - 1, 0)] + "…"


def in_one_line(text: str, limit_chars: int) -> str:
    """A text on one line, without hidden characters, cut."""
    if len(text) <= limit_chars and text.isascii() and text.isprintable() and " " not in text:
        return text
    head = " ".join(without_hidden(text[: 4 * limit_chars]).split())
    return head if len(head) <= limit_chars and len(text) <= 4 * limit_chars else head[: limit_chars - 1] + "…"


def counted(count: float, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def listed(words: Iterable[str], last: str = ", ", most: int = _LISTED) -> str:
    """Some words, the first ones only, with the number of the rest."""
    every = list(words)
    shown: list[str] = []
    for word in every[:most]:
        if shown and sum(map(len, shown)) + len(word) > _LISTED_CHARS:
            break
        shown.append(word)
    if len(shown) < len(every):
        return f"{', '.join(shown)} and {len(every) - len(shown):,} more"
    return last.join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """The rows of a table as text, the cells of a column one under the other.

    >>> print(aligned([("add", "a b"), ("subtract", "a b")]))
    add       a b
    subtract  a b
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _choice(value: Any) -> str:
    if isinstance(value, list | dict):
        return shortened(json.dumps(value, ensure_ascii=False), _NAME_CHARS)
    return quoted(value, _NAME_CHARS)


def choice_text(values: Iterable[Any]) -> str:
    """The values of an enum: `one of "c", "f"`, or the value alone."""
    words = [_choice(plain(value)) for value in values]
    return words[0] if len(words) == 1 else f"one of {listed(words, most=_CHOICES)}"


def type_text(type_: ParameterType, definitions: Mapping[str, ParameterType] = EMPTY) -> str:
    """What a type admits, without its bounds.

    >>> type_text(AnyOfType((StringType(), NullType())))
    'string or null'
    """
    type_ = resolved(type_, definitions)
    if isinstance(type_, AnyOfType):
        members = flat_members(type_, definitions, exact=False)
        words = dict.fromkeys(type_text(member, definitions) for member in members)
        return listed(words, " or ")
    if isinstance(type_, EnumType):
        return choice_text(type_.values)
    if isinstance(type_, StringType):
        return _string_text(type_.constraints)
    if isinstance(type_, AnyType) and isinstance(type_.constraints.get("type"), str):
        return str(type_.constraints["type"])
    return _NAMES.get(type(type_), "another value")


def _string_text(constraints: Mapping[str, Any]) -> str:
    if "format" in constraints:
        return f"string of format {in_one_line(str(constraints['format']), _NAME_CHARS)}"
    if "contentEncoding" in constraints:
        return f"string in {in_one_line(str(constraints['contentEncoding']), _NAME_CHARS)}"
    return "string"
