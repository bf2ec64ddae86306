"""Direct: the short road of a call whose tool and dispatcher ask for nothing beside the function.

Each step is one that the long road (pipeline.py) takes as well; what is left out is what would do nothing.
"""

from __future__ import annotations

import contextvars
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE
from time import perf_counter
from types import CoroutineType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from toolkit.calling.draining import collected
from toolkit.calling.guard import GRACE_SECONDS, Contained, Raised, attempt, attempt_isolated, contained
from toolkit.calling.plain_json import object_text, plain_text
from toolkit.calling.reporting import log_body_raised, log_raised
from toolkit.calling.running import completed, is_awaitable, outcome_in_worker, remaining
from toolkit.calling.switch import Switch
from toolkit.calling.threads import HaltedError
from toolkit.calls import ToolResult
from toolkit.dispatch.audit import INFO, audit, hearing
from toolkit.dispatch.outcomes import calls_around, failed, nested_too_deep, raised, refused
from toolkit.dispatch.recurrence import REFUSALS
from toolkit.dispatch.taking import Taken
from toolkit.errors import CallError, DefinitionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calling.body import Body
    from toolkit.calls import Repair, ToolCall
    from toolkit.dispatch.desk import Desk
    from toolkit.dispatch.request import Request
    from toolkit.dispatch.results import Finisher
    from toolkit.dispatch.taking import Taker
    from toolkit.schema.engine import FastPath
    from toolkit.tools.base import Tool


_NO_REPAIRS: Final[tuple[Repair, ...]] = ()


@final
class Unfinished(NamedTuple):
    """A value that has to be awaited, which a thread by itself cannot do."""

    value: Any
    arguments: Any
    repairs: tuple[Repair, ...]
    request: Request
    started_at: float


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
        self._max_chars = desk.settings.max_payload_chars
        self._max_result_chars = desk.settings.max_result_chars
        self._rules = tool.options.types
        self._return_direct = tool.options.return_direct
        self._finish = finisher.plain
        self._function: Any = _suspended(body.function) if body.is_async else body.function
        self._binding = body.binding
        self._is_heard = hearing()
        self.is_async = body.is_async
        fast = taker.fast
        self._taken = taker.taken_after_all
        self._write: Callable[[Any], str | None] = _none if fast is None else object_text
        self._take_text: Callable[[str], Any] = _none if fast is None else fast.take
        self._enter_taken: Callable[[Any], Any] = self._entering(fast)

    def _entering(self, fast: FastPath | None) -> Callable[[Any], Any]:
        """What calls the function with that which the fast path gave."""
        if fast is None or self._binding.is_by_name:
            return _none if fast is None else fast.caller(self._function)
        by_name = fast.caller(dict)
        return lambda taken: self._enter(by_name(taken))

    def _enter(self, loaded: dict[str, Any]) -> Any:
        args, kwargs = self._binding.call_with(loaded, {})
        return self._function(*args, **kwargs)

    def result(self, call: ToolCall, request: Request) -> ToolResult | Unfinished:
        """The result of a sync body, run in this thread."""
        started_at = perf_counter()
        raw = call.arguments
        arguments: Any = raw if type(raw) is str else self._write(raw)
        taken = None if arguments is None or len(arguments) > self._max_chars else self._take_text(arguments)
        if taken is not None:
            value, repairs = attempt_isolated(self._enter_taken, taken), _NO_REPAIRS
        else:
            checked = self._taken(raw, arguments)
            if not isinstance(checked, Taken):
                return self._refused(call, checked, request, started_at)
            value = attempt_isolated(self._enter, checked.loaded)
            arguments, repairs = checked.arguments, checked.repairs
        # As `_plain` does, written out: a call with so many values is 3 % of a call of two integers.
        text = plain_text(value, self._rules)
        if text is not None and len(text) <= self._max_result_chars:
            seconds = perf_counter() - started_at
            result = ToolResult(call, value, text, None, seconds, arguments, repairs, self._return_direct, None, None)
            if self._is_heard(INFO):
                audit(call, self._tool, "", result, request.run_id)
            return result
        step = attempt(remaining, value)
        if step in {"await", "iterate"}:
            return Unfinished(value, arguments, repairs, request, started_at)
        if step == "collect":
            items: Any = value
            value = attempt_isolated(collected, items)
        return self._settled(call, value, arguments, repairs, request, started_at)

    def _plain(  # noqa: PLR0917 - all that is known of a call
        self,
        call: ToolCall,
        value: Any,
        arguments: Any,
        repairs: tuple[Repair, ...],
        request: Request,
        started_at: float,
    ) -> ToolResult | None:
        """The result for what most bodies give, made right here; None for other values."""
        text = plain_text(value, self._rules)
        if text is None or len(text) > self._max_result_chars:
            return None
        seconds = perf_counter() - started_at
        result = ToolResult(call, value, text, None, seconds, arguments, repairs, self._return_direct, None, None)
        if self._is_heard(INFO):
            audit(call, self._tool, "", result, request.run_id)
        return result

    async def aresult(self, call: ToolCall, request: Request, switch: Switch) -> ToolResult:
        """The result for a caller that can wait: a sync body runs in a worker thread, and everything with it."""
        if self.is_async:
            await switch.to_loop()
            return await self.async_result(call, request)
        if switch.by_hand:
            outcome = self.result(call, request)
        else:
            context, started_at = contextvars.copy_context(), perf_counter()
            try:
                outcome = await outcome_in_worker(lambda: context.run(self.result, call, request), switch)
            except HaltedError as error:  # too many threads hang to begin with another one
                return self._ended(call, refused(call, error, self._tool), request, started_at)
        return await self.finished(call, outcome, switch) if isinstance(outcome, Unfinished) else outcome

    async def async_result(self, call: ToolCall, request: Request) -> ToolResult:
        """The result of an async body, run in this loop."""
        started_at = perf_counter()
        raw = call.arguments
        arguments: Any = raw if type(raw) is str else self._write(raw)
        taken = None if arguments is None or len(arguments) > self._max_chars else self._take_text(arguments)
        if taken is not None:
            value, repairs = attempt(self._enter_taken, taken), _NO_REPAIRS
        else:
            checked = self._taken(raw, arguments)
            if not isinstance(checked, Taken):
                return self._refused(call, checked, request, started_at)
            value = attempt(self._enter, checked.loaded)
            arguments, repairs = checked.arguments, checked.repairs
        if type(value) is CoroutineType:
            value = await contained(value, _grace_seconds)
        result = self._plain(call, value, arguments, repairs, request, started_at)
        if result is not None:
            return result
        if type(value) is Raised or not attempt(remaining, value):
            return self._settled(call, value, arguments, repairs, request, started_at)
        unfinished = Unfinished(value, arguments, repairs, request, started_at)
        return await self.finished(call, unfinished, Switch(by_hand=False))

    async def finished(self, call: ToolCall, unfinished: Unfinished, switch: Switch) -> ToolResult:
        """The result for a value that has to be awaited first."""
        await switch.to_loop()
        value = await Contained(completed(unfinished.value, switch), switch.grace)
        return self._settled(call, value, *unfinished[1:])

    def _settled(  # noqa: PLR0917 - all that is known of a call
        self,
        call: ToolCall,
        value: Any | Raised,
        arguments: Any,
        repairs: tuple[Repair, ...],
        request: Request,
        started_at: float,
    ) -> ToolResult:
        if type(value) is Raised:
            log_body_raised(self._tool.name, value.exception)
            result = raised(call, value.exception, self._tool, self._desk.settings.error_detail)
        else:
            result = self._finish(call, value)
        result.arguments, result.repairs = arguments, repairs
        return self._ended(call, result, request, started_at)

    def _refused(self, call: ToolCall, exception: BaseException, request: Request, started_at: float) -> ToolResult:
        recurrence = self._desk.recurrence
        if isinstance(exception, CallError) and exception.kind in REFUSALS:
            is_repeated = recurrence.is_repeated(call, request.context, request.run_id)
            result = refused(call, exception, self._tool, is_repeated)
        else:
            result = refusal(call, exception, self._tool)
            if result.kind in REFUSALS:
                recurrence.noted(call, result, request.context, request.run_id)
        return self._ended(call, result, request, started_at)

    def _ended(self, call: ToolCall, result: ToolResult, request: Request, started_at: float) -> ToolResult:
        result.seconds = perf_counter() - started_at
        if self._is_heard(INFO):
            audit(call, self._tool, "", result, request.run_id)
        return result


def _none(_: Any) -> None:
    """No fast path."""


def _suspended(function: Any) -> Callable[..., Any]:
    """A function that does nothing before it is awaited: one that is only marked as such may set context variables."""
    code = getattr(function, "__code__", None)
    if code is not None and code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR):
        suspended: Callable[..., Any] = function
        return suspended

    async def entered(*args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        return await value if is_awaitable(value) else value

    return entered


def _grace_seconds() -> float:
    return GRACE_SECONDS


def refusal(call: ToolCall, exception: BaseException, tool: Tool[Any, Any]) -> ToolResult:
    """The result for arguments that were refused, or that could not even be looked at."""
    if isinstance(exception, CallError):
        return refused(call, exception, tool)
    if isinstance(exception, RecursionError) and calls_around(exception) > 1:
        return nested_too_deep(call, exception)
    log_raised("reading the arguments", call.name, exception)
    if isinstance(exception, DefinitionError):
        return failed(call, "tool_error", "The tool is broken; only its author can mend it.", exception=exception)
    text = "the arguments cannot be read; send one JSON object"
    return failed(call, "malformed_call", text, exception=exception)
