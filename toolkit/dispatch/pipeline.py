"""The road of one call, from a provider's payload to its result: one async core for sync and async callers."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import encodable
from toolkit.calling.guard import Raised, attempt, attempt_awaiting
from toolkit.calling.reporting import log_raised, log_verbosely
from toolkit.calling.threads import HaltedError
from toolkit.calls import ToolCall, ToolResult
from toolkit.dialects import dialect, read_calls
from toolkit.dispatch.asking import allowed
from toolkit.dispatch.audit import audit, is_heard
from toolkit.dispatch.course import Course, deps_of
from toolkit.dispatch.direct import Direct, refusal
from toolkit.dispatch.last_step import finished
from toolkit.dispatch.outcomes import exception_of, failed, raised, raised_around, shared_result, unknown_tool
from toolkit.dispatch.recurrence import REFUSALS
from toolkit.dispatch.taking import Taken
from toolkit.errors import CallError
from toolkit.record import MISSING, replace_fields
from toolkit.tools.offering import offered, offered_tool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.calling.switch import Switch
    from toolkit.dispatch.desk import Desk
    from toolkit.dispatch.plan import Plan
    from toolkit.dispatch.request import Request
    from toolkit.tools.base import Tool


# How many messages are taken from an iterator, which may never end.
_MOST_GIVEN: Final = 10_000


def calls_in(payload: Any) -> list[ToolCall]:
    """The calls of a payload, or of a list of payloads.

    Raises:
        CallError: It has nobody's shape.
    """
    if type(payload) is ToolCall:
        return [_whole(payload)]
    if issubclass(type(payload), str | bytes | bytearray):
        raise CallError(
            "the payload is text, not a tool call; parse it first (json.loads), or read the calls that a model wrote "
            'into prose with read_calls(text, "text")'
        )
    calls = attempt(_read, payload)
    if isinstance(calls, Raised):
        if isinstance(calls.exception, CallError):
            raise calls.exception
        raise CallError(f"the payload cannot be read: {type(calls.exception).__name__}") from calls.exception
    return [_whole(call) for call in calls]


def _read(payload: Any) -> list[ToolCall]:
    if not hasattr(type(payload), "__next__"):
        return read_calls(payload)
    # `(call for call in ...)` is as good as a list, if it ends.
    given = list(islice(payload, _MOST_GIVEN + 1))
    if len(given) > _MOST_GIVEN:
        raise CallError(f"the payload is an iterator that gives more than {_MOST_GIVEN:,} messages; give a list")
    return read_calls(given)


def _whole(call: ToolCall) -> ToolCall:
    """The call, if its parts are of the types that they should be; else one with a problem."""
    id_ = call.id if type(call.id) is str else None
    provider = call.provider if type(call.provider) is str else None
    if type(call.name) is not str:
        return ToolCall("", None, id_, provider, "the name of the tool must be text")
    if call.id is not None and id_ is None:
        return ToolCall("", None, None, provider, "the id of the call must be text")
    if id_ is not None and encodable(id_) != id_:
        return ToolCall("", None, None, provider, "the id of the call holds half of a surrogate pair")
    return call


def direct_road(desk: Desk, call: ToolCall) -> tuple[ToolCall, Direct | None]:
    """The call as its tool knows it, and its short road, None if it has to take the long one."""
    if call.problem:
        return call, None
    snapshot = desk.registry.snapshot
    restored = _restored(call, snapshot.tools)
    return restored, None if restored.problem else desk.direct(snapshot, restored.name)


async def prepared(desk: Desk, call: ToolCall, request: Request, switch: Switch) -> Course:
    """The call with its tool, its checked arguments and its context; with a failure, if it has come to one.

    Raises:
        HostError: The caller left out what the tool needs.
    """
    course = Course(desk, call, request)
    if call.problem:
        course.failure = failed(call, "malformed_call", call.problem)
    else:
        await _find(course, switch)
    if course.failure is None:
        _take(course)
    await _equip(course, switch)
    return course


async def _find(course: Course, switch: Switch) -> None:
    """Give the call its tool, and the arguments as the tool's author knows them."""
    desk, deps, snapshot = course.desk, deps_of(course.desk, course.request), course.registry.snapshot
    deps = None if deps is MISSING else deps
    if snapshot.providers:
        shown = await attempt_awaiting(offered(snapshot, deps, switch))
        if isinstance(shown, Raised):
            log_raised("a provider of tools", course.call.name, shown.exception)
            text = "The tools on offer could not be determined."
            course.failure = failed(course.call, "tool_error", text, exception=shown.exception)
            return
        snapshot = shown
    course.call = _restored(course.call, snapshot.tools)
    tool = await offered_tool(snapshot, course.call.name, deps, switch)
    if tool is None:
        course.failure = unknown_tool(course.call, (await offered(snapshot, deps, switch)).tools)
        return
    plan = attempt(desk.plan, tool)
    if isinstance(plan, Raised):
        log_raised("making the plan of its calls", tool.name, plan.exception)
        course.failure = raised(course.call, plan.exception, tool, desk.settings.error_detail)
        return
    course.plan = plan


def _restored(call: ToolCall, tools: Mapping[str, Tool[Any, Any]]) -> ToolCall:
    """The call with the rewritings of the dialect undone that it came in."""
    if call.provider is None:
        return call
    restored = attempt(lambda provider: dialect(provider).restore(call, tools), call.provider)
    if isinstance(restored, ToolCall):
        return restored
    fault = restored.exception if isinstance(restored, Raised) else None
    if isinstance(fault, KeyError):  # there is no such dialect
        return call
    text = str(fault) if isinstance(fault, CallError) else "the call cannot be read in its dialect"
    return replace_fields(call, problem=text)


def _take(course: Course) -> None:
    """Give the call its checked arguments."""
    if course.call.problem:
        course.failure = failed(course.call, "malformed_call", course.call.problem)
        return
    taken = course.plan.taker.taken(course.call.arguments)
    if isinstance(taken, Taken):
        course.taken = taken
    else:
        course.failure = refusal(course.call, taken, course.plan.tool)


async def _equip(course: Course, switch: Switch) -> None:
    """Give the call its context, and hold the host to what the tool needs of it.

    Raises:
        MissingContextError: The host did not give it.
    """
    plan: Plan | None = getattr(course, "plan", None)
    if plan is None:
        if course.desk.hooks or course.request.hooks:
            course.make_context(course.desk.hooks)
        return
    if plan.needs_context or course.request.hooks or course.desk.metadata_providers:
        course.make_context(plan.hooks)
    if course.failure is not None:
        return
    if course.desk.metadata_providers:
        exception = await course.ask_for_metadata(switch)
        if exception is not None:
            course.failure = raised(course.call, exception, plan.tool, course.desk.settings.error_detail)
            return
    body = plan.tool.body
    if body is not None and body.needs_host:
        body.require_host(course.context)


async def run(course: Course, switch: Switch) -> ToolResult:
    """The result of a prepared call; all who listen have been told of it."""
    is_over = False
    try:
        result = await _told(course, switch)
        is_over = True
    finally:
        if not is_over and course.hooks:
            # Cancelled, or interrupted: this is the end that the hooks were promised.
            exception = CallError("the call was cancelled", kind="cancelled")
            await course.hooks.tell("on_tool_error", switch, course.shown_call(), course.context, exception)
    return ended(course, result)


def ended(course: Course, result: ToolResult) -> ToolResult:
    """The result with all that is known of the call beside, and its record in the audit trail."""
    taken = getattr(course, "taken", None)
    if taken is not None and result.arguments is None:
        result.arguments, result.repairs = taken.arguments, taken.repairs
    result.seconds = time.perf_counter() - course.started_at
    if is_heard():
        audit(course.call, course.tool, course.decision, result, course.request.run_id, course.approval_id)
    return result


async def _told(course: Course, switch: Switch) -> ToolResult:
    """The result, with hooks told of the beginning and the end: exactly one of the two ends."""
    hooks = course.hooks
    if not hooks:
        return await _carried(course, switch)
    context = course.context
    if course.failure is None:
        fault = await hooks.tell("on_tool_start", switch, course.shown_call(), context)
        if fault is not None:
            course.failure = raised_around(course, fault.exception)
    result = await _carried(course, switch)
    if course.reporter is not None:
        fault = await course.reporter.ended(switch)
        result = result if fault is None else raised_around(course, fault.exception)
    if result.ok:
        fault = await hooks.tell("on_tool_end", switch, course.shown_call(), context, result.value)
    else:
        fault = await hooks.tell("on_tool_error", switch, course.shown_call(), context, exception_of(result))
    return result if fault is None else raised_around(course, fault.exception)


async def _carried(course: Course, switch: Switch) -> ToolResult:
    """The result of the call, also if there is no thread or loop for the code around the tool."""
    try:
        return await _result(course, switch)
    except HaltedError as error:
        return raised_around(course, error)


async def _result(course: Course, switch: Switch) -> ToolResult:
    """The result of the call: of its refusal, of a person's, or of the tool behind all middleware."""
    if course.failure is not None:
        if course.failure.kind in REFUSALS:
            given = course.request
            return course.desk.recurrence.noted(
                course.call, course.failure, context=given.context, run_id=given.run_id, batch=course.batch
            )
        return course.failure
    if course.shared is not None:
        return shared_result(course.call, course.shared)
    if course.plan.options.verbose:
        log_verbosely("%s begins (run %s)", course.context.tool.name, course.context.run_id)
    if not course.is_allowed:
        may_run = await allowed(course, course.taken, switch)
        if isinstance(may_run, ToolResult):
            return may_run
        course.taken = may_run
    if course.plan.handler is None:
        result = await finished(course, course.taken, switch)
    else:
        result = await course.plan.handler(course.prepared_call(), switch)
    if course.plan.options.verbose:
        words, seconds = "%s ended: %s after %.3f s (run %s)", time.perf_counter() - course.started_at
        log_verbosely(words, course.context.tool.name, result.kind, seconds, course.context.run_id)
    return result
