"""Ready middleware: logging, caching, rate limits, retries, shorter results. Each is made by a function.

>>> from toolkit import Dispatcher, tool
>>> from toolkit.dispatch.ready import caching, logging_calls
>>> @tool(read_only=True)
... def area_code(city: str) -> str:
...     "Area code of a city."
...     return "030"
>>> dispatcher = Dispatcher([area_code], middleware=[logging_calls(), caching(seconds=60)])
>>> dispatcher.call(area_code, "Berlin").text
'030'

Tracing with OpenTelemetry stands in toolkit.integrations.telemetry.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import truncated
from toolkit.calls import ToolResult
from toolkit.dispatch.canonical import canonical
from toolkit.dispatch.outcomes import failed, shared_result
from toolkit.dispatch.timing import RETRIED, pause_seconds
from toolkit.errors import DefinitionError
from toolkit.option_kinds import is_positive
from toolkit.schema.wording import counted
from toolkit.signatures import require_signature

if TYPE_CHECKING:
    import logging
    from collections.abc import Callable

    from toolkit.dispatch.prepared import PreparedCall
    from toolkit.dispatch.protocols import Middleware, Proceed, SyncMiddleware, SyncProceed

_SHOWN_CHARS: Final = 500
# Of how many tools and keys a rate limit knows the calls; those that were called longest ago are forgotten.
_MAX_COUNTED: Final = 100_000


def logging_calls(logger: logging.Logger | None = None, *, values: bool = False) -> SyncMiddleware:
    """Writes the beginning and the end of each call to a log at INFO.

    Args:
        logger: Where to; None for `toolkit.calls`.
        values: Whether arguments and results are written too, at DEBUG; they may hold secrets.
    """
    import logging as logging_  # noqa: PLC0415 - dear at start

    to = logger or logging_.getLogger("toolkit.calls")

    def log(call: PreparedCall, proceed: SyncProceed) -> ToolResult:
        to.info("%s begins", call.name)
        if values:
            to.debug("%s arguments: %a", call.name, canonical(call.arguments)[:_SHOWN_CHARS])
        result = proceed(call)
        to.info("%s ended: %s", call.name, result.kind)
        if values:
            to.debug("%s result: %a", call.name, result.text[:_SHOWN_CHARS])
        return result

    return log


def caching(
    seconds: float, *, max_entries: int = 1000, key: Callable[[PreparedCall], Any] | None = None
) -> SyncMiddleware:
    """Answers a call that went well before, with the same arguments and for the same caller, without the tool.

    Only tools marked `read_only` or `idempotent` are answered so. A call waits for no equal one that is under way: both
    run.

    Args:
        seconds: How long an answer holds.
        max_entries: How many are kept; the oldest go first.
        key: What else tells calls apart, a hashable value; None: the identity of the caller's context object.

    Raises:
        DefinitionError: The numbers make no sense, or the key cannot be called with a call.
    """
    _require_seconds(seconds)
    _require_counts(max_entries=max_entries)
    _require_key(key, "caching")
    lock = threading.RLock()
    kept: OrderedDict[Any, tuple[float, ToolResult, Any]] = OrderedDict()

    def cache(call: PreparedCall, proceed: SyncProceed) -> ToolResult:
        options = call.tool.options
        if not (options.read_only or options.idempotent):
            return proceed(call)
        caller = id(call.context.deps) if key is None else key(call)
        place = (call.tool.fingerprint, canonical(call.arguments), caller)
        with lock:
            found = kept.get(place)
        if found is not None and time.monotonic() < found[0]:
            return shared_result(call.call, found[1])
        result = proceed(call)
        if result.ok:
            with lock:
                # The context is kept too, so that no other object gets its id meanwhile.
                kept[place] = (time.monotonic() + seconds, result, call.context.deps)
                kept.move_to_end(place)
                while len(kept) > max_entries:
                    kept.popitem(last=False)
        return result

    return cache


def rate_limit(
    calls: int, seconds: float, *, per_tool: bool = True, key: Callable[[PreparedCall], Any] | None = None
) -> SyncMiddleware:
    """Refuses calls beyond so many in any stretch of so many seconds, with kind `limit_reached`.

    >>> import math
    >>> each_run = rate_limit(20, math.inf, key=lambda call: call.context.run_id)

    Args:
        calls: How many.
        seconds: In how long; `math.inf` for a limit that no time lifts.
        per_tool: Whether each tool has its own count, or all share one.
        key: What else has a count of its own, a hashable value: `lambda call: call.context.deps.user`; None: the calls
            of all callers are counted together.

    Raises:
        DefinitionError: The numbers make no sense, or the key cannot be called with a call.
    """
    _require_seconds(seconds)
    _require_counts(calls=calls)
    _require_key(key, "rate_limit")
    lock = threading.RLock()
    # The one that was called last stands last, so that those that nobody calls any more are found in front.
    times: OrderedDict[Any, deque[float]] = OrderedDict()

    def limit(call: PreparedCall, proceed: SyncProceed) -> ToolResult:
        whose = (call.name if per_tool else "", None if key is None else key(call))
        now = time.monotonic()
        with lock:
            while times and (len(times) > _MAX_COUNTED or next(iter(times.values()))[-1] <= now - seconds):
                times.popitem(last=False)
            # None is empty in `times` even for a moment, in which a signal or a finalizer may call a tool too.
            recent = times.get(whose) or deque()
            while len(recent) > 1 and recent[0] <= now - seconds:
                recent.popleft()
            wait = max(recent[0] + seconds - now, 0.0) if len(recent) >= calls else 0.0
            if not wait:
                recent.append(now)
                times[whose] = recent
                times.move_to_end(whose)
        if not wait:
            return proceed(call)
        what = call.name if per_tool else "All tools together"
        end = f" in {seconds:g} seconds; wait {math.ceil(wait)} seconds" if math.isfinite(wait) else "; call no more"
        return failed(call.call, "limit_reached", f"{what} may be called {counted(calls, 'time')}{end}.")

    return limit


def retrying(retries: int, *, on: tuple[type[BaseException], ...] = RETRIED) -> Middleware:
    """Calls a tool again that failed in a way that may pass, after growing pauses.

    It retries only tools marked `read_only` or `idempotent`: any other may have done its work before it failed.

    Args:
        retries: How many attempts may follow the first.
        on: Kinds of exception that may pass.

    Raises:
        DefinitionError: The number makes no sense.
    """
    _require_counts(retries=retries)

    async def retry(call: PreparedCall, proceed: Proceed) -> ToolResult:
        import asyncio  # noqa: PLC0415 - loaded already: a loop runs

        result = await proceed(call)
        may_repeat = call.tool.options.read_only or call.tool.options.idempotent
        for number in range(retries if may_repeat else 0):
            error = result.error
            if error is None or error.kind != "tool_error" or not isinstance(error.exception, on):
                break
            await asyncio.sleep(pause_seconds(number, error.exception))
            result = await proceed(call)
        return result

    return retry


def result_size(max_chars: int) -> SyncMiddleware:
    """Cuts the text of results at another limit than the dispatcher's.

    Args:
        max_chars: The limit.

    Raises:
        DefinitionError: The number makes no sense.
    """
    _require_counts(max_chars=max_chars)

    def cut(call: PreparedCall, proceed: SyncProceed) -> ToolResult:
        result = proceed(call)
        if not result.ok or len(result.text) <= max_chars:
            return result
        return ToolResult(
            result.call,
            result.value,
            text=truncated(result.text, max_chars),
            artifact=result.artifact,
            return_direct=result.return_direct,
        )

    return cut


def _require_seconds(seconds: float) -> None:
    if not (is_positive(seconds) or seconds == math.inf):
        raise DefinitionError(f"seconds={seconds!r}", cure="give a positive number, math.inf for no end")


def _require_key(key: Callable[..., Any] | None, owner: str) -> None:
    if key is not None:
        require_signature("key", key, "call", owner)


def _require_counts(**counts: int) -> None:
    for name, count in counts.items():
        if not is_positive(count, int):
            raise DefinitionError(f"{name}={count!r}", cure="give a positive whole number")
