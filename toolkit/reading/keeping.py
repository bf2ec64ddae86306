"""What has been read of a class, kept at the class: in a table of its own, hints that lead back would hold it."""

from __future__ import annotations

from typing import Any
from weakref import ref

from toolkit.record import MISSING


class Kept:
    """Something that was read of a class. A copy of the class, pickled ones among them, has to be read anew.

    Args:
        cls: The class.
        found: What was read of it.
    """

    __slots__ = ("_of", "found")

    def __init__(self, cls: type | None = None, found: Any = None) -> None:
        self._of = None if cls is None else ref(cls)
        self.found = found

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
    found = cls.__dict__.get(_attribute(name))
    return found.found if isinstance(found, Kept) and found.is_of(cls) else MISSING


def keep(cls: type, name: str, found: Any) -> None:
    """Keep what was read of a class, unless it cannot be changed."""
    # Until Python 3.12 whatever a protocol has is a part of it.
    if not cls.__dict__.get("_is_protocol"):
        try:
            type.__setattr__(cls, _attribute(name), Kept(cls, found))
        except TypeError:
            return


def _attribute(name: str) -> str:
    return f"__toolkit_{name}__"
