"""Gemini's older schemas, a subset of OpenAPI 3.0, as JSON Schema 2020-12."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.decoding import from_json_text
from toolkit.providers.payloads import both_spellings
from toolkit.types.drafts import with_null
from toolkit.types.keywords import with_inner

if TYPE_CHECKING:
    from toolkit.types.keywords import Schema

# Gemini API reference, Schema: the enum Type is written in capitals.
_TYPES: Final = {each.upper(): each for each in ("string", "number", "integer", "boolean", "array", "object", "null")}
# The client library spells fields in its own way, and counts are int64 in JSON, which is text.
_COUNTS: Final = ("maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties")
_SPELT_TWICE: Final = ("additionalProperties", "anyOf", "propertyOrdering", *_COUNTS)
_SPELLINGS: Final = {
    "defs": "$defs",
    "ref": "$ref",
    **{spelling: name for name in _SPELT_TWICE for spelling in both_spellings(name)},
}


def json_schema_from_openapi(schema: Any) -> Any:
    """The JSON Schema that says what an OpenAPI schema says.

    >>> json_schema_from_openapi({"type": "STRING", "nullable": True})
    {'type': ['string', 'null']}
    """
    if not isinstance(schema, dict):
        return schema
    plain: Schema = {_SPELLINGS.get(str(key), str(key)): value for key, value in schema.items() if value is not None}
    plain.pop("propertyOrdering", None)
    if "example" in plain:
        plain["examples"] = [plain.pop("example")]
    for count in _COUNTS:
        if isinstance(plain.get(count), str) and plain[count].isdecimal():
            plain[count] = int(plain[count])
    if isinstance(plain.get("$ref"), str):
        plain["$ref"] = plain["$ref"].replace("#/defs/", "#/$defs/")
    return with_inner(with_null(_typed(plain)), json_schema_from_openapi)


def _typed(schema: Schema) -> Schema:
    """The schema with JSON Schema's names of types, and numbers where an enum of numbers is written as text."""
    type_ = schema.get("type")
    if isinstance(type_, str):
        schema["type"] = _TYPES.get(type_, type_)
    if schema.get("format") == "enum":
        del schema["format"]
    if schema.get("type") in ("integer", "number") and isinstance(schema.get("enum"), list):
        schema["enum"] = [_number(each) for each in schema["enum"]]
    return schema


def _number(value: Any) -> Any:
    """The number that a text says; a text that says none as it is."""
    number = from_json_text(value)
    if type(number) is int:
        return number
    return float(number) if isinstance(number, float) else value
