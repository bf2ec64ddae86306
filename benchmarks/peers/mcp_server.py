"""mcp: the tools of an MCPServer, called in its own process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import Tool as Declared

from benchmarks.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

PROGRAM = '''
from mcp.server.mcpserver import MCPServer
server = MCPServer("one")
@server.tool()
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
'''


def acall(tool: Tool, text: str) -> Callable[[], Awaitable[str]]:
    context = Context(mcp_server=MCPServer("one"))

    async def carried_out() -> str:
        try:
            result = await tool.run(json.loads(text), context, convert_result=True)
        except ToolError as error:
            return str(error)
        return result.content[0].text

    return carried_out


def among(functions: Sequence[Callable[..., Any]], name: str, text: str) -> Callable[[], Awaitable[str]]:
    server = MCPServer("many")
    for function in functions:
        server.add_tool(function)

    async def carried_out() -> str:
        return (await server.call_tool(name, json.loads(text))).content[0].text

    return carried_out


def declaration(tool: Tool) -> dict[str, Any]:
    told = Declared(
        name=tool.name, description=tool.description, input_schema=tool.parameters, output_schema=tool.output_schema
    )
    return told.model_dump(by_alias=True, exclude_none=True)


PEER = Peer("mcp", "mcp", PROGRAM, Tool.from_function, declaration, acall=acall, threads=True, among=among)
