"""Chunks of a stream that an accumulator of another provider would pass over, with the calls in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.dialects import dialect
from toolkit.errors import CallError
from toolkit.providers.payloads import has_field, is_json_value, is_object, kind_in_words, label

if TYPE_CHECKING:
    from collections.abc import Mapping

# What ends a stream of server-sent events, which some programs hand on with the chunks.
_END: Final = "[DONE]"
_BY_TYPE: Final[Mapping[str, str]] = {"content_block": "anthropic", "response.": "openai-responses"}
_BY_FIELD: Final[Mapping[str, str]] = {
    "candidates": "gemini",
    "choices": "openai",
    "contentBlockDelta": "bedrock",
    "contentBlockStart": "bedrock",
    "message": "ollama",
    "tool_call_chunks": "langchain",
}


def require_chunk(chunk: object, provider: str) -> None:
    """Refuse what is no chunk of a provider's stream, or one that has a call of another provider.

    Args:
        chunk: A chunk in which the provider's dialect finds nothing.
        provider: Name of the provider.

    Raises:
        CallError: It is no chunk at all, or another provider's, with a call that would be lost.
    """
    holds_nothing = issubclass(type(chunk), bytes) or (is_json_value(chunk) and not is_object(chunk))
    if holds_nothing and provider != "text" and chunk != _END:
        raise CallError(
            f"a chunk is {kind_in_words(chunk)}; feed the dicts or objects that the provider's client gives"
        )
    owner = _owner(chunk)
    if owner not in ("", provider) and any(
        each.call or each.name or each.id
        for each in dialect(owner).fragments(chunk)  # type: ignore[attr-defined]
    ):
        raise CallError(f"a chunk with a call is of {owner}, not of {provider}; use CallAccumulator({owner!r})")


def _owner(chunk: object) -> str:
    """Whose a chunk is by what stands in it, "" if that does not tell."""
    kind = label(chunk, "type")
    of_type = next((owner for start, owner in _BY_TYPE.items() if kind.startswith(start)), "")
    return of_type or next((owner for name, owner in _BY_FIELD.items() if has_field(chunk, name)), "")
