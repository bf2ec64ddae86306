"""fastmcp: a Tool of a FastMCP server, called in its own process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fastmcp import FastMCP
from fastmcp.exceptions import ValidationError
from fastmcp.tools import Tool

from benchmarks.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

PROGRAM = '''
from fastmcp import FastMCP
server = FastMCP("one")
@server.tool
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
'''


def acall(tool: Tool, text: str) -> Callable[[], Awaitable[str]]:
    async def carried_out() -> str:
        try:
            return (await tool.run(json.loads(text))).content[0].text
        except ValidationError as error:
            return str(error)

    return carried_out


def among(functions: Sequence[Callable[..., Any]], name: str, text: str) -> Callable[[], Awaitable[str]]:
    server = FastMCP("many")
    for function in functions:
        server.tool(function)

    async def carried_out() -> str:
        return (await server.call_tool(name, json.loads(text))).content[0].text

    return carried_out


def declaration(tool: Tool) -> dict[str, Any]:
    return tool.to_mcp_tool().model_dump(by_alias=True, exclude_none=True)


PEER = Peer("fastmcp", "fastmcp", PROGRAM, Tool.from_function, declaration, acall=acall, threads=True, among=among)
