"""The steps of a call before and after its tool, where they go wrong."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from dispatching import add, call

from toolkit import Dispatcher, ToolCall, ToolContext, tool
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


def test_a_tool_does_not_run_without_the_metadata_that_were_promised():
    """A provider of metadata that raises ends the call, and the tool is not entered."""
    entered: list[int] = []

    @tool
    def f(context: ToolContext) -> str:
        """F."""
        entered.append(1)
        return "entered"

    def broken(prepared: Any) -> Any:
        raise LookupError

    dispatcher = Dispatcher([f])
    dispatcher.provide_metadata(broken)
    result = dispatcher.dispatch(call("f"))
    assert (result.kind, type(result.error.exception), entered) == ("tool_error", LookupError, [])


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
