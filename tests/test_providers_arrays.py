"""Arrays whose positions differ, for dialects that read `items` only."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from toolkit.providers import OpenAI
from toolkit.providers.arrays import with_items
from toolkit.schema.reference import reference_validator

NUMBER, TEXT = {"type": "number"}, {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "made"),
    [
        (
            {"type": "array", "prefixItems": [NUMBER, NUMBER], "items": False, "minItems": 1},
            {"type": "array", "items": NUMBER, "minItems": 1, "maxItems": 2},
        ),
        (
            {"type": "array", "prefixItems": [NUMBER, TEXT], "items": False},
            {
                "type": "array",
                "prefixItems": [NUMBER, TEXT],
                "items": {"anyOf": [NUMBER, TEXT]},
                "maxItems": 2,
                "description": '(prefixItems: [{"type":"number"},{"type":"string"}])',
            },
        ),
        (
            {"type": "array", "prefixItems": [NUMBER], "items": False, "maxItems": 0},
            {"type": "array", "items": NUMBER, "maxItems": 0},
        ),
        (
            {"type": "array", "prefixItems": [NUMBER], "items": TEXT},
            {
                "type": "array",
                "prefixItems": [NUMBER],
                "items": TEXT,
                "description": '(prefixItems: [{"type":"number"}])',
            },
        ),
        ({"type": "array", "items": False}, {"type": "array", "items": {}, "maxItems": 0}),
        (
            {"type": "array", "prefixItems": [NUMBER]},
            {
                "type": "array",
                "prefixItems": [NUMBER],
                "items": {},
                "description": '(prefixItems: [{"type":"number"}])',
            },
        ),
        ({"type": "array"}, {"type": "array", "items": {}}),
        ({"properties": {"a": {"type": "array"}}}, {"properties": {"a": {"type": "array", "items": {}}}}),
        (TEXT, TEXT),
        (True, True),
    ],
)
def test_every_array_has_items(schema, made):
    """Which say what may stand anywhere; what stands where is said in words."""
    assert with_items(schema) == made


def test_an_object_says_that_it_names_nothing():
    """OpenAI's imitators look for its properties; that null is the default says nothing."""
    inner = {"type": "object", "additionalProperties": TEXT, "default": None}
    made, text = OpenAI().adapted({"type": "object", "properties": {"a": inner, "b": {"default": None}}})
    properties = {"a": {"type": "object", "additionalProperties": TEXT, "properties": {}}, "b": {}}
    assert (made, text) == ({"type": "object", "properties": properties}, "")


@given(
    st.lists(st.sampled_from([NUMBER, TEXT]), max_size=3),
    st.sampled_from([False, NUMBER, None]),
    st.lists(st.one_of(st.integers(0, 3), st.sampled_from("ab")), max_size=4),
)
def test_the_same_arrays_are_valid_before_and_after(positions, items, value):
    """Nothing is lost, nothing is added."""
    schema = {"type": "array", **({"prefixItems": positions} if positions else {})}
    if items is not None:
        schema["items"] = items
    before, after = (reference_validator({"properties": {"v": each}}) for each in (schema, with_items(schema)))
    assert before.accepts({"v": value}) == after.accepts({"v": value})
