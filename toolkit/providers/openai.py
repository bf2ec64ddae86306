"""OpenAI: chat completions, and the responses API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from toolkit.calls import ToolCall
from toolkit.providers.base import Provider
from toolkit.providers.blocks import data_url, written_blocks
from toolkit.providers.chat import (
    PiecewiseChat,
    compatible,
    identified,
    is_langchain_call,
    is_ollama_call,
    named,
    unaddressed,
)
from toolkit.providers.shapes import arguments_field, array_field, field, id_field, is_array, label, text_field
from toolkit.providers.streams import Fragment
from toolkit.providers.strict import LIKE_OPENAI, StrictMode
from toolkit.schema.generator import OpenAICompatibleSchemaGenerator, SchemaGenerator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.calls import ToolResult
    from toolkit.media import Binary
    from toolkit.providers.declared import Declared
    from toolkit.providers.declaring import Schema


class OpenAI(PiecewiseChat):
    """Chat completions (API reference, chat.completions.create), which many other servers imitate.

    A schema may say anything below its root; in it, the API refuses what combines schemas: "schema must have
    type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level".
    """

    name: str = "openai"
    generator: ClassVar[type[SchemaGenerator]] = OpenAICompatibleSchemaGenerator
    strict_mode: StrictMode | None = LIKE_OPENAI
    example: ClassVar[str] = '{"id": ..., "type": "function", "function": {"name": ..., "arguments": "{...}"}}'

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema with a root of type, properties and required."""
        return compatible(schema)

    def claims(self, message: object) -> bool:
        """Whether it has a `type` or its arguments are text, unlike Ollama's and LangChain's calls."""
        if self.is_call(message):
            return not is_ollama_call(message)
        calls = self.calls_in(message)
        if calls is None or any(map(is_langchain_call, calls)):
            return False
        return not calls or not all(map(is_ollama_call, calls))

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """A tool message for each result; a user's for a failed call without an id, which the API would refuse."""
        return [
            unaddressed(result) or {"role": "tool", **identified(result, "tool_call_id"), "content": result.text}
            for result in results
        ]


class OpenAIResponses(Provider):
    """The responses API (API reference, responses.create): calls are items of `output`."""

    name: str = "openai-responses"
    generator: ClassVar[type[SchemaGenerator]] = OpenAICompatibleSchemaGenerator
    strict_mode: StrictMode | None = LIKE_OPENAI
    id_name: ClassVar[str] = "call_id"
    example: ClassVar[str] = '{"type": "function_call", "call_id": ..., "name": ..., "arguments": "{...}"}'

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:
        """A flat function; where `strict` is left out, this API takes it as true."""
        return {"type": "function", **named(tool, "parameters", schema), "strict": strict}

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema with a root of type, properties and required."""
        return compatible(schema)

    def is_call(self, payload: object) -> bool:
        """An item that calls a function or a custom tool."""
        return label(payload, "type") in _CALLS

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The calls among the items of `output`; the provider carries out the others itself."""
        if is_array(field(message, "output")) or label(message, "object") == "response":
            return list(filter(self.is_call, array_field(message, "output", "output")))
        return [] if label(message, "type") in _OTHER_ITEMS else None

    def parsed(self, call: object) -> ToolCall:
        """The call of a function, or of a custom tool, whose input is free text."""
        id_, name = id_field(call, "call_id", "call_id"), text_field(call, "name", "name")
        if label(call, "type") == "custom_tool_call":
            return ToolCall(name, {"input": text_field(call, "input", "input")}, id_, self.name)
        return ToolCall(name, arguments_field(call, "arguments", "arguments", optional=True), id_, self.name)

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """An item of the next request's `input` for each result; a user's for a failed call without an id."""
        return [
            unaddressed(result)
            or {"type": "function_call_output", **identified(result, "call_id"), "output": _output(result)}
            for result in results
        ]

    def fragments(self, chunk: object) -> Iterator[Fragment]:
        """What an event says of a call (API reference, Streaming events, response.output_item)."""
        kind, key, item = label(chunk, "type"), field(chunk, "output_index"), field(chunk, "item")
        if kind == "response.output_item.done" and self.is_call(item):
            yield Fragment(key, call=self._read(item))
        elif kind == "response.output_item.added" and self.is_call(item):
            yield Fragment(key, id_field(item, "call_id", "call_id"), label(item, "name"))
        elif kind == "response.function_call_arguments.delta":
            yield Fragment(key, arguments=label(chunk, "delta"), opens=False)


_CALLS = frozenset({"custom_tool_call", "function_call"})
# Items that a caller may meet when it goes through `output` one by one.
_OTHER_ITEMS = frozenset({"message", "reasoning", "compaction"})


def _output(result: ToolResult) -> Any:
    """The output of a call: text, or a list of text, images and files (API reference, function_call_output)."""
    blocks = written_blocks(result, _block)
    if blocks is None:
        return result.text
    return [{"type": "input_text", "text": each["text"]} if each["type"] == "text" else each for each in blocks]


def _block(block: Binary) -> dict[str, Any] | None:
    if block.kind == "image":
        return {"type": "input_image", "image_url": data_url(block)}
    if block.kind == "file":
        return {"type": "input_file", "filename": block.name or "file", "file_data": data_url(block)}
    return None
