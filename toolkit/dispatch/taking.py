"""The arguments of a call, as they came -> checked JSON and loaded Python values."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.calling.guard import Raised, attempt
from toolkit.calling.plain_json import object_text
from toolkit.calls import Repair
from toolkit.dispatch.canonical import duplicate
from toolkit.dispatch.repair import Ladder
from toolkit.errors import ArgumentError, CallError
from toolkit.tools.base import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.dispatch.settings import Settings
    from toolkit.schema.engine import FastPath


class Taken(NamedTuple):
    """The arguments of a call that its tool takes.

    Attributes:
        arguments: As JSON, checked; as the text that came, where that was taken in one pass.
        loaded: As Python values, by parameter.
        repairs: What was changed before they fitted.
    """

    arguments: Any
    loaded: dict[str, Any]
    repairs: tuple[Repair, ...] = ()


class Taker:
    """Decodes, mends, checks and loads the arguments of one tool.

    Args:
        tool: The tool.
        settings: The dispatcher's.
    """

    def __init__(self, tool: Tool[Any, Any], settings: Settings) -> None:
        level = settings.repair_of(tool)
        self._tool = tool
        self._contract = tool.contract
        self._max_chars = settings.max_payload_chars
        self._repairing = level != "off"
        self._ladder = Ladder(tool.descriptor, tool.contract.fits) if level == "full" else None
        self._ignores_unknown = settings.extra_arguments_of(tool) == "ignore"

    @cached_property
    def fast(self) -> FastPath | None:
        """The one pass from JSON text to loaded arguments; None where `take` has to do it."""
        # A tool that loads its arguments in a way of its own has no fast path.
        is_plain = type(self._tool).load_values is Tool.load_values and self._tool.loads_plainly
        return self._contract.fast if is_plain else None

    def take(self, raw: Any) -> Taken:
        """The arguments of a call.

        Raises:
            CallError: They are no JSON object, or the tool does not take them.
        """
        outcome = self.taken(raw)
        if isinstance(outcome, Taken):
            return outcome
        try:
            raise outcome
        finally:
            # Else the exception would hold this frame, and the frame the exception.
            del outcome

    def taken(self, raw: Any) -> Taken | BaseException:
        """As `take`, with what it raises as a value."""
        text = None if self.fast is None else raw if type(raw) is str else object_text(raw)
        taken = attempt(self._taken_in_one_pass, text)
        return self.taken_after_all(raw, text) if taken is None else _bare(taken)

    def taken_after_all(self, raw: Any, text: str | None) -> Taken | BaseException:
        """As `taken`, for a call that the fast path did not take: most probably it has to be refused.

        Args:
            raw: The arguments, as they came.
            text: The same as JSON text, None where that is dear or not to be had.
        """
        refuse = self._refusal
        if refuse is not None and text is not None and len(text) <= self._max_chars:
            # Nothing is raised and caught on the way: that would cost as much as all the rest.
            refusal = attempt(refuse, text, self._repairing)
            if refusal is not None:
                return refusal.exception if isinstance(refusal, Raised) else refusal
        return _bare(attempt(self._take_by_steps, raw))

    @cached_property
    def _refusal(self) -> Callable[..., ArgumentError | None] | None:
        """Gives the refusal of JSON text, None where the steps have to decide; there may be no such function."""
        # Where the fast path takes what is good, the rest is worth a look whether it is bad.
        mends_little = self._ladder is None and not self._ignores_unknown
        return self._contract.refusal_of_text if mends_little and self.fast is not None else None

    def _taken_in_one_pass(self, text: str | None) -> Taken | None:
        if self.fast is None or text is None or len(text) > self._max_chars:
            return None
        loaded = self.fast.loaded(text)
        return None if loaded is None else Taken(json.loads(text), loaded)

    def _take_by_steps(self, raw: Any) -> Taken:
        if self._ladder is None:
            return self._checked(*self._contract.decode(raw, self._max_chars, repairing=self._repairing))
        return self._mended(self._ladder, raw)

    def _mended(self, ladder: Ladder, raw: Any) -> Taken:
        """The arguments, mended as far as can be if they are refused as they are.

        Raises:
            CallError: They are refused even so; the text is about what came.
        """
        try:
            decoded, repairs = self._contract.decode(raw, self._max_chars)
        except CallError as error:
            read = ladder.read(raw) if isinstance(raw, str) and len(raw) <= self._max_chars else None
            if read is None:
                raise
            decoded, repairs = self._decoded_again(read, error)
        try:
            return self._checked(decoded, repairs)
        except ArgumentError:
            mended, further = ladder.mended(self._contract.settle(decoded, repairing=True)[0])
            if not further:
                raise
            again = attempt(self._checked, mended, repairs + further)
            if isinstance(again, Raised):
                raise
            return again

    def _decoded_again(
        self, read: tuple[Any, tuple[Repair, ...]], error: CallError
    ) -> tuple[dict[str, Any], tuple[Repair, ...]]:
        """What was read from text that is no JSON, held to the same limits.

        Raises:
            CallError: It is no object, or breaks them.
        """
        value, repairs = read
        if not isinstance(value, dict):
            raise error
        decoded, further = self._contract.decode(value, self._max_chars)
        return decoded, repairs + further

    def _checked(self, decoded: dict[str, Any], repairs: tuple[Repair, ...]) -> Taken:
        settled, further = self._contract.settle(decoded, repairing=self._repairing)
        repairs += further
        if self._ignores_unknown:
            known = self._contract.without_unknown(settled)
            repairs += tuple(
                Repair(name, "ignored", "left out: the tool has no such argument")
                for name in settled
                if name not in known
            )
            settled = known
        self._contract.check(settled)
        # What the tool gets is its own to change; the arguments stand in the result and in the audit trail.
        return Taken(settled, self._tool.load_values(duplicate(settled)), repairs)


def _bare(taken: Taken | Raised) -> Taken | BaseException:
    return taken.exception if isinstance(taken, Raised) else taken
