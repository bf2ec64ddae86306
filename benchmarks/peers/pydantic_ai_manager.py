"""pydantic-ai-slim: its ToolManager, as an agent's run uses it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic_ai import RunContext, Tool
from pydantic_ai.exceptions import ToolRetryError
from pydantic_ai.messages import ToolCallPart, ToolReturnPart
from pydantic_ai.models.test import TestModel
from pydantic_ai.tool_manager import ToolManager
from pydantic_ai.toolsets import FunctionToolset
from pydantic_ai.usage import RunUsage

from benchmarks.peer import Peer
from benchmarks.peers.pydantic_ai_core import PROGRAM, declaration

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence


def acall(tool: Tool, text: str) -> Callable[[], Awaitable[str]]:
    return _through(FunctionToolset([tool]), tool.name, text)


def among(functions: Sequence[Callable[..., Any]], name: str, text: str) -> Callable[[], Awaitable[str]]:
    return _through(FunctionToolset([Tool(function) for function in functions]), name, text)


def _through(toolset: FunctionToolset, name: str, text: str) -> Callable[[], Awaitable[str]]:
    context = RunContext(deps=None, model=TestModel(), usage=RunUsage(), max_retries=1)
    manager = asyncio.run(ToolManager(toolset).for_run_step(context))
    asked = ToolCallPart(name, text, "c1")

    async def carried_out() -> str:
        try:
            value = await manager.handle_call(asked)
        except ToolRetryError as error:
            return error.tool_retry.model_response_str()
        return ToolReturnPart(name, value, "c1").model_response_str()

    return carried_out


PEER = Peer("pydantic-ai", "pydantic-ai-slim", PROGRAM, Tool, declaration, acall=acall, threads=True, among=among)
