"""Whether a function can be described, found at a glance."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, Literal, Optional

import pytest
from pydantic import Field

from toolkit import Tool, ToolContext, TypeRule
from toolkit.describing.glance import is_surely_right
from toolkit.options import ToolOptions
from toolkit.types import rules

SAID = ToolOptions(description="")


@dataclass
class Stop:
    city: str


def _plain(a: int, b: list[str], c: Literal["x", "y"] = "x", *, d: Optional[dict[str, Any]] = None, e=1) -> Nothing: ...  # noqa: F821 - a return hint may mean nothing


def _with_class(stop: Stop, more: list[Stop]) -> None: ...


def _with_context(context: ToolContext) -> None: ...


def _with_unknown(a: Nothing) -> None: ...  # noqa: F821 - a name that means nothing


def _with_field(a: int = Field(3)) -> None: ...


def _with_keyword_field(*, a: int = Field(3)) -> None: ...


@functools.wraps(_plain)
def _wrapping(*args: Any, **kwargs: Any) -> None: ...


def test_a_plain_function_is_right():
    """Texts in its hints are resolved first."""
    assert is_surely_right(_plain, SAID)
    assert is_surely_right(lambda a, b=1: a, SAID)


@pytest.mark.parametrize(
    "function",
    [
        _with_context,
        _with_unknown,
        _with_field,
        _with_keyword_field,
        len,
        functools.partial(_plain),
        _wrapping,
    ],
)
def test_what_may_be_wrong_is_looked_at(function):
    """A doubt is no fault: such a function is described at once."""
    assert not is_surely_right(function, SAID)


@pytest.mark.parametrize(
    "options",
    [
        {"args_schema": Stop},
        {"bind": {"a": print}},
        {"exclude_from_schema": {"c"}},
        {"strict_docstring": True},
        {"examples": [{"a": 1}]},
        {"return_type": int},
        {"output_schema": {"type": "string"}},
    ],
)
def test_options_that_may_be_wrong_are_looked_at(options):
    """Whatever describing heeds."""
    assert not is_surely_right(_plain, ToolOptions(description="", **options))


def test_a_class_is_known_once_a_tool_was_described_with_it():
    """From then on it costs nothing."""

    @dataclass
    class Fresh:
        stop: Stop

    def take(fresh: Fresh, stop: Stop): ...

    assert not is_surely_right(take, SAID)
    _ = Tool.from_function(take, description="").input_schema
    assert is_surely_right(take, SAID)


def test_a_users_row_makes_every_hint_doubtful():
    """It may describe int."""
    rule = rules.register(TypeRule("none", lambda hint: False, *[lambda hint, walk: None] * 3))
    try:
        assert not is_surely_right(_plain, SAID)
    finally:
        rules._REGISTERED.remove(rule)


@pytest.mark.parametrize(
    ("docstring", "is_sure"),
    [
        ("Add two numbers.", True),
        ("\n    Add two numbers.\n\n    Args:\n        a: The first.\n", True),
        (None, False),
        ("", False),
        ("Adds", False),
        ("Args:\n    a: The first.", False),
        ("Parameters\n----------\na : int", False),
        (":param a: The first.", False),
        ("@param a The first.", False),
    ],
)
def test_a_description_must_be_there(docstring, is_sure):
    """One that begins with a section may have none."""

    def take(a: int): ...

    take.__doc__ = docstring
    assert is_surely_right(take, ToolOptions()) is is_sure
