"""Fields of pydantic that are found by a path alone, by AliasPath("names", 0), which is no name for a property."""

from __future__ import annotations

from typing import Any

from toolkit.types.core_schemas import parts_of


def has_nameless_field(core_schema: Any) -> bool:
    """Whether there is a field that no property is named after: its JSON Schema shows the name in Python.

    Args:
        core_schema: Pydantic's core schema of a type, with all that is inside.
    """
    return any(_is_nameless(each.get("validation_alias")) for each in parts_of(core_schema))


def _is_nameless(alias: Any) -> bool:
    """Whether a field is taken by a path, or by several; one of a single step is a name."""
    return isinstance(alias, list) and not any(isinstance(path, list) and len(path) == 1 for path in alias)
