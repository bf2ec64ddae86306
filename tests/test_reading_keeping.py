"""What has been read of a class, kept at the class."""

from __future__ import annotations

import pickle
from typing import Protocol

from toolkit.reading.keeping import Kept, keep, kept
from toolkit.record import MISSING


class Point:
    """A class."""


class Near(Point):
    """Another."""


class Sized(Protocol):
    """A class of which every attribute counts."""


def test_what_is_kept_is_of_that_class_alone():
    """Neither of a class that derives from it, nor of a copy."""
    keep(Point, "fields", ["x"])
    copy = type("Point", (), dict(vars(Point)))
    assert [kept(each, "fields") for each in (Point, Near, copy)] == [["x"], MISSING, MISSING]


def test_a_class_that_cannot_be_changed_is_read_anew():
    """One of Python's own, and a protocol."""
    for each in (int, Sized):
        keep(each, "fields", ["x"])
        assert kept(each, "fields") is MISSING


def test_what_is_kept_is_not_pickled():
    """It may hold a whole module."""
    made = Kept(Point)
    made.found["fields"] = ["x"]
    assert pickle.loads(pickle.dumps(made)).found == {}


def test_a_class_has_one_place_for_all_that_is_kept_of_it():
    """The second thing changes the class no more."""

    class Far(Point):
        """A third."""

    keep(Far, "fields", ["x"])
    before = {*vars(Far)}
    keep(Far, "hints", {"x": int})
    assert ({*vars(Far)}, kept(Far, "fields"), kept(Far, "hints")) == (before, ["x"], {"x": int})
