"""OpenAI: chat completions, and the responses API."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Final

from toolkit.calls import ToolCall
from toolkit.providers.blocks import PICTURES, data_url, written_blocks
from toolkit.providers.chat import (
    Compatible,
    PiecewiseChat,
    identified,
    is_langchain_call,
    is_ollama_call,
    named,
    unaddressed,
)
from toolkit.providers.payloads import (
    arguments_field,
    array_field,
    field,
    has_field,
    id_field,
    is_array,
    label,
    text_field,
)
from toolkit.providers.pieces import Fragment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.calls import ToolResult
    from toolkit.media import Binary
    from toolkit.providers.declared import Declared
    from toolkit.types.keywords import Schema


class OpenAI(PiecewiseChat):
    """Chat completions (API reference, chat.completions.create), which many other servers imitate.

    A schema may say anything below its root; in it, the API refuses what combines schemas: "schema must have
    type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level".
    """

    name: str = "openai"
    example: ClassVar[str] = '{"id": ..., "type": "function", "function": {"name": ..., "arguments": "{...}"}}'

    def claims(self, message: object) -> bool:
        """Whether it has a `type` or its arguments are text, unlike Ollama's and LangChain's calls."""
        if self.is_call(message):
            return not is_ollama_call(message)
        calls = self.calls_in(message)
        if calls is None or any(map(is_langchain_call, calls)):
            return False
        return not calls or not all(map(is_ollama_call, calls))

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """A tool message for each result; a user's for a failed call without an id, which the API would refuse.

        The chat templates of local models, whose calls have no ids, know a result by the name of its function.
        """
        return [
            unaddressed(result)
            or {
                "role": "tool",
                **(identified(result, "tool_call_id") or {"name": self.wire_name(result.call.name)}),
                "content": result.text,
            }
            for result in results
        ]


class OpenAIResponses(Compatible):
    """The responses API (API reference, responses.create): calls are items of `output`."""

    name: str = "openai-responses"
    id_name: ClassVar[str] = "call_id"
    example: ClassVar[str] = '{"type": "function_call", "call_id": ..., "name": ..., "arguments": "{...}"}'

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:
        """A flat function; where `strict` is left out, this API takes it as true."""
        return {"type": "function", **named(tool, "parameters", schema), "strict": strict}

    def is_call(self, payload: object) -> bool:
        """An item that calls a function or a custom tool, or the event of the realtime API that ends one."""
        kind = label(payload, "type")
        return kind in _CALLS or (kind == _CALL_ENDS and has_field(payload, "call_id"))

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The calls among the items of `output`, or of an event; the provider carries out the others itself."""
        kind = label(message, "type")
        if kind == _ITEM_ENDS:
            return list(filter(self.is_call, [field(message, "item")]))
        if kind in _ENDS:
            message = field(message, "response")
        if is_array(field(message, "output")) or label(message, "object") in _RESPONSES:
            return list(filter(self.is_call, array_field(message, "output")))
        return [] if kind in _ENDS or _OTHER_ITEMS.fullmatch(kind) else None

    def parsed(self, call: object) -> ToolCall:
        """The call of a function, or of a custom tool, whose input is free text."""
        id_, name = id_field(call, "call_id"), text_field(call, "name")
        if label(call, "type") == "custom_tool_call":
            given = text_field(call, "input", may_be_empty=True)
            return ToolCall(name, {"input": given}, id_, self.name)
        return ToolCall(name, arguments_field(call, "arguments"), id_, self.name)

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
        if kind == _ITEM_ENDS and self.is_call(item):
            yield Fragment(key, call=self._read(item))
        elif kind == "response.output_item.added" and self.is_call(item):
            is_input = label(item, "type") == "custom_tool_call"
            yield Fragment(key, id_field(item, "call_id"), label(item, "name"), is_input=is_input)
        elif kind in _PIECES:
            # What is done says all of it once more.
            yield Fragment(key, arguments=label(chunk, _PIECES[kind]), opens=False)
        elif kind in _ENDS:
            for call in self.calls_in(chunk) or ():
                yield Fragment(call=self._read(call))


_PIECES: Final = {
    "response.custom_tool_call_input.delta": "delta",
    "response.function_call_arguments.delta": "delta",
    "response.function_call_arguments.done": "arguments",
}
# The events that end an item, a whole response, and the arguments of a call; the last names its call in the realtime
# API only (API reference, Realtime server events).
_ITEM_ENDS: Final = "response.output_item.done"
_ENDS: Final = frozenset({"response.completed", "response.done", "response.incomplete"})
_CALL_ENDS: Final = "response.function_call_arguments.done"
_RESPONSES: Final = frozenset({"realtime.response", "response"})
_CALLS: Final = frozenset({"custom_tool_call", "function_call"})
# Items that a caller may meet when it goes through `output` one by one: what the model says and thinks, the calls of
# tools that are no functions, and the results of all.
_OTHER_ITEMS: Final = re.compile(
    r"compaction|item_reference|message|reasoning|mcp_list_tools|mcp_approval_re(?:quest|sponse)|tool_search_output"
    r"|(?:[a-z]+_)+call(?:_output)?"
)


def _output(result: ToolResult) -> Any:
    """The output of a call: text, or a list of text, images and files (API reference, function_call_output)."""
    return written_blocks(result, _block, lambda text: {"type": "input_text", "text": text}) or result.text


def _block(block: Binary) -> dict[str, Any] | None:
    if block.mime_type in PICTURES:
        return {"type": "input_image", "image_url": data_url(block)}
    if block.kind == "file":
        return {"type": "input_file", "filename": block.name or "file", "file_data": data_url(block)}
    return None
