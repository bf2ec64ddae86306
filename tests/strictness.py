"""The rules of strict modes, written down from the providers' documentation, and held against a schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

OPENAI_FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
TEXTS = {"description"}
OF_TYPE = {
    "openai": {
        "string": {"enum", "pattern", "format"},
        "integer": {"enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"},
        "number": {"enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"},
        "boolean": {"enum"},
        "null": set(),
        "object": {"properties", "required", "additionalProperties"},
        "array": {"items", "minItems", "maxItems"},
    },
    "anthropic": {
        "string": {"enum", "pattern", "format"},
        "integer": {"enum"},
        "number": {"enum"},
        "boolean": {"enum"},
        "null": {"enum"},
        "object": {"properties", "required", "additionalProperties"},
        "array": {"items", "minItems"},
    },
}
PYTHON = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}


def strict_faults(schema: dict[str, Any], provider: str) -> list[str]:
    """What the API would refuse in a schema that says `strict`."""
    definitions = schema.get("$defs", {})
    bare = {keyword: value for keyword, value in schema.items() if keyword != "$defs"}
    faults = [] if bare.get("type") == "object" else ["the root is no object"]
    for path, each in (*walk(bare, ""), *(found for name, inner in definitions.items() for found in walk(inner, name))):
        faults += [f"{path}: {fault}" for fault in faults_of_one(each, definitions, provider)]
    if provider == "anthropic":
        faults += [f"{name} contains itself" for name in definitions if contains_itself(name, definitions)]
    return faults


def walk(schema: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each schema inside a schema, with its path."""
    yield path, schema
    inner = [
        *((f"{path}.{name}", each) for name, each in schema.get("properties", {}).items()),
        *((f"{path}|{at}", each) for at, each in enumerate(schema.get("anyOf", ()))),
        *([(f"{path}[]", schema["items"])] if "items" in schema else []),
    ]
    for place, each in inner:
        yield from walk(each, place)


def faults_of_one(schema: dict[str, Any], definitions: dict[str, Any], provider: str) -> Iterator[str]:
    """What is wrong with a schema, its inner ones aside."""
    if "$ref" in schema:
        if len(schema) > 1:
            yield "$ref cannot have keywords beside it"
        if schema["$ref"].removeprefix("#/$defs/") not in definitions:
            yield "a reference to nothing"
        return
    if "anyOf" in schema:
        yield from (f"{keyword} beside anyOf" for keyword in schema.keys() - {"anyOf"} - TEXTS)
        yield from faults_of_union(schema["anyOf"], definitions, provider)
        return
    types = schema.get("type")
    if types is None and not (provider == "anthropic" and "enum" in schema):
        yield "schema must have a 'type' key"
    names = types if isinstance(types, list) else [types] if types else ["string"]
    allowed = set().union(*(OF_TYPE[provider][name] for name in names))
    yield from (f"{keyword} is not permitted" for keyword in schema.keys() - allowed - TEXTS - {"type"})
    yield from faults_of_values(schema, types, provider)
    if types == "object":
        yield from faults_of_object(schema, provider)


def faults_of_values(schema: dict[str, Any], types: Any, provider: str) -> Iterator[str]:
    """What is wrong with keywords that may be there."""
    if schema.get("format", "date") not in OPENAI_FORMATS | ({"uri"} if provider == "anthropic" else set()):
        yield "not a valid format"
    if provider == "anthropic" and schema.get("minItems", 0) > 1:
        yield "minItems beyond 0 and 1"
    for value in schema.get("enum", ()):
        if isinstance(value, dict | list):
            yield "a complex value in an enum"
        elif types and not isinstance(value, PYTHON[types]):
            yield "an enum value of another type"
    if types == "array" and not isinstance(schema.get("items"), dict):
        yield "array schema missing items"


def faults_of_object(schema: dict[str, Any], provider: str) -> Iterator[str]:
    """What is wrong with an object."""
    if schema.get("additionalProperties") is not False:
        yield "additionalProperties must be false"
    required, names = schema.get("required"), [*schema.get("properties", {})]
    if not isinstance(required, list) or not set(required) <= set(names):
        yield "required must list properties"
    if provider == "openai" and sorted(required or []) != sorted(names):
        yield "required must have every key in properties"


def faults_of_union(options: list[dict[str, Any]], definitions: dict[str, Any], provider: str) -> Iterator[str]:
    """What is wrong with a union."""
    if not options:
        yield "anyOf is empty"
    bodies = [definitions[each["$ref"].removeprefix("#/$defs/")] if "$ref" in each else each for each in options]
    firsts = [next(iter(each["properties"].items()), None) for each in bodies if each.get("type") == "object"]
    if provider == "openai" and any(first in firsts[:at] for at, first in enumerate(firsts)):
        yield "objects provided via anyOf must not share identical first keys"


def contains_itself(name: str, definitions: dict[str, Any]) -> bool:
    """Whether a definition leads to itself."""
    seen: set[str] = set()
    pending = [name]
    while pending:
        for _, each in walk(definitions[pending.pop()], ""):
            found = each.get("$ref", "").removeprefix("#/$defs/")
            if found == name:
                return True
            if found and found not in seen:
                seen.add(found)
                pending.append(found)
    return False
