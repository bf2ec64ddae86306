"""Python value -> JSON value."""

from __future__ import annotations

import collections
import datetime as dt
import enum
import itertools
import json
import math
import pathlib
import uuid
from dataclasses import InitVar, dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import attrs
import pytest

from toolkit import TypeRule
from toolkit.descriptor import AnyOfType, AnyType, EnumType, IntegerType, NullType, StringType
from toolkit.record import MISSING
from toolkit.types.dumping import Dumper, default_as_json
from toolkit.types.rules import as_it_is
from toolkit.types.undumpable import UndumpableError


class Colour(enum.Enum):
    RED = "r"


class Permission(enum.Flag):
    READ = 1
    WRITE = 2


class Seat(NamedTuple):
    row: int
    day: dt.date


@dataclass
class Point:
    x: int
    scale: InitVar[int] = 1
    day: dt.date = dt.date(2031, 5, 6)


@attrs.define
class Tank:
    _litres: int


class Celsius(float):
    """A temperature."""


class Endless(list):
    """A list that never ends."""

    def __iter__(self):
        return itertools.repeat("on")


class Engine:
    """No JSON type."""


@pytest.mark.parametrize(
    ("value", "dumped"),
    [
        (1.5, 1.5),
        (math.nan, None),
        (complex(1, math.nan), None),
        (-math.inf, None),
        (Celsius(2), 2.0),
        (Decimal("1.50"), "1.50"),
        (Decimal("NaN"), None),
        (Fraction(1, 3), "1/3"),
        (dt.datetime(2031, 5, 6, 7, 8, 9, tzinfo=dt.UTC), "2031-05-06T07:08:09+00:00"),
        (dt.timedelta(hours=1), "PT1H"),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (pathlib.PurePosixPath("a/b"), "a/b"),
        (b"hi", "aGk="),
        (1 + 2j, "1+2j"),
        (Colour.RED, "r"),
        (Permission.READ | Permission.WRITE, ["READ", "WRITE"]),
        (Seat(1, dt.date(2031, 5, 6)), [1, "2031-05-06"]),
        (Point(1), {"x": 1, "day": "2031-05-06"}),
        (Tank(3), {"litres": 3}),
        ({1}, [1]),
        (range(3), [0, 1, 2]),
        ({"a": 1}.keys(), ["a"]),
        ({"a": 1}.values(), [1]),
        (collections.deque([1]), [1]),
        (collections.ChainMap({"a": 1}), {"a": 1}),
        ({1: "a", None: "b", False: "c", 1.5: "d"}, {"1": "a", "null": "b", "false": "c", "1.5": "d"}),
        ({Colour.RED: 1, dt.date(2031, 5, 6): 2}, {"r": 1, "2031-05-06": 2}),
        ((1, (2, [3])), [1, [2, [3]]]),
    ],
)
def test_values_are_dumped_as_their_rows_say(value, dumped):
    """NaN and the infinities, which JSON lacks, become null (RFC 8259, section 6)."""
    assert Dumper().dump(value) == dumped


@pytest.mark.parametrize("value", [Engine(), [Engine()], {"a": Engine()}, object(), Engine, print])
def test_what_has_no_json_form_is_an_error(value):
    """The text names the type, never the value."""
    with pytest.raises(UndumpableError, match=r"^((\[0\]|a): )?\w+ has no JSON form$"):
        Dumper().dump(value)


def test_a_key_without_a_text_is_an_error():
    """An array is no name of a member."""
    with pytest.raises(UndumpableError, match="a key of type tuple is no name of a JSON object"):
        Dumper().dump({(1, 2): 3})


def test_keys_that_are_one_name_are_an_error():
    """Else the value of one of them would be lost."""
    with pytest.raises(UndumpableError, match=r"^shop: two keys of a mapping are one name in JSON$"):
        Dumper().dump({"shop": {1: "a", "1": "b"}})


def test_depth_and_size_are_bounded():
    """A value that contains itself ends in an error, not in a crash."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(UndumpableError, match="more than 64 levels"):
        Dumper().dump(endless)
    with pytest.raises(UndumpableError, match="more than 100,000 values"):
        Dumper().dump([[]] * 100_001)


@pytest.mark.parametrize(
    "value",
    [
        Endless(),
        [["x"] * 40] * 10**6,
        range(10**12),
        dict.fromkeys(range(10**6), "y"),
        [{"a": [None, True, 7, "text"], "b": "z" * 10}] * 10**6,
        ["x" * 10**6, 1],
        {"a": b"z" * 10**6},
        ({"k" * 50: (1,)},) * 10**6,
        [Tank(3)] * 90_000,
    ],
)
def test_a_value_is_dumped_as_far_as_its_text_is_wanted(value):
    """The beginning of the text is that of the whole value, and little more is made."""
    dumper = Dumper(max_chars=1000)
    text = json.dumps(dumper.dump(value))
    assert (dumper.room < 0, 1000 <= len(text) < 12_000) == (True, True)
    few = value if isinstance(value, dict) else list(itertools.islice(value, 1500))
    assert text[:1000] == json.dumps(Dumper().dump(few))[:1000]


def test_a_users_row_is_asked_first():
    """Whatever a row matches, it dumps."""
    rule = TypeRule(
        "engine", lambda hint: hint.type is Engine, lambda hint, walk: StringType(), as_it_is, lambda v, walk: "brumm"
    )
    assert Dumper([rule]).dump([Engine()]) == ["brumm"]


class Absent(enum.Enum):
    """What stands for an argument that was not given."""

    UNSET = 0


class Size(enum.IntEnum):
    BIG = 2


@pytest.mark.parametrize(
    ("default", "type_", "json"),
    [
        (Absent.UNSET, AnyOfType((StringType(), NullType())), MISSING),
        (Absent.UNSET, IntegerType(), MISSING),
        (Absent.UNSET, AnyOfType((StringType(), EnumType((0,)))), 0),
        (Size.BIG, IntegerType(), 2),
        (1, IntegerType(), 1),
        (dt.date(2031, 5, 6), StringType(), "2031-05-06"),
        (MISSING, IntegerType(), MISSING),
        (Engine(), AnyType(), MISSING),
        (math.nan, AnyType(), MISSING),
        (None, IntegerType(), MISSING),
        (None, AnyType(), None),
        (None, AnyOfType((IntegerType(), NullType())), None),
        (None, EnumType((1, None)), None),
        ("\ud800", StringType(), MISSING),
        pytest.param(10**5000, IntegerType(), MISSING, id="long number"),
        pytest.param({"a": [-(10**1001)]}, AnyType(), MISSING, id="long number inside"),
        (10**999, IntegerType(), 10**999),
        ([{"a": "\ud800"}], AnyType(), MISSING),
        ([{"a": "ä"}], AnyType(), [{"a": "ä"}]),
    ],
)
def test_a_default_is_shown_if_json_can_hold_it(default, type_, json):
    """Null and members of enums only where the type admits them: `x: int = None` and `x: int = UNSET` do not."""
    assert default_as_json(default, type_) == json
