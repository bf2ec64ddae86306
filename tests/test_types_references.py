"""The references of a foreign schema, made plain."""

from __future__ import annotations

import pytest

from toolkit.errors import DefinitionError
from toolkit.types.references import plain_references

STRING, NUMBER, NULL = {"type": "string"}, {"type": "number"}, {"type": "null"}


@pytest.mark.parametrize(
    ("schema", "root", "definitions"),
    [
        (
            {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": STRING, "Unused": True}},
            {"properties": {"a": {"$ref": "#/$defs/A"}}},
            {"A": STRING},
        ),
        (
            {"properties": {"a": {"$ref": "#/definitions/A", "title": "T"}}, "definitions": {"A": STRING}},
            {"properties": {"a": {"$ref": "#/$defs/A", "title": "T"}}},
            {"A": STRING},
        ),
        (
            {"properties": {"a": STRING, "b": {"$ref": "#/properties/a"}}},
            {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/a"}}},
            {"a": STRING},
        ),
        (
            {"properties": {"kids": {"items": {"$ref": "#"}}}},
            {"properties": {"kids": {"items": {"$ref": "#/$defs/root"}}}},
            {"root": {"properties": {"kids": {"items": {"$ref": "#/$defs/root"}}}}},
        ),
        (
            {"items": {"$ref": "#here"}, "$defs": {"A": {"$anchor": "here", **STRING}}},
            {"items": {"$ref": "#/$defs/A"}},
            {"A": STRING},
        ),
        (
            {"items": {"$dynamicRef": "#node"}, "$defs": {"A": {"$dynamicAnchor": "node", **STRING}}},
            {"items": {"$ref": "#/$defs/A"}},
            {"A": STRING},
        ),
        (
            {"allOf": [True], "$ref": "#/$defs/A", "$dynamicRef": "#/$defs/B", "$defs": {"A": STRING, "B": NUMBER}},
            {"allOf": [True, {"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
            {"A": STRING, "B": NUMBER},
        ),
        (
            {
                "items": {"$id": "urn:inner", "items": {"$ref": "#/$defs/A"}, "$defs": {"A": STRING}},
                "$defs": {"A": NUMBER},
            },
            {"items": {"items": {"$ref": "#/$defs/A"}}},
            {"A": STRING},
        ),
        (
            {"items": {"$ref": "#/x-own/0"}, "x-own": [{"items": {"$ref": "#/x-own/1"}}, STRING]},
            {"items": {"$ref": "#/$defs/0"}, "x-own": [{"items": {"$ref": "#/x-own/1"}}, STRING]},
            {"0": {"items": {"$ref": "#/$defs/1"}}, "1": STRING},
        ),
        (
            {
                "prefixItems": [{"$ref": "#/$defs/a%20b~1c"}, {"$ref": "#/$defs/a b:c"}],
                "$defs": {"a b/c": STRING, "a b:c": NUMBER},
            },
            {"prefixItems": [{"$ref": "#/$defs/a_b_c"}, {"$ref": "#/$defs/a_b_c_2"}]},
            {"a_b_c": STRING, "a_b_c_2": NUMBER},
        ),
        ({"$ref": "#/$defs/T", "$defs": {"T": True}}, {"$ref": "#/$defs/T"}, {"T": True}),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema#", "$id": "urn:x", "$vocabulary": {}}, {}, {}),
    ],
)
def test_every_reference_names_a_definition(schema, root, definitions):
    """Pointers, anchors and whole documents alike."""
    assert plain_references(schema) == (root, definitions)


def test_the_definitions_of_openapi_go_with_their_place():
    """What is written below `components` says nothing where nothing refers to it."""
    schema = {"items": {"$ref": "#/components/schemas/A"}, "components": {"schemas": {"A": STRING, "B": NUMBER}}}
    assert plain_references(schema) == ({"items": {"$ref": "#/$defs/A"}}, {"A": STRING})


@pytest.mark.parametrize(
    ("schema", "plain"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": ["string", "null"], "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "nullable": False}, {"type": "string"}),
        ({"type": "string", "enum": ["a"], "nullable": True}, {"type": ["string", "null"], "enum": ["a", None]}),
        ({"anyOf": [STRING, NUMBER], "nullable": True}, {"anyOf": [STRING, NUMBER, NULL]}),
        ({"oneOf": [STRING, NUMBER], "nullable": True}, {"oneOf": [STRING, NUMBER, NULL]}),
        ({"allOf": [STRING], "nullable": True, "title": "T"}, {"anyOf": [{"allOf": [STRING]}, NULL], "title": "T"}),
        ({"$ref": "#/$defs/A", "nullable": True}, {"anyOf": [{"$ref": "#/$defs/A"}, NULL]}),
        ({"nullable": True}, {}),
        ({"properties": {"nullable": True}}, {"properties": {"nullable": True}}),
        ({"nullable": "perhaps"}, {"nullable": "perhaps"}),
    ],
)
def test_null_is_a_value_where_openapi_says_nullable(schema, plain):
    """Generators of servers write the word into JSON Schema, too, and a model that reads it sends null."""
    root, _ = plain_references({"items": schema, "$defs": {"A": STRING}})
    assert root == {"items": plain}


def test_names_that_are_taken_get_a_number():
    """The definitions of two documents may come together."""
    root, definitions = plain_references({"$ref": "#/$defs/A", "$defs": {"A": STRING}}, taken={"A", "A_2"})
    assert root == {"$ref": "#/$defs/A_3"}
    assert list(definitions) == ["A_3"]


def draft(number, schema):
    """A schema of an older draft."""
    name = "draft/2019-09" if number == 2019 else f"draft-0{number}"
    return {"$schema": f"http://json-schema.org/{name}/schema#", **schema}


@pytest.mark.parametrize(
    ("schema", "root"),
    [
        (
            draft(7, {"items": [STRING, True], "additionalItems": NUMBER}),
            {"prefixItems": [STRING, True], "items": NUMBER},
        ),
        (draft(7, {"items": STRING, "additionalItems": NUMBER}), {"items": STRING}),
        (draft(7, {"items": [STRING]}), {"prefixItems": [STRING]}),
        (
            draft(7, {"dependencies": {"a": ["b"], "c": {"required": ["d"]}, "e": ["f"]}}),
            {"dependentRequired": {"a": ["b"], "e": ["f"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
        ),
        (draft(7, {"if": STRING, "dependentRequired": {"a": ["b"]}, "prefixItems": [STRING]}), {"if": STRING}),
        (draft(6, {"if": STRING, "then": False, "const": 1}), {"const": 1}),
        (
            draft(2019, {"items": [STRING], "minContains": 0, "dependencies": {"a": ["b"]}}),
            {"minContains": 0, "prefixItems": [STRING], "dependencies": {"a": ["b"]}},
        ),
        ({"additionalItems": 1, "$recursiveAnchor": True, "items": STRING}, {"items": STRING}),
    ],
)
def test_older_drafts_read_in_the_words_of_today(schema, root):
    """Arrays of items, dependencies, and keywords that a draft did not have."""
    assert plain_references(schema) == (root, {})


def test_reference_of_an_older_draft_stands_alone():
    """Up to draft 7 whatever stands beside a reference is void, its own id too."""
    schema = draft(
        7,
        {
            "items": {"$ref": "#/definitions/A", "$id": "urn:x", "type": "null"},
            "definitions": {"A": {"$id": "#a", **STRING}},
        },
    )
    assert plain_references(schema) == ({"items": {"$ref": "#/$defs/A"}}, {"A": STRING})
    schema = draft(7, {"items": {"$ref": "#a"}, "definitions": {"A": {"$id": "#a", **STRING}}})
    assert plain_references(schema)[1] == {"A": STRING}


def test_recursive_reference_means_its_resource():
    """In 2019-09 it stands for a dynamic one; it is plain where there is one place only."""
    schema = draft(2019, {"$recursiveAnchor": True, "items": {"$recursiveRef": "#"}})
    assert plain_references(schema) == (
        {"items": {"$ref": "#/$defs/root"}},
        {"root": {"items": {"$ref": "#/$defs/root"}}},
    )


def test_large_documents_are_read_at_once():
    """A chain of thousands of definitions, each named by the one before."""
    chain = {f"a{number}": {"allOf": [{"$ref": f"#/$defs/a{number + 1}"}]} for number in range(3000)}
    _, definitions = plain_references({"$ref": "#/$defs/a0", "$defs": {**chain, "a3000": True}})
    assert len(definitions) == 3001


def nested(levels):
    """A schema in a schema in a schema."""
    schema = {}
    for _ in range(levels):
        schema = {"items": schema}
    return schema


def test_depth_that_is_read():
    """Sixty-four schemas inside each other."""
    assert plain_references(nested(63))[1] == {}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ([], "at # is no schema but list"),
        (nested(64), "nested deeper than 64 schemas"),
        ({"anyOf": [True] * 10_001}, "holds more than 10000 schemas"),
        ({"$schema": "http://json-schema.org/draft-04/schema#"}, "draft-04/schema#', which is not understood"),
        ({"$schema": "urn:own"}, "'urn:own', which is not understood"),
        ({"items": draft(7, {})}, "at #/items is of another draft"),
        ({"items": {"$ref": "http://example.org/"}}, "at #/items refers to 'http://example.org/', outside"),
        ({"$ref": "#nowhere"}, "'#nowhere', which it does not hold"),
        ({"$ref": "#/$defs/A"}, "at #/\\$defs/A is referred to and does not exist"),
        ({"$ref": "#/x/7", "x": [1]}, "at #/x/7 is referred to and does not exist"),
        ({"$ref": "#/x", "x": 3}, "at #/x is no schema but int"),
        ({"$ref": "#"}, "without end, at 'root'"),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"not": {"$ref": "#/$defs/A"}}}}, "without end, at 'A'"),
        (
            {"$ref": "#/$defs/A", "$defs": {"A": {"dependentSchemas": {"x": {"if": {"$ref": "#/$defs/A"}}}}}},
            "without end, at 'A'",
        ),
        (
            {
                "items": {"$dynamicRef": "#n"},
                "$defs": {"A": {"$dynamicAnchor": "n"}, "B": {"$id": "urn:b", "$dynamicAnchor": "n"}},
            },
            "dynamically to one of several places",
        ),
        (draft(2019, {"contains": STRING, "unevaluatedItems": False}), 'has "contains" beside "unevaluatedItems"'),
        ({"properties": {"x" * 200: []}}, "must be an object whose values are schemas"),
        (
            {"properties": {"x" * 200: {"$ref": 5}}},
            r'at #/properties/x+\.\.\.x+ is no JSON Schema: "\$ref" must be a text',
        ),
    ],
)
def test_what_is_refused(schema, words):
    """The text names the place and the cause."""
    with pytest.raises(DefinitionError, match=words):
        plain_references(schema)
