"""R39-R42: many calls, threads and loops at once."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from typing import Any

import pytest
from dispatching import add, call

from toolkit import Dispatcher, Registry, Tool, ToolError, tool


@tool
async def adouble(n: int) -> int:
    """Double."""
    await asyncio.sleep(0.001 * (n % 5))
    return 2 * n


@tool
def double(n: int) -> int:
    """Double."""
    time.sleep(0.001 * (n % 3))
    return 2 * n


@pytest.mark.parametrize("name", ["double", "adouble"])
def test_r39_a_thousand_calls_in_a_turn(name):
    """Right answers, in the order of the calls."""
    results = Dispatcher([double, adouble]).dispatch_all([call(name, n=n) for n in range(1000)])
    assert [result.value for result in results] == [2 * n for n in range(1000)]


def test_r39_threads_are_bounded():
    """64 at once."""
    running, most, lock = [0], [0], threading.Lock()

    @tool
    def body() -> None:
        """Body."""
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.01)
        with lock:
            running[0] -= 1

    Dispatcher([body]).dispatch_all([call("body")] * 300)
    assert 32 < most[0] <= 64


def test_r40_tools_are_registered_while_others_are_called():
    """A dispatch sees one consistent state."""
    registry = Registry([add])
    dispatcher = Dispatcher(registry)
    stop = threading.Event()

    def register() -> None:
        number = 0
        while not stop.is_set():
            name = f"t{number % 50}"
            if name in registry:
                registry.remove(name)
            registry.add(Tool.from_function(lambda: 1, name=name, description="T."))
            number += 1

    thread = threading.Thread(target=register)
    thread.start()
    kinds = {dispatcher.dispatch(call("add", a=1, b=2)).kind for _ in range(300)}
    kinds |= {result.kind for result in dispatcher.dispatch_all([call("add", a=1, b=2)] * 50)}
    stop.set()
    thread.join()
    assert kinds == {"ok"}


def test_r41_one_dispatcher_serves_many_loops_and_threads():
    """Nothing is bound to the loop that it was made in."""

    async def make() -> Dispatcher:
        return Dispatcher([double, adouble], max_concurrency=3, timeout_seconds=20)

    dispatcher = asyncio.run(make())
    found: list[Any] = []

    async def some() -> list[Any]:
        return [result.value for result in await dispatcher.adispatch_all([call("adouble", n=1), call("double", n=2)])]

    threads = [threading.Thread(target=lambda: found.append(asyncio.run(some()))) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [[2, 4]] * 6
    assert dispatcher.dispatch(call("adouble", n=5)).value == 10


async def test_r41_a_sync_dispatch_in_a_running_loop_works():
    """From the loop itself, and from bodies that run in it."""
    dispatcher: Dispatcher

    @tool
    async def nested() -> int:
        """Nested."""
        return dispatcher.dispatch(call("adouble", n=4)).value

    @tool
    def snested() -> int:
        """Nested."""
        return dispatcher.dispatch(call("nested")).value

    dispatcher = Dispatcher([adouble, nested, snested])
    assert dispatcher.dispatch(call("nested")).value == 8
    assert (await dispatcher.adispatch(call("snested"))).value == 8
    assert [result.value for result in dispatcher.dispatch_all([call("nested"), call("snested")])] == [8, 8]


@pytest.mark.parametrize("name", ["body", "abody"])
def test_r42_each_call_has_its_own_copy_of_the_context(name):
    """The host's variables are seen, the call's own stay its own."""
    variable = contextvars.ContextVar("r42", default="default")

    @tool
    def body(n: int) -> str:
        """Body."""
        seen = variable.get()
        variable.set(str(n))
        time.sleep(0.005)
        return f"{seen} {variable.get()}"

    @tool
    async def abody(n: int) -> str:
        """Body."""
        seen = variable.get()
        variable.set(str(n))
        await asyncio.sleep(0.005)
        return f"{seen} {variable.get()}"

    variable.set("hosts")
    dispatcher = Dispatcher([body, abody])
    results = dispatcher.dispatch_all([call(name, n=n) for n in range(20)])
    assert [result.text for result in results] == [f"hosts {n}" for n in range(20)]
    assert variable.get() == "hosts"


def dispatching_itself(how: str) -> Dispatcher:
    """A tool that calls itself so many times, by way of its dispatcher or without."""

    def below(result: Any) -> int:
        if not result.ok:
            raise ToolError(result.text)
        return result.value + 1

    if how == "sync":

        def deep(n: int) -> int:
            return below(dispatcher.dispatch(call("deep", n=n - 1))) if n else 0

    elif how == "invoked":

        def deep(n: int) -> int:
            return made.invoke({"n": n - 1}) + 1 if n else 0

    elif how == "async":

        async def deep(n: int) -> int:
            return below(await dispatcher.adispatch(call("deep", n=n - 1))) if n else 0

    else:

        async def deep(n: int) -> int:
            return below(dispatcher.dispatch(call("deep", n=n - 1))) if n else 0

    made = Tool.from_function(deep, description="Deep.")
    dispatcher = Dispatcher([made])
    return dispatcher


@pytest.mark.parametrize("how", ["sync", "async", "mixed", "invoked"])
def test_r41_a_tool_may_dispatch_itself(how):
    """Sync calls inside of an async body wait in one loop after another, and never for one another."""
    dispatcher = dispatching_itself(how)
    assert dispatcher.dispatch(call("deep", n=20)).value == 20
    assert asyncio.run(dispatcher.adispatch(call("deep", n=20))).value == 20


@pytest.mark.usefixtures("uncollected")
def test_r41_wherever_the_stack_ends_the_text_is_the_same():
    """In a body, in the check of arguments, or in what makes the result; and no second time is firmer."""
    dispatcher = dispatching_itself("sync")

    def told(frames):
        return told(frames - 1) if frames else dispatcher.dispatch(call("deep", n=5000)).text

    expected = "Too many calls stand in one another: a tool that calls tools must come to an end."
    assert {told(frames) for frames in range(30)} == {expected}


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("sync", "Too many calls stand in one another: a tool that calls tools must come to an end."),
        ("async", "Too many calls stand in one another: a tool that calls tools must come to an end."),
        ("invoked", "Too many calls stand in one another: a tool that calls tools must come to an end."),
        ("mixed", "32 event loops are blocked, by bodies or by calls inside of calls; nothing was run"),
    ],
)
def test_r41_a_tool_that_dispatches_itself_without_end_is_told_so(how, text):
    """Soon, in words that say what is wrong, and the next call works."""
    dispatcher = dispatching_itself(how)
    assert dispatcher.dispatch(call("deep", n=5000)).text == text
    assert asyncio.run(dispatcher.adispatch(call("deep", n=5000))).text == text
    assert dispatcher.dispatch(call("deep", n=3)).value == 3


@pytest.mark.usefixtures("uncollected")
def test_r41_a_body_that_does_not_end_is_another_thing():
    """No call of a tool stands in it."""

    @tool
    def endless(n: int) -> int:
        """Endless."""

        def more() -> int:
            return more() + n

        return more()

    result = Dispatcher([endless]).dispatch(call("endless", n=1))
    assert (result.kind, result.text) == ("tool_error", "RecursionError: maximum recursion depth exceeded")
