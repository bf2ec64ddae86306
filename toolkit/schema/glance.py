"""Glance: finds the items of an array that may not fit, passing over those that surely do.

msgspec goes through a thousand objects in the time that Python needs for fifty. What it takes the schema takes, and
no repair changes; what it refuses is looked at again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import AnyOfType, AnyType, ListType, NullType, ObjectType, ParameterType, ReferenceType
from toolkit.schema.members import resolved
from toolkit.schema.mirrors import Mirrors
from toolkit.types.loaders import ArrayLoader, MappingLoader, OptionalLoader, RecordLoader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.schema.mirrors import Mirrored
    from toolkit.types.rules import Loader

# After so many faults the rest is looked at one by one: each costs a start anew.
_MOST_FAULTS: Final = 16
# How deep the types are that it can be asked about. What surely fits is no deeper than its type.
DEPTH: Final = 16
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
            load = _plain_loader(item, definitions, DEPTH)
            part = Mirrors(definitions).part(item, load)
            return cls(part.mirror) if _says_all(part) else None
        except (ImportError, TypeError, ValueError, _UnsayableError):
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


class _UnsayableError(Exception):
    """A type of which msgspec cannot say all, or not how deep its values are."""


def _plain_loader(type_: ParameterType, definitions: Mapping[str, ParameterType], depth: int) -> Loader | None:
    """A loader that leaves JSON as it is and has the shape of the type, which is what mirrors are made by.

    Raises:
        _UnsayableError: The type admits anything in some place, contains itself, or is too deep.
    """
    if depth == 0 or isinstance(type_, AnyType):
        raise _UnsayableError
    if isinstance(type_, ReferenceType):
        return _plain_loader(resolved(type_, definitions), definitions, depth - 1)
    if isinstance(type_, ListType):
        item = _plain_loader(type_.items, definitions, depth - 1)
        return None if item is None else ArrayLoader(list, item)
    if isinstance(type_, ObjectType):
        return _object_loader(type_, definitions, depth)
    options = type_.options if isinstance(type_, AnyOfType) else ()
    loaders = [_plain_loader(each, definitions, depth - 1) for each in options if not isinstance(each, NullType)]
    return OptionalLoader(loaders[0]) if len(loaders) == 1 and loaders[0] is not None else None


def _object_loader(type_: ObjectType, definitions: Mapping[str, ParameterType], depth: int) -> Loader | None:
    if type_.additional is True or any("`" in each.name for each in type_.properties):
        raise _UnsayableError
    if isinstance(type_.additional, ParameterType):
        value = _plain_loader(type_.additional, definitions, depth - 1)
        return None if value is None else MappingLoader(value)
    return RecordLoader(
        dict, [(each.name, each.name, _plain_loader(each.type, definitions, depth - 1)) for each in type_.properties]
    )


def _says_all(part: Mirrored) -> bool:
    """Whether a mirror takes nothing that has to be looked at once more."""
    return part.kind != "leaf" and all(map(_says_all, part.inner))
