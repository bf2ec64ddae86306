"""Google's Gemini, on its own API and on Vertex AI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from toolkit.calls import ToolCall
from toolkit.errors import CallError, DefinitionError
from toolkit.providers.arrays import with_items
from toolkit.providers.base import Provider
from toolkit.providers.blocks import written_blocks
from toolkit.providers.chat import identified, named
from toolkit.providers.naming import NameRule
from toolkit.providers.payloads import (
    arguments_field,
    both_spellings,
    field,
    fields_among,
    first,
    has_field,
    id_field,
    is_array,
    label,
    text_field,
    unwrapped,
)
from toolkit.providers.spoken import (
    in_words,
    parted,
    spoken,
    with_reference_apart,
    with_text,
    without_closing,
)
from toolkit.schema.generator import shared_type
from toolkit.types.keywords import with_inner, without

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.calls import ToolResult
    from toolkit.media import Binary
    from toolkit.providers.declared import Declared
    from toolkit.types.keywords import Schema

# Gemini API reference, GenerationConfig.responseJsonSchema: "only the following properties are supported".
# FunctionDeclaration.parametersJsonSchema names no list of its own.
_SUPPORTED: Final = frozenset(
    {
        "$anchor",
        "$defs",
        "$id",
        "$ref",
        "additionalProperties",
        "anyOf",
        "description",
        "enum",
        "format",
        "items",
        "maxItems",
        "maximum",
        "minItems",
        "minimum",
        "oneOf",
        "prefixItems",
        "properties",
        "required",
        "title",
        "type",
    }
)
# Parts that a caller may meet when it goes through `parts` one by one.
_OTHER_PARTS: Final = both_spellings(
    *("codeExecutionResult", "executableCode", "fileData", "functionResponse", "inlineData", "text", "thought"),
    *("thoughtSignature", "toolCall", "toolResponse"),
)
# A response that was blocked has the first, a candidate that says nothing the other.
_WITHOUT_PARTS: Final = both_spellings("promptFeedback", "finishReason")


class Gemini(Provider):
    """generateContent: all functions stand in one tool, calls are parts, results are parts of one user turn.

    Names begin with a letter or an underscore, then also digits, dots, colons and dashes (FunctionDeclaration.name:
    128 characters on the Gemini API, 64 on Vertex AI, so 64 here).
    """

    name: str = "gemini"
    naming: ClassVar[NameRule] = NameRule("A-Za-z0-9_.:-", 64, first="A-Za-z_")
    example: ClassVar[str] = '{"functionCall": {"name": ..., "args": {...}}}'

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:  # noqa: ARG002
        """A function in JSON Schema, as `parameters` takes a subset of OpenAPI only; without parameters it has none."""
        made = named(tool, "parametersJsonSchema", schema)
        if not schema.get("properties") and not schema.keys() - {"type", "properties", "required"}:
            del made["parametersJsonSchema"]
        return made

    def strict_schema(self, tool: Declared) -> tuple[Schema, str]:
        """None.

        Raises:
            DefinitionError: Gemini holds a model to a schema by the mode of the request, not by a declaration.
        """
        raise DefinitionError(
            "gemini has no strict mode in a declaration",
            tool=tool.name,
            cure='say strict=False, and "mode": "VALIDATED" in the request\'s functionCallingConfig',
        )

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema in the keywords that the API supports."""
        root, text = parted(_plain(with_items(without_closing(schema), in_words_too=False)), _SUPPORTED)
        return with_inner(root, lambda inner: spoken(inner, _SUPPORTED)), text

    def listed(self, declarations: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """One tool with all functions, and each built-in tool by itself."""
        functions = [each for each in declarations if "name" in each]
        own = [each for each in declarations if "name" not in each]
        return [*([{"functionDeclarations": functions}] if functions else []), *own]

    def is_call(self, payload: object) -> bool:
        """A part with a function call, or the client's FunctionCall by itself."""
        return _function_call(payload) is not None or is_sdk_call(payload)

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The calls among the `parts` of the first candidate, or of a content; all of a message of the live API."""
        if is_array(field(message, "candidates")):
            message = first(message, "candidates")
            if message is None:
                return []
        live = field(field(message, "toolCall", "tool_call"), "functionCalls", "function_calls")
        if is_array(live):
            return list(live)
        content = unwrapped(message, "content")
        parts = field(content, "parts")
        if is_array(parts):
            return [part for part in parts if _function_call(part) is not None]
        is_other = bool(fields_among(message, _OTHER_PARTS)) and not has_field(message, "type")
        is_silent = label(content, "role") == "model" or bool(fields_among(message, _WITHOUT_PARTS))
        return [] if is_other or is_silent else None

    def parsed(self, call: object) -> ToolCall:
        """The call of a part; the API gives ids to some models' calls only."""
        function = _function_in(call)
        if field(function, "partialArgs", "partial_args") is not None:
            raise CallError("functionCall.partialArgs are not read; leave streamFunctionCallArguments off")
        name = text_field(function, "name", "functionCall.name")
        arguments = arguments_field(function, "args", "functionCall.args")
        return ToolCall(name, arguments, id_field(function, "id", "functionCall.id"), self.name)

    def id_of(self, call: object) -> str | None:
        """The id of a part's call."""
        return id_field(_function_in(call), "id", "functionCall.id")

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """One user turn with all results, under "output" or "error" (FunctionResponse.response)."""
        parts = [
            {
                "functionResponse": {
                    **identified(result, "id"),
                    "name": self.wire_name(result.call.name),
                    "response": {"output" if result.ok else "error": result.text},
                    **_inline(result),
                }
            }
            for result in results
        ]
        return [{"role": "user", "parts": parts}] if parts else []


def is_sdk_call(payload: object) -> bool:
    """Whether it is a FunctionCall of the client library, which has fields that nobody else has."""
    return has_field(payload, "partial_args") or has_field(payload, "will_continue")


def _function_call(part: object) -> Any:
    """The function call in a part; OpenAI's message of old has `arguments` under the same name."""
    found = field(part, "functionCall", "function_call")
    return None if found is None or has_field(found, "arguments") else found


def _function_in(call: object) -> Any:
    """The function call in a part, or the client's by itself."""
    found = _function_call(call)
    return call if found is None else found


def _plain(schema: Any) -> Any:
    """The schema without what the API says otherwise: `const`, and keywords beside a `$ref`."""
    if not isinstance(schema, dict):
        return schema
    made = with_inner(schema, _plain)
    if "const" in made:
        made["enum"] = [made.pop("const")]
    if "enum" in made and not _is_enum(made["enum"]):
        made = _other_enum(made)
    # "If $ref is set on a sub-schema, no other properties, except for those starting as a $, may be set."
    is_alone = "$ref" not in made or all(keyword.startswith("$") for keyword in made)
    return made if is_alone else with_reference_apart(made)


def _other_enum(schema: Schema) -> Schema:
    """A choice that the API has no word for: null stands beside the others, as of any type that may be null."""
    rest = without(schema, "enum")
    others = [each for each in schema["enum"] if each is not None]
    if len(others) == len(schema["enum"]) or not _is_enum(others) or "anyOf" in rest:
        return with_text(rest, in_words({"enum": schema["enum"]}))
    if "type" in rest:  # which admits no null
        return {**rest, "enum": others}
    kind = shared_type(others)
    choice = {"type": kind, "enum": others} if kind else {"enum": others}
    return {**rest, "anyOf": [choice, {"type": "null"}]}


def _is_enum(values: Any) -> bool:
    """Whether the API takes these choices: "a specific set of possible strings" or numbers, not empty, none empty."""
    return bool(values) and all(
        (isinstance(each, str) and each != "") or (isinstance(each, int | float) and not isinstance(each, bool))
        for each in values
    )


def _inline(result: ToolResult) -> dict[str, Any]:
    """The pictures, sounds and files of a result (Function calling guide, Multimodal function responses)."""
    blocks = written_blocks(result, _block) or []
    parts = [each for each in blocks if "inlineData" in each]
    return {"parts": parts} if parts else {}


def _block(block: Binary) -> dict[str, Any]:
    return {"inlineData": {"mimeType": block.mime_type, "data": block.base64()}}
