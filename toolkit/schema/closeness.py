"""The closest of some names to one that was written wrong."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

# Comparing is quadratic in the length and linear in the number of names; beyond these nobody is helped.
_MAX_CHARS: Final = 64
_MAX_NAMES: Final = 400
# How alike two names have to be, by the ratio of difflib.
_LIKENESS: Final = 0.6
# What models write around the name of a tool: tokens of their own or brackets behind it, a namespace before it.
_BEHIND: Final = r"(?s)(?:<\||\().*"
_NAMESPACE: Final = r"\.|__|/|:"


class Names:
    """Some names, made ready to find the closest of them again and again.

    Args:
        names: The names; the first four hundred are compared.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = list(names)[:_MAX_NAMES]

    def closest(self, written: str) -> str | None:
        """The name that was probably meant: equal but for case and separators, else similar; None without one."""
        if not self._names or not written or len(written) > _MAX_CHARS:
            return None
        meant = _folded(written)
        return self._known.get(meant) or self._similar(meant)

    @cached_property
    def _known(self) -> dict[str, str]:
        """The names by what is left of them without case and separators."""
        return {_folded(name): name for name in self._names if name and len(name) <= _MAX_CHARS}

    @cached_property
    def _by_letters(self) -> dict[str, str]:
        """The names by their letters in order: two that are swapped are a common slip."""
        known = self._known
        # The first of several counts, so it is put in last.
        return {"".join(sorted(folded)): known[folded] for folded in reversed(known)}

    @cached_property
    def _letters(self) -> list[tuple[str, frozenset[str]]]:
        """The folded names with the letters of each."""
        return [(folded, frozenset(folded)) for folded in self._known]

    def _similar(self, meant: str) -> str | None:
        likely = [
            folded
            for folded, letters in self._letters
            if not letters.isdisjoint(meant) and _may_be_alike(meant, folded, letters)
        ]
        if not likely:
            return None
        swapped = self._by_letters.get("".join(sorted(meant)))
        if swapped is not None:
            return swapped
        from difflib import get_close_matches  # noqa: PLC0415 - dear at start, and few names come so near

        near = get_close_matches(meant, likely, 1, _LIKENESS)
        return self._known[near[0]] if near else None


def closest(written: str, names: Iterable[str]) -> str | None:
    """The closest of some names; `Names` serves better for more than one search.

    >>> closest("fromCity", ["to_city", "from_city"])
    'from_city'
    """
    return Names(names).closest(written)


def close_tool_names(written: str, names: Iterable[str]) -> list[str]:
    """At most three names of tools that a model may have meant: the one that it says, else those that look like it.

    >>> close_tool_names("functions.GET_WEATHER", ["get_weather", "add"])
    ['get_weather']
    """
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(_folded(name), name)
    bare = re.sub(_BEHIND, "", written)
    for said in (written, bare, re.split(_NAMESPACE, bare)[-1]):
        if _folded(said) in known:
            return [known[_folded(said)]]
    from difflib import get_close_matches  # noqa: PLC0415 - dear at start, and most names are right

    return [known[each] for each in get_close_matches(_folded(bare), known, 3, _LIKENESS)]


def _may_be_alike(written: str, name: str, letters: frozenset[str]) -> bool:
    """Whether the ratio of difflib may reach the likeness, by a bound that costs a fraction of it.

    The ratio is twice the number of letters that match over the number of all: none matches that the other lacks.
    """
    matches = min(len(name), sum(map(written.count, letters)))
    return 2.0 * matches / (len(written) + len(name)) >= _LIKENESS


def _folded(name: str) -> str:
    folded = name.casefold()
    if folded.isalnum():
        return folded
    return "".join(character for character in folded if character.isalnum()) or name
