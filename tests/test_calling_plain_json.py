"""The quick writer of plain values against the dumper and json.dumps."""

from __future__ import annotations

import json
from enum import Enum
from threading import Event, Thread
from typing import Any

import pytest
from hypothesis import given, strategies as st
from switching import switching_often

from toolkit import Dispatcher, Tool, ToolCall
from toolkit.calling.cleaning import encodable
from toolkit.calling.plain_json import plain_text
from toolkit.descriptor import StringType
from toolkit.types.dumping import Dumper
from toolkit.types.rules import TypeRule, as_it_is, itself

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


class Colour(str, Enum):
    RED = "red"


@given(VALUES.filter(lambda value: type(value) is not str))
def test_plain_values_are_written_as_json_dumps_writes_them(value):
    """Spaces, non-ASCII characters and numbers alike."""
    assert encodable(json.dumps(Dumper().dump(value), ensure_ascii=False)) == plain_text(value)


@pytest.mark.parametrize(
    "value",
    [
        {1: "a"},
        {Colour.RED: 1},
        [Colour.RED],
        {"a": (1, 2)},
        {"a": {1, 2}},
        [float("nan")],
        [[float("inf")]],
        [10**5000],
        10**5000,
        [object()],
        b"x",
        list(range(1001)),
        [[0] * 600, [0] * 600],
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_small_plain_json_is_left_to_the_dumper(value):
    """Other keys and types, numbers that JSON does not have, and anything large."""
    assert plain_text(value) is None


def test_a_number_that_is_not_finite_is_null():
    """As everywhere in results."""
    assert plain_text(float("nan")) == "null"


def test_a_list_that_holds_itself_is_left_to_the_dumper():
    """It says so; the quick writer would never end."""
    endless = []
    endless.append(endless)
    assert plain_text(endless) is None


def test_a_value_that_is_shared_many_times_is_not_written_over_and_over():
    """Twelve levels of a hundred references each are 10**24 values."""
    shared = [0] * 100
    for _ in range(12):
        shared = [shared] * 100
    assert plain_text(shared) is None


def test_half_a_surrogate_pair_is_replaced():
    """UTF-8 cannot hold it."""
    assert plain_text(["\ud800"]) == '["\ufffd"]'


def test_rows_of_a_tool_may_be_about_dicts():
    """They come before the type table, so the dumper has to ask them."""
    rule = TypeRule("everything", lambda _: True, lambda *_: StringType(), as_it_is, itself)
    assert plain_text({"a": 1}, [rule]) is None


def test_a_value_that_another_thread_changes_meanwhile_is_left_to_the_dumper():
    """It may have grown while it was gone through: nothing is raised, and no half of it is written."""
    shared = {f"k{number}": {"a": [1, 2, 3]} for number in range(100)}
    grown = json.dumps({**shared, "more": []})
    is_over = Event()

    def change():
        while not is_over.is_set():
            if shared.pop("more", None) is None:
                shared["more"] = []

    thread = Thread(target=change)
    with switching_often():
        thread.start()
        try:
            texts = {plain_text(shared) for _ in range(300)}
        finally:
            is_over.set()
            thread.join()
    shared.pop("more", None)
    assert texts <= {None, json.dumps(shared), grown}


@pytest.mark.parametrize("value", [0.1, [0.1], {"a": 0.1}])
def test_a_rule_about_floats_is_asked_wherever_one_stands(value):
    """By itself as well as inside of something."""
    exact = TypeRule("exact", lambda hint: hint.type is float, lambda *_: StringType(), as_it_is, lambda *_: "1/10")

    def give() -> Any:
        """Give."""
        return value

    dispatch = Dispatcher([Tool.from_function(give, types=(exact,))]).dispatch
    assert json.dumps(value).replace("0.1", '"1/10"') == dispatch(ToolCall("give")).text
