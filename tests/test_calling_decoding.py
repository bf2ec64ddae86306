"""The arguments of a call -> one JSON object, strictly."""

from __future__ import annotations

import collections
import enum
import itertools
import json
import math
from types import MappingProxyType

import pytest

from toolkit import CallError
from toolkit.calling.copying import ExactNumber, copied
from toolkit.calling.decoding import decoded, json_value

MAX = 10_000


class Level(enum.IntEnum):
    LOW = 1


class Weight(float):
    """A number of a class of its own."""


class Word(enum.StrEnum):
    HI = "hi"


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (None, {}),
        ("", {}),
        (" \n", {}),
        ("null", {}),
        ("{}", {}),
        ('{"a": [1, 2.5, true, null, "x"]}', {"a": [1, 2.5, True, None, "x"]}),
        (b'{"a": 1}', {"a": 1}),
        (bytearray(b'{"a": 1}'), {"a": 1}),
        ({"a": 1}, {"a": 1}),
        (MappingProxyType({"a": (1, 2)}), {"a": [1, 2]}),
        ('{"a": "\\ud83d\\ude00 \U0001f600"}', {"a": "\U0001f600 \U0001f600"}),
        ('{"a": 1e2, "b": 1e-400, "c": -0.0}', {"a": 100.0, "b": 0.0, "c": -0.0}),
        ('{"a": ' + "9" * 1000 + "}", {"a": int("9" * 1000)}),
        ('{"a": "' + "9" * 2000 + '"}', {"a": "9" * 2000}),
        ('{"__class__": {"__init__": 1}}', {"__class__": {"__init__": 1}}),
    ],
)
def test_arguments_become_an_object(arguments, value):
    """Text, bytes, an object, or nothing."""
    assert decoded(arguments, MAX) == (value, ())


def test_brackets_in_texts_are_no_levels():
    """Nor are pairs of them one after the other."""
    arguments = {"a": "[" * 100, "b": [[]] * 100, "c": '\\"[' * 100}
    assert decoded(json.dumps(arguments), MAX) == (arguments, ())


def test_arguments_encoded_twice_are_mended():
    """One wrapping is taken off, and said; never two."""
    once = json.dumps('{"a": 1}')
    arguments, (repair,) = decoded(once, MAX)
    assert (arguments, repair.rung) == ({"a": 1}, "encoded_twice")
    for nothing in ("", " ", "null", "{}"):
        assert decoded(json.dumps(nothing), MAX)[0] == {}
    with pytest.raises(CallError, match="not a text"):
        decoded(json.dumps(once), MAX)


def test_numbers_keep_their_digits_if_asked():
    """Those with a fraction; an integer has all its digits anyway."""
    value = json_value('{"a": 1.50, "b": 1, "c": [1e2]}', exact=True)
    assert (value, value["a"].text, value["c"][0].text) == ({"a": 1.5, "b": 1, "c": [100.0]}, "1.50", "1e2")
    assert (type(value["a"]), type(value["b"])) == (ExactNumber, int)
    assert type(json_value("1.50")) is float


class Endless(list):
    """A list that never ends."""

    def __iter__(self):
        return itertools.repeat(1)


class EndlessObject(collections.UserDict):
    """An object that never ends."""

    def items(self):
        return ((str(number), 1) for number in itertools.count())


@pytest.mark.parametrize("value", [Endless(), [Endless()], EndlessObject(), {"a": {"b": EndlessObject()}}])
def test_a_container_that_never_ends_is_refused(value):
    """What a class of its own gives is counted."""
    with pytest.raises(CallError, match="more than 100,000 values"):
        copied(value)


def test_containers_of_classes_of_their_own_are_copied():
    """As plain ones."""
    value = {"a": (1, [2]), "b": collections.UserDict(c=[*range(10)])}
    assert copied(value) == {"a": [1, [2]], "b": {"c": [*range(10)]}}
    assert type(copied(value)["b"]) is dict


def test_objects_are_copied():
    """No tool reaches the caller's own; subclasses of plain types become plain."""
    own = collections.OrderedDict(a=[{"b": (1, Level.LOW)}], c=Word.HI, d=Weight(1.5))
    value = copied(own)
    assert value == {"a": [{"b": [1, 1]}], "c": "hi", "d": 1.5}
    assert [type(each) for each in (value, value["c"], value["d"], value["a"][0]["b"][1])] == [dict, str, float, int]
    assert value["a"] is not own["a"]


def test_a_copy_keeps_the_digits_of_numbers():
    """Of those that remember them."""
    assert copied(json_value('{"a": [1.50]}', exact=True))["a"][0].text == "1.50"


def endless() -> dict:
    """An object that contains itself."""
    inner: dict = {}
    inner["a"] = inner
    return inner


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": object()}, "the arguments hold a value of type object, which JSON does not have"),
        ({"a": {1}}, "the arguments hold a value of type set"),
        ({1: 2}, "the arguments hold a name of type int; names in JSON are texts"),
        ({"a": math.nan}, "nan is no JSON"),
        ({"a": "\ud800"}, "the arguments hold half of a surrogate pair"),
        ({"\ud800": 1}, "half of a surrogate pair"),
        ({"a": 10**5000}, "an integer in the arguments has more than 1,000 digits"),
        (endless(), "the arguments have more than 64 levels"),
    ],
)
def test_objects_that_are_no_json_are_refused(value, message):
    """Whatever a host hands over."""
    with pytest.raises(CallError) as caught:
        decoded(value, MAX)
    assert message in str(caught.value)
