"""Calls that are refused again: a model that repeats itself is told so, in fewer words than before."""

from __future__ import annotations

import weakref
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Raised, attempt
from toolkit.calls import Failure
from toolkit.dispatch.canonical import arguments_digest
from toolkit.errors import ArgumentError
from toolkit.record import MISSING
from toolkit.schema.wording import EXAMPLE

if TYPE_CHECKING:
    from toolkit.calls import ToolCall, ToolResult

REFUSALS: Final = frozenset({"malformed_call", "unknown_tool", "invalid_arguments"})
_REMEMBERED: Final = 256
_SECONDS: Final = 60.0
# How refusals begin, and how they do when they come again; what follows says what to change, and stays.
_FIRMER: Final = (
    ("There is no tool ", "Again: no tool "),
    ("the arguments are no valid JSON: ", "Again no JSON: "),
    ("the arguments ", "Again, they "),
)
# What a model has just read and did not heed.
_ADVICE: Final = "; send one JSON object"

# When a call was refused, on the monotonic clock; the batch that it was one of, None for none; and what gives the
# caller's context while that lives, None for a caller without one. A class would cost as much as all the rest.
_Refused = tuple[float, object, "weakref.ref[Any] | None"]


class Recurrence:
    """Remembers for a minute the calls that were refused, by caller, name and arguments.

    A caller is told apart by its context object, else by its run. One whose context cannot be referred to weakly (a
    dict, a text) is never taken for having repeated itself: another object may have got its place in memory.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[Any, ...], _Refused] = {}

    def noted(
        self,
        call: ToolCall,
        result: ToolResult,
        context: Any = MISSING,
        run_id: str | None = None,
        batch: object = None,
    ) -> ToolResult:
        """The result of a call that was refused; its text says so, if the very same call was refused before.

        Args:
            call: The call.
            result: Its result.
            context: The caller's own object, MISSING for none.
            run_id: Id of the caller's run, None for none.
            batch: Stands for the batch that the call is one of: equal calls of one batch are no repetition.
        """
        error = result.error
        if error is not None and self.is_repeated(call, context, run_id, batch):
            text = firmer(error.message, error.exception)
            result.error, result.text = Failure(error.kind, text, error.violations, error.exception), text
        return result

    def is_repeated(self, call: ToolCall, context: Any, run_id: str | None, batch: object = None) -> bool:
        """Whether the very same call was refused before, as for `noted`; that it is refused now is remembered."""
        caller: Any = None
        if context is not MISSING:
            caller = attempt(weakref.ref, context)
            if isinstance(caller, Raised):
                return False
        if not call.name:
            return False
        arguments, now, seen = call.arguments, monotonic(), self._seen
        digest = hash(arguments) if type(arguments) is str else arguments_digest(arguments)
        key = (call.name, digest, run_id if caller is None else id(context))
        # Each of these is one step for other threads, so that no lock is needed, which would cost as much as the rest.
        before = seen.get(key)
        seen[key] = (now, batch, caller)
        if before is None:
            if len(seen) > _REMEMBERED:
                self._forget(len(seen) - _REMEMBERED + _REMEMBERED // 8)
            return False
        at, batch_before, caller_before = before
        if now - at > _SECONDS or (batch is not None and batch_before is batch):
            return False
        return caller is None or caller_before is caller

    def _forget(self, count: int) -> None:
        """Forget the calls that were refused longest ago."""
        for key, _ in sorted(self._seen.items(), key=lambda each: each[1][0])[:count]:
            self._seen.pop(key, None)


def firmer(text: str, error: BaseException | None = None) -> str:
    """The text of a refusal for a model that has read it and sent the same again: shorter, with every fault in it.

    A text that the tool's author has worded stays as it is, and says in front that it comes again.

    >>> firmer("There is no tool 'get_wether'. Did you mean get_weather?")
    "Again: no tool 'get_wether'. Did you mean get_weather?"

    Args:
        text: What it read.
        error: Why it was refused.
    """
    if type(error) is ArgumentError and error.again and str(error) == text:
        return error.again
    for beginning, firm in _FIRMER:
        if text.startswith(beginning):
            return firm + text[len(beginning) :].partition(EXAMPLE)[0].removesuffix(_ADVICE)
    return f"Again: {text}"
