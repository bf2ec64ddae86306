"""Tools for the tests of executors: functions at the top of a module that another process can import."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from toolkit import tool


@tool
def where(seconds: float = 0.0) -> int:
    """Number of the process that it runs in."""
    time.sleep(seconds)
    return os.getpid()


@tool
def several(n: int) -> Iterator[int]:
    """Some numbers."""
    yield from range(n)


@tool
def fails(word: str) -> None:
    """Fail."""
    raise KeyError(word)


@tool(read_only=True)
def dies() -> int:
    """Ends the process that it runs in, as a system without memory does."""
    os._exit(3)
