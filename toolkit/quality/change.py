"""One difference between what tools promised and what they promise now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from toolkit.misfits import tells_misfits
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

# The gravest first.
# breaking: a call or a reader of results that was right may be refused, or get something else; or a host is let down.
# behaviour: the same calls are right, but the model reads or gets something else.
# compatible: whatever was right still is.
Kind = Literal["breaking", "behaviour", "compatible"]


class Change(Record):
    """One difference, in one place of one tool.

    Attributes:
        kind: Whom it touches: "breaking", "behaviour" or "compatible".
        tool: The tool's name; of a renamed one the old name.
        place: Where: "arguments.at.city", "result[].price", "hints.read_only", "" for the tool itself.
        what: What happened, in fixed words: "argument removed", "type narrowed".
        was: What stood there, as JSON; None for nothing.
        now: What stands there, as JSON; None for nothing.
    """

    kind: Kind
    tool: str
    place: str
    what: str
    was: Any = None
    now: Any = None

    def to_dict(self) -> dict[str, Any]:
        """The change as a JSON-able dict."""
        return dict(self._items())


@tells_misfits
def breaking(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Those that may break somebody.

    >>> breaking([Change("breaking", "pay", "", "tool removed"), Change("compatible", "buy", "", "tool added")])
    (Change(kind='breaking', tool='pay', place='', what='tool removed'),)
    """
    return tuple(each for each in changes if each.kind == "breaking")
