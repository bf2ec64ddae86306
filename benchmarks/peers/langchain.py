"""langchain-core: `@tool`, called with a ToolCall as its agents do."""

from __future__ import annotations

import json
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any

from langchain_core.tools import StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ValidationError

from benchmarks.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PROGRAM = '''
from langchain_core.tools import tool
@tool
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
'''


def define(function: Callable[..., Any]) -> StructuredTool:
    # The texts of parameters are read only on demand.
    reading = "Args:" in (function.__doc__ or "")
    made = {"coroutine": function} if iscoroutinefunction(function) else {"func": function}
    return StructuredTool.from_function(**made, parse_docstring=reading)


def call(tool: StructuredTool, text: str) -> Callable[[], str]:
    def carried_out() -> str:
        try:
            return tool.invoke({"name": tool.name, "args": json.loads(text), "id": "c1", "type": "tool_call"}).content
        except ValidationError as error:
            return str(error)

    return carried_out


def acall(tool: StructuredTool, text: str) -> Callable[[], Awaitable[str]]:
    async def carried_out() -> str:
        asked = {"name": tool.name, "args": json.loads(text), "id": "c1", "type": "tool_call"}
        return (await tool.ainvoke(asked)).content

    return carried_out


PEER = Peer("langchain", "langchain-core", PROGRAM, define, convert_to_openai_tool, call, acall, threads=True)
