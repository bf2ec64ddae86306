"""One call of a tool by itself: every step up to the value, none of a dispatcher's."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolkit.calling.body import Entry
from toolkit.calling.guard import is_raised
from toolkit.calling.switch import Switch
from toolkit.calls import ToolCall
from toolkit.context import CONTEXT_KEY, CallMetadata, ToolContext
from toolkit.errors import CallError
from toolkit.misfits import object_in_words
from toolkit.record import EMPTY, MISSING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.options import ToolOptions


async def invoked(tool: Any, arguments: Any, context: Any, switch: Switch | None) -> Any:
    """The value of one call.

    Args:
        tool: The tool.
        arguments: A dict, its JSON text, a ToolCall, or None.
        context: The caller's own object, or a whole ToolContext; MISSING or None for none.
        switch: Where the call runs; None if a loop runs already.

    Raises:
        CallError: The arguments are refused, or the call is for another tool.
        MissingContextError: The tool needs what the caller did not give.
        BaseException: What the tool raises.
    """
    switch = switch or Switch(by_hand=False)
    call = _call_of(tool, arguments)
    decoded, _ = tool.contract.decode(call.arguments)
    settled, _ = tool.contract.settle(decoded)
    tool.contract.check(settled)
    loaded = tool.load_values(settled)
    live = _live_context(tool, call, context)
    switch.cancelled = live.cancelled
    value = await tool.run_call(Entry(settled, loaded, live, switch))
    if is_raised(value):
        raise value.exception
    content, _ = content_and_artifact(value, tool.options)
    return content


def _live_context(tool: Any, call: ToolCall, context: Any) -> ToolContext[Any]:
    if isinstance(context, ToolContext):
        return context if context.call is not None else _serving(context, call)
    deps = MISSING if context is None else context
    tags = tuple(dict.fromkeys(tool.options.tags))
    metadata = call_metadata(EMPTY, deps)
    return ToolContext(deps, call=call, metadata=metadata, tool=tool, tags=tags, run_name=tool.name)


def _serving(context: ToolContext[Any], call: ToolCall) -> ToolContext[Any]:
    """A context that was made by hand, and may be used again, as the one of a call."""
    made = copy.copy(context)
    made.call = call
    return made


def call_metadata(given: Mapping[str, Any], deps: Any) -> CallMetadata:
    """What the host tells of a call, with the caller's context under a key that nobody else can set."""
    items = {key: value for key, value in given.items() if key != CONTEXT_KEY} if CONTEXT_KEY in given else given
    return CallMetadata(items if deps is MISSING else {**items, CONTEXT_KEY: deps})


def _call_of(tool: Any, arguments: Any) -> ToolCall:
    if not isinstance(arguments, ToolCall):
        return ToolCall(tool.name, arguments)
    if arguments.name != tool.name:
        raise CallError(f"the call is for {arguments.name[:80]!r}, not for {tool.name!r}", kind="unknown_tool")
    return arguments


def content_and_artifact(value: Any, options: ToolOptions) -> tuple[Any, Any]:
    """What the model reads and what only the program gets.

    Raises:
        CallError: Kind result_error: a tool of response_format="content_and_artifact" gave no pair.
    """
    if options.response_format == "content":
        return value, None
    if not (isinstance(value, tuple) and len(value) == 2):  # noqa: PLR2004 - a pair
        message = f"{options.name} must return a pair (content, artifact), not {object_in_words(value)}"
        raise CallError(message, kind="result_error")
    return value
