"""The messages of a whole turn: what goes back to a model for all the calls that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calls import ToolResult
from toolkit.dialects import dialect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.dialects import Dialect

_DEFAULT: Final = "openai"


def messages(results: Iterable[ToolResult] | ToolResult, provider: str | Dialect | None = None) -> list[dict[str, Any]]:
    """The messages that carry results back, all those of one provider together.

    >>> from toolkit import ToolCall, ToolResult
    >>> calls = [ToolCall("now", None, id_, "anthropic") for id_ in ("a", "b")]
    >>> made = messages([ToolResult(call, text="noon") for call in calls])
    >>> [[block["tool_use_id"] for block in message["content"]] for message in made]
    [['a', 'b']]

    Args:
        results: The results of one turn, or a single one. Anthropic, Gemini and Bedrock want them in one message.
        provider: The dialect to write, a name or an object with `write_results`. None writes each result in the
            dialect that its call came in; results of several are grouped, in the order in which a dialect first
            occurs. A call that came in none is written as the first one that did, or as OpenAI's.

    Raises:
        KeyError: There is no provider of that name.
    """
    turn = [results] if isinstance(results, ToolResult) else list(results)
    common = next((result.call.provider for result in turn if result.call.provider), _DEFAULT)
    grouped: dict[Any, list[ToolResult]] = {}
    for result in turn:
        grouped.setdefault(provider or result.call.provider or common, []).append(result)
    return [message for name, group in grouped.items() for message in _dialect(name).write_results(group)]


def _dialect(provider: str | Dialect) -> Dialect:
    return dialect(provider) if isinstance(provider, str) else provider
