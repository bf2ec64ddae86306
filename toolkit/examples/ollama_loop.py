"""An agent loop over a local model that Ollama serves, with the client of the package ollama."""

from __future__ import annotations

from typing import Any

from toolkit import Dispatcher, Registry, messages, schemas


def answer(client: Any, model: str, question: str, registry: Registry, turns: int = 10) -> str:
    """What the model says when it calls no more tools."""
    dispatcher, tools = Dispatcher(registry), schemas(registry, "ollama")
    history: list[Any] = [{"role": "user", "content": question}]
    for _ in range(turns):
        reply = client.chat(model=model, messages=history, tools=tools).message
        results = dispatcher.dispatch_all(reply)
        if not results:
            return str(reply.content)
        history += [reply, *messages(results)]
    raise TimeoutError(f"no answer after {turns} turns")
