"""Definitions, put where a schema refers to them."""

from __future__ import annotations

from toolkit.providers.references import MOST_SCHEMAS, definition_named, inlined


def test_definitions_are_put_in_place():
    """A text beside the reference wins; boolean definitions become schemas."""
    defs = {"A": {"type": "string", "description": "a"}, "B": {"$ref": "#/$defs/A"}, "T": True, "F": False}
    schema = {
        "properties": {
            "x": {"$ref": "#/$defs/B", "description": "mine"},
            "t": {"$ref": "#/$defs/T"},
            "f": {"items": {"$ref": "#/$defs/F"}},
            "o": {"$ref": "https://example.org"},
            "any": True,
        },
        "$defs": defs,
    }
    assert inlined(schema) == {
        "properties": {
            "x": {"type": "string", "description": "mine"},
            "t": {},
            "f": {"items": {"not": {}}},
            "o": {"$ref": "https://example.org"},
            "any": True,
        }
    }
    assert inlined({"type": "object"}) == {"type": "object"}


def test_what_a_definition_says_otherwise_than_what_stands_beside_it_holds_too():
    """Both narrow, so that none may take the place of the other."""
    base = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], "title": "Base"}
    further = {"properties": {"name": {"type": "string"}}, "required": ["id"], "title": "Named"}
    schema = {"properties": {"x": {"$ref": "#/$defs/Base", **further}}, "$defs": {"Base": base}}
    narrowed = {"allOf": [{"properties": further["properties"]}]}
    assert inlined(schema) == {"properties": {"x": {**base, "title": "Named", **narrowed}}}


def test_definitions_that_contain_themselves_stay():
    """Directly or through others."""
    defs = {"A": {"items": {"$ref": "#/$defs/B"}}, "B": {"items": {"$ref": "#/$defs/A"}}, "C": {"type": "string"}}
    schema = {"properties": {"a": {"$ref": "#/$defs/A"}, "c": {"$ref": "#/$defs/C"}}, "$defs": defs}
    made = inlined(schema)
    assert made["properties"] == {"a": {"$ref": "#/$defs/A"}, "c": {"type": "string"}}
    assert made["$defs"] == {"A": defs["A"], "B": defs["B"]}
    assert definition_named({"$ref": "#/$defs/a~1b"}) == "a/b"


def test_definitions_that_double_are_left_in_references():
    """A schema that would grow beyond bounds stays as it is."""
    doubling = {f"D{n}": {"anyOf": [{"$ref": f"#/$defs/D{n + 1}"}] * 2} for n in range(20)}
    assert MOST_SCHEMAS < 2**20
    schema = {"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": {**doubling, "D20": {}}}
    assert inlined(schema) is schema


def test_long_chains_of_definitions_are_left_in_references():
    """Depth is bounded like size."""
    chain = {f"D{n}": {"$ref": f"#/$defs/D{n + 1}"} for n in range(200)}
    schema = {"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": {**chain, "D200": {}}}
    assert inlined(schema) is schema
    nested = {f"D{n}": {"items": {"$ref": f"#/$defs/D{n + 1}"}} for n in range(200)}
    schema = {"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": {**nested, "D200": {}}}
    assert inlined(schema) is schema
