"""Walk: answers for one hint after another."""

from __future__ import annotations

import datetime as dt
import enum
import functools
import json
import re
import sys
from dataclasses import dataclass
from typing import Annotated, Any, Callable, Generic, Never, NewType, Protocol, TypeVar, Union

import annotated_types
import pytest
from pydantic import Field
from road import alike, arriving, fault, refusal, schema_of
from typing_extensions import TypeAliasType

from toolkit import CallId, Inject, Tool
from toolkit.descriptor import IntegerType, ListType, StringType
from toolkit.errors import ArgumentError, UndescribableParameterError
from toolkit.reading.annotations import take_apart
from toolkit.types.walk import Walk

T = TypeVar("T")
Names = TypeAliasType("Names", list[str])
Nested = TypeAliasType("Nested", "Union[int, list[Nested]]")
Rows = TypeAliasType("Rows", dict[str, "Names"])
Broken = TypeAliasType("Broken", "list[Nothing]")  # noqa: F821 - a name that means nothing
Pair = TypeAliasType("Pair", tuple[T, T], type_params=(T,))
Alone = TypeAliasType("Alone", "Alone")
Either = TypeAliasType("Either", "Union[Either, int]")
First = TypeAliasType("First", "Annotated[Second, 'x']")
Second = TypeAliasType("Second", "Union[First, None]")
Growing = TypeAliasType("Growing", "Growing[list[T]]", type_params=(T,))
Deeper = TypeAliasType("Deeper", "list[Deeper[list[T]]]", type_params=(T,))
Optional_ = TypeAliasType("Optional_", Union[T, None], type_params=(T,))


class Bare:
    field: int


MISSPELT = "a b"


class Side(enum.Enum):
    """Has members, which are no types."""

    LEFT = 1


class Engine:
    """No JSON type."""


class Shape(Protocol):
    """No JSON type either."""

    area: float


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        (Engine, "no schema for Engine; annotate a type that JSON can hold, inject it with Annotated[Engine, Inject("),
        (Engine, '...)], hide it with exclude_from_schema={"value"} if it has a default, or register a TypeRule'),
        (Shape, "no schema for Shape"),
        (Callable[[int], int], "no schema for Callable[[int], int]"),
        (type[int], "no schema for type[int]"),
        (Never, "no schema for Never"),
        (list[Engine], "take(value[]): no schema for Engine; annotate a type that JSON can hold, or register"),
        (dict[str, Engine], "take(value.{}): no schema for Engine"),
        ([int], "[int] is no type; write list[T]"),
        ((int, str), "(int, str) is no type; write tuple[T1, T2]"),
        ({"a": int}, "is no type; write dict[str, T], or a TypedDict"),
        (any, "any is no type; write a type, typing.Any for one"),
        (fault, "fault is no type; write a type"),
        (5, "5 is no type; write a type; a default stands behind an equals sign"),
        (b"x", "is no type; write a type; a default"),
        (Inject("k"), "is no type; write it beside a type, Annotated[T, Inject()], or in the place of the default"),
        (Inject, "Inject is no type; write it beside one: Annotated[T, Inject()]"),
        (CallId, "CallId is no type; write it beside one: Annotated[str, CallId]"),
        (Union, "Union is no type; write the types that it is about in brackets behind it"),
        (list[int, str], "list has 2 types in its brackets, not 1; write list[V]"),
        (dict[str], "dict has 1 types in its brackets, not 2; write dict[K, V]"),
        (sys, "sys is a module; write a type out of it"),
        (dt, "datetime is a module; write a type out of it, as datetime.datetime"),
        (1.5, "1.5 is no type; write a type; a default stands behind an equals sign"),
        ({int}, "{int} is no type; write set[T]"),
        (["a", "b"], "['a', 'b'] is no type; write Literal['a', 'b']"),
        (Side.LEFT, "Side.LEFT is no type; write Literal[Side.LEFT]"),
        (..., "an ellipsis is no type; write a type"),
        (CallId(), "a CallId is no type; write a type; what is told of it stands beside it: Annotated[T, ...]"),
        (TypeAliasType("Spoken", MISSPELT), "its annotation 'a b' is no type (SyntaxError"),
        (NewType("Said", MISSPELT), "its annotation 'a b' is no type (SyntaxError"),
        (Field(gt=1), "a FieldInfo is no type; write a type; what is told of it stands beside it: Annotated[T, ...]"),
        (Bare, "no schema for Bare; write @dataclass above class Bare"),
        (Broken, "take(value): the name 'list[Nothing]' in its annotation"),
    ],
)
def test_a_hint_without_a_schema_is_named_with_its_place_and_a_cure(hint, said):
    """The author learns what to write instead."""
    text = fault(hint)
    assert text.startswith("take(value")
    assert said in text


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (Names, ["a"], ["a"]),
        (Nested, [1, [2.0, [3]]], [1, [2, [3]]]),
        (Rows, {"a": ["b"]}, {"a": ["b"]}),
        (Pair[int], [1, 2], (1, 2)),
        (Union[Pair[int], None], None, None),
        (Annotated[Names, "text"], ["a"], ["a"]),
    ],
)
def test_aliases_stand_for_their_value(hint, sent, arrives):
    """Recursive ones too."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize("alias", [Alone, Either, First, Growing[int], Deeper[int]])
@pytest.mark.parametrize("around", [lambda alias: alias, lambda alias: list[alias], lambda alias: dict[str, alias]])
def test_an_alias_without_an_end_is_refused(alias, around):
    """A value for it could never be told from any other; the error comes when the tool is made."""
    assert re.search(r"the type \w+ refers to itself without end; put \w+ inside of", fault(around(alias)))


def test_an_alias_may_stand_in_itself_with_other_arguments():
    """Each has an end."""
    assert schema_of(Optional_[Optional_[int]]) == {"anyOf": [{"type": "integer"}, {"type": "null"}]}


def test_a_recursive_alias_is_a_definition():
    """Under its own name."""
    assert schema_of(Nested)["$defs"] == {
        "Nested": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/Nested"}}]}
    }
    assert refusal(Nested, [["x"]]).startswith("value[0][0]: ")


Chain = NewType("Chain", "list[Chain]")


def test_a_new_type_that_names_itself_is_a_definition():
    """Reading it has an end."""
    assert schema_of(Chain) == {
        "type": "array",
        "items": {"$ref": "#/$defs/Chain"},
        "$defs": {"Chain": {"type": "array", "items": {"$ref": "#/$defs/Chain"}}},
    }
    assert arriving(Chain, [[], [[]]]) == [[], [[]]]


def test_aliases_that_use_one_another_twice_do_not_multiply():
    """A large one is a definition as soon as it is used twice; one that is used once stands in its place."""
    levels = [Names]
    for depth in range(18):
        levels.append(TypeAliasType(f"Level{depth}", tuple[levels[-1], levels[-1]]))
    assert len(json.dumps(schema_of(levels[-1]))) < 10_000
    value = functools.reduce(lambda inner, _: [inner, inner], range(4), ["a"])
    assert "$defs" not in schema_of(list[levels[3]])
    assert arriving(tuple[levels[4], levels[4]], [value, value])[1][0][0][0] == (["a"], ["a"])


def test_bounds_beside_an_alias_are_in_the_schema():
    """Of one that is a definition, too, as it is large or contains itself; in a union, of all that it holds."""
    wide = TypeAliasType("wide", list[tuple[(int,) * 16]])
    two = annotated_types.Len(0, 2)
    assert schema_of(Annotated[wide, two]) == {**schema_of(wide), "maxItems": 2}
    assert schema_of(Annotated[Union[wide, None], two])["anyOf"] == [
        {**schema_of(wide), "maxItems": 2},
        {"type": "null"},
    ]
    nested = {"type": "array", "items": {"$ref": "#/$defs/Nested"}, "maxItems": 2}
    assert schema_of(Annotated[Union[Nested, None], two])["anyOf"] == [{"type": "integer"}, nested, {"type": "null"}]
    assert arriving(Annotated[Nested, two], 5) == 5


def test_a_hint_with_unhashable_markers_is_read():
    """A list among the markers is no fault."""

    @dataclass
    class Box:
        content: Annotated[list[Annotated[int, ["marker"]]], {"other": "marker"}]

    assert alike(arriving(Box, {"content": [1.0]}), Box([1]))


@dataclass
class Lid(Generic[T]):
    width: T


@dataclass
class Lamp(Generic[T]):
    watts: T


@dataclass
class Covered(Generic[T]):
    lid: Lid[Annotated[T, ["marker"]]]


@dataclass
class Lit(Generic[T]):
    lamp: Lamp[Annotated[T, ["marker"]]]


def test_hints_with_unhashable_markers_are_kept_apart():
    """Each is filled in anew, and the place in memory of one that is gone may be that of another."""
    sent = {"covered": {"lid": {"width": 1}}, "lit": {"lamp": {"watts": 2}}}

    @dataclass
    class Room:
        covered: Covered[int]
        lit: Lit[int]

    assert arriving(Room, sent) == Room(Covered(Lid(1)), Lit(Lamp(2)))


def test_a_walk_describes_hints_that_are_taken_apart():
    """And such as are not."""
    walk = Walk()
    assert walk.describe(take_apart(list[int])) == walk.describe(list[int]) == ListType(IntegerType())


@pytest.mark.parametrize("make", ["list[int]", "set[str]", "dict[str, Any]", "int | None", "Union[str, int, None]"])
def test_a_form_of_plain_types_is_described_once(make):
    """As nearly every tool has some of them."""
    hints = [eval(make) for _ in range(2)]
    assert Walk("f").describe(hints[0]) is Walk("g").describe(take_apart(hints[1]))
    assert Walk("f").describe(hints[0]) == Walk("g")._described_anew(take_apart(hints[0]))


def test_equal_forms_are_told_apart_by_their_order():
    """`int | str == str | int`, and a schema has the members as they are written."""
    assert [Walk("f").describe(each).options[0] for each in (int | str, str | int)] == [IntegerType(), StringType()]
    hints = (Annotated[list[str], "Names."], list[Annotated[str, "A name."]], list[str])
    assert [Walk("f").describe(each) for each in hints] == [
        ListType(StringType(), description="Names."),
        ListType(StringType(description="A name.")),
        ListType(StringType()),
    ]


def test_a_result_without_a_schema_is_called_return():
    """Outside a parameter the place has no name."""
    with pytest.raises(UndescribableParameterError) as caught:
        Walk("tool").describe(Engine)
    cure = "annotate a type that JSON can hold, or register a TypeRule"
    assert str(caught.value) == f"tool(return): no schema for Engine; {cure}"


def test_a_walk_without_an_acceptor_tests_nothing():
    """Describing needs none."""
    accepts = Walk().accepts(Any)
    with pytest.raises(TypeError, match="this walk describes only"):
        accepts(1)


Json = Union[dict[str, "Json"], list["Json"], str, float, None]
Branch = list["Leaf"]
Leaf = Union[dict[str, "Branch"], "dt.date"]


def test_a_plain_alias_may_contain_itself():
    """It becomes a definition, as a `type` alias does."""

    def store(value: Json):
        """Store it."""
        return value

    tool = Tool.from_function(store)
    assert tool.input_schema["properties"]["value"] == {"$ref": "#/$defs/Json"}
    assert tool.input_schema["$defs"]["Json"]["anyOf"][1] == {"type": "array", "items": {"$ref": "#/$defs/Json"}}
    assert alike({"a": [1.0, {"b": None}]}, tool.invoke({"value": {"a": [1, {"b": None}]}}))


def test_plain_aliases_may_contain_one_another():
    """What stands deep inside is loaded and checked."""

    def grow(branch: Branch):
        """Grow it."""
        return branch

    tool = Tool.from_function(grow)
    assert tool.invoke({"branch": [{"a": ["2031-05-06"]}]}) == [{"a": [dt.date(2031, 5, 6)]}]
    with pytest.raises(ArgumentError, match=r"branch\[0\].a\[0\]"):
        tool.invoke({"branch": [{"a": [1]}]})
