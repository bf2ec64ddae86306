"""One type hint, taken apart."""

from __future__ import annotations

import sys
import types
import typing
from collections import abc, deque
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NewType,
    NotRequired,
    Optional,
    Required,
    Self,
    TypeVar,
    Union,
    Unpack,
)

import annotated_types
import pytest
import typing_extensions
from typing_extensions import TypeAliasType, TypeVarTuple

from toolkit.reading.annotations import (
    LITERAL,
    SELF,
    UNION,
    Hint,
    alias_value,
    inherited_arguments,
    is_alias,
    substituted,
    take_apart,
    variables_of,
)
from toolkit.reading.typed_dicts import is_typed_dict

T = TypeVar("T")
U = TypeVar("U")
Endless = TypeVar("Endless", bound="dict[str, Endless] | list[Endless]")
Lost = TypeVar("Lost", bound="Nothing")  # noqa: F821 - a name that means nothing
Default = typing_extensions.TypeVar("Default", default=str)
Ts = TypeVarTuple("Ts")
UserId = NewType("UserId", int)
Text = NewType("Text", Annotated[str, "a text"])
Names = TypeAliasType("Names", "list[str]")
Pair = TypeAliasType("Pair", tuple[T, U], type_params=(T, U))


class Box(Generic[T]):
    """A generic class."""


class Days(dict[str, T], Generic[T]):
    """A generic container of the user's own."""


class Bare(list):
    """A container over one without arguments."""


class Months(Days[int]):
    """A container over that."""


class Many(Generic[T, *Ts, U]):
    """A class of any number of arguments."""


@pytest.mark.parametrize(
    ("annotation", "type_", "origin", "arguments"),
    [
        (int, int, None, ()),
        (None, None, None, ()),
        (type(None), None, None, ()),
        (Any, Any, None, ()),
        (list, list, None, ()),
        (typing.List, list, None, ()),
        (typing.Tuple, tuple, None, ()),
        (typing.Deque, deque, None, ()),
        (typing.Mapping, abc.Mapping, None, ()),
        (list[int], list[int], list, (int,)),
        (typing.List[int], typing.List[int], list, (int,)),
        (tuple[()], tuple[()], tuple, ()),
        (Union[int, str], Union[int, str], UNION, (int, str)),
        (int | None, int | None, UNION, (int, type(None))),
        (Optional[int], Optional[int], UNION, (int, type(None))),
        (Literal["a", 1], Literal["a", 1], LITERAL, ("a", 1)),
        (Box[int], Box[int], Box, (int,)),
        (UserId, int, None, ()),
        (T, Any, None, ()),
        (Default, str, None, ()),
        (Ts, tuple, None, ()),
        (typing.AnyStr, str, None, ()),
        (typing.LiteralString, str, None, ()),
        ([int], [int], None, ()),
        (5, 5, None, ()),
    ],
)
def test_what_is_left_is_type_origin_and_arguments(annotation, type_, origin, arguments):
    """However Python spells the type."""
    hint = take_apart(annotation)
    assert (hint.type, hint.origin, hint.arguments) == (type_, origin, arguments)


@pytest.mark.parametrize(
    ("annotation", "type_", "qualifiers"),
    [
        (Required[int], int, {"Required"}),
        (NotRequired[Annotated[int, "a"]], int, {"NotRequired"}),
        (Annotated[NotRequired[int], "a"], int, {"NotRequired"}),
        (typing_extensions.ReadOnly[NotRequired[int]], int, {"ReadOnly", "NotRequired"}),
        (ClassVar[int], int, {"ClassVar"}),
        (Final[int], int, {"Final"}),
        (Final, Any, {"Final"}),
        (Unpack[tuple[int, ...]], tuple[int, ...], {"Unpack"}),
        (*tuple[int, ...], tuple[int, ...], {"Unpack"}),
    ],
)
def test_qualifiers_are_peeled_off(annotation, type_, qualifiers):
    """In any order (PEP 591, 646, 655, 705)."""
    hint = take_apart(annotation)
    assert (hint.type, hint.qualifiers) == (type_, qualifiers)


@pytest.mark.parametrize(
    ("annotation", "type_"),
    [
        (NewType("Crate", "Box[int]"), Box[int]),
        (TypeVar("Any_box", bound="Box[int]"), Box[int]),
        (typing_extensions.TypeVar("Some_box", default="Box[int]"), Box[int]),
        (Endless, dict[str, Any] | list[Any]),
        (Lost, typing.ForwardRef("Nothing")),
    ],
)
def test_a_text_in_a_name_of_its_own_is_read_where_that_was_made(annotation, type_):
    """A class may come further down; what means nothing yet is left."""
    assert take_apart(annotation).type == type_


def test_markers_are_sorted_out():
    """Texts, the nearest first; bounds; and what is not known here."""
    hint = take_apart(Annotated[Annotated[int, "near", annotated_types.Ge(1)], "far", object])
    assert (hint.type, hint.texts, hint.constraints, hint.metadata) == (int, ("near", "far"), {"ge": 1}, (object,))
    assert take_apart(Annotated[Text, "far"]).texts == ("a text", "far")


@pytest.mark.parametrize(
    ("annotation", "class_", "name"),
    [
        (int, int, "int"),
        (list[int], list, "list"),
        (Box[int], Box, "Box"),
        (None, None, "None"),
        (Optional[Box[int]], None, "Box[int] | None" if sys.version_info >= (3, 14) else "Optional[Box[int]]"),
    ],
)
def test_a_hint_has_the_class_behind_it(annotation, class_, name):
    """None for special forms, which have a name as they are written."""
    hint = take_apart(annotation)
    assert (hint.class_, hint.name) == (class_, name)


def test_a_hint_is_of_a_class_or_one_derived_from_it():
    """The origin counts."""
    assert take_apart(Months).is_a(dict, list)
    assert take_apart(list[int]).is_a(list)
    assert not take_apart(Union[int, str]).is_a(object)


def test_aliases_give_their_value():
    """Texts inside are read where the alias stands; variables are filled in."""
    assert [is_alias(each) for each in (Names, Pair[int, str], int)] == [True, True, False]
    assert (alias_value(Names), alias_value(Pair[int, str])) == (list[str], tuple[int, str])


@pytest.mark.parametrize(
    ("annotation", "variables"),
    [
        (int, {}),
        (Box[int], {T: int}),
        (Many[int, str], {T: int, U: str, Ts: ()}),
        (Many[int, bool, float, str], {T: int, U: str, Ts: (bool, float)}),
    ],
)
def test_variables_stand_for_arguments(annotation, variables):
    """One of any length takes what the others leave (PEP 646)."""
    assert variables_of(annotation) == variables


@pytest.mark.parametrize(
    ("annotation", "filled"),
    [
        (T, int),
        (list[T], list[int]),
        (typing.List[T], typing.List[int]),
        (dict[str, list[T]], dict[str, list[int]]),
        (Optional[T], Optional[int]),
        (T | None, Optional[int]),
        (Annotated[T, "a"], Annotated[int, "a"]),
        (tuple[T, ...], tuple[int, ...]),
        (tuple[Unpack[Ts]], tuple[str, bool]),
        (tuple[T, *tuple[T, ...]], tuple[int, typing_extensions.Unpack[tuple[int, ...]]]),
        (tuple[T, typing_extensions.Unpack[tuple[T, ...]]], tuple[int, typing_extensions.Unpack[tuple[int, ...]]]),
        (Box[Box[T]], Box[Box[int]]),
        (Literal["T"], Literal["T"]),
        (Optional[SELF], Optional[Box]),
        (U, U),
        (list[str], list[str]),
        (Optional[types.GenericAlias], Optional[types.GenericAlias]),
    ],
)
def test_variables_are_filled_in_at_every_depth(annotation, filled):
    """Self too, where it is known."""
    assert substituted(annotation, {T: int, Ts: (str, bool), SELF: Box}) == filled


def test_the_variables_of_generic_models_are_filled_in():
    """What pydantic makes of `Shelf[U]` is a class, that of `Shelf[T]` the very class that was written with T."""
    pydantic = pytest.importorskip("pydantic")

    class Shelf(pydantic.BaseModel, Generic[T]):
        item: T

    assert [substituted(each, {T: int, U: str}) for each in (Shelf[T], Shelf[U], Shelf[list[U]], Shelf[str])] == [
        Shelf[int],
        Shelf[str],
        Shelf[list[str]],
        Shelf[str],
    ]
    assert substituted(list[Shelf[U]], {U: str}) == list[Shelf[str]]
    assert substituted(Shelf, {U: str}) is Shelf


def test_nothing_is_filled_in_where_nothing_is_known():
    """The hint itself comes back."""
    assert substituted(list[T], {}) == list[T]
    assert substituted(Self, {}) is Self


@pytest.mark.parametrize(
    ("annotation", "arguments"),
    [
        (list[int], (int,)),
        (Days[int], (str, int)),
        (Months, (str, int)),
        (dict, ()),
        (int, ()),
        (Bare, ()),
    ],
)
def test_a_container_of_the_users_own_has_the_arguments_of_its_base(annotation, arguments):
    """However far away that is."""
    assert inherited_arguments(take_apart(annotation)) == arguments


def test_typed_dicts_are_known():
    """Of typing and of typing_extensions."""
    made = [each.TypedDict("Made", {"a": int}) for each in (typing, typing_extensions)]
    assert [is_typed_dict(each) for each in (*made, dict, None)] == [True, True, False, False]


def test_common_hints_are_made_once():
    """They are frozen."""
    assert take_apart(int) is take_apart(int)
    assert take_apart(int) == Hint(int)
