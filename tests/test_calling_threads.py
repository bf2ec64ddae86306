"""Worker threads: started on demand, replaced when they hang, gone when idle."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from toolkit.calling import threads
from toolkit.calling.guard import Escaped
from toolkit.calling.threads import HaltedError, Workers, workers


def run(pool: Workers, function: Any) -> Any:
    """What the function gives in a thread of the pool."""
    ended = threading.Event()
    found: list[Any] = []
    pool.submit(function, lambda outcome: (found.append(outcome), ended.set()))
    assert ended.wait(5)
    return found[0]


def test_a_function_runs_in_another_thread():
    """And its outcome is told."""
    pool = Workers(2)
    assert run(pool, threading.current_thread) is not threading.current_thread()
    assert type(run(pool, lambda: 1 / 0)) is Escaped


def test_threads_are_started_as_they_are_needed():
    """One for one job at a time, no more than the limit for many."""
    pool = Workers(3)
    names = {run(pool, lambda: threading.current_thread().name) for _ in range(5)}
    assert len(names) == 1
    release, running = threading.Event(), []
    for _ in range(6):
        pool.submit(lambda: (running.append(1), release.wait(5)), lambda _: None)
    time.sleep(0.1)
    count = len(running)
    release.set()
    assert count == 3


def test_threads_are_daemons():
    """The interpreter ends although one hangs."""
    assert run(Workers(1), lambda: threading.current_thread().daemon) is True
    program = (
        "import time; from toolkit.calling.threads import workers;"
        "workers().submit(lambda: time.sleep(60), print); time.sleep(0.1)"
    )
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)
    assert time.perf_counter() - started < 20


def test_an_abandoned_thread_is_counted_and_replaced():
    """Until its function ends; its outcome is told to nobody."""
    pool = Workers(1)
    release, told = threading.Event(), []
    job = pool.submit(release.wait, told.append)
    time.sleep(0.05)
    assert (job.abandon(), pool.abandoned) == (True, 1)
    assert run(pool, lambda: "other") == "other"
    release.set()
    for _ in range(100):
        if not pool.abandoned:
            break
        time.sleep(0.01)
    assert (pool.abandoned, told) == (0, [])


def test_a_job_that_has_not_begun_is_dropped():
    """It never runs."""
    pool = Workers(1)
    release, ran = threading.Event(), []
    pool.submit(release.wait, lambda _: None)
    job = pool.submit(lambda: ran.append(1), lambda _: None)
    dropped = job.drop()
    release.set()
    run(pool, lambda: None)
    assert (dropped, ran, pool.abandoned) == (True, [], 0)


def test_a_job_that_has_ended_can_be_neither_dropped_nor_left_nor_redirected():
    """It is over."""
    pool = Workers(1)
    ended = threading.Event()
    job = pool.submit(lambda: 1, lambda _: ended.set())
    ended.wait(5)
    assert (job.redirect(print), job.drop(), job.abandon()) == (False, False, False)


def test_too_many_hung_threads_refuse_work(monkeypatch):
    """Kind overloaded."""
    pool = Workers(1)
    monkeypatch.setattr(threads, "MAX_ABANDONED", 1)
    release = threading.Event()
    job = pool.submit(release.wait, lambda _: None)
    time.sleep(0.05)
    job.abandon()
    with pytest.raises(HaltedError) as caught:
        pool.submit(print, print)
    release.set()
    assert caught.value.kind == "overloaded"


def test_idle_threads_end(monkeypatch):
    """After a while."""
    monkeypatch.setattr(threads, "_IDLE_SECONDS", 0.02)
    pool = Workers(2)
    thread = run(pool, threading.current_thread)
    thread.join(5)
    assert (thread.is_alive(), run(pool, lambda: "again")) == (False, "again")


def test_a_thread_that_only_waits_lends_its_place():
    """So that what it waits for can run."""
    pool = Workers(1)

    def outer() -> Any:
        with pool.lending():
            return run(pool, lambda: "inner")

    assert run(pool, outer) == "inner"
    with pool.lending():
        assert run(pool, lambda: "outside") == "outside"


def test_a_system_without_threads_is_overloaded(monkeypatch):
    """If it cannot start a single one."""

    def no_thread(*_: Any, **__: Any) -> Any:
        raise RuntimeError("can't start new thread")

    pool = Workers(2)
    run(pool, lambda: None)
    monkeypatch.setattr(threads.threading, "Thread", no_thread)
    time.sleep(0.05)
    assert run(pool, lambda: "the one there is") == "the one there is"
    with pytest.raises(HaltedError, match="no thread"):
        Workers(1).submit(print, print)


def test_the_library_has_one_pool():
    """The same at each asking, a new one in a forked child."""
    assert workers() is workers()
    assert workers().process_id == os.getpid()
