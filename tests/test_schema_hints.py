"""What may have been meant by a value that does not fit."""

from __future__ import annotations

import pytest

from toolkit.schema.hints import Choices, form_example, value_hint


@pytest.mark.parametrize(
    ("form", "hint"),
    [
        ("date-time", "write it as text such as 2031-05-06T07:08:09"),
        ("date", "write it as text such as 2031-05-06"),
        ("time", "write it as text such as 07:08:09"),
        ("duration", "write it as text such as PT1H"),
        ("email", 'put it in quotes: "5"'),
    ],
)
def test_a_number_for_a_text_of_some_form_gets_the_form(form: str, hint: str):
    """A number in quotes would be no date either."""
    assert value_hint(5, lambda value: isinstance(value, str), form_example([None, form])) == hint


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


@pytest.mark.parametrize("text", ["two", "not so", "", " ", '"1"', "1st", "truth", "Nan", "[1", "x" * 300, "\ufeff1"])
def test_text_that_holds_no_json_gets_no_hint(text: str):
    """Nor does text that holds a text."""
    assert value_hint(text, lambda value: not isinstance(value, list)) == ""
