"""What has been read of a class, kept at the class: in a table of its own, hints that lead back would hold it."""

from __future__ import annotations

from typing import Any, Final
from weakref import ref

from toolkit.record import MISSING


class Kept:
    """What was read of a class, by names. A copy of the class, pickled ones among them, has to be read anew.

    Args:
        cls: The class.
    """

    __slots__ = ("_of", "found")

    def __init__(self, cls: type | None = None) -> None:
        self._of = None if cls is None else ref(cls)
        self.found: dict[str, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Kept, ()

    def is_of(self, cls: type) -> bool:
        """Whether it was read of that very class."""
        return self._of is not None and self._of() is cls


def kept(cls: type, name: str) -> Any:
    """What was read of a class, MISSING if nothing was.

    >>> class Point: ...
    >>> keep(Point, "fields", ["x", "y"])
    >>> kept(Point, "fields")
    ['x', 'y']
    """
    own = cls.__dict__.get(_PLACE)
    return own.found.get(name, MISSING) if isinstance(own, Kept) and own.is_of(cls) else MISSING


def keep(cls: type, name: str, found: Any) -> None:
    """Keep what was read of a class, unless it cannot be changed."""
    own = _own(cls)
    # Until Python 3.12 whatever a protocol has is a part of it.
    if own is None and not cls.__dict__.get("_is_protocol"):
        own = Kept(cls)
        try:
            type.__setattr__(cls, _PLACE, own)
        except TypeError:
            return
    if own is not None:
        own.found[name] = found


# One place for all, as Python forgets what it knows of a class with each attribute that it gets.
_PLACE: Final = "__toolkit_kept__"


def _own(cls: type) -> Kept | None:
    found = cls.__dict__.get(_PLACE)
    return found if isinstance(found, Kept) and found.is_of(cls) else None
