"""How long a coroutine keeps its event loop."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest
from dispatching import call

from toolkit import Dispatcher, tool
from toolkit.calling import watching
from toolkit.calling.watching import Watched


async def lasting(seconds: float) -> str:
    """It blocks, then waits, then blocks when it is cancelled."""
    time.sleep(seconds)  # noqa: ASYNC251 - as it is found in the wild
    try:
        await asyncio.sleep(5 if seconds else 0)
    finally:
        time.sleep(seconds)  # noqa: ASYNC251 - as above
    return "done"


async def test_a_step_that_blocks_the_loop_is_logged(caplog, monkeypatch):
    """With the name of the tool, for each step."""
    monkeypatch.setattr(watching, "BLOCKED_SECONDS", 0.02)
    task = asyncio.ensure_future(Watched(lasting(0.03), "slow"))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(caplog.messages) == 2
    assert caplog.messages[0].startswith("slow kept its event loop for 0.0 seconds, in which no call beside it")


async def test_a_coroutine_that_waits_is_not(caplog):
    """Its value is as it was, awaited by a task or in one."""
    assert await asyncio.ensure_future(Watched(lasting(0), "quick")) == "done"
    assert await Watched(lasting(0), "quick") == "done"
    Watched(lasting(0), "quick").close()
    assert caplog.messages == []


def test_of_the_calls_of_a_message_the_one_that_blocks_is_named(caplog):
    """The others are late, and somebody may want to know why."""
    caplog.set_level(logging.WARNING)

    @tool
    async def blocks() -> str:
        """Block."""
        time.sleep(0.3)  # noqa: ASYNC251 - as above
        return "late"

    @tool(timeout_seconds=0.1)
    async def waits() -> str:
        """Wait."""
        await asyncio.sleep(5)
        return "never"

    results = Dispatcher([blocks, waits]).dispatch_all([call("waits"), call("blocks"), call("waits")])
    assert [each.kind for each in results] == ["timeout", "ok", "timeout"]
    # asyncio's debug mode tells of it as well.
    told = [each.getMessage() for each in caplog.records if each.name.startswith("toolkit")]
    assert [each.partition(" kept")[0] for each in told] == ["blocks"]


@pytest.mark.parametrize("how", ["adispatch", "dispatch"])
async def test_a_single_call_with_a_limit_that_blocks_is_named_too(how, caplog):
    """Its own clock stands still meanwhile; the task bears the name of the tool."""
    caplog.set_level(logging.WARNING)
    seen: list[str] = []

    @tool(timeout_seconds=5)
    async def blocks() -> str:
        """Block."""
        seen.append(repr(asyncio.current_task()))
        time.sleep(0.3)  # noqa: ASYNC251 - as above
        return "late"

    dispatcher = Dispatcher([blocks])
    result = await dispatcher.adispatch(call("blocks")) if how == "adispatch" else dispatcher.dispatch(call("blocks"))
    told = [each.getMessage() for each in caplog.records if each.name.startswith("toolkit")]
    assert (result.kind, [each.partition(" kept")[0] for each in told]) == ("ok", ["blocks"])
    assert "call of blocks" in seen[0]
