"""A foreign JSON Schema as ParameterTypes: structure where it is exact, keywords for all else."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry

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
    ReferenceType,
    StringType,
    ToolParameterDescriptor,
    TupleType,
)
from toolkit.errors import DefinitionError
from toolkit.schema import SchemaGenerator
from toolkit.types.definitions import Definitions, settled
from toolkit.types.foreign import descriptor_from_schema, type_from_schema


def type_of(schema):
    """The type of a schema without definitions."""
    return type_from_schema(schema)[0]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "minLength": 1}, StringType(constraints={"minLength": 1})),
        ({"type": ["integer"], "description": "D"}, IntegerType(description="D")),
        ({"type": "number"}, FloatType()),
        ({"type": "boolean"}, BooleanType()),
        ({"type": "null"}, NullType()),
        (True, AnyType()),
        (False, AnyType(constraints={"not": {}})),
        ({}, AnyType()),
        ({"minimum": 1}, AnyType(constraints={"minimum": 1})),
        ({"properties": {"a": {}}}, AnyType(constraints={"properties": {"a": {}}})),
        ({"enum": ["a", 1]}, EnumType(("a", 1))),
        ({"type": "string", "enum": ["a"]}, EnumType(("a",))),
        ({"type": ["string", "null"], "enum": ["a", None]}, EnumType(("a", None))),
        ({"type": "string", "enum": ["a", 1]}, EnumType(("a", 1), constraints={"type": "string"})),
        ({"const": 3, "type": "integer"}, EnumType((3,))),
        ({"type": "array"}, ListType(AnyType())),
        (
            {"type": "array", "items": {"type": "null"}, "maxItems": 2},
            ListType(NullType(), constraints={"maxItems": 2}),
        ),
        (
            {"type": "array", "prefixItems": [{"type": "null"}], "minItems": 1, "items": False},
            TupleType((NullType(),), None, 1),
        ),
        ({"type": "array", "prefixItems": [True]}, TupleType((AnyType(),), AnyType(), 0)),
        ({"type": "array", "prefixItems": [{"type": "null"}], "maxItems": 1}, TupleType((NullType(),), None, 0)),
        (
            {"type": "array", "prefixItems": [{"type": "null"}], "maxItems": 2},
            TupleType((NullType(),), AnyType(), 0, constraints={"maxItems": 2}),
        ),
        (
            {"type": ["string", "array", "null"], "minLength": 1, "items": {"type": "null"}, "title": "T"},
            AnyOfType(
                (StringType(constraints={"minLength": 1}), ListType(NullType()), NullType()), constraints={"title": "T"}
            ),
        ),
        (
            {"anyOf": [{"type": "string"}, True], "title": "T"},
            AnyOfType((StringType(), AnyType()), constraints={"title": "T"}),
        ),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, AnyOfType((StringType(), NullType()))),
        (
            {"oneOf": [{"type": "number"}, {"type": "integer"}]},
            AnyType(constraints={"oneOf": [{"type": "number"}, {"type": "integer"}]}),
        ),
        ({"allOf": [{"type": "string"}]}, AnyType(constraints={"allOf": [{"type": "string"}]})),
        (
            {"type": "object", "unevaluatedProperties": False},
            AnyType(constraints={"type": "object", "unevaluatedProperties": False}),
        ),
    ],
)
def test_type_of_a_schema(schema, expected):
    """Each form of schema becomes the type that says the same."""
    assert type_of(schema) == expected


def test_object_with_its_properties():
    """Properties have texts and defaults, what is required may be none of them, and what is unsaid is open."""
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer", "default": None, "description": "A", "title": "T"}, "b": True},
        "required": ["b", "c"],
        "minProperties": 1,
    }
    assert type_of(schema) == ObjectType(
        properties=(
            ToolParameterDescriptor("a", "A", IntegerType(constraints={"title": "T"}), None),
            ToolParameterDescriptor("b", "", AnyType()),
        ),
        required=("b", "c"),
        additional=True,
        constraints={"minProperties": 1},
    )
    assert type_of({"type": "object", "additionalProperties": {"type": "null"}}).additional == NullType()


def test_descriptor_of_a_tool():
    """Required parameters come first, the rest of the root stays as keywords, the text is the description."""
    descriptor = descriptor_from_schema(
        "t",
        "Does it.",
        {
            "type": "object",
            "description": "All of it",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "required": ["b"],
            "additionalProperties": False,
            "maxProperties": 2,
        },
    )
    assert descriptor.description == "Does it."
    assert [each.name for each in descriptor.required_parameters] == ["b"]
    assert [each.name for each in descriptor.optional_parameters] == ["a"]
    assert descriptor.additional is False
    assert descriptor.keywords == {"description": "All of it", "maxProperties": 2}


@pytest.mark.parametrize("schema", [None, {}, True, {"type": ["object", "null"]}, {"anyOf": [{}]}])
def test_schema_that_admits_objects_is_one_of_arguments(schema):
    """No schema admits any object; a type that is not said, or said among others, is the object."""
    descriptor = descriptor_from_schema("t", None, schema)
    assert descriptor.description == ""
    assert descriptor.additional is True
    assert SchemaGenerator().generate(descriptor)["type"] == "object"


@pytest.mark.parametrize("schema", [False, {"type": "string"}, {"type": ["array", "null"]}])
def test_schema_that_admits_no_object_is_refused(schema):
    """Arguments are always an object."""
    with pytest.raises(DefinitionError, match="admits no object"):
        descriptor_from_schema("t", "", schema)


def test_required_argument_that_is_not_described_is_a_parameter_of_an_open_object():
    """In a closed or typed object it stays a keyword, as its schema would change."""
    opened = descriptor_from_schema("t", "", {"type": "object", "required": ["a"]})
    assert opened.required_parameters == (ToolParameterDescriptor("a", "", AnyType()),)
    typed = descriptor_from_schema("t", "", {"required": ["a"], "additionalProperties": {"type": "null"}})
    assert typed.required_parameters == ()
    assert SchemaGenerator().generate(typed)["required"] == ["a"]


def test_root_that_only_refers_is_read_where_it_points():
    """Generators of schemas like to put the root among the definitions."""
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$ref": "#/definitions/Args",
        "definitions": {"Args": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}},
    }
    descriptor = descriptor_from_schema("t", "", schema)
    assert descriptor.required_parameters == (ToolParameterDescriptor("a", "", IntegerType()),)
    twice = {"$ref": "#/$defs/A", "description": "D", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"type": "object"}}}
    assert descriptor_from_schema("t", "", twice).keywords == {"description": "D"}
    to_true = {"$ref": "#/$defs/A", "$defs": {"A": True}}
    assert descriptor_from_schema("t", "", to_true).keywords == {"$ref": "#/$defs/A"}


def test_output_schema_has_names_of_its_own():
    """A definition of the result never takes the name of another one of the arguments."""
    arguments = {"properties": {"a": {"$ref": "#/$defs/Item"}}, "$defs": {"Item": {"type": "string"}}}
    result = {"$ref": "#/$defs/Item", "$defs": {"Item": {"type": "integer"}}}
    descriptor = descriptor_from_schema("t", "", arguments, result)
    assert descriptor.output == ReferenceType("Item_2")
    assert descriptor.definitions == {"Item": StringType(), "Item_2": IntegerType()}


def test_name_must_be_one_of_a_tool():
    """Hidden characters and everything else that names may not have are refused."""
    with pytest.raises(DefinitionError, match="no name for a tool"):
        descriptor_from_schema("a\u200b", "", {})


def test_description_is_cleaned_and_cut():
    """Hidden characters vanish, and ten thousand characters are enough."""
    assert descriptor_from_schema("t", "a\u202eb\U000e0041", {}).description == "ab"
    assert len(descriptor_from_schema("t", "x" * 20_000, {}).description) == 10_000


def test_what_the_caller_changes_later_changes_nothing():
    """The schema is copied; what is kept cannot be written to, and can be pickled and copied."""
    schema = {
        "type": "object",
        "properties": {"a": {"enum": [[1]], "examples": [{"b": 1}]}},
        "not": {"required": ["x"]},
    }
    descriptor = descriptor_from_schema("t", "", schema)
    before = SchemaGenerator().generate(descriptor)
    schema["properties"]["a"]["enum"][0].append(2)
    schema["not"]["required"].clear()
    assert SchemaGenerator().generate(descriptor) == before
    with pytest.raises(TypeError):
        descriptor.keywords["not"]["required"] = ()
    assert pickle.loads(pickle.dumps(descriptor)) == descriptor
    assert copy.deepcopy(descriptor) == descriptor


NAMES = st.sampled_from(["a", "b", "c"])
JSON = st.recursive(
    st.none() | st.booleans() | st.sampled_from([0, 1, 1.0, 2.5, -1, "", "a", "ab"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=5,
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
REFERENCES = st.sampled_from(["#", "#/$defs/N", "#/$defs/M", "#/properties/a", "#/properties/b"])


def keywords(inner):
    """Some keywords of JSON Schema, in any mixture."""
    count = st.integers(0, 2)
    return {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "enum": st.lists(JSON, min_size=1, max_size=3),
        "const": JSON,
        "minimum": st.integers(-1, 2),
        "maxLength": count,
        "minItems": count,
        "maxItems": count,
        "uniqueItems": st.booleans(),
        "required": st.lists(NAMES, unique=True, max_size=2),
        "properties": st.dictionaries(NAMES, inner, max_size=2),
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b"]), inner, max_size=1),
        "additionalProperties": inner,
        "unevaluatedProperties": inner,
        "unevaluatedItems": inner,
        "dependentSchemas": st.dictionaries(NAMES, inner, max_size=1),
        "items": inner,
        "prefixItems": st.lists(inner, min_size=1, max_size=2),
        "contains": inner,
        "anyOf": st.lists(inner, min_size=1, max_size=2),
        "oneOf": st.lists(inner, min_size=1, max_size=2),
        "allOf": st.lists(inner, min_size=1, max_size=2),
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "description": st.just("D"),
        "default": JSON,
    }


@st.composite
def schemas(draw, depth=2):
    """A schema with a few keywords."""
    if depth == 0 or draw(st.integers(0, 9)) == 0:
        return draw(st.booleans() | st.builds(lambda name: {"type": name}, TYPES))
    known = keywords(schemas(depth - 1))
    chosen = draw(st.lists(st.sampled_from(sorted(known)), min_size=1, max_size=3, unique=True))
    return {keyword: draw(known[keyword]) for keyword in chosen}


@st.composite
def documents(draw):
    """An object schema whose properties refer here and there."""
    root = draw(schemas())
    document = {**(root if isinstance(root, dict) else {}), "$defs": {"N": draw(schemas()), "M": draw(schemas())}}
    document["properties"] = {"a": draw(schemas()), "b": draw(schemas()), "c": {"$ref": draw(REFERENCES)}}
    return document


@settings(suppress_health_check=list(HealthCheck), max_examples=max(300, settings.default.max_examples))
@given(documents(), st.lists(st.dictionaries(NAMES, JSON, max_size=3), min_size=1, max_size=6))
def test_nothing_is_lost_and_nothing_is_added(document, values):
    """The schema that a descriptor makes accepts exactly the objects that the foreign one accepts."""
    try:
        descriptor = descriptor_from_schema("t", "", document)
    except DefinitionError:
        # It refers to itself without end, or admits no object.
        return
    schema = SchemaGenerator().generate(descriptor)
    Draft202012Validator.check_schema(schema)
    made, law = (Draft202012Validator(each, registry=Registry()) for each in (schema, document))
    for value in values:
        assert made.is_valid(value) == law.is_valid(value)


def test_definitions_named_by_keywords_are_kept_and_renamed():
    """A walk that takes in a foreign schema sees the references in what stayed keywords."""
    schema = {"patternProperties": {"^a": {"$ref": "#/$defs/Item"}}, "$defs": {"Item": {"type": "integer"}}}
    types = Definitions()
    types.free_name("Item")
    root, definitions = type_from_schema(schema)
    roots, kept = settled([types.adopt(definitions, root)], types.types)
    assert roots[0].constraints == {"patternProperties": {"^a": {"$ref": "#/$defs/Item_2"}}}
    assert kept == {"Item_2": IntegerType()}
