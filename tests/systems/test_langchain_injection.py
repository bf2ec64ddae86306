"""LangChain's injected arguments: what the host fills, and no model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from toolkit import (
    CallError,
    CallId,
    Dispatcher,
    Inject,
    MissingContextError,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    tool,
)


@dataclass
class User:
    """Who is asking."""

    name: str


@tool
def greet(word: str, user: Annotated[User, Inject()]) -> str:
    """Greet."""
    return f"{word} {user.name}"


def test_an_injected_argument_is_the_hosts():
    """Absent from the schema, given by the host, refused from a model and missed if nobody gives it."""
    dispatcher = Dispatcher([greet])
    assert list(Tool.of(greet).input_schema["properties"]) == ["word"]
    assert dispatcher.dispatch(ToolCall("greet", {"word": "hi"}), context=User("ann")).value == "hi ann"
    forged = dispatcher.dispatch(ToolCall("greet", {"word": "hi", "user": {"name": "eve"}}), context=User("ann"))
    assert forged.kind == "invalid_arguments"
    with pytest.raises(MissingContextError, match=r"greet\(user\): needs a User"):
        dispatcher.dispatch(ToolCall("greet", {"word": "hi"}))


def test_the_id_of_the_call_is_injected():
    """A call without an id lacks it."""

    @tool
    def mark(note: str, call_id: Annotated[str, CallId]) -> str:
        """Mark."""
        return f"{call_id}: {note}"

    assert Tool.of(mark).invoke(ToolCall("mark", {"note": "x"}, "c7")) == "c7: x"
    with pytest.raises(MissingContextError, match="dispatch a ToolCall that has one"):
        Tool.of(mark).invoke({"note": "x"})
    with pytest.raises(CallError, match="call_id: no such argument"):
        Tool.of(mark).invoke(ToolCall("mark", {"note": "x", "call_id": "c8"}, "c7"))


def test_a_parameter_is_injected_by_its_type_alone():
    """As LangGraph's runtime is."""

    @tool
    def where(context: ToolContext) -> list[str]:
        """Where."""
        return [context.tool.name, *context.registry.names()]

    assert Dispatcher(Registry([where, greet])).dispatch(ToolCall("where")).value == ["where", "where", "greet"]
