"""Pydantic's core schemas, mended so that they take what the JSON Schema says, and nothing else.

A member of an enum in a Literal, and one whose value is no JSON (a date, a tuple), pydantic takes as a member alone. As
a key of an object it takes no choice but texts, although every name is one. The items of an Iterable it takes whatever
they are, until they are asked for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from toolkit.record import EMPTY
from toolkit.types.keys import name_of_scalar
from toolkit.types.keywords import without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

# What stands in a core schema and says nothing of what is taken.
_OTHER: Final = frozenset({"computed_fields", "default", "metadata", "serialization"})


def parts_of(core_schema: Any) -> Iterator[dict[str, Any]]:
    """The core schema and all that is inside, each once: schemas, and fields or choices by name."""
    waiting = [core_schema]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, list | tuple):
            waiting.extend(each)
        elif isinstance(each, dict) and id(each) not in seen:
            seen.add(id(each))
            yield each
            waiting.extend(inner for name, inner in each.items() if name not in _OTHER or not _is_schema(each))


def holds_decimal(core_schema: Any) -> bool:
    """Whether a decimal is read somewhere, which needs the digits of a number."""
    return any(each.get("type") == "decimal" for each in parts_of(core_schema))


def has_nameless_field(core_schema: Any) -> bool:
    """Whether a field is found by a path alone, by AliasPath("names", 0): its JSON Schema shows the name in Python."""
    return any(_is_nameless(each.get("validation_alias")) for each in parts_of(core_schema))


def _is_nameless(alias: Any) -> bool:
    """Whether it is a path, or several; one of a single step is a name."""
    return isinstance(alias, list) and not any(isinstance(path, list) and len(path) == 1 for path in alias)


def _is_schema(part: dict[str, Any]) -> bool:
    """Whether it has a type of its own; else these are fields or choices by name, and one may be called "type"."""
    return isinstance(part.get("type"), str)


def taking_values(core_schema: Any, as_json: Callable[..., Any], around: Mapping[str, Any] = EMPTY) -> Any:
    """The core schema, in which members of enums are taken by value as well, and items of an Iterable are checked.

    It is the same one if nothing has to be mended.

    Args:
        core_schema: Pydantic's core schema of a type, or what stands in one.
        as_json: Gives the JSON that stands for a value in pydantic's schemas.
        around: The definitions of the schema that it stands in.
    """
    if isinstance(core_schema, list | tuple):
        made: Any = [taking_values(each, as_json, around) for each in core_schema]
        is_same = all(each is before for each, before in zip(made, core_schema, strict=True))
        return core_schema if is_same else type(core_schema)(made)
    if not isinstance(core_schema, dict):
        return core_schema
    schema: dict[str, Any] = core_schema
    kind, is_schema = schema.get("type"), _is_schema(schema)
    if kind == "definitions":
        around = {each["ref"]: each for each in schema["definitions"]}
    made = {
        name: each if is_schema and name in _OTHER else taking_values(each, as_json, around)
        for name, each in schema.items()
    }
    if is_schema and "keys_schema" in schema:
        made["keys_schema"] = _taking_names(schema["keys_schema"], made["keys_schema"], around)
    if any(made[name] is not each for name, each in schema.items()):
        schema = made
    if kind == "generator":
        return _checked_at_once(schema)
    if kind == "tagged-union":
        return _tagged_union(schema)
    members = _unknown(schema)
    return _taking(members, schema, as_json) if members else schema


def _checked_at_once(schema: dict[str, Any]) -> dict[str, Any]:
    """An iterator whose items are checked before it is made, not as somebody asks for them."""
    checked = {**schema, "type": "list"}
    named = {"ref": checked.pop("ref")} if "ref" in schema else {}
    return {"type": "chain", "steps": [checked, {"type": "generator"}], **named}


def _tagged_union(schema: dict[str, Any]) -> dict[str, Any]:
    """A union that is chosen from by a member, or by its value."""
    choices = schema["choices"]
    values = {member.value: choices[member] for member in choices if _is_own(member) and _is_scalar(member)}
    return {**schema, "choices": {**values, **choices}} if values else schema


def _unknown(schema: dict[str, Any]) -> list[Any]:
    """The members of a Literal or an enum, if pydantic does not find them all by what JSON has for them."""
    if schema.get("type") == "literal":
        return [each for each in schema["expected"] if _is_own(each)]
    members: list[Any] = schema["members"] if schema.get("type") == "enum" else []
    return [] if all(map(_is_scalar, members)) else members


def _is_own(value: Any) -> bool:
    """Whether it is a member that pydantic does not know by its value, as it knows those that are texts."""
    return hasattr(type(value), "_member_map_") and not isinstance(value, str | int)


def _is_scalar(member: Any) -> bool:
    return isinstance(member.value, str | int | float | None)


def _taking_names(keys: dict[str, Any], schema: dict[str, Any], around: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of keys behind what gives it the choice that a name stands for."""
    meant = around.get(keys.get("schema_ref", ""), keys)
    choices = meant.get("members", meant.get("expected", ()))
    values = [(choice, choice.value if _is_own(choice) else choice) for choice in choices]
    known = {name_of_scalar(each): choice for choice, each in values if isinstance(each, int | float | None)}
    texts = {each for _, each in values if isinstance(each, str)}
    if not known:
        return schema
    function = {"type": "no-info", "function": lambda name: name if name in texts else known.get(name, name)}
    return {"type": "function-before", "function": function, "schema": schema}


def _taking(members: list[Any], schema: dict[str, Any], as_json: Callable[..., Any]) -> dict[str, Any]:
    """The schema behind what gives it the member of a value."""

    def written(value: Any) -> str:
        return json.dumps(as_json(value, serialize_unknown=True), sort_keys=True)

    # A text that is the value of one member does not stand for the date of another.
    known = {written(member.value): member for member in sorted(members, key=_is_scalar)}
    function = {"type": "no-info", "function": lambda value: known.get(written(value), value)}
    # What a definition is referred to by belongs to the whole.
    named = {"ref": schema["ref"]} if "ref" in schema else {}
    return {"type": "function-before", "function": function, "schema": without(schema, "ref"), **named}
