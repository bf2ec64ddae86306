"""The audit trail: one record for each call, without any value of its arguments or result."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import visible
from toolkit.dispatch.canonical import arguments_digest

if TYPE_CHECKING:
    import logging
    from collections.abc import Callable

    from toolkit.calls import ToolCall, ToolResult
    from toolkit.tools.base import Tool

_MAX_ID_CHARS: Final = 256
# The level of logging.INFO, which a program need not have loaded.
INFO: Final = 20
# The logger, once it is known: asking logging for it takes a lock.
_LOGGER: Final[list[logging.Logger]] = []


def hearing() -> Callable[[int], bool]:
    """What says whether anybody listens to the logger `toolkit.audit` at a level; fit to be kept."""
    logger = _logger()
    return is_heard if logger is None else logger.isEnabledFor


def is_heard(level: int = INFO) -> bool:
    """Whether anybody listens to the logger `toolkit.audit` at a level."""
    logger = _logger()
    return logger is not None and logger.isEnabledFor(level)


def _logger() -> logging.Logger | None:
    """The logger, None as long as the program has not loaded logging: nobody can listen."""
    if not _LOGGER and "logging" in sys.modules:
        _LOGGER.append(sys.modules["logging"].getLogger("toolkit.audit"))
    return _LOGGER[0] if _LOGGER else None


def audit(  # noqa: PLR0917 - what a record is made of
    call: ToolCall,
    tool: Tool[Any, Any] | None,
    decision: str,
    result: ToolResult,
    run_id: str | None,
    approval_id: str = "",
) -> None:
    """Leave the record of one call: what was called and how it ended. To be asked only if it is heard.

    Args:
        call: The model's call.
        tool: The tool, None if there is none of that name.
        decision: What a person decided, "" if nobody was asked.
        result: How the call ended.
        run_id: Id of the caller's run, None if it has said none.
        approval_id: Id of the request that a person decides on, "" if there is none. It is for the caller's eyes, so
            that its digest is recorded.
    """
    logger = _logger()
    if logger is None:
        return
    told = {
        "tool": visible(call.name[:128]),
        "source": "" if tool is None else tool.source,
        "call_id": None if call.id is None else visible(call.id[:_MAX_ID_CHARS]),
        "arguments_digest": arguments_digest(call.arguments if result.arguments is None else result.arguments),
        "decision": decision,
        "outcome": result.kind,
        "seconds": round(result.seconds, 6),
    }
    if run_id is not None:
        told["run_id"] = visible(run_id[:_MAX_ID_CHARS])
    if approval_id:
        told["approval_digest"] = arguments_digest(approval_id)
    logger.info(
        "%s",
        json.dumps(told),
        extra={key: value for key, value in told.items() if key != "tool"} | {"tool_name": told["tool"]},
    )
