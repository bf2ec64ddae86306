"""A call that has waited for a person goes on, or ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import Raised, attempt
from toolkit.calling.reporting import log_raised
from toolkit.calls import ToolCall, ToolResult
from toolkit.dispatch.approval import FAULT_TEXTS, Waiting, decision_from, pending_from
from toolkit.dispatch.asking import decided
from toolkit.dispatch.course import Course
from toolkit.dispatch.outcomes import denied
from toolkit.dispatch.pipeline import ended, prepared, run
from toolkit.errors import CallError
from toolkit.record import replace_fields

if TYPE_CHECKING:
    from toolkit.calling.switch import Switch
    from toolkit.calls import PendingApproval
    from toolkit.dispatch.approval import Decision
    from toolkit.dispatch.desk import Desk
    from toolkit.dispatch.request import Request


async def resumed(desk: Desk, pending: Any, said: object, request: Request, switch: Switch) -> ToolResult:
    """The result of a call that has waited, once a person has decided.

    Args:
        desk: What the calls of the dispatcher share.
        pending: The request, as the caller hands it back.
        said: The decision.
        request: What the caller gives along.
        switch: Where the caller runs.

    Raises:
        TypeError: It is no decision.
        HostError: The caller left out what the tool needs; the request stays.
    """
    decision = decision_from(said)
    try:
        given = pending_from(pending)
    except CallError as error:
        return _refused(desk, ToolCall(""), request, str(error))
    waiting = attempt(desk.approvals.found, given)
    if isinstance(waiting, Raised):
        log_raised("the store of approvals", _named(given).name, waiting.exception)
        return _refused(desk, _named(given), request, "the request cannot be read now", given.id)
    if not isinstance(waiting, Waiting):
        return _refused(desk, _named(given), request, FAULT_TEXTS[waiting], given.id)
    call = waiting.call()
    # What is kept has been read in its dialect before; the result is written in it.
    course = await prepared(desk, replace_fields(call, provider=None), request, switch)
    course.call, course.approval_id = call, given.id
    if course.failure is None:
        if not desk.approvals.holds_for(given.id, waiting, course.plan.tool):
            return _refused(desk, call, request, "the tool has changed since", given.id)
        _decide(desk, course, given.id, decision)
    return await run(course, switch)


def _decide(desk: Desk, course: Course, id_: str, decision: Decision) -> None:
    """Let the call run, or end; the request is spent unless the person's own arguments are refused."""
    outcome = decided(course, course.taken, decision)
    if isinstance(outcome, ToolResult):
        course.failure = outcome
    if isinstance(outcome, ToolResult) and outcome.kind != "denied":
        return
    spent = attempt(desk.approvals.spend, id_)
    if isinstance(spent, Raised):
        log_raised("the store of approvals", course.call.name, spent.exception)
        course.failure = denied(course.call, "the request cannot be taken out of its store now", spent.exception)
    elif not spent:
        course.failure = denied(course.call, FAULT_TEXTS["unknown"])


def call_named(pending: Any) -> ToolCall:
    """The call that a request names which a caller hands back, one without a name if it is none."""
    given = attempt(pending_from, pending)
    return ToolCall("") if isinstance(given, Raised) else _named(given)


def _named(pending: PendingApproval) -> ToolCall:
    """The call that a request names, as far as it can be trusted: for the result, not to be run."""
    name = pending.name if isinstance(pending.name, str) else ""
    return ToolCall(name, None, pending.call_id if isinstance(pending.call_id, str) else None)


def _refused(desk: Desk, call: ToolCall, request: Request, reason: str, id_: object = "") -> ToolResult:
    course = Course(desk, call, request)
    course.decision, course.approval_id = "refused", id_ if isinstance(id_, str) else ""
    return ended(course, denied(call, reason))
