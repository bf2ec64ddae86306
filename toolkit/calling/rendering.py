"""A result as the text that the model reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import Beginning, encodable
from toolkit.calling.plain_json import plain_text
from toolkit.errors import MisuseError
from toolkit.media import Block, blocks_of, holds_blocks
from toolkit.types.dumping import Dumper, own_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.types.rules import TypeRule

_encode: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def rendered(value: Any, rules: Sequence[TypeRule] = (), max_chars: int | None = None) -> str:
    """The text of a value: a str as it is, `text_for_llm()` where there is one, all else as JSON.

    Args:
        value: The value.
        rules: Rows of the type table that are asked before all others.
        max_chars: How much of a JSON text is wanted: of a value that makes a longer one only the beginning is
            looked at, and the text is a Beginning. None: all of it.

    Raises:
        UndumpableError: JSON cannot hold it.
        TypeError: Its `text_for_llm()` gives no text.
    """
    plain = plain_text(value, rules)
    if plain is not None:
        return plain
    if callable(getattr(type(value), "text_for_llm", None)):
        return encodable(own_text(value))
    if holds_blocks(value):
        return encodable("\n".join(each.text_for_llm() for each in _all_blocks(value)))
    dumper = Dumper(rules, max_chars)
    dumped = dumper.dump(value)
    text = encodable(dumped if isinstance(dumped, str) and isinstance(value, str) else json_text(dumped))
    return text if dumper.room >= 0 else Beginning(text[:max_chars])


def json_text(value: Any) -> str:
    """A JSON value as text, non-ASCII characters kept."""
    return _encode(value)


def _all_blocks(values: Sequence[Any]) -> Sequence[Block]:
    """The blocks of a list that holds nothing else but text.

    Raises:
        TypeError: It does.
    """
    blocks = blocks_of(values)
    if len(blocks) != len(values):
        message = "a list with media blocks may hold blocks and texts only"
        raise MisuseError(message)
    return blocks
