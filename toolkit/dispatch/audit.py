"""The audit trail: one record for each call, without any value of its arguments or result."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import visible
from toolkit.dispatch.canonical import arguments_digest

if TYPE_CHECKING:
    import logging

    from toolkit.calls import ToolCall, ToolResult
    from toolkit.tools.base import Tool

_MAX_ID_CHARS: Final = 256
# The level of logging.INFO, for a program that has not loaded logging; nobody can listen in it.
_INFO: Final = 20
_LOGGER: Final[list[logging.Logger]] = []


def audit_logger() -> logging.Logger | None:
    """The logger `toolkit.audit`, None if nobody listens to it at INFO."""
    if not _LOGGER:
        logging_ = sys.modules.get("logging")
        if logging_ is None:
            return None
        _LOGGER.append(logging_.getLogger("toolkit.audit"))
    return _LOGGER[0] if _LOGGER[0].isEnabledFor(_INFO) else None


def audited(
    logger: logging.Logger, call: ToolCall, tool: Tool[Any, Any] | None, decision: str, result: ToolResult
) -> None:
    """Leave the record of one call: what was called and how it ended.

    Args:
        logger: Where to.
        call: The model's call.
        tool: The tool, None if there is none of that name.
        decision: What a person decided, "" if nobody was asked.
        result: How the call ended.
    """
    told = {
        "tool": visible(call.name[:128]),
        "source": "" if tool is None else tool.source,
        "call_id": None if call.id is None else visible(call.id[:_MAX_ID_CHARS]),
        "arguments_digest": arguments_digest(call.arguments if result.arguments is None else result.arguments),
        "decision": decision,
        "outcome": result.kind,
        "seconds": round(result.seconds, 6),
    }
    logger.info(
        "%s",
        json.dumps(told),
        extra={key: value for key, value in told.items() if key != "tool"} | {"tool_name": told["tool"]},
    )
