"""The agent loops of the examples, with clients that play both parts; tests/test_clients.py has the real ones."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import SimpleNamespace as Reply
from typing import Any

import pytest
from readme import README
from samples import get_weather

from toolkit import Registry
from toolkit.examples import anthropic_loop, gemini_loop, ollama_loop, openai_loop

REGISTRY = Registry([get_weather])
ARGUMENTS = {"city": "Oslo"}
WELL = "Oslo: 21 c in 1 days"


def openai_client() -> Any:
    """Calls a tool in chat completions, then says what it was told."""

    def create(model: str, messages: list[Any], tools: list[Any]) -> Reply:
        call = {"id": "c", "type": "function", "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'}}
        told = messages[-1]["content"] if messages[-1]["role"] == "tool" else None
        message = Reply(role="assistant", content=told, tool_calls=None if told else [call])
        return Reply(choices=[Reply(message=message)])

    return Reply(chat=Reply(completions=Reply(create=create)))


def anthropic_client() -> Any:
    """The same in messages."""

    def create(model: str, max_tokens: int, messages: list[Any], tools: list[Any]) -> Reply:
        content = messages[-1]["content"]
        if isinstance(content, list):
            return Reply(content=[Reply(type="text", text=content[0]["content"])])
        return Reply(content=[Reply(type="tool_use", id="t", name="get_weather", input=ARGUMENTS)])

    return Reply(messages=Reply(create=create))


def gemini_client() -> Any:
    """The same in contents."""

    def generate(model: str, contents: list[Any], config: dict[str, Any]) -> Reply:
        part = contents[-1]["parts"][0]
        told = part.get("functionResponse", {}).get("response", {}).get("output")
        call = {"functionCall": {"name": "get_weather", "args": ARGUMENTS}}
        content = {"role": "model", "parts": [{"text": told} if told else call]}
        return Reply(candidates=[Reply(content=content)], text=told)

    return Reply(models=Reply(generate_content=generate))


def ollama_client() -> Any:
    """The same in Ollama's chat."""

    def chat(model: str, messages: list[Any], tools: list[Any]) -> Reply:
        told = messages[-1]["content"] if messages[-1]["role"] == "tool" else ""
        calls = [{"function": {"name": "get_weather", "arguments": ARGUMENTS}}]
        return Reply(message=Reply(role="assistant", content=told, tool_calls=None if told else calls))

    return Reply(chat=chat)


LOOPS = [
    (openai_loop.answer, openai_client),
    (anthropic_loop.answer, anthropic_client),
    (gemini_loop.answer, gemini_client),
    (ollama_loop.answer, ollama_client),
]


@pytest.mark.parametrize(("answer", "client"), LOOPS, ids=lambda each: each.__name__)
def test_a_loop_carries_out_what_the_model_calls(answer: Callable[..., str], client: Callable[[], Any]):
    """And returns what it says in the end."""
    assert answer(client(), "m", "How warm is it?", REGISTRY) == WELL
    with pytest.raises(TimeoutError, match="no answer after 1 turns"):
        answer(client(), "m", "How warm is it?", REGISTRY, turns=1)


@pytest.mark.parametrize("answer", [each for each, _ in LOOPS], ids=lambda each: each.__module__)
def test_a_loop_has_fifteen_lines_at_most(answer: Callable[..., str]):
    """Its docstring included."""
    assert len(inspect.getsource(answer).splitlines()) <= 15


@pytest.mark.parametrize("answer", [openai_loop.answer, ollama_loop.answer], ids=lambda each: each.__module__)
def test_the_readme_shows_the_loop(answer: Callable[..., str]):
    """The lines of the example, without their hints."""
    shown = README.read_text(encoding="utf-8")
    _, _, *body = inspect.getsource(answer).replace("history: list[Any]", "history").splitlines()
    assert "\n".join(body) in shown
