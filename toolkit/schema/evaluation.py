"""Which members of a value a schema has evaluated (JSON Schema Core 2020-12, 11).

`unevaluatedProperties` and `unevaluatedItems` speak of the members that no other keyword has spoken of, in the
schema itself or in one that it applies to the same value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.schema.library import WORK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def evaluated(validator: Any, instance: Any, schema: Any, *, unevaluated: bool = False) -> set[Any]:
    """The names or indexes of the members that a schema has evaluated.

    Args:
        validator: The validator at work.
        instance: An object or array that the schema accepts.
        schema: The schema.
        unevaluated: Whether its own `unevaluatedProperties` and `unevaluatedItems` count.

    Raises:
        OutOfFuelError: The fuel is spent.
    """
    if not isinstance(schema, dict):
        return set()
    spoken_of: Any = _names if isinstance(instance, dict) else _indexes
    found = set(spoken_of(validator, instance, schema, unevaluated))
    for inner in _applied(validator, instance, schema):
        found |= evaluated(validator, instance, inner, unevaluated=True)
    return found


def accepts(validator: Any, instance: Any, schema: Any) -> bool:
    """Whether a schema accepts a value."""
    return next(validator.descend(instance, schema), None) is None


def other_names(instance: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """The names that `additionalProperties` speaks of (JSON Schema Core 2020-12, 10.3.2.3)."""
    work = WORK.get()
    work.spend_on_names(instance)
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", ())
    return [
        name for name in instance if name not in known and not any(work.matches(pattern, name) for pattern in patterns)
    ]


def _names(_: Any, instance: dict[str, Any], schema: Mapping[str, Any], unevaluated: bool) -> Iterable[str]:
    if "additionalProperties" in schema or (unevaluated and "unevaluatedProperties" in schema):
        WORK.get().spend_on_names(instance)
        return instance
    others = set(other_names(instance, schema))
    return [name for name in instance if name not in others]


def _indexes(validator: Any, instance: list[Any], schema: Mapping[str, Any], unevaluated: bool) -> Iterable[int]:
    WORK.get().spend_on_names(instance)
    if "items" in schema or (unevaluated and "unevaluatedItems" in schema):
        return range(len(instance))
    contained: list[int] = []
    if "contains" in schema:
        contained = [index for index, each in enumerate(instance) if accepts(validator, each, schema["contains"])]
    return [*range(len(schema.get("prefixItems", ()))), *contained]


def _applied(validator: Any, instance: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    """The schemas that a schema applies to the same value, as far as they accept it."""
    if "$ref" in schema:
        yield WORK.get().library.definition(schema["$ref"])
    for keyword in ("allOf", "anyOf", "oneOf"):
        yield from (inner for inner in schema.get(keyword, ()) if accepts(validator, instance, inner))
    if "if" in schema:
        holds = accepts(validator, instance, schema["if"])
        if holds:
            yield schema["if"]
        yield schema.get("then" if holds else "else", True)
    if isinstance(instance, dict):
        yield from (inner for name, inner in schema.get("dependentSchemas", {}).items() if name in instance)
