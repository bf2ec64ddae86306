"""R14-R21: schemas of other parties are bounded, enforced and never fetched from anywhere."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest
from dispatching import call
from samples import needs_re2

from toolkit import Dispatcher, Tool, ToolCall
from toolkit.errors import DefinitionError
from toolkit.schema.reference import check_schema


def declare(schema: Any, **options: Any) -> Tool:
    """A tool of another party, with a handler."""
    return Tool.declare("foreign", "Foreign.", schema, handler=lambda arguments: "entered", **options)


def kind(schema: Any, arguments: Any) -> str:
    """How a call of such a tool ends."""
    return Dispatcher([declare(schema)]).dispatch(ToolCall("foreign", arguments)).kind


def properties(**schemas: Any) -> dict[str, Any]:
    """The schema of an object."""
    return {"type": "object", "properties": schemas}


@pytest.mark.parametrize(
    "reference",
    [
        "http://169.254.169.254/latest",
        "https://example.org/s.json",
        "file:///etc/passwd",
        "other.json",
        "//host/x",
        "ftp://x",
    ],
)
@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef"])
def test_r14_references_to_elsewhere_are_refused(reference, keyword, monkeypatch):
    """At declaration, without a look at them."""
    import socket
    import urllib.request

    def never(*_: Any, **__: Any) -> Any:
        pytest.fail("something was fetched")

    monkeypatch.setattr(socket, "socket", never)
    monkeypatch.setattr(urllib.request, "urlopen", never)
    with pytest.raises(ValueError, match=r"foreign|ref"):
        declare(properties(a={keyword: reference}))


@pytest.mark.parametrize(
    "schema", [5, [], "x", {"type": "nonsense"}, {"properties": 5}, {"type": "object", "required": "a"}]
)
def test_r15_what_is_no_schema_is_refused(schema):
    """At declaration."""
    with pytest.raises(ValueError, match=r"."):
        declare(schema)


def test_r15_schemas_are_bounded():
    """Depth, width and size."""
    nested: dict[str, Any] = {"type": "string"}
    for _ in range(200):
        nested = {"type": "array", "items": nested}
    for schema in (
        properties(a=nested),
        properties(**{f"p{n}": True for n in range(10_050)}),
        properties(a={"enum": ["x" * 300_000]}),
    ):
        with pytest.raises(ValueError, match=r"."):
            declare(schema)


@pytest.mark.usefixtures("uncollected")
def test_r15_too_large_schemas_are_refused_before_they_are_read():
    """What does not fit costs no time: neither the metaschema nor anything else is held against it."""
    wide = properties(**{f"p{n}": properties(a={"type": "string"}) for n in range(20_000)})
    started_at = time.process_time()
    with pytest.raises(ValueError, match="the schema is larger than 256 KiB"):
        declare(wide)
    assert time.process_time() - started_at < 2


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    "schema",
    [
        properties(**{f"p{n}": {} for n in range(9_900)}),
        properties(**{f"p{n}": {} for n in range(20_000)}),
        properties(**{f"p{n}": {"type": "string"} for n in range(7_000)}),
        {"patternProperties": {f"^p{n}$": {} for n in range(9_000)}},
        properties(a={"anyOf": [{"type": "string", "minLength": n} for n in range(5_000)]}),
        {"$defs": {f"d{n}": {"items": {"$ref": f"#/$defs/d{n + 1}"}} for n in range(3_000)} | {"d3000": {}}},
    ],
)
def test_r15_wide_schemas_are_read_or_refused_soon(schema):
    """A schema of the size that is admitted takes milliseconds for a hundred of its parts."""
    started_at = time.process_time()
    with suppress(DefinitionError):
        declare(schema)
    assert time.process_time() - started_at < 3


def test_r15_the_place_of_a_fault_holds_no_hidden_text():
    """A name of the schema in a refusal can be printed, whatever its author wrote."""
    with pytest.raises(ValueError, match="hidden characters"):
        declare({"definitions": {"\ud800\u202e": 1}})
    with pytest.raises(ValueError, match=r"at #/\$defs/a is no JSON Schema") as caught:
        check_schema({"$defs": {"\ud800\u202ea": {"type": 1}}})
    assert str(caught.value).encode()


@pytest.mark.parametrize(
    ("schema", "arguments", "ended"),
    [
        ({"allOf": [{"properties": {"a": True}}]}, {"a": 1}, "ok"),
        ({"allOf": [{"properties": {"a": True}}]}, {"a": 1, "b": 2}, "invalid_arguments"),
        ({"properties": {"a": True}}, {"a": 1, "b": 2}, "invalid_arguments"),
        ({"required": ["a"]}, {"a": 1}, "invalid_arguments"),
        ({"additionalProperties": True}, {"a": 1}, "ok"),
        ({"additionalProperties": {"type": "integer"}}, {"a": 1}, "ok"),
        ({"additionalProperties": {"type": "integer"}}, {"a": "1"}, "invalid_arguments"),
    ],
)
def test_r16_arguments_that_no_keyword_speaks_of_are_refused(schema, arguments, ended):
    """`unevaluatedProperties` at the root of a schema, where descriptors have a place for other arguments."""
    closed = {"type": "object", **schema, "unevaluatedProperties": False}
    assert kind(closed, arguments) == ended


@needs_re2
@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer", "minimum": 3}, 3, 2),
        ({"type": "string", "maxLength": 2}, "ab", "abc"),
        ({"type": "string", "pattern": "^a+$"}, "aa", "ab"),
        ({"enum": [1, "x"]}, "x", True),
        ({"const": {"a": 1}}, {"a": 1}, {"a": 2}),
        ({"type": "array", "uniqueItems": True}, [1, 2], [1, 1]),
        ({"type": "array", "contains": {"const": 1}}, [2, 1], [2]),
        ({"not": {"type": "string"}}, 1, "x"),
        ({"oneOf": [{"minimum": 5}, {"multipleOf": 2}]}, 5, 6),
        ({"type": "object", "propertyNames": {"maxLength": 1}}, {"a": 1}, {"ab": 1}),
        ({"type": "object", "dependentRequired": {"a": ["b"]}}, {"a": 1, "b": 1}, {"a": 1}),
        ({"if": {"type": "string"}, "then": {"minLength": 2}}, "ab", "a"),
        ({"type": "object", "minProperties": 1}, {"a": 1}, {}),
        ({"type": "array", "prefixItems": [{"type": "string"}], "items": False}, ["a"], ["a", 1]),
    ],
)
def test_r16_every_keyword_is_enforced(schema, good, bad):
    """Before the handler."""
    assert (kind(properties(a=schema), {"a": good}), kind(properties(a=schema), {"a": bad})) == (
        "ok",
        "invalid_arguments",
    )


def test_r16_recursive_data_is_checked_at_each_level():
    """By the definition that a reference names."""
    schema = {
        **properties(root={"$ref": "#/$defs/node"}),
        "$defs": {"node": properties(n={"type": "integer"}, kid={"$ref": "#/$defs/node"})},
    }
    good, bad = {"n": 1, "kid": {"n": 2}}, {"n": 1, "kid": {"n": "2"}}
    assert (kind(schema, {"root": good}), kind(schema, {"root": bad})) == ("ok", "invalid_arguments")


@pytest.mark.usefixtures("uncollected")
@needs_re2
def test_r17_a_catastrophic_pattern_costs_nothing():
    """It runs in linear time, or is refused at declaration."""
    started = time.process_time()
    schema = properties(a={"type": "string", "pattern": "^(a+)+$"})
    assert kind(schema, {"a": "a" * 5000 + "!"}) == "invalid_arguments"
    assert time.process_time() - started < 2
    for pattern in ("(", r"(?<=a)b", r"(a)\1"):
        with pytest.raises(ValueError, match=r"pattern|expression"):
            declare(properties(a={"type": "string", "pattern": pattern}))


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        (
            {
                **properties(a={"$ref": "#/$defs/d0"}),
                "$defs": {
                    **{f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(25)},
                    "d25": {"type": "string"},
                },
            },
            {"a": "x"},
        ),
        (properties(a={"type": "array", "uniqueItems": True}), {"a": [{"n": n} for n in range(20_000)]}),
        (
            {**properties(a={"$ref": "#/$defs/l"}), "$defs": {"l": {"allOf": [{"$ref": "#/$defs/l"}]}}},
            {"a": "x"},
        ),
        (properties(a={"type": "number", "multipleOf": 1e-9}), {"a": 1e300}),
    ],
)
def test_r18_checking_has_fuel(schema, arguments):
    """Doubling, circles and large data end in a refusal or an answer, soon."""
    started = time.process_time()
    try:
        found = kind(schema, arguments)
    except ValueError:
        found = "refused"
    assert (found in {"refused", "invalid_arguments", "ok", "malformed_call"}, time.process_time() - started < 5) == (
        True,
        True,
    )


def test_r19_a_declaration_does_not_change_afterwards():
    """It is copied; a digest says what it was."""
    schema = properties(a={"type": "integer"})
    made = declare(schema)
    before = made.fingerprint
    schema["properties"]["a"]["type"] = "string"
    schema["properties"]["b"] = {"type": "string"}
    dispatcher = Dispatcher([made])
    assert dispatcher.dispatch(call("foreign", a="x")).kind == "invalid_arguments"
    assert (made.fingerprint, len(before)) == (before, 64)
    assert Tool.declare("foreign", "Other.", schema).fingerprint != before


def test_r20_hidden_text_does_not_reach_a_model():
    """Removed or refused, at every depth; long descriptions are bounded."""
    hidden = "Good.\u202e\u200b\U000e0041\x07"
    try:
        made = Tool.declare("foreign", hidden, properties(a={"type": "string", "description": hidden}))
    except ValueError:
        return
    text = f"{made.description} {made.input_schema}"
    assert not any(each in text for each in "\u202e\u200b\U000e0041\x07")


def test_r20_a_huge_description_is_bounded():
    """10,000 characters."""
    try:
        made = Tool.declare("foreign", "x" * 1_000_000, {"type": "object"})
    except ValueError:
        return
    assert len(made.description) <= 10_001


@pytest.mark.parametrize("hints", [{"readOnlyHint": True}, {"idempotentHint": True}, {"destructiveHint": False}])
def test_r21_foreign_hints_loosen_nothing(hints):
    """No retries, no side-by-side runs that the host did not ask for."""
    made = Tool.of({"name": "foreign", "inputSchema": {"type": "object"}, "annotations": hints})
    assert not (made.read_only or made.idempotent)  # noqa: PT018
    assert made.retries == 0


@pytest.mark.usefixtures("uncollected")
def test_r18_a_schema_that_doubles_at_each_level_is_looked_at_once_a_level():
    """Also by the step that turns whole numbers into ints, which has no fuel."""
    levels = {f"x{n}": {"anyOf": [{"$ref": f"#/$defs/x{n + 1}"}] * 10} for n in range(20)}
    schema = {"properties": {"a": {"$ref": "#/$defs/x0"}}, "$defs": {**levels, "x20": {"type": "integer"}}}
    started = time.process_time()
    result = Dispatcher([Tool.declare("deep", "", schema)]).dispatch(ToolCall("deep", {"a": "q"}))
    assert (result.kind, time.process_time() - started < 5) == ("invalid_arguments", True)
