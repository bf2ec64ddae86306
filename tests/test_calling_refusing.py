"""The short road of a refusal: when it tells at once, and when it leaves the call to the steps."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest

from toolkit import ArgumentError, Tool
from toolkit.calling.contract import Contract, engine
from toolkit.descriptor import AnyType, StringType, ToolDescriptor, ToolParameterDescriptor
from toolkit.options import ToolOptions

pytestmark = pytest.mark.skipif(engine() == "reference", reason="the reference engine has no short road")

BUILT: list[str] = []


@dataclass
class Row:
    id: int
    day: dt.date


@dataclass
class Noted:
    name: str

    def __post_init__(self):
        BUILT.append(self.name)
        if self.name == "none":
            raise ValueError("the name must not be none")
        if self.name == "crash":
            raise RuntimeError("out of order")


def contract_of(function: Any) -> Contract:
    """The contract of a function as a tool."""
    return Tool.from_function(function, description="").contract


def take(count: int, rows: list[Row], noted: Noted | None = None, mode: Literal["fast", "slow"] = "fast"):
    """Take them."""


TAKE = contract_of(take)
ROW = {"id": 1, "day": "2031-05-06"}


def faults(arguments: Any, contract: Contract = TAKE, **options: Any) -> list[str] | None:
    """The faults that are told at once, None if the steps have to decide."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    refuse = contract.refusal_of_text
    error = None if refuse is None else refuse(text, **options)
    return None if error is None else [str(each) for each in error.violations]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"count": "two"}, ["rows: required, array", 'count: integer, got string "two"']),
        ({"count": 1, "rows": [ROW, {"id": 2}]}, ["rows[1].day: required, string of format date"]),
        (
            {"count": 1, "rows": [], "mode": "asap"},
            ['mode: one of "fast", "slow", got string "asap"'],
        ),
        (
            {"count": 1.5, "rows": [ROW | {"day": "2031-02-31"}]},
            ["count: integer, got 1.5", "rows[0].day: '2031-02-31' is not a date"],
        ),
        (
            {"count": [], "rows": [], "noted": {"name": "none"}},
            ["count: integer, got array of 0 items", "noted: the name must not be none"],
        ),
        ({"count": [], "rows": [], "noted": {"name": "crash"}}, ["count: integer, got array of 0 items"]),
        ({"count": "3", "rows": []}, ['count: integer, got string "3" (a number in quotes: write 3 without them)']),
    ],
)
def test_plain_faults_are_told_at_once(arguments, expected):
    """Those of the schema, then what the loaders refuse of the rest."""
    found = faults(arguments)
    assert found is not None
    assert [each[: len(begin)] for each, begin in zip(found, expected, strict=True)] == expected


def test_a_long_array_that_cannot_be_looked_over_is_gone_through():
    """Tuples are not told from arrays at a glance."""

    def note(rows: list[tuple[int]]):
        """Note them."""

    assert faults({"rows": [*[[1]] * 40, None]}, contract_of(note)) == ["rows[40]: array, got null"]


def test_what_loads_is_loaded_once():
    """An argument that fits is built to see whether it loads; one that does not is built again for its text."""
    BUILT.clear()
    assert faults({"count": "x", "rows": [], "noted": {"name": "ann"}}) == ['count: integer, got string "x"']
    assert BUILT == ["ann"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"count": 1, "rows": []},
        {"count": 3.0, "rows": []},
        {"count": "x", "rows": "[]"},
        {"count": "x", "rows": [ROW | {"id": "[1]"}, 4.0]},
        '{"count": "x", "count": 1, "rows": []}',
        '{"count": "x",, "rows": []}',
        '{"count": "\\u003a", "rows": []}',
        f'{{"count": {"9" * 1001}, "rows": 1}}',
        f'{{"count": {"[" * 65}1{"]" * 65}, "rows": []}}',
        f'{{"count": {"[" * 600}1{"]" * 600}, "rows": []}}',
        '"{}"',
        "[]",
        "",
    ],
)
def test_the_steps_decide_where_anything_is_in_doubt(arguments):
    """Good calls, what a safe repair may change, and text that is not plain JSON, or deep."""
    assert faults(arguments) is None


def test_without_repairs_text_is_a_fault():
    """Then the text of an array stays one."""
    assert faults({"count": 1, "rows": "[]"}, repairing=False) == [
        'rows: array, got string "[]" (send the array itself, not as text)'
    ]


def test_wide_arguments_are_no_deep_ones():
    """Brackets alone do not count, and arrays that were passed over are not gone through."""
    assert faults({"count": "x", "rows": [ROW] * 100}) == ['count: integer, got string "x"']
    rows: list[Any] = [ROW] * 100
    rows[70] = ROW | {"id": [[]]}
    assert faults({"count": 1, "rows": rows}) == ["rows[70].id: integer, got array of 1 item"]


def test_tools_that_keep_digits_and_foreign_ones_take_the_steps():
    """So do types that the general validator decides about."""

    def pay(amount: Decimal): ...

    assert faults({}, contract_of(pay)) is None
    parameter = ToolParameterDescriptor("a", "", StringType())
    foreign = Contract(ToolDescriptor("t", "", (parameter,)), ToolOptions(), is_foreign=True)
    assert faults({"a": 1}, foreign) is None
    judged = ToolParameterDescriptor("a", "", AnyType(constraints={"not": {"const": 3}}))
    assert faults({"a": 3}, Contract(ToolDescriptor("t", "", (judged,)), ToolOptions())) is None


def test_names_with_points_are_told_apart():
    """An argument whose name holds a point is at fault if a path is, or begins with, its name."""

    def send(a: Annotated[dt.date, "When"], **more: dt.date): ...

    found = faults({"a": "2031-02-31", "a.b": 1}, contract_of(send))
    assert found is not None
    assert found[0].startswith("a.b: string of format date, got 1")


def test_what_a_class_refuses_stands_where_a_schema_would_refuse_it():
    """A key that is no name stands in quotes, and a long one is cut."""

    def note(by_key: dict[str, Noted]):
        """Note them."""

    refused = Tool.from_function(note).contract
    with pytest.raises(ArgumentError) as caught:
        refused.load({"by_key": {"a b": {"name": "none"}, "x" * 50: {"name": "none"}}})
    places = [each.path for each in caught.value.violations]
    assert places == ['by_key["a b"]', f'by_key["{"x" * 39}…"]']
