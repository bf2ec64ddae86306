"""This library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.peer import OURS, Peer
from toolkit import Dispatcher, Registry, Tool, ToolCall, schemas, tool

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

PROGRAM = '''
from toolkit import tool
@tool
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
'''


def define(function: Callable[..., Any]) -> Tool[Any, Any]:
    return Tool.of(tool(function))


def declaration(made: Tool[Any, Any]) -> dict[str, Any]:
    return schemas([made], provider="openai")[0]


def call(made: Tool[Any, Any], text: str) -> Callable[[], str]:
    dispatch, asked = Dispatcher(Registry([made])).dispatch, ToolCall(made.name, text, "c1")
    return lambda: dispatch(asked).text


def acall(made: Tool[Any, Any], text: str) -> Callable[[], Awaitable[str]]:
    adispatch, asked = Dispatcher(Registry([made])).adispatch, ToolCall(made.name, text, "c1")

    async def carried_out() -> str:
        return (await adispatch(asked)).text

    return carried_out


def call_of_message(made: Tool[Any, Any], text: str) -> Callable[[], str]:
    """As `call`, from the call as it stands in a message of OpenAI's."""
    dispatch = Dispatcher(Registry([made])).dispatch
    payload = {"id": "c1", "type": "function", "function": {"name": made.name, "arguments": text}}
    return lambda: dispatch(payload).text


def call_among(functions: Sequence[Callable[..., Any]], name: str, text: str) -> Callable[[], str]:
    """As `call`, of one tool of many."""
    dispatch, asked = Dispatcher(Registry(functions)).dispatch, ToolCall(name, text, "c1")
    return lambda: dispatch(asked).text


PEER = Peer(OURS, "functoolkit", PROGRAM, define, declaration, call, acall, threads=True)
