"""The text of a value that is JSON as it stands, made without a look at the type table.

Most tools give numbers, texts and small dicts of them; a dumper that asks the table for each costs them ten times
what writing the text costs.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import encodable
from toolkit.types.rules import registered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from toolkit.types.rules import TypeRule

# Larger values gain little, and are bounded by the dumper.
_MAX_VALUES: Final = 1000
_MAX_DEPTH: Final = 16
_NAMES: Final = frozenset({str})
_SCALARS: Final = frozenset({str, int, float, bool, type(None)})


def plain_text(value: Any, rules: Sequence[TypeRule] = ()) -> str | None:
    """The text of a str, number, bool or None, or of small dicts and lists of them; None for anything else.

    >>> plain_text({"depth": 12.5, "tags": ["cold"]})
    '{"depth": 12.5, "tags": ["cold"]}'

    Args:
        value: What a tool gave.
        rules: Rows that come before the type table; they, or registered ones, may be about dicts, lists and floats.
    """
    kind = type(value)
    if kind is int:
        try:
            return str(value)
        except ValueError:
            # Python does not write integers of more than 4300 digits.
            return None
    if kind is str:
        return value if value.isascii() else encodable(value)
    if kind is dict or kind is list:
        text = None if rules or registered() else _json_text(value)
        return text if text is None or text.isascii() else encodable(text)
    return _scalar_text(value, rules)


def object_text(value: Any) -> str | None:
    """The JSON text of a small dict of plain values, half surrogates and all; None for anything else."""
    return _json_text(value) if type(value) is dict else None


def _json_text(value: Any) -> str | None:
    try:
        return None if _room_after(value, _MAX_VALUES, _MAX_DEPTH) < 0 else "".join(_chunks(value, 0))
    except (ValueError, TypeError, RuntimeError):
        # A number that JSON does not have, or with too many digits; or another thread changes the value meanwhile.
        return None


def _scalar_text(value: Any, rules: Sequence[TypeRule]) -> str | None:
    # No class is asked whether it is among some: those of others may have no hash.
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if type(value) is not float or rules or registered():
        return None
    return repr(value) if math.isfinite(value) else "null"


def _room_after(value: Any, room: int, depth: int) -> int:
    """How many values there may be after those of a container; below 0 if they are too many, or no plain JSON."""
    room -= len(value)
    if room < 0:
        return room
    if type(value) is dict:
        if not _NAMES.issuperset(map(type, value)):
            return -1
        inner: Iterable[Any] = value.values()
    else:
        inner = value
    if _SCALARS.issuperset(map(type, inner)):
        return room
    for each in inner:
        kind = type(each)
        if kind in _CONTAINERS:
            room = _room_after(each, room, depth - 1) if depth else -1
        elif kind not in _SCALARS:
            return -1
        if room < 0:
            return room
    return room


def _chunk_writer() -> Callable[[Any, int], Iterable[str]]:
    """What `json.dumps(value, ensure_ascii=False, allow_nan=False)` uses, which it makes anew each time.

    CPython's own encoder costs as much to make as a small dict costs to write; elsewhere there may be none.
    """
    encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
    make: Any = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return lambda value, _: encoder.iterencode(value)
    how = (json.encoder.encode_basestring, None, encoder.key_separator, encoder.item_separator)
    sorts_keys, skips_keys, allows_nan = False, False, False
    write: Callable[[Any, int], Iterable[str]] = make(None, encoder.default, *how, sorts_keys, skips_keys, allows_nan)
    return write


_chunks: Final = _chunk_writer()
_CONTAINERS: Final = frozenset({dict, list})
