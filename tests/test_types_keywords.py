"""The keywords of JSON Schema, and the walk over a document."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from toolkit.types.keywords import (
    all_schemas,
    definition_names,
    escaped,
    frozen,
    inner_schemas,
    plain,
    renamed_definitions,
    unescaped,
)

SCHEMA = {
    "properties": {"default": {"$ref": "#/$defs/A~1B"}, "enum": True},
    "anyOf": [{"items": {"$ref": "#/$defs/C/properties/x"}}],
    "default": {"$ref": "#/$defs/D"},
    "enum": [{"$ref": "#/$defs/E"}],
    "not": {"$ref": "#"},
}


def test_schemas_inside_a_schema():
    """Names of properties are no keywords, and data is no schema."""
    assert [steps for steps, _ in inner_schemas(SCHEMA)] == [
        ("properties", "default"),
        ("properties", "enum"),
        ("anyOf", "0"),
        ("not",),
    ]
    assert len(list(all_schemas(SCHEMA))) == 5
    assert definition_names(SCHEMA) == {"A/B", "C"}
    assert list(all_schemas(True)) == []


@pytest.mark.parametrize("name", ["plain", "a/b", "a~b", "~1", "%25", "a%2Fb"])
def test_name_as_a_step_of_a_pointer(name):
    """Escaping is undone by unescaping."""
    assert unescaped(escaped(name)) == name
    assert "/" not in escaped(name)


def test_frozen_and_plain_copies():
    """A frozen copy cannot be written to; a plain one is new."""
    value = {"a": [{"b": 1}]}
    stiff = frozen(value)
    assert type(stiff) is MappingProxyType
    assert type(stiff["a"]) is tuple
    value["a"][0]["b"] = 2
    assert plain(stiff) == {"a": [{"b": 1}]}


def test_references_to_renamed_definitions():
    """Wherever a schema stands, and nowhere in its data."""
    schema = {
        "properties": {"a": {"$ref": "#/$defs/A/items"}, "b": True},
        "anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}, {"$ref": "#"}],
        "not": {"$ref": "#/$defs/A"},
        "default": {"$ref": "#/$defs/A"},
    }
    assert plain(renamed_definitions(schema, {"A": "A_2"})) == {
        "properties": {"a": {"$ref": "#/$defs/A_2/items"}, "b": True},
        "anyOf": [{"$ref": "#/$defs/A_2"}, {"$ref": "#/$defs/B"}, {"$ref": "#"}],
        "not": {"$ref": "#/$defs/A_2"},
        "default": {"$ref": "#/$defs/A"},
    }
    assert renamed_definitions(schema, {"C": "D"}) is schema
    assert renamed_definitions(True, {"A": "B"}) is True
