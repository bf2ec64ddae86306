"""The commonest docstring, read straight: prose, then Args, Returns and Raises as Google's style guide has them.

Finding the sections of any style takes 55 us for two parameters, this 9. So it reads what nobody could read in
another way, and leaves everything else: it finds what the reader of all styles would find, or nothing.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import TYPE_CHECKING, Final

from toolkit.reading.docstring_entries import indentation

if TYPE_CHECKING:
    from collections.abc import KeysView

    Plain = tuple[str, dict[str, str], str]

_TITLES: Final = ("Args", "Returns", "Raises")
_SECTIONS: Final = re.compile(rf"\n({'|'.join(_TITLES)}):(?=\n)")
# "name: text" or "name (list[str]): text", with no deeper brackets.
_ENTRY: Final = re.compile(r"^( +)([^\W\d]\w*)(?: \((?:[^()\[\]{}]|\[[^()\[\]{}]*\])*\))?: (\S.*)$", re.MULTILINE)
_GAP: Final = re.compile(r"\n\s*\n")
_FIELD: Final = re.compile(r"\n +[:@]")
# What may be the entry of a parameter without a title above: "- name: text", "`name` (int) -- text".
_LISTED: Final = re.compile(r"^(?:[-*+•] )?[`*'\"]*(\w++)[`*'\"]*(?: ?\([^)\n]*\))?(?: ?:| --?)\s", re.MULTILINE)
_FLUSH: Final = re.compile(r"\n[^ \n]")


def plain_docstring(text: str, known: KeysView[str], marker: re.Pattern[str]) -> Plain | None:
    """Description, texts by parameter, and what is returned, if all is written as plainly as that; else None.

    Args:
        text: The docstring.
        known: Names of the real parameters.
        marker: What a line begins with that may open a section or a field in some style.
    """
    prose, *parts = _SECTIONS.split(f"\n{text}")
    sections = {title: body[1:].rstrip("\n") for title, body in zip(parts[::2], parts[1::2], strict=True)}
    if not parts or 2 * len(sections) < len(parts) or _is_odd(text):
        return None
    if not is_prose(prose) and (marker.search(prose) or ("Args" not in sections and lists_names(prose, known))):
        return None
    if not (all(map(_is_inside, sections.values())) and known.isdisjoint(_TITLES)):
        return None
    found = _entries(sections["Args"], known) if "Args" in sections else {}
    returns = _dedented(sections["Returns"]) if "Returns" in sections else ""
    # What stands before a colon may be a type.
    if found is None or ":" in returns:
        return None
    prose = prose.strip()
    parameters = {name: found[name] for name in known if name in found}
    return (_GAP.sub("\n\n", prose) if "\n" in prose else prose, parameters, returns)


def is_prose(text: str) -> bool:
    """Whether no line of a text can open a section or a field in any style: that takes a sign, or a deeper line."""
    return not (any(map(text.__contains__, _SIGNS)) or _is_underlined(text) or _DEEPER.search(text))


# Those of titles, fields and entries, a colon as wide as a Chinese letter among them.
_SIGNS: Final = (*":@#*\uff1a", " - ")
_DEEPER: Final = re.compile(r"\n[^\S\n]")


def lists_names(text: str, known: KeysView[str]) -> bool:
    """Whether lines of a text may be entries of two parameters or more."""
    return len({*_LISTED.findall(text)} & known) > 1


def _is_underlined(text: str) -> bool:
    """Whether a line may stand below a title, as NumPy has it."""
    # To look for one sign takes a tenth of looking for two in a row.
    return ("-" in text and "--" in text) or ("=" in text and "==" in text) or ("~" in text and "~~" in text)


def _is_odd(text: str) -> bool:
    """Whether there is anything in it that some style, or some other width of a blank, may give a meaning.

    Code blocks are of that kind, and underlines.
    """
    is_marked = _is_underlined(text) or ("`" in text and "```" in text)
    return is_marked or not text.replace("\n", "").isprintable() or _FIELD.search(text) is not None


def _is_inside(body: str) -> bool:
    """Whether all lines of a section stand deeper than its title, the first right below it, without blanks behind."""
    is_filled = body[:1] == " " and not body.partition("\n")[0].isspace() and body[-1] != " "
    return is_filled and _FLUSH.search(body) is None


def _dedented(body: str) -> str:
    """A section without the indentation that its lines have in common."""
    return cleandoc(f"\n{body}") if "\n" in body else body.strip()


def _entries(body: str, known: KeysView[str]) -> dict[str, str] | None:
    """The text of each parameter; None if a line is neither the entry of one nor deeper than the entries."""
    lines = _ENTRY.findall(body)
    texts = {name: text.strip() for depth, name, text in lines if depth == lines[0][0]}
    if len(texts) <= body.count("\n"):
        return _entries_of_lines(body.split("\n"), known)
    return texts if texts.keys() <= known else None


def _entries_of_lines(lines: list[str], known: KeysView[str]) -> dict[str, str] | None:
    """The same where some entries go on in deeper lines."""
    depth = indentation(lines[0])
    found: dict[str, list[str]] = {}
    texts: list[str] = []
    for line in lines:
        deep = indentation(line)
        if deep > depth or deep == len(line):
            texts.append(line)
            continue
        entry = _ENTRY.match(line)
        if deep < depth or entry is None or entry[2] not in known or entry[2] in found:
            return None
        texts = found[entry[2]] = [entry[3]]
    return {name: cleandoc("\n".join(each)).strip() for name, each in found.items()}
