"""A foreign JSON document, taken in: copied, bounded, and free of hidden text.

What another party sends may be enormous, deep, circular, or no JSON at all. One bounded walk copies it, so
that everything behind this file meets plain dicts, lists and scalars of a known size.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import Any, Final

from toolkit.errors import DefinitionError
from toolkit.types.hidden import has_hidden_name, has_hidden_value, without_hidden

MAX_BYTES: Final = 262_144
MAX_DESCRIPTION_CHARS: Final = 10_000
# A schema stands at most two levels below the schema that holds it ({"anyOf": [...]}), and holds data itself.
_MAX_LEVELS: Final = 144
# 1000 digits, as in arguments.
_MAX_INTEGER_BITS: Final = 3322
_TEXTS: Final = frozenset({"description", "title", "$comment"})


def document_copy(document: Any, *, tool: str = "", is_own: bool = False) -> Any:
    """A copy of a JSON document, with the hidden characters taken out of its descriptions.

    Args:
        document: The document.
        tool: Name for the error's text.
        is_own: Whether the tool's author wrote it: then its texts stay as they are, and it may be of any size.

    Raises:
        DefinitionError: It is no JSON, or too large or too deep, or has hidden text where a change would
            alter its meaning.
    """
    return _Intake(tool, is_own=is_own).copied(document, "#", 0)


def is_json_number(value: float) -> bool:
    """Whether it is finite, and of no more than 1000 digits."""
    return value.bit_length() <= _MAX_INTEGER_BITS if isinstance(value, int) else math.isfinite(value)


class _Intake:
    """One walk over a document, and the bytes it may still take."""

    def __init__(self, tool: str, *, is_own: bool) -> None:
        self.tool = tool
        self.is_own = is_own
        self.bytes_left = sys.maxsize if is_own else MAX_BYTES

    def copied(self, value: Any, place: str, level: int) -> Any:
        if level > _MAX_LEVELS:
            raise self.refusal(place[:60], "is nested too deep")
        if isinstance(value, Mapping):
            return self._object(value, place, level)
        if isinstance(value, list | tuple):
            self._spend(2 + len(value))
            made = []
            for index, each in enumerate(value):
                made.append(self.copied(each, f"{place}/{index}", level + 1))
            return made
        return self._scalar(value, place)

    def refusal(self, place: str, reason: str) -> DefinitionError:
        return DefinitionError(f"the schema at {without_hidden(place, 80)} {reason}", tool=self.tool)

    def _object(self, value: Mapping[Any, Any], place: str, level: int) -> dict[str, Any]:
        self._spend(2 + 2 * len(value))
        made = {}
        for key, each in value.items():
            if not isinstance(key, str):
                raise self.refusal(place, f"has a key that is no text but {type(key).__name__}")
            self._spend(2 + len(key))
            if not self.is_own and has_hidden_name(key):
                raise self.refusal(place, "has a name with hidden characters")
            if not self.is_own and key in _TEXTS and isinstance(each, str):
                self._spend(min(len(each), MAX_DESCRIPTION_CHARS))
                made[key] = without_hidden(each, MAX_DESCRIPTION_CHARS)
            else:
                made[key] = self.copied(each, f"{place}/{key}", level + 1)
        return made

    def _scalar(self, value: Any, place: str) -> Any:
        if isinstance(value, str):
            self._spend(2 + len(value))
            if not self.is_own and has_hidden_value(value):
                raise self.refusal(place, "has a text with hidden characters")
            return str(value)
        self._spend(4)
        if value is None or isinstance(value, bool):
            return value
        if not isinstance(value, int | float):
            raise self.refusal(place, f"is no JSON but {type(value).__name__}")
        if not is_json_number(value):
            raise self.refusal(place, "has a number that JSON cannot hold, or of more than 1000 digits")
        return int(value) if isinstance(value, int) else float(value)

    def _spend(self, count: int) -> None:
        self.bytes_left -= count
        if self.bytes_left < 0:
            raise DefinitionError(f"the schema is larger than {MAX_BYTES // 1024} KiB", tool=self.tool)
