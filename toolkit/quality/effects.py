"""Rules on behaviour: hints that are missing or wrong, as names tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.option_kinds import HINTS
from toolkit.quality.inspection import words
from toolkit.quality.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.options import ToolOptions
    from toolkit.quality.inspection import Inspection


# Verbs of what cannot be taken back, or costs money.
_EFFECTS: Final = frozenset(
    {
        *("cancel", "charge", "delete", "destroy", "drop", "email", "erase", "kill", "overwrite", "pay", "post"),
        *("publish", "purchase", "purge", "refund", "remove", "reset", "revoke", "send", "terminate", "transfer"),
        *("uninstall", "wipe", "withdraw"),
    }
)


def told_effects(inspection: Inspection) -> Iterator[Finding]:
    """Tools whose name tells of an effect and whose author says nothing of it, or the opposite."""
    for tool in inspection.tools:
        verb = next(iter(words(tool.name)), "")
        fault = _fault(tool.options, verb if verb in _EFFECTS else "")
        if fault is not None:
            code, what, cure = fault
            yield Finding(code, tool.name, "hints", what, cure)


def _fault(options: ToolOptions, effect: str) -> tuple[str, str, str] | None:
    """The code, what is wrong, and the cure."""
    if options.read_only and options.destructive:
        return "B402", "read_only and destructive at once", "keep the one that is true"
    if options.read_only and effect:
        return "B402", f"its name begins with {effect!r}, and it is read_only", "take the hint away, or rename it"
    if effect and not _is_told(options):
        cure = "say destructive=True, approval=True or open_world=True; or destructive=False if it does no harm"
        return "B401", f"its name begins with {effect!r}, and no hint tells of an effect", cure
    return None


def _is_told(options: ToolOptions) -> bool:
    return bool(options.approval) or any(getattr(options, hint) is not None for hint in HINTS)
