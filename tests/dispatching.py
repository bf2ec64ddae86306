"""What the tests of the dispatcher share: calls as ToolCalls, hooks that remember, tools that wait."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

from toolkit import Dispatcher, ToolCall, tool


def call(name: str, /, **arguments: Any) -> ToolCall:
    """A call with these arguments."""
    return ToolCall(name, arguments, "c1")


def dispatch(x: Any, /, *, settings: dict[str, Any] | None = None, **arguments: Any) -> Any:
    """The result of one call of a tool, in a dispatcher of its own."""
    dispatcher = Dispatcher([x], **(settings or {}))
    return dispatcher.dispatch(ToolCall(dispatcher.registry.names()[0], arguments, "c1"))


class Told:
    """Hooks that remember what they were told of, in order."""

    def __init__(self, name: str = "") -> None:
        self.events: list[Any] = []
        self._prefix = (name,) if name else ()

    def on_tool_start(self, call: ToolCall, context: Any) -> None:
        self.events.append((*self._prefix, "start", call.name))

    def on_tool_end(self, call: ToolCall, context: Any, value: Any) -> None:
        self.events.append((*self._prefix, "end", value))

    def on_tool_error(self, call: ToolCall, context: Any, exception: BaseException) -> None:
        self.events.append((*self._prefix, "error", type(exception).__name__))

    def on_tool_progress(self, call: ToolCall, context: Any, progress: Any) -> None:
        self.events.append((*self._prefix, "progress", progress))


@tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@tool
async def aadd(a: int, b: int) -> int:
    """Add two numbers, after a moment."""
    await asyncio.sleep(0)
    return a + b


@tool
def nap(seconds: float) -> str:
    """Sleep in a thread."""
    time.sleep(seconds)
    return threading.current_thread().name


@tool
async def anap(seconds: float) -> str:
    """Sleep in the loop."""
    await asyncio.sleep(seconds)
    return "rested"


class Unbound:
    """A proxy for what is not there, which raises when it is asked for its class or its text."""

    @property
    def __class__(self) -> Any:
        raise RuntimeError("working outside of a request")

    def __str__(self) -> str:
        raise RuntimeError("working outside of a request")
