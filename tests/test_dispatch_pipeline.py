"""The steps of a call before and after its tool, where they go wrong."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from dispatching import Told, add, call

from toolkit import CallError, Dispatcher, ToolCall, tool
from toolkit.dispatch.middleware import only
from toolkit.providers import OpenAI, register


@pytest.mark.parametrize(
    ("broken", "text", "told"),
    [
        (ToolCall("add", {}, 5, "openai"), "the id of the call must be text", ("", None, "openai")),
        (
            ToolCall("add", {}, "\ud800", "openai"),
            "the id of the call holds half of a surrogate pair",
            ("", None, "openai"),
        ),
        (ToolCall(5, {}, "c1", "openai"), "the name of the tool must be text", ("", "c1", "openai")),
        (ToolCall(5, {}, 6, 7), "the name of the tool must be text", ("", None, None)),
    ],
)
def test_a_call_with_parts_of_other_types_is_malformed(broken, text, told):
    """Its result keeps of it what can be trusted."""
    result = Dispatcher([add]).dispatch(broken)
    assert (result.kind, text in result.text) == ("malformed_call", True)
    assert (result.call.name, result.call.id, result.call.provider) == told
    assert result.call.arguments is None


class Broken(OpenAI):
    """A dialect of somebody else, with a fault of its own."""

    name = "broken"

    def recognises(self, message: object) -> bool:
        raise RuntimeError("secret")


def test_a_payload_that_a_dialect_fails_on_is_told_by_its_fault():
    """Without a word of what it says."""
    register(Broken())
    result = Dispatcher([add]).dispatch({"unlike": "any"})
    assert (result.kind, result.text) == ("malformed_call", "the payload cannot be read: RuntimeError")


class Unrestoring(OpenAI):
    """A dialect of somebody else that cannot undo what it has written."""

    name = "unrestoring"
    restored: Any = None

    def restore(self, call: ToolCall, tools: Any) -> ToolCall:
        if isinstance(self.restored, Exception):
            raise self.restored
        return self.restored


@pytest.mark.parametrize(
    ("restored", "text"),
    [
        (CallError("three digits are missing"), "three digits are missing"),
        (RuntimeError("secret"), "the call cannot be read in its dialect"),
        (None, "the call cannot be read in its dialect"),
        (5, "the call cannot be read in its dialect"),
    ],
)
def test_a_dialect_that_cannot_restore_a_call_says_why(monkeypatch, restored, text):
    """In the words of a CallError; what else it raises or gives is none of the model's business."""
    monkeypatch.setattr(Unrestoring, "restored", restored)
    register(Unrestoring())
    for given in ({}, {"hooks": [Told()]}):
        result = Dispatcher([add]).dispatch(ToolCall("add", {"a": 1, "b": 2}, "c", "unrestoring"), **given)
        assert (result.kind, result.text) == ("malformed_call", text)


def test_a_tool_that_cannot_be_planned_is_logged_with_its_name(caplog):
    """The host reads of it what the model does not."""
    middleware = only(lambda call, proceed: proceed(call), where=lambda tool: 1 / 0)
    for given in ({}, {"tags": ["t"]}):
        result = Dispatcher([add], middleware=[middleware]).dispatch(call("add", a=1, b=2), **given)
        assert (result.kind, type(result.error.exception)) == ("tool_error", ZeroDivisionError)
    assert "making the plan of its calls raised ZeroDivisionError in a call of add" in caplog.text


async def test_hooks_are_told_of_a_cancelled_call():
    """As of an error of that kind."""
    told: list[Any] = []

    class Hook:
        def on_tool_error(self, call: ToolCall, context: Any, exception: Any) -> None:
            told.append((call.name, str(exception), exception.kind))

    @tool
    async def wait() -> None:
        """Wait."""
        await asyncio.sleep(10)

    task = asyncio.ensure_future(Dispatcher([wait], hooks=[Hook()]).adispatch(call("wait")))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert told == [("wait", "the call was cancelled", "cancelled")]
