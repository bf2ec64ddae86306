"""The official google-genai client against a server on the loopback, whole and streamed."""

from __future__ import annotations

from typing import Any

import pytest
from samples import add, get_weather
from stub_server import GeminiModel, serving

from toolkit import CallAccumulator, Dispatcher, Registry, messages, schemas
from toolkit.examples import gemini_loop

genai = pytest.importorskip("google.genai")

REGISTRY = Registry([get_weather, add])
CALLS = [("get_weather", {"city": "Oslo", "days": 3}), ("add", {"a": 1, "b": "2"})]
WELL = "Oslo: 21 c in 3 days"


@pytest.fixture
def model() -> GeminiModel:
    """A model that calls two tools, one of them wrongly."""
    return GeminiModel(CALLS)


def client_for(address: str) -> Any:
    """A client that asks this address."""
    return genai.Client(api_key="none", http_options={"base_url": address})


def test_the_loop_of_the_example(model):
    """One user turn carries both responses, the bad one under "error"."""
    with serving(model) as address, client_for(address) as client:
        assert gemini_loop.answer(client, "m", "What is the weather?", REGISTRY) == "Done."
    assert model.results[0] == WELL
    assert model.results[1].startswith("The arguments of add are not valid:")
    responses = [part["functionResponse"]["response"] for part in model.requests[1]["contents"][-1]["parts"]]
    assert [list(each) for each in responses] == [["output"], ["error"]]


def test_a_loop_that_finds_no_end(model):
    """It stops after some turns."""
    with serving(model) as address, client_for(address) as client, pytest.raises(TimeoutError, match="after 1 turns"):
        gemini_loop.answer(client, "m", "What is the weather?", REGISTRY, turns=1)


def test_streamed_contents(model):
    """Each chunk holds whole calls."""
    config: Any = {"tools": schemas(REGISTRY, "gemini")}
    question: list[Any] = [{"role": "user", "parts": [{"text": "Weather?"}]}]
    with serving(model) as address, client_for(address) as client:
        accumulator, said = CallAccumulator("gemini"), []
        calls = []
        for chunk in client.models.generate_content_stream(model="m", contents=question, config=config):
            calls += accumulator.feed(chunk)
            said += chunk.candidates[0].content.parts
        results = Dispatcher(REGISTRY).dispatch_all([*calls, *accumulator.finish()])
        history = [*question, {"role": "model", "parts": said}, *messages(results)]
        assert client.models.generate_content(model="m", contents=history, config=config).text == "Done."
    assert [call.id for call in calls] == ["f0", "f1"]
    assert model.results[0] == WELL
