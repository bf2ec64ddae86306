"""The providers against their own packages: what we declare is accepted, what they give us is read.

The streams of those that have a client are read in test_clients.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from golden.tools import TOOLS

from toolkit.calls import Failure, ToolCall, ToolResult
from toolkit.descriptor import (
    AnyOfType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    StringType,
    ToolDescriptor,
    ToolParameterDescriptor as Parameter,
)
from toolkit.dialects import read_calls
from toolkit.providers import CallAccumulator, get

ADDRESS = ObjectType(
    properties=(Parameter("street", "With number.", StringType()),), required=("street",), additional=False
)
SHIP = ToolDescriptor(
    "shop.ship",
    "Ship an order.",
    (Parameter("order", "Its number.", IntegerType(constraints={"minimum": 1})), Parameter("to", "", ADDRESS)),
    (
        Parameter("tags", "Marks.", ListType(StringType())),
        Parameter("day", "", AnyOfType((IntegerType(), NullType())), None),
    ),
)
ALL = [SHIP, *TOOLS]
ARGUMENTS = {"order": 1, "to": {"street": "Main 1"}}


def read(message: Any, provider: str | None = None) -> list[tuple[str, Any, str | None, str | None]]:
    """What is in a message: name, arguments, id and dialect of each call."""
    return [(call.name, call.arguments, call.id, call.provider) for call in read_calls(message, provider)]


def results(provider: str) -> list[dict[str, Any]]:
    """The messages for one good and one bad result."""
    good, bad = ToolCall("shop_ship", {}, "call_1", provider), ToolCall("shop_ship", {}, "call_2", provider)
    return get(provider).write_results([ToolResult(good, 1, text="1"), failure(bad)])


def failure(call: ToolCall) -> ToolResult:
    """A failed result."""
    return ToolResult(call, error=Failure("tool_error", "out of stock"))


def test_openai_chat_objects_are_read():
    """A call, a message, a choice and a whole completion give the same call."""
    pytest.importorskip("openai")
    from openai.types.chat import ChatCompletion

    call = {"id": "c1", "type": "function", "function": {"name": "shop_ship", "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": message}
    whole = {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    response = ChatCompletion.model_validate(whole)
    said = response.choices[0].message
    expected = [("shop_ship", "{}", "c1", "openai")]
    for payload in (said.tool_calls[0], said.tool_calls, said, response.choices[0], response):
        assert read(payload) == expected


def test_openai_chat_takes_what_we_write():
    """Declarations and results have the shape of the package's own types."""
    pytest.importorskip("openai")
    from openai.types.chat import ChatCompletionFunctionToolParam, ChatCompletionToolMessageParam
    from pydantic import TypeAdapter

    TypeAdapter(list[ChatCompletionFunctionToolParam]).validate_python(get("openai").declare(ALL))
    TypeAdapter(list[ChatCompletionToolMessageParam]).validate_python(results("openai"))


def test_openai_responses_objects_are_read():
    """Items and a whole response give the same calls; other items give none."""
    pytest.importorskip("openai")
    from openai.types.responses import Response, ResponseFunctionToolCall, ResponseReasoningItem

    call = ResponseFunctionToolCall(arguments="{}", call_id="c1", name="shop_ship", type="function_call")
    thought = ResponseReasoningItem(id="r", summary=[], type="reasoning")
    response = Response.model_construct(object="response", output=[thought, call])
    expected = [("shop_ship", "{}", "c1", "openai-responses")]
    for payload in (call, [thought, call], response):
        assert read(payload) == expected


def test_openai_responses_takes_what_we_write():
    """Declarations and results have the shape of the package's own types."""
    pytest.importorskip("openai")
    from openai.types.responses import FunctionToolParam
    from openai.types.responses.response_input_param import FunctionCallOutput
    from pydantic import TypeAdapter

    TypeAdapter(list[FunctionToolParam]).validate_python(get("openai-responses").declare(ALL))
    TypeAdapter(list[FunctionCallOutput]).validate_python(results("openai-responses"))


def test_anthropic_objects_are_read():
    """A block, the content and a whole message give the same call; text gives none."""
    pytest.importorskip("anthropic")
    from anthropic.types import Message

    blocks = [
        {"type": "text", "text": "Hm."},
        {"type": "tool_use", "id": "t1", "name": "shop_ship", "input": ARGUMENTS},
    ]
    usage = {"input_tokens": 1, "output_tokens": 1}
    fields = {"id": "m", "type": "message", "role": "assistant", "model": "c", "content": blocks, "usage": usage}
    message = Message.model_validate({**fields, "stop_reason": "tool_use", "stop_sequence": None})
    expected = [("shop_ship", ARGUMENTS, "t1", "anthropic")]
    for payload in (message.content[1], message.content, message):
        assert read(payload) == expected
    assert read(message.content[0]) == []


def test_anthropic_takes_what_we_write():
    """Declarations and results have the shape of the package's own types."""
    pytest.importorskip("anthropic")
    from anthropic.types import MessageParam, ToolParam
    from pydantic import TypeAdapter

    TypeAdapter(list[ToolParam]).validate_python(get("anthropic").declare(ALL))
    messages = results("anthropic")
    TypeAdapter(list[MessageParam]).validate_python(messages)
    assert [block.get("is_error") for block in messages[0]["content"]] == [None, True]


def test_gemini_objects_are_read():
    """A function call, a part, a content and a whole response give the same call."""
    pytest.importorskip("google.genai")
    from google.genai import types

    call = types.FunctionCall(name="shop_ship", args=ARGUMENTS, id="f1")
    content = types.Content(role="model", parts=[types.Part(text="Hm."), types.Part(function_call=call)])
    response = types.GenerateContentResponse(candidates=[types.Candidate(content=content)])
    expected = [("shop_ship", ARGUMENTS, "f1", "gemini")]
    for payload in (call, content.parts[1], content.parts, content, response.candidates[0], response):
        assert read(payload) == expected
    assert [(each.name, each.id) for each in CallAccumulator("gemini").feed(response)] == [("shop_ship", "f1")]
    assert read(types.GenerateContentResponse(candidates=[])) == []


def test_gemini_takes_what_we_write():
    """Declarations and results are valid in the package's own types."""
    pytest.importorskip("google.genai")
    from google.genai import types

    tool, _ = map(types.Tool.model_validate, get("gemini").declare([*ALL, {"google_search": {}}]))
    assert len(tool.function_declarations) == len(ALL)
    assert tool.function_declarations[0].parameters_json_schema["required"] == ["order", "to"]
    (message,) = results("gemini")
    responses = [part.function_response for part in types.Content.model_validate(message).parts]
    assert [each.response for each in responses] == [{"output": "1"}, {"error": "out of stock"}]


def test_ollama_objects_are_read():
    """A call, a message and a whole response give the same call."""
    pytest.importorskip("ollama")
    from ollama import ChatResponse, Message

    call = Message.ToolCall(function=Message.ToolCall.Function(name="shop_ship", arguments=ARGUMENTS))
    response = ChatResponse(message=Message(role="assistant", tool_calls=[call]))
    expected = [("shop_ship", ARGUMENTS, None, "ollama")]
    for payload in (call, response.message.tool_calls, response.message, response):
        assert read(payload) == expected
    assert [each.name for each in CallAccumulator("ollama").feed(response)] == ["shop_ship"]
    assert read(ChatResponse(message=Message(role="assistant", content="Hi."))) == []


def test_ollama_takes_what_we_write_and_loses_nothing():
    """What the client drops from a property stands in its description."""
    pytest.importorskip("ollama")
    from ollama import Message, Tool

    declared = [each["function"]["parameters"]["properties"] for each in get("ollama").declare(ALL)]
    taken = [Tool.model_validate(each).model_dump(exclude_none=True) for each in get("ollama").declare(ALL)]
    kept = [each["function"]["parameters"]["properties"] for each in taken]
    assert [each.keys() for each in kept] == [each.keys() for each in declared]
    properties = kept[0]
    assert properties["order"] == {"type": "integer", "description": "Its number. (minimum: 1)"}
    assert properties["day"]["type"] == ["integer", "null"]
    assert '"street"' in properties["to"]["description"]
    assert [Message.model_validate(message).tool_name for message in results("ollama")] == ["shop_ship"] * 2


def test_mistral_objects_are_read():
    """A call, a message and a whole response give the same call; the client's marks for nothing are nothing."""
    pytest.importorskip("mistralai")
    from mistralai.client import models

    call = models.ToolCall(function=models.FunctionCall(name="shop_ship", arguments="{}"), id="abcdefghi")
    message = models.AssistantMessage(tool_calls=[call])
    choice = models.ChatCompletionChoice(index=0, message=message, finish_reason="tool_calls")
    response = models.ChatCompletionResponse.model_construct(choices=[choice])
    expected = [("shop_ship", "{}", "abcdefghi", "mistral")]
    for payload in (call, message.tool_calls, message, choice, response):
        assert read(payload, "mistral") == expected
    assert read(models.AssistantMessage(content="Hi."), "mistral") == []
    nameless = models.ToolCall(function=models.FunctionCall(name="a", arguments={}))
    assert read(nameless, "mistral") == [("a", {}, None, "mistral")]


def test_mistral_takes_what_we_write():
    """Declarations and results are valid in the package's own types."""
    pytest.importorskip("mistralai")
    from mistralai.client import models

    declared = [models.Tool.model_validate(each) for each in get("mistral").declare(ALL)]
    assert declared[0].function.name == "shop_ship"
    assert models.ToolMessage.model_validate(results("mistral")[0]).tool_call_id == "call_1"


def test_mistral_streams_are_read():
    """The client's events hold the chunk in `data`."""
    pytest.importorskip("mistralai")
    from mistralai.client import models

    call = models.ToolCall(function=models.FunctionCall(name="a", arguments='{"x": 1}'), id="abcdefghi")
    other = models.ToolCall(function=models.FunctionCall(name="b", arguments="{}"), id="jklmnopqr")
    delta = models.DeltaMessage(tool_calls=[call, other])
    choice = models.CompletionResponseStreamChoice(index=0, delta=delta, finish_reason="tool_calls")
    event = models.CompletionEvent(data=models.CompletionChunk(id="x", model="m", choices=[choice]))
    accumulator = CallAccumulator("mistral")
    calls = [*accumulator.feed(event), *accumulator.finish()]
    assert [(each.name, each.arguments, each.id) for each in calls] == [
        ("a", '{"x": 1}', "abcdefghi"),
        ("b", "{}", "jklmnopqr"),
    ]


def test_mcp_objects_are_read():
    """A request and its parameters give the same call."""
    types = pytest.importorskip("mcp_types")
    params = types.CallToolRequestParams(name="shop.ship", arguments=ARGUMENTS)
    expected = [("shop.ship", ARGUMENTS, None, "mcp")]
    assert read(params) == read(types.CallToolRequest(method="tools/call", params=params)) == expected
    assert read(types.CallToolRequestParams(name="now")) == [("now", None, None, "mcp")]


def test_mcp_takes_what_we_write():
    """Declarations and results are valid in the package's own types, and a listed tool is a declaration."""
    types = pytest.importorskip("mcp_types")
    made = get("mcp").declare(ALL)
    tool, *_ = map(types.Tool.model_validate, made)
    assert tool.name == "shop.ship"
    assert get("mcp").declare([tool]) == made[:1]
    assert [types.CallToolResult.model_validate(result).is_error for result in results("mcp")] == [False, True]


def test_langchain_objects_are_read():
    """A call, the list of calls and a message give the same calls; unreadable ones come along as text."""
    pytest.importorskip("langchain_core")
    from langchain_core.messages import AIMessage, AIMessageChunk
    from langchain_core.messages.tool import invalid_tool_call, tool_call, tool_call_chunk

    call = tool_call(name="shop_ship", args=ARGUMENTS, id="l1")
    message = AIMessage(content="", tool_calls=[call])
    expected = [("shop_ship", ARGUMENTS, "l1", "langchain")]
    for payload in (call, message.tool_calls, message):
        assert read(payload) == expected
    assert read(AIMessage(content="Hi.")) == []
    broken = AIMessage(content="", invalid_tool_calls=[invalid_tool_call(name="a", args="{", id="l2", error="x")])
    assert read(broken) == [("a", "{", "l2", "langchain")]
    accumulator = CallAccumulator("langchain")
    chunk = tool_call_chunk(name="a", args="{}", id="l3", index=0)
    accumulator.feed(AIMessageChunk(content="", tool_call_chunks=[chunk]))
    assert accumulator.finish() == [ToolCall("a", "{}", "l3", "langchain")]


def test_langchain_takes_what_we_write():
    """Declarations pass its converter as they are, and results become tool messages."""
    pytest.importorskip("langchain_core")
    from langchain_core.messages import convert_to_messages
    from langchain_core.utils.function_calling import convert_to_openai_tool

    made = get("langchain").declare(ALL)
    assert list(map(convert_to_openai_tool, made)) == made
    messages = convert_to_messages(results("langchain"))
    assert [(each.type, each.tool_call_id, each.status) for each in messages] == [
        ("tool", "call_1", "success"),
        ("tool", "call_2", "error"),
    ]


def test_bedrock_takes_what_we_write():
    """Botocore's validator accepts declarations and results."""
    pytest.importorskip("botocore")
    from botocore.session import Session
    from botocore.validate import ParamValidator

    model = Session().get_service_model("bedrock-runtime")
    request = {"modelId": "m", "toolConfig": {"tools": get("bedrock").declare(ALL)}, "messages": results("bedrock")}
    report = ParamValidator().validate(request, model.operation_model("Converse").input_shape)
    assert report.generate_report() == ""
