"""What msgspec takes in a JSON text and the slower path refuses, or reads otherwise: found in the text itself."""

from __future__ import annotations

import re
from typing import Final

# How many levels arguments may have.
MAX_DEPTH: Final = 64
# One digit more than a number of arguments may have.
_LONG_NUMBER: Final = re.compile("[0-9]{1001}")


def has_surrogate(text: str) -> bool:
    """Whether a text escapes a surrogate, half a pair perhaps."""
    return "\\ud" in text or "\\uD" in text


def may_be_deep(text: str) -> bool:
    """Whether a text has so many brackets that its value may be too deep."""
    return text.count("[") + text.count("{") > MAX_DEPTH


def is_deep_or_long(text: str) -> bool:
    """Whether a text may be deeper, or have a longer number, than the slower path admits."""
    return may_be_deep(text) or _LONG_NUMBER.search(text) is not None


def has_name_twice(text: str, pairs: int) -> bool:
    """Whether a text may have more names than were decoded: msgspec keeps the last of two equal ones.

    Each pair has one colon. Where texts hold colons too, the colons that follow a quotation mark are counted,
    provided that none follows white space or an escaped quotation mark.
    """
    if text.count(":") == pairs:
        return False
    if text.count('":') != pairs:
        return True
    return '\\":' in text or " :" in text or "\n:" in text or "\t:" in text or "\r:" in text
