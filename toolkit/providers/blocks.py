"""Pictures, sounds and files in a result, as the dialects that take them write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.media import Binary, blocks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calls import ToolResult


# The pictures that OpenAI, Anthropic and Bedrock take; others are refused together with the whole request.
PICTURES: Final = frozenset({"image/gif", "image/jpeg", "image/png", "image/webp"})


def _text_block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def written_blocks(
    result: ToolResult,
    write: Callable[[Binary], dict[str, Any] | None],
    write_text: Callable[[str], dict[str, Any]] = _text_block,
) -> list[dict[str, Any]] | None:
    """The blocks of a result in a dialect's words; None for a result that is text alone.

    Args:
        result: The result.
        write: Writes one binary block; None for a kind that the dialect does not take, which becomes a note.
        write_text: Writes a text.
    """
    blocks = blocks_of(result.value) if result.ok else ()
    # What the author or middleware has put in the place of the value is what the model shall read.
    if not blocks or result.text != "\n".join(each.text_for_llm() for each in blocks):
        return None
    # Anthropic and Bedrock refuse a text without a letter among blocks.
    told = (each for each in blocks if isinstance(each, Binary) or each.text_for_llm().strip())
    return [
        (write(each) if isinstance(each, Binary) else None) or write_text(each.text_for_llm()) for each in told
    ] or None


def data_url(block: Binary) -> str:
    """The content as a data URL (RFC 2397)."""
    return f"data:{block.mime_type};base64,{block.base64()}"
