"""The guard: whatever foreign code raises is caught, whatever is ours passes."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from typing import Any

import pytest

from toolkit.calling import guard
from toolkit.calling.guard import (
    LEFT_BEHIND,
    Contained,
    Escaped,
    Raised,
    Started,
    attempt,
    attempt_awaiting,
    attempt_contained,
    attempt_in_thread,
    is_own_cancellation,
    text_of,
    transport,
)

word = contextvars.ContextVar("word", default="none")


def raising(exception: BaseException) -> Any:
    """A function that raises."""

    def function() -> None:
        raise exception

    return function


@pytest.mark.parametrize("exception", [ValueError("x"), SystemExit(1), GeneratorExit(), asyncio.CancelledError()])
def test_whatever_is_raised_is_caught(exception):
    """SystemExit too: a tool must not end the program."""
    caught = attempt(raising(exception))
    assert (type(caught), caught.exception) == (Raised, exception)


def test_a_keyboard_interrupt_passes():
    """It is the person's at the keyboard."""
    with pytest.raises(KeyboardInterrupt):
        attempt(raising(KeyboardInterrupt()))


def test_nothing_escapes_in_a_thread():
    """It is handed to who waits for it."""
    assert type(attempt_in_thread(raising(KeyboardInterrupt()))) is Escaped
    assert attempt_in_thread(lambda: 5) == 5


async def test_what_an_awaitable_raises_is_caught():
    """Its own CancelledError too."""

    async def fails(exception: BaseException) -> None:
        raise exception

    for exception in (ValueError(), asyncio.CancelledError(), SystemExit()):
        assert (await attempt_awaiting(fails(exception))).exception is exception
        assert (await attempt_contained(fails(exception))).exception is exception
    for attempted in (attempt_awaiting, attempt_contained):
        with pytest.raises(KeyboardInterrupt):
            attempted(fails(KeyboardInterrupt())).send(None)


async def test_a_cancellation_from_outside_passes():
    """It is not the awaitable's."""
    task = asyncio.ensure_future(attempt_awaiting(asyncio.sleep(60)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_there_is_no_cancellation_outside_a_loop():
    """Nor in a loop's callback."""
    assert is_own_cancellation(asyncio.CancelledError()) is False
    assert is_own_cancellation(ValueError()) is False


def test_the_text_of_an_exception_that_has_none():
    """One whose str raises, or is no text."""

    class Broken(Exception):  # noqa: N818
        def __str__(self) -> str:
            raise RuntimeError

    class Odd(Exception):  # noqa: N818
        def __str__(self) -> Any:
            return 5  # noqa: PLE0307

    assert [text_of(each) for each in (ValueError("x"), Broken(), Odd())] == ["x", "Broken", "Odd"]


async def test_results_are_transported():
    """Values to one function, exceptions to the other."""
    given: list[Any] = []

    async def fails() -> None:
        raise SystemExit(2)

    await transport(asyncio.sleep(0, "value"), given.append, given.append)
    await transport(fails(), given.append, given.append)
    assert (given[0], type(given[1])) == ("value", SystemExit)


async def test_a_started_coroutine_can_be_awaited():
    """With values, exceptions and closing handed on."""
    closed: list[str] = []

    async def body() -> str:
        try:
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        finally:
            closed.append("closed")
        return "done"

    coroutine = body()
    coroutine.send(None)
    assert await Started(coroutine) == "done"
    unfinished = body()
    unfinished.send(None)
    waiting = Started(unfinished).__await__()
    next(waiting)
    waiting.close()
    assert closed == ["closed", "closed"]


async def test_context_variables_stay_inside():
    """What a body sets does not reach its caller."""

    async def body() -> str:
        word.set("inner")
        await asyncio.sleep(0)
        return word.get()

    word.set("outer")
    assert (await Contained(body(), lambda: 1.0), word.get()) == ("inner", "outer")


async def test_what_a_body_raises_passes():
    """Containing is not catching."""

    async def body() -> None:
        await asyncio.sleep(0)
        raise KeyError("k")

    with pytest.raises(KeyError):
        await Contained(body(), lambda: 1.0)


async def contained(body: Any, grace: float = 0.05) -> Any:
    """What a body gives inside a container."""
    return await Contained(body, lambda: grace)


async def quickly_contained(body: Any, grace: float = 0.05) -> Any:
    """As `contained`, by the cheaper road, which catches as well."""
    return await guard.contained(body, lambda: grace)


@pytest.mark.parametrize("contained", [contained, quickly_contained])
async def test_a_cancelled_body_may_clean_up(contained):
    """Then the cancellation goes on, also if the body has swallowed it."""
    steps: list[str] = []

    async def body() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0.01)
            steps.append("clean")
        return "swallowed"

    task = asyncio.ensure_future(contained(body(), 1.0))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert steps == ["clean"]


@pytest.mark.parametrize("contained", [contained, quickly_contained])
async def test_a_body_that_does_not_end_is_left_behind(contained):
    """After its grace, in a task of its own."""
    ended = asyncio.Event()

    async def body() -> None:
        for _ in range(3):
            try:  # noqa: SIM105
                await asyncio.sleep(0.2)
            except asyncio.CancelledError:
                pass
        ended.set()

    # Other tests may have left theirs, in another loop.
    before = set(LEFT_BEHIND)
    task = asyncio.ensure_future(contained(body(), 0.02))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    (left,) = LEFT_BEHIND - before
    assert task.cancelled()
    await asyncio.wait_for(ended.wait(), 5)
    await asyncio.wait({left}, timeout=5)
    await asyncio.sleep(0)
    assert left not in LEFT_BEHIND


@pytest.mark.parametrize("contained", [contained, quickly_contained])
async def test_a_timeout_inside_a_body_is_its_own_affair(contained):
    """asyncio.timeout cancels the task too, and takes that back."""

    async def body() -> str:
        try:
            async with asyncio.timeout(0.01):
                await asyncio.sleep(60)
        except TimeoutError:
            await asyncio.sleep(0.06)
            return "mended"
        return "never"

    assert await contained(body(), 0.02) == "mended"


@pytest.mark.parametrize("contain", [lambda *given: Contained(*given).__await__(), guard.contained])
async def test_closing_reaches_the_body(contain: Any):
    """As it would without a container, on the cheaper road too."""
    closed: list[str] = []

    async def body() -> None:
        try:
            await asyncio.sleep(0)
        finally:
            closed.append("closed")

    waiting = contain(body(), lambda: 1.0)
    next(waiting)
    waiting.close()
    assert closed == ["closed"]


async def test_the_cheaper_road_gives_the_value_or_what_was_raised():
    """Context variables stay inside."""

    async def body() -> str:
        await asyncio.sleep(0)
        word.set("inner")
        return word.get()

    async def failing() -> None:
        await asyncio.sleep(0)
        raise SystemExit("x")

    word.set("outer")
    assert (await quickly_contained(body()), word.get()) == ("inner", "outer")
    raised = await quickly_contained(failing())
    assert isinstance(raised, Raised)
    assert isinstance(raised.exception, SystemExit)


async def test_a_body_on_the_cheaper_road_may_catch_what_it_waits_for():
    """And go on waiting for something else, still in its own context."""
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def body() -> str:
        word.set("inner")
        try:
            await future
        except KeyError:
            await asyncio.sleep(0)
        return word.get()

    task = asyncio.ensure_future(quickly_contained(body()))
    await asyncio.sleep(0)
    future.set_exception(KeyError("k"))
    assert await task == "inner"


async def test_a_keyboard_interrupt_passes_by_the_cheaper_road():
    """Nobody else may take it."""

    async def body() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guard.contained(body(), lambda: 1.0).send(None)


async def test_a_grace_that_is_over_does_not_begin_anew():
    """What the same task cleans up later is not cut short by it."""

    async def stubborn() -> None:
        for _ in range(20):
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(0.02)

    async def tidy() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.2)

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await Contained(stubborn(), lambda: 0.1)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await tidy()
