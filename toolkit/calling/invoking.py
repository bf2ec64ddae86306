"""One call of a tool by itself: every step up to the value, none of a dispatcher's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import Raised
from toolkit.calling.switch import Switch
from toolkit.calls import ToolCall
from toolkit.context import ToolContext
from toolkit.errors import CallError


if TYPE_CHECKING:
    from toolkit.options import ToolOptions


async def invoked(tool: Any, arguments: Any, context: Any, switch: Switch | None) -> Any:
    """The value of one call.

    Args:
        tool: The tool.
        arguments: A dict, its JSON text, a ToolCall, or None.
        context: The caller's own object, or a whole ToolContext; MISSING for none.
        switch: Where the call runs; None if a loop runs already.

    Raises:
        CallError: The arguments are refused, or the call is for another tool.
        BaseException: What the tool raises.
    """
    call = _call_of(tool, arguments)
    decoded, _ = tool.contract.decode(call.arguments)
    settled, _ = tool.contract.settle(decoded)
    tool.contract.check(settled)
    loaded = tool.load(settled)
    live = context if isinstance(context, ToolContext) else ToolContext(context, call=call, tool=tool)
    value = await tool.run(settled, loaded, live, switch or Switch(by_hand=False))
    if isinstance(value, Raised):
        raise value.exception
    content, _ = content_and_artifact(value, tool.options)
    return content


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
        kind = type(value).__name__
        raise CallError(f"{options.name} must return a pair (content, artifact), not a {kind}", kind="result_error")
    return value
