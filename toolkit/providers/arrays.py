"""Arrays for the dialects that demand `items` and pass over `prefixItems`.

OpenAI's API refuses others with "array schema missing items", Gemini's with "items: missing field".
"""

from __future__ import annotations

from typing import Any

from toolkit.descriptor import same_json
from toolkit.providers.spoken import in_words, with_inner, with_text
from toolkit.record import MISSING

Schema = dict[str, Any]


def with_items(schema: Any, *, in_words_too: bool = True) -> Any:
    """The schema whose arrays all have `items`, which say what the positions hold; in words too where these differ.

    The same arrays are valid before and after.

    >>> with_items({"type": "array", "prefixItems": [{"type": "number"}] * 2, "items": False, "minItems": 2})
    {'type': 'array', 'items': {'type': 'number'}, 'minItems': 2, 'maxItems': 2}
    """
    if not isinstance(schema, dict):
        return schema
    made = with_inner(schema, lambda inner: with_items(inner, in_words_too=in_words_too))
    positions = made.get("prefixItems")
    if isinstance(positions, list) and positions and made.get("items", MISSING) is False:
        return _with_positions(made, positions, in_words_too=in_words_too)
    if made.get("type") == "array" and not isinstance(made.get("items"), dict):
        is_empty = made.get("items", MISSING) is False
        made = {**made, "items": {}, **({"maxItems": 0} if is_empty else {})}
    return made


def _with_positions(schema: Schema, positions: list[Any], *, in_words_too: bool) -> Schema:
    """A closed tuple: its length says what `items: false` says."""
    distinct: list[Any] = []
    for each in positions:
        if not any(same_json(each, other) for other in distinct):
            distinct.append(each)
    rest = {keyword: value for keyword, value in schema.items() if keyword != "maxItems"}
    rest["items"] = distinct[0] if len(distinct) == 1 else {"anyOf": distinct}
    rest["maxItems"] = min(len(positions), schema.get("maxItems", len(positions)))
    if len(distinct) == 1:
        del rest["prefixItems"]
        return rest
    return with_text(rest, in_words({"prefixItems": positions})) if in_words_too else rest
