"""Every way in which a call can end, as a ToolResult with its text for the model."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, Literal

from toolkit.calling.cleaning import cleaned, shortened, visible
from toolkit.calling.guard import Raised, attempt, text_of
from toolkit.calls import Failure, FailureKind, ToolCall, ToolResult
from toolkit.errors import ArgumentError, CallError, Retry, ToolError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.tools.base import Tool

ErrorDetail = Literal["message", "masked"]
MAX_MESSAGE_CHARS: Final = 2000
_MAX_NAME_CHARS: Final = 80


def unknown_tool(call: ToolCall, names: Iterable[str]) -> ToolResult:
    """The result for a name that no tool has; it offers at most three that look like it."""
    near = get_close_matches(call.name[:_MAX_NAME_CHARS], list(names), 3, 0.6)
    offer = f" Did you mean {' or '.join(near)}?" if near else " Call one of the tools that were declared to you."
    shown = shortened(visible(call.name), _MAX_NAME_CHARS)
    return failed(call, "unknown_tool", f"There is no tool {shown!r}.{offer}")


def refused(call: ToolCall, error: CallError, tool: Tool[Any, Any] | None = None) -> ToolResult:
    """The result for arguments that were refused before the tool was entered."""
    kind: FailureKind = error.kind if error.kind != "ok" else "malformed_call"  # type: ignore[assignment]
    violations = error.violations if isinstance(error, ArgumentError) else ()
    text = str(error)
    if tool is not None and kind in {"invalid_arguments", "malformed_call"}:
        text = _worded(tool.options.on_invalid_arguments, error, text)
    return failed(call, kind, text, violations=violations, exception=error)


def raised(
    call: ToolCall,
    exception: BaseException,
    tool: Tool[Any, Any],
    detail: ErrorDetail,
    kind: FailureKind = "tool_error",
) -> ToolResult:
    """The result for a tool, or code around it, that raised."""
    if isinstance(exception, ToolError | Retry):
        text = cleaned(text_of(exception), MAX_MESSAGE_CHARS) or "The tool failed."
        if isinstance(exception, ToolError):
            text = _worded(tool.options.on_tool_error, exception, text)
    elif detail == "masked":
        text = "The tool failed."
    else:
        said = cleaned(text_of(exception), MAX_MESSAGE_CHARS)
        name = type(exception).__name__
        text = f"{name}: {said}" if said and said != name else name
    return failed(call, kind, text, exception=exception)


def failed(call: ToolCall, kind: FailureKind, message: str, **further: Any) -> ToolResult:
    """A failure result."""
    return ToolResult(call, error=Failure(kind, message, **further))


def _worded(wording: Any, exception: BaseException, text: str) -> str:
    """The author's own words for a failure: a text, a function of the exception, or the exception's own text."""
    if isinstance(wording, str):
        return wording
    if callable(wording):
        worded = attempt(wording, exception)
        return text if isinstance(worded, Raised) else cleaned(str(worded), MAX_MESSAGE_CHARS)
    return text
