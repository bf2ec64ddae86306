"""Worker threads for sync bodies, apart from the event loop's own few.

They are daemons: a body that hangs does not keep the interpreter from ending. One whose caller no longer waits is
counted and replaced, so that hung bodies starve nobody.
"""

from __future__ import annotations

import os
import queue
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import attempt_in_thread
from toolkit.errors import CallError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

WORKERS: Final = 64
MAX_ABANDONED: Final = 200
_IDLE_SECONDS: Final = 30.0
_QUEUED, _RUNNING, _ABANDONED, _DROPPED, _DONE = range(5)


class HaltedError(CallError):
    """The library itself has ended a call, or did not begin it; `kind` says which failure that is."""


class Job:
    """A function on its way through a worker thread.

    Args:
        pool: The threads.
        function: What is run.
        notify: Told, in the worker, what the function gave or raised; not if nobody waits any more.
    """

    __slots__ = ("_function", "_notify", "_pool", "_state")

    def __init__(self, pool: Workers, function: Callable[[], Any], notify: Callable[[Any], object]) -> None:
        self._pool = pool
        self._function = function
        self._notify = notify
        self._state = _QUEUED

    def redirect(self, notify: Callable[[Any], object]) -> bool:
        """Tell somebody else; False if the function has ended already."""
        with self._pool.lock:
            self._notify = notify
            return self._state in {_QUEUED, _RUNNING}

    def drop(self) -> bool:
        """Let the function never begin; False if it has already."""
        with self._pool.lock:
            if self._state == _QUEUED:
                self._state = _DROPPED
            return self._state == _DROPPED

    def abandon(self) -> bool:
        """Wait for it no longer; True if its thread is lost to it for now."""
        with self._pool.lock:
            if self._state == _RUNNING:
                self._state = _ABANDONED
                self._pool.replace_one()
            return self._state == _ABANDONED

    def run(self) -> bool:
        """Run the function; whether its thread can take another job."""
        with self._pool.lock:
            if self._state == _DROPPED:
                return True
            self._state = _RUNNING
        outcome = attempt_in_thread(self._function)
        with self._pool.lock:
            is_abandoned = self._state == _ABANDONED
            self._state = _DONE
            notify = self._notify
        if not is_abandoned:
            notify(outcome)
        return not is_abandoned


class Workers:
    """Threads that are started as they are needed.

    Args:
        limit: How many may work at once; abandoned ones and those that only wait do not count.

    Attributes:
        abandoned: How many run on although nobody waits for them.
        lock: Guards the numbers.
    """

    def __init__(self, limit: int = WORKERS) -> None:
        self.abandoned = 0
        self.lock = threading.RLock()
        self.process_id = os.getpid()
        self._limit = limit
        self._alive = self._idle = self._waiting = self._started = 0
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._own = threading.local()

    def submit(self, function: Callable[[], Any], notify: Callable[[Any], object]) -> Job:
        """Run a function in a thread.

        Args:
            function: The function.
            notify: Told what it gave, or Escaped; it is called in the worker thread and must not raise.

        Raises:
            HaltedError: Too many threads hang already, or there is none; kind overloaded.
        """
        if self.abandoned >= MAX_ABANDONED:
            raise HaltedError(
                f"{self.abandoned} earlier calls hang and cannot be stopped; nothing was run", kind="overloaded"
            )
        job = Job(self, function, notify)
        with self.lock:
            self._waiting += 1
            self._start_if_needed()
            if not self._alive:
                self._waiting -= 1
                raise HaltedError("the system starts no thread; nothing was run", kind="overloaded")
        self._jobs.put(job)
        return job

    def replace_one(self) -> None:
        """Count a thread as abandoned; the caller holds the lock."""
        self.abandoned += 1
        self._alive -= 1
        self._start_if_needed()

    @contextmanager
    def lending(self) -> Generator[None, None, None]:
        """Let another thread work while this one, if it is a worker, only waits."""
        if not getattr(self._own, "is_worker", False):
            yield
            return
        with self.lock:
            self._limit += 1
            self._start_if_needed()
        try:
            yield
        finally:
            with self.lock:
                self._limit -= 1

    def _start_if_needed(self) -> None:
        if self._waiting > self._idle and self._alive < self._limit:
            self._alive += 1
            self._started += 1
            try:
                threading.Thread(target=self._work, name=f"toolkit-{self._started}", daemon=True).start()
            except RuntimeError:
                # The system gives no further thread; those that there are must do.
                self._alive -= 1

    def _work(self) -> None:
        self._own.is_worker = True
        while (job := self._next_job()) is not None:
            if not job.run():
                with self.lock:
                    self.abandoned -= 1
                return
            # What the job held must not live until the next one comes.
            del job

    def _next_job(self) -> Job | None:
        """The next job; None if this thread should end."""
        with self.lock:
            if self._alive > self._limit:
                self._alive -= 1
                return None
            self._idle += 1
        while True:
            try:
                job = self._jobs.get(timeout=_IDLE_SECONDS)
            except queue.Empty:
                job = None
            with self.lock:
                if job is None and self._waiting > 0:
                    continue
                self._idle -= 1
                if job is None:
                    self._alive -= 1
                else:
                    self._waiting -= 1
                return job


_LOCK: Final = threading.RLock()
_POOLS: Final[list[Workers]] = []


def workers() -> Workers:
    """The library's threads; in a forked child, where threads are gone, new ones."""
    if not _POOLS or _POOLS[0].process_id != os.getpid():
        with _LOCK:
            if not _POOLS or _POOLS[0].process_id != os.getpid():
                _POOLS[:] = [Workers()]
    return _POOLS[0]
