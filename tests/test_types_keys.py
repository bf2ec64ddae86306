"""Keys of mappings: each type of key has a form as text."""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import uuid
from typing import Annotated, Any, Literal, NewType, Optional, Union

import annotated_types
import pytest
from pydantic import Field, SecretStr
from road import alike, arriving, fault, refusal, schema_of

UserId = NewType("UserId", int)
ID = uuid.UUID(int=5)


class Colour(enum.Enum):
    RED = "r"


class Level(enum.IntEnum):
    LOW = 1


@pytest.mark.parametrize(
    ("key", "sent", "arrives"),
    [
        (str, ["a"], ["a"]),
        (Any, ["a"], ["a"]),
        (int, ["1", "-3", "0"], [1, -3, 0]),
        (UserId, ["7"], [7]),
        (float, ["1.5", "-2", "1e3"], [1.5, -2.0, 1000.0]),
        (bool, ["true", "false"], [True, False]),
        (None, ["null"], [None]),
        (Colour, ["r"], [Colour.RED]),
        (Level, ["1"], [Level.LOW]),
        (Literal["a", 1], ["a", "1"], ["a", 1]),
        (uuid.UUID, [str(ID)], [ID]),
        (dt.date, ["2031-05-06"], [dt.date(2031, 5, 6)]),
        (dt.datetime, ["2031-05-06T07:08:09"], [dt.datetime(2031, 5, 6, 7, 8, 9)]),
        (decimal.Decimal, ["1.50"], [decimal.Decimal("1.50")]),
        (Union[int, str], ["1", "a", "01"], [1, "a", "01"]),
        (Union[str, int], ["1"], ["1"]),
        (Optional[int], ["1", "null"], [1, None]),
        (Annotated[str, "a name"], ["a"], ["a"]),
        (Annotated[int, annotated_types.Ge(3)], ["3"], [3]),
        (SecretStr, ["x"], [SecretStr("x")]),
    ],
)
def test_keys_arrive_typed(key, sent, arrives):
    """The name of a member becomes the key that the hint asks for."""
    assert alike(list(arriving(dict[key, int], dict.fromkeys(sent, 1))), arrives)


@pytest.mark.parametrize(
    ("key", "sent"),
    [
        (int, "x"),
        (int, "01"),
        (int, "-0"),
        (int, "+1"),
        (int, "1.0"),
        (int, "1\n"),
        (float, "nan"),
        (float, "1e999"),
        (float, "x"),
        (bool, "True"),
        (None, "none"),
        (Colour, "RED"),
        (Level, "LOW"),
        (Literal["a", 1], "b"),
        (uuid.UUID, "A-17"),
        (dt.date, "soon"),
        (Annotated[str, annotated_types.MinLen(2)], "a"),
        (Annotated[str, Field(pattern="^a")], "b"),
        (Annotated[int, annotated_types.Ge(3)], "1"),
        (Annotated[str, annotated_types.Predicate(str.islower)], "A"),
        (Union[int, uuid.UUID], "x"),
    ],
)
def test_other_names_are_refused(key, sent):
    """A name that stands for no key never reaches the function, and no two names mean one key."""
    assert refusal(dict[key, int], {sent: 1}).startswith("value")


def test_two_names_for_one_key_are_refused():
    """A UUID in capitals is the same UUID."""
    twice = {"0000000a-0000-0000-0000-000000000000": 1, "0000000A-0000-0000-0000-000000000000": 2}
    assert refusal(dict[uuid.UUID, int], twice) == "value: two names of the object stand for one key"


@pytest.mark.parametrize(
    ("key", "names"),
    [
        (int, {"pattern": "^(0|-?[1-9][0-9]*)$"}),
        (Colour, {"enum": ["r"]}),
        (Level, {"enum": ["1"]}),
        (bool, {"enum": ["true", "false"]}),
        (uuid.UUID, {"format": "uuid"}),
        (Annotated[str, "A town."], {"description": "A town."}),
        (Union[int, uuid.UUID], {"anyOf": [{"pattern": "^(0|-?[1-9][0-9]*)$"}, {"format": "uuid"}]}),
    ],
)
def test_the_schema_says_what_names_there_may_be(key, names):
    """The keyword propertyNames (JSON Schema 2020-12, 10.3.2.4) says it."""
    assert schema_of(dict[key, int])["propertyNames"] == names


@pytest.mark.parametrize("key", [str, Any, Union[int, str]])
def test_any_name_needs_no_keyword(key):
    """Where every name will do, nothing is said."""
    assert "propertyNames" not in schema_of(dict[key, int])


@pytest.mark.parametrize("key", [tuple[int, int], list[int], Union[int, list[int]]])
def test_a_key_without_a_form_as_text_is_a_fault(key):
    """An array is no name of a member."""
    assert "names of a JSON object are texts; use str, int, Enum, Literal, UUID or date keys" in fault(dict[key, int])
