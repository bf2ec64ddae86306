"""What a docstring says to a model: description, one text per parameter, what is returned.

Google and NumPy sections are found by title and indentation (docstring_blocks.py); the fields of reST and Epydoc are
read by docstring_parser. Without a style each part is read in the style that it is written in, and where two styles
describe one parameter the style that agrees most with the signature wins.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.reading.attribute_docstrings import attribute_docstrings
from toolkit.reading.dedenting import dedented, own_docstring
from toolkit.reading.docstring_blocks import SECTIONS, Block, blocks
from toolkit.reading.docstring_entries import Entry, entries, returned
from toolkit.reading.docstring_plain import is_prose, lists_names, plain_docstring
from toolkit.reading.fields import name_taken, package_of
from toolkit.reading.namespaces import annotations_of
from toolkit.reading.pydantic_classes import pydantic_fields
from toolkit.record import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.options import DocstringStyle
    from toolkit.reading.docstring_blocks import Opening
    from toolkit.reading.docstring_fields import Field

# A docstring without any line like this is prose in every style, which is cheap to find out.
_MARKER: Final = re.compile(
    r"^[ \t#*_>:@-]*(?:arg|param|key|kw|other|required|optional|input|attr|[ci]?var|return|yield|raise|except|throw"
    r"|warns|r?type|meta|(?!example|hint|note|tip|usage|warning)[^\W\d_]+[*_]*[:\uff1a][*_ \t]*$|(?<=:)\w+:\s)",
    re.IGNORECASE | re.MULTILINE,
)
_GAP: Final = re.compile(r"\n\s*\n")
# What stands in a section that has nothing to say.
_NOTHING: Final = re.compile(r"(?:none|nothing|n/?a|no (?:arguments|parameters)|-+)\.?", re.IGNORECASE)
# Their bases' own docstrings say nothing of the fields of a user's class.
_FRAMEWORKS: Final = frozenset({"abc", "builtins", "enum", "msgspec", "pydantic", "typing", "typing_extensions"})


class Docstring(NamedTuple):
    """A docstring, taken apart.

    Attributes:
        description: All text but the sections on parameters, results and exceptions.
        parameters: Text by the name of a real parameter; stars are no part of the name.
        returns: What the result is, without its type.
        unknown: Documented names that no parameter has.
    """

    description: str = ""
    parameters: Mapping[str, str] = EMPTY
    returns: str = ""
    unknown: tuple[str, ...] = ()


def parse_docstring(
    text: str | None, parameter_names: Sequence[str], style: DocstringStyle | None = "auto"
) -> Docstring:
    """The parts of a docstring; any text has some.

    Args:
        text: The docstring as it stands in the source.
        parameter_names: Names that may be documented, without stars.
        style: The style to read, "auto" for all, None to take the text as it is.

    >>> parse_docstring("Rings. :)", ["times"]).description
    'Rings. :)'
    """
    clean = dedented(text.replace("\r\n", "\n").replace("\r", "\n") if text and "\r" in text else text or "")
    known = dict.fromkeys(parameter_names)
    if ":\n" in clean and style in {"auto", "google"}:
        plain = plain_docstring(clean, known.keys(), _MARKER)
        if plain is not None:
            return Docstring(*plain)
    if style is None or is_prose(clean) or not (_MARKER.search(clean) or lists_names(clean, known.keys())):
        return Docstring(clean.strip())
    return read_blocks(clean, known, style)


def read_blocks(text: str, known: dict[str, None], style: DocstringStyle) -> Docstring:
    """The parts of a dedented docstring, however it is written.

    Args:
        text: The docstring.
        known: Names that may be documented, as keys.
        style: The style to read, "auto" for all.
    """
    reading = _Reading(known)
    for block in blocks(text, known, style):
        reading.take(block)
    return reading.docstring()


def attribute_texts(cls: type) -> Mapping[str, str]:
    """The texts of a class for its fields, its nearest bases before farther ones.

    Of one class, the string below a field beats what the docstring of the class says of it.
    """
    found: dict[str, str] = {}
    for each in reversed(_lineage(cls)):
        text = own_docstring(each)
        if text and not is_prose(text):
            names = {**_wire_names(cls), **{name: name for name in field_names(cls)}}
            found.update({names[name]: said for name, said in parse_docstring(text, [*names]).parameters.items()})
        found.update(attribute_docstrings(each))
    return MappingProxyType(found) if found else EMPTY


def _lineage(cls: type) -> list[type]:
    """A class and its bases, nearest first; those of a TypedDict are no bases for Python."""
    found = [each for each in cls.__mro__ if package_of(each) not in _FRAMEWORKS]
    for base in cls.__dict__.get("__orig_bases__", ()):
        plain = getattr(base, "__origin__", base)
        if isinstance(plain, type) and plain not in cls.__mro__:
            found += _lineage(plain)
    return found


def field_names(cls: type) -> list[str]:
    """The names that a class and its bases annotate, those that match by position, and the members of an enum."""
    own = ((*annotations_of(each), *each.__dict__.get("__match_args__", ())) for each in _lineage(cls))
    return [*(name for names in own for name in names), *getattr(cls, "_member_map_", ())]


def _wire_names(cls: Any) -> dict[str, str]:
    """What JSON calls the fields of a class whose library lets them have another name there, each with that field."""
    structs = zip(getattr(cls, "__struct_encode_fields__", ()), getattr(cls, "__struct_fields__", ()), strict=True)
    fields = {each.name: each for each in getattr(cls, "__attrs_attrs__", ())}
    fields.update(pydantic_fields(cls))
    members = {
        each.value: name for name, each in getattr(cls, "_member_map_", {}).items() if isinstance(each.value, str)
    }
    return {**members, **dict(structs), **{wire: name for name, field in fields.items() if (wire := name_taken(field))}}


class _Reading:
    """Collects what the blocks of a docstring say."""

    def __init__(self, known: dict[str, None]) -> None:
        self.known = known
        self._texts: dict[str, dict[str, str]] = {}
        self._of_attributes: dict[str, str] = {}
        self._fields: dict[str, list[tuple[Field, Sequence[str]]]] = {}
        self._prose: list[str] = []
        self._returns = ""
        self._unknown: dict[str, None] = {}

    def take(self, block: Block) -> None:
        """Add a block."""
        opening = block.opening
        if opening is None:
            self._prose.extend(block.lines)
        elif opening.field is not None:
            self._texts.setdefault(opening.style, {})
            self._fields.setdefault(opening.style, []).append((opening.field, block.lines))
        elif opening.kind == "returns":
            self._returns = self._returns or returned(block.lines, numpy=opening.style == "numpy")
        elif opening.kind != "raises":
            self._take_entries(opening, block.lines)

    def _take_entries(self, opening: Opening, lines: Sequence[str]) -> None:
        """Add a section on parameters or attributes."""
        for entry in entries(lines, self.known, numpy=opening.style == "numpy"):
            title = entry.names[0] if entry.names else ""
            kind = "prose" if not title else SECTIONS.get(title.lower(), "") if title[0].isupper() else ""
            if title in self.known or not (kind or _NOTHING.fullmatch(title)):
                self._add(opening.style, entry, is_about_attributes=opening.kind == "attributes")
            elif kind == "returns":
                self._returns = self._returns or returned(entry.text.split("\n"))
            elif kind == "prose" and not _NOTHING.fullmatch(entry.text):
                self._prose += ["", f"{title}: {entry.text}" if title else entry.text, ""]

    def _add(self, style: str, entry: Entry, *, is_about_attributes: bool = False) -> None:
        texts = self._texts.setdefault(style, {})
        if is_about_attributes:
            texts = self._of_attributes
        for name in entry.names:
            if name not in self.known:
                # A class may document attributes that are not among what it is called with.
                self._unknown.update({} if is_about_attributes else {name: None})
            elif entry.text:
                texts.setdefault(name, entry.text)

    def docstring(self) -> Docstring:
        """What all blocks say together."""
        for style, fields in self._fields.items():
            self._read_fields(style, fields)
        merged: dict[str, str] = {}
        for texts in sorted(self._texts.values(), key=len, reverse=True):
            merged = {**texts, **merged}
        merged = {**self._of_attributes, **merged}
        return Docstring(
            description=_GAP.sub("\n\n", "\n".join(self._prose)).strip(),
            parameters=MappingProxyType({name: merged[name] for name in self.known if name in merged}),
            returns=self._returns,
            unknown=tuple(self._unknown),
        )

    def _read_fields(self, style: str, fields: Sequence[tuple[Field, Sequence[str]]]) -> None:
        """Add the fields of reST or Epydoc."""
        from docstring_parser import DocstringParam, DocstringReturns, DocstringStyle, parse  # noqa: PLC0415

        # docstring_parser drops every field if one is odd, and takes a word of Epydoc's texts for a field: so it
        # gets each as a reST field of one name, and a blank line first, as it dedents by what follows the first.
        plain = [_plain_field(field, name, lines) for field, lines in fields for name in field.names or ("",)]
        for found in parse("\n".join(["", *plain]), DocstringStyle.REST).meta:
            if isinstance(found, DocstringParam):
                attribute = found.args[0] == "attribute"
                self._add(style, Entry((found.arg_name,), found.description or ""), is_about_attributes=attribute)
            elif isinstance(found, DocstringReturns):
                self._returns = self._returns or found.description or ""


def _plain_field(field: Field, name: str, lines: Sequence[str]) -> str:
    """A field as docstring_parser reads it without fail."""
    head = f":{field.role or 'meta'} {name}".rstrip()
    below = "".join(f"\n    {line}" for line in cleandoc("\n" + "\n".join(lines)).split("\n")) if lines else ""
    return f"{head}: {field.text}{below}"
