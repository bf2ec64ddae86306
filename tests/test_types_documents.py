"""A foreign JSON document, taken in."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from toolkit.errors import DefinitionError
from toolkit.types.documents import document_copy


def nested(levels):
    """Arrays in arrays."""
    value = []
    for _ in range(levels):
        value = [value]
    return value


CIRCLE = {}
CIRCLE["a"] = CIRCLE


def test_copy_is_plain_and_its_own():
    """Read-only mappings and tuples become dicts and lists."""
    document = {"a": (1, 2.5, None, True), "b": MappingProxyType({"c": "x"})}
    copy = document_copy(document)
    assert copy == {"a": [1, 2.5, None, True], "b": {"c": "x"}}
    assert type(copy["b"]) is dict
    assert type(copy["a"]) is list


def test_descriptions_are_cleaned_and_cut():
    """Texts for people lose their hidden characters; a property of that name is no text."""
    copy = document_copy(
        {
            "description": "a\u200bb",
            "title": "x" * 20_000,
            "$comment": "\u202e",
            "properties": {"title": {"description": "c\u200b"}},
        }
    )
    assert copy["description"] == "ab"
    assert len(copy["title"]) == 10_000
    assert copy["$comment"] == ""
    assert copy["properties"] == {"title": {"description": "c"}}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"a": {1: 2}}, "at #/a has a key that is no text but int"),
        ({"a": object()}, "at #/a is no JSON but object"),
        ({"a": [float("nan")]}, "at #/a/0 has a number that JSON cannot hold"),
        ({"a": 10**1001}, "of more than 1000 digits"),
        ({"a\u200b": 1}, "at # has a name with hidden characters"),
        ({"enum": ["a\u202e"]}, "at #/enum/0 has a text with hidden characters"),
        (CIRCLE, "nested too deep"),
        (nested(5000), "nested too deep"),
        ({"enum": ["x" * 300_000]}, "larger than 256 KiB"),
        ([0] * 300_000, "larger than 256 KiB"),
        ({str(number): 1 for number in range(100_000)}, "larger than 256 KiB"),
    ],
)
def test_what_is_not_taken_in(document, words):
    """The text names the place and what is wrong with it."""
    with pytest.raises(DefinitionError, match=words):
        document_copy(document)


def test_largest_number_is_taken_in():
    """A thousand digits are read."""
    assert document_copy(10**1000 - 1) == 10**1000 - 1


def test_a_document_of_the_author_keeps_its_texts():
    """Nobody hides anything from himself, and his enum may be long."""
    own = {"description": "a\u200bb", "enum": ["a\u202e", *map(str, range(100_000))], "properties": {"a\u200b": True}}
    assert own == document_copy(own, is_own=True)


def test_a_document_of_the_author_is_json_all_the_same():
    """What JSON cannot hold stands in no schema."""
    with pytest.raises(DefinitionError, match="has a number that JSON cannot hold"):
        document_copy({"const": float("inf")}, is_own=True)
