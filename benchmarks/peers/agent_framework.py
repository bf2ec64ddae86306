"""agent-framework-core: `tool`, invoked with the decoded arguments."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from agent_framework import FunctionTool, tool

from benchmarks.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PROGRAM = '''
from agent_framework import tool
@tool
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
'''


def acall(made: FunctionTool, text: str) -> Callable[[], Awaitable[str]]:
    async def carried_out() -> str:
        try:
            contents = await made.invoke(arguments=json.loads(text))
        except TypeError as error:
            return f"Error: Argument parsing failed. Exception: {error}"
        return "".join(content.text for content in contents)

    return carried_out


def declaration(made: FunctionTool) -> dict[str, Any]:
    return made.to_json_schema_spec()


PEER = Peer("agent-framework", "agent-framework-core", PROGRAM, tool, declaration, acall=acall, threads=True)
