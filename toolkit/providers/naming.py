"""Names of tools that a provider forbids, rewritten so that they are recognised on the way back."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from zlib import crc32

from toolkit.errors import DefinitionError

if TYPE_CHECKING:
    from collections.abc import Iterable


class NameRule:
    """Which names a provider takes.

    Args:
        characters: The characters allowed, as they stand in a class of a regular expression.
        longest: How many there may be.
        first: The characters that a name may begin with, if not all of them.

    >>> NameRule("A-Za-z0-9_-", 64).nearest("geo.search")
    'geo_search'
    """

    __slots__ = ("_first", "_fits", "_foreign", "longest")

    def __init__(self, characters: str, longest: int, *, first: str = "") -> None:
        self.longest = longest
        self._fits = re.compile(rf"[{first or characters}][{characters}]{{0,{longest - 1}}}")
        self._foreign = re.compile(rf"[^{characters}]")
        self._first = re.compile(rf"[{first or characters}]")

    def fits(self, name: str) -> bool:
        """Whether the provider takes the name as it is."""
        return self._fits.fullmatch(name) is not None

    def nearest(self, name: str) -> str:
        """A name that the provider takes and that reads alike: foreign characters become underscores."""
        plain = self._foreign.sub("_", name) or "_"
        return (plain if self._first.match(plain) else f"_{plain}")[: self.longest]

    def marked(self, name: str) -> str:
        """The nearest name with a digest of the whole one behind it."""
        return f"{self.nearest(name)[: self.longest - 9]}_{crc32(name.encode('utf-8', 'surrogatepass')):08x}"


# OpenAI API reference, chat.completions.create, tools[].function.name: "Must be a-z, A-Z, 0-9, or contain
# underscores and dashes, with a maximum length of 64."
SHORT: NameRule = NameRule("A-Za-z0-9_-", 64)
# Whatever a tool may be called here, which is what MCP takes (specification 2026-07-28, server/tools, Tool Names).
ANY_NAME: NameRule = NameRule("A-Za-z0-9_.-", 128)


def wire_names(names: Iterable[str], rule: NameRule) -> dict[str, str]:
    """What each name that the rule forbids is called instead; names that fit are left out.

    A name that fits keeps itself, so a rewritten one gets a digest where it would meet another.

    Raises:
        DefinitionError: Two names cannot be told apart even so.

    >>> wire_names(["geo.search", "add"], SHORT)
    {'geo.search': 'geo_search'}
    """
    known = dict.fromkeys(names)
    foreign = [name for name in known if not rule.fits(name)]
    if not foreign:
        return {}
    nearest = {name: rule.nearest(name) for name in foreign}
    claims = Counter(nearest.values())
    taken = known.keys() - set(foreign)
    found = {name: rule.marked(name) if near in taken or claims[near] > 1 else near for name, near in nearest.items()}
    for name, wire in found.items():
        if wire in taken:
            raise DefinitionError(
                f"its name becomes {wire!r}, which is another tool's", tool=name, cure="give it another name"
            )
        taken.add(wire)
    return found
