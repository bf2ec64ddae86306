"""The Model Context Protocol: tools as a server lists them, and calls as a client sends them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

from toolkit.calling.guard import attempt
from toolkit.calls import ToolCall
from toolkit.providers.base import Provider
from toolkit.providers.blocks import written_blocks
from toolkit.providers.chat import named
from toolkit.providers.declarations import WIRE_HINTS
from toolkit.providers.naming import ANY_NAME, NameRule
from toolkit.providers.payloads import arguments_field, field, has_field, known_id, label, text_field
from toolkit.providers.references import definition_named, in_place
from toolkit.schema.generator import SchemaGenerator
from toolkit.types.dumping import Dumper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.calls import ToolResult
    from toolkit.media import Binary
    from toolkit.providers.declared import Declared
    from toolkit.types.keywords import Schema


class MCP(Provider):
    """tools/list and tools/call (MCP specification 2026-07-28, server/tools). A schema may say anything there."""

    name: str = "mcp"
    naming: ClassVar[NameRule] = ANY_NAME
    example: ClassVar[str] = '{"method": "tools/call", "params": {"name": ..., "arguments": {...}}}'

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:  # noqa: ARG002
        """An entry of `tools`, with the schema of the result and the hints that the author gave."""
        options = tool.options
        made: dict[str, Any] = named(tool, "inputSchema", schema)
        output = SchemaGenerator().output(tool.descriptor)
        hints = {wire: getattr(options, ours) for wire, _, ours in WIRE_HINTS}
        rest = {
            "title": options.title,
            "outputSchema": _of_objects(output or {}),
            "annotations": {wire: hint for wire, hint in hints.items() if hint is not None} or None,
        }
        return {**made, **{field_: value for field_, value in rest.items() if value is not None}}

    def is_call(self, payload: object) -> bool:
        """A request tools/call, its params, or any {name, arguments}."""
        if field(payload, "method") is not None:
            return label(payload, "method") == "tools/call"
        return has_field(payload, "arguments") and has_field(payload, "name") and not label(payload, "type")

    def parsed(self, call: object) -> ToolCall:
        """The call of a request, with its id; of {name, arguments} alone, with whatever id stands beside."""
        params = field(call, "params") if has_field(call, "method") else call
        name = text_field(params, "name")
        arguments = arguments_field(params, "arguments")
        return ToolCall(name, arguments, self.id_of(call), self.name)

    def id_of(self, call: object) -> str | None:
        """The id of a request, or whatever stands beside {name, arguments}."""
        return known_id(call)

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """A CallToolResult for each; errors stand in it, so that the model can mend them (server/tools, Errors)."""
        return [
            {
                "content": written_blocks(result, _block) or [{"type": "text", "text": result.text}],
                **_structured(result),
                "isError": not result.ok,
                "resultType": "complete",
            }
            for result in results
        ]


def _of_objects(output: Schema) -> Schema | None:
    """A schema whose root says that results are objects; None for other results.

    Through revision 2025-11-25 the root must say so, and results that are no objects have no other place.
    """

    def meant(schema: Any) -> Schema:
        found = output.get("$defs", {}).get(definition_named(schema), schema) if isinstance(schema, dict) else {}
        return found if isinstance(found, dict) else {}

    root = meant(output)
    # Beside a type, alternatives only narrow it.
    kinds = [root] if "type" in root else root.get("anyOf", [root])
    are_objects = all(meant(each).get("type") == "object" for each in kinds)
    whole = output if root is output else in_place(root, output)
    return {"type": "object", **whole} if are_objects else None


def _structured(result: ToolResult) -> dict[str, Any]:
    """The result as JSON too, if it is an object, as older revisions admit nothing else there."""
    if not result.ok or isinstance(result.value, str):
        return {}
    is_object = result.text.startswith("{")
    told = attempt(json.loads, result.text) if is_object else attempt(Dumper().dump, result.value)
    return {"structuredContent": told} if isinstance(told, dict) else {}


def _block(block: Binary) -> dict[str, Any]:
    """A content block (server/tools, Tool Result): image and audio by themselves, any other file as a resource."""
    if block.kind in {"image", "audio"}:
        return {"type": block.kind, "data": block.base64(), "mimeType": block.mime_type}
    from urllib.parse import quote  # noqa: PLC0415 - most results have no file

    resource = {"uri": f"file:///{quote(block.name or 'file')}", "mimeType": block.mime_type, "blob": block.base64()}
    return {"type": "resource", "resource": resource}
