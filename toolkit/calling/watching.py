"""Looks how long a coroutine keeps its event loop, in which nothing else goes on meanwhile, not even the clock."""

from __future__ import annotations

import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeVar

from toolkit.doubts import log_doubt

if TYPE_CHECKING:
    from collections.abc import Generator

T = TypeVar("T")

# What no await should take: the timeouts of other calls come later by as much.
BLOCKED_SECONDS: Final = 0.2


class Watched(Coroutine[Any, Any, T]):
    """A coroutine as it is; a warning is logged of each step that blocks the loop.

    Args:
        coroutine: The coroutine.
        tool: Name of the tool that it calls.
    """

    def __init__(self, coroutine: Coroutine[Any, Any, T], tool: str) -> None:
        self._coroutine = coroutine
        self._tool = tool
        # What asyncio shows of a task.
        self.__name__ = self.__qualname__ = f"call of {tool}"

    def send(self, value: Any) -> Any:
        """The next thing that the coroutine waits for."""
        started_at = time.monotonic()
        try:
            return self._coroutine.send(value)
        finally:
            self._look(started_at)

    def throw(self, *thrown: Any) -> Any:
        """As `send`, once it was told of an exception."""
        started_at = time.monotonic()
        try:
            return self._coroutine.throw(*thrown)
        finally:
            self._look(started_at)

    def close(self) -> None:
        """Close the coroutine."""
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self._coroutine.__await__()

    def _look(self, started_at: float) -> None:
        seconds = time.monotonic() - started_at
        if seconds < BLOCKED_SECONDS:
            return
        words = (
            "%s kept its event loop for %.1f seconds, in which no call beside it could go on or time out; "
            "await what takes long, or write a plain def, which runs in a thread"
        )
        log_doubt(words, self._tool, seconds, logger="toolkit.calling")
