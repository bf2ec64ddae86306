"""LangChain's lists of tools, and tools as they are called: with what, what comes back, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from toolkit import ArgumentError, CallError, DefinitionError, Dispatcher, Registry, Tool, ToolCall, tool
from toolkit.media import Image


@tool
def multiply(a: int, b: int = 3) -> int:
    """Multiply two numbers."""
    return a * b


@tool
def search(query: str) -> list[str]:
    """Search the web."""
    return [query]


def dispatched(made: Any, /, **arguments: Any) -> Any:
    """The result of a call of one tool, as LangChain writes calls."""
    made = Tool.of(made)
    return Dispatcher([made]).dispatch({"type": "tool_call", "name": made.name, "args": arguments, "id": "c1"})


def test_tools_are_functions_tool_objects_and_dicts():
    """The document's three forms in one list; of a dict only the declaration is known."""
    declared = {"type": "function", "function": {"name": "ask", "description": "Ask.", "parameters": {}}}
    registry = Registry([multiply, search, declared])
    assert registry.names() == ["multiply", "search", "ask"]
    assert Dispatcher(registry).dispatch({"name": "ask", "args": {}, "id": "c1"}).kind == "external"


def test_a_dict_is_carried_out_by_a_function_of_the_same_name():
    """The document's map of names and functions."""
    declared = {"name": "ask", "description": "Ask.", "input_schema": {"properties": {"q": {"type": "string"}}}}
    dispatcher = Dispatcher([declared], handlers={"ask": lambda arguments: f"asked {arguments['q']}"})
    assert dispatcher.dispatch({"name": "ask", "args": {"q": "who"}, "id": "c1"}).text == "asked who"


def test_a_plain_function_becomes_a_tool_if_it_has_a_docstring():
    """Without one the list is refused, as the document says."""

    def double(a: int) -> int:
        """Double it."""
        return 2 * a

    def silent(a: int) -> int:
        return a

    assert Registry([double])["double"].invoke({"a": 2}) == 4
    with pytest.raises(DefinitionError, match="silent: no description for the model"):
        Registry([silent])


def test_a_tool_is_invoked_with_a_dict_a_json_text_or_a_call():
    """The value comes back, never a message."""
    made = Tool.of(multiply)
    assert [made.invoke(each) for each in ({"a": 2}, '{"a": 2}', ToolCall("multiply", {"a": 2}, "c1"))] == [6, 6, 6]


async def test_a_tool_is_awaited_with_the_same():
    """A sync body runs in a worker thread meanwhile."""
    assert await Tool.of(multiply).ainvoke(ToolCall("multiply", {"a": 2})) == 6


def test_the_name_of_a_call_must_be_the_tools():
    """LangChain never looks at it."""
    with pytest.raises(CallError, match="the call is for 'divide', not for 'multiply'"):
        Tool.of(multiply).invoke(ToolCall("divide", {"a": 2}))


def test_a_text_is_no_argument():
    """LangChain's `multiply("2")` gives "222"."""
    with pytest.raises(CallError):
        Tool.of(multiply).invoke("2")


def test_unknown_arguments_and_lax_values_are_refused():
    """Nothing is dropped and nothing turned into another type in silence."""
    for arguments in ({"a": 1, "c": 2}, {"a": "2"}, {"a": True}, {"a": 2.5}):
        with pytest.raises(ArgumentError):
            Tool.of(multiply).invoke(arguments)


def test_nested_models_arrive_as_models_and_leave_as_json():
    """LangChain writes a model as its repr."""
    pydantic = pytest.importorskip("pydantic")

    class Point(pydantic.BaseModel):
        q: int

    @tool
    def move(point: Point) -> Point:
        """Move."""
        return Point(q=point.q + 1)

    result = dispatched(move, point={"q": 1})
    assert (result.value, result.text) == (Point(q=2), '{"q": 2}')


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("ä", "ä"),
        (None, "null"),
        (True, "true"),
        ((1, 2), "[1, 2]"),
        ([], "[]"),
        (b"x", '"eA=="'),
        ({"é": 1}, '{"é": 1}'),
    ],
)
def test_results_as_text(value: Any, text: str):
    """JSON with every character, never a repr."""
    assert dispatched(Tool.from_function(lambda: value, name="give", description="")).text == text


def test_content_blocks_have_a_text():
    """The program gets them whole, and a model without eyes a note of what they are."""
    picture = Image(b"png")
    result = dispatched(Tool.from_function(lambda: ["A cat:", picture], name="draw", description=""))
    assert (result.value, result.text) == (["A cat:", picture], "A cat:\n[image/png, 3 bytes]")


def test_arguments_that_are_no_json():
    """The text is refused, not executed; no text at all, null and an empty object are no arguments."""
    call = {"type": "invalid_tool_call", "name": "multiply", "args": '{"a": ', "id": "c1"}
    assert Dispatcher([multiply]).dispatch(call).kind == "malformed_call"
    for empty in ("", "null", "{}"):
        assert Dispatcher([multiply]).dispatch(ToolCall("multiply", empty)).kind == "invalid_arguments"
    assert Dispatcher([multiply]).dispatch(ToolCall("multiply", "[]")).kind == "malformed_call"


def test_an_unknown_name_is_answered():
    """An error for the model; its siblings run."""
    results = Dispatcher([multiply]).dispatch_all([ToolCall("tool2", {}), ToolCall("multiply", {"a": 1})])
    assert [each.kind for each in results] == ["unknown_tool", "ok"]
