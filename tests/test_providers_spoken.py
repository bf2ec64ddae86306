"""Keywords that a dialect lacks: said in the description, never lost."""

from __future__ import annotations

import pytest
from samples import needs_re2

from toolkit import Tool, schemas
from toolkit.providers.spoken import (
    in_words,
    parted,
    spoken,
    with_plain_patterns,
    without_closing,
    without_root_combinators,
)

ALLOWED = {"type", "description", "properties", "items", "anyOf", "$defs", "prefixItems"}


def test_forbidden_keywords_move_into_the_description():
    """The text of the author stays in front."""
    schema = {"type": "integer", "description": "Pages.", "minimum": 1, "maximum": 7}
    assert spoken(schema, ALLOWED) == {"type": "integer", "description": "Pages. (minimum: 1, maximum: 7)"}


def test_they_move_at_every_depth():
    """Inside properties, items, unions, tuples and definitions."""
    inner = {"type": "string", "pattern": "^a"}
    said = {"type": "string", "description": "(pattern: ^a)"}
    schema = {
        "properties": {"a": inner},
        "items": inner,
        "anyOf": [inner],
        "prefixItems": [inner],
        "$defs": {"D": inner},
    }
    expected = {"properties": {"a": said}, "items": said, "anyOf": [said], "prefixItems": [said], "$defs": {"D": said}}
    assert spoken(schema, ALLOWED) == expected


def test_a_boolean_schema_stays():
    """True and false have no description."""
    assert spoken(True, ALLOWED) is True


def test_values_are_written_as_json():
    """Text stands as it is, non-ASCII too."""
    assert in_words({}) == ""
    assert in_words({"default": ""}) == '(default: "")'
    assert in_words({"not": {"enum": ["é"]}, "format": "date"}) == '(not: {"enum":["é"]}, format: date)'


def test_a_root_keeps_what_combines_no_schemas():
    """What providers refuse in a root is told in words."""
    schema = {"type": "object", "oneOf": [{"required": ["a"]}]}
    assert without_root_combinators(schema) == ({"type": "object"}, '(oneOf: [{"required":["a"]}])')
    assert without_root_combinators({"type": "object"}) == ({"type": "object"}, "")
    assert parted({"type": "object", "minProperties": 1}, {"type"}) == ({"type": "object"}, "(minProperties: 1)")


def test_a_root_need_not_say_that_it_is_closed():
    """Only false is left out."""
    assert without_closing({"type": "object", "additionalProperties": False}) == {"type": "object"}
    schema = {"additionalProperties": {"type": "string"}}
    assert without_closing(schema) is schema


def test_what_says_no_more_than_its_absence_is_left_out():
    """Most servers write nothing of further members, or that they are welcome."""
    assert in_words({"additionalProperties": True, "default": None}) == ""
    assert in_words({"additionalProperties": False, "default": 0}) == "(additionalProperties: false, default: 0)"
    foreign = {"name": "find", "description": "Find.", "inputSchema": {"type": "object", "properties": {"q": {}}}}
    for provider in ("ollama", "bedrock"):
        assert "additionalProperties: true" not in str(schemas([foreign], provider=provider))


@pytest.mark.parametrize("provider", ["gemini", "openai"])
def test_what_stands_beside_a_reference_is_not_lost(provider: str):
    """Neither takes another keyword beside it, and a union of both would admit what is neither."""
    narrowed = {"$ref": "#/$defs/A", "anyOf": [{"minimum": 3}, {"maximum": -3}]}
    schema = {
        "type": "object",
        "properties": {"a": narrowed},
        "required": ["a"],
        "additionalProperties": False,
        "$defs": {"A": {"type": "integer"}},
    }
    declaration = schemas([Tool.declare("f", "F.", schema)], provider, strict=provider == "openai")[0]
    function = declaration["function"] if provider == "openai" else declaration["functionDeclarations"][0]
    parameters = function.get("parameters") or function["parametersJsonSchema"]
    said = '(anyOf: [{"minimum":3},{"maximum":-3}])'
    assert parameters["properties"]["a"] == {"description": said, "anyOf": [{"$ref": "#/$defs/A"}]}


@needs_re2
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("pattern", [r"^\p{L}+$", "^(?!-)[a-z-]+$", "^(?<year>[0-9]+)$", "^[[:alpha:]]$"])
def test_a_pattern_that_openai_refuses_is_in_words(pattern: str, strict: bool):
    """Its API refuses in every mode what looks around, and what Python does not read; another one stays."""
    word = {"type": "string", "description": "A word.", "pattern": pattern}
    properties = {"word": word, "digit": {"type": "string", "pattern": r"^\d$"}}
    schema = {"type": "object", "properties": properties, "required": ["word", "digit"], "additionalProperties": False}
    parameters = schemas([Tool.declare("f", "F.", schema)], "openai", strict=strict)[0]["function"]["parameters"]
    assert parameters["properties"] == {
        "word": {"type": "string", "description": f"A word. (pattern: {pattern})"},
        "digit": {"type": "string", "pattern": r"^\d$"},
    }


@pytest.mark.parametrize("schema", [{"pattern": 5}, {"patternProperties": None}])
def test_a_pattern_that_is_no_text_stays(schema: dict[str, object]):
    """Whoever wrote it by hand hears from the API what is wrong."""
    assert with_plain_patterns(schema) == schema


def test_an_object_is_opened_where_no_pattern_can_tell_its_members():
    """Closed, it would have no members; what it takes is in words."""
    schema = {"type": "object", "patternProperties": {r"^\p{L}$": {"type": "null"}}, "additionalProperties": False}
    said = r'(patternProperties: {"^\\p{L}$":{"type":"null"}}, additionalProperties: false)'
    assert with_plain_patterns(schema) == {"type": "object", "description": said}
    plain = {"type": "object", "patternProperties": {"^a{,9}$": {}}}
    assert with_plain_patterns(plain) is plain
