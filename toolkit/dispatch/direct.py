"""Direct: the short road of a call whose tool and dispatcher ask for nothing beside the function.

Each step is one that the long road (pipeline.py) takes as well; what is left out is what would do nothing.
"""

from __future__ import annotations

import contextvars
import time
from types import CoroutineType
from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import GRACE_SECONDS, Contained, Raised, attempt, attempt_contained
from toolkit.calling.reporting import log_body_raised, log_raised
from toolkit.calling.running import PLAIN, collected, completed, is_drained, needs_loop, outcome_in_worker
from toolkit.calling.switch import Switch
from toolkit.dispatch.audit import audit_logger, audited
from toolkit.dispatch.outcomes import failed, raised, refused
from toolkit.dispatch.taking import Taken
from toolkit.errors import CallError

if TYPE_CHECKING:
    from toolkit.calling.body import Body
    from toolkit.calls import ToolCall, ToolResult
    from toolkit.dispatch.desk import Desk
    from toolkit.dispatch.results import Finisher
    from toolkit.dispatch.taking import Taker
    from toolkit.tools.base import Tool


class Unfinished:
    """A value that has to be awaited, which a thread by itself cannot do."""

    __slots__ = ("started_at", "taken", "value")

    def __init__(self, value: Any, taken: Taken, started_at: float) -> None:
        self.value, self.taken, self.started_at = value, taken, started_at


class Direct:
    """Carries out calls of one tool.

    Args:
        tool: The tool.
        body: Its body, which takes nothing of the host.
        desk: What the calls of the dispatcher share.
        taker: Takes the arguments.
        finisher: Makes the results.
    """

    def __init__(self, tool: Tool[Any, Any], body: Body, desk: Desk, taker: Taker, finisher: Finisher) -> None:
        self._tool = tool
        self._desk = desk
        self._take = taker.take
        self._fast = taker.fast
        self._max_chars = desk.settings.max_payload_chars
        self._finish = finisher.plain
        self._function: Any = body.function
        self.is_async = body.is_async
        self._call_with = body.binding.call_with

    def result(self, call: ToolCall) -> ToolResult | Unfinished:
        """The result of a sync body, run in this thread."""
        started_at = time.perf_counter()
        taken = self._taken(call.arguments)
        if isinstance(taken, Raised):
            return self._ended(call, self._refused(call, taken.exception), started_at)
        args, kwargs = self._call_with(taken.loaded, {})
        value = attempt(contextvars.copy_context().run, self._function, *args, **kwargs)
        if type(value) not in PLAIN:
            if needs_loop(value):
                return Unfinished(value, taken, started_at)
            if is_drained(value):
                value = attempt(collected, value)
        return self._settled(call, value, taken, started_at)

    def _taken(self, raw: Any) -> Taken | Raised:
        """The arguments of a call: JSON text in one pass where that will do."""
        if type(raw) is str and len(raw) <= self._max_chars:
            loaded = self._fast(raw)
            if loaded is not None:
                return Taken(raw, loaded)
        return attempt(self._take, raw)

    async def aresult(self, call: ToolCall, switch: Switch) -> ToolResult:
        """The result for a caller that can wait: a sync body runs in a worker thread, and everything with it."""
        if self.is_async:
            await switch.to_loop()
            return await self.async_result(call)
        if switch.by_hand:
            outcome = self.result(call)
        else:
            context = contextvars.copy_context()
            outcome = await outcome_in_worker(lambda: context.run(self.result, call), switch)
        return await self.finished(call, outcome, switch) if isinstance(outcome, Unfinished) else outcome

    async def async_result(self, call: ToolCall) -> ToolResult:
        """The result of an async body, run in this loop."""
        started_at = time.perf_counter()
        taken = self._taken(call.arguments)
        if isinstance(taken, Raised):
            return self._ended(call, self._refused(call, taken.exception), started_at)
        args, kwargs = self._call_with(taken.loaded, {})
        value: Any = attempt(self._function, *args, **kwargs)
        if type(value) is CoroutineType:
            value = await Contained(attempt_contained(value), _grace_seconds)
        if type(value) in PLAIN or type(value) is Raised:
            return self._settled(call, value, taken, started_at)
        return await self.finished(call, Unfinished(value, taken, started_at), Switch(by_hand=False))

    async def finished(self, call: ToolCall, unfinished: Unfinished, switch: Switch) -> ToolResult:
        """The result for a value that has to be awaited first."""
        await switch.to_loop()
        value = await Contained(completed(unfinished.value, switch), switch.grace)
        return self._settled(call, value, unfinished.taken, unfinished.started_at)

    def _settled(self, call: ToolCall, value: Any | Raised, taken: Taken, started_at: float) -> ToolResult:
        if type(value) is Raised:
            log_body_raised(self._tool.name, value.exception)
            result = raised(call, value.exception, self._tool, self._desk.settings.error_detail)
        else:
            result = self._finish(call, value)
        result.arguments = taken.arguments
        result.repairs = taken.repairs
        return self._ended(call, result, started_at)

    def _refused(self, call: ToolCall, exception: BaseException) -> ToolResult:
        return self._desk.recurrence.noted(call, refusal(call, exception, self._tool))

    def _ended(self, call: ToolCall, result: ToolResult, started_at: float) -> ToolResult:
        result.seconds = time.perf_counter() - started_at
        logger = audit_logger()
        if logger is not None:
            audited(logger, call, self._tool, "", result)
        return result


def _grace_seconds() -> float:
    return GRACE_SECONDS


def refusal(call: ToolCall, exception: BaseException, tool: Tool[Any, Any]) -> ToolResult:
    """The result for arguments that were refused, or that could not even be looked at."""
    if isinstance(exception, CallError):
        return refused(call, exception, tool)
    log_raised("reading the arguments", call.name, exception)
    text = "the arguments cannot be read; send one JSON object"
    return failed(call, "malformed_call", text, exception=exception)
