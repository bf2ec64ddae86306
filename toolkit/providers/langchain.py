"""LangChain's own calls: of AIMessage.tool_calls, whatever model made them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from toolkit.calls import ToolCall
from toolkit.providers.chat import Compatible, is_langchain_call, named, tool_message
from toolkit.providers.gemini import is_sdk_call
from toolkit.providers.payloads import arguments_field, array_field, field, id_field, known_id, label, text_field
from toolkit.providers.pieces import Fragment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.calls import ToolResult
    from toolkit.providers.declared import Declared
    from toolkit.types.keywords import Schema


class LangChain(Compatible):
    """{"name", "args", "id"} (langchain_core.messages.tool, ToolCall).

    Tools are declared in OpenAI's form, which `bind_tools` takes for every model.
    """

    name: str = "langchain"
    example: ClassVar[str] = '{"name": ..., "args": {...}, "id": ...}'

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:
        """What `convert_to_openai_tool` leaves as it is."""
        return {"type": "function", "function": named(tool, "parameters", schema, strict=strict)}

    def is_call(self, payload: object) -> bool:
        """A tool call, or one whose arguments LangChain could not read."""
        kind = label(payload, "type")
        if kind in ("tool_call", "invalid_tool_call"):
            return True
        return not kind and is_langchain_call(payload) and not is_sdk_call(payload)

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The calls of an AIMessage, then those that LangChain could not read."""
        calls = [
            *array_field(message, "tool_calls"),
            *array_field(message, "invalid_tool_calls"),
        ]
        if calls:
            return calls if all(map(is_langchain_call, calls)) else None
        return [] if label(message, "type") in ("ai", "AIMessageChunk") else None

    def parsed(self, call: object) -> ToolCall:
        """The call; arguments that LangChain could not read are text."""
        name = text_field(call, "name")
        return ToolCall(name, arguments_field(call, "args", required=True), self.id_of(call), self.name)

    def id_of(self, call: object) -> str | None:
        """The id of a call, as LangChain or a framework around it names it."""
        return known_id(call)

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """A tool message for each result, as `convert_to_messages` reads it."""
        return [
            tool_message(result, name=self.wire_name(result.call.name)) | ({} if result.ok else {"status": "error"})
            for result in results
        ]

    def fragments(self, chunk: object) -> Iterator[Fragment]:
        """The pieces in AIMessageChunk.tool_call_chunks; the last chunk of a message says that it is."""
        for position, piece in enumerate(array_field(chunk, "tool_call_chunks")):
            index = field(piece, "index")
            key = (0, index if type(index) is int else position)
            yield Fragment(key, id_field(piece, "id"), label(piece, "name"), label(piece, "args"))
        if label(chunk, "chunk_position") == "last":
            yield Fragment(ends_choice=0)
