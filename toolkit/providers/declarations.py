"""A declaration in any provider's shape -> what it says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError
from toolkit.misfits import object_in_words
from toolkit.options import valid_name
from toolkit.providers.absent import without_absent
from toolkit.providers.hosted import hosted_name, hosts
from toolkit.providers.openapi import json_schema_from_openapi
from toolkit.providers.payloads import field, is_array, is_object, kind_in_words
from toolkit.record import EMPTY, Record
from toolkit.types.documents import document_copy
from toolkit.types.keywords import without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Reader = Callable[[Any], Iterator["Declaration"]]

# Where the schema of what is returned may stand; those that are read are read elsewhere.
_OF_RESULTS: Final = frozenset(
    {"outputSchema", "output_schema", "response", "responseJsonSchema", "response_json_schema", "return", "returns"}
)
NO_PARAMETERS: Final = MappingProxyType({"type": "object", "properties": {}, "additionalProperties": False})
# MCP specification 2026-07-28, schema reference, ToolAnnotations: the wire's name, the SDK's, and ours.
WIRE_HINTS: Final = (
    ("readOnlyHint", "read_only_hint", "read_only"),
    ("destructiveHint", "destructive_hint", "destructive"),
    ("idempotentHint", "idempotent_hint", "idempotent"),
    ("openWorldHint", "open_world_hint", "open_world"),
)


class Declaration(Record):
    """What a declaration says of a tool.

    Attributes:
        name: The tool's name.
        description: Its text for the model.
        input_schema: JSON Schema of its arguments, None if it is silent on them.
        output_schema: JSON Schema of its result, None if it is silent on it.
        title: A name for people.
        hints: How it behaves, as options of a tool: read_only, destructive, idempotent, open_world. They come
            from whoever made the declaration.
        extras: Further fields, under the name of the dialect that they belong to.
        builtin: The declaration itself, if it is a tool that a provider runs; then nothing else is known.
    """

    name: str
    description: str = ""
    input_schema: Mapping[str, Any] | None = None
    output_schema: Mapping[str, Any] | None = None
    title: str | None = None
    hints: Mapping[str, bool] = EMPTY
    extras: Mapping[str, Mapping[str, Any]] = EMPTY
    builtin: Mapping[str, Any] | None = None

    @property
    def options(self) -> dict[str, Any]:
        """Title, hints and extras as options of a tool."""
        said = {"title": self.title, "extras": self.extras or None, **self.hints}
        return {option: value for option, value in said.items() if value is not None}


def read_declarations(stated: object) -> tuple[Declaration, ...]:
    """The declarations in a dict or an SDK's object; more than one only in Gemini's list of functions.

    Raises:
        DefinitionError: It has no provider's shape, or a field of it is wrong.
    """
    functions = field(stated, "functionDeclarations", "function_declarations")
    if functions is not None:
        return _gemini_functions(functions)
    taken: Any = document_copy(stated) if is_object(stated) else stated
    readers = [reader for name, reader in _READERS if field(taken, name) is not None]
    for reader in (*readers, _builtin):
        found = tuple(reader(taken))
        if found:
            return found
    cure = '{"name": ..., "description": ..., "parameters": {JSON Schema}}, or a declaration of any provider'
    if isinstance(stated, Mapping):
        raise DefinitionError("an object that is no declaration of a tool", cure=f"give {cure}")
    raise DefinitionError(
        f"{object_in_words(stated)} is no tool", cure=f"give a function, a Tool, or a declaration: {cure}"
    )


def read_declaration(stated: object) -> Declaration:
    """The one declaration in a dict or an SDK's object.

    Raises:
        DefinitionError: It has no provider's shape, a field of it is wrong, or it holds several.

    >>> read_declaration({"name": "now", "description": "The time."}).description
    'The time.'
    """
    found = read_declarations(stated)
    if len(found) != 1:
        raise DefinitionError(
            f"a list of {len(found)} declarations where one is expected", cure="give them to a registry"
        )
    return found[0]


def _function(stated: object) -> Iterator[Declaration]:
    """OpenAI's chat completions, Ollama, Mistral, LangChain: the function stands in a field of its own."""
    function = field(stated, "function")
    if field(stated, "type") not in (None, "function") or not _is_described(function):
        return
    yield _declaration(
        function, _schema(function, "parameters") or NO_PARAMETERS, _rest(stated, "openai", "type", "function")
    )


def _tool_spec(stated: object) -> Iterator[Declaration]:
    """Amazon Bedrock."""
    spec = field(stated, "toolSpec")
    schema = _schema(field(spec, "inputSchema"), "json")
    yield _declaration(spec, schema, _rest(stated, "bedrock", "toolSpec"))


def _bare_tool_spec(stated: object) -> Iterator[Declaration]:
    """Amazon Bedrock's ToolSpecification by itself, as Strands writes it."""
    schema: Any = field(stated, "inputSchema")
    if is_object(schema) and list(schema) == ["json"]:
        yield from _tool_spec({"toolSpec": stated})


def _gemini_functions(functions: Any) -> tuple[Declaration, ...]:
    """A tool of Gemini: a list of functions."""
    if not is_array(functions):
        raise DefinitionError(f"functionDeclarations is {kind_in_words(functions)}", cure="expected an array")
    taken = (document_copy(each) if is_object(each) else each for each in functions)
    return tuple(found for each in taken for found in _gemini_function(each))


def _gemini_function(function: object) -> Iterator[Declaration]:
    schema = _schema(function, "parametersJsonSchema", "parameters_json_schema")
    if schema is None:
        schema = json_schema_from_openapi(_schema(function, "parameters")) or NO_PARAMETERS
    own = ("name", "description", "parameters", "parametersJsonSchema", "parameters_json_schema")
    yield _declaration(function, schema, _rest(function, "gemini", *own))


def _anthropic_tool(stated: object) -> Iterator[Declaration]:
    """Anthropic, and MCP's objects in Python, which spell the field alike."""
    if field(stated, "annotations", "output_schema") is not None:
        yield from _mcp_tool(stated)
        return
    own = ("name", "description", "input_schema", "type")
    yield _declaration(stated, _schema(stated, "input_schema"), _rest(stated, "anthropic", *own))


def _mcp_tool(stated: object) -> Iterator[Declaration]:
    annotations = field(stated, "annotations")
    hints = {ours: field(annotations, wire, python) for wire, python, ours in WIRE_HINTS}
    yield Declaration(
        _name(stated),
        _description(stated),
        _schema(stated, "inputSchema", "input_schema"),
        _schema(stated, "outputSchema", "output_schema"),
        field(stated, "title") or field(annotations, "title"),
        {hint: value for hint, value in hints.items() if isinstance(value, bool)},
    )


def _flat(stated: object) -> Iterator[Declaration]:
    """OpenAI's responses, a single function of Gemini, or the plain form."""
    schema = _schema(stated, "parameters")
    if field(stated, "type") == "function":
        own = ("name", "description", "parameters", "type", "strict")
        yield _declaration(stated, schema or NO_PARAMETERS, _rest(stated, "openai-responses", *own))
    elif schema is not None and str(schema.get("type")).isupper():
        yield from _gemini_function(stated)
    else:
        yield _declaration(stated, schema)


def _titled(stated: Any) -> Iterator[Declaration]:
    """A JSON Schema whose title and description are the tool's (LangChain)."""
    if not is_object(stated) or field(stated, "properties", "type") is None:
        return
    yield Declaration(_name(stated, "title"), _description(stated), without(stated, "title", "description"))


def _named(stated: object) -> Iterator[Declaration]:
    """A function without parameters, or a built-in tool that has a name."""
    if field(stated, "type") == "function":
        yield from _flat(stated)
    elif field(stated, "type") is None:
        yield _declaration(stated, None)


def _builtin(stated: Any) -> Iterator[Declaration]:
    """A tool that a provider runs itself."""
    if is_object(stated) and hosts(stated):
        yield Declaration(hosted_name(stated), builtin=stated)


# The first field that a declaration has says how to read it; a reader that finds none lets the next one try.
_READERS: Final[tuple[tuple[str, Reader], ...]] = (
    ("toolSpec", _tool_spec),
    ("function", _function),
    ("parametersJsonSchema", _gemini_function),
    ("parameters_json_schema", _gemini_function),
    ("inputSchema", _bare_tool_spec),
    ("inputSchema", _mcp_tool),
    ("input_schema", _anthropic_tool),
    ("type", _builtin),
    ("parameters", _flat),
    ("name", _named),
    ("title", _titled),
)


def _declaration(
    stated: object, schema: Mapping[str, Any] | None, extras: Mapping[str, Mapping[str, Any]] = EMPTY
) -> Declaration:
    if schema is None or schema is NO_PARAMETERS:
        _require_no_schema(stated)
    return Declaration(_name(stated), _description(stated), schema, extras=extras)


def _require_no_schema(stated: Any) -> None:
    """Refuse a declaration that says what the arguments are in a field that nobody reads."""
    fields = stated.items() if is_object(stated) else ()
    unread = next((name for name, value in fields if name not in _OF_RESULTS and _is_schema(value)), None)
    if unread is not None:
        reason = f"{unread!r} is no field of a declaration"
        raise DefinitionError(reason, tool=_name(stated), cure='give the JSON Schema as "parameters"')


def _is_schema(value: Any) -> bool:
    """Whether a value is the JSON Schema of an object, or has a type for each of several names."""
    if not is_object(value) or not value:
        return False
    return "properties" in value or all(is_object(each) and "type" in each for each in value.values())


def _name(stated: object, place: str = "name") -> str:
    name = field(stated, place)
    if not isinstance(name, str) or not name:
        raise DefinitionError(f"a declaration whose {place} is {kind_in_words(name)}", cure="give it a name, as text")
    return valid_name(name)


def _description(stated: object) -> str:
    text = field(stated, "description")
    if text is None:
        return ""
    if not isinstance(text, str):
        raise DefinitionError(f"a declaration whose description is {kind_in_words(text)}", cure="give it a text")
    cleaned: str = document_copy({"description": text})["description"]
    return cleaned


def _is_described(function: object) -> bool:
    return is_object(function) or field(function, "name") is not None


def _schema(stated: object, *names: str) -> Mapping[str, Any] | None:
    """A field that holds a JSON Schema, None if it is not there."""
    schema = _written_out(field(stated, *names))
    if schema is None:
        return None
    if not is_object(schema):
        raise DefinitionError(f"{names[0]} is {kind_in_words(schema)}", cure="expected a JSON Schema, as an object")
    found: Mapping[str, Any] = without_absent(document_copy(schema))
    return found


def _written_out(schema: Any) -> Any:
    """A schema as JSON where it is an SDK's object, such as google.genai.types.Schema; anything else as it is."""
    write = None if schema is None or is_object(schema) else getattr(schema, "model_dump", None)
    if write is None or isinstance(schema, type):
        return schema
    return write(mode="json", by_alias=True, exclude_none=True)


def _rest(stated: Any, provider: str, *known: str) -> Mapping[str, Mapping[str, Any]]:
    """The further fields of a dict, as that provider's extras."""
    if not is_object(stated):
        return EMPTY
    rest = without(stated, *known)
    return {provider: rest} if rest else EMPTY
