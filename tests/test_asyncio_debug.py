"""asyncio's debug mode, which a run of the tests may ask for, holds in every loop that a tool's body meets."""

from __future__ import annotations

import asyncio
import os
import sys

from dispatching import call

from toolkit import Dispatcher, tool

WANTED = sys.flags.dev_mode or bool(os.environ.get("PYTHONASYNCIODEBUG"))


@tool
async def is_watched() -> bool:
    """Whether the loop that runs this is in debug mode."""
    await asyncio.sleep(0)
    return asyncio.get_running_loop().get_debug()


async def test_the_loop_of_a_test_is_watched_where_that_is_wanted():
    """`python -X dev` and PYTHONASYNCIODEBUG reach the loops that tests run in."""
    assert asyncio.get_running_loop().get_debug() is WANTED
    assert (await Dispatcher([is_watched]).adispatch(call("is_watched"))).value is WANTED


def test_the_loop_of_the_library_is_watched_where_that_is_wanted():
    """The same for the loop that the library starts for callers without one."""
    assert Dispatcher([is_watched]).dispatch(call("is_watched")).value is WANTED
