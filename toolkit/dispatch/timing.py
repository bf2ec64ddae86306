"""Time: how long one call may take, and when it is tried again."""

from __future__ import annotations

import random
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import GRACE_SECONDS, Raised, is_raised
from toolkit.calling.threads import HaltedError
from toolkit.calling.watching import Watched
from toolkit.errors import Retry

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from toolkit.calling.switch import Switch

# What is left to a body whose time is over: enough to end at once, not enough to notice.
_LATE_GRACE_SECONDS: Final = 0.05
_FIRST_PAUSE_SECONDS: Final = 0.5
_LONGEST_PAUSE_SECONDS: Final = 30.0
# The body's own TimeoutError; that of the dispatcher ends all attempts.
RETRIED: Final = (ConnectionError, TimeoutError, Retry)


# Stands for the value of a call whose time was over.
TIMED_OUT: Final = object()


async def within(
    seconds: float, make: Callable[[Switch], Coroutine[Any, Any, Any]], switch: Switch, tool: str
) -> Any | Raised:
    """What the coroutine gives, or TIMED_OUT when its time is over, whatever the body then does.

    The time begins when the body is entered; one that waits for a thread for as long is not run.

    Args:
        seconds: The time.
        make: Makes the coroutine.
        switch: Where the call runs.
        tool: Name of the tool.

    Raises:
        HaltedError: The body was not entered; kind overloaded.
    """
    await switch.to_loop()
    import asyncio  # noqa: PLC0415 - loaded already: a loop runs

    if switch.cancelled is None:
        switch.cancelled = threading.Event()
    switch.begun_at = time.monotonic()
    queued_at = switch.begun_at
    switch.due_at = queued_at + seconds
    task = asyncio.ensure_future(Watched(make(switch), tool))
    try:
        while not task.done():
            switch.due_at = _begun_at(switch, queued_at) + seconds
            remaining = switch.due_at - time.monotonic()
            if remaining <= 0:
                return await _late(task, switch, seconds)
            await asyncio.wait({task}, timeout=remaining)
    except asyncio.CancelledError:
        switch.cancel()
        task.cancel()
        await asyncio.wait({task}, timeout=GRACE_SECONDS + _LATE_GRACE_SECONDS)
        raise
    switch.due_at = None
    if task.cancelled():
        raise HaltedError("the call was cancelled", kind="cancelled")
    return task.result()


def _begun_at(switch: Switch, queued_at: float) -> float:
    """When the body was entered; while it waits for a thread, since when it does."""
    return queued_at if switch.begun_at is None else switch.begun_at


async def _late(task: Any, switch: Switch, seconds: float) -> object:
    import asyncio  # noqa: PLC0415 - loaded already

    switch.grace_seconds = _LATE_GRACE_SECONDS
    switch.cancel()
    task.cancel()
    await asyncio.wait({task}, timeout=2 * _LATE_GRACE_SECONDS)
    if switch.begun_at is None:
        raise HaltedError(f"no thread was free within {seconds:g} seconds; nothing was run", kind="overloaded")
    return TIMED_OUT


async def repeated(retries: int, attempt_once: Callable[[], Awaitable[Any | Raised]], switch: Switch) -> Any | Raised:
    """What the last attempt gives: the first that does not ask to be tried again.

    Args:
        retries: How many attempts may follow the first.
        attempt_once: Makes one attempt.
        switch: Where the call runs.
    """
    value = await attempt_once()
    for number in range(retries):
        if not (is_raised(value) and isinstance(value.exception, RETRIED)):
            break
        await switch.to_loop()
        import asyncio  # noqa: PLC0415 - loaded already: a loop runs

        await asyncio.sleep(pause_seconds(number, value.exception))
        value = await attempt_once()
    return value


def pause_seconds(number: int, exception: BaseException | None = None) -> float:
    """How long to wait before the next attempt.

    Args:
        number: How many pauses were made before.
        exception: What the last attempt raised; a Retry may say for itself.
    """
    asked = exception.after_seconds if isinstance(exception, Retry) else None
    if asked is not None:
        return min(max(float(asked), 0.0), _LONGEST_PAUSE_SECONDS)
    longest: float = min(_FIRST_PAUSE_SECONDS * 2.0**number, _LONGEST_PAUSE_SECONDS)
    # Half of it at random, so that many callers do not come back at once.
    return longest * (0.5 + random.random() / 2)  # noqa: S311 - no secret
