"""llama-index-core: `FunctionTool`, called by its own `call_tool`."""

from __future__ import annotations

import json
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any

from llama_index.core.tools import FunctionTool
from llama_index.core.tools.calling import acall_tool, call_tool

from benchmarks.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PROGRAM = '''
from llama_index.core.tools import FunctionTool
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
FunctionTool.from_defaults(add)
'''


def define(function: Callable[..., Any]) -> FunctionTool:
    if iscoroutinefunction(function):
        return FunctionTool.from_defaults(async_fn=function)
    return FunctionTool.from_defaults(function)


def call(tool: FunctionTool, text: str) -> Callable[[], str]:
    return lambda: call_tool(tool, json.loads(text)).content


def acall(tool: FunctionTool, text: str) -> Callable[[], Awaitable[str]]:
    async def carried_out() -> str:
        return (await acall_tool(tool, json.loads(text))).content

    return carried_out


def declaration(tool: FunctionTool) -> dict[str, Any]:
    return tool.metadata.to_openai_tool(skip_length_check=True)


PEER = Peer("llama-index", "llama-index-core", PROGRAM, define, declaration, call, acall, checks=False, threads=True)
