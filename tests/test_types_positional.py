"""Arrays with a type for each position."""

from __future__ import annotations

import collections
import datetime as dt
import enum
import typing
from typing import Annotated, Generic, NamedTuple, Optional, TypeVar, Unpack

import pytest
from road import alike, arriving, fault, refusal, schema_of
from typing_extensions import TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
DAY = dt.date(2031, 5, 6)


class Seat(NamedTuple):
    """A seat in a hall."""

    row: int
    letter: str = "A"
    "Letter of the seat."


class Tree(NamedTuple):
    value: int
    inner: Optional["Tree"] = None  # noqa: UP037 - a text is tested


class Pair(NamedTuple, Generic[T]):
    first: T
    others: list[T] = []


Plain = collections.namedtuple("Plain", "a b")  # noqa: PYI024 - hints are absent on purpose


class Dates(tuple[dt.date, ...]):
    """A tuple of the user's own."""

    __slots__ = ()


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (tuple, [1, "a"], (1, "a")),
        (typing.Tuple, [1, "a"], (1, "a")),
        (tuple[()], [], ()),
        (tuple[int, str], [1.0, "a"], (1, "a")),
        (tuple[int, ...], [1, 2], (1, 2)),
        (tuple[None, ...], [None], (None,)),
        (tuple[dt.date, ...], ["2031-05-06"], (DAY,)),
        (tuple[int, Unpack[tuple[dt.date, ...]]], [1], (1,)),
        (tuple[int, Unpack[tuple[dt.date, ...]]], [1, "2031-05-06"], (1, DAY)),
        (tuple[int, *tuple[str, bool]], [1, "a", True], (1, "a", True)),
        (tuple[Unpack[Ts]], [1, "a"], (1, "a")),
        (Dates, ["2031-05-06"], Dates([DAY])),
        (Seat, [3], Seat(3)),
        (Seat, [3, "B"], Seat(3, "B")),
        (Plain, [1, "x"], Plain(1, "x")),
        (Tree, [1, [2]], Tree(1, Tree(2))),
        (Pair[dt.date], ["2031-05-06", ["2031-05-06"]], Pair(DAY, [DAY])),
        (list[Seat], [[1], [2, "B"]], [Seat(1), Seat(2, "B")]),
    ],
)
def test_items_arrive_by_position(hint, sent, arrives):
    """Each position has a type of its own; trailing defaults of a NamedTuple may be left out."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent", "place"),
    [
        (tuple[()], [1], "value"),
        (tuple[int, str], [1], "value: "),
        (tuple[int, str], [1, "a", 2], "value"),
        (tuple[int, str], ["a", 1], "value[0]: "),
        (tuple[int, ...], ["a"], "value[0]: "),
        (tuple[int, Unpack[tuple[str, ...]]], [], "value: "),
        (tuple[int, Unpack[tuple[str, ...]]], [1, 2], "value[1]: "),
        (tuple[dt.date, dt.date], ["x", "y"], "value[0]: 'x' is not a date"),
        (tuple[dt.date, dt.date], ["x", "y"], "value[1]: 'y' is not a date"),
        (Seat, [], "value: "),
        (Seat, ["3"], "value[0]: "),
        (Seat, [3, "B", 1], "value"),
        (Seat, {"row": 3}, "value: "),
        (Pair[dt.date], ["x"], "value[0]: 'x' is not a date"),
    ],
)
def test_wrong_items_are_named_by_position(hint, sent, place):
    """The path has the index."""
    assert place in refusal(hint, sent)


def test_a_default_stands_at_its_position():
    """What arrives where the array ends before it; as far as JSON can hold it."""

    class Stop(NamedTuple):
        town: str
        seat: Seat = Seat(1)
        by: object = object()

    assert [each.get("default") for each in schema_of(Stop)["prefixItems"]] == [None, [1, "A"], None]


def test_a_position_is_described_by_its_name():
    """An array has no names on the wire, so the text says what stands where."""
    assert schema_of(Seat) == {
        "description": "A seat in a hall.",
        "type": "array",
        "prefixItems": [
            {"description": "row", "type": "integer"},
            {"description": "Letter of the seat.", "type": "string", "default": "A"},
        ],
        "items": False,
        "minItems": 1,
    }


def test_a_position_keeps_its_name_beside_the_text_of_its_type():
    """Two items of one class would be told alike; what is written for an item says enough."""

    class Hall(enum.Enum):
        """A hall."""

        NORTH = "n"

    class Change(NamedTuple):
        """A change of seats.

        Attributes:
            by: Where they meet.
        """

        left: Seat
        start: Hall
        end: Annotated[Hall, "The last one."]
        by: Hall

    texts = ["left: A seat in a hall.", "start: A hall.", "The last one.", "Where they meet."]
    assert [each["description"] for each in schema_of(Change)["prefixItems"]] == texts


def test_a_recursive_named_tuple_is_a_definition():
    """It refers to itself."""
    assert schema_of(Tree)["$defs"]["Tree"]["prefixItems"][1]["anyOf"][0]["$ref"] == "#/$defs/Tree"


def test_a_named_tuple_that_is_used_twice_is_a_definition():
    """As a record is: what is used twice at each of many levels would double its schema at each."""

    class Row(NamedTuple):
        first: Seat
        last: Seat

    made = schema_of(Row)
    assert [each["$ref"] for each in made["prefixItems"]] == ["#/$defs/Seat"] * 2
    assert alike(arriving(Row, [[1], [1, "B"]]), Row(Seat(1), Seat(1, "B")))


def test_last_items_behind_any_number_have_no_schema():
    """JSON Schema has no word for them."""
    assert fault(tuple[*tuple[str, ...], int]) == (
        "take(value): JSON Schema has no word for the last items of an array of any length; "
        "put the items of any number last, or into a list of their own"
    )
