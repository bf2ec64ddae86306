"""Whether no value can fit two schemas."""

from __future__ import annotations

import pytest

from toolkit.types.disjoint import are_disjoint, fits_type, json_type


def tagged(*values, **more):
    """An object with a tag."""
    return {"type": "object", "properties": {"kind": {"enum": list(values)}}, "required": ["kind"], **more}


CAT, DOG = tagged("cat"), {"type": "object", "properties": {"kind": {"const": "dog"}}, "required": ["kind"]}
DEFINITIONS = {"Cat": CAT, "Dog": {"$ref": "#/$defs/Hound"}, "Hound": DOG, "Loop": {"$ref": "#/$defs/Loop"}}


@pytest.mark.parametrize(
    ("schemas", "expected"),
    [
        ([{"type": "string"}, {"type": ["null", "array"]}, CAT], True),
        ([{"type": "number"}, {"type": "integer"}], False),
        ([{"type": "integer"}, {"enum": [1.5, "a"]}], True),
        ([CAT, DOG], True),
        ([{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog", "title": "T"}], True),
        ([{"$ref": "#/$defs/Loop"}, {"type": "null"}], False),
        ([CAT, tagged("dog", "cat")], False),
        ([CAT, {**DOG, "required": []}], False),
        ([CAT, {"type": "object", "required": ["kind"]}], False),
        ([CAT, {"type": "object", "required": ["kind"], "properties": {"kind": True}}], False),
        ([tagged("a", ["b"]), tagged("c")], False),
        ([tagged(1), tagged(True), tagged("1")], True),
        ([tagged(1), tagged(1.0)], False),
        ([{"const": "a"}, {"enum": ["b", "c"]}], True),
        ([{"const": "a"}, {"enum": ["b", "a"]}], False),
        ([True, {"type": "null"}], False),
        ([False, {"type": "null"}], True),
        ([{"const": "a"}] * 65, False),
    ],
)
def test_disjoint(schemas, expected):
    """By type, by listed values, or by a property that tags the objects."""
    assert are_disjoint(schemas, DEFINITIONS) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "integer"),
        (1.5, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
)
def test_json_type(value, expected):
    """A number without a fraction is an integer."""
    assert json_type(value) == expected
    assert fits_type(value, ["null", expected])
    assert fits_type(1, "number")
    assert not fits_type(1.5, "integer")
