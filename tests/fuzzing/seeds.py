"""Where the search begins: inputs that reach far into the library, and the words that they are made of."""

from __future__ import annotations

import json
from typing import Any

_PLAN = {
    "city": "Oslo",
    "days": 3,
    "ratio": 0.5,
    "tags": ["a"],
    "deep": {"x": [1]},
    "flag": True,
    "unit": "F",
    "size": 1,
}
_CALL = {"id": "c1", "type": "function", "function": {"name": "plan", "arguments": json.dumps(_PLAN)}}
_PAYLOADS: tuple[Any, ...] = (
    _CALL,
    {"role": "assistant", "tool_calls": [_CALL, _CALL]},
    {"choices": [{"message": {"tool_calls": [_CALL]}}]},
    {"type": "function_call", "call_id": "c1", "name": "plan", "arguments": json.dumps(_PLAN)},
    {"type": "tool_use", "id": "t1", "name": "plan", "input": _PLAN},
    {
        "role": "assistant",
        "content": [{"type": "text", "text": "x"}, {"type": "tool_use", "name": "plan", "input": {}}],
    },
    {"functionCall": {"name": "take", "args": {"value": None}}},
    {"candidates": [{"content": {"parts": [{"functionCall": {"name": "plan", "args": _PLAN}}]}}]},
    {"toolUse": {"toolUseId": "t1", "name": "plan", "input": _PLAN}},
    {"message": {"tool_calls": [{"function": {"name": "travel", "arguments": {"legs": [{"to": "x"}]}}}]}},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "pay", "arguments": {"amount": 1.10}}},
    {"name": "pay", "args": {"amount": "1", "notes": ["a"], "b": 2}, "id": "1", "type": "tool_call"},
    [{"name": "plan", "arguments": _PLAN}],
)
_ARGUMENTS: tuple[tuple[int, Any], ...] = (
    (0, _PLAN),
    (0, {"city": "Oslo", "size": None, "unit": "C"}),
    (1, {"value": {"a": [1, 2.5, None, True, "\u00e9\U0001f600"]}}),
    (2, {"legs": [{"to": "a", "km": 1, "then": {"to": "b", "then": None}}], "by": {"1": ["x", 2]}}),
    (3, {"amount": 1.10, "notes": ["a", "b"], "further": 1.5}),
    (3, {"amount": "12.30", "b": 2}),
)
_TEXTS = (
    '<tool_call>{"name": "plan", "arguments": {"city": "Oslo"}}</tool_call>',
    '<function=plan>{"city": "Oslo"}</function>',
    '```json\n{"name": "take", "arguments": {"value": 1}}\n```',
    "<|python_tag|>plan.call(city='Oslo')",
    "[plan(city='Oslo', days=3), take(value=None)]",
    '{"city": "Oslo", "days": "3", "flag": "true",}',
    "```json\n{'city': 'Oslo', 'days': None}\n```",
    '"{\\"city\\": \\"Oslo\\"}"',
)
_SCHEMAS: tuple[tuple[Any, Any], ...] = (
    ({"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"]}, {"a": 1}),
    (
        {
            "type": "object",
            "properties": {
                "s": {"type": "string", "pattern": "^a+$", "minLength": 1, "maxLength": 5},
                "f": {"type": "string", "format": "date-time"},
                "n": {"type": ["number", "null"], "multipleOf": 0.1, "exclusiveMaximum": 5},
                "e": {"enum": ["a", 1, None, {"x": [1.0]}]},
                "c": {"const": {"x": 1}},
                "l": {
                    "type": "array",
                    "items": {"type": "integer"},
                    "uniqueItems": True,
                    "minItems": 1,
                    "contains": {},
                },
                "t": {"type": "array", "prefixItems": [{"type": "string"}], "items": False},
            },
            "additionalProperties": False,
        },
        {"s": "aa", "f": "2026-01-01T00:00:00Z", "n": 0.3, "e": 1, "c": {"x": 1.0}, "l": [1, 2], "t": ["x"]},
    ),
    (
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": {
                "node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "v": {"type": "number"}}}
            },
            "type": "object",
            "properties": {"head": {"$ref": "#/$defs/node"}},
        },
        {"head": {"v": 1, "next": {"v": 2}}},
    ),
    (
        {
            "type": "object",
            "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"k": {"const": 1}}}]}},
            "patternProperties": {"^x-": {"oneOf": [{"type": "integer"}, {"type": "number"}]}},
            "propertyNames": {"maxLength": 8},
            "dependentRequired": {"a": ["b"]},
            "dependentSchemas": {"b": {"required": ["a"]}},
            "minProperties": 1,
            "maxProperties": 5,
        },
        {"a": {"k": 1}, "b": 1, "x-y": 1.5},
    ),
    (
        {
            "type": "object",
            "allOf": [{"properties": {"a": {"not": {"type": "null"}}}}, {"required": ["a"]}],
            "if": {"properties": {"a": {"const": 1}}},
            "then": {"required": ["b"]},
            "else": {"properties": {"c": False}},
            "unevaluatedProperties": False,
        },
        {"a": 1, "b": 2},
    ),
    (
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "definitions": {"a": True},
            "dependencies": {"a": ["b"]},
        },
        {},
    ),
    ({"name": "x", "description": "d", "input_schema": {"type": "object"}}, {}),
    ({"type": "function", "function": {"name": "x", "parameters": {"type": "object", "properties": {}}}}, {}),
)


def _as_bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


# By target; each input of `dispatch` begins with its form and its tool (targets.py).
SEEDS: dict[str, tuple[bytes, ...]] = {
    "dispatch": (
        *(bytes((form, name)) + _as_bytes(value) for form in (0, 2, 5) for name, value in _ARGUMENTS),
        *(b"\3\0" + _as_bytes(payload) for payload in _PAYLOADS),
        *(bytes((form, 0)) + text.encode() for form in (0, 4) for text in _TEXTS),
    ),
    "declare": tuple(_as_bytes(schema) + b"\n" + _as_bytes(arguments) for schema, arguments in _SCHEMAS),
}
PREFIX_BYTES = {"dispatch": 2, "declare": 0}


def _names_in(value: Any) -> set[str]:
    """The names of all members in a JSON value."""
    if isinstance(value, dict):
        return set(value).union(*map(_names_in, value.values()))
    return set().union(*map(_names_in, value)) if isinstance(value, list) else set()


KEYWORDS = sorted(
    {
        *_names_in([*_PAYLOADS, *(each for _, each in _ARGUMENTS), *(list(pair) for pair in _SCHEMAS)]),
        *("$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveRef", "$vocabulary", "contains"),
        *("contentEncoding", "contentMediaType", "contentSchema", "default", "deprecated", "description", "examples"),
        *(
            "maxContains",
            "minContains",
            "maxItems",
            "readOnly",
            "title",
            "unevaluatedItems",
            "nullable",
            "discriminator",
        ),
        *(
            "__class__",
            "constructor",
            "",
            "\u202e",
            "\x00",
            "a.b",
            "a/b",
            "~1",
            "'",
            '"',
            "\ud800",
            "1",
            "-0",
            "kwargs",
        ),
    }
)
SCALARS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 3.0, 0.1, 1.5, -0.0, 1e308, 1e16, 2**53 + 1, 2**63, 2**64, 10**400, 5e-324),
    *(float("nan"), float("inf"), [], {}, "", "a", "Oslo", "C", "1", "true", "null", "NaN", "1e5", "\ud800", "\udc00"),
    *("\u202e", "\x00", "\x1b[31m", "\ufeff", "\U0001f468\u200d\U0001f469", "a" * 300, "2026-02-30", "P1D", "AQ=="),
    *("string", "number", "integer", "boolean", "null", "array", "object", ["string", "null"], ["object", "array"]),
    *("#", "#/", "#/$defs/node", "#/$defs/none", "#/properties/a", "#a", "http://x.test/", "file:///etc/passwd"),
    *("date-time", "date", "uuid", "regex", "base64", "^a+$", "(a+)+$", "\\p{L}", "\\u0041", "[", "(?=a)", "{}", "[1]"),
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
)
WORDS: tuple[bytes, ...] = (
    *(
        b'"',
        b"'",
        b"{",
        b"}",
        b"[",
        b"]",
        b":",
        b",",
        b"\\",
        b"\\u",
        b"\\ud800",
        b"\\udc00",
        b"\\uD83D\\uDE00",
        b"null",
    ),
    *(
        b"true",
        b"None",
        b"NaN",
        b"-Infinity",
        b"1e400",
        b"1E+",
        b"-",
        b"0",
        b".",
        b"9" * 1001,
        b"e5",
        b"//",
        b"/*",
        b"#",
    ),
    *(b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"\x00", b"\x1b", b" ", b"\t", b"\r", b"{" * 70),
    *(b"[" * 70, b'{"a":' * 66, b"```", b"```json", b"<tool_call>", b"</tool_call>", b"<function=", b"<|python_tag|>"),
    *(b'"name"', b'"arguments"', b'"value"', b'"$ref"', b'"type"', b"plan", b"take"),
)
