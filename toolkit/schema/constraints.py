"""The constraints that are checked here: a test and some words for each keyword of JSON Schema.

The keywords are those of JSON Schema Validation 2020-12, section 6. A keyword speaks of values of one kind
and says nothing about others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from toolkit.record import Record
from toolkit.schema.equality import are_unique, stand_in
from toolkit.schema.kinds import kind_of
from toolkit.schema.numbers import is_integer, is_multiple, is_number
from toolkit.schema.patterns import author_pattern
from toolkit.schema.wording import choice_text, counted, in_one_line, listed, quoted
from toolkit.types.keys import NUMERAL_WORDS
from toolkit.types.keywords import ANNOTATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Test = Callable[[Any], bool]


class Keyword(Record):
    """One keyword.

    Attributes:
        kind: The kind of values that it speaks of, "" for all.
        test: Makes the test of a value from the keyword's own value.
        words: Says what the test demands.
    """

    kind: str
    test: Callable[[Any], Test]
    words: Callable[[Any], str]


class Limit(Record):
    """One constraint of one type: its test, and what it demands in words."""

    test: Test
    words: str


def _pattern_test(pattern: str) -> Test:
    search = author_pattern(pattern)
    return lambda value: search(value) is not None


def _of_length_from(count: int) -> Test:
    return lambda value: len(value) >= count


def _of_length_to(count: int) -> Test:
    return lambda value: len(value) <= count


def choice_test(values: tuple[Any, ...]) -> Test:
    """The test whether a value equals one of some values."""
    if all(isinstance(value, str) for value in values):
        texts = frozenset(values)
        return lambda value: isinstance(value, str) and value in texts
    known = frozenset(map(stand_in, values))
    if any(isinstance(value, list | tuple) or hasattr(value, "keys") for value in values):
        return lambda value: stand_in(value) in known
    return lambda value: not isinstance(value, list | dict) and stand_in(value) in known


_TYPE_TESTS: Final[Mapping[str, Test]] = {
    "string": lambda value: isinstance(value, str),
    "integer": is_integer,
    "number": is_number,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _names(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _type_test(value: Any) -> Test:
    tests = [_TYPE_TESTS[name] for name in _names(value)]
    return tests[0] if len(tests) == 1 else lambda value: any(test(value) for test in tests)


KEYWORDS: Final[Mapping[str, Keyword]] = {
    "minimum": Keyword("number", lambda bound: lambda value: value >= bound, lambda bound: f"at least {quoted(bound)}"),
    "maximum": Keyword("number", lambda bound: lambda value: value <= bound, lambda bound: f"at most {quoted(bound)}"),
    "exclusiveMinimum": Keyword(
        "number", lambda bound: lambda value: value > bound, lambda bound: f"more than {quoted(bound)}"
    ),
    "exclusiveMaximum": Keyword(
        "number", lambda bound: lambda value: value < bound, lambda bound: f"less than {quoted(bound)}"
    ),
    "multipleOf": Keyword(
        "number",
        lambda divisor: lambda value: is_multiple(value, divisor),
        lambda divisor: f"a multiple of {quoted(divisor)}",
    ),
    "minLength": Keyword("string", _of_length_from, lambda count: f"at least {counted(count, 'character')}"),
    "maxLength": Keyword("string", _of_length_to, lambda count: f"at most {counted(count, 'character')}"),
    "pattern": Keyword(
        "string",
        _pattern_test,
        lambda pattern: NUMERAL_WORDS.get(pattern) or f"text that matches {in_one_line(pattern, 80)}",
    ),
    "minItems": Keyword("array", _of_length_from, lambda count: f"at least {counted(count, 'item')}"),
    "maxItems": Keyword("array", _of_length_to, lambda count: f"at most {counted(count, 'item')}"),
    "uniqueItems": Keyword(
        "array", lambda wanted: lambda value: not wanted or are_unique(value), lambda _: "items that all differ"
    ),
    "minProperties": Keyword(
        "object", _of_length_from, lambda count: f"at least {counted(count, 'property', 'properties')}"
    ),
    "maxProperties": Keyword(
        "object", _of_length_to, lambda count: f"at most {counted(count, 'property', 'properties')}"
    ),
    "enum": Keyword("", lambda values: choice_test(tuple(values)), choice_text),
    "const": Keyword("", lambda value: choice_test((value,)), lambda value: choice_text((value,))),
    "type": Keyword("", _type_test, lambda names: listed(_names(names), " or ")),
}
# Checked by the general validator on the keyword alone: what stands beside it does not change its verdict.
APART: Final = frozenset(
    {
        *("$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "contains", "minContains", "maxContains"),
        *("dependentRequired", "dependentSchemas", "properties", "required", "propertyNames"),
    }
)
# Checked by the general validator on the whole schema: they depend on what stands beside them.
ENTANGLED: Final = frozenset(
    {
        *("additionalProperties", "items", "patternProperties", "prefixItems"),
        *("unevaluatedItems", "unevaluatedProperties"),
    }
)
# Their cost grows with the value, so that under fuel the general validator has to count it.
COSTLY: Final = frozenset({"pattern", "uniqueItems", "propertyNames"})


def limits(constraints: Mapping[str, Any], kind: str) -> Iterator[Limit]:
    """The tests of values of one kind, "" for any, for the keywords that can be checked here."""
    for keyword, argument in constraints.items():
        row = KEYWORDS.get(keyword)
        if row is None or keyword in ANNOTATIONS or (row.kind and kind and row.kind != kind):
            continue
        test = row.test(argument)
        yield Limit(test if row.kind in {"", kind} else _of_kind(row.kind, test), row.words(argument))


def _of_kind(kind: str, test: Test) -> Test:
    """The test for values of one kind; others pass."""
    return lambda value: kind_of(value) != kind or test(value)
