"""Ollama's own chat API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from toolkit.providers.arrays import with_items
from toolkit.providers.chat import Chat, is_ollama_call, tool_message
from toolkit.providers.naming import ANY_NAME, NameRule
from toolkit.providers.references import inlined
from toolkit.providers.spoken import in_words, with_listed_types, with_text
from toolkit.schema.generator import OllamaSchemaGenerator, SchemaGenerator
from toolkit.types.keywords import definition_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.calls import ToolResult
    from toolkit.types.keywords import Schema

# The keywords of a property that pass Ollama's own Python client (ollama-python, _types.py,
# Tool.Function.Parameters.Property); the server (ollama, api/types.go, ToolProperty) knows anyOf and properties
# as well. Neither knows a reference, a bound or a pattern. What stands inside `items` passes as it is.
_ARRIVES: Final = frozenset({"description", "enum", "items", "title", "type"})
_ROOT: Final = frozenset({"$defs", "description", "properties", "required", "title", "type"})


class Ollama(Chat):
    """Chat with arguments as objects (Ollama API, Generate a chat message); older servers give calls no id.

    Constraints stand in the schema, and in the descriptions as well, as only these arrive. No name is forbidden.
    """

    name: str = "ollama"
    naming: ClassVar[NameRule] = ANY_NAME
    generator: ClassVar[type[SchemaGenerator]] = OllamaSchemaGenerator
    example: ClassVar[str] = '{"function": {"name": ..., "arguments": {...}}}'

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema with definitions put in place, and with constraints said in the descriptions."""
        schema = with_items(inlined(schema), in_words_too=False)
        definitions = schema.get("$defs", {})
        properties = {name: _said(each, definitions) for name, each in schema.get("properties", {}).items()}
        text = in_words({keyword: value for keyword, value in schema.items() if keyword not in _ROOT})
        return {**schema, "properties": properties}, text

    def claims(self, message: object) -> bool:
        """Whether its calls have an object of arguments and no `type`."""
        if self.is_call(message):
            return is_ollama_call(message)
        calls = self.calls_in(message)
        return calls is not None and all(map(is_ollama_call, calls))

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """A tool message for each result, which names the tool (Ollama docs, Tool calling)."""
        return [tool_message(result, tool_name=self.wire_name(result.call.name)) for result in results]


def _said(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """A property whose constraints stand in its description too, with the definitions that it refers to."""
    if not isinstance(schema, dict):
        return schema
    schema = with_listed_types(schema)
    lost = {
        keyword: value
        for keyword, value in schema.items()
        if keyword not in _ARRIVES and value is not False and value not in ({}, [])
    }
    lost |= _referred_to(schema, definitions)
    return with_text(schema, in_words(lost))


def _referred_to(schema: Schema, definitions: Mapping[str, Any]) -> Schema:
    """The definitions that a schema refers to, directly or through others, as `$defs`."""
    names: set[str] = set()
    pending = [schema]
    while pending:
        found = definition_names(pending.pop()) & definitions.keys() - names
        names |= found
        pending += [definitions[name] for name in found]
    return {"$defs": {name: each for name, each in definitions.items() if name in names}} if names else {}
