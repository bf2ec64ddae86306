"""What may have been meant by a value that does not fit."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from road import refusal

from toolkit.schema.hints import Choices, value_hint


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("CELSIUS", 'did you mean "celsius"?'),
        ("Unit.CELSIUS", 'did you mean "celsius"?'),
        ("C", 'did you mean "celsius"?'),
        ("FEET_PER_SECOND", 'did you mean "feet per second"?'),
        ("f", ""),
        ("", ""),
        ("3.5", ""),
        (5, ""),
    ],
)
def test_a_choice_is_recognised_however_it_is_spelt(written: object, hint: str):
    """By case, as the member of an Enum, or by its beginning, if only one begins so."""
    assert Choices(["celsius", "fahrenheit", "feet per second", 7]).hint(written) == hint


@pytest.mark.parametrize("text", [" [1] ", "1", "-1.5e3", " true\n", "null", "NaN", "-Infinity", "False", '{"a": 1}'])
def test_json_in_a_text_is_found(text: str):
    """Whatever json.loads reads, with blanks around it or not; and the words of Python."""
    assert value_hint(text, lambda value: not isinstance(value, str | list) or value == [1])


@pytest.mark.parametrize("text", ["two", "not so", "", " ", '"1"', "1st", "truth", "Nan", "x" * 300, "\ufeff1"])
def test_text_that_holds_no_json_gets_no_hint(text: str):
    """Nor does text that holds a text."""
    assert value_hint(text, lambda value: not isinstance(value, list)) == ""


@pytest.mark.parametrize("text", ["[1", "['a']", " {a: 1}"])
def test_what_looks_like_an_array_in_a_text_is_sent_as_one(text: str):
    """It is not to be put into another one."""
    hint = "send the array or object itself, not a text of it"
    assert value_hint(text, lambda value: isinstance(value, list), kinds=frozenset({"array"})) == hint
    assert value_hint(text, lambda _: False, kinds=frozenset({"integer"})) == ""


class Point(NamedTuple):
    """An array by position."""

    x: int
    y: int = 3


def test_an_object_in_the_place_of_an_array_by_position_is_told_so():
    """As a model does that knows the names of the fields; where the values do not fit, there is no hint."""
    hint = "send its values alone, in their order, as an array"
    assert refusal(Point, {"x": 1, "y": 2}) == f"value: array, got object with 2 properties ({hint})"
    assert refusal(Point, {"x": "far"}) == "value: array, got object with 1 property"
    assert refusal(Point, {}) == "value: array, got object with 0 properties"


def test_a_key_that_is_no_number_is_told_so_in_words():
    """The pattern in the schema is for machines."""
    assert refusal(dict[int, str], {"q": "x"}) == 'value.q: as a name, an integer as text, such as 7, got "q"'
    assert refusal(dict[float, str], {"q": "x"}) == 'value.q: as a name, a number as text, such as 2.5, got "q"'
