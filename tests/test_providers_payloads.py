"""Fields of payloads: read alike from dicts and objects, without running their code."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, Mock

import pytest

from toolkit.errors import CallError
from toolkit.providers.payloads import (
    arguments_field,
    array_field,
    field,
    fields_among,
    first,
    has_field,
    id_field,
    is_array,
    is_object,
    kind_in_words,
    label,
    text_field,
)


@dataclass
class Plain:
    name: str


@dataclass(slots=True)
class Slotted:
    name: str
    late: str = "x"


class Model:
    """As pydantic lays its models out: undeclared fields in a slot of their own."""

    __slots__ = ("__dict__", "__pydantic_extra__")

    def __init__(self) -> None:
        self.name = "add"
        self.__pydantic_extra__ = {"more": 1}


class Fixed:
    name = "add"
    count = property(lambda self: 1)


class Raising:
    @property
    def name(self) -> str:
        raise SystemExit

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


class Disguised:
    name = "add"

    @property
    def __dict__(self) -> dict[str, Any]:
        raise RuntimeError


class Loud(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise RuntimeError


class LoudList(list[Any]):
    def __iter__(self) -> Any:
        raise RuntimeError


SOURCES = [
    {"name": "add"},
    MappingProxyType({"name": "add"}),
    Plain("add"),
    Slotted("add"),
    Model(),
    Fixed(),
    SimpleNamespace(name="add"),
    Disguised(),
]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: type(source).__name__)
def test_a_field_is_a_key_or_a_stored_attribute(source):
    """Dicts, instances, slots, models and class attributes answer alike."""
    assert field(source, "title", "name") == "add"
    assert has_field(source, "name")
    assert not has_field(source, "title")
    assert label(source, "name") == text_field(source, "name") == "add"


@pytest.mark.parametrize(
    "make", [str, int, type(None), list, tuple, lambda: int, Raising, Mock, MagicMock, lambda: Mock(spec=dict)]
)
def test_what_stores_nothing_has_no_field(make):
    """Values, classes and objects that answer to every name by code have no fields, and none of their code runs."""
    source = make()
    assert field(source, "name", "count") is None
    assert not has_field(source, "count")


def test_a_null_field_is_there_and_not_used():
    """Null counts as absent where a value is wanted."""
    assert field({"a": None, "b": 1}, "a", "b") == 1
    assert has_field({"a": None}, "a")
    assert first({"a": []}, "a") is None
    assert first({"a": [1, 2]}, "a") == 1


def test_a_model_of_pydantic_shows_undeclared_fields():
    """Providers add fields before their packages know them."""
    assert field(Model(), "more") == 1


def test_an_empty_slot_is_no_field():
    """A slot that was never filled holds nothing."""
    source = Slotted("add")
    del source.late
    assert field(source, "late") is None


def test_fields_among_prefers_those_that_are_not_null():
    """Null fields count only where there are no others."""
    names = ("a", "b", "name")
    assert fields_among({"a": None, "b": 1}, names) == ["b"]
    assert fields_among({"a": None}, names) == ["a"]
    assert fields_among(SimpleNamespace(a=1, b=None), names) == ["a"]
    assert fields_among(Slotted("add"), names) == ["name"]
    assert fields_among(5, names) == []


def test_kinds_of_values_are_told_by_their_class():
    """What an object claims to be does not count, nor do arrays that bring code of their own."""
    assert is_object(MappingProxyType({}))
    assert not is_object(Mock(spec=dict))
    assert is_array(())
    assert not is_array(LoudList())


def test_values_are_named_in_words():
    """The words hold nothing of the value."""
    values = [None, True, 1, 1.5, "x", {}, MappingProxyType({}), [], (), object()]
    said = "null|a boolean|a number|a number|text|an object|an object|an array|an array|no JSON value"
    assert [kind_in_words(value) for value in values] == said.split("|")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ({}, "f.name is missing; expected text"),
        ({"name": ""}, "f.name is empty; expected text"),
        ({"name": None}, "f.name is null; expected text"),
        ({"name": 5}, "f.name is a number; expected text"),
    ],
)
def test_a_text_field_has_to_be_text(source, text):
    """The message names the field and what was expected."""
    with pytest.raises(CallError) as caught:
        text_field(source, "name", "f.name")
    assert str(caught.value) == text


def test_a_subclass_of_text_becomes_text():
    """No code of the subclass runs."""
    assert type(text_field({"name": Loud("add")}, "name")) is str
    assert type(arguments_field({"a": Loud("{}")}, "a")) is str


def test_an_array_field_may_be_absent_but_nothing_else():
    """Tuples count as arrays."""
    assert array_field({}, "calls") == []
    assert array_field({"calls": (1,)}, "calls") == [1]
    with pytest.raises(CallError, match="calls is text; expected an array"):
        array_field({"calls": "x"}, "calls")


def test_arguments_are_text_or_an_object():
    """An object is handed over as a dict."""
    assert arguments_field({"a": "{}"}, "a") == "{}"
    assert arguments_field({"a": MappingProxyType({"x": 1})}, "a") == {"x": 1}
    assert type(arguments_field({"a": type("D", (dict,), {})(x=1)}, "a")) is dict
    assert arguments_field({"a": None}, "a") is None
    assert arguments_field({}, "a") is None
    with pytest.raises(CallError, match="a is missing; expected JSON text or an object"):
        arguments_field({}, "a", required=True)
    with pytest.raises(CallError, match="a is an array; expected JSON text or an object"):
        arguments_field({"a": []}, "a")


def test_ids_are_opaque_and_bounded():
    """Up to 256 characters; numbers, as JSON-RPC has, become text; none is no fault."""
    assert id_field({}, "id") is None
    assert id_field({"id": 7}, "id") == "7"
    assert type(id_field({"id": Loud("c1")}, "id")) is str
    assert id_field({"id": "é" * 256}, "id") == "é" * 256
    with pytest.raises(CallError, match="id has 257 characters; expected 256 at most"):
        id_field({"id": "x" * 257}, "id")
    for wrong in (True, 10**300, []):
        with pytest.raises(CallError, match="expected text"):
            id_field({"id": wrong}, "id")
