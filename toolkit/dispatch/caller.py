"""Caller: calls of tools with Python values, to each of which the host gives the same along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from toolkit.calls import ToolResult


class Caller:
    """Calls tools as `Dispatcher.call` does. Made by `Dispatcher.given`.

    Args:
        called: Gives the result of a tool, its positional arguments and its keyword arguments.
        acalled: The same, awaited.
    """

    def __init__(self, called: Callable[..., ToolResult], acalled: Callable[..., Awaitable[ToolResult]]) -> None:
        self._called, self._acalled = called, acalled

    def call(self, tool: Any, /, *args: Any, **kwargs: Any) -> ToolResult:
        """As `Dispatcher.call`."""
        return self._called(tool, args, kwargs)

    async def acall(self, tool: Any, /, *args: Any, **kwargs: Any) -> ToolResult:
        """As `call`, awaited."""
        return await self._acalled(tool, args, kwargs)
