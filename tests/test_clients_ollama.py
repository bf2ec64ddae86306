"""The official Ollama client against a server on the loopback, whole and streamed."""

from __future__ import annotations

from typing import Any

import pytest
from samples import add, get_weather
from stub_server import OllamaModel, serving

from toolkit import CallAccumulator, Dispatcher, Registry, messages, schemas
from toolkit.examples import ollama_loop

ollama = pytest.importorskip("ollama")

REGISTRY = Registry([get_weather, add])
CALLS = [("get_weather", {"city": "Oslo", "days": 3}), ("add", {"a": 1, "b": "2"})]
WELL = "Oslo: 21 c in 3 days"


@pytest.fixture
def model() -> OllamaModel:
    """A model that calls two tools, one of them wrongly."""
    return OllamaModel(CALLS)


def test_the_loop_of_the_example(model):
    """A message for each result names its tool."""
    with serving(model) as address, ollama.Client(host=address) as client:
        assert ollama_loop.answer(client, "m", "What is the weather?", REGISTRY) == "Done."
    assert model.results[0] == WELL
    assert model.results[1].startswith("The arguments of add are not valid:")
    properties = model.requests[0]["tools"][0]["function"]["parameters"]["properties"]
    described = "Degrees Celsius or Fahrenheit. (default: c)"
    assert properties["unit"] == {"type": "string", "enum": ["c", "f"], "description": described}


def test_a_loop_that_finds_no_end(model):
    """It stops after some turns."""
    with (
        serving(model) as address,
        ollama.Client(host=address) as client,
        pytest.raises(TimeoutError, match="after 1 turns"),
    ):
        ollama_loop.answer(client, "m", "What is the weather?", REGISTRY, turns=1)


def test_streamed_chat(model):
    """Each line holds whole calls."""
    tools, question = schemas(REGISTRY, "ollama"), [{"role": "user", "content": "Weather?"}]
    with serving(model) as address, ollama.Client(host=address) as client:
        accumulator = CallAccumulator("ollama")
        chunks: list[Any] = list(client.chat(model="m", messages=question, tools=tools, stream=True))
        calls = [call for chunk in chunks for call in accumulator.feed(chunk)] + accumulator.finish()
        results = Dispatcher(REGISTRY).dispatch_all(calls)
        said = {"role": "assistant", "tool_calls": [call for each in chunks for call in each.message.tool_calls or ()]}
        reply = client.chat(model="m", messages=[*question, said, *messages(results)], tools=tools)
    assert reply.message.content == "Done."
    assert [call.name for call in calls] == ["get_weather", "add"]
    assert model.results[0] == WELL
