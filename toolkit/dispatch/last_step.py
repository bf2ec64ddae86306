"""The last step of a call, inside all middleware: the tool runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.body import Entry, RaisedAfter, Unprovided
from toolkit.calling.guard import Raised, is_raised
from toolkit.calling.reporting import log_body_raised, log_raised
from toolkit.calls import ToolResult
from toolkit.dispatch.asking import allowed
from toolkit.dispatch.canonical import canonical, duplicate
from toolkit.dispatch.outcomes import external, limit_reached, raised, raised_around, refused, timed_out
from toolkit.dispatch.timing import TIMED_OUT, repeated, within
from toolkit.errors import CallError

if TYPE_CHECKING:
    from toolkit.calling.switch import Switch
    from toolkit.dispatch.course import Course
    from toolkit.dispatch.prepared import PreparedCall
    from toolkit.dispatch.taking import Taken


# How calls end whose body was asked for, but did not begin.
_NOT_ENTERED: Final = frozenset({"external", "overloaded"})


async def carry_on(call: PreparedCall, switch: Switch) -> ToolResult:
    """The result of the tool, for a call as middleware has left it."""
    course = call.course
    try:
        taken = _taken(call, course)
        if taken is not course.taken:
            # What a person has allowed were other arguments.
            may_run = await allowed(course, taken, switch)
            if isinstance(may_run, ToolResult):
                return may_run
            course.taken = taken = may_run
    except CallError as error:
        return refused(course.call, error, course.plan.tool)
    return await finished(course, taken, switch)


def _taken(call: PreparedCall, course: Course) -> Taken:
    """The arguments of the call; taken anew if middleware has changed them.

    Raises:
        CallError: The tool does not take them.
    """
    known = course.taken
    if call.holds(known.arguments):
        return known
    changed = call.arguments
    return known if canonical(changed) == canonical(known.arguments) else course.plan.taker.take(changed)


async def finished(course: Course, taken: Taken, switch: Switch) -> ToolResult:
    """The result of the tool for these arguments, which nobody changes any more."""
    before = course.ran
    try:
        result = await _result(course, taken, switch)
    except CallError as error:
        result = refused(course.call, error, course.plan.tool)
    if course.ran is not before:
        course.ran = before if result.kind in _NOT_ENTERED else result
    return result


async def _result(course: Course, taken: Taken, switch: Switch) -> ToolResult:
    plan, call = course.plan, course.call
    if plan.is_external:
        return external(call, taken.arguments)
    if plan.options.max_calls is not None and not course.desk.counter.admits(plan.tool.name, plan.options.max_calls):
        return limit_reached(call, plan.options.max_calls)
    if course.context is not None:
        switch.cancelled = course.context.cancelled
    gate = course.desk.gate
    value = await (
        _run(course, taken, switch) if gate is None else gate.let_in(lambda: _run(course, taken, switch), switch)
    )
    if value is TIMED_OUT:
        return timed_out(call, plan.tool, course.desk.settings)
    if is_raised(value):
        return _raised(course, taken, value)
    return await plan.finisher.result(call, value, switch)


def _raised(course: Course, taken: Taken, value: Raised) -> ToolResult:
    plan, exception = course.plan, value.exception
    if isinstance(value, Unprovided | RaisedAfter):
        return _raised_beside(course, value)
    if plan.leads_outside and isinstance(exception, CallError) and exception.kind == "external":
        # A delegate may have given the declaration behind it other arguments.
        return external(course.call, taken.arguments if exception.call is None else exception.call.arguments)
    log_body_raised(plan.tool.name, exception)
    return raised(course.call, exception, plan.tool, course.desk.settings.error_detail)


def _raised_beside(course: Course, value: Unprovided | RaisedAfter) -> ToolResult:
    """The result where code for injected values raised, before the body or after it, or a delegate after it."""
    name = course.plan.tool.name
    if isinstance(value, RaisedAfter):
        log_raised(value.what, name, value.exception)
        course.ran = ToolResult(course.call, value.value)
    else:
        log_raised("a function that makes an injected value", name, value.exception)
    return raised_around(course, value.exception)


async def _run(course: Course, taken: Taken, switch: Switch) -> Any:
    """What the body gives, in as many attempts and as much time as it has."""
    plan = course.plan
    if plan.timeout_seconds is None:
        return await _attempts(course, taken, switch)
    return await within(plan.timeout_seconds, lambda inner: _attempts(course, taken, inner), switch, plan.tool.name)


async def _attempts(course: Course, taken: Taken, switch: Switch) -> Any | Raised:
    retries = course.plan.options.retries
    if not retries:
        return await _attempt(course, taken, switch)
    return await repeated(retries, lambda: _attempt(course, taken, switch), switch)


async def _attempt(course: Course, taken: Taken, switch: Switch) -> Any | Raised:
    plan = course.plan
    arguments, loaded = taken.arguments, taken.loaded
    if plan.keeps_arguments:
        # A body may change what it is given; the next attempt, or middleware, must not see that.
        arguments = duplicate(arguments)
        loaded = plan.tool.load_values(arguments)
    before, course.ran = course.ran, ToolResult(course.call)
    entry = Entry(arguments, loaded, course.context, switch, course.desk.settings.executor)
    value = await plan.tool.run_call(entry)
    if is_raised(value) and isinstance(value, Unprovided):
        course.ran = before
    return value
