"""The README's table of what a model reads: each row is what a dispatcher really says."""

from __future__ import annotations

import time

import pytest
from readme import README

from toolkit import ApprovalRequired, Dispatcher, Registry, Tool, ToolCall, ToolError, tool

TITLE = "## What the model sees"


@tool(idempotent=True)
def get_weather(city: str, days: int = 1) -> str:
    """Forecast for a city."""
    if city == "Atlantis":
        raise ToolError("No weather station in Atlantis; name a city on land.")
    if city == "Nowhere":
        raise KeyError("station")
    return f"{city}: 21 degrees"


@tool
def snooze() -> str:
    """Sleep too long."""
    time.sleep(0.3)
    return "awake"


@tool
def handle() -> object:
    """Give something that JSON cannot hold."""
    return object()


@tool(max_calls=1)
def once() -> None:
    """Run once."""


def dispatched(name, arguments, **settings):
    """The last result of a call that is made as often as the situation needs."""
    ask = Tool.declare("ask_user", "Ask the user.", {"properties": {"question": {"type": "string"}}})
    tools = Registry([get_weather, snooze, handle, once, ask, ApprovalRequired(get_weather).renamed("book")])
    dispatcher = Dispatcher(tools, **settings)
    if name == "once":
        dispatcher.dispatch(ToolCall(name, arguments))
    return dispatcher.dispatch(ToolCall(name, arguments))


SITUATIONS = {
    "all is well": lambda: dispatched("get_weather", {"city": "Oslo"}),
    "the function returns None": lambda: _first("once", {}),
    "a wrong type, a misspelt and a missing argument": lambda: dispatched("get_weather", {"days": "3", "town": "Oslo"}),
    "the very same call again": lambda: _twice("get_weather", {"days": "3", "town": "Oslo"}),
    "broken JSON": lambda: dispatched("get_weather", '{"city": "Oslo"'),
    "no such tool": lambda: dispatched("get_wether", {}),
    "the tool raises ToolError": lambda: dispatched("get_weather", {"city": "Atlantis"}),
    "the tool raises anything else": lambda: dispatched("get_weather", {"city": "Nowhere"}),
    'the same, with error_detail="masked"': lambda: dispatched(
        "get_weather", {"city": "Nowhere"}, error_detail="masked"
    ),
    "the tool takes too long": lambda: dispatched("snooze", {}, timeout_seconds=0.05),
    "the result has no JSON form": lambda: dispatched("handle", {}),
    "a person has to allow the call": lambda: dispatched("book", {"city": "Oslo"}),
    "a person denies the call": lambda: dispatched("book", {"city": "Oslo"}, approver=lambda request: False),
    "the tool has been called often enough": lambda: dispatched("once", {}),
    "the caller carries the call out": lambda: dispatched("ask_user", {"question": "Now?"}),
}


def _twice(name, arguments):
    dispatcher = Dispatcher([get_weather])
    return [dispatcher.dispatch(ToolCall(name, arguments)) for _ in range(2)][-1]


def _first(name, arguments):
    return Dispatcher([once]).dispatch(ToolCall(name, arguments))


def row(situation):
    """The row of a situation as the README has it."""
    result = SITUATIONS[situation]()
    text = result.text.replace("|", "\\|").replace("\n", "<br>")
    return f"| {situation} | `{result.kind}` | {text} |"


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_table_says_what_a_model_reads(situation):
    """Word for word."""
    assert row(situation) in README.read_text(encoding="utf-8").partition(TITLE)[2]
