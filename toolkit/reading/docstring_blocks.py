"""A docstring as blocks: prose, and the sections and fields of each style with where they begin and end.

A style's section is known by its title and its indentation, never by what its text looks like.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from toolkit.reading.docstring_entries import indentation, is_entry_of, looks_like_entry, paragraphs
from toolkit.reading.docstring_fields import field_from, is_other_tag
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from toolkit.reading.docstring_fields import Field

# What a section holds, by its title in small letters; "prose" stays in the description, titles and all.
SECTIONS: Final = {
    **dict.fromkeys(("args", "arguments", "params", "parameters"), "parameters"),
    **dict.fromkeys(("arg", "argument", "param", "parameter", "kwargs"), "parameters"),
    **{
        f"{which} {what}": "parameters"
        for which in ("keyword", "other", "required", "optional", "input")
        for what in ("args", "arguments", "params", "parameters")
    },
    **dict.fromkeys(("attributes", "attribute"), "attributes"),
    **dict.fromkeys(("returns", "return", "yields", "yield"), "returns"),
    **dict.fromkeys(("raises", "raise", "except", "exceptions", "warns"), "raises"),
    **dict.fromkeys(("note", "notes", "warning", "warnings", "caution", "tip", "hint", "important"), "prose"),
    **dict.fromkeys(("example", "examples", "usage", "see also", "references", "todo"), "prose"),
}
_EXAMPLES: Final = frozenset({"example", "examples", "usage"})
# What stands around a title: ## Args, **Args**, Args:
_DRESS: Final = "#*_: \t"
# What stands below a title in NumPy style.
_UNDERLINE: Final = re.compile(r"[ \t]*(?:-{2,}|={2,}|~{2,})[ \t]*")
# A title with text behind it: "Returns: The sum."
_INLINE: Final = re.compile(r"[ \t]*[*_]*(?P<title>[A-Z][a-z]+(?: [A-Z]?[a-z]+)?)[*_]*:[*_]*(?P<rest>[ \t]+\S.*)")
# A title of one word in whatever language: "Eingaben:"
_WORD: Final = re.compile(r"[ \t]*[*_#]*[ \t]*(?P<title>[^\W\d_]+)[*_]*[:\uff1a][*_]*[ \t]*")
_FENCE: Final = ("```", "~~~")


class Opening(Record):
    """The line that opens a section.

    Attributes:
        style: "google", "numpy", "rest" or "epydoc".
        kind: What the section holds, a value of SECTIONS or "field".
        indent: How deep its title stands.
        height: Of how many lines the title is.
        rest: What stands on the line of the title.
        field: The field, None for a section with a title.
    """

    style: str
    kind: str
    indent: int
    height: int = 1
    rest: str = ""
    field: Field | None = None


class Block(Record):
    """A run of lines that belong together; prose has no opening."""

    opening: Opening | None
    lines: Sequence[str]


def blocks(text: str, known: Collection[str], style: str) -> list[Block]:
    """The parts of a dedented docstring, in order.

    Args:
        text: The docstring.
        known: Names of the real parameters.
        style: The one style to look for, or "auto" for all.
    """
    return list(_Page(text.split("\n"), known, style).blocks())


def _documents_names(opening: Opening) -> bool:
    if opening.field is not None:
        return opening.field.role in {"param", "attribute"}
    return opening.kind in {"parameters", "attributes"}


class _Page:
    """The lines of a docstring, and where sections open in them."""

    def __init__(self, lines: list[str], known: Collection[str], style: str) -> None:
        self._lines, self._known, self._style = lines, known, style
        self._openings = {at: opening for at in self._outside_fences() if (opening := self._opening(at)) is not None}
        if self._reads("google") and not any(map(_documents_names, self._openings.values())):
            self._openings.update([*self._foreign_sections()] or self._untitled_section())
        self._depth = self._depth_of_sections()

    def blocks(self) -> Iterator[Block]:
        """The sections, and the prose between them."""
        at = start = further = 0
        while at < len(self._lines):
            opening = self._openings.get(at)
            # A field right after another is one, should it be a blank or two further in.
            is_section = opening and opening.kind != "prose" and (opening.indent <= self._depth or at == further)
            end = self._end(at, opening) if opening and is_section else at
            if opening and end > at:
                yield Block(None, self._lines[start:at])
                yield Block(opening, self._body(at, end, opening))
                start = end
                further = self._next_filled(end) if opening.field else 0
            at = max(end, at + 1)
        yield Block(None, self._lines[start:])

    def _outside_fences(self) -> Iterator[int]:
        """The lines that stand in no Markdown code block."""
        fences = [at for at, line in enumerate(self._lines) if line.lstrip().startswith(_FENCE)]
        start = 0
        for first, last in zip(fences[::2], fences[1::2], strict=False):
            yield from range(start, first)
            start = last + 1
        yield from range(start, len(self._lines))

    # Where a section begins

    def _opening(self, at: int) -> Opening | None:
        """The section that a line opens, should it stand at the depth of sections."""
        line = self._lines[at]
        if not line.strip():
            return None
        field = field_from(line, self._known)
        if field is not None:
            return Opening(field.style, "field", indentation(line), field=field) if self._reads(field.style) else None
        return self._titled(at, line) or self._inline(at, line)

    def _reads(self, style: str) -> bool:
        return self._style in {"auto", style}

    def _titled(self, at: int, line: str) -> Opening | None:
        """A title on a line of its own, underlined, with a colon, or as Markdown writes it."""
        title = line.strip(_DRESS)
        kind = SECTIONS.get(title.lower())
        if kind is None or title in self._known:
            return None
        if self._is_underlined(at) and self._reads("numpy"):
            return Opening("numpy", kind, indentation(line), height=2)
        has_mark = line.rstrip(" \t*_").endswith(":") or line.lstrip().startswith(("#", "**"))
        if self._reads("google") and (has_mark or (kind == "parameters" and self._is_above_entry(at))):
            return Opening("google", kind, indentation(line), height=1 + self._is_underlined(at))
        return None

    def _inline(self, at: int, line: str) -> Opening | None:
        """A title with text behind it; the first line of a docstring is its summary, whatever it looks like."""
        found = _INLINE.fullmatch(line)
        kind = SECTIONS.get(found["title"].lower()) if found else None
        if found is None or kind is None or at == 0 or not self._reads("google") or found["title"] in self._known:
            return None
        return Opening("google", kind, indentation(line), rest=found["rest"].strip())

    def _foreign_sections(self) -> Iterator[tuple[int, Opening]]:
        """Sections under another title, "Inputs:" or one in another language, with entries of parameters alone."""
        for at in self._outside_fences():
            found = _WORD.fullmatch(self._lines[at])
            if found is None or at in self._openings or found["title"] in self._known:
                continue
            parts = [*paragraphs([*self._deeper_lines(at)])]
            if parts and all(is_entry_of(part[0], self._known) for part in parts):
                yield at, Opening("google", "parameters", indentation(self._lines[at]))

    def _untitled_section(self) -> Iterator[tuple[int, Opening]]:
        """The blank line above entries of two parameters or more, unless a sentence announces them."""
        for at in self._outside_fences():
            before = next((line.rstrip() for line in reversed(self._lines[:at]) if line.strip()), ":")
            if not (self._lines[at].strip() or before.endswith(":") or self._is_listed(before)):
                flush = (line for line in self._lines[at + 1 :] if line.strip() and not indentation(line))
                if sum(1 for _ in takewhile(self._is_listed, flush)) > 1:
                    yield at, Opening("google", "parameters", 0)
                    return

    def _is_listed(self, line: str) -> bool:
        return is_entry_of(line, self._known, marks=(":", "-"))

    def _deeper_lines(self, at: int) -> Iterator[str]:
        """The lines below one that stand deeper, blank ones left out."""
        for line in self._lines[at + 1 :]:
            if line.strip() and indentation(line) <= indentation(self._lines[at]):
                return
            if line.strip():
                yield line

    def _is_above_entry(self, at: int) -> bool:
        """Whether the next line stands deeper and documents a parameter, so that a title needs no colon."""
        below = self._lines[at + 1] if at + 1 < len(self._lines) else ""
        return indentation(below) > indentation(self._lines[at]) and is_entry_of(below, self._known)

    def _is_underlined(self, at: int) -> bool:
        return at + 1 < len(self._lines) and _UNDERLINE.fullmatch(self._lines[at + 1]) is not None

    def _depth_of_sections(self) -> int:
        """How deep sections may stand: 0, or as deep as the parameters if these are described deeper only."""
        depths = {
            opening.indent: at
            for at, opening in reversed(self._openings.items())
            if opening.kind == "parameters" or (opening.field is not None and opening.field.role == "param")
        }
        depth = min(depths, default=0)
        return 0 if depth and self._is_example(depths[depth], depth) else depth

    def _is_example(self, at: int, depth: int) -> bool:
        """Whether a deeper line is part of something that a sentence before it announces."""
        before = (line.strip() for line in reversed(self._lines[:at]) if line.strip() and indentation(line) < depth)
        above = next(before, "")
        title = above.strip(_DRESS).lower()
        return title in _EXAMPLES or (above.endswith(":") and title not in SECTIONS)

    # What belongs to a section

    def _end(self, at: int, opening: Opening) -> int:
        """The line after a section; the section's own line if it is none."""
        start = at + opening.height
        is_flat = False
        if not (opening.rest or opening.field):
            first = self._next_filled(start)
            is_flat = first < len(self._lines) and indentation(self._lines[first]) <= opening.indent
            if first == len(self._lines) or (is_flat and first in self._openings):
                return start
            if is_flat and not self._may_be_flat(first, start, opening):
                return at
        end = start
        for number in range(start, len(self._lines)):
            if self._lines[number].strip():
                if not self._belongs(number, opening, end, is_flat=is_flat):
                    break
                end = number + 1
        return end

    def _next_filled(self, at: int) -> int:
        return next((number for number in range(at, len(self._lines)) if self._lines[number].strip()), len(self._lines))

    def _may_be_flat(self, first: int, start: int, opening: Opening) -> bool:
        """Whether a section's first line may stand no deeper than the title, as always in NumPy style."""
        if opening.style == "numpy":
            return True
        if opening.kind in {"returns", "raises"}:
            return first == start
        rows = takewhile(str.strip, self._lines[first:])
        return looks_like_entry(self._lines[first]) and any(is_entry_of(row, self._known) for row in rows)

    def _belongs(self, number: int, opening: Opening, end: int, *, is_flat: bool) -> bool:
        """Whether a line belongs to a section that has reached so far; it is the next one unless lines are blank."""
        depth = indentation(self._lines[number])
        if depth > opening.indent:
            return not (opening.field and self._is_field(number))
        if depth < opening.indent or number in self._openings or self._is_underlined(number):
            return False
        if opening.style == "numpy":
            return number == end or self._is_numpy_entry(number, opening.kind)
        if opening.field:
            return number == end and not is_other_tag(self._lines[number], opening.style)
        return is_flat and (number == end or is_entry_of(self._lines[number], self._known))

    def _is_field(self, number: int) -> bool:
        opening = self._openings.get(number)
        return opening is not None and opening.field is not None

    def _is_numpy_entry(self, number: int, kind: str) -> bool:
        """Whether a line after a blank one is a further entry of a NumPy section, and no prose after it."""
        line = self._lines[number]
        below = self._lines[number + 1] if number + 1 < len(self._lines) else ""
        has_text = bool(below.strip()) and indentation(below) > indentation(line)
        if line.lstrip().startswith(".."):
            return False
        if kind in {"returns", "raises"}:
            return has_text
        signs = looks_like_entry(line), has_text, " : " in line
        return is_entry_of(line, self._known) or sum(signs) > 1

    def _body(self, at: int, end: int, opening: Opening) -> list[str]:
        """The lines of a section without its title; text beside the title is as deep as the lines below it."""
        below = self._lines[at + opening.height : end]
        if not opening.rest:
            return below
        depth = indentation(below[0]) if below else 0
        return [" " * depth + opening.rest, *below]
