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
# A name that is written wrong is nearer than this, and has no more letters too many or too few; one that is another
# name on purpose is not.
_SURE_LIKENESS: Final = 0.85
_MAX_SLIP: Final = 2
_MAX_OFFERED: Final = 3
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
            if not letters.isdisjoint(meant) and _may_be_alike(meant, folded, letters, _LIKENESS)
        ]
        if not likely:
            return None
        swapped = self._by_letters.get("".join(sorted(meant)))
        if swapped is not None:
            return swapped
        return next((self._known[near] for near in _matches(meant, likely)), None)


def closest(written: str, names: Iterable[str]) -> str | None:
    """The closest of some names; `Names` serves better for more than one search.

    >>> closest("fromCity", ["to_city", "from_city"])
    'from_city'
    """
    return Names(names).closest(written)


def advice(written: str, names: Iterable[str], otherwise: str = "") -> str:
    """What to say of a name that is none: which was probably meant, else what is to be said without one.

    >>> advice("citi", ["city", "days"])
    "did you mean 'city'?"
    """
    near = closest(written, names)
    return otherwise if near is None else f"did you mean {near!r}?"


def surely_meant(written: str, names: Iterable[str]) -> str | None:
    """The name that was surely meant; one that has a name whole in it, "openai-mine", is a name of its own."""
    known = {_folded(name): name for name in names}
    meant = _folded(written)
    if meant in known or any(name in meant for name in known):
        return known.get(meant)
    # `on_tool_denied` is none of `on_tool_end`, though most of its letters are.
    likely = [
        name
        for name in known
        if abs(len(name) - len(meant)) <= _MAX_SLIP and _may_be_alike(meant, name, frozenset(name), _SURE_LIKENESS)
    ]
    return next((known[near] for near in _matches(meant, likely, _SURE_LIKENESS)), None)


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
    return [known[each] for each in _matches(_folded(bare), known)]


def _matches(written: str, names: Iterable[str], likeness: float = _LIKENESS) -> list[str]:
    """The names that are alike, the most alike first."""
    candidates = list(names)
    if not candidates:
        return []
    from difflib import get_close_matches  # noqa: PLC0415 - dear at start, and few names come so near

    return get_close_matches(written, candidates, _MAX_OFFERED, likeness)


def _may_be_alike(written: str, name: str, letters: frozenset[str], likeness: float) -> bool:
    """Whether the ratio of difflib may reach a likeness, by a bound that costs a fraction of it.

    The ratio is twice the number of letters that match over the number of all: none matches that the other lacks.
    """
    matches = min(len(name), sum(map(written.count, letters)))
    return 2.0 * matches / (len(written) + len(name)) >= likeness


def _folded(name: str) -> str:
    folded = name.casefold()
    if folded.isalnum():
        return folded
    return "".join(character for character in folded if character.isalnum()) or name
