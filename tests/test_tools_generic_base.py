"""Tools whose base says what they take and give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypedDict, TypeVar

import pytest

from toolkit import Tool, ToolContext
from toolkit.tools.generic_base import types_of_base

Args = TypeVar("Args")
Result = TypeVar("Result")


class Point(TypedDict):
    x: int
    y: int


@dataclass
class Digits:
    left: int
    right: int = 1


class Agents(Tool[Args, Result], Generic[Args, Result]):
    """A base of somebody's own."""


class Lists(Agents[Args, list[Result]], Generic[Args, Result]):
    """Gives lists."""


class Far(Lists[Point, int]):
    """Measure."""

    def execute(self, args: Point) -> list[int]:
        return [args["x"], args["y"]]


class Again(Far):
    """Inherits all of it."""


class Silent(Lists[Digits, int]):
    """Without a hint of its own."""

    def execute(self, args, context: ToolContext):
        return [args.left, args.right]


class Plain(Tool):
    """By name."""

    def execute(self, x):
        return x


@pytest.mark.parametrize(
    ("cls", "types"),
    [
        (Far, (Point, list[int])),
        (Again, (Point, list[int])),
        (Silent, (Digits, list[int])),
        (Plain, ()),
        (Agents, (Args, Result)),
    ],
)
def test_what_a_base_says_is_found_through_classes_between(cls: type, types: tuple[Any, ...]):
    """With the variables of each filled in."""
    assert types_of_base(cls, Tool) == types


@pytest.mark.parametrize("cls", [Far, Again])
def test_a_tool_of_a_generic_base_takes_its_arguments_whole(cls: type[Tool]):
    """As one typed value."""
    assert cls().invoke({"x": 1, "y": 2}) == [1, 2]
    assert cls().output_schema == {"type": "array", "items": {"type": "integer"}}


def test_hints_that_are_left_out_are_those_of_the_base():
    """Of the arguments and of the result."""
    made = Silent()
    assert list(made.input_schema["properties"]) == ["left", "right"]
    assert made.output_schema == {"type": "array", "items": {"type": "integer"}}
    assert made.invoke({"left": 3}) == [3, 1]


def test_a_base_that_says_nothing_leaves_all_open():
    """Arguments by name, any value, no schema of the result."""
    assert Plain().input_schema["properties"] == {"x": {}}
    assert Plain().output_schema is None


def test_any_says_nothing():
    """Neither of arguments nor of the result."""

    class Loose(Tool[Any, Any]):
        description = ""

        def execute(self, x: int):
            return x

    assert Loose().invoke({"x": 1}) == 1
    assert Loose().output_schema is None


class Measure(Agents["Rod", "int | None"]):
    """Measure."""

    def execute(self, rod):
        return rod.feet


@dataclass
class Rod:
    feet: int


def test_a_base_may_name_classes_that_come_later():
    """A text in its brackets is a name, as it is in any other hint."""
    assert types_of_base(Measure, Tool) == (Rod, int | None)
    assert Measure().invoke({"feet": 3}) == 3
