"""The shape of chat completions, which OpenAI began and Ollama and Mistral took over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from toolkit.calls import ToolCall
from toolkit.providers.arrays import with_own_items
from toolkit.providers.base import Provider
from toolkit.providers.payloads import (
    arguments_field,
    array_field,
    field,
    first,
    has_field,
    id_field,
    is_array,
    is_object,
    is_text,
    label,
    text_field,
    unwrapped,
)
from toolkit.providers.pieces import Fragment
from toolkit.providers.spoken import with_plain_patterns, without_root_combinators
from toolkit.providers.strict.mode import LIKE_OPENAI, StrictMode
from toolkit.schema.generator import OpenAICompatibleSchemaGenerator, SchemaGenerator
from toolkit.types.keywords import HOLDERS, with_inner, without

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.calls import ToolResult
    from toolkit.providers.declared import Declared
    from toolkit.types.keywords import Schema


class Chat(Provider):
    """Tools and calls whose content stands in a field `function`."""

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:
        """{"type": "function", "function": {"name", "description", "parameters"}}."""
        return {"type": "function", "function": named(tool, "parameters", schema, strict=strict)}

    def is_call(self, payload: object) -> bool:
        """A `function`, or a `type` that announces one."""
        return field(payload, "function", "custom") is not None or label(payload, "type") == "function"

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The `tool_calls` of a message, or of the message in a response; a single `function_call` of old."""
        message = message_of(message)
        if field(message, "tool_calls") is not None:
            return array_field(message, "tool_calls")
        old = field(message, "function_call")
        if has_field(old, "arguments"):
            return [{"type": "function", "function": old}]
        content = field(message, "content")
        return [] if label(message, "role") and (content is None or is_text(content)) else None

    def parsed(self, call: object) -> ToolCall:
        """The call of a function, or of a custom tool, whose input is free text."""
        id_ = id_field(call, "id")
        custom = field(call, "custom")
        if custom is not None:
            name = text_field(custom, "name", "custom.name")
            given = text_field(custom, "input", "custom.input", may_be_empty=True)
            return ToolCall(name, {"input": given}, id_, self.name)
        function = field(call, "function")
        name = text_field(function, "name", "function.name")
        return ToolCall(name, arguments_field(function, "arguments", "function.arguments"), id_, self.name)


class Compatible(Provider):
    """Takes schemas as OpenAI does, in strict mode too."""

    generator: ClassVar[type[SchemaGenerator]] = OpenAICompatibleSchemaGenerator
    strict_mode: StrictMode | None = LIKE_OPENAI

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema with a root of type, properties and required.

        Below its root it may say anything, save that an array has to have `items`, and that OpenAI answers "is not
        a 'regex'" to a pattern that Python does not compile, and "regex lookaround is not supported".
        """
        return without_root_combinators(_compatible(schema))


class PiecewiseChat(Chat, Compatible):
    """Chat completions whose streams send a call in pieces."""

    def fragments(self, chunk: object) -> Iterator[Fragment]:
        """The pieces of calls in a chunk's deltas, first by choice, then by index.

        OpenAI's client puts a chunk into an event of its own where `stream` is a method.
        """
        chunk = unwrapped(chunk, "chunk")
        for place, choice in enumerate(array_field(chunk, "choices")):
            number, delta = _index(choice, place), field(choice, "delta")
            for position, piece in enumerate(array_field(delta, "tool_calls", "delta.tool_calls")):
                yield self._fragment((number, _index(piece, position)), piece)
            old = field(delta, "function_call")
            if old is not None:
                yield Fragment((number, -1), None, label(old, "name"), label(old, "arguments"))
            # Some servers send the whole message instead of its last delta, or beside it.
            for position, call in enumerate(self.calls_in(field(choice, "message")) or ()):
                yield Fragment((number, position), call=self._read(call))
            if label(choice, "finish_reason"):
                yield Fragment(ends_choice=number)

    def _fragment(self, key: tuple[int, int], piece: object) -> Fragment:
        """What a piece of `tool_calls` says; a custom tool takes free text."""
        function, custom = field(piece, "function"), field(piece, "custom")
        if is_object(field(function, "arguments")):
            return Fragment(key, call=self._read(piece))
        id_ = id_field(piece, "id")
        if id_ == "null":  # Mistral says so of an id that another piece has
            id_ = None
        if custom is not None:
            return Fragment(key, id_, label(custom, "name"), label(custom, "input"), is_input=True)
        return Fragment(key, id_, label(function, "name"), label(function, "arguments"))


def _compatible(schema: Any) -> Any:
    """The schema with `items` for arrays, `properties` for objects, plain patterns, and no defaults of null."""
    if not isinstance(schema, dict) or (_HEEDED.isdisjoint(schema) and schema.get("type") not in _CONTAINERS):
        return schema
    made = with_inner(schema, _compatible)
    if "pattern" in made or "patternProperties" in made:
        made = with_plain_patterns(made)
    kind = made.get("type")
    if kind == "array" or "prefixItems" in made:
        made = with_own_items(made)
    elif kind == "object" and "properties" not in made:
        made = {**made, "properties": {}}
    return made if made.get("default", 0) is not None else without(made, "default")


# What a schema has that is changed, or has schemas inside.
_HEEDED: Final = HOLDERS | {"default", "pattern"}
_CONTAINERS: Final = ("array", "object")


def named(tool: Declared, schema_name: str, schema: Schema, *, strict: bool = False) -> dict[str, Any]:
    """Name, description and schema of a tool; an empty description is left out, and `strict` if it is false."""
    descriptor = tool.descriptor
    made: dict[str, Any] = {"name": descriptor.name}
    if descriptor.description:
        made["description"] = descriptor.description
    made[schema_name] = schema
    return {**made, "strict": True} if strict else made


def identified(result: ToolResult, name: str) -> dict[str, str]:
    """The id of a result's call under that name, nothing if it has none."""
    return {} if result.call.id is None else {name: result.call.id}


def tool_message(result: ToolResult, **name: str) -> dict[str, Any]:
    """A message of the role "tool" that carries a result, with the name of the tool in a field of its own."""
    return {"role": "tool", **name, **identified(result, "tool_call_id"), "content": result.text}


def unaddressed(result: ToolResult) -> dict[str, str] | None:
    """What a user would say of a call that failed and has no id, as no message of a tool may go without one.

    None for any other result.
    """
    if result.ok or result.call.id is not None:
        return None
    what = f"The call of {result.call.name}" if result.call.name else "A tool call"
    return {"role": "user", "content": f"{what} failed: {result.text}"}


def is_ollama_call(payload: object) -> bool:
    """Whether a call with a `function` is Ollama's: an object of arguments, and no `type`."""
    return is_object(field(field(payload, "function"), "arguments")) and field(payload, "type") is None


def is_langchain_call(payload: object) -> bool:
    """Whether a call is LangChain's: `args`, and no `function`."""
    return has_field(payload, "args") and field(payload, "function") is None


def message_of(response: object) -> object:
    """The message in a response: of its first choice, or in its field `message`; else what is given."""
    if is_array(field(response, "choices")):
        response = first(response, "choices")
        if response is None:
            return {"role": "assistant"}
    message = field(response, "message")
    return response if message is None else message


def _index(source: object, position: int) -> int:
    index = field(source, "index")
    return index if type(index) is int else position
