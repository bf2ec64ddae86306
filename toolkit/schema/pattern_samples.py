"""A text that matches a plain pattern, for examples: what is proposed is tried before anybody sees it."""

from __future__ import annotations

import re
from typing import Final

# One character of a text, or what groups, parts or repeats them.
_ATOM: Final = re.compile(
    r"(?s)(?P<open>\((?:\?(?:[aiLmsux-]*:|P?<\w+>))?)|(?P<mark>[|^$]|\\[AZzbB])"
    r"|(?:(?P<close>\))|(?P<one>\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.))"
    r"(?:\{(?P<least>\d{1,3})(?:,\d*)?\}|(?P<often>[*+?]))?[?+]?"
)
_LETTERS: Final = "a1A-_. @/:+#" + "".join(map(chr, range(33, 127)))
_MAX_CHARS: Final = 64
_MAX_PATTERN_CHARS: Final = 200
# In a set, what a later version of Python may read otherwise: it warns.
_UNSURE: Final = re.compile(r"(?s).+(?:\[|--|&&|~~|\|\|)")


def text_of_pattern(pattern: str, least_chars: int = 0) -> str:
    r"""A short text that may match, built from the first choice everywhere; "" where the pattern is not plain.

    >>> text_of_pattern(r"^[A-Z]{3}-\d{4}$"), text_of_pattern(r"^(EUR|USD) [1-9]\d*$"), text_of_pattern(r"^\w+$", 3)
    ('AAA-1111', 'EUR 1', 'aaa')

    Args:
        pattern: The pattern.
        least_chars: How long the text has to be at least; what may be repeated is.
    """
    if len(pattern) > _MAX_PATTERN_CHARS:
        return ""
    found = _built(pattern, 0)
    return found if len(found) >= least_chars else _built(pattern, least_chars - len(found))


def _built(pattern: str, further: int) -> str:
    """The text, with what may be repeated without end so many times more."""
    groups = [""]
    is_done = [False]
    for atom in _ATOM.finditer(pattern):
        piece = ""
        if atom["open"]:
            groups.append("")
            is_done.append(False)
        elif atom["mark"]:
            is_done[-1] = is_done[-1] or atom["mark"] == "|"
        elif atom["one"]:
            piece = _letter(atom["one"])
        elif len(groups) > 1:
            piece = groups.pop()
            is_done.pop()
        if not is_done[-1]:
            groups[-1] = (groups[-1] + piece * _times(atom, further))[:_MAX_CHARS]
    return groups[0]


def _times(atom: re.Match[str], further: int) -> int:
    if atom["least"]:
        return int(atom["least"])
    often = atom["often"]
    return 1 + further if often == "+" else further if often == "*" else 0 if often == "?" else 1


def _letter(atom: str) -> str:
    """The plainest character that an atom of one stands for."""
    if len(atom) == 1 and atom != ".":
        return atom
    try:
        matches = None if _UNSURE.match(atom) else re.compile(atom).fullmatch
    except re.error:
        return ""
    return "" if matches is None else next(filter(matches, _LETTERS), "")
