"""The audit trail: one record for each call, if anybody listens."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import pytest
from dispatching import add, call

from toolkit import Deny, Dispatcher, ToolCall, tool


@pytest.fixture
def trail(caplog: pytest.LogCaptureFixture) -> Any:
    """The records that are left, as dicts."""
    caplog.set_level(logging.INFO, logger="toolkit.audit")
    return lambda: [json.loads(each.getMessage()) for each in caplog.records if each.name == "toolkit.audit"]


def test_each_call_leaves_one_record(trail):
    """What was called, from where, how it ended, how long it took."""
    dispatcher = Dispatcher([add])
    dispatcher.dispatch(call("add", a=1, b=2))
    dispatcher.dispatch(call("add", a="x", b=2), tags=["t"])
    dispatcher.dispatch(call("nope"))
    dispatcher.dispatch(5)
    dispatcher.dispatch_all([call("add", a=1, b=2)] * 2)
    records = trail()
    kinds = ["ok", "invalid_arguments", "unknown_tool", "malformed_call", "ok", "ok"]
    assert [each["outcome"] for each in records] == kinds
    assert (records[0]["tool"], records[0]["call_id"], records[0]["source"]) == ("add", "c1", "dispatching:add")
    assert (len(records[0]["arguments_digest"]), 0 <= records[0]["seconds"] < 5) == (64, True)


@pytest.mark.parametrize("settings", [{}, {"timeout_seconds": 5}])
def test_a_record_names_the_run_that_the_caller_named(settings, trail):
    """On either road, however the call ends."""
    dispatcher = Dispatcher([add], **settings)
    dispatcher.dispatch(call("add", a=1, b=2), run_id="r1")
    dispatcher.dispatch(call("add", a="x", b=2), run_id="r2")
    dispatcher.dispatch(call("add", a=1, b=2))
    assert [each.get("run_id") for each in trail()] == ["r1", "r2", None]


def test_equal_arguments_have_equal_digests(trail):
    """Whatever the order and spacing they came in."""
    dispatcher = Dispatcher([add])
    dispatcher.dispatch(ToolCall("add", '{"b": 2, "a":1}'))
    dispatcher.dispatch(ToolCall("add", {"a": 1, "b": 2}))
    first, second = trail()
    assert first["arguments_digest"] == second["arguments_digest"]


def test_decisions_are_recorded(trail):
    """Asked, allowed, denied, and refused attempts to resume."""

    @tool(approval=True)
    def pay(amount: int) -> str:
        """Pay."""
        return "paid"

    dispatcher = Dispatcher([pay])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    dispatcher.resume(pending, True)
    dispatcher.resume(pending, True)
    Dispatcher([pay], approver=lambda request: False).dispatch(call("pay", amount=5))
    Dispatcher([pay], approver=lambda request: "x").dispatch(call("pay", amount=5))
    assert [(each["decision"], each["outcome"]) for each in trail()] == [
        ("asked", "approval_required"),
        ("allow", "ok"),
        ("refused", "denied"),
        ("deny", "denied"),
        ("failed", "denied"),
    ]


def test_what_was_asked_and_what_was_decided_have_one_digest(trail):
    """Calls of some providers have no id, and two that are equal may wait; the id itself is nobody else's."""

    @tool(approval=True)
    def pay(amount: int) -> str:
        """Pay."""
        return "paid"

    dispatcher = Dispatcher([pay])
    first, second = (dispatcher.dispatch(ToolCall("pay", {"amount": 5})).pending for _ in range(2))
    dispatcher.resume(second, Deny("no"))
    dispatcher.resume(first, True)
    dispatcher.resume(first, True)
    dispatcher.resume({**second.to_dict(), "id": 7}, True)
    Dispatcher([pay], approver=lambda request: True).dispatch(call("pay", amount=5))
    one, other = (hashlib.sha256(each.id.encode()).hexdigest() for each in (first, second))
    assert [(each["decision"], each.get("approval_digest")) for each in trail()] == [
        ("asked", one),
        ("asked", other),
        ("deny", other),
        ("allow", one),
        ("refused", one),
        ("refused", None),
        ("allow", None),
    ]
    assert first.id not in json.dumps(trail())


def test_no_value_and_no_control_character_is_recorded(trail):
    """Names and ids are the model's."""

    @tool
    def echo(text: str) -> str:
        """Echo."""
        return text

    dispatcher = Dispatcher([echo])
    dispatcher.dispatch(ToolCall("echo", {"text": "hunter2"}, "id\x1b[2J"))
    dispatcher.dispatch(ToolCall("na\x1bme\n", {"text": "hunter2"}))
    text = json.dumps(trail())
    assert ("hunter2" in text, "\\u001b" in text) == (False, False)


def test_nobody_listens_by_default(caplog):
    """The root logger's level is WARNING."""
    Dispatcher([add]).dispatch(call("add", a=1, b=2))
    assert [each for each in caplog.records if each.name == "toolkit.audit"] == []


def test_a_program_without_logging_pays_nothing():
    """Nobody can listen before logging is loaded."""
    import subprocess
    import sys

    program = """
import sys
from toolkit import Dispatcher, tool
@tool
def one() -> int:
    "One."
    return 1
assert Dispatcher([one]).call(one).value == 1
assert "logging" not in sys.modules and "asyncio" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)


class Engine:
    """No JSON type."""


async def test_a_call_of_python_values_leaves_one_record_too(trail):
    """Also where the values are refused before there are arguments."""
    dispatcher = Dispatcher([add])
    results = [
        dispatcher.call(add, 1, 2),
        dispatcher.call(add, Engine(), 2),
        await dispatcher.acall(add, Engine(), 2),
        dispatcher.call("add", 1),
        dispatcher.call("nope", 1),
        dispatcher.call(add, 1, 2, 3),
    ]
    assert [each["outcome"] for each in trail()] == [each.kind for each in results]
    assert {each["tool"] for each in trail()} == {"add", "nope"}
