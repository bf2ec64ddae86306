"""openai-agents: `function_tool`, invoked as its runner does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents import FunctionTool, function_tool
from agents.tool_context import ToolContext

from benchmarks.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PROGRAM = '''
from agents import function_tool
@function_tool
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
'''


def define(function: Callable[..., Any]) -> FunctionTool:
    # Its strict mode takes no dict[str, float].
    return function_tool(function, strict_mode=False)


def acall(tool: FunctionTool, text: str) -> Callable[[], Awaitable[str]]:
    async def carried_out() -> str:
        context = ToolContext(None, tool_name=tool.name, tool_call_id="c1", tool_arguments=text)
        return str(await tool.on_invoke_tool(context, text))

    return carried_out


def declaration(tool: FunctionTool) -> dict[str, Any]:
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.params_json_schema,
        "strict": tool.strict_json_schema,
    }


PEER = Peer("openai-agents", "openai-agents", PROGRAM, define, declaration, acall=acall, threads=True)
