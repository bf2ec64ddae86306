"""What a host gives to a dispatcher, as types: middleware, approvers, and the four things that a hook may be told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from toolkit.calls import PendingApproval, ToolCall, ToolResult
from toolkit.dispatch.approval import Decision
from toolkit.dispatch.prepared import PreparedCall

if TYPE_CHECKING:
    from toolkit.context import ToolContext


class Proceed(Protocol):
    """What async middleware carries a call on with."""

    def __call__(self, call: PreparedCall = ..., /) -> Coroutine[Any, Any, ToolResult]:
        """The result of the call, or of what `call.with_arguments` made of it, to be awaited."""
        ...


class SyncProceed(Protocol):
    """What sync middleware carries a call on with."""

    def __call__(self, call: PreparedCall = ..., /) -> ToolResult:
        """The result of the call, or of what `call.with_arguments` made of it."""
        ...


Middleware = Callable[[PreparedCall, Proceed], Awaitable[ToolResult]]
SyncMiddleware = Callable[[PreparedCall, SyncProceed], ToolResult]
Approver = Callable[[PendingApproval], Decision | bool | Awaitable[Decision | bool]]


class StartHook(Protocol):
    """A hook that is told before a tool runs."""

    def on_tool_start(self, call: ToolCall, context: ToolContext[Any], /) -> object:
        """Be told of a call with the arguments that the tool gets; it may be async, as those below."""
        ...


class EndHook(Protocol):
    """A hook that is told what a tool gave."""

    def on_tool_end(self, call: ToolCall, context: ToolContext[Any], value: Any, /) -> object:
        """Be told of a call and its value."""
        ...


class ErrorHook(Protocol):
    """A hook that is told of calls that failed."""

    def on_tool_error(self, call: ToolCall, context: ToolContext[Any], exception: BaseException, /) -> object:
        """Be told of a call and of what ended it."""
        ...


class ProgressHook(Protocol):
    """A hook that is told how far a call is."""

    def on_tool_progress(self, call: ToolCall, context: ToolContext[Any], progress: Any, /) -> object:
        """Be told of what the tool reports, or yields before its last value."""
        ...


# A hook has any of the four methods.
Hook = StartHook | EndHook | ErrorHook | ProgressHook
