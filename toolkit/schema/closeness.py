"""The closest of some names to one that was written wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

# Comparing is quadratic in the length and linear in the number of names; beyond these nobody is helped.
_MAX_CHARS: Final = 64
_MAX_NAMES: Final = 400


def closest(written: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant: equal but for case and separators, else similar; None without one.

    >>> closest("fromCity", ["to_city", "from_city"])
    'from_city'
    """
    if not written or len(written) > _MAX_CHARS:
        return None
    known = {_folded(name): name for name in list(names)[:_MAX_NAMES] if name and len(name) <= _MAX_CHARS}
    meant = _folded(written)
    if meant in known:
        return known[meant]
    letters = sorted(meant)
    swapped = next((name for folded, name in known.items() if sorted(folded) == letters), None)
    return swapped or _similar(meant, known)


def _similar(meant: str, known: dict[str, str]) -> str | None:
    from difflib import get_close_matches  # noqa: PLC0415

    near = get_close_matches(meant, known, 1)
    return known[near[0]] if near else None


def _folded(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum()) or name
