"""Literal, Enum and Flag."""

from __future__ import annotations

import datetime as dt
import enum
from dataclasses import dataclass
from typing import Annotated, Literal, Optional, Union

import pytest
from road import alike, arriving, fault, refusal, schema_of

from toolkit import Dispatcher, Tool
from toolkit.types.dumping import Dumper
from toolkit.types.undumpable import UndumpableError


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"
    CRIMSON = "r"


class Number(enum.Enum):
    ONE = enum.auto()
    TWO = enum.auto()


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Word(str, enum.Enum):
    HI = "hi"

    def __str__(self) -> str:
        return "!"


class Name(enum.StrEnum):
    ANN = enum.auto()


class Mixed(enum.Enum):
    TEXT = "1"
    NUMBER = 1
    NOTHING = None
    HALF = 0.5


class Pair(enum.Enum):
    LEFT = (0, 1)
    RIGHT = (1, 0)


class Unhashable(enum.Enum):
    LIST = [1]
    DICT = {"a": 1}


class NotFinite(enum.Enum):
    NOTHING = float("nan")
    ONE = 1.0


class Holiday(enum.Enum):
    MAY = dt.date(2031, 5, 1)


class Permission(enum.Flag):
    READ = 1
    WRITE = 2
    ALL = 3


class Empty(enum.Enum):
    """No members."""


@dataclass
class Animal:
    size: str
    legs: int


class Creature(Animal, enum.Enum):
    BEETLE = "small", 6
    DOG = "medium", 4


class Access(enum.Flag):
    EVERYTHING = 7
    READ = 1
    CHANGE = 6


Inner = Literal["a", "b"]


@pytest.mark.parametrize(
    ("hint", "choices"),
    [
        (Colour, ["r", "b"]),
        (Number, [1, 2]),
        (Level, [1, 2]),
        (Word, ["hi"]),
        (Name, ["ann"]),
        (Mixed, ["1", 1, None, 0.5]),
        (Pair, ["LEFT", "RIGHT"]),
        (Unhashable, ["LIST", "DICT"]),
        (NotFinite, ["NOTHING", "ONE"]),
        (Holiday, ["MAY"]),
        (Creature, ["BEETLE", "DOG"]),
        (Literal[Creature.DOG], ["DOG"]),
        (Literal["a", 1, True, None], ["a", 1, True, None]),
        (Literal[Inner, "c"], ["a", "b", "c"]),
        (Literal[Colour.RED, "q"], ["r", "q"]),
    ],
)
def test_choices_are_values_if_json_has_them_else_names(hint, choices):
    """An enum of scalars shows its values, any other its names; aliases of members do not count twice."""
    assert schema_of(hint)["enum"] == choices


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (Colour, "r", Colour.RED),
        (Number, 2.0, Number.TWO),
        (Level, 2, Level.HIGH),
        (Word, "hi", Word.HI),
        (Name, "ann", Name.ANN),
        (Mixed, "1", Mixed.TEXT),
        (Mixed, 1, Mixed.NUMBER),
        (Mixed, None, Mixed.NOTHING),
        (Mixed, 0.5, Mixed.HALF),
        (Pair, "LEFT", Pair.LEFT),
        (Unhashable, "DICT", Unhashable.DICT),
        (NotFinite, "ONE", NotFinite.ONE),
        (Holiday, "MAY", Holiday.MAY),
        (Creature, "DOG", Creature.DOG),
        (Literal["a", 1, True, None], True, True),
        (Literal["a", 1, True, None], 1, 1),
        (Literal[1, 2], 2.0, 2),
        (Literal[Colour.RED, "q"], "r", Colour.RED),
        (Literal[Colour.RED, "q"], "q", "q"),
        (Permission, ["READ", "WRITE"], Permission.ALL),
        (Permission, [], Permission(0)),
        (Access, ["READ", "CHANGE"], Access.EVERYTHING),
        (Optional[Colour], None, None),
        (Union[Colour, str], "x", "x"),
        (list[Colour], ["b", "r"], [Colour.BLUE, Colour.RED]),
    ],
)
def test_members_arrive(hint, sent, arrives):
    """The function gets the member, and 1, true and "1" are three different choices."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent"),
    [
        (Colour, "RED"),
        (Colour, "x"),
        (Number, "1"),
        (Number, True),
        (Level, 3),
        (Word, "!"),
        (Pair, [0, 1]),
        (Literal[1], True),
        (Literal[1], "1"),
        (Literal[True], 1),
        (Literal["a"], "A"),
        (Permission, "READ"),
        (Permission, ["EXECUTE"]),
        (Permission, 3),
    ],
)
def test_other_values_are_no_choice(hint, sent):
    """What is not listed is refused."""
    assert refusal(hint, sent).startswith("value")


class NoRight(enum.Flag):
    """A flag that nobody has filled."""


@pytest.mark.parametrize("hint", [Empty, NoRight])
def test_an_enum_without_members_has_no_schema(hint):
    """Nothing could be sent for it."""
    assert fault(hint) == f"take(value): the enum {hint.__name__} has no members; give it members"


def test_a_literal_of_nothing_has_no_schema():
    """As that of a list which happens to be empty."""
    assert fault(Literal[()]) == "take(value): the Literal has no members; give it members"


def test_a_flag_is_sent_as_the_members_that_make_all_others():
    """Those are its single bits, and what these do not make."""
    assert schema_of(Access)["items"]["enum"] == ["READ", "CHANGE"]
    assert Dumper().dump([Access.EVERYTHING, Access.CHANGE]) == [["READ", "CHANGE"], ["CHANGE"]]


class Mode(enum.IntFlag):
    READ = 4
    WRITE = 2


def test_bits_without_a_name_stand_in_a_result_as_their_sum():
    """An IntFlag keeps them, and so does who reads the result; as an argument they would be lost."""

    def give(mode: Mode = Mode.READ | 24) -> Mode:
        return mode

    made = Tool.from_function(give, description="")
    (names, sums) = made.output_schema["items"]["anyOf"]
    assert (names["enum"], sums["type"]) == (["READ", "WRITE"], "integer")
    assert Dispatcher([made]).dispatch({"name": "give", "arguments": {}}).text == '["READ", 24]'
    assert made.input_schema["properties"] == {"mode": {"type": "array", "items": names}}
    with pytest.raises(UndumpableError, match="bits without a name"):
        Dumper(of_arguments=True).dump(Mode(8))


def test_a_literal_of_members_of_a_flag_has_no_schema():
    """A flag is an array, and a Literal has the value of each scalar that it admits."""
    assert "a Permission is an array of names in JSON; annotate Permission itself" in fault(Literal[Permission.READ])


def test_a_literal_of_bytes_has_no_schema():
    """JSON has no bytes."""
    assert "JSON has no b'a'; use texts, numbers" in fault(Literal[b"a"])
    assert "JSON has no str; use texts, numbers" in fault(Literal[str])
    assert "JSON has no Colour; use texts, numbers" in fault(Literal[Colour])


class Vast(enum.Enum):
    TINY = 1
    VAST = 10**5000


def test_a_number_that_no_argument_may_be_is_no_choice():
    """A Literal of it is refused, and an enum that has it goes by the names of its members."""
    assert "it has a number of more than 1,000 digits; use texts" in fault(Literal[1, 10**5000])
    assert schema_of(Vast) == {"type": "string", "enum": ["TINY", "VAST"]}
    assert arriving(Vast, "VAST") is Vast.VAST


class Urgency(enum.Enum):
    """How soon it has to be done.

    Nobody reads this.
    """

    SOON = "soon"


class Days(enum.Flag):
    """Days of the week."""

    MONDAY = enum.auto()


def test_the_docstring_of_an_enum_describes_it():
    """As that of a data class does; what stands nearer to the use wins."""
    text = {"description": "How soon it has to be done."}
    assert schema_of(Urgency) == {**text, "type": "string", "enum": ["soon"]}
    assert schema_of(list[Urgency])["items"] == {**text, "type": "string", "enum": ["soon"]}
    assert schema_of(Annotated[Urgency, "Of the order."])["description"] == "Of the order."
    assert schema_of(Days)["description"] == "Days of the week."
    assert "description" not in schema_of(Word)


class Haste(enum.IntEnum):
    """How soon it has to be done.

    Attributes:
        LOW: Whenever there is time,
            or never.
    """

    LOW = 1
    USUAL = 2
    HIGH = 5
    """At once."""


class Rights(enum.Flag):
    READ = 1
    """May look."""
    WRITE = 2


def test_what_is_said_of_the_members_of_an_enum_is_told():
    """By what stands for them in JSON; a schema has no other place for it."""
    assert schema_of(Haste) == {
        "description": "How soon it has to be done.\n- 1: Whenever there is time, or never.\n- 5: At once.",
        "type": "integer",
        "enum": [1, 2, 5],
    }
    assert schema_of(Rights)["description"] == "- READ: May look."


def test_what_is_said_of_the_members_is_told_in_a_model_of_pydantic():
    """It takes a flag as a number; what is said of a field is nearer."""
    pydantic = pytest.importorskip("pydantic")
    hints = [Haste, Rights, Annotated[Rights, "Of the guest."]]
    made = [schema_of(pydantic.create_model("Order", field=(hint, ...))) for hint in hints]
    texts = [schema_of(Haste)["description"], "- 1: May look.", "Of the guest."]
    assert [each["properties"]["field"]["description"] for each in made] == texts
