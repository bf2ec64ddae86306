"""Tools of other libraries."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from toolkit import Dispatcher, Registry, Tool, ToolCall, schemas

SCHEMA = {
    "title": "find",
    "description": "Find a place.",
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
}


class Found:
    """What LangChain's tools have that no other library's have."""

    name = "find"
    description = "Find a place."
    tool_call_schema = SCHEMA
    return_direct = True

    def invoke(self, arguments: dict[str, Any]) -> str:
        return f"{arguments['city']} found"

    async def ainvoke(self, arguments: dict[str, Any]) -> str:
        return f"{arguments['city']} found later"


class FoundLater(Found):
    """One that was made of a coroutine alone."""

    func = None


def test_a_tool_of_langchain_is_declared_and_carried_out():
    """By its own schema, with its own method; arguments are checked before."""
    registry = Registry([Found()])
    (declared,) = schemas(registry, provider="anthropic")
    assert (declared["name"], declared["description"]) == ("find", "Find a place.")
    assert declared["input_schema"]["properties"] == SCHEMA["properties"]
    result = Dispatcher(registry).dispatch(ToolCall("find", {"city": "Rome"}))
    assert (result.value, result.return_direct) == ("Rome found", True)
    assert Dispatcher(registry).dispatch(ToolCall("find", {"city": 5})).kind == "invalid_arguments"


def test_options_come_before_what_it_says():
    """Its name, its description, whether its result ends the loop."""
    made = Tool.of(Found(), name="look", description="Look.", return_direct=False)
    assert (made.name, made.description, made.invoke({"city": "Rome"})) == ("look", "Look.", "Rome found")
    assert Dispatcher([made]).dispatch(ToolCall("look", {"city": "Rome"})).return_direct is False


def test_a_coroutine_is_awaited():
    """Where the tool has nothing else."""
    assert Tool.of(FoundLater()).invoke({"city": "Rome"}) == "Rome found later"
    assert asyncio.run(Tool.of(FoundLater()).ainvoke({"city": "Rome"})) == "Rome found later"


def test_the_library_itself_is_understood():
    """Its decorator, with a model for a schema."""
    tools = pytest.importorskip("langchain_core.tools")

    @tools.tool
    def double(number: int) -> int:
        """Double a number."""
        return 2 * number

    made = Tool.of(double)
    assert made.input_schema["properties"]["number"]["type"] == "integer"
    assert (made.name, made.description, made.invoke({"number": 2})) == ("double", "Double a number.", 4)


def shout(text: str, times: int = 1) -> str:
    """Something else.

    Args:
        text: What to shout.
        times: How often.
    """
    return text.upper() * times


class Holder:
    """A tool of a library that holds the function under a name of its own."""

    def __init__(self, place: str) -> None:
        self.name, self.description = "call_out", "Call out."
        setattr(self, place, shout)


class Wrapper(Holder):
    """One that stands for the function itself, as Anthropic's does."""

    @property
    def __call__(self):
        return shout


@pytest.mark.parametrize("held", [Holder("func"), Holder("function"), Holder("fn"), Wrapper("func")])
def test_a_function_that_a_tool_holds_is_read_and_called(held):
    """Name and description are the tool's, the parameters the function's."""
    (made,) = Registry([held])
    assert (made.name, made.description, made.function) == ("call_out", "Call out.", shout)
    assert made.input_schema["properties"]["text"] == {"description": "What to shout.", "type": "string"}
    assert Tool.of(held, name="shout").name == "shout"
    assert made.invoke({"text": "hi", "times": 2}) == "HIHI"


def test_an_object_that_can_be_called_is_called_itself():
    """Whatever it holds; and one without a description is no tool."""

    class Caller(Holder):
        def __call__(self, number: int) -> int:
            """Double a number."""
            return 2 * number

    assert Tool.of(Caller("func")).invoke({"number": 2}) == 4
    held = Holder("fn")
    held.description = None
    assert Dispatcher([held]).dispatch(ToolCall("call_out", {})).kind == "external"


def test_the_tools_of_anthropics_library_are_understood():
    """Its decorator."""
    anthropic = pytest.importorskip("anthropic")
    made = Tool.of(anthropic.beta_tool(shout))
    assert (made.name, made.invoke({"text": "hi"})) == ("shout", "HI")
