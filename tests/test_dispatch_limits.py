"""Time and numbers: timeouts, retries, bounds on what runs at once and how often."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest
from dispatching import Told, aadd, add, anap, call, nap

from toolkit import Dispatcher, Retry, ToolCall, ToolContext, ToolError, tool
from toolkit.calling import threads
from toolkit.dispatch.limits import Counter, Gate
from toolkit.dispatch.middleware import only
from toolkit.dispatch.timing import pause_seconds


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries follow at once."""
    monkeypatch.setattr("toolkit.dispatch.timing._FIRST_PAUSE_SECONDS", 0.0)


def seconds_of(run: Any) -> tuple[float, Any]:
    """How long it takes, and what it gives."""
    started = time.perf_counter()
    result = run()
    return time.perf_counter() - started, result


@pytest.mark.parametrize("tool_", [nap, anap])
async def test_a_timeout_returns_on_time_for_async_callers(tool_):
    """And leaves no task."""
    started = time.perf_counter()
    result = await Dispatcher([tool_], timeout_seconds=0.1).acall(tool_, 6)
    assert (result.kind, time.perf_counter() - started < 5, len(asyncio.all_tasks())) == ("timeout", True, 1)


@pytest.mark.parametrize("way", ["alone", "message", "resumed", "sync middleware"])
def test_an_async_body_that_blocks_its_loop_is_left_behind(way):
    """A sync caller gets its result on time, whichever way in it has taken, and other calls a loop that is free."""
    ended = threading.Event()

    @tool(approval=way == "resumed", timeout_seconds=0.2)
    async def blocks() -> None:
        """Block."""
        time.sleep(3)  # noqa: ASYNC251 - what authors do by mistake
        ended.set()

    def passing(call: Any, proceed: Any) -> Any:
        return proceed(call)

    dispatcher = Dispatcher([blocks, aadd], middleware=[passing] if way == "sync middleware" else [])
    made = call("blocks")
    run = {
        "alone": lambda: dispatcher.call(blocks),
        "message": lambda: dispatcher.dispatch_all([made])[0],
        "resumed": lambda: dispatcher.resume(dispatcher.dispatch(made).pending, True),
        "sync middleware": lambda: dispatcher.dispatch(made),
    }
    took, result = seconds_of(run[way])
    other, after = seconds_of(lambda: dispatcher.call(aadd, 1, 2))
    assert (result.kind, "0.2 seconds" in result.text, took < 2.5) == ("timeout", True, True)
    assert (after.value, other < 1.5) == (3, True)
    assert ended.wait(10)


class AsyncHook:
    """Waits before it goes on."""

    async def on_tool_start(self, call: ToolCall, context: Any) -> None:
        await asyncio.sleep(0)


@pytest.mark.parametrize("part", ["thread", "loop"])
@pytest.mark.parametrize(
    "settings", [{}, {"hooks": [AsyncHook()]}, {"timeout_seconds": 60}], ids=["body", "hook", "timeout"]
)
def test_a_system_that_starts_no_loop_is_a_result(monkeypatch, part, settings):
    """For the calls that need one, in every way in."""
    from toolkit.calling import loops

    @tool(approval=lambda arguments, context: arguments.get("asks", False))
    async def waits(asks: bool = False) -> None:
        """Wait."""
        await asyncio.sleep(0)

    def refuse(*_: Any, **__: Any) -> Any:
        raise RuntimeError("can't start new thread") if part == "thread" else OSError(24, "Too many open files")

    dispatcher = Dispatcher([waits], **settings)
    monkeypatch.setattr(loops, "_THREADS", [])
    if part == "thread":
        monkeypatch.setattr(threading.Thread, "start", refuse)
    else:
        monkeypatch.setattr(asyncio, "new_event_loop", refuse)
    asked = dispatcher.dispatch(call("waits", asks=True))
    results = [
        dispatcher.dispatch(call("waits")),
        *dispatcher.dispatch_all([call("waits")]),
        *dispatcher.dispatch_all([call("waits"), call("waits")]),
        *([dispatcher.resume(asked.pending, True)] if asked.pending else [asked]),
    ]
    assert {result.kind for result in results} == {"overloaded"}
    monkeypatch.undo()
    assert dispatcher.dispatch(call("waits")).ok


@pytest.mark.parametrize("way", ["middleware", "approver"])
async def test_sync_code_around_a_tool_that_gets_no_thread_is_a_result(monkeypatch, way):
    """Of that call alone; hooks are told how it ends."""

    @tool(approval=way == "approver")
    async def needs() -> None:
        """Need a thread for what stands around it."""

    def passing(call: Any, proceed: Any) -> Any:
        return proceed(call)

    def allow(request: Any) -> bool:
        return True

    told = Told()
    around: dict[str, Any] = {"middleware": [only(passing, "needs")]} if way == "middleware" else {"approver": allow}
    dispatcher = Dispatcher([needs, aadd], hooks=[told], **around)
    monkeypatch.setattr(threads, "MAX_ABANDONED", 0)
    results = await dispatcher.adispatch_all([call("needs"), call("aadd", a=1, b=2)])
    assert [result.kind for result in results] == ["overloaded", "ok"]
    assert (await dispatcher.adispatch(call("needs"))).kind == "overloaded"
    assert told.events.count(("error", "HaltedError")) == 2


def test_a_generator_is_stopped_between_two_values():
    """A sync one, in its thread."""
    ended = threading.Event()

    @tool
    def endless() -> Any:
        """Yield for ever."""
        try:
            while True:
                time.sleep(0.005)
                yield 0
        finally:
            ended.set()

    took, result = seconds_of(lambda: Dispatcher([endless], timeout_seconds=0.1).call(endless))
    assert (result.kind, took < 5, ended.wait(10)) == ("timeout", True, True)


def test_a_body_that_looks_at_cancelled_can_stop():
    """context.cancelled is set when its time is over."""
    ended = threading.Event()

    @tool
    def polite(context: ToolContext) -> None:
        """Wait."""
        context.cancelled.wait(10)
        ended.set()

    assert (Dispatcher([polite], timeout_seconds=0.05).call(polite).kind, ended.wait(2)) == ("timeout", True)


def test_the_tools_own_limit_comes_first():
    """Before the dispatcher's."""

    @tool(timeout_seconds=0.05)
    def slow() -> None:
        """Sleep."""
        time.sleep(6)

    took, result = seconds_of(lambda: Dispatcher([slow], timeout_seconds=30).call(slow))
    assert (result.kind, took < 5) == ("timeout", True)


def test_a_call_in_time_is_not_disturbed():
    """Values and errors pass."""

    @tool
    def fails() -> None:
        """Fail."""
        raise ToolError("no")

    dispatcher = Dispatcher([add, nap, fails], timeout_seconds=10)
    assert [dispatcher.call(add, 1, 2).value, dispatcher.call(fails).text] == [3, "no"]


def test_the_time_begins_when_a_thread_is_free(monkeypatch):
    """Waiting in a queue is not the body's fault, as long as it ends."""
    monkeypatch.setattr(threads, "_POOLS", [threads.Workers(2)])
    results = Dispatcher([nap], timeout_seconds=0.3).dispatch_all([call("nap", seconds=0.2)] * 3)
    assert [result.kind for result in results] == ["ok"] * 3


async def test_a_call_that_is_cancelled_before_it_has_a_thread_never_runs(monkeypatch):
    """It ends at once, and its body does not begin when a thread is free."""
    monkeypatch.setattr(threads, "_POOLS", [threads.Workers(1)])
    release, ran = threading.Event(), []

    @tool
    def hold() -> None:
        """Hold the only thread."""
        release.wait(10)

    @tool
    def pay() -> None:
        """Pay."""
        ran.append("paid")

    dispatcher = Dispatcher([hold, pay])
    holding, waiting = (asyncio.ensure_future(dispatcher.acall(each)) for each in (hold, pay))
    await asyncio.sleep(0.05)
    started = time.perf_counter()
    waiting.cancel()
    await asyncio.wait({waiting})
    took = time.perf_counter() - started
    release.set()
    assert (await holding).ok
    assert (await dispatcher.acall(hold)).ok
    assert (waiting.cancelled(), took < 0.5, ran) == (True, True, [])


def test_a_call_that_gets_no_thread_is_overloaded(monkeypatch):
    """After its time, without having been run."""
    pool = threads.Workers(1)
    monkeypatch.setattr(threads, "_POOLS", [pool])
    hang = threading.Event()
    pool.submit(hang.wait, lambda _: None)
    entered: list[int] = []

    @tool
    def f() -> None:
        """F."""
        entered.append(1)

    result = Dispatcher([f], timeout_seconds=0.05).call(f)
    hang.set()
    assert (result.kind, entered) == ("overloaded", [])


def test_an_async_caller_is_refused_beyond_the_cap_too(monkeypatch):
    """By a result, whatever the road of the call."""
    monkeypatch.setattr(threads, "MAX_ABANDONED", 0)
    roads = Dispatcher([add]), Dispatcher([add], timeout_seconds=5)
    results = [asyncio.run(each.adispatch(call("add", a=1, b=2))) for each in roads]
    assert [result.kind for result in results] == ["overloaded", "overloaded"]


def test_hung_threads_are_counted_and_replaced(monkeypatch, caplog):
    """They starve nobody; beyond the cap calls are refused."""
    pool = threads.Workers(2)
    monkeypatch.setattr(threads, "_POOLS", [pool])
    monkeypatch.setattr(threads, "MAX_ABANDONED", 4)
    hang = threading.Event()

    @tool
    def hangs() -> None:
        """Hang."""
        hang.wait(20)

    dispatcher = Dispatcher([hangs, add], timeout_seconds=0.1)
    kinds = [dispatcher.call(hangs).kind for _ in range(4)]
    abandoned = pool.abandoned
    refused = dispatcher.call(add, 1, 2)
    hang.set()
    for _ in range(100):
        if not pool.abandoned:
            break
        time.sleep(0.01)
    assert (kinds, abandoned, refused.kind) == (["timeout"] * 4, 4, "overloaded")
    assert dispatcher.call(add, 1, 2).value == 3
    assert "left behind" in caplog.text


def failing_first(times: int, exception: BaseException, **options: Any) -> Any:
    """A tool that fails so often, then gives the number of its attempts."""
    attempts: list[int] = []

    @tool(**options)
    def flaky(items: list[int] | None = None) -> int:
        """Fail at first."""
        attempts.append(1)
        if items:
            items.pop()
        if len(attempts) <= times:
            raise exception
        return len(attempts) if items is None else len(items)

    flaky.attempts = attempts
    return flaky


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize("exception", [ConnectionError(), ConnectionResetError(), TimeoutError(), Retry("later", 0)])
@pytest.mark.parametrize("hint", ["idempotent", "read_only"])
def test_what_may_pass_is_tried_again(exception, hint):
    """For tools that may be called twice."""
    flaky = failing_first(2, exception, retries=2, **{hint: True})
    assert Dispatcher([flaky]).call(flaky).value == 3


@pytest.mark.usefixtures("no_pauses")
def test_the_last_failure_is_told():
    """With the text of the Retry."""
    flaky = failing_first(9, Retry("the line is busy"), retries=2, idempotent=True)
    result = Dispatcher([flaky]).call(flaky)
    assert (result.kind, result.text, len(flaky.attempts)) == ("tool_error", "the line is busy", 3)


@pytest.mark.usefixtures("no_pauses")
def test_each_attempt_gets_the_arguments_as_they_were():
    """Whatever the last one has done to them."""
    flaky = failing_first(2, ConnectionError(), retries=2, idempotent=True)
    assert Dispatcher([flaky]).dispatch(call("flaky", items=[1, 2, 3])).value == 2


async def test_an_async_body_is_tried_again_too():
    """In the caller's loop."""
    attempts: list[int] = []

    @tool(retries=1, read_only=True)
    async def flaky() -> int:
        """Fail at first."""
        attempts.append(1)
        if len(attempts) == 1:
            raise Retry(after_seconds=0)
        return 7

    assert (await Dispatcher([flaky]).acall(flaky)).value == 7


def test_pauses_grow_to_a_limit():
    """Half a second, doubled, at most thirty, the half of it at random."""
    pauses = [pause_seconds(number) for number in (0, 1, 2, 20)]
    assert all(low <= pause <= 2 * low for low, pause in zip((0.25, 0.5, 1, 15), pauses, strict=True))
    assert [pause_seconds(0, Retry(after_seconds=each)) for each in (0, 3, 900, -1)] == [0, 3, 30, 0]


@pytest.mark.parametrize("tool_", [nap, anap])
def test_only_so_many_calls_run_at_once(tool_):
    """max_concurrency bounds sync and async bodies."""
    running, most = [0], [0]

    lock = threading.Lock()

    def enter() -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])

    def leave() -> None:
        with lock:
            running[0] -= 1

    @tool
    def sync_body() -> None:
        """Sync."""
        enter()
        time.sleep(0.02)
        leave()

    @tool
    async def async_body() -> None:
        """Async."""
        enter()
        await asyncio.sleep(0.02)
        leave()

    name = "sync_body" if tool_ is nap else "async_body"
    results = Dispatcher([sync_body, async_body], max_concurrency=3).dispatch_all([call(name)] * 12)
    assert ({result.kind for result in results}, most[0]) == ({"ok"}, 3)


def test_a_call_from_inside_another_does_not_wait_for_it():
    """With room for one alone."""
    dispatcher: Dispatcher

    @tool
    def outer() -> int:
        """Outer."""
        return dispatcher.call(add, 1, 2).value

    @tool
    async def aouter() -> int:
        """Outer."""
        return (await dispatcher.acall(add, 1, 2)).value

    dispatcher = Dispatcher([outer, aouter, add], max_concurrency=1)
    results = dispatcher.dispatch_all([call("outer"), call("aouter")])
    assert [result.value for result in results] == [3, 3]
    assert [dispatcher.call(each).value for each in (outer, aouter)] == [3, 3]


async def test_a_cancelled_call_gives_its_place_back():
    """Also one that still waits for it."""
    dispatcher = Dispatcher([anap], max_concurrency=1)
    tasks = [asyncio.ensure_future(dispatcher.acall(anap, 60)) for _ in range(2)]
    await asyncio.sleep(0.02)
    for task in reversed(tasks):
        task.cancel()
        await asyncio.wait({task})
    assert (await asyncio.wait_for(dispatcher.acall(anap, 0), 5)).ok


async def test_a_place_that_was_given_to_a_cancelled_call_goes_on():
    """The gate loses none."""
    from toolkit.calling.switch import Switch

    gate = Gate(1)
    inside = asyncio.Event()

    async def hold() -> str:
        await inside.wait()
        return "held"

    async def quick() -> str:
        return "quick"

    first = asyncio.ensure_future(gate.let_in(hold, Switch(by_hand=False)))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(gate.let_in(quick, Switch(by_hand=False)))
    await asyncio.sleep(0.01)
    inside.set()
    await first
    second.cancel()
    await asyncio.wait({second})
    assert await asyncio.wait_for(gate.let_in(quick, Switch(by_hand=False)), 5) == "quick"


async def test_a_place_that_is_just_being_given_to_a_cancelled_call_goes_on():
    """Another thread has taken the call out of the queue, and comes to the end of that later."""
    from toolkit.calling.switch import Switch

    gate = Gate(1)

    async def quick() -> str:
        return "quick"

    await gate._enter(Switch(by_hand=False))
    waiting = asyncio.ensure_future(gate.let_in(quick, Switch(by_hand=False)))
    await asyncio.sleep(0.01)
    turn = gate._waiting.popleft()
    assert turn.set_running_or_notify_cancel()
    waiting.cancel()
    await asyncio.wait({waiting})
    turn.set_result(None)
    assert await asyncio.wait_for(gate.let_in(quick, Switch(by_hand=False)), 5) == "quick"


async def test_a_forked_child_finds_the_gate_open(monkeypatch):
    """The threads that had gone in before are the parent's."""
    dispatcher = Dispatcher([nap, anap], max_concurrency=1)
    inside = asyncio.ensure_future(dispatcher.acall(nap, 0.5))
    await asyncio.sleep(0.05)
    monkeypatch.setattr("toolkit.dispatch.limits.os.getpid", lambda: -1)
    assert (await asyncio.wait_for(dispatcher.acall(anap, 0), 0.3)).ok
    monkeypatch.undo()
    await inside


def test_a_thread_that_has_a_lock_may_call_tools():
    """A signal or a finalizer may come in between, and do so."""
    from toolkit.calling import loops
    from toolkit.dispatch.approval import Approvals

    owners: list[Any] = [Gate(1), Counter(), Approvals(None, 1.0, 1)]
    for lock in (threads.Workers(1).lock, threads._LOCK, loops._LOCK, *(each._lock for each in owners)):
        with lock:
            assert lock.acquire(blocking=False)
            lock.release()


def test_a_tool_runs_only_so_often():
    """Then the model is told to stop; reset_limits begins anew."""

    @tool(max_calls=2)
    def f() -> int:
        """F."""
        return 1

    dispatcher = Dispatcher([f])
    results = [dispatcher.call("f") for _ in range(3)]
    assert [result.kind for result in results] == ["ok", "ok", "limit_reached"]
    assert "2 times" in results[2].text
    dispatcher.reset_limits()
    assert dispatcher.call("f").ok


def test_a_refused_call_is_not_counted():
    """Only what runs is."""

    @tool(max_calls=1)
    def f(a: int) -> int:
        """F."""
        return a

    dispatcher = Dispatcher([f])
    kinds = [dispatcher.dispatch(call("f", a=each)).kind for each in ("x", 1, 2)]
    assert kinds == ["invalid_arguments", "ok", "limit_reached"]


def test_the_counter_is_exact_among_threads():
    """No call slips through."""
    counter = Counter()
    admitted: list[bool] = []

    def work() -> None:
        admitted.extend(counter.admits("f", 50) for _ in range(20))

    workers = [threading.Thread(target=work) for _ in range(8)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert admitted.count(True) == 50


def test_a_barrier_runs_alone_in_its_place():
    """sequential, destructive, and read_only=False."""
    order: list[str] = []

    def noting(name: str, **options: Any) -> Any:
        @tool(name, **options)
        async def body() -> None:
            """Body."""
            order.append(f"{name} in")
            await asyncio.sleep(0.01)
            order.append(f"{name} out")

        return body

    tools = [noting("a"), noting("b"), noting("w", destructive=True), noting("s", sequential=True)]
    tools.append(noting("n", read_only=False))
    Dispatcher(tools).dispatch_all([call(each) for each in ("a", "b", "w", "s", "n", "a")])
    assert sorted(order[:4]) == ["a in", "a out", "b in", "b out"]
    assert order[:2] in (["a in", "b in"], ["b in", "a in"])
    assert order[4:] == ["w in", "w out", "s in", "s out", "n in", "n out", "a in", "a out"]


def test_equal_calls_of_an_idempotent_tool_run_once():
    """Equal ids do not join calls, and a barrier between them parts them."""
    runs: list[Any] = []

    @tool(idempotent=True)
    def look(n: int) -> int:
        """Look."""
        runs.append(n)
        return n

    @tool
    def plain(n: int) -> int:
        """Plain."""
        runs.append(-n)
        return n

    @tool(destructive=True)
    def wipe() -> None:
        """Wipe."""
        runs.append("wipe")

    calls = [ToolCall("look", {"n": n}, f"c{at}") for at, n in enumerate((1, 2, 1))]
    results = Dispatcher([look]).dispatch_all(calls)
    assert ([result.value for result in results], sorted(runs)) == ([1, 2, 1], [1, 2])
    assert [result.call.id for result in results] == ["c0", "c1", "c2"]
    runs.clear()
    Dispatcher([plain]).dispatch_all([ToolCall("plain", {"n": 1}, "same"), ToolCall("plain", {"n": 1}, "same")])
    assert runs == [-1, -1]
    runs.clear()
    Dispatcher([look, wipe]).dispatch_all([calls[0], call("wipe"), calls[2]])
    assert runs == [1, "wipe", 1]


async def test_hooks_hear_of_the_end_of_a_shared_run_that_is_cancelled():
    """As of any other that they were told has begun."""

    class Waiting(Told):
        async def on_tool_start(self, call: ToolCall, context: Any) -> None:
            super().on_tool_start(call, context)
            if len(self.events) > 1:
                await asyncio.sleep(60)

    @tool(idempotent=True)
    async def look() -> int:
        """Look."""
        return 1

    told = Waiting()
    running = asyncio.ensure_future(Dispatcher([look], hooks=[told]).adispatch_all([call("look"), call("look")]))
    while told.events.count(("start", "look")) < 2:  # noqa: ASYNC110 - the least that can be waited
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait({running})
    assert told.events == [("start", "look"), ("end", 1), ("start", "look"), ("error", "CallError")]


def test_a_tool_that_is_told_its_call_is_never_joined():
    """To it no two calls are the same."""
    from typing import Annotated

    from toolkit import CallId

    @tool(idempotent=True)
    def mine(call_id: Annotated[str, CallId]) -> str:
        """Mine."""
        return call_id

    results = Dispatcher([mine]).dispatch_all([ToolCall("mine", {}, each) for each in ("a", "b")])
    assert [result.value for result in results] == ["a", "b"]


async def test_a_call_that_somebody_else_cancels_is_a_result():
    """Its siblings run on."""
    tasks: list[Any] = []

    @tool
    async def waits() -> None:
        """Wait."""
        tasks.append(asyncio.current_task())
        await asyncio.sleep(60)

    batch = asyncio.ensure_future(Dispatcher([waits, anap]).adispatch_all([call("waits"), call("anap", seconds=0.05)]))
    while not tasks:  # noqa: ASYNC110
        await asyncio.sleep(0)
    tasks[0].cancel()
    assert [result.kind for result in await batch] == ["cancelled", "ok"]


def test_a_missing_context_is_raised_before_any_call_runs():
    """In a batch; alone as well."""
    from toolkit import MissingContextError

    ran: list[int] = []

    @tool
    def needs(context: ToolContext[dict]) -> None:
        """Need."""

    @tool
    def free() -> None:
        """Free."""
        ran.append(1)

    dispatcher = Dispatcher([needs, free])
    with pytest.raises(MissingContextError, match="needs"):
        dispatcher.dispatch_all([call("free"), call("needs")])
    assert ran == []


async def test_a_cancelled_call_with_a_limit_of_time_ends_its_body():
    """Before the cancellation goes on."""
    ended: list[str] = []

    @tool(timeout_seconds=60)
    async def waits() -> None:
        """Wait."""
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("clean")

    task = asyncio.ensure_future(Dispatcher([waits]).acall(waits))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (ended, len(asyncio.all_tasks())) == (["clean"], 1)


async def test_a_body_that_cancels_its_own_task_is_a_result():
    """Where it has one of its own."""

    @tool(timeout_seconds=60)
    async def suicidal() -> None:
        """End."""
        asyncio.current_task().cancel()
        await asyncio.sleep(1)

    assert (await Dispatcher([suicidal]).acall(suicidal)).kind == "cancelled"


def test_a_body_that_cancels_the_task_of_a_batch_is_a_result():
    """So is each call that has not run by then."""

    @tool(sequential=True)
    async def suicidal() -> None:
        """End."""
        asyncio.current_task().cancel()
        await asyncio.sleep(1)

    results = Dispatcher([suicidal, add]).dispatch_all([call("add", a=1, b=2), call("suicidal"), call("add", a=1, b=2)])
    assert [result.kind for result in results] == ["ok", "cancelled", "cancelled"]
