"""Declarations in the shape of any provider."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from toolkit import ArgumentError, DefinitionError, Registry, Tool, schemas
from toolkit.providers.declarations import read_declaration, read_declarations

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
NOTHING = {"type": "object", "properties": {}, "additionalProperties": False}
NAMED = {"name": "find", "description": "Find it."}

SHAPES = [
    {"type": "function", "function": {**NAMED, "parameters": SCHEMA}},
    {"function": {**NAMED, "parameters": SCHEMA}},
    {"type": "function", **NAMED, "parameters": SCHEMA, "strict": False},
    {**NAMED, "input_schema": SCHEMA},
    {"type": "custom", **NAMED, "input_schema": SCHEMA},
    {**NAMED, "inputSchema": SCHEMA},
    {**NAMED, "parameters": SCHEMA},
    {**NAMED, "parametersJsonSchema": SCHEMA},
    {**NAMED, "parameters_json_schema": SCHEMA},
    {
        **NAMED,
        "parameters": {"type": "OBJECT", "properties": {"q": {"type": "STRING"}}, "required": ["q"]},
    },
    {"functionDeclarations": [{**NAMED, "parametersJsonSchema": SCHEMA}]},
    {"function_declarations": [{**NAMED, "parameters": SCHEMA}]},
    {"toolSpec": {**NAMED, "inputSchema": {"json": SCHEMA}}},
    {**NAMED, "inputSchema": {"json": SCHEMA}},
    {"title": "find", "description": "Find it.", **SCHEMA},
    SimpleNamespace(**NAMED, input_schema=SCHEMA),
    SimpleNamespace(function=SimpleNamespace(**NAMED, parameters=SCHEMA), type="function"),
    SimpleNamespace(function_declarations=[SimpleNamespace(**NAMED, parameters_json_schema=SCHEMA)]),
]


@pytest.mark.parametrize("stated", SHAPES)
def test_every_shape_says_the_same(stated):
    """Name, description and schema, wherever they stand."""
    read = read_declaration(stated)
    assert (read.name, read.description, read.input_schema) == ("find", "Find it.", SCHEMA)
    assert (read.output_schema, read.builtin, read.options) == (None, None, {})


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("params_json_schema", SCHEMA),
        ("args", {"q": {"type": "string"}}),
        ("parameter_definitions", {"q": {"type": "str"}}),
    ],
)
def test_a_schema_in_a_field_that_nobody_reads_is_an_error(name, schema):
    """Without it the tool would take anything; what holds no schema may stand beside."""
    with pytest.raises(DefinitionError) as caught:
        read_declaration({**NAMED, name: schema})
    cure = 'give the JSON Schema as "parameters"'
    assert str(caught.value) == f"find: {name!r} is no field of a declaration; {cure}"
    with pytest.raises(DefinitionError, match="is no field of a declaration"):
        read_declaration({"type": "function", "function": {**NAMED, name: schema}})
    others = {"cache": {"type": "brief"}, "meta": {}, "response": SCHEMA, name: 1}
    assert read_declaration({**NAMED, **others}).input_schema is None


@pytest.mark.parametrize(
    "stated",
    [
        {"type": "function", "function": NAMED},
        {"type": "function", **NAMED},
        {"functionDeclarations": [NAMED]},
    ],
)
def test_a_function_without_parameters_takes_none(stated):
    """So say OpenAI ("defines a function with an empty parameter list") and Gemini."""
    assert read_declaration(stated).input_schema == NOTHING


def test_a_bare_name_is_silent_on_arguments():
    """A plain declaration need not say what it takes."""
    assert read_declaration({"name": "find"}).input_schema is None


def test_mcp_says_more():
    """Title, result and hints, in the spelling of the wire and of the SDK."""
    hints = {"readOnlyHint": True, "destructiveHint": None, "title": "Find"}
    wire = {**NAMED, "inputSchema": SCHEMA, "outputSchema": {"type": "string"}, "annotations": hints}
    made = SimpleNamespace(read_only_hint=True, destructive_hint=None, title="Find")
    sdk = SimpleNamespace(**NAMED, input_schema=SCHEMA, output_schema={"type": "string"}, annotations=made)
    for stated in (wire, sdk):
        read = read_declaration(stated)
        assert read.output_schema == {"type": "string"}
        assert read.options == {"title": "Find", "read_only": True}


def test_further_fields_are_extras_of_their_provider():
    """They return in that provider's declaration."""
    cached = {"cache_control": {"type": "ephemeral"}}
    assert read_declaration({**NAMED, "input_schema": SCHEMA, **cached}).extras == {"anthropic": cached}
    deferred = {"type": "function", **NAMED, "parameters": SCHEMA, "defer_loading": True}
    assert read_declaration(deferred).options == {"extras": {"openai-responses": {"defer_loading": True}}}


def test_a_list_of_functions_gives_several():
    """Only Gemini has one; where one declaration is wanted, a list is an error."""
    stated = {"functionDeclarations": [{"name": "a"}, {"name": "b"}]}
    assert [each.name for each in read_declarations(stated)] == ["a", "b"]
    with pytest.raises(DefinitionError, match="a list of 2 declarations where one is expected"):
        read_declaration(stated)


def test_a_built_in_tool_is_kept():
    """It has a name and its own text, nothing else."""
    for stated, name in (({"type": "web_search"}, "web_search"), ({"google_search": {}}, "google_search")):
        read = read_declaration(stated)
        assert (read.name, read.builtin) == (name, stated)


@pytest.mark.parametrize(
    ("stated", "text"),
    [
        (5, "an int is no tool; give a function, a Tool, or a declaration: {"),
        (None, "None is no tool"),
        ({}, "an object that is no declaration of a tool"),
        ({"type": "object"}, "an object that is no declaration"),
        ({"type": "function", "function": "find"}, "an object that is no declaration"),
        ({"title": "find"}, "an object that is no declaration"),
        (SimpleNamespace(title="find"), "a SimpleNamespace is no tool"),
        (SimpleNamespace(type="web_search"), "a SimpleNamespace is no tool"),
        ({"type": "odd", "name": "find"}, "an object that is no declaration"),
        ({"name": 5, "parameters": SCHEMA}, "a declaration whose name is a number; give it a name, as text"),
        ({"name": "", "parameters": SCHEMA}, "a declaration whose name is text"),
        ({"name": "a b", "parameters": SCHEMA}, "'a b' is no name for a tool"),
        ({"name": "a", "description": 5, "parameters": SCHEMA}, "a declaration whose description is a number"),
        ({"name": "a", "parameters": "x"}, "parameters is text; expected a JSON Schema"),
        ({"functionDeclarations": {}}, "functionDeclarations is an object; expected an array"),
    ],
)
def test_what_is_no_declaration_is_refused(stated, text):
    """The message says what it is and what was expected."""
    with pytest.raises(DefinitionError) as caught:
        read_declarations(stated)
    assert text in str(caught.value)


NULLS = {
    "type": "object",
    "title": None,
    "required": None,
    "properties": {
        "a": {"type": "array", "items": {"type": "string", "enum": None, "default": None}, "minItems": None},
        "b": {"$ref": "#/definitions/B"},
        "c": {"const": None},
    },
    "definitions": {"B": {"type": "integer", "minimum": None, "properties": None}},
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    "declaration",
    [
        {"name": "f", "inputSchema": NULLS, "outputSchema": {"type": "object", "properties": None}},
        {"type": "function", "function": {"name": "f", "parameters": NULLS}},
        {"name": "f", "input_schema": NULLS},
    ],
)
def test_a_keyword_that_is_null_says_nothing(declaration):
    """Servers in languages with empty values write it for what is not there; const and default may be null."""
    made = Tool.of(declaration)
    assert made.input_schema == Tool.declare("f", "", NULLS).input_schema
    assert made.input_schema["properties"]["a"] == {"type": "array", "items": {"type": "string", "default": None}}
    made.validate({"a": ["x"], "b": 1, "c": None})
    with pytest.raises(ArgumentError, match="b: integer"):
        made.validate({"b": "1"})
    assert schemas([declaration], provider="openai")[0]["function"]["name"] == "f"


def test_a_schema_that_is_an_object_of_an_sdk_is_written_out():
    """Google's client has a class for it, and so has Ollama's."""

    class Schema:
        def model_dump(self, **settings):
            assert settings == {"mode": "json", "by_alias": True, "exclude_none": True}
            return {"type": "OBJECT", "properties": {"q": {"type": "STRING", "minLength": "1"}}}

    stated = SimpleNamespace(name="f", description="F.", parameters=Schema())
    assert Tool.of(SimpleNamespace(name="f", parameters_json_schema=None, parameters=Schema())).name == "f"
    (made,) = read_declarations(SimpleNamespace(function_declarations=[stated]))
    assert made.input_schema["properties"] == {"q": {"type": "string", "minLength": 1}}
    types = pytest.importorskip("google.genai.types")
    place = types.Schema(type="OBJECT", properties={"q": types.Schema(type="STRING", nullable=True)})
    function = types.FunctionDeclaration(name="f", parameters=place)
    assert Registry([types.Tool(function_declarations=[function])]).names() == ["f"]
