"""The drafts of JSON Schema that are understood, and how the older ones read in 2020-12.

Each draft is a row: where schemas stand inside its schemas, which keywords it does not know, and what has
another name today (the release notes of each draft list these changes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError
from toolkit.record import Record
from toolkit.types.keywords import SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Draft(Record):
    """One draft.

    Attributes:
        name: Its name.
        unknown: Keywords of later drafts, which assert nothing in this one.
        arrays_in_items: Whether `items` may be an array, followed by `additionalItems`.
        dependencies: Whether `dependencies` is one keyword for two.
        lone_references: Whether `$ref` makes everything beside it void.
        recursive_references: Whether `$recursiveRef` stands for `$dynamicRef`.
    """

    name: str
    unknown: frozenset[str]
    arrays_in_items: bool = False
    dependencies: bool = False
    lone_references: bool = False
    recursive_references: bool = False


_PLACES: Final = SCHEMA_KEYWORDS | SCHEMA_LIST_KEYWORDS | SCHEMA_MAP_KEYWORDS | {"definitions"}
_SINCE_2020: Final = frozenset({"prefixItems", "$dynamicRef", "$dynamicAnchor"})
_SINCE_2019: Final = _SINCE_2020 | {
    "$anchor",
    "$defs",
    "$recursiveAnchor",
    "$recursiveRef",
    "$vocabulary",
    "contentSchema",
    "dependentRequired",
    "dependentSchemas",
    "maxContains",
    "minContains",
    "unevaluatedItems",
    "unevaluatedProperties",
}
_SINCE_7: Final = _SINCE_2019 | {"else", "if", "then"}
LATEST: Final = Draft("2020-12", frozenset({"additionalItems", "$recursiveRef", "$recursiveAnchor"}))
_DRAFTS: Final[Mapping[str, Draft]] = {
    "json-schema.org/draft/2020-12/schema": LATEST,
    "json-schema.org/draft/2019-09/schema": Draft(
        "2019-09", _SINCE_2020, arrays_in_items=True, recursive_references=True
    ),
    "json-schema.org/draft-07/schema": Draft(
        "draft 7", _SINCE_2019, arrays_in_items=True, dependencies=True, lone_references=True
    ),
    "json-schema.org/draft-06/schema": Draft(
        "draft 6", _SINCE_7, arrays_in_items=True, dependencies=True, lone_references=True
    ),
}


def draft_of(schema: Any, *, tool: str = "") -> Draft:
    """The draft that a schema names by `$schema`; 2020-12 if it names none.

    Raises:
        DefinitionError: It names another one.
    """
    named = schema.get("$schema") if isinstance(schema, dict) else None
    if named is None:
        return LATEST
    found = _DRAFTS.get(str(named).removeprefix("https://").removeprefix("http://").removesuffix("#"))
    if found is None:
        raise DefinitionError(
            f"the schema is written in {str(named)[:80]!r}, which is not understood",
            tool=tool,
            cure="write it in JSON Schema 2020-12 (2019-09 and drafts 6 and 7 are read as well)",
        )
    return found


def inner_places(schema: Mapping[str, Any], draft: Draft = LATEST) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The schemas directly inside a schema of that draft, each with the steps that lead to it."""
    for keyword, value in schema.items():
        if keyword in draft.unknown or not (keyword in _PLACES or _is_old_place(keyword, draft)):
            continue
        if isinstance(value, dict) and keyword not in SCHEMA_KEYWORDS and keyword != "additionalItems":
            # The names of `dependencies` beside schemas are no places.
            yield from (((keyword, name), each) for name, each in value.items() if not isinstance(each, list))
        elif isinstance(value, list):
            yield from (((keyword, str(index)), each) for index, each in enumerate(value))
        else:
            yield (keyword,), value


def _is_old_place(keyword: str, draft: Draft) -> bool:
    """Whether schemas stand in a keyword that has another name today."""
    return (keyword == "additionalItems" and draft.arrays_in_items) or (
        keyword == "dependencies" and draft.dependencies
    )


def as_latest(schema: dict[str, Any], draft: Draft) -> dict[str, Any]:
    """The schema in the words of 2020-12; the schemas inside it are translated already."""
    made = {keyword: value for keyword, value in schema.items() if keyword not in draft.unknown}
    if draft.arrays_in_items:
        _translate_items(made)
    if draft.dependencies:
        for name, needed in made.pop("dependencies", {}).items():
            keyword = "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
            made.setdefault(keyword, {})[name] = needed
    return made


def _translate_items(schema: dict[str, Any]) -> None:
    """Write arrays of `items` as `prefixItems`, and what follows them as `items`."""
    rest = schema.pop("additionalItems", None)
    if isinstance(schema.get("items"), list):
        schema["prefixItems"] = schema.pop("items")
        if rest is not None:
            schema["items"] = rest


def with_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, changed in place, with null among its values in place of `nullable` (OpenAPI 3.0.3, 4.7.24)."""
    if not isinstance(schema.get("nullable"), bool) or not schema.pop("nullable"):
        return schema
    if isinstance(schema.get("enum"), list) and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    union = next((each for each in ("anyOf", "oneOf") if isinstance(schema.get(each), list)), None)
    types = schema.get("type", [])
    if union is not None:
        schema[union] = [*schema[union], _NULL]
    elif types:
        schema["type"] = list(dict.fromkeys([*([types] if isinstance(types, str) else types), "null"]))
    else:
        parts = {each: schema.pop(each) for each in ("$ref", "allOf") if each in schema}
        schema.update({"anyOf": [parts, _NULL]} if parts else {})
    return schema


_NULL: Final = {"type": "null"}
