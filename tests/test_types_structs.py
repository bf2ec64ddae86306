"""msgspec structs."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Generic, Optional, TypeVar, Union

import msgspec
import pytest
from road import alike, arriving, fault, refusal, schema_of

from toolkit import Tool, tool
from toolkit.types.dumping import Dumper

T = TypeVar("T")
DAY = dt.date(2031, 5, 6)


class User(msgspec.Struct, rename="camel"):
    """A user."""

    first_name: str
    age: Annotated[int, msgspec.Meta(ge=0, description="In years.")] = 0
    short: str = msgspec.field(name="s", default="")


class Cat(msgspec.Struct, tag="cat"):
    lives: int


class Dog(msgspec.Struct, tag="dog", tag_field="type"):
    lives: int


class Numbered(msgspec.Struct, tag=3, tag_field="kind"):
    a: int


class Row(msgspec.Struct, array_like=True):
    a: int
    b: dt.date = DAY


class TaggedRow(msgspec.Struct, array_like=True, tag=True):
    a: int


class Node(msgspec.Struct):
    value: int
    inner: list[Node] = msgspec.field(default_factory=list)
    up: Optional[Node] = None


class Box(msgspec.Struct, Generic[T]):
    content: T


class Patch(msgspec.Struct):
    name: Union[str, msgspec.UnsetType, None] = msgspec.UNSET


class Digit(msgspec.Struct):
    a: int

    def __post_init__(self) -> None:
        if self.a > 9:
            raise ValueError("a must be one digit")


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (User, {"firstName": "Ann", "age": 3.0, "s": "a"}, User("Ann", 3, "a")),
        (Cat, {"type": "cat", "lives": 9}, Cat(9)),
        (Union[Cat, Dog], {"type": "dog", "lives": 9}, Dog(9)),
        (Numbered, {"kind": 3, "a": 1}, Numbered(1)),
        (Row, [1], Row(1)),
        (Row, [1, "2031-05-07"], Row(1, dt.date(2031, 5, 7))),
        (TaggedRow, ["TaggedRow", 1], TaggedRow(1)),
        (Node, {"value": 1, "inner": [{"value": 2}]}, Node(1, [Node(2)])),
        (Box[dt.date], {"content": "2031-05-06"}, Box(DAY)),
        (Patch, {}, Patch()),
        (Patch, {"name": None}, Patch(None)),
    ],
)
def test_structs_arrive(hint, sent, arrives):
    """By the names, tags and arrays that msgspec encodes; what it would encode is what is taken."""
    assert alike(arriving(hint, sent), arrives)
    assert alike(arriving(hint, Dumper().dump(arrives)), arrives)


@pytest.mark.parametrize(
    ("hint", "sent", "said"),
    [
        (User, {"first_name": "Ann"}, "value.firstName: required"),
        (User, {"firstName": "Ann", "age": -1}, "value.age"),
        (User, {"firstName": "Ann", "more": 1}, "value.more"),
        (Cat, {"lives": 9}, "value.type: required"),
        (Cat, {"type": "dog", "lives": 9}, "value.type"),
        (Union[Cat, Dog], {"type": "cow", "lives": 9}, "value"),
        (Numbered, {"kind": "3", "a": 1}, "value.kind"),
        (Row, [], "value"),
        (Row, [1, "x"], "value[1]: 'x' is not a date"),
        (Row, {"a": 1}, "value"),
        (TaggedRow, [1], "value"),
        (TaggedRow, ["Row", 1], "value[0]"),
        (Node, {"value": 1, "inner": [{}]}, "value.inner[0].value: required"),
        (Patch, {"name": 1}, "value.name"),
        (Digit, {"a": 10}, "value: a must be one digit"),
    ],
)
def test_other_values_are_refused(hint, sent, said):
    """A struct is closed, and its tag must be right."""
    assert said in refusal(hint, sent)


def test_the_tag_stands_in_the_schema():
    """It is the first member, and required."""
    schema = schema_of(Cat)
    assert (schema["properties"]["type"], schema["required"]) == (
        {"type": "string", "enum": ["cat"]},
        ["type", "lives"],
    )
    assert schema_of(TaggedRow)["prefixItems"][0] == {"description": "type", "type": "string", "enum": ["TaggedRow"]}


def test_an_array_that_is_used_twice_is_a_definition():
    """As an object is."""
    assert schema_of(tuple[Row, Row])["prefixItems"] == [{"$ref": "#/$defs/Row"}] * 2


def test_texts_reach_the_schema():
    """Of the class and of its Meta."""
    assert schema_of(User)["description"] == "A user."
    assert schema_of(User)["properties"]["age"] == {
        "description": "In years.",
        "type": "integer",
        "minimum": 0,
        "default": 0,
    }


def local_tool():
    """A tool whose types are defined inside this function."""

    class Branch(msgspec.Struct):
        twigs: list[Branch] = []
        leaf: Leaf | None = None

    class Leaf(msgspec.Struct, array_like=True):
        size: int

    @tool
    def count(branch: Branch):
        """Count twigs."""
        return len(branch.twigs), branch.twigs[0].leaf.size

    return Tool.of(count)


def test_structs_inside_a_function_may_name_one_another():
    """Also when the function has ended by the time of the first call."""
    assert local_tool().invoke({"branch": {"twigs": [{"leaf": [3]}]}}) == (1, 3)


class Torn(msgspec.Struct):
    page: Missing  # noqa: F821 - it is never defined


def test_a_name_in_a_struct_that_means_nothing_is_named():
    """As in any other class."""
    assert "the name 'Missing' in its annotation" in fault(Torn)
