"""What sync and async callers of a dispatcher share: blocked loops, metadata, answers, and the end."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from dispatching import Told, add, call

from toolkit import CallError, Dispatcher, HostError, ToolContext, tool


@pytest.mark.parametrize(
    ("options", "settings"),
    [({}, {"timeout_seconds": 0.05}), ({"timeout_seconds": 0.05}, {"timeout_seconds": 30})],
)
def test_a_body_that_blocks_its_loop_is_told_of_the_limit_that_held(options, settings):
    """The dispatcher's where the tool has none of its own."""
    released = threading.Event()

    @tool(**options)
    async def blocks() -> None:
        """Block."""
        released.wait(5)

    result = Dispatcher([blocks], **settings).dispatch(call("blocks"))
    released.set()
    assert result.kind == "timeout"
    assert "The tool did not finish within 0.05 seconds" in result.text


def test_all_providers_of_metadata_are_asked_also_those_that_come_late():
    """Each adds its own, and is given back; a call that came before knew nothing of them."""
    asked: list[str] = []
    dispatcher = Dispatcher([add])
    before = dispatcher.dispatch(call("add", a=1, b=2))

    def first(prepared: Any) -> dict[str, Any]:
        asked.append(f"first of {prepared.name}")
        return {}

    async def second(prepared: Any) -> dict[str, Any]:
        asked.append(f"second of {prepared.name}")
        return {}

    given_back = [dispatcher.provide_metadata(each) for each in (first, second)]
    after = dispatcher.dispatch(call("add", a=1, b=2))
    assert given_back == [first, second]
    assert (before.value, after.value, asked) == (3, 3, ["first of add", "second of add"])


def test_an_answer_to_another_result_says_which_it_takes():
    """And carries the call."""
    dispatcher = Dispatcher([add])
    result = dispatcher.dispatch(call("add", a=1, b=2))
    with pytest.raises(CallError, match=r"^answer takes a result of kind 'external', not 'ok'$") as raised:
        dispatcher.answer(result, 3)
    assert raised.value.call is result.call


async def test_a_closed_dispatcher_names_the_cure():
    """For sync and async callers, and for Python values."""
    dispatcher = Dispatcher([add])
    dispatcher.close()
    told = r"^the dispatcher is closed; make a new one$"
    for refused in (dispatcher.dispatch, dispatcher.dispatch_all, dispatcher.call):
        with pytest.raises(HostError, match=told):
            refused(call("add", a=1, b=2))
    with pytest.raises(HostError, match=told):
        await dispatcher.adispatch(call("add", a=1, b=2))


@pytest.mark.parametrize("payload", [{"unlike": "any"}, [call("add", a=1, b=2), call("add", a=1, b=2)], []])
async def test_a_payload_without_one_call_is_a_result_for_async_callers(payload):
    """Also with something given along."""
    dispatcher = Dispatcher([add])
    for given in ({}, {"tags": ["t"]}, {"hooks": [Told()]}):
        assert (await dispatcher.adispatch(payload, **given)).kind == "malformed_call"


@pytest.mark.parametrize("given", [{}, {"context": "mine"}, {"hooks": [Told()]}])
@pytest.mark.parametrize("payload", [call("where"), {"id": "c", "function": {"name": "where", "arguments": "{}"}}])
async def test_a_sync_body_never_runs_in_the_thread_of_an_async_caller(payload, given):
    """However short the road of its call."""

    @tool
    def where() -> bool:
        """Where."""
        return threading.current_thread() is threading.main_thread()

    result = await Dispatcher([where]).adispatch(payload, **given)
    assert result.value is False


async def test_hooks_of_one_call_are_told_by_async_callers_too():
    """Whether the body is sync or not."""
    told: list[Any] = []

    class Hook:
        def on_tool_end(self, call: Any, context: ToolContext, value: Any) -> None:
            told.append((call.name, context.deps, value))

    @tool
    async def later() -> str:
        """Later."""
        return "later"

    for each in (call("add", a=1, b=2), call("later")):
        await Dispatcher([add, later]).adispatch(each, hooks=[Hook()], context="mine")
    assert told == [("add", "mine", 3), ("later", "mine", "later")]
