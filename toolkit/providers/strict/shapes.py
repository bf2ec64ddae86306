"""Shapes: what tells values of one type from those of another at a glance."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.record import EMPTY
from toolkit.schema.kinds import kind_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


Tag = tuple[str, Any]


class Shape(NamedTuple):
    """What values of a type look like.

    Attributes:
        kind: Their kind.
        names: What members an object may have.
        required: Which of them must be there.
        tags: The values of members that are choices.
    """

    kind: str
    names: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()
    tags: Mapping[str, frozenset[Tag]] = EMPTY

    def fits(self, value: Any) -> bool:
        """Whether a value looks like this."""
        if kind_of(value) != self.kind:
            return False
        if self.kind != "object":
            return True
        return self.required <= value.keys() <= self.names and all(
            tag_of(value[name]) in values for name, values in self.tags.items() if name in value
        )

    def excludes(self, other: Shape) -> bool:
        """Whether no value looks like both."""
        if self.kind != other.kind:
            return True
        return bool(self.required - other.names or other.required - self.names) or any(
            not values & other.tags[name]
            for name, values in self.tags.items()
            if name in self.required & other.required and name in other.tags
        )


def only_member(name: str) -> Shape:
    """The shape of an object with one member."""
    return Shape("object", frozenset({name}), frozenset({name}))


def all_apart(one: Collection[Shape], other: Collection[Shape]) -> bool:
    """Whether no value has a shape of both."""
    return all(first.excludes(second) for first, second in product(one, other))


def common_tag(shapes: Sequence[Shape]) -> str | None:
    """A member whose choices differ in all these objects."""
    return next(
        (
            name
            for name in shapes[0].tags
            if all(name in each.tags for each in shapes)
            and all(not one.tags[name] & other.tags[name] for one, other in combinations(shapes, 2))
        ),
        None,
    )


def tag_of(value: Any) -> Tag:
    """A scalar with its kind, so that 1, true and "1" differ."""
    return kind_of(value), None if isinstance(value, dict | list) else value
