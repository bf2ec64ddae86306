"""A result as the text that the model reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from toolkit.calling.cleaning import encodable
from toolkit.types.dumping import Dumper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.types.rules import TypeRule


def rendered(value: Any, rules: Sequence[TypeRule] = ()) -> str:
    """The text of a value: a str as it is, `text_for_llm()` where there is one, all else as JSON.

    Raises:
        UndumpableError: JSON cannot hold it.
    """
    if type(value) is str:
        return encodable(value)
    own = getattr(type(value), "text_for_llm", None)
    if callable(own):
        text = own(value)
        if not isinstance(text, str):
            message = f"text_for_llm() of {type(value).__name__} gave a {type(text).__name__}, not a text"
            raise TypeError(message)
        return encodable(text)
    dumped = Dumper(rules).dump(value)
    return encodable(dumped if isinstance(dumped, str) and isinstance(value, str) else json_text(dumped))


def json_text(value: Any) -> str:
    """A JSON value as text, non-ASCII characters kept."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
