"""Calls that are refused again: a model that repeats itself gets a shorter, firmer text."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import shortened
from toolkit.dispatch.audit import arguments_digest
from toolkit.dispatch.outcomes import failed

if TYPE_CHECKING:
    from toolkit.calls import ToolCall, ToolResult

_REMEMBERED: Final = 256
_SECONDS: Final = 600.0
_MAX_CHARS: Final = 400
_SHOWN: Final = 3
REFUSALS: Final = frozenset({"malformed_call", "unknown_tool", "invalid_arguments"})


class Recurrence:
    """Remembers the calls that were refused lately, by name and arguments."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: OrderedDict[tuple[str, Any], float] = OrderedDict()

    def noted(self, call: ToolCall, result: ToolResult) -> ToolResult:
        """The result of a call that was refused; with another text, if the very same call was refused before."""
        if not call.name or result.kind not in REFUSALS:
            return result
        arguments = call.arguments
        key = (call.name, hash(arguments) if type(arguments) is str else arguments_digest(arguments))
        now = time.monotonic()
        with self._lock:
            before = self._seen.pop(key, None)
            self._seen[key] = now
            if len(self._seen) > _REMEMBERED:
                self._seen.popitem(last=False)
        return result if before is None or now - before > _SECONDS else _firmer(result)


def _firmer(result: ToolResult) -> ToolResult:
    """The same refusal in fewer words."""
    error = result.error
    if error is None:
        return result
    faults = "; ".join(str(each) for each in error.violations[:_SHOWN]) or error.message
    text = (
        f"Refused again: this is the call that failed before, unchanged. {shortened(faults, _MAX_CHARS)}\n"
        "It will fail each time. Change what is named here, or do without this call."
    )
    if len(text) >= len(error.message):
        return result
    return failed(result.call, error.kind, text, violations=error.violations, exception=error.exception)
