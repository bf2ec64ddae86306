"""What holds the tools of a registry: one snapshot at a time, changed under a lock, read without one."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

from toolkit.calling.guard import attempt
from toolkit.calling.reporting import log_if_raised

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.tools.snapshot import Snapshot


class Store:
    """The tools of one registry.

    Args:
        snapshot: The tools at first.

    Attributes:
        snapshot: The tools now.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._lock = threading.Lock()
        self.snapshot = snapshot
        self._callbacks: tuple[partial[object], ...] = ()

    def change(self, change: Callable[[Snapshot], Snapshot]) -> None:
        """Put another snapshot in the place of this one; if `change` raises, all stays as it is."""
        with self._lock:
            self.snapshot = change(self.snapshot)
            subscriptions = self._callbacks
        for each in subscriptions:
            log_if_raised(attempt(each), "a callback of a registry's changes")

    def subscribe(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call a function after each change; the function that is returned ends that."""
        made = partial(callback)  # the same function may be subscribed twice
        with self._lock:
            self._callbacks = (*self._callbacks, made)
        return lambda: self._end(made)

    def _end(self, ended: partial[object]) -> None:
        with self._lock:
            self._callbacks = tuple(each for each in self._callbacks if each is not ended)
