"""Members of enums in the Literals of a model: pydantic takes them as members alone, although its schema has values."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

_SCALARS: Final = (str, int, float, type(None))
# What stands in a core schema and is none.
_OTHER: Final = frozenset({"default", "metadata", "serialization"})


def taking_values(core_schema: Any) -> Any:
    """The core schema, in which Literals and tags take the values of members as well; itself if there are none.

    Args:
        core_schema: Pydantic's core schema of a type, or what stands in one.
    """
    if isinstance(core_schema, list | tuple):
        made: Any = [taking_values(each) for each in core_schema]
        is_same = all(each is before for each, before in zip(made, core_schema, strict=True))
        return core_schema if is_same else type(core_schema)(made)
    if not isinstance(core_schema, dict):
        return core_schema
    schema: dict[str, Any] = core_schema
    kind = schema.get("type")
    is_schema = isinstance(kind, str)  # Else these are fields or choices by name, and one may be called "type".
    made = {name: each if is_schema and name in _OTHER else taking_values(each) for name, each in schema.items()}
    if any(made[name] is not each for name, each in schema.items()):
        schema = made
    return _REWRITTEN.get(kind, _as_it_is)(schema) if isinstance(kind, str) else schema


def _as_it_is(schema: dict[str, Any]) -> dict[str, Any]:
    return schema


def _literal(schema: dict[str, Any]) -> dict[str, Any]:
    """A Literal behind what gives it the member of a value."""
    members = _by_value(schema["expected"])
    if not members:
        return schema
    function = {"type": "no-info", "function": partial(_member, members)}
    return {"type": "function-before", "function": function, "schema": schema}


def _tagged_union(schema: dict[str, Any]) -> dict[str, Any]:
    """A union that is chosen from by a member, or by its value."""
    choices = schema["choices"]
    values = {value: choices[member] for (_, value), member in _by_value(choices).items()}
    return {**schema, "choices": {**values, **choices}} if values else schema


_REWRITTEN: Final = {"literal": _literal, "tagged-union": _tagged_union}


def _by_value(expected: Any) -> dict[tuple[type, Any], Any]:
    """The members among some values, by the class of their value and the value; pydantic knows those that are texts."""
    members = [each for each in expected if hasattr(type(each), "__members__") and not isinstance(each, str | int)]
    return {(type(each.value), each.value): each for each in members if isinstance(each.value, _SCALARS)}


def _member(members: dict[tuple[type, Any], Any], value: Any) -> Any:
    """The member that a value stands for; the value itself if it stands for none."""
    return members.get((type(value), value), value) if isinstance(value, _SCALARS) else value
