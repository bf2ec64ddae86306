"""Hidden text: characters that a model reads and a person does not see.

Controls, marks of direction, characters without width and tags can carry instructions in a description, or
make two names look alike (Unicode Technical Standard 39, 5.4).
"""

from __future__ import annotations

import re
import unicodedata
from json.encoder import encode_basestring_ascii
from typing import Final

# C0 without tab, newline and return; DEL and C1; half surrogates; everything without a shape of its own.
_CONTROLS: Final = "\x00-\x08\x0b\x0c\x0e-\x1f"
_SHAPELESS: Final = (
    "\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff"
)
_HIDDEN: Final = f"[{_CONTROLS}{_SHAPELESS}]"
_SHAPELESS_ONLY: Final = f"[{_SHAPELESS}]"
# JSON writes these with a short escape, so that everybody sees them (RFC 8259, 7).
_ESCAPED: Final = frozenset("\b\f")

# Scripts whose letters join: there U+200C and U+200D decide how a word is written.
_JOINING: Final = (
    "[\u0600-\u07bf\u07ca-\u07fa\u0840-\u08ff\u0900-\u0df4\u1000-\u109f\u1780-\u17d3\u1807-\u18aa\ua840-\ua877\ua8e0-\ua8ff"
    "\ufb50-\ufdff\ufe70-\ufefc\U00011000-\U000114df]"
)
_SELECTORS: Final = "[\ufe00-\ufe0f]"
_SKIN_TONES: Final = "[\U0001f3fb-\U0001f3ff]"


def without_hidden(text: str, limit_chars: int | None = None) -> str:
    """The text without hidden characters, cut to a number of characters.

    >>> without_hidden("add\u200b two\u202e numbers")
    'add two numbers'
    """
    shown = text if text.isascii() and text.isprintable() else re.sub(_HIDDEN, _kept, text)
    if limit_chars is not None and len(shown) > limit_chars:
        return shown[: limit_chars - 1] + "…"
    return shown


def in_sight(text: str) -> str:
    """The text without characters that a terminal obeys or a reader cannot see; tabs and newlines stay."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text  # as most are
    return without_hidden(text).replace("\r", "")


def escaped_hidden(text: str) -> str:
    r"""The text with its hidden characters as JSON escapes them.

    >>> escaped_hidden("add\u200b")
    'add\\u200b'
    """
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_HIDDEN, lambda match: _kept(match) or encode_basestring_ascii(match[0])[1:-1], text)


def has_hidden_name(text: str) -> bool:
    """Whether a name has a hidden character, those apart that JSON writes with a short escape."""
    if text.isascii() and text.isprintable():
        return False
    return any(match[0] not in _ESCAPED and not _kept(match) for match in re.finditer(_HIDDEN, text))


def has_hidden_value(text: str) -> bool:
    """Whether a value has a hidden character, those apart that JSON always escapes."""
    return not text.isascii() and any(not _kept(match) for match in re.finditer(_SHAPELESS_ONLY, text))


def _kept(match: re.Match[str]) -> str:
    """The character where it belongs to the writing around it, else nothing."""
    text, place, character = match.string, match.start(), match[0]
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if re.match(_SELECTORS, character):
        return "" if not before or re.match(_HIDDEN, before) else character
    if character in "\u200c\u200d" and before and after:
        letters = bool(re.match(_JOINING, before) and re.match(_JOINING, after))
        emoji = character == "\u200d" and _is_emoji_part(before) and unicodedata.category(after) == "So"
        return character if letters or emoji else ""
    return ""


def _is_emoji_part(character: str) -> bool:
    kinds = (re.match(_SELECTORS, character), re.match(_SKIN_TONES, character), unicodedata.category(character) == "So")
    return any(kinds)
