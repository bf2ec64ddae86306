"""Unions that pydantic chooses from by a tag, which has to be there even where the class has a default for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.types.keywords import Schema, all_schemas

if TYPE_CHECKING:
    from collections.abc import Iterator


def with_tags(schema: Schema) -> Schema:
    """Pydantic's schema, in which each member of a tagged union demands its tag; it is changed in place.

    A class that stands somewhere else as well keeps its default there, so that the union itself demands the tag.
    """
    definitions = schema.get("$defs", {})
    unions = list(_tagged_unions(schema))
    tagged = [id(member) for union, _ in unions for member in _members(union)]
    elsewhere = {each["$ref"] for each in all_schemas(schema) if "$ref" in each and id(each) not in tagged}
    for union, tag in unions:
        for member in _members(union):
            meant = definitions.get(str(member.get("$ref")).rpartition("/")[2], member)
            if tag in meant.get("required", ()):
                continue
            if member.get("$ref") in elsewhere or tag not in meant.get("properties", {}):
                union["required"] = [tag]
                continue
            meant["properties"][tag].pop("default", None)
            meant["required"] = [each for each in meant["properties"] if each in {tag, *meant.get("required", ())}]
        if "anyOf" in union:
            del union["discriminator"]
    return schema


def _tagged_unions(schema: Schema) -> Iterator[tuple[Any, str]]:
    """The unions with the name of their tag."""
    for each in all_schemas(schema):
        chosen_by: Any = each.get("discriminator")
        if isinstance(chosen_by, dict) and ("oneOf" in each or "anyOf" in each):
            yield each, chosen_by["propertyName"]


def _members(union: Schema) -> list[Any]:
    members: list[Any] = union["oneOf"] if "oneOf" in union else union["anyOf"]
    return members
