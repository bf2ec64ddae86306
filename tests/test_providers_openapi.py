"""Gemini's subset of OpenAPI, read as JSON Schema."""

from __future__ import annotations

import pytest

from toolkit.providers.openapi import json_schema_from_openapi


@pytest.mark.parametrize(
    ("openapi", "schema"),
    [
        ({"type": "STRING"}, {"type": "string"}),
        ({"type": "string"}, {"type": "string"}),
        ({"type": "STRING", "format": "enum", "enum": ["a"]}, {"type": "string", "enum": ["a"]}),
        ({"type": "INTEGER", "format": "enum", "enum": ["1", 2]}, {"type": "integer", "enum": [1, 2]}),
        ({"type": "NUMBER", "enum": ["1.5"]}, {"type": "number", "enum": [1.5]}),
        ({"type": "INTEGER", "enum": ["one", "nan", True]}, {"type": "integer", "enum": ["one", "nan", True]}),
        ({"type": "STRING", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "STRING", "nullable": False}, {"type": "string"}),
        ({"type": "STRING", "enum": ["a"], "nullable": True}, {"type": ["string", "null"], "enum": ["a", None]}),
        ({"anyOf": [{"type": "STRING"}], "nullable": True}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ({"nullable": True}, {}),
        ({"any_of": [{"type": "BOOLEAN"}]}, {"anyOf": [{"type": "boolean"}]}),
        ({"items": {"type": "NULL"}, "minItems": "1"}, {"items": {"type": "null"}, "minItems": 1}),
        ({"type": "ARRAY", "max_items": 2, "items": None}, {"type": "array", "maxItems": 2}),
        (
            {"ref": "#/defs/A", "defs": {"A": {"type": "OBJECT"}}},
            {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}},
        ),
        ({"properties": {"a": {"example": "x"}}}, {"properties": {"a": {"examples": ["x"]}}}),
        ({"propertyOrdering": ["a"], "type": "OBJECT"}, {"type": "object"}),
        (True, True),
    ],
)
def test_an_openapi_schema_becomes_json_schema(openapi, schema):
    """Types, null, enums of numbers, counts as text, both spellings."""
    assert json_schema_from_openapi(openapi) == schema
