"""What a model thinks before it speaks: a call in there is none."""

from __future__ import annotations

import re
from typing import Final

# How each family of models begins its thoughts, and how it ends them.
_THOUGHTS: Final = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<seed:think>": "</seed:think>",
    "[THINK]": "[/THINK]",  # Magistral
    "<|START_THINKING|>": "<|END_THINKING|>",  # Command
    "<|channel|>analysis<|message|>": "<|end|>",  # gpt-oss
    "<|channel>thought": "<channel|>",  # Gemma 4
    "<|think|>": "<|end|>",  # Solar
    "<|open|>think<|sep|>": "<|close|>think<|sep|>",  # Kimi K3
}
THOUGHT: Final = "|".join(map(re.escape, _THOUGHTS))
_THOUGHT: Final = re.compile(THOUGHT)
# Prompts may begin the thoughts, so that the model only ends them; what ends other messages too tells nothing.
_ENDS: Final = tuple((begin, end) for begin, end in _THOUGHTS.items() if end.startswith(("</", "[/", "<|close|>")))


def thought_end(text: str, thought: re.Match[str]) -> int:
    """Where a thought ends that begins with this match; at the end of the text if nothing ends it."""
    end = _THOUGHTS[thought.group()]
    close = text.find(end, thought.end())
    return len(text) if close < 0 else close + len(end)


def without_first_thought(text: str) -> str:
    """The text without a thought that has an end and no beginning."""
    for begin, end in _ENDS:
        close = text.find(end)
        if close >= 0 and text.find(begin, 0, close) < 0:
            text = text[close + len(end) :]
    return text


def without_thoughts(text: str) -> str:
    """The text without what the model thinks; it may leave the beginning out, or the end."""
    text = without_first_thought(text)
    spoken: list[str] = []
    position = 0
    while (thought := _THOUGHT.search(text, position)) is not None:
        spoken.append(text[position : thought.start()])
        position = thought_end(text, thought)
    return "".join([*spoken, text[position:]])
