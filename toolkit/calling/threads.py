"""Worker threads for sync bodies, apart from the event loop's own few."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

WORKERS: Final = 64
_LOCK: Final = threading.Lock()
_POOL: Final[list[ThreadPoolExecutor]] = []


def workers() -> ThreadPoolExecutor:
    """The library's threads, started as they are needed."""
    with _LOCK:
        if not _POOL:
            from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - dear at start

            _POOL.append(ThreadPoolExecutor(WORKERS, thread_name_prefix="toolkit"))
        return _POOL[0]
