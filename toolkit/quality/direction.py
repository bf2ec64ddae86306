"""Which way a type may change: arguments may grow, results may shrink."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.descriptor import ObjectType, ParameterType
from toolkit.quality.inclusion import is_within
from toolkit.record import Record, replace_fields
from toolkit.schema.kinds import admitted_kinds
from toolkit.types.definitions import mapped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.quality.change import Kind

    Types = Mapping[str, ParameterType]

IN_DOUBT: Final = "type cannot be told to be compatible"


class Direction(Record):
    """What each kind of change means on one side of a tool.

    Attributes:
        root: How places on this side begin.
        member: What a member of the outermost object is called.
        takes: Whether values go into the tool.
    """

    root: str
    member: str
    takes: bool

    @property
    def narrower(self) -> Kind:
        """What it means that fewer values are right: something must be there, or may not."""
        return "breaking" if self.takes else "compatible"

    @property
    def wider(self) -> Kind:
        """What it means that more values are right."""
        return "compatible" if self.takes else "breaking"

    def is_safe(self, was: ParameterType, now: ParameterType, was_types: Types, now_types: Types) -> bool:
        """Whether whoever was right with the one is known to be right with the other.

        A reader of results leaves alone what it does not know (I-JSON, RFC 7493, 4.2), so that an object of results
        counts as open to further members.
        """
        if self.takes:
            return is_within(was, now, was_types, now_types)
        opened = {name: _opened(each) for name, each in was_types.items()}
        return is_within(now, _opened(was), now_types, opened)

    def verdict(
        self, was: ParameterType, now: ParameterType, was_types: Types, now_types: Types
    ) -> tuple[Kind, str] | None:
        """What the change of a type means, and its name; None if both say the same in other words."""
        is_wider = is_within(was, now, was_types, now_types)
        is_narrower = is_within(now, was, now_types, was_types)
        if is_wider and is_narrower:
            return None
        is_safe = is_wider if self.takes else self.is_safe(was, now, was_types, now_types)
        if is_safe or is_wider or is_narrower:
            # An object of results counts as open, so that a safe change may go either way.
            what = "type narrowed" if is_narrower else "type widened" if is_wider else "type changed"
            return "compatible" if is_safe else "breaking", what
        is_disjoint = not admitted_kinds(now, now_types) & admitted_kinds(was, was_types)
        return "breaking", "type changed" if is_disjoint else IN_DOUBT


def _opened(type_: ParameterType) -> ParameterType:
    """The type with every object that is closed to further members open."""
    made = mapped(type_, _opened)
    if isinstance(made, ObjectType) and made.additional is False:
        return replace_fields(made, additional=True)
    return made


ARGUMENTS: Final = Direction(root="arguments", member="argument", takes=True)
RESULT: Final = Direction(root="result", member="member", takes=False)
