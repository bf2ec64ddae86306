"""Bounds: in the schema where it has a word for them, on the loaded value elsewhere."""

from __future__ import annotations

import datetime as dt
import pathlib
import re
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Annotated, Any, Literal, Optional, Union

import annotated_types as at
import msgspec
import pytest
from pydantic import Field
from road import arriving, refusal, schema_of

DAY = dt.date(2031, 5, 6)


class Level(IntEnum):
    LOW = 1
    HIGH = 2


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        (Annotated[int, at.Ge(1)], {"minimum": 1}),
        (Annotated[float, at.Gt(0)], {"exclusiveMinimum": 0}),
        (Annotated[int, at.Interval(ge=1, lt=5)], {"minimum": 1, "exclusiveMaximum": 5}),
        (Annotated[int, at.MultipleOf(3)], {"multipleOf": 3}),
        (Annotated[str, at.Len(1, 3)], {"minLength": 1, "maxLength": 3}),
        (Annotated[list[int], at.Len(1, 3)], {"minItems": 1, "maxItems": 3}),
        (Annotated[tuple[int, ...], at.MinLen(1)], {"minItems": 1}),
        (Annotated[set[int], at.Len(1, 3)], {"minItems": 1, "maxItems": 3}),
        (Annotated[dict[str, int], at.MaxLen(2)], {"maxProperties": 2}),
        (Annotated[bytes, at.Len(2, 3)], {"minLength": 4, "maxLength": 4}),
        (Annotated[str, Field(pattern="^a", min_length=2)], {"pattern": "^a", "minLength": 2}),
        (Annotated[int, Field(ge=1, description="text")], {"description": "text", "minimum": 1}),
        (Annotated[int, msgspec.Meta(ge=1, description="text")], {"description": "text", "minimum": 1}),
        (Annotated[Annotated[int, at.Ge(1)], at.Ge(5)], {"minimum": 5}),
        (Annotated[Annotated[int, at.Ge(5)], at.Ge(1)], {"minimum": 5}),
        (Annotated[int, at.Ge(Decimal("1.5"))], {"minimum": 1.5}),
    ],
)
def test_bounds_stand_in_the_schema(hint, said):
    """Under the words of JSON Schema 2020-12, Validation, section 6."""
    schema = schema_of(hint)
    assert {key: schema[key] for key in said} == said


@pytest.mark.parametrize(
    ("hint", "options"),
    [
        (Annotated[Optional[int], at.Ge(1)], [{"type": "integer", "minimum": 1}, {"type": "null"}]),
        (Annotated[Union[int, str], at.Ge(1)], [{"type": "integer", "minimum": 1}, {"type": "string"}]),
        (
            Annotated[Union[str, list[int]], at.MinLen(2)],
            [{"type": "string", "minLength": 2}, {"type": "array", "items": {"type": "integer"}, "minItems": 2}],
        ),
        (Annotated[Decimal, at.Ge(1)], [{"type": "number", "minimum": 1}, {"type": "string", "format": "decimal"}]),
    ],
)
def test_bounds_of_a_union_go_to_its_members(hint, options):
    """Each member has those that bind it."""
    assert schema_of(hint)["anyOf"] == options


@pytest.mark.parametrize(
    ("hint", "sent", "said"),
    [
        (Annotated[int, at.Ge(1)], 0, "at least 1"),
        (list[Annotated[int, at.Ge(1)]], [1, 0], "value[1]: at least 1"),
        (dict[str, Annotated[int, at.Ge(1)]], {"a": 0}, "value.a: at least 1"),
        (Optional[Annotated[int, at.Ge(1)]], 0, "at least 1"),
        (Annotated[Union[str, int], at.MinLen(2)], "a", "at least 2"),
        (Annotated[set[int], at.MinLen(2)], [1, 1], "value: must have at least 2 different items"),
        (Annotated[frozenset[str], at.MaxLen(1)], ["a", "b"], "at most 1"),
        (Annotated[Decimal, at.Ge(1)], "0.5", "value: must be at least 1"),
        (Annotated[Decimal, at.Gt(Decimal("1.1"))], "1.1", "value: must be greater than 1.1"),
        (Annotated[Decimal, at.MultipleOf(Decimal("0.05"))], "1.56", "value: must be a multiple of 0.05"),
        (Annotated[Decimal, Field(max_digits=3)], "12.34", "value: must have at most 3 digits"),
        (Annotated[Decimal, Field(decimal_places=1)], 1.55, "value: must have at most 1 digits behind the point"),
        (Annotated[Optional[Decimal], Field(max_digits=2)], "123", "value: must have at most 2 digits"),
        (Annotated[Fraction, at.Lt(Fraction(1, 3))], "1/3", "value: must be less than 1/3"),
        (Annotated[dt.date, at.Ge(DAY)], "2031-05-05", "value: must be at least 2031-05-06"),
        (Optional[Annotated[dt.date, at.Ge(DAY)]], "2031-05-05", "value: must be at least 2031-05-06"),
        (Annotated[dt.timedelta, at.Le(dt.timedelta(days=1))], "P2D", "value: must be at most P1D"),
        (Annotated[bytes, at.MinLen(2)], "aA==", "value: must have at least 2 bytes"),
        (Annotated[bytearray, at.MaxLen(2)], "aGkh", "value: must have at most 2 bytes"),
        (Annotated[Literal[1, 2, 3], at.Ge(2)], 1, "value: must be at least 2"),
        (Annotated[Level, at.Ge(2)], 1, "value: must be at least 2"),
        (Annotated[str, at.Ge("b")], "a", "value: must be at least b"),
        (Annotated[Any, at.Ge(1)], 0, "at least 1"),
        (Annotated[Literal["ab", "cb"], Field(pattern="^a")], "cb", "value: must match the pattern ^a"),
        (Annotated[str, Field(pattern="^a"), Field(pattern="b$")], "ac", "value: must satisfy the pattern b$"),
        (Annotated[str, Field(pattern=re.compile("^a", re.IGNORECASE))], "b", "value: must satisfy the pattern ^a"),
        (Annotated[int, at.MultipleOf(2), at.MultipleOf(3)], 4, "value: a multiple of 6"),
        (Annotated[str, at.Predicate(str.islower)], "A", "value: must satisfy islower"),
        (Annotated[str, at.Predicate(at.Not(str.islower))], "a", "value: must satisfy not islower"),
        (Annotated[int, at.Predicate(lambda v: v > 3)], 1, "value: must satisfy the condition of this parameter"),
        (Annotated[pathlib.Path, at.Predicate(pathlib.Path.is_absolute)], "a", "value: must satisfy is_absolute"),
    ],
)
def test_bounds_hold(hint, sent, said):
    """The refusal says what the value must be."""
    assert said in refusal(hint, sent)


@pytest.mark.parametrize(
    ("hint", "sent"),
    [
        (Annotated[Union[int, str], at.Ge(1)], "x"),
        (Annotated[Union[int, dt.date], at.Ge(1)], "2031-05-06"),
        (Annotated[Optional[dt.date], at.Ge(DAY)], None),
        (Annotated[Union[str, int], at.MinLen(2)], 5),
        (Annotated[Decimal, Field(max_digits=3, decimal_places=1)], "12.50"),
        (Annotated[Decimal, Field(max_digits=3)], "1e2"),
        (Annotated[Decimal, Field(max_digits=1)], "0.0"),
        (Annotated[float, Field(allow_inf_nan=False, strict=True)], 1.5),
        (Annotated[str, Field(coerce_numbers_to_str=True)], "a"),
        (Annotated[pathlib.Path, at.MinLen(5)], "abcde"),
        (at.IsFinite[float], 1.5),
        (Annotated[dt.date, Field(pattern="^a")], "2031-05-06"),
        (Annotated[Union[int, str], Field(pattern=re.compile("^a", re.IGNORECASE))], 5),
        (Annotated[str, Field(pattern=re.compile("^a", re.IGNORECASE))], "A"),
    ],
)
def test_bounds_bind_what_they_are_about(hint, sent):
    """A bound that makes no sense for a value of a union is one for other members."""
    arriving(hint, sent)


@pytest.mark.parametrize(
    ("marker", "naive", "utc", "berlin"),
    [
        (at.Timezone(None), True, False, False),
        (at.Timezone(...), False, True, True),
        (at.Timezone(dt.UTC), False, True, False),
        (at.Timezone("UTC"), False, True, False),
        (msgspec.Meta(tz=True), False, True, True),
        (msgspec.Meta(tz=False), True, False, False),
    ],
)
def test_the_offset_of_a_time_is_checked(marker, naive, utc, berlin):
    """Timezone(None) wants none, Timezone(...) any, else it is a certain one."""
    hint = Annotated[dt.datetime, marker]
    for text, is_taken in (
        ("2031-05-06T07:08:09", naive),
        ("2031-05-06T07:08:09Z", utc),
        ("2031-05-06T07:08:09+02:00", berlin),
    ):
        if is_taken:
            arriving(hint, text)
        else:
            assert refusal(hint, text).startswith("value: must have ")


@pytest.mark.parametrize(
    ("bound", "sent", "said"),
    [
        (dt.datetime(2024, 1, 1), "2031-05-06T07:08:09Z", "must have no UTC offset, such as"),
        (dt.datetime(2024, 1, 1, tzinfo=dt.UTC), "2031-05-06T07:08:09", "must have a UTC offset, such as"),
        (dt.datetime(2024, 1, 1, tzinfo=dt.UTC), "2020-01-01T00:00:00Z", "must be at least 2024-01-01T00:00:00+00:00"),
    ],
)
def test_a_time_that_cannot_be_compared_is_told_the_offset_that_the_bound_has(bound, sent, said):
    """It may well be late enough."""
    assert refusal(Annotated[dt.datetime, Field(ge=bound)], sent).startswith(f"value: {said}")


def test_keywords_of_markers_reach_the_schema():
    """Examples, deprecation and what an author adds; a title is dropped."""
    hint = Annotated[int, Field(examples=[1], json_schema_extra={"x-unit": "m"}, title="T", deprecated=True)]
    assert schema_of(hint) == {"type": "integer", "x-unit": "m", "examples": [1], "deprecated": True}
