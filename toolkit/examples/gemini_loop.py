"""An agent loop over Gemini's generateContent, with the client of the package google-genai."""

from __future__ import annotations

from typing import Any

from toolkit import Dispatcher, Registry, messages, schemas


def answer(client: Any, model: str, question: str, registry: Registry, turns: int = 10) -> str:
    """What the model says when it calls no more tools."""
    dispatcher, tools = Dispatcher(registry), schemas(registry, "gemini")
    history: list[Any] = [{"role": "user", "parts": [{"text": question}]}]
    for _ in range(turns):
        reply = client.models.generate_content(model=model, contents=history, config={"tools": tools})
        results = dispatcher.dispatch_all(reply)
        if not results:
            return str(reply.text)
        history += [reply.candidates[0].content, *messages(results)]
    raise TimeoutError(f"no answer after {turns} turns")
