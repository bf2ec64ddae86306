"""Arrays for the dialects that demand `items` and pass over `prefixItems`.

OpenAI's API refuses others with "array schema missing items", Gemini's with "items: missing field".
"""

from __future__ import annotations

from typing import Any

from toolkit.descriptor import same_json
from toolkit.providers.spoken import in_words, with_text
from toolkit.record import MISSING
from toolkit.types.keywords import HOLDERS, Schema, with_inner, without


def with_items(schema: Any, *, in_words_too: bool = True) -> Any:
    """The schema whose arrays all have `items`, which say what the positions hold; in words too where these differ.

    The same arrays are valid before and after.

    Args:
        schema: A schema.
        in_words_too: Whether positions that differ are said in words too.

    >>> with_items({"type": "array", "prefixItems": [{"type": "number"}] * 2, "items": False, "minItems": 2})
    {'type': 'array', 'items': {'type': 'number'}, 'minItems': 2, 'maxItems': 2}
    """
    if not isinstance(schema, dict) or (schema.keys().isdisjoint(HOLDERS) and schema.get("type") != "array"):
        return schema
    made = with_inner(schema, lambda inner: with_items(inner, in_words_too=in_words_too))
    return with_own_items(made, in_words_too=in_words_too)


def with_own_items(schema: Schema, *, in_words_too: bool = True) -> Schema:
    """The schema with `items` if it is one of arrays; what stands inside it is left as it is."""
    positions = schema.get("prefixItems")
    if isinstance(positions, list) and positions:
        schema = _with_positions(schema, positions, in_words_too=in_words_too)
    if schema.get("type") == "array" and not isinstance(schema.get("items"), dict):
        is_empty = schema.get("items", MISSING) is False
        return {**schema, "items": {}, **({"maxItems": 0} if is_empty else {})}
    return schema


def _with_positions(schema: Schema, positions: list[Any], *, in_words_too: bool) -> Schema:
    """An array by position; of a closed one, the length says what `items: false` says."""
    made = dict(schema)
    if schema.get("items", MISSING) is False:
        # What a position is called, and what it is if it is left out, stands in `prefixItems`.
        made["items"] = _any_of(
            [without(each, "description", "default") if isinstance(each, dict) else each for each in positions]
        )
        made["maxItems"] = min(len(positions), schema.get("maxItems", len(positions)))
        if all(same_json(each, positions[0]) for each in positions):
            made["items"] = positions[0]
            del made["prefixItems"]
            return made
    return with_text(made, in_words({"prefixItems": positions})) if in_words_too else made


def _any_of(schemas: list[Any]) -> Any:
    """The schema of what fits one of these."""
    distinct: list[Any] = []
    for each in schemas:
        if not any(same_json(each, other) for other in distinct):
            distinct.append(each)
    return distinct[0] if len(distinct) == 1 else {"anyOf": distinct}
