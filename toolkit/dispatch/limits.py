"""Limits over many calls: how many run at once, and how often a tool runs."""

from __future__ import annotations

import contextvars
import os
import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import Contained

if TYPE_CHECKING:
    import concurrent.futures
    from collections.abc import Callable, Coroutine

    from toolkit.calling.switch import Switch


class Gate:
    """Lets so many calls in at once, whatever threads and loops they run in.

    A call that is made from inside another one of the same dispatcher goes through: it would wait for itself.

    Args:
        limit: How many.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._is_inside: contextvars.ContextVar[bool] = contextvars.ContextVar("toolkit_gate", default=False)
        self._open()

    def _open(self) -> None:
        """Let nobody be inside, and nobody wait."""
        self._process_id = os.getpid()
        self._free = self._limit
        self._lock = threading.RLock()
        self._waiting: deque[concurrent.futures.Future[None]] = deque()

    async def let_in(self, run: Callable[[], Coroutine[Any, Any, Any]], switch: Switch) -> Any:
        """What the function gives, run when there is room."""
        if self._is_inside.get():
            return await run()
        await self._enter(switch)
        inside = contextvars.copy_context()
        inside.run(lambda: self._is_inside.set(True))
        try:
            return await Contained(run(), switch.grace, inside)
        finally:
            self._leave()

    async def _enter(self, switch: Switch) -> None:
        if self._process_id != os.getpid():
            # A forked child has none of the threads that would give their places back.
            self._open()
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return
            import concurrent.futures  # noqa: PLC0415 - dear at start

            turn: concurrent.futures.Future[None] = concurrent.futures.Future()
            self._waiting.append(turn)
        await switch.to_loop()
        import asyncio  # noqa: PLC0415 - loaded already: a loop runs

        try:
            await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            # One that cannot be cancelled has its place, or is just being given it.
            if not turn.cancel():
                self._leave()
            raise

    def _leave(self) -> None:
        """Hand the place on to the next that still waits."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._free += 1
                    return
                turn = self._waiting.popleft()
            if turn.set_running_or_notify_cancel():
                turn.set_result(None)
                return


class Counter:
    """How often each tool has run, by name."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._runs: dict[str, int] = {}

    def admits(self, name: str, limit: int) -> bool:
        """Whether the tool may run once more; if so, that is counted."""
        with self._lock:
            runs = self._runs.get(name, 0)
            if runs >= limit:
                return False
            self._runs[name] = runs + 1
            return True

    def reset(self) -> None:
        """Begin to count anew."""
        with self._lock:
            self._runs.clear()
