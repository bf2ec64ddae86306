"""What the log is told of calls of a tool with `verbose=True`; never what is in a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import logging

    from toolkit.calls import ToolResult
    from toolkit.context import ToolContext


def log_start(context: ToolContext[Any]) -> None:
    """Write that a call begins."""
    _logger().info("%s begins (run %s)", context.tool.name, context.run_id)


def log_end(context: ToolContext[Any], result: ToolResult, seconds: float) -> None:
    """Write how a call has ended, and after how long."""
    _logger().info("%s ended: %s after %.3f s (run %s)", context.tool.name, result.kind, seconds, context.run_id)


def _logger() -> logging.Logger:
    import logging as logging_  # noqa: PLC0415 - dear at start

    return logging_.getLogger("toolkit.dispatch")
