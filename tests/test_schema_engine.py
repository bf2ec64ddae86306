"""The fast path: what it takes by itself, and what it leaves to the slower one."""

from __future__ import annotations

import datetime as dt
import enum
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Optional, Union

import annotated_types
import msgspec
import pydantic
import pytest
from road import alike, taker

from toolkit import Tool
from toolkit.calling.contract import engine
from toolkit.schema.engine import FastPath

pytestmark = pytest.mark.skipif(engine() == "reference", reason="the reference engine has no fast path")


class Colour(enum.Enum):
    RED = "r"
    ONE = 1


@dataclass
class Point:
    x: int
    y: int = 7


class Turning(type):
    """A metaclass that takes the fields in another order than the class has them."""

    def __call__(cls, y: int, x: int) -> Any:
        return super().__call__(x, y)


@dataclass
class Turned(metaclass=Turning):
    x: int
    y: int


class Odd(pydantic.BaseModel):
    """Its names in JSON are none that Python can write in a call."""

    dashed: int = pydantic.Field(alias="a-b")
    kept: int = pydantic.Field(alias="class")
    spaced: int = pydantic.Field(7, alias="c d")


Worded: Any = msgspec.defstruct("Worded", [("class", int), ("kept", int)])


@dataclass
class Day:
    at: dt.date


@dataclass
class Trip:
    start: Point
    day: Day
    stop: Optional[Point] = None
    stops: list[Point] = field(default_factory=list)
    by_name: dict[str, Point] = field(default_factory=dict)
    tags: dict[str, int] = field(default_factory=dict)
    more: Any = None


DATE = dt.date(2031, 5, 6)
TAKEN = [
    (Point, '{"x": 1}', Point(1)),
    (Point, '{"y": 2, "x": 1}', Point(1, 2)),
    (Turned, '{"x": 1, "y": 2}', Turned(y=2, x=1)),
    (Worded, '{"class": 1, "kept": 2}', Worded(1, 2)),
    (Odd, '{"a-b": 1, "class": 2}', Odd(**{"a-b": 1, "class": 2})),
    (list[Odd], '[{"a-b": 1, "class": 2, "c d": 3}]', [Odd(**{"a-b": 1, "class": 2, "c d": 3})]),
    (Optional[Point], "null", None),
    (Optional[Point], '{"x": 1}', Point(1)),
    (Optional[dict[str, int]], "null", None),
    (Optional[dict[str, int]], '{"a": 1, "b": 2}', {"a": 1, "b": 2}),
    (Optional[dt.date], "null", None),
    (Optional[dt.date], '"2031-05-06"', DATE),
    (list[Point], '[{"x": 1}, {"y": 3, "x": 2}, {"x": 4, "y": 5}]', [Point(1), Point(2, 3), Point(4, 5)]),
    (list[Day], '[{"at": "2031-05-06"}, {"at": "2031-05-06"}]', [Day(DATE), Day(DATE)]),
    (list[list[Day]], '[[{"at": "2031-05-06"}], []]', [[Day(DATE)], []]),
    (list[Optional[Day]], '[null, {"at": "2031-05-06"}]', [None, Day(DATE)]),
    (list[dict[str, int]], '[{"a": 1}, {}, {"b": 2, "c": 3}]', [{"a": 1}, {}, {"b": 2, "c": 3}]),
    (dict[str, Point], '{"a": {"x": 1}, "b": {"x": 2, "y": 3}}', {"a": Point(1), "b": Point(2, 3)}),
    (dict[str, Day], '{"a": {"at": "2031-05-06"}, "b": {"at": "2031-05-06"}}', {"a": Day(DATE), "b": Day(DATE)}),
    (dict[str, list[dt.date]], '{"a": ["2031-05-06"], "b": []}', {"a": [DATE], "b": []}),
    (dict[str, dict[str, int]], '{"a": {"b": 1}, "c": {}}', {"a": {"b": 1}, "c": {}}),
    (set[int], "[1, 2]", {1, 2}),
    (set[dt.date], '["2031-05-06"]', {DATE}),
    (Literal["a", "b"], '"a"', "a"),
    (Literal["a", 1, None], "1", 1),
    (Union[int, float, None], "1.5", 1.5),
    (Union[list[float], dict[str, float], int], '{"a": 1.5}', {"a": 1.5}),
    (Colour, '"r"', Colour.RED),
    (Annotated[int, annotated_types.MultipleOf(3)], "6", 6),
    (Annotated[list[int], annotated_types.MaxLen(2)], "[1, 2]", [1, 2]),
    (Any, '{"a": [{"b": 1}, {"c": {}}], "d": "a:b"}', {"a": [{"b": 1}, {"c": {}}], "d": "a:b"}),
    (
        Trip,
        '{"start": {"x": 1}, "day": {"at": "2031-05-06"}}',
        Trip(Point(1), Day(DATE)),
    ),
    (
        Trip,
        (
            '{"start": {"x": 1}, "day": {"at": "2031-05-06"}, "stop": {"x": 2, "y": 3}, "stops": [{"x": 4}], '
            '"by_name": {"a": {"x": 5}, "b": {"x": 6, "y": 7}}, "tags": {"c": 8}, "more": {"d": {"e": 9}}}'
        ),
        Trip(
            Point(1),
            Day(DATE),
            Point(2, 3),
            [Point(4)],
            {"a": Point(5), "b": Point(6, 7)},
            {"c": 8},
            {"d": {"e": 9}},
        ),
    ),
]


def loaded(hint: Any, text: str) -> Any:
    """What the fast path alone makes of a value for the hint; None if it leaves that to the slower one."""
    fast = taker(hint).contract.fast
    assert fast is not None
    return fast.loaded(f'{{"value": {text}}}')


@pytest.mark.parametrize(("hint", "text", "expected"), TAKEN)
def test_a_valid_value_is_taken_at_once(hint, text, expected):
    """A fast path that left all to the slower one would give the same values, and help nobody."""
    assert alike(loaded(hint, text), {"value": expected})


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (Point, '{"x": 1, "x": 2}'),
        (Optional[Point], '{"x": 1, "y": 3, "y": 2}'),
        (list[Point], '[{"x": 1}, {"x": 1, "x": 2}]'),
        (list[dict[str, int]], '[{"a": 1, "a": 2}, {"b": 1}]'),
        (dict[str, Point], '{"a": {"x": 1}, "a": {"x": 2}}'),
        (dict[str, Point], '{"a": {"x": 1, "x": 1}}'),
        (dict[str, int], '{"a": 1, "a": 2}'),
        (Any, '{"a": [{"b": 1, "b": 2}]}'),
        (Trip, '{"start": {"x": 1}, "day": {"at": "2031-05-06"}, "tags": {"a": 1, "a": 2}}'),
        (Trip, '{"start": {"x": 1}, "day": {"at": "2031-05-06"}, "stops": [{"x": 1, "x": 2}]}'),
        (Trip, '{"start": {"x": 1}, "day": {"at": "2031-05-06"}, "stop": {"x": 1, "x": 2}}'),
        (Trip, '{"start": {"x": 1}, "day": {"at": "2031-05-06"}, "stop": null, "stop": null}'),
    ],
)
def test_a_name_that_stands_twice_is_left_to_the_slower_path(hint, text):
    """Wherever it stands: the decoder would keep the last one."""
    assert loaded(hint, text) is None


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (Point, '{"x": "1"}'),
        (Point, "{}"),
        (Point, '{"x": 1, "z": 2}'),
        (Day, '{"at": "2031-02-31"}'),
        (Union[int, float, None], "1.0"),
        (Union[list[float], dict[str, float], int], "[1.5, 1.0]"),
        (Union[list[float], dict[str, float], int], '{"a": 1.0}'),
        (Colour, '"RED"'),
        (Literal["a", 1, None], "true"),
        (Annotated[int, annotated_types.MultipleOf(3)], "7"),
        (Annotated[list[int], annotated_types.MaxLen(2)], "[1, 2, 3]"),
        (dict[str, int], '{"\\ud800": 1}'),
        (Any, f"{'[' * 65}{']' * 65}"),
    ],
)
def test_what_does_not_fit_is_left_to_the_slower_path(hint, text):
    """Which words the refusal, or makes an int of a whole number."""
    assert loaded(hint, text) is None


def test_arguments_that_may_have_any_name_have_no_fast_path():
    """No mirror holds what is not known beforehand."""

    def take(first: int, **rest: int) -> None:
        """Take."""

    contract = Tool.from_function(take).contract
    assert contract.fast is None
    with pytest.raises(TypeError, match=r"^the arguments object has no mirror$"):
        FastPath(contract.descriptor.arguments, {}, contract.binding.load)
