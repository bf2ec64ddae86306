"""Texts in annotations -> the hints that they spell."""

from __future__ import annotations

import sys
import typing
from typing import Annotated, Literal, Optional, Union

import pytest

from toolkit.reading.evaluation import Recurring, Unresolved, evaluated, holds_text, unresolved_reference, written
from toolkit.record import MISSING


class Stop:
    """A class with a class inside."""

    class Kind:
        """The inner one."""


@pytest.mark.parametrize(
    ("annotation", "hint"),
    [
        (int, int),
        ("int", int),
        ("list[Stop]", list[Stop]),
        ("Stop.Kind", Stop.Kind),
        (list["Stop"], list[Stop]),
        (Optional["Stop"], Optional[Stop]),
        (typing.List["list['Stop']"], typing.List[list[Stop]]),
        ("Annotated[int, 'a text']", Annotated[int, "a text"]),
        ("Literal['int']", Literal["int"]),
        ("near", str),
        (None, None),
        (5, 5),
    ],
)
def test_texts_become_the_hints_that_they_spell(annotation, hint):
    """At every depth; the nearer namespace counts."""
    assert evaluated(annotation, globals(), {"near": str}) == hint


def test_a_nearer_name_hides_a_class():
    """Whatever it stands for."""
    assert evaluated("int", globals(), {"int": list[str]}) == list[str]
    assert evaluated("Stop", globals(), {"Stop": Optional[int]}) == Optional[int]


@pytest.mark.parametrize(
    ("annotation", "text", "name"),
    [
        ("Nothing", "Nothing", "Nothing"),
        ("list[Nothing]", "list[Nothing]", "Nothing"),
        (list["Nothing"], "list['Nothing']", "Nothing"),  # noqa: F821 - a name that means nothing
        ("Stop.Other", "Stop.Other", "Other"),
    ],
)
def test_a_name_that_is_not_defined_is_named(annotation, text, name):
    """It may be defined later."""
    found = evaluated(annotation, globals(), {})
    assert (found.text, found.name, found.problem) == (text, name, "")


@pytest.mark.parametrize(
    ("annotation", "problem"),
    [
        ("int[", "SyntaxError: "),
        ("the number of days", "SyntaxError: "),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("Optional[int, str]", "TypeError: "),
        ("Stop[0]", "TypeError: "),
    ],
)
def test_what_is_no_type_is_told_from_that(annotation, problem):
    """It will be none later either."""
    found = evaluated(annotation, globals(), {})
    assert (found.text, found.name) == (annotation, "")
    assert found.problem.startswith(problem)


@pytest.mark.parametrize(
    ("annotation", "holds"),
    [
        (int, False),
        (list[int], False),
        (Literal["a"], False),
        (Annotated[int, "a"], False),
        ("int", True),
        (list["int"], True),
        (Optional[list["int"]], True),
        (typing.ForwardRef("int"), True),
        ([int], False),
    ],
)
def test_texts_are_found_where_they_are_types(annotation, holds):
    """A Literal's values and a marker are none."""
    assert holds_text(annotation) is holds


def test_a_reference_has_its_text():
    """Any other hint has none."""
    assert [unresolved_reference(typing.ForwardRef("A")), unresolved_reference(int)] == ["A", None]


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (int, "int"),
        (type(None), "None"),
        (None, "None"),
        (Stop.Kind, "Stop.Kind"),
        (list[Stop], "list[Stop]"),
        (Optional[Stop.Kind], "Kind | None" if sys.version_info >= (3, 14) else "Optional[Kind]"),
        (typing.Dict[str, Stop], "Dict[str, Stop]"),
        (typing.List[typing.ForwardRef("Later")], "List[Later]"),
        (Unresolved("Later"), "Later"),
        (MISSING, ""),
        ("x" * 200, "x" * 80),
    ],
)
def test_hints_are_written_as_their_author_would(annotation, text):
    """Without the names of modules."""
    assert written(annotation) == text


def test_a_local_class_is_written_by_its_own_name():
    """Not by that of the function around it."""

    class Local:
        """A local class."""

    assert (written(Local), written(list[Local])) == ("Local", "list[Local]")


Tree = Union[dict[str, "Tree"], int]
Odd = list["Even"]
Even = Optional[dict[str, "Odd"]]
Row = Union[int, "list[Row]"]
Pair = Annotated[Optional["list[Pair]"], "text"]


def means(annotation, **near):
    """What an annotation in this module means."""
    return evaluated(annotation, globals(), near)


@pytest.mark.parametrize("annotation", ["Tree", "list[Tree]", list["Tree"], Tree])
def test_a_name_that_recurs_in_what_it_stands_for_stays_one(annotation):
    """Its meaning has it again, the same one, however it was reached."""
    found = means(annotation)
    tree = found if isinstance(found, Recurring) else found.__args__[0]
    tree = tree if isinstance(tree, Recurring) else tree.__args__[1]
    assert repr(tree) == "Tree"
    assert tree.value.__args__[0] == dict[str, tree]
    assert tree == means("Tree")
    assert hash(tree) == hash(means("Tree"))


def test_names_that_recur_in_one_another_are_followed():
    """One of them is enough to come back to."""
    odd = means("Odd")
    assert repr(odd) == "Odd"
    assert odd.value == list[Optional[dict[str, odd]]]


def test_a_text_that_recurs_and_is_no_name_is_followed_too():
    """As in `Row = Union[int, "list[Row]"]`."""
    row = means(Row).__args__[1].__args__[0].__args__[1]
    assert repr(row) == "list[Row]"
    assert row.value.__args__[0].__args__[0] is int
    assert means(Pair).__metadata__ == ("text",)


def test_a_name_of_another_scope_is_another():
    """Two functions may each have a Tree of their own."""
    own = means("Tree", Tree=list["Tree"])
    assert own != means("Tree")
    assert own != "Tree"
