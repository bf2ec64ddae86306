"""What a class says of itself and of its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import attrs
import msgspec
import pytest
from pydantic import BaseModel, Field

from toolkit.reading.class_texts import class_summary, class_text, field_texts


@dataclass
class Trip:
    """A trip by train
    and back.

    With stops.

    Attributes:
        stops: Where it stops.
    """  # noqa: D205 - a summary of two lines is tested

    stops: int
    name: str = ""
    "What it is called."


@dataclass
class Silent(Trip):
    a: int = 1


class Seat(NamedTuple):
    row: int


class Renamed(msgspec.Struct, rename="camel"):
    """A guest.

    Attributes:
        bedCount: Of the room.
        room_number: On the door.
    """

    bed_count: int
    room_number: int


@attrs.define
class Private:
    """A guest.

    Args:
        beds: Of the room.
        door: To the room.
    """

    _beds: int
    room: int = attrs.field(alias="door")


class Aliased(BaseModel):
    """A guest.

    Args:
        beds: Of the room.
        door: To the garden.
    """

    rooms: int = Field(alias="beds")
    room: int = Field(alias="door")
    door: int = Field(alias="gate")


def test_sections_on_fields_are_left_out():
    """They are the fields' texts."""
    assert class_text(Trip) == "A trip by train\nand back.\n\nWith stops."
    assert class_summary(Trip) == "A trip by train and back."
    assert field_texts(Trip) == {"stops": "Where it stops.", "name": "What it is called."}


def test_a_docstring_that_nobody_wrote_does_not_count():
    """Neither that of a base nor what dataclasses and NamedTuple make up."""
    assert [class_text(each) for each in (Silent, Seat)] == ["", ""]
    assert [class_summary(each) for each in (Silent, Seat)] == ["", ""]


def test_texts_are_read_once():
    """The same object comes back."""
    assert field_texts(Trip) is field_texts(Trip)


@pytest.mark.parametrize(
    ("cls", "texts"),
    [
        (Renamed, {"bed_count": "Of the room.", "room_number": "On the door."}),
        (Private, {"_beds": "Of the room.", "room": "To the room."}),
        (Aliased, {"rooms": "Of the room.", "door": "To the garden."}),
    ],
)
def test_a_field_may_be_documented_under_its_name_in_json(cls, texts):
    """As its library renames it; a name that another field has in Python means that one."""
    assert texts == field_texts(cls)
