"""A result as the text that the model reads."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import encodable
from toolkit.media import Block, blocks_of
from toolkit.types.dumping import Dumper

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from toolkit.types.rules import TypeRule

_encode: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def rendered(value: Any, rules: Sequence[TypeRule] = ()) -> str:
    """The text of a value: a str as it is, `text_for_llm()` where there is one, all else as JSON.

    Raises:
        UndumpableError: JSON cannot hold it.
        TypeError: Its `text_for_llm()` gives no text.
    """
    render = _SCALARS.get(type(value))
    if render is not None:
        return render(value)
    own = getattr(type(value), "text_for_llm", None)
    if callable(own):
        text = own(value)
        if not isinstance(text, str):
            message = f"text_for_llm() of {type(value).__name__} gave a {type(text).__name__}, not a text"
            raise TypeError(message)
        return encodable(str.__str__(text))
    if type(value) in {list, tuple} and any(isinstance(each, Block) for each in value):
        return encodable("\n".join(each.text_for_llm() for each in _all_blocks(value)))
    dumped = Dumper(rules).dump(value)
    return encodable(dumped if isinstance(dumped, str) and isinstance(value, str) else json_text(dumped))


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
        raise TypeError(message)
    return blocks


def _float(value: float) -> str:
    return repr(value) if math.isfinite(value) else "null"


_SCALARS: Final[dict[type, Callable[[Any], str]]] = {
    str: encodable,
    int: int.__repr__,
    float: _float,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
}
