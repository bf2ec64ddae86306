"""What a dialect has no keyword for, said in the description instead, so that no constraint is lost."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.fields import is_pattern
from toolkit.types.keywords import HOLDERS, Schema, with_inner, without

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


# What each of these means where it is absent.
_SILENT: Final = (("additionalProperties", True), ("default", None))
# What is said of the members of an object that are not named one by one.
_OTHER_MEMBERS: Final = ("patternProperties", "additionalProperties", "unevaluatedProperties")
_LOOKS_AROUND: Final = r"\(\?<?[=!]"
# JSON Schema Core 2020-12, 10.2.1: these may narrow an object beside its properties.
COMBINATORS: Final = frozenset({"allOf", "anyOf", "const", "enum", "if", "not", "oneOf", "then", "else"})


def spoken(schema: Any, allowed: Collection[str]) -> Any:
    """The schema with every keyword that is not allowed moved into the description beside it.

    >>> spoken({"type": "integer", "minimum": 1}, {"type", "description"})
    {'type': 'integer', 'description': '(minimum: 1)'}
    """
    if not isinstance(schema, dict):
        return schema
    kept, said = parted(schema, allowed)
    return with_text(with_inner(kept, lambda inner: spoken(inner, allowed)), said)


def parted(schema: Mapping[str, Any], allowed: Collection[str]) -> tuple[Schema, str]:
    """The keywords of a schema that are allowed, and the others in words."""
    kept = {keyword: value for keyword, value in schema.items() if keyword in allowed}
    return kept, in_words({keyword: value for keyword, value in schema.items() if keyword not in allowed})


def without_root_combinators(schema: Schema) -> tuple[Schema, str]:
    """The schema without the keywords that combine schemas in its root, and those in words."""
    if COMBINATORS.isdisjoint(schema):
        return schema, ""
    return parted(schema, schema.keys() - COMBINATORS)


def with_plain_patterns(schema: Schema) -> Schema:
    """The schema with every pattern in words that looks around, or that Python's engine does not read as it is meant.

    Where such a pattern tells what the members of an object are, the object is opened, and that is in words too.
    """
    said: Schema = {}
    if not _is_plain(schema.get("pattern", "")):
        said["pattern"] = schema["pattern"]
    named = schema.get("patternProperties") or {}
    if not all(map(_is_plain, named)):
        said |= {keyword: schema[keyword] for keyword in _OTHER_MEMBERS if keyword in schema}
    return with_text(without(schema, *said), in_words(said)) if said else schema


def _is_plain(pattern: Any) -> bool:
    """Whether OpenAI compiles a pattern; what is no text is left to the API, which says so."""
    return not isinstance(pattern, str) or (re.search(_LOOKS_AROUND, pattern) is None and is_pattern(pattern))


def without_closing(schema: Schema) -> Schema:
    """The schema without the word that its root is closed, as unknown arguments are refused in any case."""
    if schema.get("additionalProperties") is not False:
        return schema
    return without(schema, "additionalProperties")


def without_null_defaults(schema: Any) -> Any:
    """The schema without the word that null is what absence means, which a model need not know."""
    if not isinstance(schema, dict):
        return schema
    made = schema if schema.keys().isdisjoint(HOLDERS) else with_inner(schema, without_null_defaults)
    return made if made.get("default", 0) is not None else without(made, "default")


def in_words(keywords: Mapping[str, Any]) -> str:
    """Keywords as a text that a model can read: "(minimum: 1, maximum: 7)"; "" for none.

    That null is the default, or that further members may be there, says nothing that absence does not.
    """
    said = [f"{name}: {_value(value)}" for name, value in keywords.items() if (name, value) not in _SILENT]
    return f"({', '.join(said)})" if said else ""


def with_text(schema: Schema, text: str) -> Schema:
    """The schema with a text behind its description."""
    if not text:
        return schema
    return {**schema, "description": f"{schema.get('description', '')} {text}".strip()}


def with_reference_apart(schema: Schema) -> Schema:
    """The schema with its `$ref` in a union of its own, so that nothing stands beside it; another union in words."""
    said = in_words({"anyOf": schema["anyOf"]}) if "anyOf" in schema else ""
    told = with_text(without(schema, "$ref", "anyOf"), said)
    return {**told, "anyOf": [{"$ref": schema["$ref"]}]}


def with_listed_types(schema: Schema) -> Schema:
    """The schema with a list of types for an `anyOf` of types that say nothing else."""
    options = schema.get("anyOf", ())
    if not options or not all(isinstance(each, dict) and each.keys() == {"type"} for each in options):
        return schema
    return {"type": [each["type"] for each in options], **without(schema, "anyOf")}


def _value(value: Any) -> str:
    if isinstance(value, str) and value.strip():  # a blank one could not be seen
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
