"""The keywords of JSON Schema, and the walk over a document."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any

import pytest

from toolkit import DefinitionError, Tool
from toolkit.types.drafts import inner_places
from toolkit.types.keywords import (
    all_schemas,
    definition_names,
    escaped,
    frozen,
    leads_to_itself,
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
    assert [steps for steps, _ in inner_places(SCHEMA)] == [
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


BARE = {"city": {"type": "string"}, "days": {"type": ["integer", "null"]}}


@pytest.mark.parametrize(
    "define",
    [
        lambda: Tool.declare("forecast", "The weather.", BARE),
        lambda: Tool.of({"name": "forecast", "description": "The weather.", "input_schema": BARE}),
        lambda: Tool.from_function(lambda city, days: (city, days), name="forecast", description="", args_schema=BARE),
    ],
)
def test_arguments_without_properties_around_them_are_refused(define: Any):
    """Every keyword that JSON Schema does not know admits anything, so no argument would be declared."""
    cure = re.escape('write {"type": "object", "properties": {"city": ...}}')
    with pytest.raises(
        DefinitionError, match=rf'forecast: the schema has arguments \(city\), and no "properties" .*{cure}'
    ):
        define()


@pytest.mark.parametrize(
    "schema",
    [{}, {"x-ours": {"type": "string"}}, {"not": {"type": "string"}}, {"ours": {"note": 1}}, {"type": "object"}],
)
def test_a_schema_of_keywords_is_none_of_bare_arguments(schema: dict[str, Any]):
    """Nor is one with keywords of its author's own."""
    assert Tool.declare("f", "F.", schema).name == "f"


def test_definitions_lead_to_themselves_directly_or_through_others():
    """What only refers to those does not contain itself."""
    named = {"A": {"B"}, "B": {"A", "D"}, "C": {"A"}, "D": set()}
    assert [name for name in named if leads_to_itself(name, named.__getitem__)] == ["A", "B"]
