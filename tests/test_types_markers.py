"""What markers say beside a type, checked when the tool is made."""

from __future__ import annotations

import datetime as dt
import enum
import json
import socket
from decimal import Decimal
from typing import Annotated, Any, Optional, Union

import annotated_types as at
import pytest
from pydantic import Field
from road import arriving, fault, refusal, schema_of

LONG = 10**5000


class Longest(enum.IntEnum):
    """Lengths, by what has them."""

    NAME = 3


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        (Annotated[str, Field(pattern="[")], "unclosed character class"),
        (Annotated[str, at.MinLen(-1)], "min_length=-1 is not a whole number from 0"),
        (Annotated[list[int], at.MaxLen(LONG)], "max_length=a longer one is not a whole number from 0"),
        (Annotated[int, at.MultipleOf(0)], "multiple_of=0 is not a number above 0"),
        (Annotated[int, at.MultipleOf("a")], "multiple_of='a' is not a number above 0"),
        (Annotated[Decimal, at.MultipleOf(Decimal("nan"))], "multiple_of=Decimal('NaN') is not a number above 0"),
        (Annotated[str, at.MaxLen(True)], "max_length=True is not a whole number from 0"),
        (Annotated[int, at.MultipleOf(LONG)], "multiple_of=a longer one is not a number above 0"),
        (Annotated[int, at.Ge(-LONG)], "ge=a longer one is not a bound of at most 1,000 digits"),
        (Annotated[float, at.Lt(float("nan"))], "lt=nan is not a bound of at most 1,000 digits"),
        (Annotated[int, at.Ge("x")], "ge='x' says nothing of a value of type int"),
        (Annotated[float, at.MaxLen(3)], "max_length=3 says nothing of a value of type float"),
        (Annotated[str, at.Ge(1)], "ge=1 says nothing of a value of type str"),
        (Annotated[str, at.MultipleOf(2)], "multiple_of=2 says nothing of a value of type str"),
        (Annotated[dt.date, at.Ge(1)], "ge=1 says nothing of a value of type date"),
        (Annotated[list[int], at.Ge(1)], "ge=1 says nothing of a value of type list"),
        (Annotated[set[int], at.MultipleOf(2)], "multiple_of=2 says nothing of a value of type set"),
        (Annotated[dict[str, int], at.Lt(1.5)], "lt=1.5 says nothing of a value of type dict"),
        (Annotated[tuple[int, ...], Field(pattern="x")], "pattern='x' says nothing of a value of type tuple"),
        (Annotated[bool, at.MinLen(1)], "min_length=1 says nothing of a value of type bool"),
        (Annotated[int, at.Gt(5), at.Lt(3)], "no value is between gt=5 and lt=3"),
        (Annotated[float, at.Interval(gt=1, le=1.0)], "no value is between gt=1 and le=1.0"),
        (Annotated[str, at.Len(5, 2)], "no value is between min_length=5 and max_length=2"),
        (Annotated[list[int], Field(min_length=2, max_length=1)], "no value is between min_length=2 and"),
        (list[Annotated[int, at.Gt("x")]], "take(value[]): gt='x' says nothing"),
    ],
)
def test_a_bound_to_which_no_value_can_be_held_is_refused(hint, said):
    """When the tool is made: a model that meets it could do nothing about it."""
    assert said in fault(hint)
    assert "mend what stands beside the type" in fault(hint)


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (Annotated[float, at.Le(float("inf"))], 1.5),
        (Annotated[Decimal, at.Le(Decimal("1E+5000"))], "1.5"),
        (Annotated[Union[int, str], at.Ge(1)], "a"),
        (Annotated[Optional[dt.date], at.Ge(dt.date(2031, 1, 1))], None),
        (Annotated[dt.date, at.MinLen(3)], "2031-05-06"),
        (Annotated[list[int], at.Ge([1])], [1, 2]),
        (Annotated[int, at.Interval(ge=2, le=2)], 2),
        (Annotated[str, at.Len(2, 2)], "ab"),
        (Annotated[dt.date, at.Ge(dt.date(2031, 1, 1)), at.Le(dt.date(2032, 1, 1))], "2031-05-06"),
        (Annotated[Any, at.Ge(1)], 2),
        (Annotated[str, at.MaxLen(Longest.NAME)], "abc"),
        (Annotated[list[int], at.MinLen(Longest.NAME)], [1, 2, 3]),
    ],
)
def test_a_bound_that_says_nothing_in_json_is_no_fault(hint, value):
    """An infinite one, one of a member of a union, and one that the class may understand."""
    arrived = arriving(hint, value)
    assert str(value) == str(arrived)


def test_a_bound_beyond_json_is_held_by_the_value():
    """No number of the schema has so many digits."""
    assert "must be at least 1E+5000" in refusal(Annotated[Decimal, at.Ge(Decimal("1E+5000"))], 1)


def test_keywords_are_written_as_json():
    """A date among the examples is a text, and what JSON cannot hold is no example."""
    marker = Field(
        examples=[dt.date(2031, 5, 6), float("nan"), object()], json_schema_extra={"x-days": {dt.date(2031, 5, 7)}}
    )
    schema = schema_of(Annotated[dt.date, marker])
    assert schema["examples"] == ["2031-05-06"]
    assert schema["x-days"] == ["2031-05-07"]
    assert "NaN" not in json.dumps(schema_of(Annotated[float, Field(examples=[float("nan")])]))


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ({"x-port": socket.socket}, "its keyword 'x-port' has a value of type type, which JSON has not"),
        ({"minimum": "low"}, "its keyword 'minimum' is not a number"),
        ({"examples": "a"}, "its keyword 'examples' is not an array"),
    ],
)
def test_a_keyword_that_is_no_json_schema_is_refused(extra, said):
    """No client could read the declaration."""
    assert said in fault(Annotated[int, Field(json_schema_extra=extra)])


def test_a_function_that_changes_the_schema_is_called():
    """As pydantic calls it."""
    hint = Annotated[
        str, Field(json_schema_extra=lambda schema: schema.update(minLength=2), description="Two letters.")
    ]
    assert schema_of(hint) == {"description": "Two letters.", "type": "string", "minLength": 2}


def test_a_span_of_time_may_be_a_multiple_of_another():
    """Whatever has a remainder."""
    hours = Annotated[dt.timedelta, at.MultipleOf(dt.timedelta(hours=1))]
    assert arriving(hours, "PT2H") == dt.timedelta(hours=2)
    assert "must be a multiple of PT1H" in refusal(hours, "PT90M")
