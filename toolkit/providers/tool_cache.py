"""A cache of what was made of tools, for as long as the tools live."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

# What is kept of so many tools; of more, it is made anew.
_KEPT_TOOLS: Final = 4096


class ToolCache(Generic[T]):
    """Something for each tool, strict or not; a tool that nobody else holds is let go with it.

    Tools are known by identity, as one need not have a hash.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, bool], tuple[Callable[[], Any], T]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def found(self, tool: Any, strict: bool) -> T | None:
        """What is kept of a tool, None if nothing is."""
        kept = self._kept.get((id(tool), strict))
        return kept[1] if kept is not None and kept[0]() is tool else None

    def keep(self, tool: Any, strict: bool, made: T) -> None:
        """Keep something of a tool that does not change; it must not hold the tool."""
        if len(self._kept) >= _KEPT_TOOLS:
            self._kept.clear()
        key = (id(tool), strict)
        try:
            held: Callable[[], Any] = ref(tool, partial(_forget, self._kept, key))
        except TypeError:  # a record has no place for weak references
            held = partial(_itself, tool)
        self._kept[key] = (held, made)


def _forget(kept: dict[tuple[int, bool], Any], key: tuple[int, bool], _: object) -> None:
    kept.pop(key, None)


def _itself(tool: Any) -> Any:
    return tool
