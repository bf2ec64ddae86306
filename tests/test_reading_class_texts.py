"""What a class says of itself and of its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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
