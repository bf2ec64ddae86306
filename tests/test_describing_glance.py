"""Whether a function can be described, found at a glance."""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import functools
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NotRequired, Optional, TypedDict

import pydantic.dataclasses
import pytest
import typing_extensions
from pydantic import Field

from toolkit import Tool, ToolContext, TypeRule
from toolkit.describing.glance import is_surely_right
from toolkit.options import ToolOptions
from toolkit.types import rules

SAID = ToolOptions(description="")


@dataclass
class Stop:
    city: str


class Unit(enum.Enum):
    C = "c"


class Empty(enum.Enum):
    """An enum without members."""


class Visit(TypedDict):
    stop: NotRequired[Stop]
    unit: Unit


@dataclass(kw_only=True)
class Trip:
    visits: list[Visit]
    at: dt.datetime = dt.datetime(2031, 1, 1)


@dataclass
class Tree:
    children: list[Tree]


@dataclass
class Odd:
    view: memoryview


@dataclass
class HandWritten:
    a: int

    def __init__(self, b: int) -> None:
        self.a = b


@dataclass
class Filled:
    a: int = dataclasses.field(init=False, default=1)


@dataclass
class Open:
    a: ClassVar[int] = 1


@dataclass
class WithUnknown:
    a: Nothing  # noqa: F821 - a name that means nothing


def _plain(a: int, b: list[str], c: Literal["x", "y"] = "x", *, d: Optional[dict[str, Any]] = None, e=1) -> Nothing: ...  # noqa: F821 - a return hint may mean nothing


def _with_class(stop: Stop, more: list[Stop]) -> None: ...


def _with_members(trip: Trip, unit: Unit | None, visits: dict[str, Visit]) -> None: ...


def _with_tree(tree: Tree) -> None: ...


def _with_context(context: ToolContext) -> None: ...


def _with_unknown(a: Nothing) -> None: ...  # noqa: F821 - a name that means nothing


def _with_field(a: int = Field(3)) -> None: ...


def _with_keyword_field(*, a: int = Field(3)) -> None: ...


@functools.wraps(_plain)
def _wrapping(*args: Any, **kwargs: Any) -> None: ...


def test_a_plain_function_is_right():
    """Texts in its hints are resolved first."""
    assert is_surely_right(_plain, SAID)
    assert is_surely_right(lambda a, b=1: a, SAID)


@pytest.mark.parametrize(
    "function",
    [
        _with_context,
        _with_unknown,
        _with_field,
        _with_keyword_field,
        len,
        functools.partial(_plain),
        _wrapping,
    ],
)
def test_what_may_be_wrong_is_looked_at(function):
    """A doubt is no fault: such a function is described at once."""
    assert not is_surely_right(function, SAID)


@pytest.mark.parametrize(
    "options",
    [
        {"args_schema": Stop},
        {"bind": {"a": print}},
        {"exclude_from_schema": {"c"}},
        {"strict_docstring": True},
        {"examples": [{"a": 1}]},
        {"return_type": int},
        {"output_schema": {"type": "string"}},
    ],
)
def test_options_that_may_be_wrong_are_looked_at(options):
    """Whatever describing heeds."""
    assert not is_surely_right(_plain, ToolOptions(description="", **options))


def test_a_class_whose_members_are_plain_is_right():
    """Data classes, TypedDicts and enums at every depth, and classes of the standard library that hold one value."""
    assert is_surely_right(_with_class, SAID)
    assert is_surely_right(_with_members, SAID)


def test_a_class_inside_itself_is_right():
    """Its hint is a text, for want of a name yet."""
    assert is_surely_right(_with_tree, SAID)


@pytest.mark.parametrize(
    "cls",
    [
        Odd,
        Empty,
        HandWritten,
        Filled,
        Open,
        WithUnknown,
        typing_extensions.TypedDict("Further", {"a": int}, extra_items=memoryview),
        dataclasses.make_dataclass("Marked", [("a", Annotated[int, object()])]),
        dataclasses.make_dataclass("Pair", [("a", int)], bases=(tuple,)),
        pydantic.dataclasses.dataclass(dataclasses.make_dataclass("Checked", [("a", int)])),
    ],
)
def test_a_class_with_an_odd_member_is_looked_at(cls):
    """It may have no schema, or another row of the type table may describe it."""

    def take(item): ...

    take.__annotations__ = {"item": list[cls]}
    assert not is_surely_right(take, SAID)


def test_a_class_beside_an_odd_one_is_not_taken_for_right():
    """What was only met on the way has not been looked at to the end."""
    met = dataclasses.make_dataclass("Met", [("a", int), ("b", memoryview)])

    def take(item): ...

    for _ in range(2):
        take.__annotations__ = {"item": met}
        assert not is_surely_right(take, SAID)


def test_an_odd_class_beside_a_text_is_not_taken_for_right():
    """When the text is resolved, the class is as odd as before."""

    def take(item, number): ...

    for _ in range(2):
        take.__annotations__ = {"item": list[Odd], "number": "int"}
        assert not is_surely_right(take, SAID)
    take.__annotations__ = {"item": list[Trip], "number": "int"}
    assert is_surely_right(take, SAID)


def test_a_class_is_known_once_a_tool_was_described_with_it():
    """From then on it costs nothing."""

    def take(item: HandWritten): ...

    assert not is_surely_right(take, SAID)
    _ = Tool.from_function(take, description="").input_schema
    assert is_surely_right(take, SAID)


def test_a_users_row_makes_every_hint_doubtful():
    """It may describe int."""
    rule = rules.register(TypeRule("none", lambda hint: False, *[lambda hint, walk: None] * 3))
    try:
        assert not is_surely_right(_plain, SAID)
    finally:
        rules._REGISTERED.remove(rule)


@pytest.mark.parametrize(
    ("docstring", "is_sure"),
    [
        ("Add two numbers.", True),
        ("\n    Add two numbers.\n\n    Args:\n        a: The first.\n", True),
        (None, False),
        (5, False),
        ("", False),
        ("Adds", False),
        ("Args:\n    a: The first.", False),
        ("Parameters\n----------\na : int", False),
        (":param a: The first.", False),
        ("@param a The first.", False),
    ],
)
def test_a_description_must_be_there(docstring, is_sure):
    """One that begins with a section may have none."""

    def take(a: int): ...

    take.__doc__ = docstring
    assert is_surely_right(take, ToolOptions()) is is_sure
