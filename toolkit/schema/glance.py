"""Glance: finds the items of an array that may not fit, passing over those that surely do.

msgspec goes through a thousand objects in the time that Python needs for fifty. What it takes the schema takes, and
no repair changes; what it refuses is looked at again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.schema.mirrors import Mirrors, is_anything

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.descriptor import ParameterType
    from toolkit.schema.mirrors import Mirrored

# After so many faults the rest is looked at one by one: each costs a start anew.
_MOST_FAULTS: Final = 16
# Where msgspec ends a complaint: "Expected `int` - at `$.items[3].price`".
_PLACE: Final = re.compile(r" - at `\$\.items\[([0-9]+)\][^`]*`\Z")


class Glance:
    """Looks over arrays of one type of item.

    Args:
        mirror: The items, as msgspec decodes them.
    """

    def __init__(self, mirror: Any) -> None:
        import msgspec  # noqa: PLC0415 - loaded at the first dispatch, where it is installed

        self._convert = msgspec.convert
        self._refusal = msgspec.ValidationError
        # A struct is taken apart once, a plain list[...] each time.
        self._mirror = msgspec.defstruct("Array", [("items", list[mirror])], gc=False)

    @classmethod
    def of(cls, item: ParameterType, definitions: Mapping[str, ParameterType]) -> Glance | None:
        """The glance for an item's type, None where msgspec cannot say all of that type."""
        try:
            part = Mirrors(definitions, in_full=True).part(item, None)
            return cls(part.mirror) if _says_all(part) else None
        except (ImportError, TypeError, ValueError):
            return None

    def doubtful(self, items: list[Any]) -> Sequence[int]:
        """The positions of the items that may not fit, in order."""
        found: list[int] = []
        begin = 0
        for _ in range(_MOST_FAULTS):
            place = self._first_doubt(items[begin:])
            if place is None:
                return found
            found.append(begin + place)
            begin += place + 1
        return [*found, *range(begin, len(items))]

    def _first_doubt(self, items: list[Any]) -> int | None:
        """The position of the first item that msgspec does not take: it goes through them in order."""
        try:
            self._convert({"items": items}, self._mirror)
        except self._refusal as refusal:
            place = _PLACE.search(str(refusal))
            return 0 if place is None else int(place[1])
        return None


def _says_all(part: Mirrored) -> bool:
    """Whether a mirror takes nothing that has to be looked at once more, and no name in it ends a place too early."""
    names = "".join(wire for wire, _, _ in part.fields)
    is_said = part.kind != "leaf" and not is_anything(part.mirror) and "`" not in names
    return is_said and all(map(_says_all, part.inner))
