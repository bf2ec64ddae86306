"""Whether a person must allow a call, and what that person says."""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import Raised, attempt, is_raised
from toolkit.calling.reporting import log_raised, name_of
from toolkit.calling.running import awaited_outcome, outcome_in_worker
from toolkit.dispatch.approval import Allow, Deny, decision_from, request_for
from toolkit.dispatch.canonical import duplicate
from toolkit.dispatch.outcomes import denied, failed, refused
from toolkit.errors import CallError, MisuseError
from toolkit.misfits import object_in_words
from toolkit.reading.callables import gives_awaitable

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calling.switch import Switch
    from toolkit.calls import PendingApproval, ToolResult
    from toolkit.dispatch.approval import Decision
    from toolkit.dispatch.course import Course
    from toolkit.dispatch.taking import Taken

_WAITS = "This call has to be allowed by a person first, and has not run. Do not repeat it; its result will follow."


async def allowed(course: Course, taken: Taken, switch: Switch) -> Taken | ToolResult:
    """The arguments that may run, after a person's edit perhaps; else the result of the call.

    Args:
        course: The call.
        taken: Its arguments.
        switch: Where it runs.
    """
    if not await _must_ask(course, taken, switch):
        return taken
    request = request_for(course.plan.tool, course.call, taken.arguments, course.desk.approvals.seconds)
    approver = course.desk.settings.approver
    if approver is None:
        return _left_waiting(course, request)
    said = await _asked(approver, request, switch)
    decision = said if is_raised(said) else attempt(decision_from, said)
    if isinstance(decision, Raised):
        log_raised(f"the approver {name_of(approver)}", course.plan.tool.name, decision.exception)
        course.decision = "failed"
        return denied(course.call, "the approver failed", decision.exception)
    return decided(course, taken, decision)


def decided(course: Course, taken: Taken, decision: Decision) -> Taken | ToolResult:
    """The arguments that may run by a decision; else the result of the call."""
    course.decision = type(decision).__name__.lower()
    if isinstance(decision, Deny):
        return denied(course.call, decision.reason, course.rule_fault)
    if not isinstance(decision, Allow):
        edited = attempt(course.plan.taker.take, decision.arguments)
        if isinstance(edited, Raised):
            return _refused_edit(course, edited.exception)
        taken = edited
    course.taken, course.is_allowed = taken, True
    return taken


def _refused_edit(course: Course, exception: BaseException) -> ToolResult:
    if isinstance(exception, CallError):
        return refused(course.call, exception, course.plan.tool)
    log_raised("reading edited arguments", course.plan.tool.name, exception)
    return denied(course.call, "the edited arguments cannot be read", exception)


async def _must_ask(course: Course, taken: Taken, switch: Switch) -> bool:
    """Whether the call needs a person: only a rule that says False in so many words spares it."""
    rule: Any = course.plan.rule
    if not callable(rule):
        return rule is not None
    said = await awaited_outcome(attempt(rule, duplicate(taken.arguments), course.context), switch)
    if not is_raised(said) and type(said) is not bool:
        said = Raised(MisuseError(f"a rule of approval gives True or False, not {object_in_words(said)}"))
    if is_raised(said):
        course.rule_fault = said.exception
        log_raised("the predicate `approval`", course.plan.tool.name, said.exception)
    return said is not False


def _left_waiting(course: Course, request: PendingApproval) -> ToolResult:
    kept = attempt(course.desk.approvals.keep, request, course.call, course.plan.tool)
    if isinstance(kept, Raised):
        if isinstance(kept.exception, CallError):
            return refused(course.call, kept.exception)
        log_raised("the store of approvals", course.call.name, kept.exception)
        return denied(course.call, "the request could not be kept", kept.exception)
    course.decision, course.approval_id = "asked", request.id
    result = failed(course.call, "approval_required", _WAITS, exception=course.rule_fault)
    result.pending = request
    return result


async def _asked(approver: Callable[..., Any], request: PendingApproval, switch: Switch) -> Any | Raised:
    """What the approver says; a sync one may take its time in a thread."""
    if switch.by_hand or gives_awaitable(approver):
        said: Any = attempt(approver, request)
    else:
        context = copy_context()
        said = await outcome_in_worker(lambda: context.run(attempt, approver, request), switch)
    return await awaited_outcome(said, switch)
