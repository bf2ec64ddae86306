"""Hooks: objects that are told of each call; they change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import Raised, attempt, attempt_awaiting, is_raised
from toolkit.calling.loops import result_in_loop
from toolkit.calling.reporting import log_raised, name_of
from toolkit.calling.running import awaited_outcome, is_awaitable
from toolkit.events import EVENTS

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Iterable

    from toolkit.calling.switch import Switch
    from toolkit.calls import ToolCall
    from toolkit.context import ToolContext


class Hooks:
    """The methods of some objects by the event that they are told of, in the order of the objects.

    Args:
        objects: Each has any of EVENTS, sync or async.
    """

    def __init__(self, objects: Iterable[Any] = ()) -> None:
        self._objects = tuple(objects)
        self._methods: dict[str, tuple[Callable[..., Any], ...]] = {
            event: tuple(method for each in self._objects if callable(method := getattr(each, event, None)))
            for event in EVENTS
        }

    def __bool__(self) -> bool:
        return bool(self._objects)

    def and_then(self, objects: tuple[Any, ...]) -> Hooks:
        """These, and further objects after them."""
        return Hooks((*self._objects, *objects)) if objects else self

    async def tell(self, event: str, switch: Switch, *told: Any) -> Raised | None:
        """Tell all of them of an event; what the first that raises raised."""
        first: Raised | None = None
        for method in self._methods[event]:
            outcome = await awaited_outcome(attempt(method, *told), switch)
            if is_raised(outcome):
                log_raised(f"the hook {name_of(method)}", told[0].name, outcome.exception)
                first = first or outcome
        return first

    def reporter(self, call: ToolCall) -> Reporter | None:
        """Tells of progress; None if nobody listens."""
        methods = self._methods["on_tool_progress"]
        return Reporter(methods, call) if methods else None


class Reporter:
    """Tells hooks of a call's progress, from whatever thread the body runs in.

    Args:
        methods: What is told.
        call: The call.

    Attributes:
        context: The call's context, which is made after this.
        raised: What the first of them that raised has raised.
    """

    def __init__(self, methods: tuple[Callable[..., Any], ...], call: ToolCall) -> None:
        self._methods = methods
        self._call = call
        self._tasks: list[asyncio.Future[Any]] = []
        self.context: ToolContext[Any] | None = None
        self.raised: Raised | None = None

    def __call__(self, progress: Any) -> None:
        """Tell of a progress."""
        for method in self._methods:
            outcome: Any = attempt(method, self._call, self.context, progress)
            if is_awaitable(outcome):
                self._start(attempt_awaiting(outcome))
            else:
                self._note(outcome)

    def _start(self, told: Awaitable[Any]) -> None:
        """Let an async hook run: beside the body if that runs in a loop, else at once."""
        import asyncio  # noqa: PLC0415 - loaded already, as the hook is async

        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._note(result_in_loop(told))
        else:
            self._tasks.append(asyncio.ensure_future(told, loop=loop))

    def _note(self, outcome: Any) -> None:
        if is_raised(outcome):
            log_raised("a hook on_tool_progress", self._call.name, outcome.exception)
            self.raised = self.raised or outcome

    async def ended(self, switch: Switch) -> Raised | None:
        """What the first hook that raised has raised, once all have ended."""
        while self._tasks:
            await switch.to_loop()
            self._note(await self._tasks.pop(0))
        return self.raised
