"""An agent loop over Anthropic's messages, with the client of the package anthropic."""

from __future__ import annotations

from typing import Any

from toolkit import Dispatcher, Registry, messages, schemas


def answer(client: Any, model: str, question: str, registry: Registry, turns: int = 10) -> str:
    """What the model says when it calls no more tools."""
    dispatcher, tools = Dispatcher(registry), schemas(registry, "anthropic")
    history: list[Any] = [{"role": "user", "content": question}]
    for _ in range(turns):
        reply = client.messages.create(model=model, max_tokens=4096, messages=history, tools=tools)
        results = dispatcher.dispatch_all(reply)
        if not results:
            return "".join(block.text for block in reply.content if block.type == "text")
        history += [{"role": "assistant", "content": reply.content}, *messages(results)]
    raise TimeoutError(f"no answer after {turns} turns")
