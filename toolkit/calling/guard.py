"""Calls code that is not ours: the one place that catches whatever it raises."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Generator

T = TypeVar("T")


class Raised:
    """What foreign code raised instead of giving a value.

    Attributes:
        exception: It, with its traceback.
    """

    __slots__ = ("exception",)

    def __init__(self, exception: BaseException) -> None:
        self.exception = exception


def attempt(function: Callable[..., T], *args: Any, **kwargs: Any) -> T | Raised:
    """What the function gives, or what it raised; KeyboardInterrupt passes."""
    try:
        return function(*args, **kwargs)
    except KeyboardInterrupt:
        raise
    except BaseException as exception:  # noqa: BLE001 - a tool may raise anything, SystemExit included
        return Raised(exception)


async def attempt_awaiting(awaitable: Awaitable[T]) -> T | Raised:
    """What the awaitable gives, or what it raised; a cancellation from outside passes."""
    try:
        return await awaitable
    except KeyboardInterrupt:
        raise
    except BaseException as exception:
        if is_own_cancellation(exception):
            raise
        return Raised(exception)


def is_own_cancellation(exception: BaseException) -> bool:
    """Whether the running task itself is being cancelled, rather than its body having raised CancelledError."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None or not isinstance(exception, asyncio.CancelledError):
        return False
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return False
    return task is not None and task.cancelling() > 0


def text_of(exception: BaseException) -> str:
    """The exception's text; its type alone if it cannot even say that."""
    text = attempt(str, exception)
    return type(exception).__name__ if isinstance(text, Raised) or not isinstance(text, str) else text


class Started:
    """Awaits a coroutine that has been started elsewhere, which `await` itself refuses."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, Any]:
        step, given = self._coroutine.send, None
        while True:
            try:
                waited_for = step(given)
            except StopIteration as finished:
                return finished.value
            try:
                step, given = self._coroutine.send, (yield waited_for)
            except GeneratorExit:
                self._coroutine.close()
                raise
            except BaseException as thrown:  # noqa: BLE001 - handed on to the coroutine, as await does
                step, given = self._coroutine.throw, thrown
