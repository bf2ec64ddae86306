"""Hooks: told in order, exactly one end for each call, never left out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from dispatching import Told, Unbound, add, call

from toolkit import Dispatcher, ToolContext, tool
from toolkit.context import Progress


def test_the_order_is_the_dispatchers_the_tools_the_calls():
    """For each event."""
    events: list[str] = []

    class Named:
        def __init__(self, name: str) -> None:
            self.name = name

        def on_tool_start(self, call: Any, context: Any) -> None:
            events.append(f"{self.name} start")

        async def on_tool_end(self, call: Any, context: Any, value: Any) -> None:
            events.append(f"{self.name} end {value}")

    @tool(hooks=[Named("tool")])
    def f() -> int:
        """F."""
        return 1

    Dispatcher([f], hooks=[Named("dispatcher")]).dispatch(call("f"), hooks=[Named("call")])
    names = ["dispatcher", "tool", "call"]
    assert events == [f"{name} start" for name in names] + [f"{name} end 1" for name in names]


def test_hooks_see_the_checked_arguments():
    """As JSON, whatever text they came in."""
    seen: list[Any] = []

    class Hook:
        def on_tool_start(self, call: Any, context: ToolContext) -> None:
            seen.append((call.name, call.arguments, call.id, context.call.arguments))

    from toolkit import ToolCall

    Dispatcher([add], hooks=[Hook()]).dispatch(ToolCall("add", '{"a": 1, "b": 2.0}', "c7"))
    assert seen == [("add", {"a": 1, "b": 2}, "c7", '{"a": 1, "b": 2.0}')]


def test_each_call_has_exactly_one_end():
    """Of all ways to end."""
    told = Told()

    @tool
    def fails() -> None:
        """Fail."""
        raise KeyError("x")

    @tool
    def odd() -> object:
        """Give what is no JSON."""
        return object()

    @tool(max_calls=1, approval=True)
    def guarded() -> str:
        """Guarded."""
        return "done"

    dispatcher = Dispatcher([add, fails, odd, guarded], hooks=[told])
    dispatcher.dispatch_all([call(each) for each in ("fails", "odd", "guarded", "nope")])
    starts = [event for event in told.events if event[0] == "start"]
    ends = [event for event in told.events if event[0] in {"end", "error"}]
    assert (len(starts), len(ends)) == (3, 4)


@pytest.mark.parametrize("event", ["on_tool_start", "on_tool_end", "on_tool_error"])
def test_a_hook_that_raises_makes_a_tool_error(event):
    """The others are told all the same, each exactly once of an end."""
    entered: list[int] = []

    @tool
    def f(fail: bool = False) -> int:
        """F."""
        entered.append(1)
        if fail:
            raise ValueError("bad")
        return 1

    class Broken:
        pass

    def broken(*_: Any) -> None:
        raise RuntimeError("hook")

    setattr(Broken, event, broken)
    told = Told()
    result = Dispatcher([f], hooks=[Broken(), told]).dispatch(call("f", fail=event == "on_tool_error"))
    assert (result.kind, type(result.error.exception)) == ("tool_error", RuntimeError)
    assert len([each for each in told.events if each[0] in {"end", "error"}]) == 1
    assert entered == ([] if event == "on_tool_start" else [1])


def test_progress_reaches_the_hooks():
    """From a sync body, whatever it reports."""
    told = Told()

    @tool
    def work(context: ToolContext) -> str:
        """Work."""
        context.report_progress(1, total=2, message="half")
        context.report_progress("partial")
        return "done"

    Dispatcher([work], hooks=[told]).dispatch(call("work"))
    assert told.events == [
        ("start", "work"),
        ("progress", {"progress": 1, "total": 2, "message": "half"}),
        ("progress", "partial"),
        ("end", "done"),
    ]


@pytest.mark.parametrize("is_async_caller", [True, False])
def test_the_last_value_of_a_progress_generator_is_the_result(is_async_caller):
    """The others are progress; so for sync and async generators."""
    told = Told()

    @tool
    async def count(n: int) -> Annotated[AsyncIterator[int], Progress]:
        """Count."""
        for each in range(n):
            yield each

    @tool
    def steps(n: int) -> Annotated[Iterator[int], Progress]:
        """Step."""
        yield from range(n)

    dispatcher = Dispatcher([count, steps], hooks=[told])
    for name in ("count", "steps"):
        told.events.clear()
        one = call(name, n=3)
        result = asyncio.run(dispatcher.adispatch(one)) if is_async_caller else dispatcher.dispatch(one)
        assert (result.value, told.events) == (
            2,
            [("start", name), ("progress", 0), ("progress", 1), ("end", 2)],
        )
    assert dispatcher.dispatch(call("count", n=0)).value is None
    assert count.__tool__.output_schema == {"type": "integer"}


@pytest.mark.parametrize("is_async_caller", [True, False])
@pytest.mark.parametrize("is_async_body", [True, False])
def test_async_progress_hooks_are_awaited(is_async_caller, is_async_body):
    """Wherever the body runs."""
    seen: list[Any] = []

    class Hook:
        async def on_tool_progress(self, call: Any, context: Any, progress: Any) -> None:
            await asyncio.sleep(0)
            seen.append(progress)

    @tool
    def work(context: ToolContext) -> str:
        """Work."""
        context.report_progress(1)
        return "done"

    @tool
    async def awork(context: ToolContext) -> str:
        """Work."""
        context.report_progress(1)
        return "done"

    one = call("awork" if is_async_body else "work")
    dispatcher = Dispatcher([work, awork], hooks=[Hook()])
    result = asyncio.run(dispatcher.adispatch(one)) if is_async_caller else dispatcher.dispatch(one)
    assert (result.text, seen) == ("done", [1])


@pytest.mark.parametrize("is_async", [True, False])
def test_a_progress_hook_that_raises_makes_a_tool_error(is_async):
    """The body is not disturbed."""

    class Hook:
        if is_async:

            async def on_tool_progress(self, *_: Any) -> None:
                raise RuntimeError("hook")

        else:

            def on_tool_progress(self, *_: Any) -> None:
                raise RuntimeError("hook")

    @tool
    def work(context: ToolContext) -> str:
        """Work."""
        context.report_progress(1)
        return "done"

    result = Dispatcher([work], hooks=[Hook()]).dispatch(call("work"))
    assert (result.kind, type(result.error.exception)) == ("tool_error", RuntimeError)


def test_calls_that_share_a_run_have_hooks_of_their_own():
    """Each call is told of."""
    told = Told()

    @tool(idempotent=True)
    def f(n: int) -> int:
        """F."""
        return n

    @tool(idempotent=True)
    def g() -> int:
        """G."""
        raise ValueError("x")

    Dispatcher([f, g], hooks=[told]).dispatch_all([call("f", n=1), call("f", n=1), call("g"), call("g")])
    assert sorted(told.events, key=str) == sorted(
        [("start", "f"), ("end", 1), ("start", "g"), ("error", "ValueError")] * 2,
        key=str,
    )


def test_a_hook_that_raises_for_an_unknown_tool_is_a_tool_error():
    """There is no tool to speak for."""

    class Broken:
        def on_tool_error(self, *_: Any) -> None:
            raise RuntimeError("hook")

    result = Dispatcher([add], hooks=[Broken()]).dispatch(call("nope"))
    assert (result.kind, result.text) == ("tool_error", "The tool failed.")


@pytest.mark.parametrize("event", ["on_tool_end", "on_tool_progress"])
def test_a_hook_that_raises_after_the_tool_ran_says_so(event):
    """Lest the model call it twice; what the function returned is kept."""

    @tool
    def pay(context: ToolContext) -> str:
        """Pay."""
        context.report_progress(1)
        return "paid"

    def broken(*_: Any) -> None:
        raise RuntimeError("no ledger")

    result = Dispatcher([pay], hooks=[type("Broken", (), {event: broken})()]).dispatch(call("pay"))
    assert (result.kind, result.value) == ("tool_error", "paid")
    assert result.text == (
        "The tool ran, but code around it failed: RuntimeError: no ledger. Do not call it again for the same effect."
    )


def test_progress_may_be_awaited():
    """Or not: both forms tell the hooks at once."""
    told = Told()

    @tool
    async def f(context: ToolContext) -> int:
        """F."""
        await context.report_progress(1, 2)
        context.report_progress(2)
        return 1

    assert Dispatcher([f], hooks=[told]).dispatch(call("f")).ok
    progress = [each[1] for each in told.events if each[0] == "progress"]
    assert progress == [{"progress": 1, "total": 2, "message": ""}, 2]


@pytest.mark.parametrize("event", ["on_tool_start", "on_tool_end", "on_tool_error"])
def test_what_a_hook_gives_is_not_looked_at(event):
    """It may be a proxy that raises when it is asked for its class."""
    hooks = SimpleNamespace(**{event: lambda call, context, *_: Unbound()})
    dispatcher = Dispatcher([add], hooks=[hooks])
    assert [dispatcher.call(add, 1, 2).kind, dispatcher.call(add, "x", 2).kind] == ["ok", "invalid_arguments"]
