"""Mistral's chat completions, whose calls look like OpenAI's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from toolkit.providers.chat import PiecewiseChat, message_of, tool_message
from toolkit.providers.payloads import field, is_json_value, label, unwrapped
from toolkit.record import replace_fields

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.calls import ToolCall, ToolResult
    from toolkit.providers.pieces import Fragment


class Mistral(PiecewiseChat):
    """Chat completions (Mistral API reference, chat.complete); read only where somebody names this provider.

    Names are of letters, digits, underscores and dashes, at most 64 (Function.name).
    """

    name: str = "mistral"
    example: ClassVar[str] = '{"id": ..., "function": {"name": ..., "arguments": "{...}"}}'

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The `tool_calls` of a message; the client library puts a mark of its own where there are none."""
        message = message_of(message)
        calls = field(message, "tool_calls")
        if label(message, "role") and (calls is None or not is_json_value(calls)):
            return []
        return super().calls_in(message)

    def parsed(self, call: object) -> ToolCall:
        """The call of a function; the client library writes "null" for an id that is not there."""
        made = super().parsed(call)
        return replace_fields(made, id=None) if made.id == "null" else made

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """A tool message for each result, which names the tool."""
        return [tool_message(result, name=self.wire_name(result.call.name)) for result in results]

    def fragments(self, chunk: object) -> Iterator[Fragment]:
        """The pieces of calls in a chunk, which the client library puts into `data`."""
        return super().fragments(unwrapped(chunk, "data"))
