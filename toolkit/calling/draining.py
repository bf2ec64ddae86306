"""Drains generators: what a tool yields becomes its result, or all but the last is told as progress."""

from __future__ import annotations

from collections import abc
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

MAX_ITEMS: Final = 100_000


def is_drained(value: Any) -> bool:
    """Whether a value is an iterator whose items are the result; a file is not."""
    kind = type(value)
    return issubclass(kind, abc.Iterator) and not hasattr(kind, "fileno")


class _Items:
    """What a generator has yielded so far.

    Args:
        progress: Told of each value but the last, which then is the result; None: the result is the list.
    """

    def __init__(self, progress: Callable[[Any], object] | None) -> None:
        self._progress = progress
        self._items: list[Any] = []
        self._count = 0

    def take(self, item: Any) -> None:
        """Take in one value.

        Raises:
            ValueError: There are too many.
        """
        self._count += 1
        if self._count > MAX_ITEMS:
            message = f"the tool yielded more than {MAX_ITEMS:,} values"
            raise ValueError(message)
        if self._progress is not None and self._items:
            self._progress(self._items.pop())
        self._items.append(item)

    def result(self) -> Any:
        """The last value, or all of them."""
        if self._progress is None:
            return self._items
        return self._items[0] if self._items else None


def collected(
    items: abc.Iterator[Any],
    progress: Callable[[Any], object] | None = None,
    cancelled: threading.Event | None = None,
) -> Any:
    """What a generator yields, as a list; its last value, if the others are progress.

    Args:
        items: The generator.
        progress: Told of all values but the last.
        cancelled: Set when nobody waits any more; then it is closed at its next value.
    """
    found = _Items(progress)
    try:
        for item in items:
            found.take(item)
            if cancelled is not None and cancelled.is_set():
                break
    finally:
        close = getattr(items, "close", None)
        if close is not None:
            close()
    return found.result()


async def collected_async(items: abc.AsyncIterator[Any], progress: Callable[[Any], object] | None) -> Any:
    """As `collected`, of an async generator."""
    found = _Items(progress)
    try:
        async for item in items:
            found.take(item)
    finally:
        close = getattr(items, "aclose", None)
        if close is not None:
            await close()
    return found.result()
