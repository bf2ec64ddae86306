"""Keywords of foreign schemas that say nothing: serialisers write null for what they have no value for."""

from __future__ import annotations

from typing import Any, Final

from toolkit.types.keywords import with_inner

# Null is a value of these.
_VALUES: Final = frozenset({"const", "default", "example"})


def without_absent(schema: Any) -> Any:
    """The schema without keywords that are null, for JSON Schema 2020-12 knows no such value of theirs.

    >>> without_absent({"type": "object", "properties": {"a": {"default": None}}, "required": None})
    {'type': 'object', 'properties': {'a': {'default': None}}}
    """
    if not isinstance(schema, dict):
        return schema
    said = {keyword: value for keyword, value in schema.items() if value is not None or keyword in _VALUES}
    # Drafts before 2019-09 call "$defs" so.
    definitions = said.get("definitions")
    if isinstance(definitions, dict):
        said["definitions"] = {name: without_absent(each) for name, each in definitions.items()}
    return with_inner(said, without_absent)
