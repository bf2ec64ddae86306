"""Text from outside, made fit to be read by a model, a log or a terminal."""

from __future__ import annotations

import re
from typing import Final

from toolkit.schema.wording import shortened
from toolkit.types.hidden import in_sight

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# Where an object lies in memory, as its repr says.
_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]{6,}")
# An absolute path of POSIX or Windows, and its last part.
_PATH: Final = re.compile(
    r"(?<![\w.:/\\])(?:~?/|[A-Za-z]:[\\/])(?:[^\s'\"<>:|*?/\\]{1,255}[\\/]){1,64}([^\s'\"<>:|*?/\\]{0,255})"
)
# A traceback ends with the line that is not indented: the exception itself, which stays.
_TRACEBACK: Final = re.compile(r"^[ |+-]*Traceback \(most recent call last\):.*$\n?", re.MULTILINE)
# A frame of a traceback, with the lines of code and of marks below it.
_FRAME: Final = re.compile(r'^[ |+-]*File "[^"\n]{1,1000}", line \d+.*$\n?(?:^[ |+-]{4,}.*$\n?)*', re.MULTILINE)
# How much of a text is looked at, as a multiple of what may stay of it.
_FACTOR: Final = 4


def encodable(text: str) -> str:
    """The text with half surrogates, which UTF-8 cannot hold, replaced by U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def visible(text: str) -> str:
    """The text without what a terminal obeys or a reader cannot see; U+FFFD stands for half surrogates."""
    return in_sight(encodable(text))


def spoken(text: str, limit_chars: int) -> str:
    """Text that somebody meant for the model: every word of it stays, up to the limit."""
    return shortened(visible(text[: _FACTOR * limit_chars]).strip(), limit_chars)


def cleaned(text: str, limit_chars: int) -> str:
    """The text of an exception without addresses, tracebacks and directories, at most so long.

    A path keeps its last part, which is what a model may have written itself.
    """
    text = text[: _FACTOR * limit_chars]
    if "File " in text or "Traceback" in text:
        text = _FRAME.sub("", _TRACEBACK.sub("", text))
    text = _ADDRESS.sub("", text)
    return shortened(visible(_PATH.sub(r"\1", text)).strip(), limit_chars)


class Beginning(str):
    """The beginning of a text, the rest of which was never made."""

    __slots__ = ()


def size_of(text: str) -> str:
    """How long a text is, as a note says it."""
    return f"{'more than ' if isinstance(text, Beginning) else ''}{len(text):,}"


def truncated(text: str, limit_chars: int) -> str:
    """The text, cut at the limit with a note that says how long it was."""
    if len(text) <= limit_chars:
        return text
    return f"{text[:limit_chars]}\n[truncated: first {limit_chars:,} of {size_of(text)} characters]"
