"""What each keyword of JSON Schema may hold: the metaschema as a table (JSON Schema 2020-12, meta/*)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.types.keywords import SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.types.drafts import Draft

JSON_TYPES: Final = ("string", "integer", "number", "boolean", "null", "array", "object")
# A name as `$anchor` has one (JSON Schema Core 2020-12, 8.2.2).
_ANCHOR: Final = re.compile(r"[A-Za-z_][-A-Za-z0-9._]*\Z")


def is_schema(value: Any) -> bool:
    """Whether a value has the form of a schema."""
    return isinstance(value, dict | bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value)) and len(set(value)) == len(value)


def _is_type(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and _is_names(value) and set(value) <= set(JSON_TYPES)
    return value in JSON_TYPES


def _is_schemas(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_schema, value))


def _is_schema_map(value: Any) -> bool:
    return isinstance(value, dict) and all(map(is_schema, value.values()))


def _is_dependencies(value: Any) -> bool:
    return isinstance(value, dict) and all(is_schema(each) or _is_names(each) for each in value.values())


Shape = tuple["Callable[[Any], bool]", str]
_TEXT: Final[Shape] = (_is_text, "a text")
_NUMBER: Final[Shape] = (_is_number, "a number")
_COUNT: Final[Shape] = (_is_count, "a whole number from 0")
_FLAG: Final[Shape] = (_is_flag, "true or false")
_LIST: Final[Shape] = (lambda value: isinstance(value, list), "an array")
_SCHEMA: Final[Shape] = (is_schema, "a schema, which is an object, true or false")
_ANCHOR_NAME: Final[Shape] = (lambda value: _is_text(value) and bool(_ANCHOR.match(value)), "a plain name")

_SHAPES: Final[Mapping[str, Shape]] = {
    **dict.fromkeys(SCHEMA_KEYWORDS, _SCHEMA),
    **dict.fromkeys(SCHEMA_LIST_KEYWORDS, (_is_schemas, "an array of one schema or more")),
    **dict.fromkeys((*SCHEMA_MAP_KEYWORDS, "definitions"), (_is_schema_map, "an object whose values are schemas")),
    **dict.fromkeys(
        ("$id", "$ref", "$dynamicRef", "$recursiveRef", "$schema", "$comment", "title", "description"), _TEXT
    ),
    **dict.fromkeys(("pattern", "format", "contentEncoding", "contentMediaType"), _TEXT),
    **dict.fromkeys(("$anchor", "$dynamicAnchor"), _ANCHOR_NAME),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _NUMBER),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _COUNT),
    **dict.fromkeys(("minContains", "maxContains"), _COUNT),
    **dict.fromkeys(("uniqueItems", "deprecated", "readOnly", "writeOnly", "$recursiveAnchor"), _FLAG),
    **dict.fromkeys(("enum", "examples"), _LIST),
    "additionalItems": _SCHEMA,
    "dependencies": (_is_dependencies, "an object whose values are schemas or arrays of names"),
    "dependentRequired": (
        lambda value: isinstance(value, dict) and all(map(_is_names, value.values())),
        "an object whose values are arrays of different names",
    ),
    "multipleOf": (lambda value: _is_number(value) and value > 0, "a number above 0"),
    "required": (_is_names, "an array of different names"),
    "type": (_is_type, f"one of {', '.join(JSON_TYPES)}, or an array of them"),
}
# Until draft 7 an anchor was an id of its own.
_ID: Final[Shape] = (
    lambda value: _is_text(value) and "#" not in value[:-1],
    'a text without "#" ("$anchor" names a place)',
)
_OLD_ITEMS: Final[Shape] = (
    lambda value: is_schema(value) or _is_schemas(value),
    "a schema or an array of one schema or more",
)


def misshapen_keyword(schema: Mapping[str, Any], draft: Draft) -> tuple[str, str] | None:
    """The first keyword that holds what it must not, and what it must hold; None if all is well."""
    for keyword, value in schema.items():
        shape = _SHAPES.get(keyword)
        if keyword == "items" and draft.arrays_in_items:
            shape = _OLD_ITEMS
        elif keyword == "$id" and not draft.lone_references:
            shape = _ID
        if shape is not None and keyword not in draft.unknown and not shape[0](value):
            return keyword, shape[1] + _advice(keyword, value)
    return None


def _advice(keyword: str, value: Any) -> str:
    """A word for the commonest cause: a schema in an older draft that does not say so."""
    if keyword == "items" and isinstance(value, list):
        return ' (arrays are of older drafts: write "prefixItems", or name the draft in "$schema")'
    if keyword in {"exclusiveMinimum", "exclusiveMaximum"} and isinstance(value, bool):
        return " (true is of draft 4: write the bound itself)"
    if keyword == "required" and isinstance(value, bool):
        return " (true is of draft 3: name the properties beside them)"
    return ""
