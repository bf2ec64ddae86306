"""Safe repairs: JSON that can mean only one thing for a type is turned into that."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, Optional, Union

import pytest
from road import alike

from toolkit.calling.copying import ExactNumber
from toolkit.calling.decoding import json_value
from toolkit.calling.settling import Settler
from toolkit.describing.descriptors import describe
from toolkit.options import ToolOptions
from toolkit.reading.signature import read_signature
from toolkit.schema.violations import ArgumentCheck


@dataclass
class Node:
    value: int
    inner: Optional[list[Node]] = None


@dataclass
class Share:
    value: float


@dataclass
class Price:
    amount: Decimal
    share: float = 0.0


def settled(hint: Any, value: Any, *, repairing: bool = True) -> tuple[Any, list[tuple[str, str]]]:
    """A value after the safe repairs, and the path and rung of each."""

    def take(value): ...

    take.__annotations__ = {"value": hint}
    descriptor = describe(read_signature(take), ToolOptions(description=""), "take").descriptor
    settler = Settler(descriptor, ArgumentCheck(descriptor).fits)
    arguments, repairs = settler.settle({"value": value}, repairing=repairing)
    return arguments["value"], [(each.path, each.rung) for each in repairs]


@pytest.mark.parametrize(
    ("hint", "value", "result", "paths"),
    [
        (int, 3.0, 3, ["value"]),
        (int, 3.5, 3.5, []),
        (float, 3.0, 3.0, []),
        (Union[int, float], 3.0, 3.0, []),
        (Union[int, str], 3.0, 3, ["value"]),
        (Optional[int], 3.0, 3, ["value"]),
        (Literal[3, "a"], 3.0, 3, ["value"]),
        (list[int], [1.0, 2, 2.5], [1, 2, 2.5], ["value[0]"]),
        (tuple[int, float], [1.0, 1.0], [1, 1.0], ["value[0]"]),
        (tuple[int, *tuple[int, ...]], [1, 1.0], [1, 1], ["value[1]"]),
        (tuple[int], [1.0, 1.0], [1, 1.0], ["value[0]"]),
        (dict[str, int], {"a": 1.0}, {"a": 1}, ["value.a"]),
        (
            Node,
            {"value": 1.0, "inner": [{"value": 2.0}]},
            {"value": 1, "inner": [{"value": 2}]},
            ["value.value", "value.inner[0].value"],
        ),
        (Union[Node, Share], {"value": 1.0}, {"value": 1}, ["value.value"]),
        (Union[Share, Node], {"value": 1.0}, {"value": 1.0}, []),
        (Union[list[str], list[int]], [1.0], [1], ["value[0]"]),
        (Union[list[str], list[int]], [1.0, "a"], [1.0, "a"], []),
        (Any, [1.0], [1.0], []),
        (dict[str, Any], {"a": 1.0}, {"a": 1.0}, []),
    ],
)
def test_whole_numbers_are_integers_where_no_fraction_is_admitted(hint, value, result, paths):
    """3.0 is an integer (JSON Schema 2020-12, Validation, 6.1.1); where a float is admitted it stays one."""
    found, repairs = settled(hint, value, repairing=False)
    assert alike(found, result)
    assert repairs == [(path, "whole_number") for path in paths]


@pytest.mark.parametrize(
    ("hint", "value", "result", "paths"),
    [
        (list[int], "[1, 2.0]", [1, 2], ["value"]),
        (dict[str, int], '{"a": 1}', {"a": 1}, ["value"]),
        (Node, '{"value": 1}', {"value": 1}, ["value"]),
        (Node, {"value": 1, "inner": '[{"value": 2}]'}, {"value": 1, "inner": [{"value": 2}]}, ["value.inner"]),
        (list[list[int]], ["[1]"], [[1]], ["value[0]"]),
        (Optional[list[int]], "[]", [], ["value"]),
        (Union[list[int], dict[str, int]], ' {"a": 1}', {"a": 1}, ["value"]),
        (list[int], "1, 2", "1, 2", []),
        (list[int], '{"a": 1}', '{"a": 1}', []),
        (list[int], "[1", "[1", []),
        (list[int], '[{"a": 1, "a": 2}]', '[{"a": 1, "a": 2}]', []),
        (Union[str, list[int]], "[1]", "[1]", []),
        (Union[Path, list[int]], "[1]", "[1]", []),
        (Union[Any, list[int]], "[1]", "[1]", []),
        (Union[Literal["all", "[1]"], list[int]], "[1]", "[1]", []),
        (Union[Literal["all", 1], list[int]], "[1]", [1], ["value"]),
        (Union[Literal["all"], list[int]], "all", "all", []),
        (Union[dt.date, list[dt.date]], '["2031-05-06"]', ["2031-05-06"], ["value"]),
        (Union[bytes, list[bytes], None], '["YQ=="]', ["YQ=="], ["value"]),
        (list[Union[Decimal, dict[str, Decimal]]], ['{"a": 1}'], [{"a": 1}], ["value[0]"]),
        (str, "[1]", "[1]", []),
        (int, "1", "1", []),
        (Any, "[1]", "[1]", []),
    ],
)
def test_json_text_is_read_where_no_text_is_admitted(hint, value, result, paths):
    """An array or object in a string; nothing else is decoded."""
    found, repairs = settled(hint, value)
    assert alike(found, result)
    assert [path for path, rung in repairs if rung == "json_text"] == paths


@dataclass
class Circle:
    shape: Literal["circle"]
    centre: list[int]


@dataclass
class Frame:
    shape: Literal["frame"]
    around: Union[Circle, Label]
    width: int = 1


@dataclass
class Label:
    shape: Literal["label"]
    centre: str


@pytest.mark.parametrize(
    ("value", "result", "paths"),
    [
        ({"shape": "circle", "centre": "[1, 2]"}, {"shape": "circle", "centre": [1, 2]}, ["value.centre"]),
        ({"shape": "label", "centre": "[1, 2]"}, {"shape": "label", "centre": "[1, 2]"}, []),
        (
            {"shape": "frame", "around": {"shape": "circle", "centre": "[1]"}, "width": 2.0},
            {"shape": "frame", "around": {"shape": "circle", "centre": [1]}, "width": 2},
            ["value.around.centre", "value.width"],
        ),
        ({"shape": "none", "centre": "[1, 2]"}, {"shape": "none", "centre": "[1, 2]"}, []),
        ({"shape": ["circle"], "centre": "[1]"}, {"shape": ["circle"], "centre": "[1]"}, []),
    ],
)
def test_a_member_of_a_union_is_settled_as_its_tag_says(value, result, paths):
    """Though as it came no member takes it."""
    made, repairs = settled(Union[Circle, Frame, Label], value)
    assert alike(made, result)
    assert [path for path, _ in repairs] == paths


@dataclass
class Line:
    points: list[int]
    width: int = 1


@dataclass
class Note:
    text: str
    points: list[str]


@pytest.mark.parametrize(
    ("value", "result", "paths"),
    [
        ({"points": "[1, 2]", "width": 2.0}, {"points": [1, 2], "width": 2}, ["value.points", "value.width"]),
        ({"text": "[1]", "points": '["a"]'}, {"text": "[1]", "points": ["a"]}, ["value.points"]),
        ({"points": "[1]", "other": 1}, {"points": "[1]", "other": 1}, []),
        ({"text": "[1]", "points": "[1]", "width": 2.0}, {"text": "[1]", "points": "[1]", "width": 2.0}, []),
    ],
)
def test_a_member_of_a_union_is_settled_where_the_names_leave_no_other(value, result, paths):
    """A union without a tag: an object whose names only one member has cannot be meant for another."""
    made, repairs = settled(Union[Line, Note], value)
    assert alike(made, result)
    assert [path for path, _ in repairs] == paths
    open_union = settled(Union[Line, dict[str, float]], value)
    assert open_union[1] == []


def test_no_text_is_read_without_repairs():
    """repair="off" leaves it as it is."""
    assert settled(list[int], "[1]", repairing=False) == ("[1]", [])


@pytest.mark.parametrize(
    ("hint", "kept"),
    [
        (Decimal, "{}"),
        (list[Decimal], "[{}]"),
        (Optional[Decimal], "{}"),
        (Union[str, Decimal], "{}"),
        (Union[list[Decimal], dict[str, Decimal]], '{{"a": {}}}'),
        (Price, '{{"amount": {}}}'),
    ],
)
def test_digits_are_kept_where_a_decimal_wants_them(hint, kept):
    """At every depth."""
    found, _ = settled(hint, json_value(kept.format("1.50"), exact=True))
    assert "1.50" in str(_texts(found))


def _texts(value):
    """The value with the digits of its exact numbers."""
    if isinstance(value, dict):
        return {name: _texts(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_texts(each) for each in value]
    return value.text if isinstance(value, ExactNumber) else value


@pytest.mark.parametrize(
    ("hint", "text"),
    [(float, "1.50"), (Any, "[1.50]"), (list[float], "[1.50]"), (Price, '{"amount": 1, "share": 1.50}'), (str, "1.50")],
)
def test_other_numbers_become_plain_floats(hint, text):
    """A body never sees a number that remembers its digits."""
    found, _ = settled(hint, json_value(text, exact=True))
    assert "1.50" not in str(_texts(found))


def test_the_callers_objects_stay_as_they_are():
    """What changes is copied."""
    value = {"value": 1.0, "inner": [{"value": 2.0}]}
    settled(Node, value)
    assert value == {"value": 1.0, "inner": [{"value": 2.0}]}
