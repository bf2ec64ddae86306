"""What a server of the Model Context Protocol answers, as the result of the tool that stands for its tool."""

from __future__ import annotations

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from toolkit import DelegatingTool, Dispatcher, Tool, ToolCall, ToolError
from toolkit.media import Audio, File, Image, Text

HI = {"type": "text", "text": "Hi."}
PICTURE = {"type": "image", "data": "iVBORw==", "mimeType": "image/png"}


def answered(answer: Any, *, is_async: bool = False) -> Any:
    """The result of a tool whose handler hands on what a server answered."""

    async def later(_: dict[str, Any]) -> Any:
        return answer

    handler = later if is_async else lambda _: answer
    return Dispatcher([Tool.declare("ask", "", handler=handler)]).dispatch(ToolCall("ask", {}))


def objects(value: Any) -> Any:
    """The same answer as objects with attributes."""
    if isinstance(value, dict):
        return SimpleNamespace(**{name: objects(each) for name, each in value.items()})
    return [objects(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("form", [dict, objects])
@pytest.mark.parametrize("is_async", [False, True])
def test_texts_are_the_result(form, is_async):
    """Without what stands around them."""
    result = answered(form({"content": [HI, HI], "isError": False, "_meta": None}), is_async=is_async)
    assert (result.ok, result.text, result.value) == (True, "Hi.\nHi.", "Hi.\nHi.")


@pytest.mark.parametrize("mark", ["isError", "is_error"])
def test_an_error_of_the_server_is_an_error_of_the_tool(mark):
    """Its text reaches the model as it is."""
    result = answered({"content": [HI], mark: True})
    assert (result.kind, result.text) == ("tool_error", "Hi.")
    with pytest.raises(ToolError, match="Hi"):
        Tool.declare("ask", "", handler=lambda _: {"content": [HI], mark: True}).invoke({})


def test_the_tools_that_a_server_lists_are_carried_out_by_its_session():
    """As they are listed; what it says of their effects is heeded only where that is stricter."""

    class Session:
        async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
            return {"content": [{"type": "text", "text": f"{name} {arguments['n']}"}], "isError": False}

    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    hints = {"get": {"readOnlyHint": True}, "drop": {"destructiveHint": True}}
    listed = [objects({"name": name, "inputSchema": {}, "annotations": hints[name]}) for name in hints]
    for each in listed:
        each.inputSchema = schema
    dispatcher = Dispatcher(listed, handlers={each.name: partial(Session().call_tool, each.name) for each in listed})
    assert [dispatcher.dispatch(ToolCall(name, {"n": 3})).text for name in hints] == ["get 3", "drop 3"]
    assert dispatcher.dispatch(ToolCall("get", {"n": "x"})).kind == "invalid_arguments"
    assert [(each.read_only, each.destructive) for each in dispatcher.registry] == [(None, None), (None, True)]


def test_structured_content_is_the_value():
    """It says the same as the text beside it (server/tools, Structured Content)."""
    answer = {"content": [{"type": "text", "text": '{"n": 1}'}], "structuredContent": {"n": 1}, "isError": False}
    assert answered(answer).value == {"n": 1}
    assert answered({"content": [], "isError": False}).value == ""


def test_pictures_sounds_and_resources_are_blocks():
    """Each dialect writes them in its own way."""
    resource = {"uri": "file:///notes/a.txt", "mimeType": "text/plain"}
    blocks = [
        HI,
        PICTURE,
        {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
        {"type": "resource", "resource": {**resource, "text": "Notes."}},
        {"type": "resource", "resource": {**resource, "blob": "AA=="}},
        {"type": "resource", "resource": {"uri": "x:a.png", "mimeType": "image/png", "blob": "iVBORw=="}},
        {"type": "resource_link", "uri": "file:///b.txt", "name": "b"},
    ]
    result = answered({"content": blocks, "isError": False})
    assert result.value == [
        Text("Hi."),
        Image(b"\x89PNG"),
        Audio(b"RIFF"),
        Text("Notes."),
        File(b"\0", "text/plain", "a.txt"),
        Image(b"\x89PNG", name="x:a.png"),
        Text("[resource: b, file:///b.txt]"),
    ]
    assert "[image/png, 4 bytes]" in result.text
    assert result.to_message("anthropic")["content"][0]["content"][1]["type"] == "image"


def test_what_is_no_base64_is_a_note():
    """The other blocks arrive all the same."""
    result = answered({"content": [{**PICTURE, "data": "%"}, HI], "isError": False})
    assert result.value == "[image/png, not readable: no base64]\nHi."


@pytest.mark.parametrize(
    "value",
    [{"content": [HI]}, {"content": "Hi.", "isError": False}, {"content": [{"type": "row"}], "isError": False}, [HI]],
)
def test_what_is_no_answer_stays_as_it_is(value):
    """A handler's own value, though it looks a little like one."""
    assert answered(value).value == value


def test_a_delegate_sees_what_is_in_an_answer():
    """Sync and async."""

    class Loud(DelegatingTool):
        def execute_call(self, arguments, context):
            return super().execute_call(arguments, context).upper()

    tool = Loud(Tool.declare("ask", "", handler=lambda _: {"content": [HI], "isError": False}))
    assert tool.invoke({}) == "HI."
    assert asyncio.run(tool.ainvoke({})) == "HI."


def test_the_answers_of_the_sdk_are_read():
    """As its client gives them."""
    types = pytest.importorskip("mcp.types")
    made = types.CallToolResult(
        content=[types.TextContent(type="text", text="Hi."), types.ImageContent(**PICTURE)], isError=False
    )
    assert answered(made).value == [Text("Hi."), Image(b"\x89PNG")]
    assert answered(types.CallToolResult(content=[types.TextContent(**HI)], isError=True)).kind == "tool_error"
