"""Enters the function: awaits what it gives, drains generators, keeps sync bodies off the loop."""

from __future__ import annotations

import collections.abc as abc
import contextvars
import inspect
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Raised, attempt, attempt_awaiting
from toolkit.calling.threads import workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calling.switch import Switch

MAX_ITEMS: Final = 100_000


async def run_body(
    function: Callable[..., Any],
    args: list[Any],
    kwargs: dict[str, Any],
    switch: Switch,
    *,
    executor: Any = None,
    is_async: bool = False,
) -> Any | Raised:
    """What the function finally gives, or what it raised.

    Args:
        function: The body of the tool.
        args: Its positional arguments.
        kwargs: Its keyword arguments.
        switch: Where the call runs.
        executor: Runs a sync body, any concurrent.futures.Executor; None for the library's threads.
        is_async: Whether the body is known to give an awaitable, so that it needs no thread.
    """
    if switch.by_hand and executor is None:
        value = attempt(contextvars.copy_context().run, function, *args, **kwargs)
    elif is_async:
        await switch.to_loop()
        value = attempt(function, *args, **kwargs)
    else:
        await switch.to_loop()
        value = await in_worker(function, args, kwargs, executor)
    return await completed(value, switch)


async def in_worker(
    function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any], executor: Any
) -> Any | Raised:
    """What the function gives, run in a worker with the caller's context variables."""
    import asyncio  # noqa: PLC0415 - loaded already: a loop runs

    if executor is None:
        context = contextvars.copy_context()
        return await asyncio.wrap_future(workers().submit(attempt, context.run, function, *args, **kwargs))
    # An executor of the host may pickle what it is given: the plain function and its arguments, nothing of ours.
    return await attempt_awaiting(asyncio.wrap_future(executor.submit(function, *args, **kwargs)))


async def completed(value: Any, switch: Switch) -> Any | Raised:
    """The value, awaited if it can be, and collected if it is a generator."""
    if isinstance(value, str | dict | list | int | float | None.__class__ | Raised):
        return value
    if inspect.isawaitable(value):
        await switch.to_loop()
        return await completed(await attempt_awaiting(value), switch)
    if isinstance(value, abc.AsyncGenerator | abc.AsyncIterator):
        await switch.to_loop()
        return await attempt_awaiting(_collected_async(value))
    if isinstance(value, abc.Iterator) and not hasattr(value, "fileno"):
        return attempt(_collected, value)
    return value


def _collected(items: abc.Iterator[Any]) -> list[Any]:
    found: list[Any] = []
    for item in items:
        found.append(item)
        _require_few(found)
    return found


async def _collected_async(items: abc.AsyncIterator[Any]) -> list[Any]:
    found: list[Any] = []
    async for item in items:
        found.append(item)
        _require_few(found)
    return found


def _require_few(found: list[Any]) -> None:
    if len(found) > MAX_ITEMS:
        message = f"the tool yielded more than {MAX_ITEMS:,} values"
        raise ValueError(message)
