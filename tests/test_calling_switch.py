"""One async core for sync callers: by hand as long as nothing waits, then in the library's loop thread."""

from __future__ import annotations

import asyncio
import contextvars
import os
import subprocess
import sys
import threading
from typing import Any

import pytest

from toolkit.calling.loops import Errand, loop_thread
from toolkit.calling.switch import Switch, drive

word = contextvars.ContextVar("word", default="none")


def test_nothing_waits_and_no_loop_is_made():
    """The coroutine runs in the caller's thread."""

    async def core(switch: Switch) -> Any:
        return threading.current_thread(), switch.by_hand

    assert drive(core) == (threading.current_thread(), True)


def test_what_waits_goes_on_in_the_loop_thread():
    """With the caller's context variables, from where it was."""

    async def core(switch: Switch) -> Any:
        here = threading.current_thread()
        await switch.to_loop()
        await switch.to_loop()
        await asyncio.sleep(0)
        return here is threading.current_thread(), switch.by_hand, word.get()

    word.set("mine")
    assert drive(core) == (False, False, "mine")


@pytest.mark.parametrize("waits", [True, False])
def test_what_the_core_raises_reaches_the_caller(waits):
    """From either thread; a KeyboardInterrupt does not end the loop."""

    async def core(switch: Switch, exception: BaseException) -> None:
        if waits:
            await switch.to_loop()
        raise exception

    for kind in (KeyError, KeyboardInterrupt, SystemExit):
        with pytest.raises(kind):
            drive(lambda switch, kind=kind: core(switch, kind()))
    assert drive(waiting) == "waited"


async def waiting(switch: Switch) -> str:
    """A core that has to wait."""
    await switch.to_loop()
    await asyncio.sleep(0)
    return "waited"


async def test_a_running_loop_is_no_hindrance():
    """Drive waits in another thread's loop."""
    assert drive(waiting) == "waited"


def test_the_loop_thread_may_drive_too():
    """A body in it that calls sync code gets another one."""

    async def core(switch: Switch) -> str:
        await switch.to_loop()
        return drive(waiting)

    assert drive(core) == "waited"


def test_a_body_that_stops_the_loop_does_not_end_it():
    """It runs on for others."""

    async def core(switch: Switch) -> str:
        await switch.to_loop()
        asyncio.get_running_loop().stop()
        await asyncio.sleep(0.01)
        return "on"

    assert (drive(core), drive(waiting)) == ("on", "waited")


def test_there_is_one_loop_thread():
    """The same for all callers, and a daemon."""
    assert loop_thread() is loop_thread()


def test_a_closed_loop_thread_is_replaced():
    """Closing cancels what runs in it."""
    running, ended = threading.Event(), []

    async def core(switch: Switch) -> None:
        await switch.to_loop()
        running.set()
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("cancelled")

    def wait() -> None:
        with pytest.raises(asyncio.CancelledError):
            drive(core)

    thread = threading.Thread(target=wait)
    old = loop_thread()
    thread.start()
    assert running.wait(5)
    old.close()
    thread.join(5)
    assert (ended, loop_thread() is old, drive(waiting)) == (["cancelled"], False, "waited")


async def test_an_errand_that_is_cancelled_at_once_begins_and_ends():
    """Else the thread that waits for it would wait for ever."""
    seen = []

    async def core() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    errand = Errand(core(), asyncio.get_running_loop())
    errand.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.to_thread(errand.future.result, 5)
    assert seen == ["cancelled"]


def test_the_interpreter_ends_with_a_call_still_running():
    """In a thread that nobody waits for."""
    program = """
import threading, time
from toolkit import Dispatcher, tool
@tool
async def waits() -> None:
    "Wait."
    import asyncio
    await asyncio.sleep(60)
threading.Thread(target=lambda: Dispatcher([waits]).call(waits), daemon=True).start()
time.sleep(0.3)
"""
    done = subprocess.run([sys.executable, "-c", program], check=True, timeout=30, capture_output=True)
    # The caller's own thread may die with the interpreter while it prints that its call was cancelled.
    assert b"Fatal Python error" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_gets_threads_of_its_own():
    """Those of its parent are gone in it."""
    program = """
import os, sys
from toolkit import Dispatcher, tool
@tool
async def one() -> int:
    "One."
    return 1
@tool
def two() -> int:
    "Two."
    return 2
dispatcher = Dispatcher([one, two], timeout_seconds=5)
assert [dispatcher.call(each).value for each in (one, two)] == [1, 2]
child = os.fork()
if not child:
    os._exit(0 if [dispatcher.call(each).value for each in (one, two)] == [1, 2] else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=30)
