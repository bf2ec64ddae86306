"""Runs one async core from sync code: without an event loop as long as nothing waits.

A sync caller drives the coroutine by hand. When it is about to wait for something, it says so first
(`await switch.to_loop()`), and the rest of it goes on in the library's loop thread.
"""

from __future__ import annotations

import contextvars
import threading
from typing import TYPE_CHECKING, Any, Final, TypeVar

from toolkit.calling.guard import Started

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Coroutine, Generator

T = TypeVar("T")

_LEAVE: Final = object()


class Switch:
    """Where a coroutine runs now.

    Attributes:
        by_hand: Whether a sync caller drives it, so that it must not wait yet.
    """

    __slots__ = ("by_hand",)

    def __init__(self, *, by_hand: bool) -> None:
        self.by_hand = by_hand

    async def to_loop(self) -> None:
        """Go on in an event loop: at once if there is one already."""
        if self.by_hand:
            await _Leave()
            self.by_hand = False


class _Leave:
    def __await__(self) -> Generator[Any, None, None]:
        yield _LEAVE


def drive(make: Callable[[Switch], Coroutine[Any, Any, T]]) -> T:
    """The result of the coroutine, from sync code, whether or not an event loop runs in this thread."""
    coroutine = make(Switch(by_hand=True))
    try:
        coroutine.send(None)
    except StopIteration as finished:
        return finished.value  # type: ignore[no-any-return]
    return loop_thread().result_of(Started(coroutine))


class LoopThread:
    """A daemon thread with an event loop of its own."""

    def __init__(self) -> None:
        import asyncio  # noqa: PLC0415 - dear at start, and most calls need no loop
        import atexit  # noqa: PLC0415

        self._asyncio = asyncio
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="toolkit-loop", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def is_current(self) -> bool:
        """Whether the caller runs in this thread."""
        return threading.current_thread() is self._thread

    def is_usable(self) -> bool:
        """Whether the thread runs; it does not in a forked child."""
        return self._thread.is_alive() and not self._loop.is_closed()

    def result_of(self, awaitable: Any) -> Any:
        """What the awaitable gives, run in the loop with a copy of the caller's context variables."""
        import concurrent.futures  # noqa: PLC0415 - loaded by asyncio already

        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        tasks: list[asyncio.Task[Any]] = []

        def start() -> None:
            task = self._loop.create_task(_awaited(awaitable), context=context)
            tasks.append(task)
            task.add_done_callback(lambda done: _settle(future, done))

        context = contextvars.copy_context()
        self._loop.call_soon_threadsafe(start)
        try:
            return future.result()
        except KeyboardInterrupt:
            for task in tasks:
                self._loop.call_soon_threadsafe(task.cancel)
            raise

    def close(self) -> None:
        """Stop the loop and wait for its thread."""
        if self.is_usable() and not self.is_current():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(5)
            if not self._thread.is_alive():
                self._loop.close()


async def _awaited(awaitable: Any) -> Any:
    return await awaitable


def _settle(future: Any, task: Any) -> None:
    if task.cancelled():
        future.cancel()
        return
    exception = task.exception()
    if exception is None:
        future.set_result(task.result())
    else:
        future.set_exception(exception)


_LOCK: Final = threading.Lock()
_THREADS: Final[list[LoopThread]] = []


def loop_thread() -> LoopThread:
    """The library's loop thread; another one where the caller already runs in it."""
    with _LOCK:
        _THREADS[:] = [each for each in _THREADS if each.is_usable()]
        found = next((each for each in _THREADS if not each.is_current()), None)
        if found is None:
            found = LoopThread()
            _THREADS.append(found)
        return found
