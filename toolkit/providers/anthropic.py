"""Anthropic's messages API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from toolkit.calls import ToolCall
from toolkit.providers.base import Provider
from toolkit.providers.blocks import PICTURES, written_blocks
from toolkit.providers.chat import identified, named
from toolkit.providers.naming import NameRule
from toolkit.providers.payloads import (
    arguments_field,
    field,
    has_field,
    id_field,
    is_array,
    is_object,
    label,
    text_field,
)
from toolkit.providers.pieces import Fragment
from toolkit.providers.spoken import without_closing, without_null_defaults, without_root_combinators
from toolkit.providers.strict.limits import require_together
from toolkit.providers.strict.mode import LIKE_ANTHROPIC, StrictMode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.calls import ToolResult
    from toolkit.media import Binary
    from toolkit.providers.declared import Declared
    from toolkit.types.keywords import Schema

# Blocks that a caller may meet when it goes through `content` one by one; results of hosted tools end in _result.
_OTHER_BLOCKS: Final = frozenset(
    {"compaction", "container_upload", "mcp_tool_use", "redacted_thinking", "server_tool_use", "text", "thinking"}
)


class Anthropic(Provider):
    """Messages (API reference, messages.create): calls are blocks of type tool_use, results of type tool_result.

    A schema is any JSON Schema 2020-12 below its root. The API's own words: a name "should match pattern
    '^[a-zA-Z0-9_-]{1,128}$'", the root's property keys "should match pattern '^[a-zA-Z0-9_.-]{1,64}$'", and
    "input_schema does not support oneOf, allOf, or anyOf at the top level".
    """

    name: str = "anthropic"
    naming: ClassVar[NameRule] = NameRule("A-Za-z0-9_-", 128)
    property_naming: ClassVar[NameRule | None] = NameRule("A-Za-z0-9_.-", 64)
    strict_mode: StrictMode | None = LIKE_ANTHROPIC
    example: ClassVar[str] = '{"type": "tool_use", "id": ..., "name": ..., "input": {...}}'

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:
        """{"name", "description", "input_schema"}."""
        return named(tool, "input_schema", schema, strict=strict)

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema with a root that combines no schemas."""
        return without_root_combinators(without_closing(without_null_defaults(schema)))

    def listed(self, declarations: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The declarations; those that are strict may be so many and so large together."""
        strict = [each for each in declarations if each.get("strict") is True and "input_schema" in each]
        require_together((each["name"], each["input_schema"]) for each in strict)
        return declarations

    def is_call(self, payload: object) -> bool:
        """A block of type tool_use; one whose type is left out has an `input` and a `name`."""
        kind = label(payload, "type")
        if kind or not has_field(payload, "input"):
            return kind == "tool_use"
        return has_field(payload, "name") and not has_field(payload, "toolUseId")

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The calls among the blocks of `content`; the provider carries out server_tool_use itself."""
        content = field(message, "content")
        if is_array(content):
            has_types = all(label(block, "type") for block in content)
            return [block for block in content if self.is_call(block)] if has_types else None
        kind = label(message, "type")
        return [] if kind in _OTHER_BLOCKS or kind.endswith("tool_result") else None

    def parsed(self, call: object) -> ToolCall:
        """The call of a block."""
        name = text_field(call, "name")
        return ToolCall(name, arguments_field(call, "input"), id_field(call, "id"), self.name)

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """One user message with all results (Tool use guide, Parallel tool use: in one message, before any text)."""
        blocks = [
            {
                "type": "tool_result",
                **identified(result, "tool_use_id"),
                "content": written_blocks(result, _block) or result.text,
                **({} if result.ok else {"is_error": True}),
            }
            for result in results
        ]
        return [{"role": "user", "content": blocks}] if blocks else []

    def fragments(self, chunk: object) -> Iterator[Fragment]:
        """What an event says of a call (Streaming messages, Input JSON delta)."""
        kind, key = label(chunk, "type"), field(chunk, "index")
        block, delta = field(chunk, "content_block"), field(chunk, "delta")
        if kind == "content_block_start" and label(block, "type") == "tool_use":
            given = field(block, "input")
            if is_object(given) and len(given):
                yield Fragment(key, call=self._read(block))
            else:
                yield Fragment(key, id_field(block, "id"), label(block, "name"))
        elif kind == "content_block_delta" and label(delta, "type") == "input_json_delta":
            yield Fragment(key, arguments=label(delta, "partial_json"), opens=False)
        elif kind == "content_block_stop":
            yield Fragment(key, opens=False, ends=True)


# Messages API reference, tool_result: images and documents.
_KINDS: Final = {**dict.fromkeys(PICTURES, "image"), "application/pdf": "document"}


def _block(block: Binary) -> dict[str, Any] | None:
    kind = _KINDS.get(block.mime_type)
    source = {"type": "base64", "media_type": block.mime_type, "data": block.base64()}
    title = {"title": block.name} if kind == "document" and block.name else {}
    return None if kind is None else {"type": kind, "source": source, **title}
