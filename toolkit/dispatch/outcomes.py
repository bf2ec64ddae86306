"""Every way in which a call can fail, as a ToolResult with its text for the model."""

from __future__ import annotations

from itertools import islice
from traceback import walk_stack, walk_tb
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import cleaned, spoken, visible
from toolkit.calling.guard import Raised, attempt, members_of, sole, text_of
from toolkit.calling.reporting import log_raised
from toolkit.calling.threads import HaltedError
from toolkit.calls import FAILURE_KINDS, Failure, FailureKind, ToolCall, ToolResult
from toolkit.closeness import close_tool_names
from toolkit.dispatch.recurrence import firmer
from toolkit.errors import ArgumentError, CallError, MisuseError, Retry, ToolError
from toolkit.schema.wording import shortened
from toolkit.types.rules import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.dispatch.course import Course
    from toolkit.dispatch.settings import ErrorDetail, Settings
    from toolkit.tools.base import Tool

MAX_MESSAGE_CHARS: Final = 2000
_MAX_NAME_CHARS: Final = 80
_MAX_NAMES_COMPARED: Final = 2000
# How many exceptions of a group are told.
_SHOWN_EXCEPTIONS: Final = 3
_MASKED: Final = "The tool failed."
# A body may well call a tool that calls a tool; where a stack is spent beneath so few, it is the body's own doing.
_FEW_CALLS: Final = 8
_ENTRANCES: Final = frozenset({"toolkit.dispatch.dispatcher", "toolkit.tools.base"})
_ENTRIES: Final = frozenset(
    {"dispatch", "adispatch", "dispatch_all", "adispatch_all", "call", "acall", "invoke", "ainvoke"}
)


def unknown_tool(call: ToolCall, names: Iterable[str]) -> ToolResult:
    """The result for a name that no tool has; it offers at most three that look like it."""
    near = close_tool_names(call.name[:_MAX_NAME_CHARS], islice(names, _MAX_NAMES_COMPARED))
    offer = f"Did you mean {' or '.join(near)}?" if near else "Call one of the tools that were declared to you."
    return failed(call, "unknown_tool", f"There is no tool {shown_name(call.name)!r}. {offer}")


def shown_name(name: str) -> str:
    """A name that a model wrote, fit to be repeated."""
    return shortened(visible(name[: 2 * _MAX_NAME_CHARS]), _MAX_NAME_CHARS)


def refused(
    call: ToolCall, error: CallError, tool: Tool[Any, Any] | None = None, is_repeated: bool = False
) -> ToolResult:
    """The result for a call that was refused before the tool was entered.

    Args:
        call: The call.
        error: What is wrong with it.
        tool: Its tool, whose author may have words of his own for that.
        is_repeated: Whether the very same call was refused before; see recurrence.py.
    """
    wording = False if tool is None else tool.options.on_invalid_arguments
    if type(error) is ArgumentError and error.again and wording is False:
        # Written by the library, so it is short and hides nothing.
        text = error.again if is_repeated else str(error)
        failure = Failure("invalid_arguments", text, error.violations, error)
        # With all that it takes, and by position: so it is made in half the time.
        return ToolResult(call, None, None, failure, 0.0, None, (), False, None, None)  # noqa: FBT003 - see above
    kind: FailureKind = error.kind if error.kind in FAILURE_KINDS else "malformed_call"
    violations = error.violations if isinstance(error, ArgumentError) else ()
    text = shortened(visible(text_of(error)), MAX_MESSAGE_CHARS)
    if tool is not None and kind in {"invalid_arguments", "malformed_call"}:
        text = _worded(wording, error, text, tool.name)
    return ToolResult(call, None, None, Failure(kind, firmer(text, error) if is_repeated else text, violations, error))


def raised(
    call: ToolCall,
    exception: BaseException,
    tool: Tool[Any, Any],
    detail: ErrorDetail,
    kind: FailureKind = "tool_error",
) -> ToolResult:
    """The result for a tool, or code around it, that raised."""
    if isinstance(exception, HaltedError):
        return refused(call, exception)
    if isinstance(exception, RecursionError) and calls_around(exception) > _FEW_CALLS:
        return nested_too_deep(call, exception)
    told = sole(exception)
    if isinstance(told, ToolError | Retry):
        text = spoken(text_of(told), MAX_MESSAGE_CHARS) or _MASKED
        if isinstance(told, ToolError):
            text = _worded(tool.options.on_tool_error, told, text, tool.name)
    else:
        text = exception_text(told, detail)
    return failed(call, kind, text, exception=exception)


def calls_around(exception: BaseException) -> int:
    """How many calls of tools stand around the place where something was raised."""
    # It ends where it was caught; the rest is still on the stack.
    frames = [frame for frame, _ in walk_tb(exception.__traceback__)]
    frames += [frame for frame, _ in walk_stack(None)]
    return sum(frame.f_code.co_name in _ENTRIES and frame.f_globals.get("__name__") in _ENTRANCES for frame in frames)


def nested_too_deep(call: ToolCall, exception: BaseException) -> ToolResult:
    """The result for a call in so many others that the stack has no room for more."""
    text = "Too many calls stand in one another: a tool that calls tools must come to an end."
    return failed(call, "limit_reached", text, exception=exception)


def raised_around(course: Course, exception: BaseException) -> ToolResult:
    """The result where a hook, middleware or another function around a tool raised.

    Once the tool has run, the text says so, lest the model call it again for the same effect.
    """
    call, tool = course.call, course.tool
    detail = course.desk.settings.error_detail
    if tool is None:
        return failed(call, "tool_error", _MASKED, exception=exception)
    told = raised(call, exception, tool, detail)
    if course.ran is None or course.is_of_body(exception):
        return told
    why = "" if detail == "masked" else f": {told.text}"
    return after_run(course, "tool_error", f"code around it failed{why}", exception=exception)


def after_run(course: Course, kind: FailureKind, text: str, **further: Any) -> ToolResult:
    """A failure result of a call whose tool has run; it keeps what the function returned.

    Args:
        course: The call.
        kind: The kind of failure.
        text: What went wrong then, as the end of "The tool ran, but ...".
        further: Further fields of the failure.
    """
    told = f"The tool ran, but {shortened(text.strip().rstrip('.'), MAX_MESSAGE_CHARS)}."
    if not course.plan.is_read_only:
        told += " Do not call it again for the same effect."
    result = failed(course.call, kind, told, **further)
    if course.ran is not None:
        result.value, result.artifact = course.ran.value, course.ran.artifact
    return result


def exception_text(exception: BaseException, detail: ErrorDetail) -> str:
    """What a model may read of an unexpected exception: its type and what it says, without paths and addresses."""
    if detail == "masked":
        return _MASKED
    text = _text_alone(exception)
    if isinstance(exception, BaseExceptionGroup):
        inner = [_text_alone(sole(each)) for each in members_of(exception)[:_SHOWN_EXCEPTIONS]]
        text = f"{text}: {'; '.join(inner)}"
    return shortened(text, MAX_MESSAGE_CHARS)


def _text_alone(exception: BaseException) -> str:
    # A validation library's own report has the values that came and addresses of its manual in it.
    own = attempt(refusal_text, exception) if attempt(hasattr, exception, "errors") is True else None
    said = cleaned(own if isinstance(own, str) else text_of(exception), MAX_MESSAGE_CHARS)
    if isinstance(exception, MisuseError):
        return said
    name = shortened(visible(type(exception).__name__), _MAX_NAME_CHARS)
    return shortened(f"{name}: {said}" if said and said != name else name, MAX_MESSAGE_CHARS)


def timed_out(call: ToolCall, tool: Tool[Any, Any] | None, settings: Settings) -> ToolResult:
    """The result for a call that took too long."""
    options = None if tool is None else tool.options
    seconds = (options and options.timeout_seconds) or settings.timeout_seconds or 0.0
    is_read_only = options is not None and options.read_only
    doubt = "" if is_read_only else " Whether it took effect is unknown; find out before you call it again."
    text = f"The tool did not finish within {seconds:g} seconds (timeout).{doubt}"
    return failed(call, "timeout", text, exception=TimeoutError(text))


def external(call: ToolCall, arguments: dict[str, Any]) -> ToolResult:
    """The result for a declared tool, whose calls the caller carries out.

    The checked arguments stand in `.value`. Once the caller has a value, `dispatcher.answer(result, value)` gives
    the result to send back.
    """
    result = failed(call, "external", f"{call.name} is carried out by the program that declared it.")
    result.value = arguments
    return result


def limit_reached(call: ToolCall, max_calls: int) -> ToolResult:
    """The result for a tool that has run as often as it may."""
    times = "once" if max_calls == 1 else f"{max_calls} times"
    return failed(call, "limit_reached", f"{call.name} may run {times}, and has; do not call it again.")


def denied(call: ToolCall, reason: str = "", exception: BaseException | None = None) -> ToolResult:
    """The result for a call that was not allowed."""
    reason = spoken(reason, MAX_MESSAGE_CHARS // 2)
    text = f"The call was denied: {reason}" if reason else "The call was denied."
    return failed(call, "denied", text, exception=exception)


def failed(call: ToolCall, kind: FailureKind, message: str, **further: Any) -> ToolResult:
    """A failure result."""
    return ToolResult(call, error=Failure(kind, message, **further))


def shared_result(call: ToolCall, first: ToolResult) -> ToolResult:
    """The result of a call for which the tool has not run, as it has for an equal one."""
    return ToolResult(
        call,
        first.value,
        text=first.text,
        error=first.error,
        artifact=first.artifact,
        return_direct=first.return_direct,
    )


def exception_of(result: ToolResult) -> BaseException:
    """The exception that stands for a failure, in what hooks are told."""
    if result.error is None:
        return CallError("")
    if result.error.exception is not None:
        return result.error.exception
    return CallError(result.error.message, kind=result.error.kind, call=result.call)


def _worded(wording: Any, exception: BaseException, text: str, tool: str) -> str:
    """The author's own words for a failure: a text, a function of the exception, or the exception's own text."""
    if isinstance(wording, str):
        return wording
    if callable(wording):
        worded = attempt(lambda: str(wording(exception)))
        if isinstance(worded, Raised):
            log_raised("the wording of a failure", tool, worded.exception)
            return text
        return spoken(worded, MAX_MESSAGE_CHARS)
    return text
