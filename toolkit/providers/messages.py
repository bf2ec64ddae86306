"""The messages of a whole turn: what goes back to a model for all the calls that it made."""

from __future__ import annotations

from collections.abc import Iterable
from types import CoroutineType
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.reporting import name_in_line
from toolkit.calls import ToolResult
from toolkit.dialects import dialect, fault_of_provider
from toolkit.doubts import log_doubt
from toolkit.errors import HostError
from toolkit.misfits import object_in_words

if TYPE_CHECKING:
    from toolkit.dialects import Dialect

_DEFAULT: Final = "openai"


# A client's own hints want a TypedDict of its package, which a checker takes no dict[str, Any] for.
def messages(results: Iterable[ToolResult] | ToolResult, provider: str | Dialect | None = None) -> list[Any]:
    """The messages that carry results back, all those of one provider together, as dicts.

    >>> from toolkit import ToolCall, ToolResult
    >>> calls = [ToolCall("now", None, id_, "anthropic") for id_ in ("a", "b")]
    >>> made = messages([ToolResult(call, text="noon") for call in calls])
    >>> [[block["tool_use_id"] for block in message["content"]] for message in made]
    [['a', 'b']]

    Args:
        results: The results of one turn, or a single one. Anthropic, Gemini and Bedrock want them in one message.
        provider: The dialect to write, a name or an object with `write_results`. None writes each result in the
            dialect that its call came in; results of several are grouped, in the order in which a dialect first
            occurs. A call that came in none is written as the first one that did, or as OpenAI's. One without an
            id gets none here; where the provider asks for it, a warning is logged.

    Raises:
        KeyError: There is no provider of that name.
        HostError: Something else than results was given, or a provider that writes none.
    """
    turn = [results] if isinstance(results, ToolResult) else _turn(results)
    common = next((result.call.provider for result in turn if result.call.provider), _DEFAULT)
    grouped: dict[Any, list[ToolResult]] = {}
    for result in turn:
        grouped.setdefault(provider or result.call.provider or common, []).append(result)
    return [message for name, group in grouped.items() for message in _written(group, _dialect(name))]


def _turn(results: Any) -> list[ToolResult]:
    turn = list(results) if isinstance(results, Iterable) else [results]
    others = [object_in_words(each) for each in turn if not isinstance(each, ToolResult)]
    if others:
        hint = "; await it first" if isinstance(results, CoroutineType) else ""
        raise HostError(f"messages takes results, which dispatch and dispatch_all give, not {others[0]}{hint}")
    return turn


def _dialect(provider: str | Dialect) -> Dialect:
    found = dialect(provider) if isinstance(provider, str) else provider
    fault = fault_of_provider(found, "write_results")
    if fault is not None:
        raise HostError("; ".join(fault))
    return found


def _written(results: list[ToolResult], provider: Dialect) -> list[dict[str, Any]]:
    """The messages of one dialect; a result that no model can tell whose it is leaves a warning."""
    name = getattr(provider, "name", "")
    lost = next((each for each in results if each.call.id is None and (each.ok or name not in _AS_USER)), None)
    if lost is not None and name in _WITH_IDS:
        log_doubt(_NO_ID, name_in_line(lost.call.name), name)
    return provider.write_results(results)


# Those that refuse a result which does not say the id of its call (their API references, tool messages); of these,
# those that are told of a failure without one in a message of the user.
_WITH_IDS: Final = frozenset({"anthropic", "bedrock", "langchain", "mistral", "openai", "openai-responses"})
_AS_USER: Final = frozenset({"openai", "openai-responses"})
_NO_ID: Final = (
    "the result of %s has no id, as its call had none, and %s refuses a result without; dispatch the call with the id"
    " that the model gave it: ToolCall(name, arguments, id)"
)
