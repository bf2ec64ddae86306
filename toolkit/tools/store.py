"""What holds the tools of a registry: one snapshot at a time, changed under a lock, read without one."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol

from toolkit.calling.guard import attempt
from toolkit.calling.reporting import log_if_raised

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.tools.snapshot import Snapshot


class Source(Protocol):
    """Where a registry has its tools: a store of its own, or a view of another source."""

    @property
    def snapshot(self) -> Snapshot:
        """The tools now."""
        ...

    def change(self, change: Callable[[Snapshot], Snapshot]) -> None:
        """Put another snapshot in the place of this one, which `change` makes of it.

        Raises:
            HostError: The tools are another source's.
        """
        ...

    def subscribe(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call a function after each change; the function that is returned ends that."""
        ...


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
        self._callbacks: tuple[_Subscription, ...] = ()

    def change(self, change: Callable[[Snapshot], Snapshot]) -> None:
        """Put another snapshot in the place of this one; if `change` raises, all stays as it is."""
        with self._lock:
            self.snapshot = change(self.snapshot)
            subscriptions = self._callbacks
        for each in subscriptions:
            log_if_raised(attempt(each.callback), "a callback of a registry's changes")

    def subscribe(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call a function after each change; the function that is returned ends that."""
        made = _Subscription(callback)
        with self._lock:
            self._callbacks = (*self._callbacks, made)
        return lambda: self._end(made)

    def _end(self, ended: _Subscription) -> None:
        with self._lock:
            self._callbacks = tuple(each for each in self._callbacks if each is not ended)


class _Subscription:
    """A callback; the same function may be subscribed twice."""

    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback = callback
