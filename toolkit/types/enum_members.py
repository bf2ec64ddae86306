"""Members of enums in a model: some of them pydantic takes as members alone, although its schema has their values.

They are those in a Literal, and those whose value is no JSON: a date, a tuple.
"""

from __future__ import annotations

import json
from typing import Any, Final

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
    return _taking(list(filter(_is_own, schema["expected"])), schema)


def _enum(schema: dict[str, Any]) -> dict[str, Any]:
    """An enum behind what gives it the member of a value, where pydantic would not find one that JSON can write."""
    members = schema["members"]
    return schema if all(map(_is_scalar, members)) else _taking(members, schema)


def _tagged_union(schema: dict[str, Any]) -> dict[str, Any]:
    """A union that is chosen from by a member, or by its value."""
    choices = schema["choices"]
    values = {member.value: choices[member] for member in choices if _is_own(member) and _is_scalar(member)}
    return {**schema, "choices": {**values, **choices}} if values else schema


_REWRITTEN: Final = {"literal": _literal, "tagged-union": _tagged_union, "enum": _enum}


def _taking(members: list[Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema behind what gives it the member of a value; itself if there are none."""
    if not members:
        return schema
    # A text that is the value of one member does not stand for the date of another.
    known = {_written(member.value): member for member in sorted(members, key=_is_scalar)}
    function = {"type": "no-info", "function": lambda value: known.get(_written(value), value)}
    return {"type": "function-before", "function": function, "schema": schema}


def _is_own(value: Any) -> bool:
    """Whether it is a member that pydantic does not know by its value, as it knows those that are texts."""
    return hasattr(type(value), "__members__") and not isinstance(value, str | int)


def _is_scalar(member: Any) -> bool:
    return isinstance(member.value, str | int | float | None)


def _written(value: Any) -> str:
    """A value as the JSON that pydantic's schema has of it."""
    from pydantic_core import to_jsonable_python  # noqa: PLC0415 - loaded already: the type is made by it

    return json.dumps(to_jsonable_python(value, serialize_unknown=True), sort_keys=True)
