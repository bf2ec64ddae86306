"""A ToolDescriptor as JSON Schema: the base dialect, OpenAI's and Ollama's."""

from __future__ import annotations

import json
from typing import ClassVar

import pytest

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    ToolDescriptor,
    ToolParameterDescriptor,
    TupleType,
)
from toolkit.errors import DefinitionError
from toolkit.schema import OllamaSchemaGenerator, OpenAICompatibleSchemaGenerator, SchemaGenerator

SETTINGS = ObjectType(
    properties=(
        ToolParameterDescriptor("threshold", "Threshold value", FloatType()),
        ToolParameterDescriptor("enabled", "Enable flag", BooleanType()),
    ),
    required=("enabled",),
    additional=True,
)
ENABLED = {"type": "boolean", "description": "Enable flag"}
THRESHOLD = {"type": "number", "description": "Threshold value"}
# Type, and what stands beside "description": "D" in OpenAI's and in Ollama's dialect.
LITERALS = [
    (StringType(), '{"type": "string"}'),
    (IntegerType(), '{"type": "integer"}'),
    (FloatType(), '{"type": "number"}'),
    (BooleanType(), '{"type": "boolean"}'),
    (NullType(), '{"type": "null"}'),
    (EnumType(("RED", "GREEN")), '{"type": "string", "enum": ["RED", "GREEN"]}'),
    (ListType(StringType()), '{"type": "array", "items": {"type": "string"}}'),
    (ListType(EnumType(("A",))), '{"type": "array", "items": {"type": "string", "enum": ["A"]}}'),
    (
        ListType(ListType(IntegerType())),
        '{"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}',
    ),
    (AnyOfType((NullType(), StringType())), '{"anyOf": [{"type": "string"}, {"type": "null"}]}'),
]
BASE = SchemaGenerator()


def described(type_, **options):
    """A tool with one required parameter of that type, described as D."""
    return ToolDescriptor("t", "Text", (ToolParameterDescriptor("p", "D", type_),), **options)


def parameter_schema(generator, type_):
    """The schema of that parameter, its keys in their order."""
    return json.dumps(generator.generate(described(type_))["properties"]["p"])


@pytest.mark.parametrize(("type_", "rest"), LITERALS)
def test_openai_writes_the_description_first(type_, rest):
    """The keys of each type stand in the order that OpenAI-compatible generators write."""
    assert parameter_schema(OpenAICompatibleSchemaGenerator(), type_) == '{"description": "D", ' + rest[1:]


@pytest.mark.parametrize(("type_", "rest"), LITERALS)
def test_ollama_writes_the_description_last(type_, rest):
    """The keys of each type stand in the order that Ollama's generator writes."""
    assert parameter_schema(OllamaSchemaGenerator(), type_) == rest[:-1] + ', "description": "D"}'


def test_whole_tool_in_three_dialects():
    """The base closes its root, OpenAI always says what is required, Ollama names the tool."""
    tool = ToolDescriptor("get_user", "Profile by id", (ToolParameterDescriptor("id", "User id", StringType()),))
    assert BASE.generate(tool) == {
        "type": "object",
        "properties": {"id": {"description": "User id", "type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    }
    assert json.dumps(OpenAICompatibleSchemaGenerator().generate(tool)) == (
        '{"type": "object", "properties": {"id": {"description": "User id", "type": "string"}}, "required": ["id"]}'
    )
    assert json.dumps(OllamaSchemaGenerator().generate(tool)) == (
        '{"title": "get_user", "description": "Profile by id", "type": "object", '
        '"properties": {"id": {"type": "string", "description": "User id"}}, "required": ["id"]}'
    )


def test_root_without_required_parameters():
    """The base leaves an empty list out, the others write it; required parameters come first."""
    tool = ToolDescriptor("t", "", (), (ToolParameterDescriptor("a", "", StringType()),))
    assert "required" not in BASE.generate(tool)
    assert OpenAICompatibleSchemaGenerator().generate(tool)["required"] == []
    assert list(OllamaSchemaGenerator().generate(tool)) == ["title", "type", "properties", "required"]


def test_nested_object_keeps_required_and_additional_properties():
    """Required properties come first, and nothing of the object is lost in any dialect."""
    expected = {
        "type": "object",
        "properties": {"enabled": ENABLED, "threshold": THRESHOLD},
        "required": ["enabled"],
        "additionalProperties": True,
    }
    for generator in (BASE, OpenAICompatibleSchemaGenerator(), OllamaSchemaGenerator()):
        assert generator.schema(SETTINGS) == expected
        assert list(generator.schema(SETTINGS)["properties"]) == ["enabled", "threshold"]


@pytest.mark.parametrize(
    ("type_", "base", "openai", "ollama"),
    [
        (
            ObjectType(additional=IntegerType()),
            {"additionalProperties": {"type": "integer"}},
            ["properties"],
            ["required"],
        ),
        (ObjectType(additional=True), {"additionalProperties": True}, ["properties"], ["required"]),
        (ObjectType(additional=AnyType()), {"additionalProperties": True}, ["properties"], ["required"]),
        (ObjectType(), {"properties": {}, "additionalProperties": False}, [], ["required"]),
    ],
)
def test_objects_without_properties(type_, base, openai, ollama):
    """A free dict stays clearly open; OpenAI gets its properties in any case, Ollama what is required too."""
    assert BASE.schema(type_) == {"type": "object", **base}
    assert OpenAICompatibleSchemaGenerator().schema(type_).keys() == {"type", *base, *openai}
    assert OllamaSchemaGenerator().schema(type_).keys() == {"type", *base, *openai, *ollama}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("a", "b"), {"type": "string"}),
        ((1, 2), {"type": "integer"}),
        ((1, 2.5), {"type": "number"}),
        ((True,), {"type": "boolean"}),
        ((None,), {"type": "null"}),
        ((1, True), {}),
        (("a", None), {}),
        (([1],), {}),
    ],
)
def test_enum_names_the_type_that_its_values_share(values, expected):
    """Values of one JSON type have it beside them."""
    assert BASE.schema(EnumType(values)) == {**expected, "enum": list(values)}


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (
            TupleType((IntegerType(), StringType())),
            {"prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False, "minItems": 2},
        ),
        (
            TupleType((IntegerType(),), rest=StringType(), required=0),
            {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}},
        ),
        (TupleType(()), {"items": False}),
        (TupleType((), constraints={"minItems": 3}, rest=AnyType()), {"items": {}, "minItems": 3}),
        (
            TupleType((NullType(),), constraints={"minItems": 0}),
            {"prefixItems": [{"type": "null"}], "items": False, "minItems": 1},
        ),
    ],
)
def test_tuple_by_position(type_, expected):
    """Positions, what follows, and the larger of two least counts."""
    assert BASE.schema(type_) == {"type": "array", **expected}


def test_reference_is_escaped_and_has_siblings():
    """A name with special characters is a step of a JSON Pointer; texts stand beside the reference."""
    type_ = ReferenceType("a/b~c%d", description="D", constraints={"minProperties": 1})
    assert BASE.schema(type_) == {"description": "D", "$ref": "#/$defs/a~1b~0c%25d", "minProperties": 1}


def test_definitions_are_given_where_they_are_referred_to():
    """Those that only others refer to come along; those that nobody names do not."""
    definitions = {
        "Unused": StringType(),
        "Leaf": IntegerType(),
        "Node": ObjectType(
            properties=(ToolParameterDescriptor("next", "", ListType(ReferenceType("Node"))),),
            additional=ReferenceType("Leaf"),
        ),
    }
    tool = described(ReferenceType("Node"), definitions=definitions, output=ReferenceType("Leaf"))
    assert list(BASE.generate(tool)["$defs"]) == ["Leaf", "Node"]
    assert BASE.output(tool) == {"$ref": "#/$defs/Leaf", "$defs": {"Leaf": {"type": "integer"}}}
    assert BASE.output(described(StringType())) is None


def test_definitions_named_by_constraints_come_along():
    """A keyword that stayed as it was may refer to a definition; a default is data."""
    type_ = AnyType(constraints={"not": {"$ref": "#/$defs/A"}, "default": {"$ref": "#/$defs/B"}})
    schema = BASE.generate(described(type_, definitions={"A": StringType(), "B": StringType()}))
    assert list(schema["$defs"]) == ["A"]


def test_reference_to_nothing_is_refused():
    """A definition that is missing is the author's mistake."""
    with pytest.raises(DefinitionError, match="'Nope', which is not defined"):
        BASE.generate(described(ReferenceType("Nope")))


def test_default_and_description_of_a_parameter():
    """The parameter's text beats its type's, and null is a default."""
    type_ = AnyOfType((StringType(), NullType()), description="of the type")
    tool = ToolDescriptor(
        "t", "", (), (ToolParameterDescriptor("p", "own", type_, None), ToolParameterDescriptor("q", "", type_, [1]))
    )
    properties = BASE.generate(tool)["properties"]
    assert properties["p"] == {"description": "own", "anyOf": [{"type": "string"}, {"type": "null"}], "default": None}
    assert properties["q"]["description"] == "of the type"
    assert properties["q"]["default"] == [1]


def test_keywords_of_the_root():
    """A description of the arguments leads the base's root and follows the tool's in Ollama's; OpenAI has no title."""
    tool = described(
        StringType(), keywords={"description": "All of it", "title": "T", "minProperties": 1}, additional=True
    )
    assert list(BASE.generate(tool)) == [
        "description",
        "type",
        "properties",
        "required",
        "additionalProperties",
        "title",
        "minProperties",
    ]
    assert "title" not in OpenAICompatibleSchemaGenerator().generate(tool)
    assert OpenAICompatibleSchemaGenerator().generate(tool)["additionalProperties"] is True
    assert OllamaSchemaGenerator().generate(tool)["description"] == "Text\nAll of it"


def test_open_root_with_unevaluated_properties_stays_unsaid():
    """`additionalProperties: true` would evaluate what `unevaluatedProperties` is to refuse."""
    tool = described(StringType(), keywords={"unevaluatedProperties": False}, additional=True)
    assert "additionalProperties" not in BASE.generate(tool)


def test_constraint_that_says_another_thing_holds_beside():
    """A keyword that the type already has is not overwritten."""
    assert BASE.schema(IntegerType(constraints={"type": "string"})) == {
        "type": "integer",
        "allOf": [{"type": "string"}],
    }
    assert BASE.schema(EnumType((1,), constraints={"type": "number"})) == {"type": "number", "enum": [1]}
    assert BASE.schema(IntegerType(constraints={"type": "integer"})) == {"type": "integer"}


def test_overriding_one_method_changes_every_depth():
    """A subclass rewrites strings wherever they stand."""

    class Loud(SchemaGenerator):
        def string(self, type_: StringType, /) -> dict[str, object]:
            return {**super().string(type_), "x-loud": True}

    inner = {"type": "string", "x-loud": True}
    assert Loud().schema(ListType(AnyOfType((StringType(), TupleType((StringType(),)))))) == {
        "type": "array",
        "items": {"anyOf": [inner, {"type": "array", "prefixItems": [inner], "items": False, "minItems": 1}]},
    }


def test_type_without_a_method_is_refused():
    """A class of one's own needs a method; a subclass of the generator can bring it."""

    class Colour(ParameterType):
        pass

    class WithColour(SchemaGenerator):
        methods: ClassVar = {**SchemaGenerator.methods, Colour: "colour"}

        def colour(self, type_: Colour) -> dict[str, object]:
            return self.completed({"type": "string", "format": "color"}, type_)

    with pytest.raises(DefinitionError, match="SchemaGenerator has no method for Colour"):
        BASE.schema(ListType(Colour()))
    assert WithColour().schema(Colour(description="D")) == {"description": "D", "type": "string", "format": "color"}


def test_schema_is_plain_and_new_each_time():
    """Whatever a caller does to a schema, the next one is whole."""
    default = {"a": (1, 2)}
    tool = ToolDescriptor("t", "", (), (ToolParameterDescriptor("p", "", EnumType(([1],)), default),))
    first = BASE.generate(tool)
    assert json.loads(json.dumps(first)) == first
    first["properties"]["p"]["default"]["a"].clear()
    first["properties"]["p"]["enum"].clear()
    assert BASE.generate(tool)["properties"]["p"] == {"enum": [[1]], "default": {"a": [1, 2]}}
