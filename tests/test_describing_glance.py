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
    assert is_surely_right(_plain, ToolOptions())
    assert is_surely_right(lambda a, b=1: a, ToolOptions())


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
    assert not is_surely_right(function, ToolOptions())


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
    assert not is_surely_right(_plain, ToolOptions(**options))


def test_a_class_is_known_once_a_tool_was_described_with_it():
    """From then on it costs nothing."""

    @dataclass
    class Fresh:
        stop: Stop

    def take(fresh: Fresh, stop: Stop): ...

    assert not is_surely_right(take, ToolOptions())
    _ = Tool.from_function(take, description="").input_schema
    assert is_surely_right(take, ToolOptions())


def test_a_users_row_makes_every_hint_doubtful():
    """It may describe int."""
    rule = rules.register(TypeRule("none", lambda hint: False, *[lambda hint, walk: None] * 3))
    try:
        assert not is_surely_right(_plain, ToolOptions())
    finally:
        rules._REGISTERED.remove(rule)
