"""What the log is told of calls and of settings; never what is in a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.closeness import Names

if TYPE_CHECKING:
    import logging
    from collections.abc import Collection, Mapping

    from toolkit.calls import ToolResult
    from toolkit.context import ToolContext


def _logger() -> logging.Logger:
    import logging as logging_  # noqa: PLC0415 - dear at start

    return logging_.getLogger("toolkit.dispatch")


def log_strayed_handlers(handlers: Mapping[str, Any], tools: Collection[str]) -> None:
    """Write which handlers are those of no tool, though there is one of nearly the same name that has none.

    Args:
        handlers: The handlers, by the names of tools.
        tools: Names of the tools that there are; more may come.
    """
    without_handler = Names(name for name in tools if name not in handlers)
    for name in handlers:
        near = None if name in tools else without_handler.closest(name)
        if near is not None:
            _logger().warning("handlers[%r] is for no tool; is %r meant?", name, near)


def log_start(context: ToolContext[Any]) -> None:
    """Write that a call of a tool with `verbose=True` begins."""
    _logger().info("%s begins (run %s)", context.tool.name, context.run_id)


def log_end(context: ToolContext[Any], result: ToolResult, seconds: float) -> None:
    """Write how a call has ended, and after how long."""
    _logger().info("%s ended: %s after %.3f s (run %s)", context.tool.name, result.kind, seconds, context.run_id)
