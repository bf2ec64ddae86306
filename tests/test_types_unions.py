"""Unions: the first member, as written, whose schema accepts and whose class does not refuse."""

from __future__ import annotations

import datetime as dt
import decimal
import time
import uuid
from dataclasses import dataclass, make_dataclass
from types import EllipsisType
from typing import Annotated, Literal, Never, NewType, NoReturn, NotRequired, Optional, TypeVar, Union

import annotated_types
import pytest
import typing_extensions
from msgspec import UNSET, UnsetType
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema
from road import alike, arriving, refusal, schema_of

from toolkit import Dispatcher, Tool

ID = uuid.UUID(int=7)
U = TypeVar("U")


@dataclass
class Near:
    x: int
    y: int = 0


@dataclass
class Far:
    x: int
    z: float


@dataclass
class Digit:
    x: int

    def __post_init__(self) -> None:
        if self.x > 9:
            raise ValueError("x must be one digit")


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (Union[bool, int], True, True),
        (Union[bool, int], 1, 1),
        (Union[int, float], 1, 1),
        (Union[int, float], 1.0, 1.0),
        (Union[float, str], 1, 1.0),
        (Union[float, str], "1", "1"),
        (Union[dt.datetime, dt.date, str], "2031-05-06", dt.date(2031, 5, 6)),
        (Union[dt.datetime, dt.date, str], "2031-05-06T07:08:09", dt.datetime(2031, 5, 6, 7, 8, 9)),
        (Union[dt.datetime, dt.date, str], "soon", "soon"),
        (Union[str, dt.date], "2031-05-06", "2031-05-06"),
        (Union[uuid.UUID, str], str(ID), ID),
        (Union[uuid.UUID, str], "A-17", "A-17"),
        (Union[int, decimal.Decimal], 1, 1),
        (Union[int, decimal.Decimal], 1.5, decimal.Decimal("1.5")),
        (Union[int, decimal.Decimal], 2.0, 2),
        (Union[int, float, decimal.Decimal], 2.0, 2.0),
        (Union[Near, Far], {"x": 1}, Near(1)),
        (Union[Near, Far], {"x": 1, "z": 2}, Far(1, 2.0)),
        (Union[Digit, Near], {"x": 1}, Digit(1)),
        (Union[Digit, Near], {"x": 10}, Near(10)),
        (Union[Near, Far], {"x": 1.0, "z": 2}, Far(1, 2.0)),
        (Union[list[int], list[str]], ["a"], ["a"]),
        (Union[list[int], list[str]], [1.0], [1]),
        (Union[list[dt.date], list[str]], ["2031-05-06", "x"], ["2031-05-06", "x"]),
        (Union[list[int], dict[str, int], None], {"a": 1}, {"a": 1}),
        (Union[Near, dict[str, int]], {"q": 1}, {"q": 1}),
        (Optional[Union[Optional[Near], int]], None, None),
        (Optional[Union[Optional[Near], int]], {"x": 1}, Near(1)),
        (
            dict[str, Union[dt.date, int, None]],
            {"a": "2031-05-06", "b": 1},
            {"a": dt.date(2031, 5, 6), "b": 1},
        ),
        (Union[int, Annotated[float, annotated_types.Predicate(bool)]], 1, 1),
    ],
)
def test_the_first_member_that_takes_the_value_gets_it(hint, sent, arrives):
    """The order of the members decides; a number beside int stays as it was sent."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent", "said"),
    [
        (Union[int, str], 1.5, "value"),
        (Union[int, str], True, "value"),
        (Union[Near, Far], {"y": 1}, "value"),
        (Union[Near, Far], {"x": 1, "q": 1}, "value.q"),
        (Union[list[int], list[str]], [1, "a"], "value"),
        (Union[Digit, None], {"x": 10}, "value: x must be one digit"),
        (list[Union[int, dt.date]], [1, "x"], "value[1]: 'x' is not a date"),
        (Union[dt.date, uuid.UUID], "x", "value: 'x' is not a date, such as 2031-05-06; and 'x' is not a UUID"),
        (
            Union[int, Annotated[float, annotated_types.Predicate(float.is_integer)]],
            1.5,
            "value: must satisfy is_integer",
        ),
    ],
)
def test_what_no_member_takes_is_refused(hint, sent, said):
    """The refusal names the place, and what the class that came nearest says."""
    assert said in refusal(hint, sent)


def test_null_stands_last_and_nothing_twice():
    """Members of one schema are one option."""
    hint = Union[None, Annotated[str, "text"], str, int]
    assert schema_of(hint)["anyOf"] == [
        {"description": "text", "type": "string"},
        {"type": "string"},
        {"type": "integer"},
        {"type": "null"},
    ]
    assert schema_of(Union[uuid.UUID, uuid.UUID]) == {"type": "string", "format": "uuid"}


@pytest.mark.usefixtures("uncollected")
def test_a_union_of_hundreds_is_described_soon():
    """Each member once, in the order in which they were written."""
    members = [Literal[f"a{number}", f"b{number}"] for number in range(500)]
    started = time.process_time()
    described = schema_of(Union[tuple(members)])
    assert time.process_time() - started < 1.5
    assert described["anyOf"] == [{"enum": [f"a{number}", f"b{number}"], "type": "string"} for number in range(500)]


@pytest.mark.parametrize("count", [3, 20])
def test_members_that_are_alike_on_the_wire_are_one(count):
    """However many there are; 1 and true are not alike."""
    members = [list[int], tuple[int, ...], Literal[1], Literal[True], *(Literal[f"{n}"] for n in range(count))]
    assert len(schema_of(Union[tuple(members)])["anyOf"]) == 3 + count


@pytest.mark.parametrize("nothing", [Never, NoReturn, typing_extensions.Never, SkipJsonSchema[str]])
def test_a_member_without_values_is_left_out(nothing):
    """Code that fills a type variable with Never means the other members; SkipJsonSchema keeps one from models."""
    assert schema_of(Union[int, nothing]) == {"type": "integer"}
    assert arriving(Union[dt.date, nothing, None], "2031-05-06") == dt.date(2031, 5, 6)


ABSENT = [make("ABSENT") for name in ("Sentinel", "sentinel") if (make := getattr(typing_extensions, name, None))]


@pytest.mark.parametrize(
    ("member", "default"), [*zip(ABSENT, ABSENT, strict=True), (UnsetType, UNSET), (EllipsisType, ...)]
)
def test_a_mark_of_absence_is_left_out(member, default):
    """It is what a function gets without the argument, and JSON has no word for it (PEP 661, and its kin)."""
    fields = [("day", Union[dt.date, member], default), ("note", Union[str, member, None], default)]
    change = make_dataclass("Change", fields)

    def take(change, top=default):
        return change, top is default

    take.__annotations__ = {"change": change, "top": Union[int, member]}
    made = Tool.from_function(take, description="")
    assert made.input_schema["properties"] == {
        "change": {
            "type": "object",
            "properties": {
                "day": {"type": "string", "format": "date"},
                "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            },
            "additionalProperties": False,
        },
        "top": {"type": "integer"},
    }
    result = Dispatcher([made]).dispatch({"name": "take", "arguments": {"change": {"note": None}}})
    assert result.value == (change(default, None), True)
    assert result.text == '[{"note": null}, true]'
    assert made.invoke({"change": {"day": "2031-05-06"}, "top": 3}) == (change(dt.date(2031, 5, 6), default), False)


@pytest.mark.parametrize(
    "hint",
    [
        Optional[Annotated[str, "A town."]],
        Annotated[str, "A town."] | None,
        Optional[Annotated[Annotated[str, "A town."], Field(min_length=1)]],
        Annotated[Optional[Annotated[str, "A town."]], Field(min_length=1)],
        NotRequired[Optional[Annotated[str, "A town."]]],
        Optional[NewType("Town", Annotated[str, "A town."])],
        Optional[TypeVar("S", bound=Annotated[str, "A town."])],
        Optional[typing_extensions.TypeAliasType("Town", Annotated[str, "A town."])],
        Optional[typing_extensions.TypeAliasType("Place", Annotated[U, "A town."], type_params=(U,))[str]],
    ],
)
def test_the_text_of_the_one_member_beside_none_describes_the_whole(hint):
    """Authors write it there, and mean the parameter."""
    schema = schema_of(hint)
    assert schema["description"] == "A town."
    assert "description" not in schema["anyOf"][0]


def test_texts_of_several_members_stay_with_them():
    """They tell the members apart."""
    schema = schema_of(Union[Annotated[int, "A number."], Annotated[str, "A name."], None])
    assert [each.get("description") for each in schema["anyOf"]] == ["A number.", "A name.", None]
    assert "description" not in schema


def test_a_text_around_the_union_beats_that_of_its_member():
    """It stands where the parameter is described."""
    schema = schema_of(Annotated[Optional[Annotated[str, "A town."]], "Where to go."])
    assert schema["description"] == "Where to go."
