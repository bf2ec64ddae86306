"""The official Anthropic client against a server on the loopback, whole and streamed."""

from __future__ import annotations

from typing import Any

import pytest
from samples import add, get_weather
from stub_server import AnthropicModel, serving

from toolkit import CallAccumulator, Dispatcher, Registry, messages, schemas
from toolkit.examples import anthropic_loop

anthropic = pytest.importorskip("anthropic")

REGISTRY = Registry([get_weather, add])
CALLS = [("get_weather", {"city": "Oslo", "days": 3}), ("add", {"a": 1, "b": "2"})]
WELL = "Oslo: 21 c in 3 days"


@pytest.fixture
def model() -> AnthropicModel:
    """A model that calls two tools, one of them wrongly."""
    return AnthropicModel(CALLS)


def client_for(address: str) -> Any:
    """A client that asks this address, once."""
    return anthropic.Anthropic(base_url=address, api_key="none", max_retries=0)


def test_the_loop_of_the_example(model):
    """One user message carries both results, the bad one marked as an error."""
    with serving(model) as address, client_for(address) as client:
        assert anthropic_loop.answer(client, "m", "What is the weather?", REGISTRY) == "Done."
    assert model.results[0] == WELL
    assert model.results[1].startswith("The arguments of add are not valid:")
    errors = [block.get("is_error", False) for block in model.requests[1]["messages"][-1]["content"]]
    assert errors == [False, True]


def test_a_loop_that_finds_no_end(model):
    """It stops after some turns."""
    with serving(model) as address, client_for(address) as client, pytest.raises(TimeoutError, match="after 1 turns"):
        anthropic_loop.answer(client, "m", "What is the weather?", REGISTRY, turns=1)


def test_streamed_messages(model):
    """The events of a stream make the same calls, in the order of their blocks."""
    tools, question = schemas(REGISTRY, "anthropic"), [{"role": "user", "content": "Weather?"}]
    asked: dict[str, Any] = {"model": "m", "max_tokens": 100, "tools": tools}
    with serving(model) as address, client_for(address) as client:
        accumulator = CallAccumulator("anthropic")
        with client.messages.create(**asked, messages=question, stream=True) as stream:
            calls = [call for each in stream for call in accumulator.feed(each)]
        with client.messages.stream(**asked, messages=question) as stream:
            said = stream.get_final_message()
        results = Dispatcher(REGISTRY).dispatch_all(calls)
        history = [*question, {"role": "assistant", "content": said.content}, *messages(results)]
        reply = client.messages.create(**asked, messages=history)
    assert reply.content[0].text == "Done."
    assert [call.id for call in calls] == ["toolu_0", "toolu_1"]
    assert model.results[0] == WELL


def test_strict_declarations_are_taken(model):
    """The API is told so, and the schemas are closed."""
    tools = schemas(REGISTRY, "anthropic", strict=True)
    with serving(model) as address, client_for(address) as client:
        client.messages.create(model="m", max_tokens=9, tools=tools, messages=[{"role": "user", "content": "?"}])
    assert [each["strict"] for each in model.requests[0]["tools"]] == [True, True]
    assert [each["input_schema"]["additionalProperties"] for each in model.requests[0]["tools"]] == [False, False]
