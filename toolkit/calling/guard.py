"""Calls code that is not ours: the one place that catches whatever it raises."""

from __future__ import annotations

import sys
import threading
import types
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final, Generic, TypeGuard, TypeVar
from weakref import WeakSet

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Coroutine, Generator
    from contextvars import Context

S = TypeVar("S")
T = TypeVar("T")

# How long a cancelled body may clean up before it is left behind.
GRACE_SECONDS: Final = 1.0
# How deep groups of exceptions may stand in one another.
_MAX_GROUPS: Final = 16


class Raised:
    """What foreign code raised instead of giving a value.

    Attributes:
        exception: It, with its traceback.
    """

    __slots__ = ("exception",)

    def __init__(self, exception: BaseException) -> None:
        self.exception = _askable(exception)


def _askable(exception: BaseException) -> BaseException:
    """The exception; another one for it if code of its own raises where it is asked of which class it is."""
    try:
        isinstance(exception, Raised)
    except Exception:  # noqa: BLE001 - whatever that code raises
        return RuntimeError(f"a {type(exception).__name__} that does not say of which class it is")
    return exception


def is_raised(value: Any) -> TypeGuard[Raised]:
    """Whether foreign code raised instead of giving a value; the value is not asked for its class, it may lie."""
    return issubclass(type(value), Raised)


def members_of(group: BaseExceptionGroup[Any]) -> tuple[BaseException, ...]:
    """The exceptions in a group, as they were put in; a subclass may have something else under their name."""
    return tuple(map(_askable, BaseExceptionGroup.exceptions.__get__(group)))


def sole(exception: BaseException) -> BaseException:
    """The one exception in a group, which a TaskGroup makes of a task that raised; any other as it is."""
    for _ in range(_MAX_GROUPS):
        members = members_of(exception) if isinstance(exception, BaseExceptionGroup) else ()
        if len(members) != 1:
            break
        exception = members[0]
    return exception


def attempt(function: Callable[..., T], /, *args: Any, **kwargs: Any) -> T | Raised:
    """What the function gives, or what it raised; KeyboardInterrupt passes."""
    try:
        return function(*args, **kwargs)
    except KeyboardInterrupt:
        raise
    except BaseException as exception:  # noqa: BLE001 - a tool may raise anything, SystemExit included
        return Raised(exception)


def attempt_isolated(function: Callable[[S], T], given: S) -> T | Raised:
    """As `attempt`; context variables that the function sets do not reach the caller."""
    try:
        return copy_context().run(function, given)
    except KeyboardInterrupt:
        raise
    except BaseException as exception:  # noqa: BLE001 - a tool may raise anything, SystemExit included
        return Raised(exception)


class Escaped:
    """What a function of ours raised in a worker thread, on its way to who waits for it there.

    Attributes:
        exception: It; a KeyboardInterrupt perhaps.
    """

    __slots__ = ("exception",)

    def __init__(self, exception: BaseException) -> None:
        self.exception = exception


def attempt_in_thread(function: Callable[[], T]) -> T | Escaped:
    """What the function gives, or what it raised: nothing may end a worker thread."""
    try:
        return function()
    except BaseException as exception:  # noqa: BLE001 - what a worker raises belongs to who waits for it
        return Escaped(exception)


async def attempt_awaiting(awaitable: Awaitable[T]) -> T | Raised:
    """What the awaitable gives, or what it raised; a cancellation from outside passes, even if the awaitable ate it."""
    task = current_task()
    before = 0 if task is None else task.cancelling()
    try:
        value: T | Raised = await awaitable
    except KeyboardInterrupt:
        raise
    except BaseException as exception:
        if is_own_cancellation(exception):
            raise
        value = Raised(exception)
    if task is not None and task.cancelling() > before:
        raise sys.modules["asyncio"].CancelledError
    return value


async def attempt_contained(awaitable: Awaitable[T]) -> T | Raised:
    """What the awaitable gives, or what it raised, for use inside `Contained`, which sees to cancellation."""
    try:
        return await awaitable
    except KeyboardInterrupt:
        raise
    except BaseException as exception:
        # Its class is not asked of the exception, which may raise or lie; so below.
        if issubclass(type(exception), GeneratorExit) and getattr(_CLOSING, "is_on", False):
            raise
        return Raised(exception)


async def transport(
    awaitable: Awaitable[T], give: Callable[[T], object], fail: Callable[[BaseException], object]
) -> None:
    """Hand what an awaitable gives or raises to another thread; nothing leaves the task, and so ends its loop."""
    try:
        value = await awaitable
    except BaseException as exception:  # noqa: BLE001 - KeyboardInterrupt too belongs to who waits
        fail(exception)
    else:
        give(value)


def is_own_cancellation(exception: BaseException) -> bool:
    """Whether the running task itself is being cancelled, rather than its body having raised CancelledError."""
    loops = sys.modules.get("asyncio")
    if loops is None or not issubclass(type(exception), loops.CancelledError):
        return False
    task = current_task()
    return task is not None and task.cancelling() > 0


def cancellation() -> type[BaseException] | tuple[()]:
    """What a cancelled task raises, for an `except`; nothing as long as there never was a loop."""
    loops = sys.modules.get("asyncio")
    return () if loops is None else loops.CancelledError


def current_task() -> asyncio.Task[Any] | None:
    """The task that runs in this thread, None if none does."""
    loops = sys.modules.get("asyncio")
    if loops is None:
        return None
    try:
        task: asyncio.Task[Any] | None = loops.current_task()
    except RuntimeError:
        return None
    return task


def text_of(exception: BaseException) -> str:
    """The exception's text; its type alone if it cannot even say that."""
    text = attempt(str, exception)
    return str.__str__(text) if type(text) is str else type(exception).__name__


class Started(Generic[T]):
    """Awaits a coroutine that has been started elsewhere, which `await` itself refuses.

    Args:
        coroutine: The coroutine.
        thrown: What it is told first in place of a value.
    """

    def __init__(self, coroutine: Coroutine[Any, Any, T], thrown: BaseException | None = None) -> None:
        self._coroutine = coroutine
        self._thrown = thrown

    def __await__(self) -> Generator[Any, Any, T]:
        step: Callable[[Any], Any] = self._coroutine.send if self._thrown is None else self._coroutine.throw
        given: Any = self._thrown
        while True:
            try:
                waited_for = step(given)
            except StopIteration as finished:
                return finished.value  # type: ignore[no-any-return]
            try:
                step, given = self._coroutine.send, (yield waited_for)
            except GeneratorExit:
                self._coroutine.close()
                raise
            except BaseException as thrown:  # noqa: BLE001 - handed on to the coroutine, as await does
                step, given = self._coroutine.throw, thrown


class Contained(Generic[T]):
    """Awaits a coroutine in a context of its own, and waits for it no longer than a grace when it is cancelled.

    Context variables that it sets do not reach the caller. When the task that awaits it is cancelled, the
    coroutine may clean up; then the cancellation goes on, whatever the coroutine made of it. One that does not
    end in time is left behind in a task of its own.

    Args:
        coroutine: The coroutine, or a Started one.
        grace_seconds: Says, when it comes to that, how long to wait.
        context: The context variables; None for a copy of the caller's.
    """

    def __init__(
        self,
        coroutine: Coroutine[Any, Any, T] | Generator[Any, Any, T],
        grace_seconds: Callable[[], float],
        context: Context | None = None,
    ) -> None:
        self._coroutine = coroutine
        self._grace_seconds = grace_seconds
        self._context = copy_context() if context is None else context
        self._cancelled: BaseException | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_over = False

    def going_on(self, thrown: BaseException) -> Generator[Any, Any, T]:
        """Await a coroutine whose first step will be to throw this into what it awaits."""
        if is_own_cancellation(thrown):
            self._note(thrown)
        return self.__await__()

    def __await__(self) -> Generator[Any, Any, T]:
        run, coroutine = self._context.run, self._coroutine
        step: Callable[[Any], Any] = coroutine.send
        given: Any = None
        while True:
            try:
                waited_for = run(step, given)
            except StopIteration as finished:
                self._end()
                return finished.value  # type: ignore[no-any-return]
            except BaseException:
                self._end()
                raise
            try:
                step, given = coroutine.send, (yield waited_for)
            except GeneratorExit:
                self._close()
                raise
            except BaseException as thrown:
                if self._is_over:
                    self._leave_behind(thrown)
                    raise
                if is_own_cancellation(thrown):
                    self._note(thrown)
                step, given = coroutine.throw, thrown

    def _close(self) -> None:
        """Close the coroutine, which must not take that for something that the body has raised."""
        _CLOSING.is_on = True
        try:
            self._context.run(self._coroutine.close)
        finally:
            _CLOSING.is_on = False

    def _note(self, cancellation: BaseException) -> None:
        """Begin the grace, with the first cancellation; of several around one another the outermost has the clock."""
        task = current_task()
        if self._timer is None and task is not None and task not in _IN_GRACE:
            _IN_GRACE.add(task)
            self._timer = task.get_loop().call_later(self._grace_seconds(), self._expire, task)
        self._cancelled = cancellation

    def _expire(self, task: asyncio.Task[Any]) -> None:
        self._timer = None
        _IN_GRACE.discard(task)
        if task.cancelling():
            self._is_over = True
            task.cancel()

    def _end(self) -> None:
        """Stop the clock; the cancellation goes on, if it has not been undone (by asyncio.timeout, for one)."""
        if self._timer is not None:
            self._timer.cancel()
            _IN_GRACE.discard(current_task())
        if self._cancelled is not None and is_own_cancellation(self._cancelled):
            raise self._cancelled

    def _leave_behind(self, thrown: BaseException) -> None:
        """Let the coroutine run on without anybody who waits for it."""
        task = current_task()
        if task is None:
            return
        task.uncancel()
        rest = attempt_contained(Started(self._coroutine, thrown))  # type: ignore[arg-type]
        left = task.get_loop().create_task(rest, context=self._context)
        LEFT_BEHIND.add(left)
        left.add_done_callback(LEFT_BEHIND.discard)


@types.coroutine
def contained(coroutine: Coroutine[Any, Any, T], grace_seconds: Callable[[], float]) -> Generator[Any, Any, T | Raised]:
    """What a coroutine gives, or what it raised, awaited as `Contained` awaits it.

    As long as nothing is thrown into the coroutine, which is the rule, this costs a third of that.
    """
    context = copy_context()
    run, send = context.run, coroutine.send
    given: Any = None
    while True:
        try:
            waited_for = run(send, given)
        except StopIteration as finished:
            return finished.value  # type: ignore[no-any-return]
        except KeyboardInterrupt:
            raise
        except BaseException as exception:  # noqa: BLE001 - a tool may raise anything, SystemExit included
            return Raised(exception)
        try:
            given = yield waited_for
        except GeneratorExit:
            run(coroutine.close)
            raise
        except BaseException as thrown:  # noqa: BLE001 - handed on to the coroutine, as await does
            rest = Contained(attempt_contained(Started(coroutine, thrown)), grace_seconds, context)
            return (yield from rest.going_on(thrown))


_CLOSING: Final = threading.local()
# Tasks that were cancelled while something contained runs in them.
_IN_GRACE: Final[WeakSet[Any]] = WeakSet()
# Tasks whose result nobody waits for; the loop itself holds them weakly.
LEFT_BEHIND: Final[set[Any]] = set()
