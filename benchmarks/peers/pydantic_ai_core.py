"""pydantic-ai-slim: a Tool's validator and call alone, without lookup, guards or a result object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from pydantic_ai import RunContext, Tool
from pydantic_ai.models.test import TestModel
from pydantic_ai.usage import RunUsage
from pydantic_core import to_json

from benchmarks.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PROGRAM = '''
from pydantic_ai import Tool
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
Tool(add)
'''


def acall(tool: Tool, text: str) -> Callable[[], Awaitable[str]]:
    validate, run = tool.function_schema.validator.validate_json, tool.function_schema.call
    context = RunContext(deps=None, model=TestModel(), usage=RunUsage())

    async def carried_out() -> str:
        try:
            arguments = validate(text)
        except ValidationError as error:
            return json.dumps(error.errors(include_url=False, include_context=False))
        return to_json(await run(arguments, context)).decode()

    return carried_out


def declaration(tool: Tool) -> dict[str, Any]:
    told = tool.tool_def
    return {"name": told.name, "description": told.description, "parameters": told.parameters_json_schema}


PEER = Peer(
    "pydantic-ai core", "pydantic-ai-slim", PROGRAM, Tool, declaration, acall=acall, threads=True, calls_only=True
)
