"""Payloads of any provider: whose each is, told by its fields, and the calls in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.calling.guard import attempt
from toolkit.calls import ToolCall
from toolkit.dialects import dialect, further_dialects
from toolkit.errors import CallError
from toolkit.providers.history import unanswered
from toolkit.providers.payloads import both_spellings, fields_among, has_field, is_array, label

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from toolkit.dialects import Dialect

# Mistral's calls look like OpenAI's and prose looks like prose, so these two are read by name only.
_OF_TYPE: Final[Mapping[str, tuple[str, ...]]] = {
    "ai": ("langchain",),
    "custom_tool_call": ("openai-responses",),
    "function": ("openai",),
    "function_call": ("openai-responses",),
    "tool_call": ("langchain",),
    "tool_use": ("anthropic",),
}
_WITH_FIELD: Final[Mapping[str, tuple[str, ...]]] = {
    "args": ("gemini", "langchain"),
    **dict.fromkeys(("arguments", "params"), ("mcp",)),
    "content": ("openai", "anthropic", "bedrock", "gemini"),
    "function": ("openai", "ollama"),
    "function_call": ("openai", "gemini"),
    "input": ("anthropic",),
    "invalid_tool_calls": ("langchain",),
    "message": ("openai", "ollama"),
    "output": ("openai-responses", "bedrock"),
    "text": ("gemini", "bedrock"),
    "tool_calls": ("openai", "ollama", "langchain"),
    "type": ("openai-responses", "anthropic"),
    **dict.fromkeys(("choices", "custom", "role"), ("openai",)),
    **dict.fromkeys(("citationsContent", "reasoningContent", "toolResult", "toolUse", "toolUseId"), ("bedrock",)),
    **dict.fromkeys(
        (
            *("candidates", "functionCall", "parts"),
            *both_spellings("codeExecutionResult", "executableCode", "functionResponse", "promptFeedback"),
            *both_spellings("thoughtSignature", "toolCall", "toolResponse"),
        ),
        ("gemini",),
    ),
}
# Roles of those who call no tools: what looks like a call in their messages is text that somebody else wrote.
_NO_MODELS: Final = frozenset({"developer", "function", "system", "tool", "user"})
# The same as types of LangChain's messages.
_OTHERS: Final = frozenset({"human", "system", "tool"})
_NOBODYS: Final = (
    "no tool call found: expected a provider's tool call or message, such as "
    '{"id": ..., "type": "function", "function": {"name": ..., "arguments": "{...}"}}'
)


def read_calls(message: object, provider: str | Dialect | None = None) -> list[ToolCall]:
    """The calls in any provider's payload or message, or in a list of them.

    Raises:
        CallError: The shape is nobody's, a call that stands alone is broken, or dialects disagree on what it says.
    """
    if provider is not None:
        return dialect(provider, "read_calls").read_calls(message)
    if is_array(message):
        return unanswered(message, _read)
    return _read(message)


def candidates(payload: object) -> tuple[str, ...]:
    """The names of the library's dialects that may read a payload, each once.

    >>> candidates({"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}})
    ('openai',)
    """
    of_type = _OF_TYPE.get(label(payload, "type"))
    if of_type is not None:
        return of_type
    names = fields_among(payload, _WITH_FIELD)
    return tuple(dict.fromkeys(owner for name in names for owner in _WITH_FIELD[name]))


def _read(message: object) -> list[ToolCall]:
    """The calls in one payload of an unknown provider."""
    if type(message) is ToolCall:
        return [message]
    if label(message, "role") in _NO_MODELS or label(message, "type") in _OTHERS:
        return []
    further, found = further_dialects(), candidates(message)
    if not further and len(found) == 1:
        return dialect(found[0]).read_calls(message)
    readers = [each for each in (*further, *map(dialect, found)) if _is_of(each, message)]
    if not readers:
        raise CallError(_nobodys(message))
    return _agreed(message, readers, further)


def _is_of(known: Dialect, message: object) -> bool:
    """Whether a dialect takes a payload for its own; one that only declares takes none."""
    if hasattr(known, "recognises"):
        return known.recognises(message)
    if not hasattr(known, "read_calls"):
        return False
    reading = attempt(known.read_calls, message)
    return isinstance(reading, list) and bool(reading)


def _nobodys(message: object) -> str:
    """What is wrong with a payload of no provider; one that names a tool most likely forgot its arguments."""
    if not label(message, "name") or has_field(message, "role"):
        return _NOBODYS
    return 'no tool call found: beside "name", "arguments" is missing; expected {"name": ..., "arguments": {...}}'


def _agreed(message: object, readers: Iterable[Dialect], registered: Collection[Dialect]) -> list[ToolCall]:
    """The one reading of a message; that there is no call in it contradicts no reading that finds some.

    Where a registered dialect finds calls, it does not count that another one takes them for broken.

    Raises:
        CallError: Two readings differ, or one is broken.
    """
    found: list[list[ToolCall]] = []
    wrong: CallError | None = None
    is_known = False
    for each in readers:
        try:
            reading = each.read_calls(message)
        except CallError as error:
            wrong = wrong or error
            continue
        if reading:
            found.append(reading)
            is_known = is_known or each in registered
    if wrong is not None and not is_known:
        raise wrong
    if len({_told(reading) for reading in found}) > 1:
        owners = " or ".join(sorted({reading[0].provider or "?" for reading in found}))
        raise CallError(f"this can be read as a message of {owners}, with different calls; name the provider")
    return found[0] if found else []


def _told(calls: list[ToolCall]) -> str:
    """What a reading says, without the dialect it is said in."""
    return repr([(call.name, call.arguments, call.id) for call in calls])
