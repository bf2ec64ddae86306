"""Fields of pydantic that are found by a path alone, by AliasPath("names", 0), which is no name for a property."""

from __future__ import annotations

from typing import Any


def has_nameless_field(core_schema: Any) -> bool:
    """Whether there is a field that no property is named after: its JSON Schema shows the name in Python.

    Args:
        core_schema: Pydantic's core schema of a type, with all that is inside.
    """
    waiting = [core_schema]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        if not isinstance(each, dict | list | tuple) or id(each) in seen:
            continue
        seen.add(id(each))
        if not isinstance(each, dict):
            waiting.extend(each)
            continue
        alias = each.get("validation_alias")
        # One path, or several; one of a single step is a name.
        if isinstance(alias, list) and not any(isinstance(path, list) and len(path) == 1 for path in alias):
            return True
        waiting.extend(each.values())
    return False
