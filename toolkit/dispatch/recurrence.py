"""Calls that are refused again: a model that repeats itself is told so, in fewer words than before."""

from __future__ import annotations

import weakref
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Raised, attempt
from toolkit.calls import Failure
from toolkit.dispatch.canonical import arguments_digest
from toolkit.record import MISSING

if TYPE_CHECKING:
    from toolkit.calls import ToolCall, ToolResult

REFUSALS: Final = frozenset({"malformed_call", "unknown_tool", "invalid_arguments"})
_REMEMBERED: Final = 256
_SECONDS: Final = 60.0
# How the first line of a refusal of arguments begins and ends, and what a repetition has in its place.
_OF, _NOT_VALID, _CHANGE = "The arguments of ", " are not valid:\n", "Refused again, change the call:\n"
# How other refusals begin, and how they do when they come again; what follows says what to change, and stays.
_FIRMER: Final = (
    ("There is no tool ", "Again: no tool "),
    ("the arguments are no valid JSON: ", "Again no JSON: "),
    ("the arguments ", "Again, they "),
)
# What a model has just read and did not heed: the last line, or the end of it.
_EXAMPLE: Final = "\nExample: "
_ADVICE: Final = ("; send one JSON object", "; send {} for none")

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
            result.error = Failure(error.kind, firmer(error.message), error.violations, error.exception)
        return result

    def is_repeated(self, call: ToolCall, context: Any, run_id: str | None, batch: object = None) -> bool:
        """Whether the very same call was refused before, as for `noted`; that it is refused now is remembered."""
        caller = None if context is MISSING else attempt(weakref.ref, context)
        if not call.name or isinstance(caller, Raised):
            return False
        arguments, now, seen = call.arguments, monotonic(), self._seen
        digest = hash(arguments) if type(arguments) is str else arguments_digest(arguments)
        key = (call.name, digest, run_id if caller is None else id(context))
        # Each of these is one step for other threads, so that no lock is needed, which would cost as much as the rest.
        before = seen.pop(key, None)
        seen[key] = (now, batch, caller)
        if len(seen) > _REMEMBERED:
            # Of a plain dict the first keys are the oldest, as a key that comes again is put in anew.
            for oldest in list(seen)[:-_REMEMBERED]:
                seen.pop(oldest, None)
        if before is None:
            return False
        at, batch_before, caller_before = before
        if now - at > _SECONDS or (batch is not None and batch_before is batch):
            return False
        return caller is None or caller_before is caller


def firmer(text: str) -> str:
    """The text of a refusal for a model that has read it and sent the same again: shorter, with every fault in it.

    A text that the tool's author has worded stays as it is, and says in front that it comes again.

    >>> firmer("There is no tool 'get_wether'. Did you mean get_weather?")
    "Again: no tool 'get_wether'. Did you mean get_weather?"
    """
    head, _, faults = text.partition(_NOT_VALID)
    if faults and head.startswith(_OF) and "\n" not in head:
        return _CHANGE + _without_advice(faults)
    for beginning, firm in _FIRMER:
        if text.startswith(beginning):
            return firm + _without_advice(text[len(beginning) :])
    return f"Again: {text}"


def _without_advice(text: str) -> str:
    last_line = text.rfind("\n")
    if last_line >= 0 and text.startswith(_EXAMPLE, last_line):
        return text[:last_line]
    for advice in _ADVICE:
        if text.endswith(advice):
            return text[: -len(advice)]
    return text
