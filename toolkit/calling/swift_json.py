"""JSON text -> its value in a fraction of the time, where nothing speaks against taking msgspec's word for it."""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Raised, attempt
from toolkit.record import MISSING
from toolkit.schema.screening import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# Half surrogates, which msgspec may take, and colons in disguise.
_TELLING_ESCAPES: Final = re.compile(r"\\u(?:[dD]|003)")
# An integer may have 1000 digits. One of more has a digit at ten places in a row, if every hundredth is looked at.
_LONG: Final = 1000
_STRIDE: Final = 100
_LONG_NUMBER: Final = re.compile("[0-9]{10}")
_OBJECTS: Final = frozenset({dict})


def swift_value(text: str) -> Any:
    """The value of a JSON text, MISSING if the strict decoder has to decide.

    What is given is what the strict decoder gives, but that the depth is not tested: see `is_shallow`.
    """
    codec = _codec()
    if codec is None or ("\\" in text and _TELLING_ESCAPES.search(text)):
        return MISSING
    is_long = len(text) > _LONG
    if is_long and _LONG_NUMBER.search(text[::_STRIDE]):
        return MISSING
    decode, encode, errors = codec
    try:
        value = decode(text)
    except errors:
        return MISSING
    # msgspec keeps the last of two equal names. Then the value, written anew, has fewer colons than the text.
    colons = text.count(":")
    is_whole = (is_long and _least_names(value) == colons) or encode(value).count(b":") == colons
    return value if is_whole else MISSING


def _least_names(value: Any) -> int:
    """How many names stand in an object and in the objects of its arrays: all that the most common long texts have."""
    if type(value) is not dict:
        return 0
    lists = [each for each in value.values() if type(each) is list]
    return len(value) + sum(sum(map(len, each)) for each in lists if _OBJECTS.issuperset(map(type, each)))


@cache
def _codec() -> tuple[Callable[[str], Any], Callable[[Any], bytes], tuple[type[Exception], ...]] | None:
    """What decodes, what encodes, and what the first may raise; None where msgspec is not installed."""
    found = attempt(_msgspec_codec)
    return None if isinstance(found, Raised) else found


def _msgspec_codec() -> tuple[Callable[[str], Any], Callable[[Any], bytes], tuple[type[Exception], ...]] | None:
    import msgspec  # noqa: PLC0415 - loaded at the first dispatch, where it is installed

    decoder, encoder = msgspec.json.Decoder(), msgspec.json.Encoder()
    # Half surrogates raise UnicodeEncodeError.
    return decoder.decode, encoder.encode, (msgspec.DecodeError, UnicodeError, RecursionError)


_NONE: Final[Mapping[int, Sequence[int]]] = MappingProxyType({})


def is_shallow(value: Any, depth: int = MAX_DEPTH, passed: Mapping[int, Sequence[int]] = _NONE) -> bool:
    """Whether a JSON value nests no deeper than that.

    Args:
        value: The value.
        depth: How many levels there may be.
        passed: Arrays, by their id, whose items are known to be shallow, save those at some positions.
    """
    if not isinstance(value, dict | list):
        return True
    if depth == 0:
        return False
    if isinstance(value, dict):
        inner: Any = value.values()
    else:
        doubtful = passed.get(id(value))
        inner = value if doubtful is None else [value[at] for at in doubtful]
    for each in inner:  # noqa: SIM110 - a generator would take a frame more at every level
        if type(each) in _CONTAINERS and not is_shallow(each, depth - 1, passed):
            return False
    return True


_CONTAINERS: Final = frozenset({dict, list})
