"""What all providers share when they read: single calls, messages, responses, broken ones."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from toolkit.calls import ToolCall, ToolResult
from toolkit.dialects import read_calls
from toolkit.errors import CallError, DefinitionError
from toolkit.providers import OpenAI, get, register

ARGUMENTS = {"a": 1, "b": [True]}
TEXT = '{"a": 1, "b": [true]}'


def objects(value):
    """The same payload as objects with attributes."""
    if isinstance(value, dict) and value is not ARGUMENTS:
        return SimpleNamespace(**{name: objects(each) for name, each in value.items()})
    return [objects(each) for each in value] if isinstance(value, list) else value


OPENAI = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": TEXT}}
RESPONSES = {"type": "function_call", "id": "fc", "call_id": "c1", "name": "add", "arguments": TEXT}
ANTHROPIC = {"type": "tool_use", "id": "c1", "name": "add", "input": ARGUMENTS}
GEMINI = {"functionCall": {"id": "c1", "name": "add", "args": ARGUMENTS}}
BEDROCK = {"toolUse": {"toolUseId": "c1", "name": "add", "input": ARGUMENTS}}
OLLAMA = {"function": {"name": "add", "arguments": ARGUMENTS}}
MCP = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add", "arguments": ARGUMENTS}}
LANGCHAIN = {"name": "add", "args": ARGUMENTS, "id": "c1", "type": "tool_call"}

READ = [
    ("openai", OPENAI, TEXT, "c1"),
    ("openai", {"role": "assistant", "content": None, "tool_calls": [OPENAI]}, TEXT, "c1"),
    ("openai", {"choices": [{"index": 0, "message": {"role": "assistant", "tool_calls": [OPENAI]}}]}, TEXT, "c1"),
    ("openai", {"index": 0, "message": {"role": "assistant", "tool_calls": [OPENAI]}}, TEXT, "c1"),
    ("openai", {"role": "assistant", "function_call": {"name": "add", "arguments": TEXT}}, TEXT, None),
    ("openai", {"function": {"name": "add", "arguments": TEXT}}, TEXT, None),
    ("openai", {"type": "function", "function": {"name": "add", "arguments": ARGUMENTS}}, ARGUMENTS, None),
    ("openai", {"id": "c1", "type": "custom", "custom": {"name": "add", "input": "1"}}, {"input": "1"}, "c1"),
    ("openai-responses", RESPONSES, TEXT, "c1"),
    ("openai-responses", {"object": "response", "output": [{"type": "reasoning"}, RESPONSES]}, TEXT, "c1"),
    (
        "openai-responses",
        {"type": "custom_tool_call", "call_id": "c1", "name": "add", "input": "1"},
        {"input": "1"},
        "c1",
    ),
    (
        "openai-responses",
        {"type": "custom_tool_call", "call_id": "c1", "name": "add", "input": ""},
        {"input": ""},
        "c1",
    ),
    ("openai-responses", {"type": "response.done", "response": {"output": [RESPONSES]}}, TEXT, "c1"),
    ("openai-responses", {"type": "response.output_item.done", "item": RESPONSES}, TEXT, "c1"),
    (
        "openai-responses",
        {"type": "response.function_call_arguments.done", "call_id": "c1", "name": "add", "arguments": TEXT},
        TEXT,
        "c1",
    ),
    ("anthropic", ANTHROPIC, ARGUMENTS, "c1"),
    ("anthropic", {"id": "c1", "name": "add", "input": ARGUMENTS}, ARGUMENTS, "c1"),
    ("anthropic", {"role": "assistant", "content": [{"type": "text", "text": "Hm."}, ANTHROPIC]}, ARGUMENTS, "c1"),
    ("gemini", GEMINI, ARGUMENTS, "c1"),
    ("gemini", {"function_call": {"name": "add", "args": ARGUMENTS}}, ARGUMENTS, None),
    ("gemini", {"function_call": {"name": "add"}}, None, None),
    ("gemini", {"role": "model", "parts": [{"text": "Hm."}, GEMINI]}, ARGUMENTS, "c1"),
    ("gemini", {"candidates": [{"content": {"parts": [GEMINI]}}]}, ARGUMENTS, "c1"),
    ("gemini", {"toolCall": {"functionCalls": [{"id": "c1", "name": "add", "args": ARGUMENTS}]}}, ARGUMENTS, "c1"),
    ("gemini", {"tool_call": {"function_calls": [{"name": "add", "args": ARGUMENTS}]}}, ARGUMENTS, None),
    ("bedrock", BEDROCK, ARGUMENTS, "c1"),
    ("bedrock", BEDROCK["toolUse"], ARGUMENTS, "c1"),
    ("bedrock", {"role": "assistant", "content": [{"text": "Hm."}, BEDROCK]}, ARGUMENTS, "c1"),
    ("bedrock", {"output": {"message": {"role": "assistant", "content": [BEDROCK]}}}, ARGUMENTS, "c1"),
    ("ollama", OLLAMA, ARGUMENTS, None),
    ("ollama", {"id": "c1", **OLLAMA}, ARGUMENTS, "c1"),
    ("ollama", {"role": "assistant", "content": "", "tool_calls": [OLLAMA]}, ARGUMENTS, None),
    ("ollama", {"model": "m", "message": {"role": "assistant", "tool_calls": [OLLAMA]}}, ARGUMENTS, None),
    ("mcp", MCP, ARGUMENTS, "1"),
    ("mcp", MCP["params"], ARGUMENTS, None),
    ("mcp", {"name": "add", "arguments": None}, None, None),
    ("mcp", {"name": "add", "arguments": TEXT, "call_id": "c1"}, TEXT, "c1"),
    ("mcp", {"id": None, "name": "add", "arguments": ARGUMENTS, "tool_call_id": "c1"}, ARGUMENTS, "c1"),
    ("langchain", LANGCHAIN, ARGUMENTS, "c1"),
    ("langchain", {"name": "add", "args": ARGUMENTS}, ARGUMENTS, None),
    ("langchain", {"name": "add", "args": ARGUMENTS, "tool_call_id": "c1"}, ARGUMENTS, "c1"),
    ("langchain", {"type": "ai", "content": "", "tool_calls": [LANGCHAIN]}, ARGUMENTS, "c1"),
    ("langchain", {"content": "", "tool_calls": [{"name": "add", "args": ARGUMENTS}]}, ARGUMENTS, None),
]


@pytest.mark.parametrize(("provider", "payload", "arguments", "id_"), READ)
def test_a_shape_is_recognised_without_being_told(provider, payload, arguments, id_):
    """As a dict, as objects, with and without the provider's name, and in a list."""
    expected = [ToolCall("add", arguments, id_, provider)]
    for form in (payload, objects(payload)):
        assert read_calls(form) == expected
        assert read_calls(form, provider) == expected
        assert read_calls([form]) == expected
        assert get(provider).recognises(form)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": "Hi."},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"choices": []},
        {"choices": [{"message": {"role": "assistant", "content": "Hi."}}]},
        {"object": "response", "output": []},
        {"role": "assistant", "content": [{"type": "text", "text": "Hi."}]},
        {"type": "message", "content": []},
        {"role": "assistant", "content": [{"text": "Hi."}]},
        {"output": {"message": {"role": "assistant", "content": [{"text": "Hi."}]}}},
        {"candidates": []},
        {"candidates": [{"finishReason": "STOP"}]},
        {"parts": [{"text": "Hi."}]},
        {"message": {"role": "assistant", "content": "Hi."}, "done": True},
        {"type": "ai", "content": "Hi.", "tool_calls": []},
        {"type": "reasoning", "summary": []},
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
        {"type": "web_search_tool_result", "content": []},
        {"role": "assistant", "content": [{"type": "server_tool_use", "id": "s", "name": "x", "input": {}}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "s", "type": "server_tool_use", "name": "x"}}]},
        {"text": "Hi."},
        {"reasoningContent": {}},
        {"toolUseId": "c1", "content": [{"text": "1"}]},
        {"type": "web_search_call", "id": "w"},
        {"type": "mcp_call", "id": "m", "name": "add", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "1"},
        {"type": "response.output_item.done", "item": {"type": "message"}},
        {"type": "response.done", "response": None},
        {"type": "mcp_tool_use", "id": "m", "name": "add", "input": {}},
        {"functionResponse": {"name": "add", "response": {}}},
        {"thoughtSignature": "AQ=="},
        {"executableCode": {"code": "1"}},
        {"toolCall": {"toolType": "GOOGLE_SEARCH"}},
        {"promptFeedback": {"blockReason": "SAFETY"}},
        {"candidates": [{"content": {"role": "model"}}]},
        {"candidates": [{"content": None, "finishReason": "MALFORMED_FUNCTION_CALL"}]},
        {"toolResult": {"toolUseId": "c1", "content": []}},
        [],
    ],
)
def test_a_message_without_calls_gives_none(message):
    """What the provider carries out itself is no call of ours."""
    assert read_calls(message) == []


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        ({"type": "function"}, "function.name is missing; expected text"),
        ({"function": "add"}, "function is text; expected an object with name"),
        ({"function": {"arguments": "{}"}}, "function.name is missing; expected text"),
        ({"function": {"name": 5, "arguments": "{}"}}, "function.name is a number; expected text"),
        ({"function": {"name": "add", "arguments": []}}, "function.arguments is an array; expected JSON text or an"),
        ({"id": [], "function": {"name": "add", "arguments": "{}"}}, "id is an array; expected text"),
        ({"id": "x" * 257, "type": "function", "function": {}}, "id has 257 characters; expected 256 at most"),
        ({"custom": {"name": "sql"}}, "custom.input is missing; expected text"),
        ({"type": "function_call", "arguments": "{}"}, "name is missing; expected text"),
        ({"type": "tool_use", "name": "", "input": {}}, "name is empty; expected text"),
        ({"functionCall": {"args": {}}}, "functionCall.name is missing; expected text"),
        ({"functionCall": {"name": "add", "args": 5}}, "functionCall.args is a number"),
        ({"functionCall": {"name": "add", "partialArgs": []}}, "functionCall.partialArgs are not read; leave"),
        ({"method": "tools/call", "params": {"arguments": {}}}, "name is missing; expected text"),
        ({"name": None, "arguments": {}}, "name is null; expected text"),
        ({"name": "add", "args": 5}, "args is a number; expected JSON text or an object"),
        ({"type": "tool_call", "args": {}}, "name is missing; expected text"),
    ],
)
def test_a_broken_call_names_the_field(payload, text):
    """Alone it is an error; the error knows what could be read of the call."""
    for form in (payload, objects(payload)):
        with pytest.raises(CallError) as caught:
            read_calls(form)
        assert str(caught.value).startswith(text)
        assert caught.value.kind == "malformed_call"
        assert caught.value.call.problem == str(caught.value)


def test_a_broken_call_keeps_its_id():
    """So that its refusal reaches the model under it."""
    for payload in (
        {"id": "c1", "type": "function"},
        {"toolUse": {"toolUseId": "c1"}},
        {"type": "tool_use", "id": "c1"},
        {"functionCall": {"id": "c1"}},
        {"id": "c1", "method": "tools/call", "params": {}},
        {"name": 1, "arguments": {}, "call_id": "c1"},
        {"type": "tool_call", "tool_call_id": "c1"},
    ):
        with pytest.raises(CallError) as caught:
            read_calls(payload)
        assert caught.value.call.id == "c1"


def test_a_broken_call_hides_no_sibling():
    """In a message, each broken call has a problem, and the others are whole."""
    message = {"role": "assistant", "tool_calls": [{"id": "c0", "type": "function", "function": {}}, OPENAI]}
    broken, good = read_calls(message)
    assert (broken.name, broken.arguments, broken.id, broken.provider) == ("", None, "c0", "openai")
    assert broken.problem == "function.name is missing; expected text"
    assert good == ToolCall("add", TEXT, "c1", "openai")


def test_in_a_list_whatever_is_no_call_has_a_problem():
    """Payloads of several providers may stand side by side; a call that was read before stays."""
    read = ToolCall("add")
    calls = read_calls([OPENAI, 5, {"type": "tool_use", "id": "c2"}, read, ANTHROPIC])
    assert [call.name for call in calls] == ["add", "", "", "add", "add"]
    assert calls[1].problem.startswith("no tool call found: expected a provider's tool call or message")
    assert (calls[2].id, calls[2].problem) == ("c2", "name is missing; expected text")
    assert read_calls(read) == [read]


@pytest.mark.parametrize(
    "payload",
    [
        None,
        5,
        "add",
        b"{}",
        {},
        object(),
        {"name": "add"},
        {"arguments": {}},
        {"args": {}},
        {"method": "tools/list", "params": {}},
        {"name": "add", "parameters": {}},
        {"choices": [{"delta": {"tool_calls": []}}]},
        {"content": 5},
        {"tool_calls": [{"name": "add", "args": {}}, OPENAI]},
        {"content": [{"toolUse": {}}, {"type": "text"}]},
    ],
)  # fmt: skip
def test_what_is_nobodys_is_refused(payload):
    """The message says what was expected."""
    with pytest.raises(CallError):
        read_calls(payload)


def test_what_stands_among_calls_without_being_one_hides_none_and_adds_none():
    """A caller may hand over the items of a response as they are."""
    items = [{"type": "file_search_call", "id": "f"}, RESPONSES, {"type": "mcp_list_tools", "id": "m"}]
    assert [call.id for call in read_calls(items)] == ["c1"]
    blocks = [{"type": "mcp_tool_use", "id": "m"}, {"type": "mcp_tool_result", "content": []}, ANTHROPIC]
    assert [call.id for call in read_calls(blocks)] == ["c1"]
    parts = [{"text": "Hm.", "thoughtSignature": "AQ=="}, GEMINI, {"functionResponse": {}}]
    assert [call.id for call in read_calls(parts)] == ["c1"]


def test_a_list_of_calls_that_is_none_is_refused():
    """By every provider that could have meant it."""
    for message in (
        {"role": "assistant", "tool_calls": "x"},
        {"invalid_tool_calls": 5},
        {"object": "response", "output": 5},
    ):
        with pytest.raises(CallError, match="expected an array"):
            read_calls(message)
    with pytest.raises(CallError, match="expected an array"):
        read_calls({"object": "response", "output": 5}, "openai-responses")


def test_a_named_provider_reads_a_list_too():
    """Its calls, its messages, and what is broken."""
    calls = get("openai").read_calls([OPENAI, 5, {"role": "assistant", "tool_calls": [OPENAI]}])
    assert [call.name for call in calls] == ["add", "", "add"]
    assert calls[1].problem.startswith("a number without a tool call of openai; expected ")
    assert read_calls([OPENAI, OPENAI], "openai") == [calls[0]] * 2
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert [call.name for provider in (None, "openai") for call in read_calls(nested, provider)] == ["", ""]


def test_a_provider_may_be_given_as_an_object_or_is_told_what_it_lacks():
    """A client of an SDK has the name of a provider, and reads no calls."""
    call = {"id": "c1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
    (read,) = read_calls(call, OpenAI())
    assert (read.name, read.provider) == ("now", "openai")
    result = ToolResult(read, text="noon")
    assert result.to_message(OpenAI()) == result.to_message()
    for given in (SimpleNamespace(), [], 5):
        with pytest.raises(DefinitionError, match='give a name, provider="openai", or an object with read_calls'):
            read_calls(call, given)
        with pytest.raises(DefinitionError, match="an object with write_results"):
            result.to_message(given or 5)
    with pytest.raises(DefinitionError, match=r"give an object of it, provider=OpenAI\(\)"):
        read_calls(call, OpenAI)


def test_a_named_provider_says_what_it_expected():
    """Text reads prose, the others a payload."""
    for provider in ("openai", "anthropic", "gemini", "bedrock", "ollama", "mistral", "mcp", "langchain"):
        with pytest.raises(CallError, match=f"a number without a tool call of {provider}; expected "):
            read_calls(5, provider)
    with pytest.raises(CallError, match="a number without text; expected what the model wrote"):
        read_calls(5, "text")


def test_a_named_provider_reads_the_calls_of_its_imitators():
    """OpenAI's form with arguments as an object is read where OpenAI is named."""
    calls = [{"function": {"name": "add", "arguments": ARGUMENTS}}]
    assert read_calls({"role": "assistant", "tool_calls": calls}, "openai")[0].provider == "openai"
    assert read_calls({"role": "assistant", "content": [{"type": "thinking"}]}, "mistral") == []
    assert read_calls(OLLAMA, "mistral") == [ToolCall("add", ARGUMENTS, None, "mistral")]


def test_readings_that_differ_are_an_error():
    """Nobody guesses which of two messages is meant; that a third finds no call contradicts nobody."""
    both = {"role": "assistant", "tool_calls": [OPENAI], "content": [{**ANTHROPIC, "name": "sub"}]}
    with pytest.raises(CallError, match="a message of anthropic or openai, with different calls; name the provider"):
        read_calls(both)
    assert [call.name for call in read_calls(both, "openai")] == ["add"]
    assert [call.name for call in read_calls(both, "anthropic")] == ["sub"]
    assert read_calls({**both, "content": [{"type": "text", "text": "Hm."}]}) == [ToolCall("add", TEXT, "c1", "openai")]


def test_a_users_dialect_is_asked_too(monkeypatch):
    """Under a name of its own it reads beside ours, and disagreement is an error as well."""
    from toolkit import dialects
    from toolkit.providers import OpenAI

    class Mine(OpenAI):
        name = "mine"

        def is_call(self, payload):
            return isinstance(payload, dict) and "do" in payload

        def parsed(self, call):
            return ToolCall(call["do"], call.get("arguments"), None, self.name)

    monkeypatch.setitem(dialects._FURTHER, "mine", Mine())
    assert read_calls({"do": "add"}) == [ToolCall("add", None, None, "mine")]
    assert read_calls(OPENAI) == [ToolCall("add", TEXT, "c1", "openai")]
    with pytest.raises(CallError, match="mcp or mine"):
        read_calls({"do": "add", "name": "sub", "arguments": {}})


def test_one_call_is_parsed_from_a_payload():
    """ToolCall.parse takes what holds exactly one."""
    assert ToolCall.parse(OPENAI) == ToolCall("add", TEXT, "c1", "openai")
    with pytest.raises(CallError, match="holds 2 tool calls"):
        ToolCall.parse([OPENAI, ANTHROPIC])


@pytest.mark.parametrize(
    "payload",
    [
        {"function": {"name": "now"}},
        {"type": "function_call", "name": "now"},
        {"type": "tool_use", "name": "now"},
        {"toolUse": {"toolUseId": "c1", "name": "now"}},
    ],
)
def test_a_call_without_arguments_has_none(payload):
    """Models leave the field out for a tool that takes nothing."""
    (read,) = read_calls(payload)
    assert (read.name, read.arguments, read.problem) == ("now", None, "")


@pytest.mark.parametrize("role", ["developer", "function", "system", "tool", "user"])
@pytest.mark.parametrize(
    "body",
    [{"tool_calls": [OPENAI]}, {"content": [ANTHROPIC]}, {"content": [BEDROCK]}, {"parts": [GEMINI]}],
)
def test_what_looks_like_a_call_in_the_message_of_anybody_else_is_none(role, body):
    """Models call tools; a user may write what he likes."""
    assert read_calls({"role": role, **body}) == []
    assert read_calls([{"role": role, **body}, OPENAI]) == [ToolCall("add", TEXT, "c1", "openai")]


def test_a_name_alone_is_told_what_is_missing_beside_it():
    """Whatever else it could be, it is most likely a call."""
    with pytest.raises(CallError, match='beside "name", "arguments" is missing; expected'):
        read_calls({"name": "add"})
    with pytest.raises(CallError, match="expected a provider's tool call or message"):
        read_calls({"name": 5})


def test_an_id_may_carry_the_signature_of_a_thought():
    """LiteLLM writes it behind the id, and wants it back whole; an id by itself is no longer than others."""
    signed = "call_1__thought__" + "A" * 4_600
    (call,) = read_calls([{**OPENAI, "id": signed}])
    assert (call.id, call.problem) == (signed, "")
    for hostile in ("x" * 257, "x" * 257 + "__thought__AA==", "call_1__thought__" + "A" * 70_000):
        with pytest.raises(CallError, match="expected 256 at most"):
            read_calls({**OPENAI, "id": hostile})


class Acme(OpenAI):
    """A provider of one's own, whose calls look a little like those of others."""

    name = "acme"

    def is_call(self, payload):
        return isinstance(payload, dict) and "acme_call" in payload

    def calls_in(self, message):
        return None

    def parsed(self, payload):
        return ToolCall(payload["acme_call"], payload.get("args") or payload.get("arguments"), payload["id"], "acme")


@pytest.mark.parametrize("field", ["args", "arguments"])
@pytest.mark.parametrize("name", ["acme_call", "function"])
def test_a_registered_provider_reads_its_own_calls_though_another_finds_them_broken(field, name):
    """Whoever registers it knows what its calls look like."""
    register(Acme())
    payload = {"acme_call": "pay", name: "pay", field: {"m": 1}, "id": "1"}
    assert read_calls(payload) == [ToolCall("pay", {"m": 1}, "1", "acme")]
    with pytest.raises(CallError):
        read_calls({"function": "pay", field: {"m": 1}, "id": "1"})
