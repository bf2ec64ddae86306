"""Checked JSON, compared, copied and digested."""

from __future__ import annotations

import hashlib
import json

import pytest

from toolkit.calling.decoding import json_value
from toolkit.dispatch.canonical import arguments_digest, as_written, canonical, duplicate


class Worded:
    """No JSON value, though it has a text."""

    text = "1"


def digest_of(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": [1, 2.5, None], "a": {"d": True, "c": "\u00e9"}}, '{"a":{"c":"\\u00e9","d":true},"b":[1,2.5,null]}'),
        ((1, (2, 3)), "[1,[2,3]]"),
        ([], "[]"),
        ({}, "{}"),
        ("1", '"1"'),
        (json_value("1.10", exact=True), "1.10"),
        (1.10, "1.1"),
        ([json_value("1e2", exact=True)], "[1e2]"),
    ],
)
def test_equal_values_have_one_text(value, text):
    """Names in order, no spaces, numbers as they were written."""
    assert canonical(value) == text
    assert json.loads(canonical(value)) == json.loads(json.dumps(value))


def test_a_text_may_keep_the_order_of_names():
    """All else is as in the text that equal values share."""
    value = json_value('{"b": 1.10, "a": [{"d": 1, "c": 2}]}', exact=True)
    assert as_written(value) == '{"b":1.10,"a":[{"d":1,"c":2}]}'


def test_what_is_no_json_has_no_text():
    """An attribute `text` makes no number of it."""
    with pytest.raises(TypeError, match="Worded"):
        canonical(Worded())


def test_a_copy_shares_nothing():
    """At every depth, objects in arrays too."""
    value = {"a": [{"b": [1]}], "n": json_value("1.10", exact=True)}
    copy = duplicate(value)
    assert copy == value
    assert copy["n"].text == "1.10"
    copy["a"][0]["b"].append(2)
    copy["a"].append(3)
    copy["c"] = 4
    assert value == {"a": [{"b": [1]}], "n": 1.1}


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ('{"a": 1}', '{"a": 1}'),
        ("\ud800", "\ud800"),
        ({"b": 1, "a": [2]}, '{"a":[2],"b":1}'),
        (None, "null"),
        (Worded(), "Worded"),
        ({"a": Worded()}, "dict"),
    ],
)
def test_a_digest_is_of_the_text_of_arguments(arguments, text):
    """A text as it came, an object in its canonical form, what is no JSON by its type alone."""
    assert arguments_digest(arguments) == digest_of(text)
