"""Enters the function, keeps sync bodies off the loop, and awaits what comes of it."""

from __future__ import annotations

import contextvars
import inspect
import threading
import time
import types
from collections import abc
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from toolkit.calling.draining import collected, collected_async, is_drained
from toolkit.calling.guard import (
    Contained,
    Escaped,
    Raised,
    Started,
    attempt,
    attempt_awaiting,
    attempt_contained,
    cancellation,
    is_raised,
)
from toolkit.calling.parcels import Parcel, carried, received, sent, takes_parcels
from toolkit.calling.threads import HaltedError, workers
from toolkit.doubts import log_doubt
from toolkit.errors import MisuseError
from toolkit.misfits import object_in_words

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Coroutine, Generator

    from toolkit.calling.switch import Switch
    from toolkit.calling.threads import Job

T = TypeVar("T")

PLAIN: Final = frozenset({str, int, float, bool, dict, list, tuple, type(None)})


async def run_body(
    function: Callable[..., Any],
    args: list[Any],
    kwargs: dict[str, Any],
    switch: Switch,
    *,
    executor: Any = None,
    is_async: bool = False,
    progress: Callable[[Any], object] | None = None,
) -> Any | Raised:
    """What the function finally gives, or what it raised. It runs inside `Contained`.

    Args:
        function: The body of the tool.
        args: Its positional arguments.
        kwargs: Its keyword arguments.
        switch: Where the call runs.
        executor: Runs a sync body, any concurrent.futures.Executor; None for the library's threads.
        is_async: Whether the body is known to give an awaitable, so that it needs no thread.
        progress: Told of all but the last value that a generator yields; None to collect them in a list.
    """
    if is_async:
        await switch.to_loop()
        value = attempt(function, *args, **kwargs)
    elif executor is not None and progress is None:
        await switch.to_loop()
        value = await in_executor(function, args, kwargs, executor)
    elif switch.by_hand:
        value = attempt(function, *args, **kwargs)
    else:
        return await in_worker(lambda inner: run_body(function, args, kwargs, inner, progress=progress), switch)
    return await completed(value, switch, progress)


async def in_worker(make: Callable[[Switch], Coroutine[Any, Any, T]], switch: Switch) -> T:
    """What the coroutine gives, driven by hand in a worker thread; what has to wait goes on in this loop.

    Args:
        make: Makes the coroutine.
        switch: Where the call runs: in a loop.

    Raises:
        HaltedError: Too many threads hang.
    """
    context = contextvars.copy_context()
    if switch.cancelled is None:
        switch.cancelled = threading.Event()
    inner = switch.again(by_hand=True)
    suspended: Any = None

    def begin() -> Any:
        nonlocal suspended
        switch.begun_at = time.monotonic()
        coroutine = make(inner)
        try:
            context.run(coroutine.send, None)
        except StopIteration as finished:
            return finished.value
        suspended = coroutine
        return None

    switch.begun_at = None
    try:
        outcome = await outcome_in_worker(begin, switch)
    except cancellation() as cancelled:
        if suspended is not None:
            # It may hold what has to be closed.
            await _told(suspended, cancelled, switch, context)
        raise
    return outcome if suspended is None else await Contained(suspended, switch.grace, context)


@types.coroutine
def _told(
    coroutine: Any, thrown: BaseException, switch: Switch, context: contextvars.Context
) -> Generator[Any, Any, Any]:
    """What a coroutine that has been started makes of an exception where it stands, awaited as `Contained` does."""
    rest: Contained[Any] = Contained(Started(coroutine, thrown).__await__(), switch.grace, context)
    return (yield from rest.going_on(thrown))


async def outcome_in_worker(function: Callable[[], Any], switch: Switch) -> Any:
    """What a function of ours gives in a worker thread; that is left behind if it does not end when cancelled.

    Raises:
        HaltedError: Too many threads hang.
        BaseException: What the function raises; it hands on what bodies raise in another way.
    """
    import asyncio  # noqa: PLC0415 - loaded already: a loop runs

    loop = asyncio.get_running_loop()
    future = loop.create_future()
    job = workers().submit(function, _waker(loop, future))
    try:
        outcome = await future
    except asyncio.CancelledError:
        await _leave(job, switch, loop)
        raise
    if type(outcome) is Escaped:
        raise outcome.exception
    return outcome


def _waker(loop: asyncio.AbstractEventLoop, future: asyncio.Future[Any]) -> Callable[[Any], None]:
    """Sets a future from another thread, if its loop is still there."""

    def settle(outcome: Any) -> None:
        if not future.done():
            future.set_result(outcome)

    def wake(outcome: Any) -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, outcome)

    return wake


async def _leave(job: Job, switch: Switch, loop: asyncio.AbstractEventLoop) -> None:
    """Give a body that looks at `context.cancelled` the time to end; then abandon its thread.

    One that still waits for a thread does not begin any more.
    """
    import asyncio  # noqa: PLC0415 - loaded already

    switch.cancel()
    if job.drop():
        return
    ended = loop.create_future()
    try:
        # A little less than the grace of Contained, which would cut this short.
        if job.redirect(_waker(loop, ended)):
            await asyncio.wait({ended}, timeout=0.8 * switch.grace_seconds)
    finally:
        if not ended.done() and job.abandon():
            words = "a call was left behind in its thread; %d hang now"
            log_doubt(words, workers().abandoned, logger="toolkit.calling")


async def in_executor(
    function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any], executor: Any
) -> Any | Raised:
    """What the function gives, run by an executor of the host.

    Threads get the caller's context variables, processes of this machine bytes. Any other executor may pickle what it
    is given in its own way, and gets the plain function and its arguments, nothing of ours unless the function is a
    generator.

    Raises:
        HaltedError: The executor has dropped the call; kind cancelled.
    """
    import asyncio  # noqa: PLC0415 - loaded already: a loop runs
    import concurrent.futures  # noqa: PLC0415 - as above

    if isinstance(executor, concurrent.futures.ThreadPoolExecutor):
        future = attempt(executor.submit, contextvars.copy_context().run, attempt, _drained, function, args, kwargs)
    elif takes_parcels(executor):
        parcel = attempt(sent, _drained, function, args, kwargs)
        future = parcel if isinstance(parcel, Raised) else attempt(executor.submit, carried, parcel)
    elif inspect.isgeneratorfunction(function):
        future = attempt(executor.submit, _drained, function, args, kwargs)
    else:
        future = attempt(executor.submit, function, *args, **kwargs)
    if isinstance(future, Raised):
        return future
    if not isinstance(future, concurrent.futures.Future):
        return Raised(
            MisuseError(
                f"submit of executor= gave {object_in_words(future)}, not a concurrent.futures.Future; "
                "give an executor, which for a client of Dask is toolkit.executors.dask(client)"
            )
        )
    value = await attempt_contained(asyncio.wrap_future(future))
    if is_raised(value) and future.cancelled() and isinstance(value.exception, asyncio.CancelledError):
        raise HaltedError("the executor has dropped the call", kind="cancelled")
    return received(value) if type(value) is Parcel else value


def _drained(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Any:
    """What the function gives; a generator's values as a list."""
    value = function(*args, **kwargs)
    return collected(value) if is_drained(value) else value


async def completed(value: Any, switch: Switch, progress: Callable[[Any], object] | None = None) -> Any | Raised:
    """The value, awaited if it can be, and collected if it is a generator. It runs inside `Contained`."""
    match attempt(remaining, value):
        case "await":
            await switch.to_loop()
            return await completed(await attempt_contained(value), switch, progress)
        case "iterate":
            await switch.to_loop()
            return await attempt_contained(collected_async(value, progress))
        case "collect":
            return await _drained_off_loop(value, switch, progress)
        case _:
            # What cannot even be asked for its class has no JSON form either, and is refused for that.
            return value


async def _drained_off_loop(
    items: abc.Iterator[Any], switch: Switch, progress: Callable[[Any], object] | None
) -> Any | Raised:
    """What a sync generator yields, which may take its time at every value."""
    if switch.by_hand:
        return attempt(collected, items, progress, switch.cancelled)
    return await in_worker(lambda inner: _drained_off_loop(items, inner, progress), switch)


def remaining(value: Any) -> Literal["", "await", "iterate", "collect"]:
    """What has to be done with a value before it is the result.

    Raises:
        TypeError: Its class has no hash.
    """
    kind = type(value)
    if kind in PLAIN or kind is Raised:
        return ""
    if is_awaitable(value):
        return "await"
    if issubclass(kind, abc.AsyncIterator):
        return "iterate"
    return "collect" if is_drained(value) else ""


async def awaited_outcome(outcome: Any, switch: Switch) -> Any | Raised:
    """What code of the host gave or raised; if that can be awaited, what it then gives or raises."""
    if not is_awaitable(outcome):
        return outcome
    try:
        await switch.to_loop()
    except HaltedError as error:
        attempt(getattr(outcome, "close", bool))  # Else there is a warning of a coroutine that was never awaited.
        return Raised(error)
    return await attempt_awaiting(outcome)


def is_awaitable(value: Any) -> bool:
    """Whether a value can be awaited, found out without asking the value."""
    kind = type(value)
    return issubclass(kind, abc.Awaitable) or (kind is types.GeneratorType and inspect.isawaitable(value))
