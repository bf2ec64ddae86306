"""Calls that are refused again: a model that repeats itself gets a shorter, firmer text."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import shortened
from toolkit.dispatch.canonical import arguments_digest
from toolkit.dispatch.outcomes import failed, shown_name

if TYPE_CHECKING:
    from toolkit.calls import Failure, ToolCall, ToolResult

REFUSALS: Final = frozenset({"malformed_call", "unknown_tool", "invalid_arguments"})
_REMEMBERED: Final = 256
_SECONDS: Final = 600.0
_SHOWN: Final = 3
_FAULT_CHARS: Final = 120


class Recurrence:
    """Remembers the calls that were refused lately, by name and arguments."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: OrderedDict[tuple[str, Any], float] = OrderedDict()

    def noted(self, call: ToolCall, result: ToolResult) -> ToolResult:
        """The result of a call that was refused; with another text, if the very same call was refused before."""
        if not call.name or result.error is None:
            return result
        arguments = call.arguments
        key = (call.name, hash(arguments) if type(arguments) is str else arguments_digest(arguments))
        now = time.monotonic()
        with self._lock:
            before = self._seen.pop(key, None)
            self._seen[key] = now
            if len(self._seen) > _REMEMBERED:
                self._seen.popitem(last=False)
        if before is None or now - before > _SECONDS:
            return result
        error = result.error
        text = _firmer(call, error)
        return failed(result.call, error.kind, text, violations=error.violations, exception=error.exception)


def _firmer(call: ToolCall, error: Failure) -> str:
    """What was wrong, in fewer words than the first time."""
    if error.kind == "unknown_tool":
        return f"There still is no tool {shown_name(call.name)!r}; stop."
    if error.kind == "malformed_call":
        return f"Refused again, unchanged: {shortened(error.message, _FAULT_CHARS)}"
    faults = [f"{each.path or 'arguments'}: {shortened(each.expected, _FAULT_CHARS)}" for each in error.violations]
    others = f"; {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    return f"Refused again, unchanged. Change {'; '.join(faults[:_SHOWN])}{others}."
