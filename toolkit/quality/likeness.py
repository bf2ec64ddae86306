"""Rules on names and descriptions that a model may take for each other."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from toolkit.quality.inspection import singular, words
from toolkit.quality.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolkit.quality.inspection import Inspection

# Verbs that names of tools use for one and the same act, by the one that stands for all.
_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "add": ("create", "insert", "new"),
    "delete": ("drop", "erase", "remove"),
    "get": ("fetch", "load", "read", "retrieve"),
    "search": ("find", "lookup", "query"),
    "send": ("dispatch", "submit"),
    "update": ("change", "edit", "modify"),
}
_ACT_OF: Final = {verb: act for act, verbs in _ACTS.items() for verb in verbs}
# They tell versions apart, not tools.
_MARKS: Final = frozenset({"a", "an", "the", "tool", "function", "v", "old"})
# The share of their words that two descriptions have in common, and how many words make one.
_LIKENESS: Final = 0.8
_LEAST_WORDS: Final = 4


def different_names(inspection: Inspection) -> Iterator[Finding]:
    """Names that say the same in other words."""
    known: dict[tuple[str, ...], str] = {}
    for tool in inspection.tools:
        meaning = tuple(sorted(_meaning(tool.name)))
        other = known.setdefault(meaning, tool.name)
        if other != tool.name:
            cure = "let each name say what the other tool does not do, or make one tool of the two"
            yield Finding("N301", tool.name, "", f"means the same as {other}", cure)


def _meaning(name: str) -> set[str]:
    """What a name says, without number, order and choice of verb.

    >>> sorted(_meaning("fetchUsers_v2"))
    ['get', 'user']
    """
    said = [word for word in words(name) if not word.isdecimal() and word not in _MARKS]
    return {_ACT_OF.get(word, singular(word)) for word in said}


def telling_descriptions(inspection: Inspection) -> Iterator[Finding]:
    """Descriptions that differ in a word or two."""
    said = [(tool.name, words(tool.description)) for tool in inspection.tools]
    long = [(name, frozenset(each), each) for name, each in said if len(set(each)) >= _LEAST_WORDS]
    for (name, one, text), (later, other, later_text) in combinations(long, 2):
        shared = len(one & other) / len(one | other)
        if shared >= _LIKENESS and text != later_text:
            what = f"{shared:.0%} of the words that {name} says"
            yield Finding("N302", later, "description", what, "say first what sets it apart")
