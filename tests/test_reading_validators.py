"""What the validators of attrs say of a value."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import Annotated, Any, Optional, Union

import pytest

attr = pytest.importorskip("attr")
attrs = pytest.importorskip("attrs")

from road import arriving, refusal, schema_of  # noqa: E402 - what is above may end it

from toolkit import Tool  # noqa: E402

v = attrs.validators


def field_schema(annotation: Any, validator: Any, **options: Any) -> Any:
    """The schema of the one attribute of a class."""
    made = attrs.make_class("Made", {"x": attrs.field(type=annotation, validator=validator, **options)})
    return schema_of(made)["properties"]["x"]


@pytest.mark.parametrize(
    ("annotation", "validator", "schema"),
    [
        (int, v.ge(1), {"type": "integer", "minimum": 1}),
        (float, [v.gt(0), v.le(1.5)], {"type": "number", "exclusiveMinimum": 0, "maximum": 1.5}),
        (int, v.and_(v.lt(9), v.instance_of(int)), {"type": "integer", "exclusiveMaximum": 9}),
        (str, [v.min_len(1), v.max_len(4)], {"type": "string", "minLength": 1, "maxLength": 4}),
        (list[int], v.max_len(2), {"type": "array", "items": {"type": "integer"}, "maxItems": 2}),
        (Optional[int], v.optional(v.ge(1)), {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}),
        (dt.date, v.ge(dt.date(2031, 1, 1)), {"type": "string", "format": "date"}),
        (int, lambda made, attribute, value: None, {"type": "integer"}),
    ],
)
def test_bounds_stand_in_the_schema(annotation, validator, schema):
    """As far as JSON Schema has a word for them."""
    assert field_schema(annotation, validator) == schema


@pytest.mark.parametrize(
    ("validator", "pattern"),
    [
        (v.matches_re("a+"), "^a+$"),
        (v.matches_re("^[a-z]+$"), "^[a-z]+$"),
        (v.matches_re("a|b"), "^(?:a|b)$"),
        (v.matches_re(r"a\$"), r"^a\$$"),
        (v.matches_re("a|b", func=re.search), "a|b"),
        (v.matches_re("a|b$", func=re.match), "^(?:a|b$)"),
        (v.matches_re("a", flags=re.IGNORECASE), None),
        (v.matches_re("(?i)a"), None),
    ],
)
def test_a_pattern_is_one_that_is_searched_for(validator, pattern):
    """Of attrs it matches the whole text, unless it is told otherwise; JSON Schema has no flags."""
    assert field_schema(str, validator).get("pattern") == pattern


TEXT, NULL = {"type": "string", "enum": ["b", "a"]}, {"type": "null"}


@pytest.mark.parametrize(
    ("annotation", "validator", "schema"),
    [
        (str, v.in_(["b", "a"]), TEXT),
        (str, v.in_(("b", "a", None)), TEXT),
        (str, v.in_({"b", "a"}), {"type": "string", "enum": ["a", "b"]}),
        (str, v.in_(frozenset({"b", "a"})), {"type": "string", "enum": ["a", "b"]}),
        (Annotated[str, "Which."], v.in_(["b", "a"]), {"description": "Which.", **TEXT}),
        (Optional[str], v.optional(v.in_(["b", "a"])), {"anyOf": [TEXT, NULL]}),
        (Union[int, str], v.in_(["b", "a"]), {"anyOf": [{"type": "integer"}, TEXT]}),
        (int, v.in_([2, 1]), {"type": "integer", "enum": [2, 1]}),
        (int, v.in_([1.0, 2]), {"type": "integer"}),
        (float, v.in_([1, 2]), {"type": "number"}),
        (str, v.in_("ab"), {"type": "string"}),
    ],
)
def test_a_choice_of_texts_or_integers_is_an_enum(annotation, validator, schema):
    """Of other values Python takes some for equal that JSON Schema does not; a set has the order of its values."""
    assert field_schema(annotation, validator) == schema


@pytest.mark.parametrize(
    ("annotation", "validator", "items"),
    [
        (list[int], v.deep_iterable(v.ge(1), v.instance_of(list)), {"type": "integer", "minimum": 1}),
        (Sequence[str], v.deep_iterable(v.in_(["a"])), {"type": "string", "enum": ["a"]}),
        (tuple[int, ...], v.deep_iterable(v.le(3)), {"type": "integer", "maximum": 3}),
        (list, v.deep_iterable(v.in_(["a"])), {}),
    ],
)
def test_items_are_bounded(annotation, validator, items):
    """Where the hint says what they are."""
    assert field_schema(annotation, validator)["items"] == items


def test_what_has_no_hint_is_what_its_validators_say():
    """As classes were written before there were hints."""

    @attr.s
    class Old:
        kind = attr.ib(validator=v.in_(["a", "b"]))
        size = attr.ib(validator=[v.instance_of(int), v.ge(0)])
        name = attr.ib(validator=v.optional(v.instance_of(str)))
        rest = attr.ib(validator=v.instance_of(Tool))

    assert schema_of(Old)["properties"] == {
        "kind": {"type": "string", "enum": ["a", "b"]},
        "size": {"type": "integer", "minimum": 0},
        "name": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "rest": {},
    }


def test_what_a_converter_makes_is_not_what_is_sent():
    """Its validators look at the one, the schema speaks of the other."""
    assert field_schema(int, v.ge(10), converter=lambda value: value + 10) == {"type": "integer"}

    @attrs.define
    class Made:
        x: int = attrs.field(validator=v.ge(10))

        def __init__(self, x: int) -> None:
            self.__attrs_init__(x + 10)

    assert schema_of(Made)["properties"]["x"] == {"type": "integer"}


def test_the_class_still_asks_all_of_its_validators():
    """Those that the schema has are refused by their place, others as the class says it."""

    @attrs.define
    class Trip:
        seats: int = attrs.field(validator=v.ge(1))
        start: str = attrs.field(default="A", validator=v.matches_re("a|b", flags=re.IGNORECASE))
        day: dt.date = attrs.field(default=dt.date(2031, 5, 6), validator=v.ge(dt.date(2031, 1, 1)))

    assert arriving(Trip, {"seats": 1}) == Trip(1)
    assert "value.seats: at least 1, got 0" in refusal(Trip, {"seats": 0})
    assert "'start' must match regex" in refusal(Trip, {"seats": 1, "start": "c"})
    assert "value.day: must be at least 2031-01-01" in refusal(Trip, {"seats": 1, "day": "2030-05-06"})
