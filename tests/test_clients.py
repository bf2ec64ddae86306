"""The official clients of the providers against a server on the loopback, whole and streamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from samples import add, get_weather
from stub_server import AnthropicModel, GeminiModel, Model, OllamaModel, OpenAIModel, ResponsesModel, serving

from toolkit import CallAccumulator, Dispatcher, Registry, ToolCall, messages, schemas
from toolkit.examples import anthropic_loop, gemini_loop, ollama_loop, openai_loop

REGISTRY = Registry([get_weather, add])
# The second is wrong.
CALLS = [("get_weather", {"city": "Oslo", "days": 3}), ("add", {"a": 1, "b": "2"})]
WELL = "Oslo: 21 c in 3 days"
WRONG = "The arguments of add are not valid:"
ASKED: list[Any] = [{"role": "user", "content": "Weather?"}]


@contextmanager
def client_of(provider: str, model: Model) -> Iterator[Any]:
    """The client of a provider, which asks the model, once."""
    package = pytest.importorskip({"gemini": "google.genai"}.get(provider, provider))
    with serving(model) as address:
        makers = {
            "anthropic": lambda: package.Anthropic(base_url=address, api_key="none", max_retries=0),
            "gemini": lambda: package.Client(api_key="none", http_options={"base_url": address}),
            "ollama": lambda: package.Client(host=address),
            "openai": lambda: package.OpenAI(base_url=address, api_key="none", max_retries=0),
        }
        with makers[provider]() as client:
            yield client


def read_from(provider: str, stream: Iterable[Any]) -> list[ToolCall]:
    """The calls in the pieces of a stream, those that its end completes included."""
    accumulator = CallAccumulator(provider)
    return [call for piece in stream for call in accumulator.feed(piece)] + accumulator.finish()


@pytest.mark.parametrize(
    ("provider", "loop", "kind"),
    [
        ("anthropic", anthropic_loop, AnthropicModel),
        ("gemini", gemini_loop, GeminiModel),
        ("ollama", ollama_loop, OllamaModel),
        ("openai", openai_loop, OpenAIModel),
    ],
)
def test_the_loop_of_the_example(provider, loop, kind):
    """Declarations are taken, calls carried out, results sent back as the API wants them; then comes the answer."""
    model = kind(CALLS)
    with client_of(provider, model) as client:
        assert loop.answer(client, "m", "What is the weather?", REGISTRY) == "Done."
    assert len(model.requests) == 2
    assert model.results[0] == WELL
    assert model.results[1].startswith(WRONG)


def test_streamed_chat_of_openai():
    """The pieces of a stream make the same calls."""
    model, tools = OpenAIModel(CALLS), schemas(REGISTRY, "openai")
    with client_of("openai", model) as client:
        stream = client.chat.completions.create(model="m", messages=ASKED, tools=tools, stream=True)
        calls = read_from("openai", stream)
        said = {"role": "assistant", "content": None, "tool_calls": model.tool_calls()}
        history = [*ASKED, said, *messages(Dispatcher(REGISTRY).dispatch_all(calls))]
        stream = client.chat.completions.create(model="m", messages=history, tools=tools, stream=True)
        assert "".join(chunk.choices[0].delta.content for chunk in stream) == "Done."
    assert [call.id for call in calls] == ["call_0", "call_1"]
    assert model.results[0] == WELL


def test_the_events_of_openais_own_streams():
    """The client's `stream` puts chunks into events, tells of them in others, and gives the whole message."""
    model, tools = OpenAIModel(CALLS), schemas(REGISTRY, "openai")
    with client_of("openai", model) as client:
        with client.chat.completions.stream(model="m", messages=ASKED, tools=tools) as stream:
            calls = read_from("openai", stream)
            reply = stream.get_final_completion().choices[0].message
        history = [*ASKED, reply, *messages(Dispatcher(REGISTRY).dispatch_all(calls))]
        with client.chat.completions.stream(model="m", messages=history, tools=tools) as stream:
            assert stream.get_final_completion().choices[0].message.content == "Done."
    assert [call.id for call in calls] == ["call_0", "call_1"]
    assert model.results[0] == WELL


@pytest.mark.parametrize("is_stream", [False, True])
def test_responses_of_openai(is_stream):
    """Items of the next input carry the results."""
    model, tools, history = ResponsesModel(CALLS), schemas(REGISTRY, "openai-responses"), list(ASKED)
    with client_of("openai", model) as client:
        reply = client.responses.create(model="m", input=history, tools=tools, stream=is_stream)
        calls = reply
        if is_stream:
            events = list(reply)
            calls = read_from("openai-responses", events)
            reply = events[-1].response
        results = Dispatcher(REGISTRY).dispatch_all(calls)
        history += [*(item.to_dict() for item in reply.output), *messages(results)]
        assert client.responses.create(model="m", input=history, tools=tools).output_text == "Done."
    assert model.results[0] == WELL
    assert model.results[1].startswith(WRONG)


def test_streamed_messages_of_anthropic():
    """The events of a stream make the same calls, in the order of their blocks."""
    model = AnthropicModel(CALLS)
    asked: dict[str, Any] = {"model": "m", "max_tokens": 100, "tools": schemas(REGISTRY, "anthropic")}
    with client_of("anthropic", model) as client:
        accumulator = CallAccumulator("anthropic")
        with client.messages.create(**asked, messages=ASKED, stream=True) as stream:
            calls = [call for each in stream for call in accumulator.feed(each)]
        with client.messages.stream(**asked, messages=ASKED) as stream:
            said = stream.get_final_message()
        results = Dispatcher(REGISTRY).dispatch_all(calls)
        history = [*ASKED, {"role": "assistant", "content": said.content}, *messages(results)]
        assert client.messages.create(**asked, messages=history).content[0].text == "Done."
    assert [call.id for call in calls] == ["toolu_0", "toolu_1"]
    assert model.results[0] == WELL


def test_streamed_contents_of_gemini():
    """Each chunk holds whole calls."""
    model, config = GeminiModel(CALLS), {"tools": schemas(REGISTRY, "gemini")}
    question = [{"role": "user", "parts": [{"text": "Weather?"}]}]
    with client_of("gemini", model) as client:
        accumulator, calls, said = CallAccumulator("gemini"), [], []
        for chunk in client.models.generate_content_stream(model="m", contents=question, config=config):
            calls += accumulator.feed(chunk)
            said += chunk.candidates[0].content.parts
        results = Dispatcher(REGISTRY).dispatch_all([*calls, *accumulator.finish()])
        history = [*question, {"role": "model", "parts": said}, *messages(results)]
        assert client.models.generate_content(model="m", contents=history, config=config).text == "Done."
    assert [call.id for call in calls] == ["f0", "f1"]
    assert model.results[0] == WELL


def test_streamed_chat_of_ollama():
    """Each line holds whole calls."""
    model, tools = OllamaModel(CALLS), schemas(REGISTRY, "ollama")
    with client_of("ollama", model) as client:
        chunks = list(client.chat(model="m", messages=ASKED, tools=tools, stream=True))
        calls = read_from("ollama", chunks)
        results = Dispatcher(REGISTRY).dispatch_all(calls)
        said = {"role": "assistant", "tool_calls": [call for each in chunks for call in each.message.tool_calls or ()]}
        reply = client.chat(model="m", messages=[*ASKED, said, *messages(results)], tools=tools)
    assert reply.message.content == "Done."
    assert [call.name for call in calls] == ["get_weather", "add"]
    assert model.results[0] == WELL


def test_strict_declarations_are_taken_by_openai():
    """Null for an absent argument reaches the function as its default."""
    model = OpenAIModel([("get_weather", {"city": "Oslo", "unit": None, "days": None})])
    tools = schemas(REGISTRY, "openai", strict=True)
    with client_of("openai", model) as client:
        reply = client.chat.completions.create(model="m", messages=ASKED, tools=tools).choices[0].message
        (result,) = Dispatcher(REGISTRY).dispatch_all(reply)
        client.chat.completions.create(model="m", messages=[*ASKED, reply, *messages([result])], tools=tools)
    assert model.results == ["Oslo: 21 c in 1 days"]
    assert all(each["function"]["strict"] for each in model.requests[0]["tools"])


def test_strict_declarations_are_taken_by_anthropic():
    """The API is told so, and the schemas are closed."""
    model = AnthropicModel(CALLS)
    with client_of("anthropic", model) as client:
        client.messages.create(
            model="m", max_tokens=9, tools=schemas(REGISTRY, "anthropic", strict=True), messages=ASKED
        )
    declared = model.requests[0]["tools"]
    assert [(each["strict"], each["input_schema"]["additionalProperties"]) for each in declared] == [(True, False)] * 2
