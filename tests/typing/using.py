"""What type checkers see of registries, dispatchers and results. mypy and pyright read this file, nothing runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Required, TypedDict, assert_type

from toolkit import (
    CallId,
    Dispatcher,
    Failure,
    Inject,
    PendingApproval,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    ToolResult,
    Violation,
    messages,
    schemas,
)
from toolkit.schema import OpenAICompatibleSchemaGenerator, SchemaGenerator, tools_as_json, tools_as_text


@dataclass
class Deps:
    """The host's own object."""

    user: str


registry = Registry()


@registry.tool
def greet(
    word: str,
    context: ToolContext[Deps],
    clock: Annotated[float, Inject()],
    call_id: Annotated[str, CallId],
) -> str:
    """Greet."""
    assert_type(context.deps, Deps)
    assert_type(context.deps.user, str)
    assert_type(context.call, ToolCall | None)
    return f"{word} {context.deps.user} {clock} {call_id}"


@registry.tool("shout", tags=["loud"])
async def shout(word: str) -> str:
    """Shout."""
    return word.upper()


@registry.provide
def further(context: Deps | None) -> list[Tool[Any, Any]]:
    """Tools of one call."""
    return []


assert_type(greet("hi", ToolContext(Deps("ann")), 1.0, "c1"), str)
assert_type(registry["greet"], Tool[Any, Any])
assert_type(registry.get("greet"), Tool[Any, Any] | None)
assert_type(registry.names(), list[str])
assert_type(list(registry), list[Tool[Any, Any]])
assert_type(registry.find(tags=["loud"], name="sh*", where=lambda tool: tool.read_only), list[Tool[Any, Any]])
assert_type(registry.prefixed("my_").filtered(lambda tool: bool(tool.tags)).copy(), Registry)
assert_type(registry + Registry([greet]), Registry)
assert_type(registry.replace(greet), Tool[Any, Any])
assert_type(schemas(registry, provider="anthropic", strict=True), list[Any])
assert_type(tools_as_text(registry) + tools_as_json([registry["greet"].descriptor]), str)


class Message(TypedDict, total=False):
    """What the client of a provider takes."""

    role: Required[str]


def complete(history: list[Message], tools: Iterable[Message]) -> ToolCall:
    """Stands for a client, whose hints are TypedDicts of its package."""
    history += [*messages(dispatcher.dispatch(ToolCall("greet"))), dispatcher.dispatch(ToolCall("greet")).to_message()]
    return complete(history, schemas(registry)) if tools else complete(messages([]), tools)


class Spelled(OpenAICompatibleSchemaGenerator):
    """A generator of one's own."""

    def reference(self, type_: Any, /) -> dict[str, Any]:
        """References written as ever."""
        return super().reference(type_)


generator: SchemaGenerator = Spelled()
assert_type(generator.generate(registry["greet"].descriptor), dict[str, Any])

dispatcher = Dispatcher(registry, context=Deps("ann"), timeout_seconds=5, services={float: 1.0})
result = dispatcher.dispatch({"name": "greet", "arguments": {"word": "hi"}}, metadata={"trace": "t"})
assert_type(result, ToolResult)
assert_type(result.ok, bool)
assert_type(result.text, str)
assert_type(result.error, Failure | None)
assert_type(result.pending, PendingApproval | None)
assert_type(result.to_message(), Any)
assert_type(dispatcher.dispatch_all([ToolCall("greet")]), list[ToolResult])
assert_type(dispatcher.call(greet, "hi"), ToolResult)
if result.error is not None:
    assert_type(result.error.violations, tuple[Violation, ...])
if result.pending is not None:
    assert_type(dispatcher.resume(result.pending, decision=True), ToolResult)
    assert_type(dispatcher.resume(result.pending.to_dict(), decision=False), ToolResult)


@dispatcher.provide_metadata
def traced(prepared: Any) -> Mapping[str, Any]:
    """Something of each call."""
    return {"name": prepared.name}


async def in_a_loop() -> None:
    """The same, awaited."""
    assert_type(await dispatcher.adispatch({}), ToolResult)
    assert_type(await dispatcher.adispatch_all({}), list[ToolResult])
    assert_type(dispatcher.as_completed({}), AsyncIterator[ToolResult])
    async for each in dispatcher.as_completed({}):
        assert_type(each, ToolResult)
    async with dispatcher as entered:
        assert_type(entered, Dispatcher)
