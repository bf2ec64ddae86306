"""Runs one async core from sync code: without an event loop as long as nothing waits.

A sync caller drives the coroutine by hand. When it is about to wait for something, it says so first
(`await switch.to_loop()`), and the rest of it goes on in the library's loop thread.
"""

from __future__ import annotations

import contextvars
import threading
from typing import TYPE_CHECKING, Any, Final, TypeVar

from toolkit.calling.guard import GRACE_SECONDS, Started, attempt_in_thread, transport

if TYPE_CHECKING:
    import asyncio
    import concurrent.futures
    from collections.abc import Callable, Coroutine, Generator

T = TypeVar("T")

_LEAVE: Final = object()
_CLOSING_SECONDS: Final = 2.0


class Switch:
    """Where a call runs now, and what those who wait for it must know.

    Args:
        by_hand: Whether a sync caller drives it, so that it must not wait yet.
        for_async: Whether an async caller waits for it; None: if it is not driven by hand.
        cancelled: Set when nobody waits for the call any more.

    Attributes:
        by_hand: As above; False once it runs in a loop.
        for_async: As above.
        cancelled: As above, None if nobody would look.
        grace_seconds: How long a cancelled body may clean up.
        begun_at: When the body was entered (time.monotonic); None while it waits for a thread.
        waits_for: What a worker thread of this call waits for in the loop.
    """

    __slots__ = ("begun_at", "by_hand", "cancelled", "for_async", "grace_seconds", "waits_for")

    def __init__(
        self, *, by_hand: bool, for_async: bool | None = None, cancelled: threading.Event | None = None
    ) -> None:
        self.by_hand = by_hand
        self.for_async = not by_hand if for_async is None else for_async
        self.cancelled = cancelled
        self.grace_seconds = GRACE_SECONDS
        self.begun_at: float | None = 0.0
        self.waits_for: concurrent.futures.Future[Any] | None = None

    async def to_loop(self) -> None:
        """Go on in an event loop: at once if there is one already."""
        if self.by_hand:
            await _Leave()
            self.by_hand = False

    def again(self, *, by_hand: bool) -> Switch:
        """The switch of a part of the same call that runs elsewhere."""
        return Switch(by_hand=by_hand, for_async=self.for_async, cancelled=self.cancelled)

    def grace(self) -> float:
        """How long a cancelled body may clean up, as it is when somebody asks."""
        return self.grace_seconds

    def cancel(self) -> None:
        """Tell a body that looks that nobody waits for it any more."""
        if self.cancelled is not None:
            self.cancelled.set()
        if self.waits_for is not None:
            self.waits_for.cancel()


class _Leave:
    def __await__(self) -> Generator[Any, None, None]:
        yield _LEAVE


def drive(make: Callable[[Switch], Coroutine[Any, Any, T]], hand_over: Callable[[Started[T]], T] | None = None) -> T:
    """The result of the coroutine, from sync code, whether or not an event loop runs in this thread.

    Args:
        make: Makes the coroutine.
        hand_over: Waits for the rest of it, should it have to go on in a loop; None: in the library's thread.
    """
    coroutine = make(Switch(by_hand=True))
    return driven(coroutine, hand_over)


def driven(coroutine: Coroutine[Any, Any, T], hand_over: Callable[[Started[T]], T] | None = None) -> T:
    """The result of a coroutine that has a switch of its own; see `drive`."""
    try:
        coroutine.send(None)
    except StopIteration as finished:
        return finished.value  # type: ignore[no-any-return]
    return (hand_over or result_in_loop)(Started(coroutine))


class LoopThread:
    """A daemon thread with an event loop of its own."""

    def __init__(self) -> None:
        import asyncio  # noqa: PLC0415 - dear at start, and most calls need no loop
        import atexit  # noqa: PLC0415 - as above

        self._asyncio = asyncio
        self._loop = asyncio.new_event_loop()
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="toolkit-loop", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def _run(self) -> None:
        """Run the loop, also after a body has stopped or interrupted it."""
        self._asyncio.set_event_loop(self._loop)
        while not self._is_closing:
            attempt_in_thread(self._loop.run_forever)

    def is_current(self) -> bool:
        """Whether the caller runs in this thread."""
        return threading.current_thread() is self._thread

    def is_usable(self) -> bool:
        """Whether the thread runs; it does not in a forked child."""
        return self._thread.is_alive() and not self._is_closing and not self._loop.is_closed()

    def result_of(self, awaitable: Any) -> Any:
        """What the awaitable gives, run in the loop with a copy of the caller's context variables."""
        import concurrent.futures  # noqa: PLC0415 - loaded by asyncio already

        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        tasks: list[asyncio.Task[Any]] = []

        def start() -> None:
            settled = transport(awaitable, future.set_result, future.set_exception)
            tasks.append(self._loop.create_task(settled, context=context))

        context = contextvars.copy_context()
        self._loop.call_soon_threadsafe(start)
        try:
            return future.result()
        except KeyboardInterrupt:
            for task in tasks:
                self._loop.call_soon_threadsafe(task.cancel)
            raise

    def close(self) -> None:
        """Cancel what runs in the loop, stop it and wait for its thread."""
        if self.is_usable() and not self.is_current():
            self._loop.call_soon_threadsafe(self._cancel_all)
            self._thread.join(_CLOSING_SECONDS)
            if not self._thread.is_alive():
                self._loop.close()

    def _cancel_all(self) -> None:
        self._is_closing = True
        tasks = self._asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        # A second round of the loop, so that they see it.
        self._loop.call_later(0.01 if tasks else 0, self._loop.stop)


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


def result_in_loop(awaitable: Any) -> Any:
    """What the awaitable gives, run in the library's loop thread."""
    return loop_thread().result_of(awaitable)
