"""Koog's descriptors and the generators that make JSON Schema of them; the document's generators run here.

Where ours differ from Koog's it is decided so, and each difference has a test: nothing of a type gets lost (nested
`required`, `additionalProperties` and the types of its values), null stands last, an empty text is left out, and a type
that a generator does not know raises.

Without a test: the model client around the generators and its prompts (a provider's `declare` gives what goes over the
wire), Koog's own Anthropic and Google converters beyond the enum values that one of them changed.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from koog_samples import GET_USER, parameter

from toolkit import (
    AnyOfType,
    AnyType,
    BooleanType,
    DefinitionError,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    Registry,
    StringType,
    Tool,
    ToolDescriptor,
    ToolParameterDescriptor,
    TupleType,
    replace,
    schemas,
    tool,
)
from toolkit.providers import Ollama, OpenAI
from toolkit.schema import OllamaSchemaGenerator, OpenAICompatibleSchemaGenerator, SchemaGenerator, tools_as_json

GENERATORS = [SchemaGenerator(), OpenAICompatibleSchemaGenerator(), OllamaSchemaGenerator()]


class MinimalGenerator:
    """The document's generator: some types only, everything else as text."""

    def generate(self, descriptor: ToolDescriptor) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                each.name: {"description": each.description, **self.type_of(each.type)}
                for each in descriptor.required_parameters + descriptor.optional_parameters
            },
            "required": [each.name for each in descriptor.required_parameters],
        }

    def type_of(self, type_: ParameterType) -> dict[str, Any]:
        match type_:
            case IntegerType():
                return {"type": "integer"}
            case EnumType():
                return {"type": "string", "enum": list(type_.values)}
            case _:
                return {"type": "string"}


class MinimalOpenAIGenerator(MinimalGenerator, OpenAICompatibleSchemaGenerator):
    """The same as an heir of OpenAI's."""


def written(generator: Any, type_: ParameterType, description: str = "D") -> str:
    """The schema of that parameter, its keys in their order."""
    return json.dumps(generator.generate(parameter(type_, description))["properties"]["p"], separators=(",", ":"))


# -- generators of one's own


def test_a_generator_is_any_object_that_generates():
    """The document's minimal one: a client takes it and sends what it makes."""
    made = schemas([GET_USER], provider=OpenAI(schema_generator=MinimalGenerator()))
    assert made[0]["function"]["parameters"] == {
        "type": "object",
        "properties": {"id": {"description": "User id", "type": "string"}},
        "required": ["id"],
    }


def test_a_generator_may_inherit_from_that_of_openai():
    """The document's second one: what it overrides is what is sent."""
    made = schemas([parameter(EnumType(("A",)))], provider=OpenAI(schema_generator=MinimalOpenAIGenerator()))
    assert made[0]["function"]["parameters"]["properties"] == {
        "p": {"description": "D", "type": "string", "enum": ["A"]}
    }


def test_a_client_of_openai_has_its_own_generator():
    """The document's client: a list of descriptors goes in, the wire format comes out."""
    assert schemas([GET_USER], provider=OpenAI()) == [
        {
            "type": "function",
            "function": {
                "name": "get_user",
                "description": "Returns user profile by id",
                "parameters": OpenAICompatibleSchemaGenerator().generate(GET_USER),
            },
        }
    ]


def test_a_client_of_ollama_has_its_own_generator():
    """Title and description stand inside the parameters."""
    (made,) = schemas([GET_USER], provider=Ollama())
    assert made["function"]["parameters"] == OllamaSchemaGenerator().generate(GET_USER)


def test_a_schema_is_made_without_a_client():
    """The document's last sample: a generator by itself, its result ready for json.dumps."""
    assert json.dumps(OpenAICompatibleSchemaGenerator().generate(GET_USER), indent=2) == (
        '{\n  "type": "object",\n  "properties": {\n    "id": {\n      "description": "User id",\n'
        '      "type": "string"\n    }\n  },\n  "required": [\n    "id"\n  ]\n}'
    )


def test_one_overridden_method_changes_a_type_at_every_depth():
    """And only that type."""

    class Spelled(SchemaGenerator):
        def integer(self, type_, /):
            return {**super().integer(type_), "format": "int64"}

    made = Spelled().schema(ListType(ObjectType([ToolParameterDescriptor("n", "", IntegerType())])))
    assert made["items"]["properties"]["n"] == {"type": "integer", "format": "int64"}


def test_a_generator_may_belong_to_one_tool():
    """It makes that tool's schema."""
    made = Tool.from_function(len, name="size", description="Size.", schema_generator=MinimalGenerator())
    assert made.input_schema["properties"]["obj"] == {"description": "", "type": "string"}


def test_a_type_that_a_generator_does_not_know_raises():
    """It never becomes text in silence."""

    class Money(ParameterType):
        pass

    for generator in GENERATORS:
        with pytest.raises(DefinitionError, match="no method for Money"):
            generator.generate(parameter(Money()))
    with pytest.raises(DefinitionError, match="no words for the type Money"):
        tools_as_json([parameter(Money())])


ENABLED = ToolParameterDescriptor("enabled", "Enable flag", BooleanType())
THRESHOLD = ToolParameterDescriptor("threshold", "Threshold value", FloatType())
X = ToolParameterDescriptor("x", "", IntegerType())
OPTIONS = AnyOfType((StringType(description="String option"), FloatType(description="Number option")))
SAME = [
    (StringType(), '"type":"string"'),
    (IntegerType(), '"type":"integer"'),
    (FloatType(), '"type":"number"'),
    (BooleanType(), '"type":"boolean"'),
    (NullType(), '"type":"null"'),
    (EnumType(("RED", "GREEN", "BLUE")), '"type":"string","enum":["RED","GREEN","BLUE"]'),
    (ListType(StringType()), '"type":"array","items":{"type":"string"}'),
    (ListType(EnumType(("A", "B"))), '"type":"array","items":{"type":"string","enum":["A","B"]}'),
    (ListType(ListType(IntegerType())), '"type":"array","items":{"type":"array","items":{"type":"integer"}}'),
]


@pytest.mark.parametrize(("type_", "keywords"), SAME)
def test_each_type_as_koog_writes_it(type_: ParameterType, keywords: str):
    """OpenAI's with the description first, Ollama's with the description last, to the letter."""
    assert written(OpenAICompatibleSchemaGenerator(), type_) == f'{{"description":"D",{keywords}}}'
    assert written(OllamaSchemaGenerator(), type_) == f'{{{keywords},"description":"D"}}'


def test_members_of_a_union_have_texts_of_their_own():
    """In the order of each generator."""
    assert written(OpenAICompatibleSchemaGenerator(), OPTIONS) == (
        '{"description":"D","anyOf":[{"description":"String option","type":"string"},'
        '{"description":"Number option","type":"number"}]}'
    )
    assert written(OllamaSchemaGenerator(), OPTIONS) == (
        '{"anyOf":[{"type":"string","description":"String option"},'
        '{"type":"number","description":"Number option"}],"description":"D"}'
    )


def test_null_stands_last_and_without_an_empty_text():
    """Koog writes it first, with a description of no words."""
    optional = AnyOfType((NullType(), StringType()))
    assert written(OpenAICompatibleSchemaGenerator(), optional) == (
        '{"description":"D","anyOf":[{"type":"string"},{"type":"null"}]}'
    )
    assert written(OllamaSchemaGenerator(), optional) == (
        '{"anyOf":[{"type":"string"},{"type":"null"}],"description":"D"}'
    )


def test_a_nested_object_keeps_what_it_requires_and_admits():
    """Koog's OpenAI generator drops the first, its Ollama generator the second."""
    settings = ObjectType([ENABLED, THRESHOLD], required=["enabled"], additional=True)
    for generator in GENERATORS:
        made = generator.generate(parameter(settings))["properties"]["p"]
        assert (made["required"], made["additionalProperties"]) == (["enabled"], True)
        assert list(made["properties"]) == ["enabled", "threshold"]
        assert made["properties"]["enabled"] == {"description": "Enable flag", "type": "boolean"}


def test_an_object_is_closed_unless_it_says_otherwise():
    """An empty text of a property is left out."""
    closed = ObjectType([X], required=["x"])
    assert written(OpenAICompatibleSchemaGenerator(), closed) == (
        '{"description":"D","type":"object","properties":{"x":{"type":"integer"}},"required":["x"],'
        '"additionalProperties":false}'
    )


def test_the_values_of_a_map_keep_their_type():
    """Koog writes that anything goes, or nothing at all."""
    counts = ObjectType(additional=IntegerType())
    assert written(OpenAICompatibleSchemaGenerator(), counts) == (
        '{"description":"D","type":"object","additionalProperties":{"type":"integer"},"properties":{}}'
    )
    assert '"additionalProperties":{"type":"integer"}' in written(OllamaSchemaGenerator(), counts)


def test_the_types_beyond_koogs():
    """Tuples, references and whatever admits anything pass through every generator."""
    further = ToolDescriptor(
        "t",
        "T",
        [
            ToolParameterDescriptor("pair", "", TupleType((IntegerType(), StringType()))),
            ToolParameterDescriptor("node", "", ReferenceType("Node")),
            ToolParameterDescriptor("any", "", AnyType()),
        ],
        definitions={"Node": ObjectType([ToolParameterDescriptor("next", "", ReferenceType("Node"))])},
    )
    for generator in GENERATORS:
        made = generator.generate(further)
        assert made["properties"]["pair"]["prefixItems"] == [{"type": "integer"}, {"type": "string"}]
        assert (made["properties"]["node"], made["properties"]["any"]) == ({"$ref": "#/$defs/Node"}, {})
        assert made["$defs"]["Node"]["properties"]["next"] == {"$ref": "#/$defs/Node"}


@pytest.mark.parametrize("generator", GENERATORS)
def test_every_type_passes_through_every_generator(generator: SchemaGenerator):
    """At the top and inside all others; what comes out is plain JSON."""
    inner: list[ParameterType] = [each for each, _ in SAME]
    inner += [OPTIONS, AnyType(), TupleType((IntegerType(),)), ObjectType([X]), ReferenceType("Node")]
    assert {type(each) for each in inner} == set(generator.methods)
    for type_ in [*inner, *map(ListType, inner), AnyOfType(inner), TupleType(inner)]:
        made = generator.generate(replace(parameter(type_), definitions={"Node": StringType()}))
        assert json.loads(json.dumps(made)) == made


def test_a_whole_tool_in_both_dialects():
    """The document's tool: no title and no description at OpenAI's root, both at Ollama's."""
    assert json.dumps(OpenAICompatibleSchemaGenerator().generate(GET_USER)) == (
        '{"type": "object", "properties": {"id": {"description": "User id", "type": "string"}}, "required": ["id"]}'
    )
    assert json.dumps(OllamaSchemaGenerator().generate(GET_USER)) == (
        '{"title": "get_user", "description": "Returns user profile by id", "type": "object", '
        '"properties": {"id": {"type": "string", "description": "User id"}}, "required": ["id"]}'
    )


def test_required_parameters_stand_before_optional_ones():
    """`required` is there even if nothing is."""

    @tool
    def rate(rating: float = 0.5, *, name: str, age: int, active: bool) -> None:
        """Rate."""

    @tool
    def rest(minutes: int = 5) -> None:
        """Rest."""

    for generator in GENERATORS[1:]:
        made = generator.generate(Tool.of(rate).descriptor)
        assert list(made["properties"]) == ["name", "age", "active", "rating"]
        assert made["required"] == ["name", "age", "active"]
        assert generator.generate(Tool.of(rest).descriptor)["required"] == []


def test_the_values_of_an_enum_reach_every_provider_as_they_are():
    """Koog's older converter for Anthropic wrote them in lower case."""

    @tool
    def paint(colour: Literal["RED", "Green"]) -> None:
        """Paint."""

    for provider in ("openai", "openai-responses", "anthropic", "gemini", "ollama", "bedrock", "mistral", "mcp"):
        assert '["RED", "Green"]' in json.dumps(schemas(Registry([paint]), provider=provider))
