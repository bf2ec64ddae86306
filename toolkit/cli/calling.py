"""`toolkit call`: one tool with arguments, or all calls of a model's message."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from toolkit.calling.contract import MAX_PAYLOAD_CHARS
from toolkit.calling.decoding import json_value
from toolkit.calls import ToolCall
from toolkit.cli.arguments import arguments_from_words
from toolkit.cli.faults import UsageError, near
from toolkit.cli.values import json_fault
from toolkit.dialects import read_calls
from toolkit.errors import CallError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from toolkit.tools.base import Tool
    from toolkit.tools.registry import Registry

STDIN = "-"


def is_payload(words: Sequence[str], provider: str | None) -> bool:
    """Whether the words are a payload or message, which a provider may be named for, or say where one comes from."""
    return bool(words) and (provider is not None or words[0] == STDIN or words[0].lstrip()[:1] in {"{", "[", "<"})


def calls_from_words(words: Sequence[str], registry: Registry, provider: str | None) -> list[ToolCall]:
    """The calls that the words after the target ask for.

    Args:
        words: A tool's name with `key=value` words or one JSON object, or a payload alone; `-` stands for
            standard input.
        registry: The tools.
        provider: The dialect of a payload, None to tell it by its shape.

    Raises:
        UsageError: There is no such tool, or the words make no call.
        CallError: The payload is nobody's.
    """
    if not words:
        raise UsageError(f"name the tool to call{near('', registry.names())}")
    first, rest = words[0], words[1:]
    if is_payload(words, provider):
        if rest:
            raise UsageError(f"a payload stands alone, without {rest[0]!r}; or name the tool before its arguments")
        return calls_in(_text_of(first), provider)
    if "=" in first and len(registry) == 1:
        first, rest = next(iter(registry.names())), words
    return [ToolCall(first, _arguments(first, rest, registry))]


def calls_in(text: str, provider: str | None) -> list[ToolCall]:
    """The calls in the text of a payload or message: JSON, unless the dialect is prose.

    Raises:
        CallError: It is no JSON, or nobody's shape.
    """
    if provider == "text":
        return read_calls(text, provider)
    fault = json_fault(text)
    if fault:
        raise CallError(f"the payload is no valid JSON: {fault}")
    return read_calls(json_value(text, exact=True), provider)


def _arguments(name: str, words: Sequence[str], registry: Registry) -> Any:
    """The arguments of a tool: an object read from words, or JSON as it stands."""
    tool = tool_named(name, registry)
    if len(words) == 1 and (words[0] == STDIN or words[0].lstrip().startswith("{")):
        return _text_of(words[0])
    return arguments_from_words(words, tool.descriptor)


def tool_named(name: str, registry: Registry) -> Tool[Any, Any]:
    """The tool of that name.

    Raises:
        UsageError: There is none.
    """
    if name not in registry:
        raise UsageError(f"no tool {name!r}{near(name, registry.names())}")
    return registry[name]


def _text_of(word: str) -> str:
    """The word, or what standard input gives in its place.

    Raises:
        UsageError: That is empty.
        CallError: That is no text, or more than a payload may be.
    """
    if word != STDIN or sys.stdin is None:
        return word
    text = _read(sys.stdin)
    if not text.strip():
        raise UsageError("standard input is empty; send a call")
    if len(text) > MAX_PAYLOAD_CHARS:
        raise CallError(f"standard input has more than {MAX_PAYLOAD_CHARS:,} characters")
    return text


def _read(stream: TextIO) -> str:
    """A little more than what a payload may be, in UTF-8, whatever the encoding of the terminal (RFC 8259, 8.1)."""
    source = getattr(stream, "buffer", None)
    if source is None:
        return stream.read(MAX_PAYLOAD_CHARS + 1)
    # No character has more than four bytes.
    given = source.read(4 * MAX_PAYLOAD_CHARS + 1)
    try:
        return str(given, "utf-8")
    except UnicodeDecodeError as error:
        raise CallError(f"standard input is no text: not UTF-8 at byte {error.start}") from None
