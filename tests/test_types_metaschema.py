"""What each keyword of JSON Schema may hold."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from jsonschema import Draft7Validator, Draft202012Validator

from toolkit.types.drafts import draft_of
from toolkit.types.metaschema import _SHAPES, misshapen_keyword

LATEST = draft_of({})
DRAFT_7 = draft_of({"$schema": "http://json-schema.org/draft-07/schema#"})
# What only older drafts have is tested against draft 7.
KEYWORDS = sorted({*_SHAPES, "const", "default"} - {"$recursiveAnchor", "$recursiveRef", "additionalItems"})
SCALARS = [None, True, False, 0, 1, -1, 1.0, 1.5, "", "a", "string"]
ARRAYS = [[], ["a"], ["a", "a"], ["string", "null"], [1], [{}], [True]]
OBJECTS = [{}, {"a": 1}, {"a": {}}, {"a": ["b"]}, {"a": [1]}]
VALUES = st.sampled_from([*SCALARS, *ARRAYS, *OBJECTS])


@given(st.sampled_from(KEYWORDS), VALUES)
def test_shapes_are_those_of_the_metaschema(keyword, value):
    """A keyword is misshapen exactly where the metaschema of 2020-12 says so."""
    schema = {keyword: value}
    assert (misshapen_keyword(schema, LATEST) is None) is Draft202012Validator(
        Draft202012Validator.META_SCHEMA
    ).is_valid(schema)


@given(st.sampled_from(["items", "additionalItems", "dependencies", "definitions"]), VALUES)
def test_shapes_of_older_keywords(keyword, value):
    """Draft 7 has arrays of items and dependencies of two kinds."""
    schema = {keyword: value}
    assert (misshapen_keyword(schema, DRAFT_7) is None) is Draft7Validator(Draft7Validator.META_SCHEMA).is_valid(schema)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"items": [{}]}, 'write "prefixItems", or name the draft'),
        ({"exclusiveMinimum": True}, "true is of draft 4"),
        ({"required": True}, "true is of draft 3"),
        ({"type": "text"}, "one of string, integer"),
    ],
)
def test_advice_names_the_likely_cause(schema, words):
    """Most broken schemas are sound ones of a draft that they do not name."""
    found = misshapen_keyword(schema, LATEST)
    assert found is not None
    assert words in found[1]


def test_keywords_of_later_drafts_hold_anything():
    """What a draft does not know has no form in it."""
    assert misshapen_keyword({"unevaluatedItems": 5}, DRAFT_7) is None
    assert misshapen_keyword({"x-own": 5}, LATEST) is None
