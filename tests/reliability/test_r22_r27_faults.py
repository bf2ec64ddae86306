"""R22-R27: whatever a tool does is a result of that call alone, in time, and reaches nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import math
import threading
import time
from typing import Any

import pytest
from dispatching import add, call

from toolkit import Dispatcher, ToolCall, ToolContext, ToolError, tool


class BrokenText(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise RuntimeError("no text")


class OddText(Exception):  # noqa: N818
    def __str__(self) -> Any:
        return None  # noqa: PLE0307


class NamedOddly(Exception):  # noqa: N818
    pass


NamedOddly.__name__ = "Na\x1b[31mme\u202e"

FAULTS = [
    ValueError("bad"),
    KeyError("k"),
    SystemExit(1),
    GeneratorExit(),
    asyncio.CancelledError(),
    StopIteration(5),
    StopAsyncIteration(),
    RecursionError(),
    MemoryError(),
    ExceptionGroup("group", [ValueError("x"), KeyError("y")]),
    BaseExceptionGroup("group", [SystemExit(1)]),
    BrokenText(),
    OddText(),
    NamedOddly("x"),
    AssertionError(),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
    BaseException("base"),
    Exception("x" * 10_000_000),
    Exception("\ud800"),
]


def raising(place: int, *, is_async: bool, after: bool) -> Any:
    """A tool that raises one of the faults."""
    if is_async:

        @tool
        async def fault() -> None:
            """Fault."""
            if after:
                await asyncio.sleep(0)
            raise FAULTS[place]

    else:

        @tool
        def fault() -> None:
            """Fault."""
            raise FAULTS[place]

    return fault


@pytest.mark.parametrize("place", range(len(FAULTS)))
@pytest.mark.parametrize(("is_async", "after"), [(False, False), (True, False), (True, True)])
def test_r22_whatever_is_raised_is_an_error_of_that_call(place, is_async, after):
    """For sync and async callers; siblings run; the text is short and can be written."""
    dispatcher = Dispatcher([raising(place, is_async=is_async, after=after), add])
    results = dispatcher.dispatch_all([call("fault"), call("add", a=1, b=2)])
    single = asyncio.run(dispatcher.adispatch(call("fault")))
    for result in (dispatcher.dispatch(call("fault")), results[0], single):
        assert (result.kind, len(result.text) <= 2000) == ("tool_error", True)
        assert result.text.encode()
        assert "\x1b" not in result.text
    assert results[1].value == 3


def test_r22_an_error_of_our_own_in_a_body_is_the_bodys():
    """Argument errors of other tools, and missing contexts of theirs."""
    from toolkit import Tool

    @tool
    def inner(n: int, context: ToolContext[dict]) -> int:
        """Inner."""
        return n

    @tool
    def outer(n: int) -> int:
        """Outer."""
        return Tool.of(inner).invoke({"n": "x"} if n else {"n": 1})

    kinds = [Dispatcher([outer]).dispatch(call("outer", n=each)).kind for each in (0, 1)]
    assert kinds == ["tool_error", "tool_error"]


@pytest.mark.parametrize("seconds", [0.01, 0.3])
async def test_r23_cancelling_a_dispatch_cancels_its_tools(seconds):
    """Those that clean up have their time; no task is left, and the cancellation goes on."""
    begun: list[str] = []
    ended: list[str] = []

    @tool
    async def waits() -> None:
        """Wait."""
        begun.append("begun")
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(seconds)
            ended.append("clean")

    runs = (Dispatcher([waits]).adispatch(call("waits")), Dispatcher([waits]).adispatch_all([call("waits")] * 3))
    for run, entered in zip(runs, (1, 4), strict=True):
        task = asyncio.ensure_future(run)
        while len(begun) < entered:  # noqa: ASYNC110 - an event would be of one loop, and bodies may run in another
            await asyncio.sleep(0.005)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(asyncio.all_tasks()) == 1
    assert len(ended) == 4


async def test_r23_a_stubborn_tool_delays_a_cancellation_by_its_grace_alone():
    """One second."""

    @tool
    async def stubborn() -> None:
        """Stay."""
        for _ in range(30):
            try:  # noqa: SIM105
                await asyncio.sleep(0.1)
            except asyncio.CancelledError:
                pass

    task = asyncio.ensure_future(Dispatcher([stubborn]).adispatch(call("stubborn")))
    await asyncio.sleep(0.02)
    started = time.perf_counter()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert 0.8 < time.perf_counter() - started < 5


async def test_r23_a_hung_thread_delays_a_cancellation_by_its_grace_alone():
    """And the body can see that nobody waits."""
    seen = threading.Event()

    @tool
    def hangs(context: ToolContext) -> None:
        """Hang."""
        context.cancelled.wait(20)
        seen.set()

    task = asyncio.ensure_future(Dispatcher([hangs]).adispatch(call("hangs")))
    await asyncio.sleep(0.05)
    started = time.perf_counter()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (seen.wait(5), time.perf_counter() - started < 5) == (True, True)


async def test_r23_a_timeout_of_the_caller_is_a_cancellation():
    """asyncio.timeout around a dispatch."""

    @tool
    async def waits() -> None:
        """Wait."""
        await asyncio.sleep(60)

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await Dispatcher([waits]).adispatch(call("waits"))


def hanging(how: str) -> Any:  # noqa: C901
    """A tool whose body does not end in time."""

    async def anap(seconds: float) -> None:
        await asyncio.sleep(seconds)

    if how == "sync":

        @tool
        def body() -> None:
            """Body."""
            time.sleep(6)

    elif how == "generator":

        @tool
        def body() -> Any:
            """Body."""
            yield 1
            time.sleep(6)

    elif how == "async":

        @tool
        async def body() -> None:
            """Body."""
            await anap(20)

    elif how == "async generator":

        @tool
        async def body() -> Any:
            """Body."""
            yield 1
            await anap(20)

    else:

        @tool
        async def body() -> None:
            """Body."""
            for _ in range(60):
                try:  # noqa: SIM105
                    await anap(0.1)
                except asyncio.CancelledError:
                    pass

    return body


async def swallowing(call, proceed):
    """Middleware that takes the cancellation of its caller for a failure."""
    try:
        return await proceed(call)
    except asyncio.CancelledError:
        return call.answer("swallowed")


async def staying(call, proceed):
    """Middleware that does not end when it is told to."""
    with contextlib.suppress(asyncio.CancelledError):
        await proceed(call)
    for _ in range(15):
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(0.1)
    return call.answer("stayed")


def swallowing_sync(call, proceed):
    """The same from a thread."""
    try:
        return proceed(call)
    except BaseException:  # noqa: BLE001 - as it is found in the wild
        return call.answer("swallowed")


@tool
async def lasting() -> str:
    """Last."""
    await asyncio.sleep(30)
    return "late"


@pytest.mark.parametrize("middleware", [[swallowing], [staying], [swallowing_sync], [swallowing, staying, swallowing]])
async def test_r23_middleware_that_swallows_a_cancellation_does_not_stop_it(middleware):
    """The caller's task ends as cancelled, and asyncio.timeout knows its own."""
    dispatcher = Dispatcher([lasting], middleware=middleware)
    started = time.perf_counter()
    task = asyncio.create_task(dispatcher.adispatch(ToolCall("lasting")))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await dispatcher.adispatch(ToolCall("lasting"))
    current = asyncio.current_task()
    assert (current is not None and current.cancelling(), time.perf_counter() - started < 15) == (0, True)


@pytest.mark.parametrize("middleware", [swallowing, swallowing_sync])
@pytest.mark.parametrize("is_async", [True, False])
def test_r24_a_timeout_holds_whatever_middleware_swallows(middleware, is_async):
    """It ends the tool, and middleware sees a result."""
    dispatcher = Dispatcher([lasting], middleware=[middleware], timeout_seconds=0.1)
    started = time.perf_counter()
    made = ToolCall("lasting")
    result = asyncio.run(dispatcher.adispatch(made)) if is_async else dispatcher.dispatch(made)
    assert (result.kind, time.perf_counter() - started < 10) == ("timeout", True)


@pytest.mark.parametrize("kind", ["hooks", "rule", "marshal"])
async def test_r23_no_other_code_around_a_tool_stops_a_cancellation(kind):
    """Hooks, rules of approval, and what words a result may be async, and may catch too much."""

    async def caught(*_: Any) -> Any:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            return False

    class Hook:
        on_tool_start = staticmethod(caught)

    said = {"hooks": {"hooks": [Hook()]}, "rule": {"approval": caught}, "marshal": {"marshal_result": caught}}

    @tool(name="quick", description="Quick.", **said[kind])
    def quick() -> str:
        return "done"

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await Dispatcher([quick]).adispatch(ToolCall("quick"))


@pytest.mark.parametrize("how", ["sync", "generator", "async", "async generator", "stubborn"])
def test_r24_a_timeout_holds_for_every_body(how):
    """The message says timeout; a late result is dropped."""
    dispatcher = Dispatcher([hanging(how), add], timeout_seconds=0.1)
    started = time.perf_counter()
    result = dispatcher.dispatch(call("body"))
    assert (result.kind, "timeout" in result.text, time.perf_counter() - started < 5) == ("timeout", True, True)
    assert dispatcher.call(add, 1, 2).value == 3


async def test_r25_hung_bodies_starve_nobody():
    """More of them than threads, and the loop stays free."""
    release = threading.Event()

    @tool(timeout_seconds=0.2)
    def hangs(n: int) -> None:
        """Hang."""
        release.wait(20)

    dispatcher = Dispatcher([hangs, add])
    started = time.perf_counter()
    results = await dispatcher.adispatch_all([call("hangs", n=n) for n in range(100)])
    after = await dispatcher.adispatch(call("add", a=1, b=2))
    took = time.perf_counter() - started
    release.set()
    assert ({result.kind for result in results} <= {"timeout", "overloaded"}, after.value, took < 15) == (True, 3, True)


async def test_r25_the_loop_is_never_blocked_by_sync_bodies():
    """It goes on ticking."""

    @tool
    def slow() -> None:
        """Sleep."""
        time.sleep(0.2)

    async def tick(gaps: list[float]) -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.005)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now

    async def longest_gap() -> float:
        gaps: list[float] = []
        ticking = asyncio.ensure_future(tick(gaps))
        await Dispatcher([slow]).adispatch_all([call("slow")] * 20)
        ticking.cancel()
        return max(gaps)

    # The least of some turns: other programs may keep the machine for longer than a body would.
    assert any([await longest_gap() < 0.15 for _ in range(5)])


class Recursive:
    """An object that contains itself."""

    def __init__(self) -> None:
        self.me = self


def circular() -> Any:
    """A list that contains itself."""
    value: list[Any] = []
    value.append(value)
    return value


def nested(levels: int) -> Any:
    """A list nested so deep."""
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


class LyingClass:
    @property
    def __class__(self) -> Any:
        raise RuntimeError


RESULTS = [
    object(),
    Recursive(),
    circular(),
    nested(100_000),
    nested(60),
    list(range(200_000)),
    {"x": object()},
    {1, 2, 3},
    b"\xff",
    float("nan"),
    [float("inf")],
    "\ud800",
    {"\ud800": "\udfff"},
    10**5000,
    lambda: 1,
    type,
    Exception("x"),
    print,
    math,
    (n for n in range(3)),
    iter([1]),
    map(str, [1]),
    LyingClass(),
    asyncio.Event,
    memoryview(b"x"),
    1 + 2j,
    ...,
    NotImplemented,
    {"a": (n for n in "ab")},
    "x" * 1_000_000,
    {object(): 1},
    {(1, 2): 3},
    None,
    {},
    [],
    "",
    b"",
]


@pytest.mark.parametrize("place", range(len(RESULTS)))
def test_r26_every_value_is_bounded_text_or_an_error(place):
    """No NaN, no address, no repr of a generator, no recursion; UTF-8 can hold it."""

    @tool
    def gives() -> Any:
        """Give."""
        return RESULTS[place]

    result = Dispatcher([gives]).dispatch(call("gives"))
    assert result.kind in {"ok", "result_error"} or place == RESULTS.index(RESULTS[place])
    assert len(result.text.encode()) < 400_000
    assert not any(each in result.text for each in (" at 0x", "<generator", "<coroutine", "NaN", "Infinity"))


def test_r27_the_callers_payload_is_untouched():
    """Whatever a tool does to what it is given."""

    @tool
    def greedy(items: list[int], more: dict[str, Any], default: list[int] = []) -> int:  # noqa: B006
        """Greedy."""
        items.clear()
        more["added"] = 1
        default.append(1)
        return len(default)

    arguments = {"items": [1, 2], "more": {"a": {"b": 1}}}
    payload = {"type": "tool_use", "id": "i", "name": "greedy", "input": arguments}
    dispatcher = Dispatcher([greedy])
    values = [dispatcher.dispatch(payload).value for _ in range(2)]
    assert (values, arguments) == ([1, 1], {"items": [1, 2], "more": {"a": {"b": 1}}})


def test_r27_context_variables_do_not_leak():
    """Between calls, and to the host."""
    variable = contextvars.ContextVar("r27", default="clean")

    @tool
    def leaks() -> str:
        """Leak."""
        seen = variable.get()
        variable.set("leaked")
        return seen

    dispatcher = Dispatcher([leaks])
    texts = [dispatcher.dispatch(call("leaks")).text for _ in range(2)]
    texts += [result.text for result in dispatcher.dispatch_all([call("leaks")] * 3)]
    assert ({*texts}, variable.get()) == ({"clean"}, "clean")


def test_r27_a_tool_cannot_close_the_loop_of_others():
    """Nor stop it, nor cancel all that runs in it."""

    @tool
    async def closes() -> None:
        """Close."""
        loop = asyncio.get_running_loop()
        loop.stop()
        loop.close()

    @tool
    async def after() -> str:
        """After."""
        await asyncio.sleep(0)
        return "after"

    dispatcher = Dispatcher([closes, after])
    assert dispatcher.dispatch(call("closes")).kind == "tool_error"
    assert dispatcher.dispatch(call("after")).text == "after"


def test_r22_a_tool_error_with_anything_as_message():
    """Its text is made once, by itself."""

    @tool
    def f(which: int) -> None:
        """F."""
        raise ToolError([None, 5, {"a": 1}, ""][which])

    texts = [Dispatcher([f]).dispatch(call("f", which=each)).text for each in range(4)]
    assert texts == ["None", "5", "{'a': 1}", "The tool failed."]


def test_r25_batches_inside_bodies_starve_nobody():
    """A worker that waits for others lends its place."""

    @tool
    def leaf(n: int) -> int:
        """Wait a little."""
        time.sleep(0.001)
        return n

    @tool
    def nest(n: int) -> int:
        """Call others."""
        time.sleep(0.05)
        calls = [ToolCall("leaf", {"n": n}), ToolCall("leaf", {"n": n})]
        return sum(each.value for each in dispatcher.dispatch_all(calls))

    dispatcher = Dispatcher([leaf, nest])
    results = dispatcher.dispatch_all([ToolCall("nest", {"n": n}) for n in range(100)])
    assert [each.value for each in results] == [2 * n for n in range(100)]


@pytest.mark.parametrize("kind", ["none", "sync", "async"])
async def test_r23_a_cancellation_waits_for_a_body_that_cleans_up(kind):
    """Whatever middleware stands between; nothing is left running."""
    cleaned = []

    async def body() -> None:
        """Wait, and clean up in a way that has to wait as well."""
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            cleaned.append("clean")

    async def waiting(call, proceed):
        return await proceed(call)

    middleware = {"none": [], "sync": [lambda call, proceed: proceed(call)], "async": [waiting]}[kind]
    task = asyncio.ensure_future(Dispatcher([body], middleware=middleware).adispatch(ToolCall("body", {})))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cleaned == ["clean"]
    assert asyncio.all_tasks() == {asyncio.current_task()}
