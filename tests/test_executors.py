"""Executors: bodies in other threads, processes and machines."""

from __future__ import annotations

import contextvars
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pooled
import pytest
from dispatching import aadd, call

from toolkit import Dispatcher, executors, tool
from toolkit.context import Progress

TOOLS = [pooled.where, pooled.several, pooled.fails]
word = contextvars.ContextVar("word", default="none")


def test_threads_of_ones_own_run_sync_bodies():
    """With the caller's context variables; generators are drained there."""

    @tool
    def name() -> str:
        """Name of the thread."""
        return f"{threading.current_thread().name} {word.get()}"

    with executors.threads(2) as pool:
        dispatcher = Dispatcher([name, *TOOLS, aadd], executor=pool)
        word.set("mine")
        results = dispatcher.dispatch_all([call("name"), call("several", n=3), call("fails", word="x")])
        texts = [result.text for result in results]
        assert texts[0].startswith("toolkit-pool")
        assert texts[0].endswith("mine")
        assert texts[1:] == ["[0, 1, 2]", "KeyError: 'x'"]
        assert dispatcher.call(aadd, 1, 2).value == 3


def test_any_executor_will_do():
    """What goes over is the function and its arguments."""
    with ThreadPoolExecutor(1) as pool:
        assert Dispatcher(TOOLS, executor=pool).call(pooled.where).value == os.getpid()


def test_a_progress_generator_stays_where_it_can_tell():
    """In a thread of the library."""
    from typing import Annotated

    from toolkit import Dispatcher

    @tool
    def steps() -> Annotated[Any, Progress]:
        """Step."""
        yield 1
        yield 2

    with ThreadPoolExecutor(1) as pool:
        assert Dispatcher([steps], executor=pool).call(steps).value == 2


def test_an_executor_that_takes_no_calls_is_a_tool_error():
    """One that is shut down."""
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    assert Dispatcher(TOOLS, executor=pool).call(pooled.where).kind == "tool_error"


def test_what_only_looks_like_an_executor_is_named():
    """As a client of Dask does, whose futures are its own."""

    class Client:
        def submit(self, function: Any, *args: Any, **kwargs: Any) -> Any:
            return object()

    result = Dispatcher(TOOLS, executor=Client()).call(pooled.where)
    assert result.kind == "tool_error"
    assert result.text.startswith(
        "submit of executor= gave an object, not a concurrent.futures.Future; give an executor"
    )


def test_a_call_that_the_executor_drops_is_cancelled():
    """Its future was cancelled before it ran."""
    release = threading.Event()
    pool = ThreadPoolExecutor(1)
    pool.submit(release.wait)
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(Dispatcher(TOOLS, executor=pool).call(pooled.where)))
    thread.start()
    time.sleep(0.1)
    pool.shutdown(wait=False, cancel_futures=True)
    release.set()
    thread.join(10)
    assert found[0].kind == "cancelled"


def test_processes_of_the_standard_library_serve():
    """The function goes over by its import path."""
    import multiprocessing

    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        dispatcher = Dispatcher(TOOLS, executor=pool)
        results = dispatcher.dispatch_all([call("where"), call("several", n=2), call("fails", word="x")])
    assert results[0].value != os.getpid()
    assert [result.text for result in results[1:]] == ["[0, 1]", "KeyError: 'x'"]


def test_a_body_that_cannot_go_over_is_a_tool_error():
    """A function inside another has no import path."""

    @tool
    def local() -> int:
        """Local."""
        return 1

    import multiprocessing

    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert Dispatcher([local], executor=pool).call(local).kind == "tool_error"


def test_a_late_call_is_killed_and_its_siblings_run_on():
    """In processes."""
    pytest.importorskip("pebble")
    with executors.processes(2) as pool:
        # The limit is about bodies: that a process starts may take longer.
        Dispatcher(TOOLS, executor=pool).dispatch_all([call("where", seconds=0.2)] * 2)
        dispatcher = Dispatcher(TOOLS, executor=pool, timeout_seconds=1.5)
        started = time.perf_counter()
        calls = [call("where", seconds=60), call("where", seconds=0.1), call("several", n=2), call("fails", word="x")]
        results = dispatcher.dispatch_all(calls)
        assert time.perf_counter() - started < 30
        assert [result.kind for result in results] == ["timeout", "ok", "ok", "tool_error"]
        assert dispatcher.call(pooled.where).ok


def test_the_pool_serves_on_after_a_process_has_died():
    """And after one was killed beside it."""
    pytest.importorskip("pebble")
    with executors.processes(2) as pool:
        dispatcher = Dispatcher([*TOOLS, pooled.dies], executor=pool)
        assert dispatcher.call(pooled.dies).kind == "tool_error"
        late = Dispatcher(TOOLS, executor=pool, timeout_seconds=0.5)
        assert late.call(pooled.where, seconds=60).kind == "timeout"
        assert [dispatcher.call(pooled.where).kind for _ in range(5)] == ["ok"] * 5


def test_a_cluster_runs_bodies():
    """Dask's, with workers of its own."""
    pytest.importorskip("distributed")
    with executors.dask(n_workers=1, threads_per_worker=1) as pool:
        dispatcher = Dispatcher(TOOLS, executor=pool)
        assert dispatcher.call(pooled.where).value != os.getpid()
        assert [dispatcher.dispatch(call("several", n=2)).value, dispatcher.call(pooled.fails, "x").kind] == [
            [0, 1],
            "tool_error",
        ]


@pytest.mark.parametrize("workers", [0, -1, 1.5, True, "2"])
def test_workers_are_a_number(workers):
    """Nonsense raises at once."""
    for make in (executors.threads, executors.processes):
        with pytest.raises(ValueError, match="workers"):
            make(workers)


@pytest.mark.parametrize(("make", "extra"), [(executors.processes, "processes"), (executors.dask, "cluster")])
def test_what_is_missing_is_named_with_its_cure(monkeypatch, make, extra):
    """The command that installs it."""
    import sys

    for name in ("pebble", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ValueError, match=rf"functoolkit\[{extra}\]"):
        make()


@pytest.mark.parametrize(("asked", "waits"), [({}, True), ({"wait": False}, False), ({"cancel_futures": True}, False)])
def test_a_cluster_is_shut_down_in_the_words_that_dask_has(asked, waits):
    """Its executor knows `wait` alone; what was made for it is closed with it."""
    said: list[Any] = []

    class Plain(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True) -> None:
            said.append(wait)
            super().shutdown(wait)

        def close(self) -> None:
            said.append("closed")

    executor = Plain(1)
    executors.ClusterExecutor(executor, [executor]).shutdown(**asked)
    assert said == [waits, "closed"]
