"""Definitions put where a schema refers to them, for dialects that know no `$ref`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import same_json
from toolkit.types.keywords import (
    DEFINITION_PREFIX,
    REMARKS,
    Schema,
    definition_names,
    leads_to_itself,
    unescaped,
    with_inner,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


# Definitions that double each other grow without end; a schema that would is left with its references.
MOST_SCHEMAS: Final = 5_000
DEEPEST: Final = 100


class _TooLargeError(Exception):
    """Putting definitions in place has made too much of them."""


def inlined(schema: Schema) -> Schema:
    """The schema with definitions put where they are referred to; those that contain themselves stay.

    >>> inlined({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}})
    {'properties': {'a': {'type': 'string'}}}
    """
    definitions = schema.get("$defs")
    if not isinstance(definitions, dict):
        return schema
    named = {name: definition_names(each) for name, each in definitions.items()}
    is_open = partial(leads_to_itself, named_in=lambda name: named.get(name, ()))
    bodies = {name: _plain(each) for name, each in definitions.items() if not is_open(name)}
    inliner = _Inliner(bodies)
    try:
        body = inliner.put_in_place(without(schema, "$defs"))
        kept = {name: inliner.put_in_place(each) for name, each in definitions.items() if name not in inliner.bodies}
    except _TooLargeError:
        return schema
    return {**body, "$defs": kept} if kept else body


def definition_named(schema: Mapping[str, Any]) -> str:
    """The name of the definition that a schema refers to, "" if it refers to none."""
    reference = schema.get("$ref")
    if not isinstance(reference, str) or not reference.startswith(DEFINITION_PREFIX):
        return ""
    return unescaped(reference.removeprefix(DEFINITION_PREFIX))


def in_place(body: Schema, reference: Schema) -> Schema:
    """A definition in the place of a reference to it, with what stands beside that.

    Both hold together (JSON Schema Core 2020-12, 8.2.3.1); a text beside the reference is nearer.

    >>> in_place({"minimum": 0, "title": "A"}, {"$ref": "#/$defs/A", "minimum": 3, "title": "B"})
    {'minimum': 0, 'title': 'B', 'allOf': [{'minimum': 3}]}
    """
    beside = without(reference, "$ref")
    apart = {keyword: value for keyword, value in beside.items() if not _agree(keyword, value, body)}
    if not apart:
        return {**body, **beside}
    made = {**body, **{keyword: value for keyword, value in beside.items() if keyword not in apart}}
    return {**made, "allOf": [*made.get("allOf", ()), apart]}


def _agree(keyword: str, value: Any, body: Schema) -> bool:
    return keyword not in body or keyword in REMARKS or same_json(value, body[keyword])


def _plain(schema: Any) -> Any:
    """A boolean schema as an object (JSON Schema Core 2020-12, 4.3.2)."""
    return {True: {}, False: {"not": {}}}[schema] if isinstance(schema, bool) else schema


class _Inliner:
    """Puts definitions in place, within bounds."""

    def __init__(self, bodies: Mapping[str, Any]) -> None:
        self.bodies = bodies
        self._made = self._depth = 0

    def put_in_place(self, schema: Any) -> Any:
        """The schema without references to the definitions.

        Raises:
            _TooLargeError: It grows beyond the bounds.
        """
        if not isinstance(schema, dict):
            return schema
        self._made += 1
        if self._made > MOST_SCHEMAS or self._depth > DEEPEST:
            raise _TooLargeError
        self._depth += 1
        made = with_inner(self._resolved(schema), self.put_in_place)
        self._depth -= 1
        return made

    def _resolved(self, schema: Schema) -> Schema:
        """The schema itself, or the definition that it refers to with what stands beside the reference."""
        passed = 0
        while isinstance(body := self.bodies.get(definition_named(schema)), dict):
            schema = in_place(body, schema)
            passed += 1
            if passed > DEEPEST:
                raise _TooLargeError
        return schema
