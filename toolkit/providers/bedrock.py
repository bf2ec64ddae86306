"""Amazon Bedrock's Converse API."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Final

from toolkit.calls import ToolCall
from toolkit.providers.arrays import with_items
from toolkit.providers.base import Provider
from toolkit.providers.blocks import PICTURES, written_blocks
from toolkit.providers.chat import identified, named
from toolkit.providers.payloads import (
    arguments_field,
    field,
    fields_among,
    has_field,
    id_field,
    is_array,
    label,
    text_field,
    unwrapped,
)
from toolkit.providers.pieces import Fragment
from toolkit.providers.references import inlined
from toolkit.providers.spoken import parted, without_closing, without_null_defaults
from toolkit.providers.strict.mode import LIKE_ANTHROPIC, StrictMode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.calls import ToolResult
    from toolkit.media import Binary
    from toolkit.providers.declared import Declared
    from toolkit.types.keywords import Schema

# Amazon Nova user guide, Troubleshooting tool calls: "Only three fields are supported in top-level Object: type (must
# be set to 'object'), properties, and required". Definitions that contain themselves have no other place.
_ROOT: Final = frozenset({"$defs", "properties", "required", "type"})
# Blocks that a caller may meet when it goes through `content` one by one (API reference, ContentBlock).
_OTHER_BLOCKS: Final = (
    "audio",
    "cachePoint",
    "citationsContent",
    "document",
    "guardContent",
    "image",
    "reasoningContent",
    "searchResult",
    "text",
    "toolResult",
    "video",
)


# API reference, DocumentBlock: formats; a name of letters, digits, single spaces, hyphens, round and square brackets.
_DOCUMENTS: Final = {
    "application/msword": "doc",
    "application/pdf": "pdf",
    "application/vnd.ms-excel": "xls",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "text/csv": "csv",
    "text/html": "html",
    "text/markdown": "md",
    "text/plain": "txt",
}
_UNNAMEABLE: Final = re.compile(r"[^A-Za-z0-9\s()\[\]-]+")


class Bedrock(Provider):
    """Converse (API reference, Converse): calls are toolUse blocks, results toolResult blocks of one user message.

    Names match [a-zA-Z0-9_-]+, at most 64 characters (API reference, ToolSpecification).
    """

    name: str = "bedrock"
    strict_mode: StrictMode | None = LIKE_ANTHROPIC
    example: ClassVar[str] = '{"toolUse": {"toolUseId": ..., "name": ..., "input": {...}}}'

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:
        """{"toolSpec": {...}}, an entry of toolConfig.tools."""
        return {"toolSpec": named(tool, "inputSchema", {"json": schema}, strict=strict)}

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema with a root of type, properties and required."""
        kept, said = parted(
            with_items(inlined(without_closing(without_null_defaults(schema)))), _ROOT | {"description"}
        )
        return kept, " ".join(filter(None, (kept.pop("description", ""), said)))

    def is_call(self, payload: object) -> bool:
        """A toolUse block, or what stands in it; a result has an id as well, and content."""
        if field(payload, "toolUse") is not None:
            return True
        return has_field(payload, "toolUseId") and not has_field(payload, "content")

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The calls among the blocks of a message's `content`; the provider carries out server_tool_use itself."""
        inner = field(field(message, "output"), "message")
        message = message if inner is None else inner
        content = field(message, "content")
        if not is_array(content):
            return [] if fields_among(message, _OTHER_BLOCKS) and not label(message, "type") else None
        if any(label(block, "type") for block in content):
            return None
        blocks = [block for block in content if field(block, "toolUse") is not None]
        return [block for block in blocks if label(field(block, "toolUse"), "type") != "server_tool_use"]

    def parsed(self, call: object) -> ToolCall:
        """The call of a block."""
        block, id_ = unwrapped(call, "toolUse"), self.id_of(call)
        name = text_field(block, "name", "toolUse.name")
        return ToolCall(name, arguments_field(block, "input", "toolUse.input"), id_, self.name)

    def id_of(self, call: object) -> str | None:
        """The id of a block's call."""
        return id_field(unwrapped(call, "toolUse"), "toolUseId", "toolUse.toolUseId")

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """One user message with all results; a blank text is refused there, so none is sent."""
        blocks = [
            {
                "toolResult": {
                    **identified(result, "toolUseId"),
                    "content": _content(result),
                    **({} if result.ok else {"status": "error"}),
                }
            }
            for result in results
        ]
        return [{"role": "user", "content": blocks}] if blocks else []

    def fragments(self, chunk: object) -> Iterator[Fragment]:
        """What an event says of a call (API reference, ConverseStream)."""
        start, delta, stop = (field(chunk, f"contentBlock{step}") for step in ("Start", "Delta", "Stop"))
        begun = field(field(start, "start"), "toolUse")
        if begun is not None and label(begun, "type") != "server_tool_use":
            key = field(start, "contentBlockIndex")
            yield Fragment(key, id_field(begun, "toolUseId"), label(begun, "name"))
        piece = field(field(delta, "delta"), "toolUse")
        if piece is not None:
            yield Fragment(field(delta, "contentBlockIndex"), arguments=label(piece, "input"), opens=False)
        if stop is not None:
            yield Fragment(field(stop, "contentBlockIndex"), opens=False, ends=True)


def _content(result: ToolResult) -> list[dict[str, Any]]:
    """The content of a tool result; the client takes bytes as they are (API reference, ToolResultContentBlock)."""
    blocks = written_blocks(result, _block, lambda text: {"text": text})
    return blocks or ([{"text": result.text}] if result.text.strip() else [])


def _block(block: Binary) -> dict[str, Any] | None:
    source = {"bytes": block.content}
    if block.mime_type in PICTURES:
        return {"image": {"format": block.mime_type.partition("/")[2], "source": source}}
    format_ = _DOCUMENTS.get(block.mime_type)
    if format_ is None:
        return None
    name = " ".join(_UNNAMEABLE.sub("-", block.name.removesuffix(f".{format_}")).split())
    return {"document": {"format": format_, "name": name or "file", "source": source}}
