"""What the strict modes of the providers take, as data.

In strict mode a provider holds the model to the schema, so it takes only what it can compile into a grammar.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.fields import is_pattern
from toolkit.record import EMPTY, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_NONE_OR_ONE: Final = frozenset({0, 1})
# What no grammar can follow: what looks around, refers back, or marks the edge of a word.
_UNCOMPILABLE: Final = re.compile(r"\(\?(?!:)|\\[1-9bBk]")
# "{250}" or "{2,250}": a count of three digits or more.
_LARGE_COUNT: Final = re.compile(r"\{(?:\d{3,}|\d*,\d{3,})")
_STRUCTURE: Final = frozenset(
    {"$defs", "$ref", "additionalProperties", "anyOf", "description", "enum", "items", "properties", "required", "type"}
)


class Limits(Record):
    """How large one schema may be.

    Attributes:
        properties: How many members all objects may have together.
        levels: How deep schemas may stand in each other.
        choices: How many values all enums may have together.
        chars: How long the names and choices may be together.
        crowded: From how many choices on the limit of one enum holds.
        crowded_chars: How long the choices of such an enum may be.
    """

    properties: int
    levels: int
    choices: int
    chars: int
    crowded: int
    crowded_chars: int


class StrictRules(Record):
    """What one strict mode takes.

    Attributes:
        keywords: The constraints that it knows, each with a test of what it holds.
        has_optional: Whether a member may be left out of `required`.
        has_recursion: Whether a definition may contain itself.
        has_mixed_enums: Whether an enum may hold values of several types.
        tells_by_first_key: Whether the objects of a union must differ in their first property.
        limits: How large a schema may be, None if no limit is known.
    """

    keywords: Mapping[str, Callable[[Any], bool]] = EMPTY
    has_optional: bool = False
    has_recursion: bool = True
    has_mixed_enums: bool = False
    tells_by_first_key: bool = False
    limits: Limits | None = None

    def takes(self, keyword: str, value: Any) -> bool:
        """Whether a keyword may stand in a schema with that value."""
        test = self.keywords.get(keyword)
        return keyword in _STRUCTURE if test is None else test(value)

    @property
    def has_lengths(self) -> bool:
        """Whether an array may be held to any length."""
        return self.takes("minItems", 2) and self.takes("maxItems", 2)


def _anything(_: Any) -> bool:
    return True


def _compilable(pattern: Any) -> bool:
    return isinstance(pattern, str) and not _UNCOMPILABLE.search(pattern) and not _LARGE_COUNT.search(pattern)


def _compilable_by_python(pattern: Any) -> bool:
    return _compilable(pattern) and is_pattern(pattern)


_FORMATS: Final = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})

# OpenAI, Structured model outputs guide: "up to 5000 object properties total, with up to 10 levels of nesting"; "total
# string length of all property names, definition names, enum values, and const values cannot exceed 120,000
# characters"; "up to 1000 enum values across all enum properties"; of one enum with more than 250 values, 15,000
# characters. Levels are counted as the openai-java library counts them: from the root, without following references.
_OPENAI_LIMITS: Final = Limits(5000, 10, 1000, 120_000, 250, 15_000)

# OpenAI, Structured model outputs guide, Supported schemas: "all fields or function parameters must be specified as
# required", "additionalProperties: false must always be set in objects", "Recursive schemas are supported", and the
# supported properties of strings, numbers and arrays. The API's own words: "$ref cannot have keywords
# {'description'}", "Objects provided via 'anyOf' must not share identical first keys", "'default' is not permitted";
# of a pattern that Python does not compile, "is not a 'regex'".
OPENAI: Final = StrictRules(
    keywords={
        "exclusiveMaximum": _anything,
        "exclusiveMinimum": _anything,
        "format": _FORMATS.__contains__,
        "maxItems": _anything,
        "maximum": _anything,
        "minItems": _anything,
        "minimum": _anything,
        "multipleOf": _anything,
        "pattern": _compilable_by_python,
    },
    tells_by_first_key=True,
    limits=_OPENAI_LIMITS,
)
# Claude docs, Structured outputs, JSON Schema limitations: not supported are "recursive schemas", "numerical
# constraints", "string constraints (minLength, maxLength)", "array constraints beyond minItems of 0 or 1"; patterns
# without backreferences, lookaround and word boundaries are. Amazon Bedrock user guide, Get validated JSON results
# from models, has the same list.
ANTHROPIC: Final = StrictRules(
    keywords={
        "format": (_FORMATS | {"uri"}).__contains__,
        "minItems": _NONE_OR_ONE.__contains__,
        "pattern": _compilable,
    },
    has_optional=True,
    has_recursion=False,
    has_mixed_enums=True,
)
