"""Record: a small frozen value with named fields."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import re
from types import MappingProxyType
from typing import Any, ClassVar

import pytest

from toolkit import ToolOptions
from toolkit.record import EMPTY, MISSING, Missing, Record, replace_fields


class Point(Record):
    """A point."""

    count: ClassVar[int] = 0
    x: int
    y: int = 0


class Named(Record, kw_only=True):
    """A base whose fields are keywords."""

    label: str = ""
    items: Any = EMPTY


class Circle(Named):
    """Its own fields go by position, in front of those of its base."""

    radius: int
    _hidden = frozenset({"secret"})
    secret: str = "s"

    def _check(self) -> None:
        if self.radius < 0:
            raise ValueError("no radius is below 0")


def test_fields_are_filled_by_position_and_by_name():
    """Defaults fill the rest."""
    assert [dict(each._items()) for each in (Point(1), Point(1, 2), Point(y=2, x=1))] == [
        {"x": 1, "y": 0},
        {"x": 1, "y": 2},
        {"x": 1, "y": 2},
    ]


def test_fields_of_a_subclass_stand_before_keywords_of_its_base():
    """A keyword-only field is never filled by position."""
    assert Circle._names == ("radius", "secret", "label", "items")
    assert Circle(1, "t", label="a").label == "a"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Point, "Point needs a value for 'x'"),
        (lambda: Point(1, 2, 3), "Point takes 2 positional values, not 3"),
        (lambda: Point(1, z=2), "Point has no field 'z'"),
        (lambda: Point(1, x=2), "Point got two values for 'x'"),
        (lambda: Named("a"), "Named takes 0 positional values, not 1"),
        (lambda: replace_fields(Point(1), z=2), "Point has no field 'z'"),
    ],
)
def test_wrong_values_are_named(make, message):
    """The text says which field."""
    with pytest.raises(TypeError) as caught:
        make()
    assert str(caught.value) == message


def test_a_record_is_frozen():
    """The error names the way to a changed copy."""
    point: Any = Point(1)
    with pytest.raises(AttributeError, match=r"Point is frozen; use toolkit.replace\(..., x=...\)"):
        point.x = 2
    with pytest.raises(AttributeError, match="Point is frozen; x cannot be deleted"):
        del point.x
    with pytest.raises(AttributeError):
        point.other = 2


def test_records_are_equal_by_class_and_content():
    """And hash alike if they are equal, whatever they hold."""
    point = Point(1)
    assert point == point  # noqa: PLR0124 - a record is itself, whatever it holds
    assert Point(1) == Point(1, 0)
    assert Point(1) != Point(2)
    assert Point(1) != Circle(1)
    assert Point(1) != (1, 0)
    held = [{"a": [1]}, [1, [2]], MappingProxyType({"b": 1}), {1, 2}]
    assert [hash(Named(items=each)) for each in held] == [
        hash(Named(items=copy.deepcopy(dict(each) if hasattr(each, "keys") else each))) for each in held
    ]


def test_a_record_shows_what_differs_from_its_defaults():
    """Hidden fields are never shown."""
    assert [repr(Point(1)), repr(Point(1, 2)), repr(Circle(1, secret="x", label="a"))] == [
        "Point(x=1)",
        "Point(x=1, y=2)",
        "Circle(radius=1, label='a')",
    ]


def test_a_copy_with_changes_is_checked_like_a_new_one():
    """And the original stays."""
    circle = Circle(1, label="a")
    assert replace_fields(circle, radius=2) == Circle(2, label="a")
    assert circle.radius == 1
    with pytest.raises(ValueError, match="no radius is below 0"):
        replace_fields(circle, radius=-1)
    with pytest.raises(ValueError, match="no radius is below 0"):
        Circle(-1)


def test_records_are_pickled():
    """Read-only mappings inside as well, which pickle refuses by itself."""
    named = Named(label="a", items=MappingProxyType({"b": 1}))
    assert pickle.loads(pickle.dumps(named)) == named
    assert copy.deepcopy(Point(1)) == Point(1)


def test_missing_is_one_object():
    """It is false, survives every copy, and has a name."""
    copies = (copy.copy(MISSING), copy.deepcopy(MISSING), pickle.loads(pickle.dumps(MISSING)))
    assert all(each is MISSING for each in copies)
    assert (bool(MISSING), repr(MISSING), type(MISSING)) == (False, "MISSING", Missing)


class Hot(Record, is_hot=True):
    x: int
    y: int = 0


class Warmer(Hot):
    z: int = 5


def test_a_hot_record_keeps_its_ways_when_it_gets_a_constructor_of_its_own():
    """The first instance writes the constructor, the second one uses it."""
    assert [Hot(1), Hot(1), Hot(x=1, y=2)] == [Hot(1, 0), Hot(y=0, x=1), Hot(1, 2)]
    with pytest.raises(TypeError, match="'x'"):
        Hot()
    with pytest.raises(TypeError, match="z"):
        Hot(1, z=2)
    with pytest.raises(AttributeError, match="frozen"):
        Hot(1).x = 2


class Wide(Record, kw_only=True, is_sparse=True):
    a: int = 0
    b: Any = EMPTY
    c: str = "c"


def test_a_sparse_record_keeps_what_it_was_given_alone():
    """In all else it is like any other."""
    made = Wide(c="d")
    assert (vars(made), made.a, made.b, repr(made)) == ({"c": "d"}, 0, EMPTY, "Wide(c='d')")
    assert vars(replace_fields(made, a=1)) == {"c": "d", "a": 1}
    assert made == Wide(a=0, c="d") != Wide()
    assert hash(made) == hash(Wide(c="d", a=0))
    assert pickle.loads(pickle.dumps(made)) == made
    with pytest.raises(TypeError, match="Wide has no field 'z'"):
        Wide(z=1)
    with pytest.raises(TypeError, match="Wide has no field 'z'"):
        replace_fields(made, z=1)
    with pytest.raises(AttributeError, match="frozen"):
        made.a = 1


def test_help_shows_a_hot_record_that_has_got_a_constructor_of_its_own():
    """Also in another module than its own, as `help(toolkit)` does, it tells what the constructor is from and does."""
    Hot(1)
    shown = pydoc.plain(pydoc.text.document(Hot, "Hot", "elsewhere"))
    assert (Hot.__init__.__module__, Hot.__init__.__doc__) == (__name__, Record.__init__.__doc__)
    assert "Fill the fields, as the signature of the class says." in shown


def test_a_record_under_a_hot_one_fills_its_own_fields():
    """Not those of its parent alone."""
    Hot(1)
    assert tuple(value for _, value in Warmer(1, 2)._items()) == (1, 2, 5)
    assert Warmer(1, z=3) == replace_fields(Warmer(1), z=3)


class Checked(Record, is_hot=True):
    x: int

    def _check(self) -> None:
        if self.x < 0:
            raise ValueError("below zero")


def test_a_hot_record_is_checked_like_any_other():
    """By the constructor of its own as well as by the common one."""
    for _ in range(2):
        assert Checked(1).x == 1
        with pytest.raises(ValueError, match="below zero"):
            Checked(-1)


def test_a_subclass_of_a_hot_record_may_write_its_own_constructor():
    """Whether the parent has got one of its own by then or not."""

    class Call(Record, is_hot=True):
        name: str
        arguments: Any = None

    assert Call("a").arguments is None

    class Counted(Call):
        count: int = 0

        def __init__(self, name: str, count: int) -> None:
            super().__init__(name, count=count)

    assert Counted("a", 2)._names == ("name", "arguments", "count")
    assert [dict(each._items()) for each in (Counted("a", 2), Call("b", 1))] == [
        {"name": "a", "arguments": None, "count": 2},
        {"name": "b", "arguments": 1},
    ]


class Spot(Record):
    """Where something is."""

    x: int
    y: int = 0


class Labelled(Spot, kw_only=True):
    """A spot with a name."""

    name: str
    note: str = ""


def test_a_record_shows_its_fields_to_who_asks_for_its_signature():
    """`help` and editors do; the order, the defaults and the hints are those of the class body."""
    assert str(inspect.signature(Spot)) == "(x: 'int', y: 'int' = 0)"
    assert str(inspect.signature(Labelled)) == "(x: 'int', y: 'int' = 0, *, name: 'str', note: 'str' = '')"
    assert inspect.signature(ToolOptions).parameters["timeout_seconds"].default is None


def test_help_of_a_record_shows_no_private_names():
    """It would show them of a class that has `_fields`, as named tuples have."""
    shown = pydoc.plain(pydoc.render_doc(Warmer))
    assert re.findall(r"(?m)^ \|  (_[a-z]\w*)", shown) == []
    assert not hasattr(Warmer, "_fields")


def test_the_hints_of_a_record_need_not_be_texts():
    """Since Python 3.14 the body of a class has a function of them instead (PEP 649)."""
    names = {"Record": Record}
    body = "class Spot(Record):\n    x: int\n    y: int = 0"
    exec(compile(body, "<spot>", "exec", dont_inherit=True), names)
    made = names["Spot"](1)
    assert (repr(made), made.y, str(inspect.signature(names["Spot"]))) == ("Spot(x=1)", 0, "(x: int, y: int = 0)")


def test_records_in_one_another_are_hashed_once_each():
    """Their number, not two to its power, is what a hash of the outermost costs."""
    inner = outer = Named(items=())
    for _ in range(60):
        inner, outer = Named(items=(inner,)), Named(items=(outer,))
    assert hash(inner) == hash(outer)
