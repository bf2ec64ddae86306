"""Whether no value can fit two schemas, as far as their types and tags tell."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from toolkit.types.keywords import DEFINITION_PREFIX
from toolkit.types.metaschema import JSON_TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Comparing pairs is quadratic; a foreign union of more members is left to the general validator.
_MAX_MEMBERS: Final = 64


def json_type(value: Any) -> str:
    """The JSON type of a value; a number without a fraction is an integer (Validation 2020-12, 6.1.1)."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if value == value // 1 else "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list | tuple) else "object"


def fits_type(value: Any, named: str | Sequence[str]) -> bool:
    """Whether a value is of one of the types that `type` names."""
    names = (named,) if isinstance(named, str) else named
    found = json_type(value)
    return found in names or (found == "integer" and "number" in names)


def are_disjoint(schemas: list[Any], definitions: Mapping[str, Any]) -> bool:
    """Whether each value fits one of the schemas at most: by its type, or by a property that tags it."""
    if len(schemas) > _MAX_MEMBERS:
        return False
    shapes = [_resolved(schema, definitions) for schema in schemas]
    return all(_differ(one, other) for one, other in combinations(shapes, 2))


def _resolved(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """The schema, or what it refers to; whatever else it says only narrows that."""
    seen = set()
    while isinstance(schema, dict) and "$ref" in schema:
        name = schema["$ref"].removeprefix(DEFINITION_PREFIX)
        if name in seen:
            break
        seen.add(name)
        schema = definitions[name]
    return schema


def _differ(one: Any, other: Any) -> bool:
    """Whether the two share no value."""
    types = _types(one) & _types(other)
    if not types or isinstance(one, bool) or isinstance(other, bool):
        return not types
    return _values_differ(_values(one), _values(other)) or (types == {"object"} and _tagged_apart(one, other))


def _types(schema: Any) -> set[str]:
    """The types of the values that may fit; "integer" stands beside "number"."""
    if isinstance(schema, bool):
        return set(JSON_TYPES) if schema else set()
    named = schema.get("type", JSON_TYPES)
    types = {named} if isinstance(named, str) else set(named)
    if "number" in types:
        types.add("integer")
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    return types if values is None else types & {json_type(value) for value in values}


def _tagged_apart(one: Any, other: Any) -> bool:
    """Whether both demand a property whose values differ."""
    first, second = _demanded(one), _demanded(other)
    return any(_values_differ(_values(first[name]), _values(second[name])) for name in first.keys() & second.keys())


def _values_differ(first: tuple[Any, ...], second: tuple[Any, ...]) -> bool:
    """Whether both schemas list their values, and none is in both lists."""
    return bool(first and second) and not set(first) & set(second)


def _demanded(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schemas of the properties that must be there."""
    properties = schema.get("properties", {})
    return {name: properties[name] for name in schema.get("required", ()) if name in properties}


def _values(schema: Any) -> tuple[tuple[str, Any], ...]:
    """The scalars that a schema lists, each with its type; none if it lists anything else."""
    if not isinstance(schema, dict):
        return ()
    values = [schema["const"]] if "const" in schema else schema.get("enum", ())
    scalars = all(value is None or isinstance(value, str | int | float) for value in values)
    return tuple((json_type(value), value) for value in values) if scalars else ()
