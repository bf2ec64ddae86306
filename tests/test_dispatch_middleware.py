"""Middleware: sync and async, in order, frozen calls, what it may and may not do."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from dispatching import aadd, add, anap, call

from toolkit import DefinitionError, Dispatcher, Tool, ToolContext, ToolError, tool
from toolkit.calling import threads
from toolkit.dispatch.middleware import only
from toolkit.dispatch.ready import caching
from toolkit.errors import MisuseError

Order = list[str]


def noting(order: Order, name: str) -> Any:
    """Middleware that notes when it is entered and left."""

    def middleware(call: Any, proceed: Any) -> Any:
        order.append(f"{name} in")
        result = proceed(call)
        order.append(f"{name} out {result.kind}")
        return result

    return middleware


def anoting(order: Order, name: str) -> Any:
    """The same, async."""

    async def middleware(call: Any, proceed: Any) -> Any:
        order.append(f"{name} in")
        result = await proceed(call)
        order.append(f"{name} out {result.kind}")
        return result

    return middleware


@pytest.mark.parametrize("tool_", [add, aadd])
@pytest.mark.parametrize("kinds", [(noting, noting), (anoting, anoting), (noting, anoting), (anoting, noting)])
@pytest.mark.parametrize("called", [Dispatcher.call, lambda *given: asyncio.run(Dispatcher.acall(*given))])
def test_the_outermost_comes_first(called, kinds, tool_):
    """Sync and async middleware, sync and async bodies, sync and async callers, mixed."""
    order: Order = []
    dispatcher = Dispatcher([tool_], middleware=[kinds[0](order, "a"), kinds[1](order, "b")])
    assert called(dispatcher, tool_, 1, 2).value == 3
    assert order == ["a in", "b in", "b out ok", "a out ok"]


async def test_sync_middleware_does_not_block_the_loop():
    """It and the sync body run in one thread, others than the loop's."""
    threads: list[Any] = []

    @tool
    def where() -> str:
        """Where."""
        threads.append(threading.current_thread())
        return "here"

    def middleware(call: Any, proceed: Any) -> Any:
        threads.append(threading.current_thread())
        return proceed(call)

    await Dispatcher([where], middleware=[middleware]).acall(where)
    assert threads[0] is threads[1]
    assert threads[0] is not threading.current_thread()


async def test_more_sync_middleware_than_threads_does_not_hang():
    """A thread that only waits for the loop lends its place."""

    def middleware(call: Any, proceed: Any) -> Any:
        return proceed(call)

    dispatcher = Dispatcher([anap, add], middleware=[middleware], timeout_seconds=20)
    calls = [call("anap", seconds=0.05)] * 100 + [call("add", a=1, b=2)] * 100
    results = await asyncio.wait_for(dispatcher.adispatch_all(calls), 20)
    assert {result.kind for result in results} == {"ok"}


def test_a_call_is_frozen():
    """Its arguments are a copy at each look."""
    seen: list[Any] = []

    def middleware(call: Any, proceed: Any) -> Any:
        call.arguments["a"] = 100
        with pytest.raises(AttributeError, match="frozen"):
            call.name = "x"
        seen.append((call.name, call.arguments, call.call.name, call.tool.name, call.id, dict(call.metadata)))
        seen.append(type(call.context) is ToolContext)
        return proceed(call)

    result = Dispatcher([add], middleware=[middleware]).dispatch(call("add", a=1, b=2), metadata={"k": 1})
    assert (result.value, seen) == (3, [("add", {"a": 1, "b": 2}, "add", "add", "c1", {"k": 1}), True])


def test_changed_arguments_reach_the_tool_checked():
    """with_arguments, and the result says with what it ran."""

    def middleware(call: Any, proceed: Any) -> Any:
        return proceed(call.with_arguments({"a": 10, "b": 2}))

    result = Dispatcher([add], middleware=[middleware]).dispatch(call("add", a=1, b=2))
    assert (result.value, result.arguments) == (12, {"a": 10, "b": 2})


@pytest.mark.parametrize("changed", [5, [1], {"a": object()}, {1: 2}])
def test_arguments_that_are_no_json_fail_closed(changed):
    """with_arguments raises, and so the call fails."""
    dispatcher = Dispatcher([add], middleware=[lambda call, proceed: proceed(call.with_arguments(changed))])
    assert dispatcher.dispatch(call("add", a=1, b=2)).ok is False


def test_middleware_may_answer_or_refuse_itself():
    """The tool is not run; the answer is rendered as the tool's."""

    def answering(call: Any, proceed: Any) -> Any:
        return call.answer({"sum": 7}) if call.arguments["a"] == 7 else call.refuse("not this one")

    dispatcher = Dispatcher([add], middleware=[answering])
    answered, refused = (dispatcher.dispatch(call("add", a=each, b=1)) for each in (7, 8))
    assert (answered.ok, answered.value, answered.text) == (True, {"sum": 7}, '{"sum": 7}')
    assert (refused.kind, "not this one" in refused.text) == ("denied", True)


def test_proceed_may_be_called_again():
    """Each run gets its arguments as they were."""
    seen: list[Any] = []

    @tool
    def greedy(items: list[int]) -> int:
        """Empty a list."""
        seen.append(list(items))
        items.clear()
        return 1

    def twice(call: Any, proceed: Any) -> Any:
        proceed(call)
        return proceed(call)

    result = Dispatcher([greedy], middleware=[twice]).dispatch(call("greedy", items=[1, 2]))
    assert (seen, result.arguments) == ([[1, 2], [1, 2]], {"items": [1, 2]})


def failing(call: Any, proceed: Any) -> Any:
    """Middleware that raises."""
    raise ValueError("secret /etc/x")


async def afailing(call: Any, proceed: Any) -> Any:
    """Async middleware that raises."""
    raise SystemExit(3)


def odd(call: Any, proceed: Any) -> Any:
    """Middleware that gives no result."""
    return "fine"


@pytest.mark.parametrize("middleware", [failing, afailing, odd, lambda call, proceed: None])
@pytest.mark.parametrize("outer", [[], [noting]])
def test_middleware_that_raises_or_gives_no_result_fails_closed(middleware, outer):
    """As a tool error; what stands around it sees that result."""
    order: Order = []
    layers = [make(order, "outer") for make in outer]
    result = Dispatcher([add], middleware=[*layers, middleware]).dispatch(call("add", a=1, b=2))
    assert (result.kind, "/etc" in result.text) == ("tool_error", False)
    assert order == (["outer in", "outer out tool_error"] if outer else [])


@pytest.mark.parametrize("given", [None, 5, "call"])
def test_proceed_takes_the_call_alone(given):
    """Anything else is a mistake of the middleware."""
    result = Dispatcher([add], middleware=[lambda call, proceed: proceed(given)]).dispatch(call("add", a=1, b=2))
    assert (result.kind, type(result.error.exception)) == ("tool_error", MisuseError)


def test_middleware_sees_failures_as_results():
    """It may mend them."""

    @tool
    def f() -> int:
        """F."""
        raise ToolError("closed")

    def mending(call: Any, proceed: Any) -> Any:
        result = proceed(call)
        return result if result.ok else call.answer("open tomorrow")

    assert Dispatcher([f], middleware=[mending]).dispatch(call("f")).text == "open tomorrow"


def test_an_async_result_of_sync_middleware_is_awaited():
    """A wrapper may give the coroutine of a function that it calls."""

    async def later(call: Any) -> Any:
        await asyncio.sleep(0)
        return call.answer("late")

    assert Dispatcher([add], middleware=[lambda call, proceed: later(call)]).call(add, 1, 2).text == "late"


@pytest.mark.parametrize("tool_", [add, aadd])
async def test_async_middleware_behind_a_plain_function_proceeds_as_such(tool_):
    """A decorator without an `async` around it blocks no loop, and changes nothing."""

    async def noted(call: Any, proceed: Any) -> Any:
        return call.answer([(await proceed(call)).value])

    def decorated(call: Any, proceed: Any) -> Any:
        return noted(call, proceed)

    dispatcher = Dispatcher([tool_], middleware=[decorated])
    calls = [call(tool_.__name__, a=1, b=2)] * 2
    assert await asyncio.to_thread(dispatcher.dispatch, calls[0])
    results = [dispatcher.dispatch(calls[0]), await dispatcher.adispatch(calls[0])]
    results += dispatcher.dispatch_all(calls) + await dispatcher.adispatch_all(calls)
    assert [result.value for result in results] == [[3]] * 6


@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")
async def test_what_was_not_awaited_is_said_to_be():
    """The cure is the missing word."""

    async def forgetful(call: Any, proceed: Any) -> Any:
        return proceed(call)

    result = await Dispatcher([add], middleware=[forgetful]).adispatch(call("add", a=1, b=2))
    assert result.kind == "tool_error"
    assert result.text.endswith("gave a coroutine, not a ToolResult; return await proceed(call), in an async def")


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"names": ("add",)}, ["add"]),
        ({"names": ("*add",)}, ["add", "aadd"]),
        *(({"tags": tags}, ["anap"]) for tags in ("slow", ["slow"], ["slow", "x"])),
        ({"where": lambda tool: tool.name.endswith("nap")}, ["anap"]),
    ],
)
def test_middleware_may_be_for_some_tools_alone(filters, expected):
    """By name, by tag, by a function of the tool; a text is one tag."""
    seen: list[str] = []

    def middleware(call: Any, proceed: Any) -> Any:
        seen.append(call.name)
        return proceed(call)

    names = filters.pop("names", ())
    tagged = Tool.of(anap).tagged("slow")
    dispatcher = Dispatcher([add, aadd, tagged], middleware=[only(middleware, *names, **filters)])
    dispatcher.dispatch_all([call("add", a=1, b=2), call("aadd", a=1, b=2), call("anap", seconds=0)])
    assert sorted(seen) == sorted(expected)


def test_filters_may_be_nested_and_called():
    """Both must hold; called by hand it does the same."""
    seen: list[str] = []

    def middleware(call: Any, proceed: Any) -> Any:
        seen.append(call.name)
        return proceed(call)

    nested = only(only(middleware, "a*"), "*d")
    Dispatcher([add, anap], middleware=[nested]).dispatch_all([call("add", a=1, b=2), call("anap", seconds=0)])
    Dispatcher([anap], middleware=[lambda call, proceed: nested(call, proceed)]).dispatch(call("anap", seconds=0))  # noqa: PLW0108
    assert seen == ["add"]


def test_a_call_shows_its_name_alone():
    """In a debugger or a log."""
    seen: list[str] = []
    Dispatcher([add], middleware=[lambda call, proceed: seen.append(repr(call)) or proceed(call)]).call(add, 1, 2)
    assert seen == ["PreparedCall('add')"]


AGAIN = "Do not call it again for the same effect."


async def late(call: Any, proceed: Any) -> Any:
    """Middleware that raises once the tool has run."""
    await proceed(call)
    raise ValueError("no ledger")


@pytest.mark.parametrize("outer", [[], [noting]])
def test_middleware_that_raises_after_the_tool_ran_says_so(outer):
    """Lest the model pay twice; what the function returned is kept."""
    layers = [make([], "outer") for make in outer]
    result = Dispatcher([add], middleware=[*layers, late]).dispatch(call("add", a=1, b=2))
    assert (result.kind, result.value) == ("tool_error", 3)
    assert result.text == f"The tool ran, but code around it failed: ValueError: no ledger. {AGAIN}"


def test_a_masked_failure_after_the_tool_ran_says_that_alone():
    """Not what was raised."""
    result = Dispatcher([add], middleware=[late], error_detail="masked").dispatch(call("add", a=1, b=2))
    assert result.text == f"The tool ran, but code around it failed. {AGAIN}"


def test_a_tool_that_only_reads_may_be_called_again():
    """The text does not advise against it."""

    @tool(read_only=True)
    def f() -> int:
        """F."""
        return 1

    result = Dispatcher([f], middleware=[late]).dispatch(call("f"))
    assert result.text == "The tool ran, but code around it failed: ValueError: no ledger."


def test_what_the_tool_itself_raised_stays_its_own(caplog):
    """When middleware raises it again."""

    @tool
    def f() -> int:
        """F."""
        raise ToolError("closed")

    def unwrapping(call: Any, proceed: Any) -> Any:
        return proceed(call).unwrap()

    assert Dispatcher([f], middleware=[unwrapping]).dispatch(call("f")).text == "closed"
    assert caplog.records == []


def test_middleware_that_gives_up_waiting_does_not_say_that_nothing_ran():
    """The body was entered."""

    async def hasty(call: Any, proceed: Any) -> Any:
        async with asyncio.timeout(0.01):
            return await proceed(call)

    result = Dispatcher([anap], middleware=[hasty]).dispatch(call("anap", seconds=5))
    assert result.text.startswith("The tool ran, but code around it failed: TimeoutError")


@pytest.mark.parametrize(
    ("act", "kind", "text", "value"),
    [
        (lambda call, proceed: call.fail("Closed."), "tool_error", "Closed.", None),
        (lambda call, proceed: call.fail(""), "tool_error", "The tool failed.", None),
        (
            lambda call, proceed: (proceed(), call.fail("The sum is odd."))[1],
            "tool_error",
            f"The tool ran, but the call failed: The sum is odd. {AGAIN}",
            3,
        ),
        (
            lambda call, proceed: (proceed(), call.refuse("Too much."))[1],
            "denied",
            f"The tool ran, but its result was refused: Too much. {AGAIN}",
            3,
        ),
        (lambda call, proceed: proceed(), "ok", "3", 3),
    ],
)
def test_middleware_fails_refuses_or_goes_on(act, kind, text, value):
    """In its own words, which say whether the tool ran; `proceed` alone changes nothing."""
    result = Dispatcher([add], middleware=[act]).dispatch(call("add", a=1, b=2))
    assert (result.kind, result.text, result.value) == (kind, text, value)


def test_a_failure_of_the_tool_may_be_worded_anew():
    """Without the advice, which is for a tool that did its work."""

    @tool
    def f() -> int:
        """F."""
        raise ValueError("E17")

    def wording(call: Any, proceed: Any) -> Any:
        proceed()
        return call.fail("The shop is closed.")

    assert Dispatcher([f], middleware=[wording]).dispatch(call("f")).text == "The shop is closed."


async def test_async_middleware_goes_on_without_naming_the_call():
    """As sync middleware does."""

    async def through(call: Any, proceed: Any) -> Any:
        return await proceed()

    assert (await Dispatcher([aadd], middleware=[through]).adispatch(call("aadd", a=1, b=2))).value == 3


async def test_a_cancelled_call_leaves_no_task_behind_its_middleware(monkeypatch):
    """What middleware in a thread waits for ends before that thread is given up."""
    monkeypatch.setattr("toolkit.calling.switch.GRACE_SECONDS", 0.4)
    monkeypatch.setattr(threads, "_POOLS", [threads.Workers()])
    release = threading.Event()

    @tool
    def hold() -> None:
        """Hold a thread."""
        release.wait(10)

    dispatcher = Dispatcher([hold], middleware=[noting([], "outer"), anoting([], "inner")])
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await dispatcher.acall(hold)
    left = len(asyncio.all_tasks()) - 1, threads.workers().abandoned
    release.set()
    assert left == (0, 1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((noting([], "a"), add), 'only: the name of a tool is a function; give names of tools, or patterns .*"geo_'),
        (("add", noting([], "a")), "only: the name of a tool is a function"),
        (("add",), "only: middleware='add'; give functions of a call and of what carries it on"),
        ((caching, "add"), r"only: caching makes middleware; call it: caching\(\.\.\.\)"),
        ((lambda call: call, "add"), r"only: the function of middleware takes \(call\), and is called with"),
    ],
)
def test_what_cannot_be_middleware_for_some_tools_is_refused_when_it_is_made(given: Any, message: str):
    """Not by each call of a model."""
    with pytest.raises(DefinitionError, match=message):
        only(*given)
