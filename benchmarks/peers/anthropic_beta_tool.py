"""anthropic: `beta_tool`, as its tool runner calls it."""

from __future__ import annotations

import json
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any

from anthropic import beta_async_tool, beta_tool

from benchmarks.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PROGRAM = '''
from anthropic import beta_tool
@beta_tool
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
'''


def define(function: Callable[..., Any]) -> Any:
    return beta_async_tool(function) if iscoroutinefunction(function) else beta_tool(function)


def call(tool: Any, text: str) -> Callable[[], str]:
    def carried_out() -> str:
        try:
            # A tool of this library has to give text.
            return json.dumps(tool.call(json.loads(text)))
        except ValueError as error:
            return repr(error)

    return carried_out


def acall(tool: Any, text: str) -> Callable[[], Awaitable[str]]:
    async def carried_out() -> str:
        return json.dumps(await tool.call(json.loads(text)))

    return carried_out


PEER = Peer("anthropic", "anthropic", PROGRAM, define, lambda tool: tool.to_dict(), call, acall)
