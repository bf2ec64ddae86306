"""Runs one async core from sync code: without an event loop as long as nothing waits.

A sync caller drives the coroutine by hand. When it is about to wait for something, it says so first
(`await switch.to_loop()`), and the rest of it goes on in the library's loop thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from toolkit.calling.guard import GRACE_SECONDS, Started
from toolkit.calling.loops import loop_thread
from toolkit.calling.threads import HaltedError

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Coroutine, Generator

    from toolkit.calling.loops import Errand

T = TypeVar("T")

_LEAVE: Final = object()
_PART_OF_GRACE: Final = 0.8


class Switch:
    """Where a call runs now, and what those who wait for it must know.

    Args:
        by_hand: Whether a sync caller drives it, so that it must not wait yet.
        for_async: Whether an async caller waits for it; None: if it is not driven by hand.
        cancelled: Set when nobody waits for the call any more.

    Attributes:
        by_hand: As above; False once it runs in a loop.
        for_async: As above.
        cancelled: As above, None if nobody would look.
        grace_seconds: How long a cancelled body may clean up.
        begun_at: When the body was entered (time.monotonic); None while it waits for a thread.
        due_at: When the call has to be over (time.monotonic), None for no limit.
        waits_for: What a worker thread of this call waits for in the loop.
    """

    __slots__ = ("begun_at", "by_hand", "cancelled", "due_at", "for_async", "grace_seconds", "waits_for")

    def __init__(
        self, *, by_hand: bool, for_async: bool | None = None, cancelled: threading.Event | None = None
    ) -> None:
        self.by_hand = by_hand
        self.for_async = not by_hand if for_async is None else for_async
        self.cancelled = cancelled
        self.grace_seconds = GRACE_SECONDS
        self.begun_at: float | None = 0.0
        self.due_at: float | None = None
        self.waits_for: Errand | None = None

    async def to_loop(self) -> None:
        """Go on in an event loop: at once if there is one already."""
        if self.by_hand:
            await _Leave()
            self.by_hand = False

    def again(self, *, by_hand: bool) -> Switch:
        """The switch of a part of the same call that runs elsewhere, and is to end before who waits for it."""
        part = Switch(by_hand=by_hand, for_async=self.for_async, cancelled=self.cancelled)
        part.grace_seconds = _PART_OF_GRACE * self.grace_seconds
        return part

    def grace(self) -> float:
        """How long a cancelled body may clean up, as it is when somebody asks."""
        return self.grace_seconds

    def cancel(self) -> None:
        """Tell a body that looks that nobody waits for it any more."""
        if self.cancelled is not None:
            self.cancelled.set()
        if self.waits_for is not None:
            self.waits_for.cancel()


class _Leave:
    def __await__(self) -> Generator[Any, None, None]:
        yield _LEAVE


def drive(make: Callable[[Switch], Coroutine[Any, Any, T]]) -> T:
    """The result of the coroutine, from sync code, whether or not an event loop runs in this thread.

    Args:
        make: Makes the coroutine.

    Raises:
        BlockedLoopError: The call has a limit of time, and a body that blocks the loop beyond it.
    """
    switch = Switch(by_hand=True)
    return driven(make(switch), switch)


def driven(
    coroutine: Coroutine[Any, Any, T],
    switch: Switch | None = None,
    wait: Callable[[Started[T]], T] | None = None,
) -> T:
    """The result of a coroutine that has a switch of its own; see `drive`.

    Args:
        coroutine: The coroutine.
        switch: Says when it is due; None: whoever waits for it has the time.
        wait: Waits for what is left of it where it must not be driven any more; None: the library's loop does.
    """
    step: Callable[[Any], Any] = coroutine.send
    given: Any = None
    while True:
        try:
            step(given)
        except StopIteration as finished:
            return finished.value  # type: ignore[no-any-return]
        if wait is not None:
            return wait(Started(coroutine))
        try:
            thread = loop_thread()
        except HaltedError as error:
            # It is told where it wanted to wait: what it has opened must be closed.
            step, given = coroutine.throw, error
        else:
            return thread.result_of(Started(coroutine), switch)  # type: ignore[no-any-return]
