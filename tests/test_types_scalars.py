"""bool, int, float, str, None, Any, and classes derived from plain ones."""

from __future__ import annotations

import numbers
from typing import Any, AnyStr, Optional, Self, SupportsFloat, SupportsIndex, TypeVar, Union

import pytest
import typing_extensions
from road import alike, arriving, refusal, schema_of

Bounded = TypeVar("Bounded", bound=int)
Constrained = TypeVar("Constrained", int, str)
Open = TypeVar("Open")


class Celsius(float):
    """A temperature."""


class Sku(str):
    """The number of an article."""

    __slots__ = ()


class Odd(int):
    """An odd number."""

    def __new__(cls, value: int) -> Self:
        if value % 2 == 0:
            raise ValueError("must be odd")
        return super().__new__(cls, value)


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (str, {"type": "string"}),
        (None, {"type": "null"}),
        (type(None), {"type": "null"}),
        (Any, {}),
        (object, {}),
        (typing_extensions.LiteralString, {"type": "string"}),
        (AnyStr, {"type": "string"}),
        (Celsius, {"type": "number"}),
        (Sku, {"type": "string"}),
        (Odd, {"type": "integer"}),
        (Open, {}),
        (Bounded, {"type": "integer"}),
        (Constrained, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
    ],
)
def test_each_plain_type_has_its_schema(hint, schema):
    """A plain type is one JSON type, and nothing else is said of it."""
    assert schema_of(hint) == schema


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (int, 3.0, 3),
        (int, 2**80 + 1, 2**80 + 1),
        (float, 2, 2.0),
        (float, 2.5, 2.5),
        (bool, False, False),
        (str, "007", "007"),
        (None, None, None),
        (Any, {"a": [1, 2.5, None]}, {"a": [1, 2.5, None]}),
        (Celsius, 2, Celsius(2)),
        (Sku, "a-1", Sku("a-1")),
        (Odd, 3, Odd(3)),
        (Optional[float], 1, 1.0),
        (Union[int, float], 1, 1),
        (Union[float, int], 1.0, 1.0),
    ],
)
def test_plain_values_arrive_with_their_type(hint, sent, arrives):
    """3.0 is an int, an integer for a float a float; a class over a plain one is built from it."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent"),
    [
        (int, "3"),
        (int, True),
        (int, 3.5),
        (int, None),
        (float, "2.5"),
        (float, True),
        (bool, 1),
        (bool, "true"),
        (str, 7),
        (str, None),
        (None, 0),
        (None, ""),
        (Celsius, "2"),
        (Sku, 1),
        (Odd, True),
        (Bounded, "x"),
    ],
)
def test_nothing_is_turned_into_another_type(hint, sent):
    """Text, numbers, booleans and null stay apart."""
    assert refusal(hint, sent).startswith("value: ")


def test_what_a_derived_class_says_reaches_the_model():
    """A class over int may refuse values, and its words stand in the refusal."""
    assert refusal(Odd, 4) == "value: must be odd"


@pytest.mark.parametrize(
    ("hint", "schema", "value"),
    [
        (numbers.Integral, {"type": "integer"}, 3),
        (SupportsIndex, {"type": "integer"}, 3),
        (numbers.Real, {"anyOf": [{"type": "integer"}, {"type": "number"}]}, 3),
        (numbers.Number, {"anyOf": [{"type": "integer"}, {"type": "number"}]}, 2.5),
        (SupportsFloat, {"anyOf": [{"type": "integer"}, {"type": "number"}]}, 2.5),
    ],
)
def test_an_abstract_number_arrives_as_it_was_sent(hint, schema, value):
    """Whole or not; a text and a boolean are none, though Python calls True a number."""
    assert schema_of(hint) == schema
    assert alike(value, arriving(hint, value))
    assert "integer" in refusal(hint, "3")
    assert "integer" in refusal(hint, True)
