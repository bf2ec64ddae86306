"""The entries of a parameter section, and the text of a Returns section, as Google and NumPy style write them.

An entry is recognised by its indentation: what stands deeper belongs to it, colons or not.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import TYPE_CHECKING, Final

from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_OPEN: Final = "([{"
_CLOSE: Final = ")]}"
# `*args`, **kwargs and \*args are names in dress.
NAME_DRESS: Final = "`'\"*\\"
# reST takes `type_` for a reference, so some write `type\_`.
_NAME: Final = r"[`'\"*\\]*[^\W\d](?:\w|\\_)*(?:\.\w+)*[`'\"*]*"
# Several names may share a text: `x, y`, `x / y`, `x and y`.
_JOINT: Final = r"(?:[ \t]*[,/&][ \t]*|[ \t]+(?:and|or)[ \t]+)"
# Some repeat the default behind the name: `unit="c"`.
DEFAULT: Final = r"""[ \t]*=[ \t]*(?:'[^'\n]*'|"[^"\n]*"|[^\s:=]+)"""
# What an entry begins with: a bullet, a number or a field's role perhaps, and the names that it documents.
_NAMES: Final = re.compile(
    rf"(?P<prefix>(?:[-+•*]|\d+[.)])[ \t]+|[:@]\w+[ \t]+)?(?P<names>{_NAME}(?:{_JOINT}{_NAME})*)(?:{DEFAULT})?",
)
# After the name and its type: a colon (that of Chinese and Japanese too), perhaps as bold as the name is, a dash
# between blanks, or nothing more.
_MARK: Final = re.compile(
    r"[`'\"*]*(?:(?P<gap>[ \t]*)(?P<colon>[:\uff1a])(?!:)(?:\*+(?=\s))?"
    r"|[ \t]+(?P<dash>[-\u2013\u2014]{1,2})(?=\s)"
    r"|[ \t]*(?P<end>(?=\n)|\Z))"
)
_AFTER_WORD: Final = re.compile(r"[\s,]")
# What may be a type without brackets: a word that is not, as in "count matters: text", begins no entry.
_LIKE_TYPE: Final = re.compile(r"[A-Z]|(?:int|str|float|bool|list|dict|tuple|set|bytes)\b")
# A name and its type in one pair of quotes: `` `count: int = 1` ``.
_QUOTED_WITH_TYPE: Final = re.compile(r"\A([-+•*][ \t]+)?`(\w+)[ \t]*:[ \t]*([^`\n]+)`")
# What some write behind a type in brackets: (int) = 1, (int) [required].
_BEHIND_TYPE: Final = re.compile(rf"\A(?:{DEFAULT}|[ \t]*\[[^\]\n]*\])")
# A name with two stars, alone or among others.
_MORE: Final = re.compile(r"(?:^|[\s,`'\"])(?:\\?\*){2}\w+[`'\"]*(?:\s*,|$)")
# What joins the words of a type: "list of str", "int | None", "int, optional".
_BETWEEN_TYPES: Final = re.compile(r" ?\| ?| or |, ?| of ")
_TYPE_WORD: Final = re.compile(r"[`~:\"']*\w+(?:\.\w+)*[`\"']*|default\b.*")
# The most words that a type has, what stands in round brackets left out: "int or sequence of ints, optional".
_WORDS_OF_TYPES: Final = 6
# How one of several results begins: "name: " or "name (type): ".
_FURTHER_ENTRY: Final = re.compile(r"^\w+(?: ?\([^()\n]*\))?: ", re.MULTILINE)


class Entry(Record):
    """The names that one entry documents, and their text; no names for prose before the first entry."""

    names: tuple[str, ...]
    text: str


class _Head(Record):
    """What stands before the text of an entry.

    Attributes:
        form: How it is written: its bullet, its quotes, and its mark.
        mark: What ends it: ":", "-", "" for the end of the line, "tight" for a colon without a blank.
        names: The documented names, without stars and quotes.
        takes_more: Whether one is the name of a `**kwargs`.
        is_typed: Whether a type in brackets stands behind the name.
        has_gap: Whether the colon stands apart, as in NumPy's `name : type`.
        rest: What follows.
    """

    form: tuple[str, str, str]
    mark: str
    names: tuple[str, ...]
    takes_more: bool
    is_typed: bool
    has_gap: bool
    rest: str


def entries(lines: Sequence[str], known: Collection[str], *, numpy: bool = False) -> list[Entry]:
    """The entries of a parameter section, in order.

    Args:
        lines: The section without its title.
        known: Names of the real parameters.
        numpy: What follows the colon is a type, and the text stands below.
    """
    found = list(_entries(lines, known, numpy=numpy))
    return [entry for _, entry in found] + [each for head, _ in found if head for each in _nested(head, known)]


def _entries(lines: Sequence[str], known: Collection[str], *, numpy: bool) -> Iterator[tuple[_Head | None, Entry]]:
    """The entries of a section, each with what stands before its text."""
    head: _Head | None = None
    texts: list[str] = []
    form = None
    for block in paragraphs(lines):
        text = cleandoc("\n".join(block))
        begun = _head(text) or (_numpy_head if numpy else _google_head)(text, known)
        if begun is not None and _is_entry(begun, known, form, numpy=numpy):
            yield from _made(head, texts)
            head, texts, form = begun, [_text(begun, numpy=numpy)], form or begun.form
        else:
            texts.append(text)
    yield from _made(head, texts)


def _made(head: _Head | None, texts: list[str]) -> Iterator[tuple[_Head | None, Entry]]:
    """The entry of a head and its texts; none of neither."""
    text = "\n".join(texts).strip()
    if head or text:
        yield head, Entry(head.names if head else (), text)


def paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    """Each line that is no deeper than the first, with the deeper and blank ones below it."""
    depth = -1
    block: list[str] = []
    for line in lines:
        deep = indentation(line) if line.strip() else None
        if deep is not None and depth < 0:
            depth = deep
        if deep is not None and deep <= depth and block:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def indentation(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip())


def bare_name(written: str) -> str:
    """A name without stars, quotes and backslashes."""
    return written.strip().strip(NAME_DRESS).replace("\\_", "_")


def is_entry_of(line: str, known: Collection[str], marks: Sequence[str] = (":", "-", "tight", "")) -> bool:
    """Whether a line documents a real parameter, with one of these marks behind the name."""
    head = _head(line.strip())
    return head is not None and head.mark in marks and any(name in known for name in head.names)


def looks_like_entry(line: str) -> bool:
    """Whether a line has the form of an entry, be it a name alone."""
    return _head(line.strip()) is not None


def _head(text: str) -> _Head | None:
    """What stands before the text of an entry; None if the text begins otherwise."""
    text = _QUOTED_WITH_TYPE.sub(r"\1`\2` (\3)", text, count=1) if "`" in text else text
    found = _NAMES.match(text)
    if found is None:
        return None
    rest = text[found.end() :]
    typed = rest.lstrip(" \t")
    is_typed = typed.startswith(("(", "[", "{"))
    end = _MARK.match(_BEHIND_TYPE.sub("", typed[_length_of_group(typed) :], count=1) if is_typed else rest)
    slip = typed.partition("\n")[0].find("):")
    if is_typed and slip > 0 and (end is None or not end["colon"]):
        end = _MARK.match(typed[slip + 1 :])  # as the type does not end where its brackets do
    if end is None:
        return None
    raw, rest = found["names"], end.string[end.end() :]
    is_tight = end["colon"] == ":" and rest[:1].strip()
    mark = "tight" if is_tight else ":" if end["colon"] else "-" if end["dash"] else ""
    return _Head(
        form=((found["prefix"] or "").lstrip("0123456789")[:1], raw[0] if raw[0] in "'\"" else "", mark),
        mark=mark,
        names=tuple(map(bare_name, re.split(_JOINT, raw))),
        takes_more=_MORE.search(raw) is not None,
        is_typed=is_typed,
        has_gap=bool(end["gap"]),
        rest=rest,
    )


def _numpy_head(text: str, known: Collection[str]) -> _Head | None:
    """The head of an entry for what is no name: `{row,col}_order : list of str`, `a, b, ... : int`.

    Or for the name of a parameter without a colon before its type: `count int`, `count, default None`.
    """
    first, newline, _ = text.partition("\n")
    written = _AFTER_WORD.split(first)[0]
    if written not in known:
        written = first.partition(" : ")[0]
    if not newline or written == first:
        return None
    rest = text[len(written) :]
    return _Head(("", "", ":"), ":", (written,), takes_more=False, is_typed=False, has_gap=True, rest=rest)


def _google_head(text: str, known: Collection[str]) -> _Head | None:
    """The head of an entry for a parameter with its type on either side: `count int: text`, `int count: text`."""
    written, _, rest = text.partition(":")
    first, _, behind = written.partition(" ")
    before, _, last = written.rpartition(" ")
    for name, kind in ((first, behind.strip("<>")), (last, before.strip("()"))):
        if name in known and _LIKE_TYPE.match(kind) and is_type(kind) and rest[:1].isspace():
            return _Head(("", "", ":"), ":", (name,), takes_more=False, is_typed=True, has_gap=False, rest=rest)
    return None


def _length_of_group(text: str) -> int:
    """How far the bracket that opens the text reaches; all of it if nothing closes it.

    Brackets of another kind in it need not balance: authors forget one in a long type.
    """
    kind = _OPEN.index(text[0])
    depths = _depths(text, _OPEN[kind], _CLOSE[kind])
    return next((at + 1 for at, sign, depth in depths if sign == _CLOSE[kind] and depth == 1), len(text))


def _depths(text: str, opening: str = _OPEN, closing: str = _CLOSE) -> Iterator[tuple[int, str, int]]:
    """Each character with its position and how many brackets are around it, itself counted."""
    depth = 0
    for at, sign in enumerate(text):
        depth += sign in opening
        yield at, sign, depth
        depth -= sign in closing and depth > 0


def _is_entry(head: _Head, known: Collection[str], form: tuple[str, str, str] | None, *, numpy: bool) -> bool:
    """Whether a line begins an entry; the name of no parameter does if it is written like the entry before it."""
    if any(name in known for name in head.names):
        return True
    if numpy:
        return head.mark == ":" or bool(head.rest.strip())
    return head.mark in {":", "-"} and form in {None, head.form}


def _text(head: _Head, *, numpy: bool) -> str:
    """The text of an entry, without the type that NumPy writes behind the colon."""
    first, _, below = head.rest.partition("\n")
    if head.mark == ":" and not head.is_typed:
        if below and (numpy or (head.has_gap and is_type(first))):
            return head.rest.strip() if _goes_on(first, below) else below
        if numpy and is_type(first):
            return ""
    return head.rest.strip()


def _goes_on(first: str, below: str) -> bool:
    """Whether a line is the beginning of a sentence that goes on below it, and too long for a type."""
    return below[0].islower() and len(re.sub(r"\([^()]*\)", "", first).split()) > _WORDS_OF_TYPES


def _nested(head: _Head, known: Collection[str]) -> list[Entry]:
    """The entries for real parameters that stand in the text of a `**kwargs`."""
    below = head.rest.partition("\n")[2]
    if not (head.takes_more and below):
        return []
    inner = _entries(below.split("\n"), known, numpy=False)
    return [entry for _, entry in inner if any(name in known for name in entry.names)]


def is_type(text: str) -> bool:
    """Whether a text reads as a type: `list[str] | None`, `int, optional`, `list of str`."""
    bare = "".join("_" if sign in _OPEN else sign for _, sign, depth in _depths(text) if depth == (sign in _OPEN))
    return all(_TYPE_WORD.fullmatch(word) for word in _BETWEEN_TYPES.split(bare.strip()))


def returned(lines: Sequence[str], *, numpy: bool = False) -> str:
    """The text of a Returns section, without types."""
    blocks = [cleandoc("\n".join(block)).partition("\n") for block in paragraphs(lines)]
    if not (numpy and any(below for _, _, below in blocks)):
        text = _without_type(cleandoc("\n" + "\n".join(lines)))
        return "" if numpy and is_type(text) else text
    several = len(blocks) > 1
    return "\n".join(_named_text(first, below, several=several) for first, _, below in blocks)


def _named_text(first: str, below: str, *, several: bool) -> str:
    """One of the entries of NumPy's Returns; its name is kept where it tells several results apart."""
    name, colon, _ = first.partition(" : ")
    return f"{name}: {below}" if several and colon else below or first


def _without_type(text: str) -> str:
    """What Google writes under Returns, without `type:` before it; names of several results are no types."""
    first = text.partition("\n")[0]
    colon = next((at for at, sign, depth in _depths(first) if sign == ":" and not depth), -1)
    rest = text[colon + 1 :]
    if colon < 0 or rest[:1].strip() or not is_type(first[:colon]) or _FURTHER_ENTRY.search(rest):
        return text
    return cleandoc(rest)
