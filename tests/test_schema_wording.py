"""Places, values and types in a few words."""

from __future__ import annotations

import json

import pytest

from toolkit import ArgumentError, Tool
from toolkit.calling.copying import ExactNumber
from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    EnumType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
)
from toolkit.schema.wording import choice_text, in_one_line, listed, path_text, quoted, type_text, value_text

DEFINITIONS = {"A": AnyOfType((ReferenceType("A"), IntegerType(), ReferenceType("B"))), "B": ReferenceType("B")}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ((), ""),
        (("a", 2, "b-c"), "a[2].b-c"),
        (("odd key", "a.b"), 'odd key["a.b"]'),
        (("x" * 50,), "x" * 39 + "…"),
        (("größe",), "größe"),
        (("",), '""'),
        (("a", ""), 'a[""]'),
    ],
)
def test_place(steps, expected):
    """Plain names are joined by dots, others are quoted and cut."""
    assert path_text(steps) == expected


def test_long_place_keeps_its_ends():
    """A place sixty levels deep fits into a line."""
    shown = path_text([f"level{number}" for number in range(60)])
    assert shown.startswith("level0.level1.")
    assert shown.endswith(".level59")
    assert len(shown) < 160


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "null"),
        (True, "true"),
        (3, "3"),
        (10**30, "integer of many digits"),
        (2.5, "2.5"),
        (float("inf"), "Infinity"),
        ("a\tb", r'string "a\tb"'),
        ("x" * 1500, "string of 1,500 characters"),
        ([1], "array of 1 item"),
        ({}, "object with 0 properties"),
        ({"a": 1}, "object with 1 property"),
        ({1}, "set, which is no JSON"),
    ],
)
def test_value(value, expected):
    """A short scalar is shown, all else is described."""
    assert value_text(value) == expected


def test_a_class_of_its_own_is_of_the_kind_that_it_derives_from():
    """A number that remembers its digits is a number."""
    assert value_text(ExactNumber(1.5)) == "1.5"


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (AnyOfType((StringType(), NullType())), "string or null"),
        (
            AnyOfType((StringType(), AnyOfType((NullType(), ListType(NullType())), constraints={"title": "T"}))),
            "string, null or array",
        ),
        (EnumType(("a", 1)), 'one of "a", 1'),
        (EnumType(([1, 2],)), "[1, 2]"),
        (EnumType(({"a": ["b" * 40]},)), '{"a": ["' + "b" * 31 + "…"),
        (StringType(constraints={"contentEncoding": "base64"}), "string in base64"),
        (AnyType(constraints={"type": "integer"}), "integer"),
        (AnyType(constraints={"type": ["integer"]}), "any value"),
        (ObjectType(), "object"),
        (ReferenceType("A"), "integer or another value"),
        (ReferenceType("Gone"), "another value"),
        (ParameterType(), "another value"),
    ],
)
def test_type(type_, expected):
    """Members of unions are named once, references followed as far as they lead."""
    assert type_text(type_, DEFINITIONS) == expected


def test_choices_that_are_arrays_are_shown():
    """A foreign schema's are kept as tuples, which are no JSON; text that holds one is read."""
    schema = {"properties": {"pair": {"enum": [[1, 2], [3]]}}, "required": ["pair"]}
    made = Tool.declare("f", "", schema, handler=dict)
    with pytest.raises(ArgumentError, match=r"pair: one of \[1, 2\], \[3\], got 5"):
        made.invoke({"pair": 5})
    assert made.invoke({"pair": "[1, 2]"}) == {"pair": [1, 2]}


def test_union_of_unions_takes_linear_time():
    """References that double at every level are followed once."""
    definitions = {
        f"A{level}": AnyOfType((ReferenceType(f"A{level + 1}"),) * 2, constraints={"title": "T"}) for level in range(60)
    }
    assert type_text(ReferenceType("A0"), {**definitions, "A60": IntegerType()}) == "integer"


def test_lists_are_cut():
    """By their number and by their length; the rest is counted."""
    assert listed(map(str, range(12))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more"
    assert listed(["x" * 200, "y" * 200, "z"]) == "x" * 200 + " and 2 more"
    assert listed([]) == ""
    assert choice_text(range(60)).endswith("38, 39 and 20 more")


@pytest.mark.parametrize("name", ["city ", "ci  ty", "\ncity", "city\u200b", "\u00a0city"])
def test_a_name_with_blanks_or_hidden_characters_too_many_is_told_from_the_right_one(name):
    """At every depth, or the model would read that it sent what it should send."""
    assert path_text([name]) == json.dumps(name, ensure_ascii="\u200b" in name)
    assert path_text(["place", name]) == f"place[{path_text([name])}]"
    assert path_text(["two words"]) == "two words"


def test_texts_are_one_visible_line():
    """Line breaks become spaces, hidden characters vanish, long texts are cut."""
    assert in_one_line("a\n b\u200b", 10) == "a b"
    assert in_one_line("x" * 1000, 10) == "x" * 9 + "…"
    assert in_one_line("\u200b" * 1000 + "abc", 10) == "…"
    assert quoted("x" * 30) == '"' + "x" * 23 + '…"'
