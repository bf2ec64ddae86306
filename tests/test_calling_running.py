"""Entering a body: awaited, drained, off the loop, for every kind of function and caller."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from dispatching import Told, call

from toolkit import Dispatcher, Tool, tool

word = contextvars.ContextVar("word", default="none")


def sync_body(n: int) -> int:
    """Double."""
    return n * 2


async def async_body(n: int) -> int:
    """Double."""
    await asyncio.sleep(0)
    return n * 2


@functools.wraps(async_body)
def wrapping(n: int) -> Any:
    """What functools.wraps makes of it."""
    return async_body(n)


def returning_coroutine(n: int) -> Any:
    """Double."""
    return async_body(n)


def returning_task_like(n: int) -> Any:
    """Double."""

    class Later:
        def __await__(self) -> Any:
            yield from asyncio.sleep(0).__await__()
            return n * 2

    return Later()


def generator(n: int) -> Any:
    """Double."""
    yield n * 2


async def async_generator(n: int) -> Any:
    """Double."""
    yield n * 2


def returning_async_generator(n: int) -> Any:
    """Double."""
    return async_generator(n)


async def returning_generator(n: int) -> Any:
    """Double."""
    return generator(n)


def returning_map(n: int) -> Any:
    """Double."""
    return map(sync_body, [n])


class Callable:
    """Double."""

    def __call__(self, n: int) -> int:
        return n * 2


class AsyncCallable:
    """Double."""

    async def __call__(self, n: int) -> int:
        return n * 2


class Owner:
    def method(self, n: int) -> int:
        """Double."""
        return n * 2

    async def amethod(self, n: int) -> int:
        """Double."""
        return n * 2


ONE = [
    sync_body,
    async_body,
    wrapping,
    returning_coroutine,
    returning_task_like,
    Callable(),
    AsyncCallable(),
    Owner().method,
    Owner().amethod,
    functools.partial(sync_body, n=3),
    functools.partial(async_body, n=3),
]
MANY = [generator, async_generator, returning_async_generator, returning_generator, returning_map]


@pytest.mark.parametrize("body", ONE + MANY)
@pytest.mark.parametrize("timeout_seconds", [None, 20])
def test_every_body_serves_every_caller(body, timeout_seconds):
    """dispatch, adispatch, dispatch_all, invoke, ainvoke; on the short road and the long one."""
    made = Tool.from_function(body, name="double", description="Double.")
    expected = [6] if body in MANY else 6
    arguments = {} if isinstance(body, functools.partial) else {"n": 3}
    one = call("double", **arguments)
    dispatcher = Dispatcher([made], timeout_seconds=timeout_seconds)

    async def awaited() -> list[Any]:
        return [(await dispatcher.adispatch(one)).value, await made.ainvoke(arguments)]

    found = [dispatcher.dispatch(one).value, made.invoke(arguments), *asyncio.run(awaited())]
    found += [result.value for result in dispatcher.dispatch_all([one, one])]
    assert found == [expected] * 6


async def test_the_twin_serves_async_callers_the_function_sync_ones():
    """coroutine= beside a function; alone it serves both."""

    async def twin(n: int) -> str:
        return f"async {n}"

    @tool(coroutine=twin)
    def both(n: int) -> str:
        """Both."""
        return f"sync {n}"

    alone = Tool.from_function(None, coroutine=twin, name="alone", description="Alone.")
    dispatcher = Dispatcher([both, alone], timeout_seconds=20)
    sync = [dispatcher.dispatch(call(name, n=1)).text for name in ("both", "alone")]
    many = [result.text for result in dispatcher.dispatch_all([call("both", n=1), call("both", n=2)])]
    awaited = [(await dispatcher.adispatch(call(name, n=1))).text for name in ("both", "alone")]
    assert (sync, many, awaited) == (["sync 1", "async 1"], ["sync 1", "sync 2"], ["async 1", "async 1"])


async def test_sync_bodies_stay_off_the_loop():
    """Also the generators that they give, and sync iterators that async bodies give."""
    threads: list[Any] = []

    @tool
    def body() -> Any:
        """Body."""
        threads.append(threading.current_thread())
        return 1

    @tool
    def items() -> Any:
        """Items."""
        threads.append(threading.current_thread())
        yield 1

    @tool
    async def later() -> Any:
        """Later."""
        return iter([threads.append(threading.current_thread()) for _ in range(1)] and items())

    dispatcher = Dispatcher([body, items, later])
    for name in ("body", "items"):
        await dispatcher.adispatch(call(name))
    assert threading.current_thread() not in threads
    threads.clear()
    await dispatcher.adispatch(call("later"))
    assert threads[-1] is not threading.current_thread()


@pytest.mark.parametrize("body", ["sync", "async"])
def test_context_variables_go_in_and_do_not_come_out(body):
    """The host's are seen, what a body sets is gone."""

    @tool("sync")
    def sync_() -> str:
        """Sync."""
        seen = word.get()
        word.set("leaked")
        return seen

    @tool("async")
    async def async_() -> str:
        """Async."""
        seen = word.get()
        word.set("leaked")
        await asyncio.sleep(0)
        return seen

    async def awaited() -> list[str]:
        word.set("mine")
        one = await dispatcher.adispatch(call(body))
        many = await dispatcher.adispatch_all([call(body), call(body)])
        return [one.text, *(result.text for result in many), word.get()]

    dispatcher = Dispatcher([sync_, async_])
    word.set("mine")
    assert [dispatcher.dispatch(call(body)).text, word.get()] == ["mine", "mine"]
    assert asyncio.run(awaited()) == ["mine"] * 4


def marked() -> Any:
    """Set the word before anybody awaits."""
    word.set("leaked")
    return async_body(1)


if sys.version_info >= (3, 12):
    inspect.markcoroutinefunction(marked)


def items() -> Any:
    """Set the word between two items."""
    yield 1
    word.set("leaked")
    yield 2


@pytest.mark.parametrize(("body", "text"), [(marked, "2"), (items, "[1, 2]")])
@pytest.mark.parametrize("hooks", [[], [Told()]])
def test_context_variables_do_not_come_out_of_bodies_that_run_in_parts(body, text, hooks):
    """Of a generator, and of a function that only says that it is a coroutine function."""
    dispatcher = Dispatcher([tool(body)], hooks=hooks)

    async def awaited() -> list[str]:
        word.set("mine")
        result = await dispatcher.adispatch(call(body.__name__))
        return [result.text, word.get()]

    word.set("mine")
    assert [dispatcher.dispatch(call(body.__name__)).text, word.get()] == [text, "mine"]
    assert asyncio.run(awaited()) == [text, "mine"]


class Odd:
    """Nothing that is asked of it is answered, as of a proxy with nothing behind it."""

    @property
    def __class__(self) -> Any:
        raise RuntimeError("there is nothing behind it")


class Hashless(type):
    """Its classes are equal by name, and so without a hash."""

    def __eq__(cls, other: object) -> bool:
        return cls is other

    __hash__ = None  # type: ignore[assignment]


class Unhashable(metaclass=Hashless):
    """Cannot be looked up among classes."""


@pytest.mark.parametrize("kind", [Odd, Unhashable])
@pytest.mark.parametrize("hooks", [[], [Told()]])
def test_a_value_whose_class_cannot_be_asked_is_a_result_of_no_use(kind, hooks):
    """On every road; nothing leaves the dispatcher."""

    @tool
    def odd() -> Any:
        """Odd."""
        return kind()

    @tool
    async def aodd() -> Any:
        """Odd."""
        return kind()

    dispatcher = Dispatcher([odd, aodd], hooks=hooks)
    results = [dispatcher.dispatch(call("odd")), asyncio.run(dispatcher.adispatch(call("aodd")))]
    assert [each.kind for each in results] == ["result_error"] * 2


async def test_a_file_is_not_drained():
    """It is an iterator, and no result either."""

    @tool
    def opened() -> Any:
        """Open."""
        return Path(__file__).open(encoding="utf-8")

    result = await Dispatcher([opened]).adispatch(call("opened"))
    result.value.close()
    assert result.kind == "result_error"


def test_a_generator_is_closed_in_any_case():
    """Also when it yields too much."""
    closed: list[str] = []

    @tool
    def endless() -> Any:
        """Endless."""
        try:
            while True:
                yield 1
        finally:
            closed.append("sync")

    @tool
    async def aendless() -> Any:
        """Endless."""
        try:
            while True:
                yield 1
        finally:
            closed.append("async")

    dispatcher = Dispatcher([endless, aendless])
    kinds = [dispatcher.dispatch(call(name)).kind for name in ("endless", "aendless")]
    assert (kinds, closed) == (["tool_error", "tool_error"], ["sync", "async"])


async def test_what_a_body_has_opened_is_closed_if_it_is_cancelled_on_its_way_from_the_thread_to_the_loop():
    """It sees the cancellation where it wanted to go on, and may wait for what it closes."""
    from toolkit.calling.running import in_worker
    from toolkit.calling.switch import Switch

    at_the_border, closed = threading.Event(), []

    async def core(switch: Switch) -> None:
        at_the_border.set()
        try:
            await switch.to_loop()
        except asyncio.CancelledError:
            await asyncio.sleep(0)
            closed.append("closed")
            raise

    task = asyncio.ensure_future(in_worker(core, Switch(by_hand=False)))
    await asyncio.sleep(0)
    assert at_the_border.wait(5)
    task.cancel()
    await asyncio.wait({task})
    assert (task.cancelled(), closed) == (True, ["closed"])


async def test_a_loop_that_is_gone_loses_a_late_result_quietly():
    """The thread ends well."""
    from toolkit.calling.running import _waker

    loop = asyncio.new_event_loop()
    future = loop.create_future()
    loop.close()
    _waker(loop, future)("late")
    assert not future.done()
