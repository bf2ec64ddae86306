"""The official OpenAI client against a server on the loopback: chat completions and responses, whole and streamed."""

from __future__ import annotations

from typing import Any

import pytest
from samples import add, get_weather
from stub_server import OpenAIModel, ResponsesModel, serving

from toolkit import CallAccumulator, Dispatcher, Registry, messages, schemas
from toolkit.examples import openai_loop

openai = pytest.importorskip("openai")

REGISTRY = Registry([get_weather, add])
CALLS = [("get_weather", {"city": "Oslo", "days": 3}), ("add", {"a": 1, "b": "2"})]
WELL = "Oslo: 21 c in 3 days"


@pytest.fixture
def model() -> OpenAIModel:
    """A model that calls two tools, one of them wrongly."""
    return OpenAIModel(CALLS)


def client_for(address: str) -> Any:
    """A client that asks this address, once."""
    return openai.OpenAI(base_url=address, api_key="none", max_retries=0)


def test_the_loop_of_the_example(model):
    """Declarations are taken, calls carried out, results sent back under their ids, and the answer is returned."""
    with serving(model) as address, client_for(address) as client:
        assert openai_loop.answer(client, "m", "What is the weather?", REGISTRY) == "Done."
    assert len(model.requests) == 2
    assert model.results[0] == WELL
    assert model.results[1].startswith("The arguments of add are not valid:")
    names = [each["function"]["name"] for each in model.requests[0]["tools"]]
    assert names == ["get_weather", "add"]


def test_a_loop_that_finds_no_end(model):
    """It stops after some turns."""
    with serving(model) as address, client_for(address) as client, pytest.raises(TimeoutError, match="after 1 turns"):
        openai_loop.answer(client, "m", "What is the weather?", REGISTRY, turns=1)


def test_strict_declarations_are_taken():
    """Null for an absent argument reaches the function as its default."""
    model = OpenAIModel([("get_weather", {"city": "Oslo", "unit": None, "days": None})])
    tools = schemas(REGISTRY, "openai", strict=True)
    question: list[Any] = [{"role": "user", "content": "Weather?"}]
    with serving(model) as address, client_for(address) as client:
        reply = client.chat.completions.create(model="m", messages=question, tools=tools).choices[0].message
        (result,) = Dispatcher(REGISTRY).dispatch_all(reply)
        client.chat.completions.create(model="m", messages=[*question, reply, *messages([result])], tools=tools)
    assert model.results == ["Oslo: 21 c in 1 days"]
    assert all(each["function"]["strict"] for each in model.requests[0]["tools"])


def test_streamed_chat(model):
    """The pieces of a stream make the same calls."""
    question: list[Any] = [{"role": "user", "content": "Weather?"}]
    tools = schemas(REGISTRY, "openai")
    with serving(model) as address, client_for(address) as client:
        accumulator = CallAccumulator("openai")
        stream = client.chat.completions.create(model="m", messages=question, tools=tools, stream=True)
        calls = [call for chunk in stream for call in accumulator.feed(chunk)] + accumulator.finish()
        results = Dispatcher(REGISTRY).dispatch_all(calls)
        said = {"role": "assistant", "content": None, "tool_calls": model.tool_calls()}
        history = [*question, said, *messages(results)]
        stream = client.chat.completions.create(model="m", messages=history, tools=tools, stream=True)
        assert "".join(chunk.choices[0].delta.content for chunk in stream) == "Done."
    assert [call.id for call in calls] == ["call_0", "call_1"]
    assert model.results[0] == WELL


def test_the_events_of_the_clients_own_streams(model):
    """The client's `stream` puts chunks into events, tells of them in others, and gives the whole message."""
    question: list[Any] = [{"role": "user", "content": "Weather?"}]
    tools = schemas(REGISTRY, "openai")
    with serving(model) as address, client_for(address) as client:
        accumulator = CallAccumulator("openai")
        with client.chat.completions.stream(model="m", messages=question, tools=tools) as stream:
            calls = [call for event in stream for call in accumulator.feed(event)] + accumulator.finish()
            reply = stream.get_final_completion().choices[0].message
        history = [*question, reply, *messages(Dispatcher(REGISTRY).dispatch_all(calls))]
        with client.chat.completions.stream(model="m", messages=history, tools=tools) as stream:
            assert stream.get_final_completion().choices[0].message.content == "Done."
    assert [call.id for call in calls] == ["call_0", "call_1"]
    assert model.results[0] == WELL


@pytest.mark.parametrize("is_stream", [False, True])
def test_responses(is_stream):
    """Items of the next input carry the results."""
    model = ResponsesModel(CALLS)
    tools = schemas(REGISTRY, "openai-responses")
    history: list[Any] = [{"role": "user", "content": "Weather?"}]
    with serving(model) as address, client_for(address) as client:
        reply = client.responses.create(model="m", input=history, tools=tools, stream=is_stream)
        if is_stream:
            accumulator, events = CallAccumulator("openai-responses"), list(reply)
            calls = [call for each in events for call in accumulator.feed(each)] + accumulator.finish()
            reply = events[-1].response
        else:
            calls = reply
        results = Dispatcher(REGISTRY).dispatch_all(calls)
        history += [*(item.to_dict() for item in reply.output), *messages(results)]
        assert client.responses.create(model="m", input=history, tools=tools).output_text == "Done."
    assert model.results[0] == WELL
    assert model.results[1].startswith("The arguments of add are not valid:")
