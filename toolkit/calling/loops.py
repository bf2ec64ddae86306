"""The library's event loops, each in a thread of its own, where calls of sync callers go on that have to wait."""

from __future__ import annotations

import contextvars
import threading
import time
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import attempt_in_thread, transport
from toolkit.calling.threads import HaltedError, workers

if TYPE_CHECKING:
    import asyncio
    import concurrent.futures
    from collections.abc import Generator
    from contextlib import AbstractContextManager

    from toolkit.calling.switch import Switch

_CLOSING_SECONDS: Final = 2.0
# How long after its time a call may take to end before its loop counts as blocked.
_PATIENCE_SECONDS: Final = 0.3
# How many loops there may be: one is enough as long as nothing blocks it.
_MAX_LOOPS: Final = 32


class BlockedLoopError(Exception):
    """A body blocks the library's loop, so that its call does not end in time."""


class Errand:
    """An awaitable on its way through a loop, for a thread that waits for it.

    Args:
        awaitable: The awaitable; it gets a copy of the caller's context variables.
        loop: The loop.

    Attributes:
        future: Gives what came of it, once it has ended.
    """

    def __init__(self, awaitable: Any, loop: asyncio.AbstractEventLoop) -> None:
        import concurrent.futures  # noqa: PLC0415 - loaded by asyncio already

        self.future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        self._loop = loop
        self._task: asyncio.Task[Any] | None = None
        loop.call_soon_threadsafe(self._start, awaitable, contextvars.copy_context())

    def _start(self, awaitable: Any, context: contextvars.Context) -> None:
        settled = transport(awaitable, self.future.set_result, self.future.set_exception)
        self._task = self._loop.create_task(settled, context=context)

    def cancel(self) -> None:
        """Cancel it; who waits goes on waiting until it has cleaned up and ended."""
        self._loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        if self._task is not None:
            # After its first step, which is due already: a task that is cancelled before that runs no code at all.
            self._loop.call_soon(self._task.cancel)


class LoopThread:
    """A daemon thread with an event loop of its own."""

    def __init__(self) -> None:
        import asyncio  # noqa: PLC0415 - dear at start, and most calls need no loop
        import atexit  # noqa: PLC0415 - as above

        self._asyncio = asyncio
        self._loop = asyncio.new_event_loop()
        self._is_closing = self._is_blocked = self._is_waiting = False
        self._thread = threading.Thread(target=self._run, name="toolkit-loop", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self._loop.close()
            raise
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

    def is_free(self) -> bool:
        """Whether another caller may wait for it: it is not this thread, and nothing blocks it."""
        return not (self._is_blocked or self._is_waiting or self.is_current())

    @contextmanager
    def waiting(self) -> Generator[None, None, None]:
        """For as long as a body in this loop waits for another one, which must not wait for this in turn."""
        self._is_waiting = True
        try:
            yield
        finally:
            self._is_waiting = False

    def result_of(self, awaitable: Any, switch: Switch | None = None) -> Any:
        """What the awaitable gives, run in the loop with a copy of the caller's context variables.

        Args:
            awaitable: The awaitable.
            switch: Says when it is due.

        Raises:
            BlockedLoopError: It is long due, and the loop does not even end it.
        """
        # A worker that waits here may wait for other workers.
        with _current_waiting(), workers().lending():
            errand = Errand(awaitable, self._loop)
            try:
                return self._waited(errand.future, switch)
            except KeyboardInterrupt:
                errand.cancel()
                raise

    def _waited(self, future: concurrent.futures.Future[Any], switch: Switch | None) -> Any:
        if switch is None:
            return future.result()
        while True:
            try:
                return future.result(_PATIENCE_SECONDS)
            except TimeoutError:
                if future.done():
                    return future.result()
                if switch.due_at is not None and time.monotonic() > switch.due_at + _PATIENCE_SECONDS:
                    self._is_blocked = True
                    self._loop.call_soon_threadsafe(self._unblock)
                    raise BlockedLoopError from None

    def _unblock(self) -> None:
        self._is_blocked = False

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


_LOCK: Final = threading.RLock()
_THREADS: Final[list[LoopThread]] = []


def _current_waiting() -> AbstractContextManager[None]:
    """`waiting` of the loop thread that the caller runs in, if it does."""
    here = next((each for each in list(_THREADS) if each.is_current()), None)
    return nullcontext() if here is None else here.waiting()


def loop_thread() -> LoopThread:
    """The library's loop thread; another one where the caller already runs in it, or something blocks it.

    Raises:
        HaltedError: All that there may be are blocked, or the system gives no more; kind overloaded.
    """
    with _LOCK:
        _THREADS[:] = [each for each in _THREADS if each.is_usable()]
        found = next((each for each in _THREADS if each.is_free()), None)
        if found is None:
            if len(_THREADS) >= _MAX_LOOPS:
                message = (
                    f"{_MAX_LOOPS} event loops are blocked, by bodies or by calls inside of calls; nothing was run"
                )
                raise HaltedError(message, kind="overloaded")
            try:
                found = LoopThread()
            except (OSError, RuntimeError) as error:
                message = f"the system starts no event loop ({error}); nothing was run in one"
                raise HaltedError(message, kind="overloaded") from error
            _THREADS.append(found)
        return found


def result_in_loop(awaitable: Any) -> Any:
    """What the awaitable gives, run in the library's loop thread."""
    return loop_thread().result_of(awaitable)
