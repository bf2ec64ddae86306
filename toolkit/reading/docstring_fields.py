"""One field of a reST or Epydoc docstring: `:param str name: text`, `@param name: text`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from toolkit.reading.docstring_entries import DEFAULT, bare_name
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Collection

STYLES: Final = {":": "rest", "@": "epydoc"}
# What a field says, by its first word; "" is what a model needs not know.
_ROLES: Final = {
    **dict.fromkeys(("param", "parameter", "arg", "argument", "key", "keyword", "kwarg", "kwparam"), "param"),
    **dict.fromkeys(("params", "parameters", "args", "arguments"), "param"),
    **dict.fromkeys(("attribute", "attr", "ivar", "cvar", "var"), "attribute"),
    **dict.fromkeys(("return", "returns", "yield", "yields"), "returns"),
    **dict.fromkeys(("type", "rtype", "vartype", "ytype", "meta"), ""),
    **dict.fromkeys(("raise", "raises", "except", "exception", "throw", "throws"), ""),
}
# ":param str name: text", "@return: text".
_FIELD: Final = re.compile(r"\s*(?P<sign>[:@])(?P<role>[A-Za-z]+)(?P<names>[ \t][^\n]*?)?:(?=\s|$)(?P<text>.*)")
# Javadoc's habit, or a slip: no colon behind the name or no blank behind that, and perhaps a type in braces before it.
_BARE: Final = re.compile(r"\s*(?P<sign>[:@])(?P<role>[A-Za-z]+)[ \t]+(?:\{[^{}]*\}[ \t]*)?(?P<text>.*)")
# The name of a parameter alone: ":name: text".
_NAME_ALONE: Final = re.compile(r"\s*:(?P<name>\w+):(?=\s|$)(?P<text>.*)")
# Any other tag or directive, by the style that knows it: "@since 1.2", ":note: text", ".. note:: text".
_OTHER: Final = {
    "rest": re.compile(r"\s*(?::[A-Za-z][\w -]*:(?=\s|$)|\.\.[ \t])"),
    "epydoc": re.compile(r"\s*@[A-Za-z]+\b"),
}


class Field(Record):
    """The first line of a field.

    Attributes:
        style: "rest" or "epydoc".
        role: "param", "attribute", "returns", or "" for what is left out.
        names: The documented names, without stars and quotes.
        text: What follows on the line.
    """

    style: str
    role: str
    names: tuple[str, ...]
    text: str


def field_from(line: str, known: Collection[str]) -> Field | None:
    """The field that a line begins; None if it begins none."""
    if not line.lstrip().startswith((":", "@")):
        return None
    alone = _NAME_ALONE.match(line)
    if alone is not None and alone["name"] in known and alone["name"].lower() not in _ROLES:
        return Field("rest", "param", (alone["name"],), alone["text"].strip())
    field, bare = _field(line, known), _bare_field(line)
    is_named = field is not None and (not field.names or any(name in known for name in field.names))
    return bare if bare is not None and not is_named and (field is None or bare.names[0] in known) else field


def is_other_tag(line: str, style: str) -> bool:
    """Whether a line begins something else of a style than a field with a role: `@since 1.2`, `:note: text`."""
    return _OTHER[style].match(line) is not None


def _field(line: str, known: Collection[str]) -> Field | None:
    """A field that is written as its style demands."""
    found = _FIELD.match(line)
    role = _ROLES.get(found["role"].lower()) if found else None
    if found is None or role is None:
        return None
    is_about_name = role in {"param", "attribute"}
    names = _names(found["names"] or "", known, may_be_first=found["sign"] == ":") if is_about_name else ()
    return Field(STYLES[found["sign"]], role, names, found["text"].strip()) if names or not is_about_name else None


def _bare_field(line: str) -> Field | None:
    """A field without the second colon, or with one that sticks: `@param name text`, `:param name:text`."""
    found = _BARE.match(line)
    role = _ROLES.get(found["role"].lower()) if found else None
    if found is None or role is None:
        return None
    style, text = STYLES[found["sign"]], found["text"].strip()
    if role not in {"param", "attribute"}:
        return Field(style, role, (), text)
    name, _, text = text.partition(" ")
    name, sticks, start = name.partition(":")
    text = f"{start} {text}" if sticks and start else text
    name = bare_name(name.strip("[]"))
    return Field(style, role, (name,), text.lstrip(" \t:-")) if name.isidentifier() else None


def _names(written: str, known: Collection[str], *, may_be_first: bool) -> tuple[str, ...]:
    """The names among what stands between role and colon: `str name`, `x, y`, `name (int)`, perhaps `name int`."""
    written = re.sub(DEFAULT, "", written)
    bare = written.partition("(")[0] if written.rstrip().endswith(")") else written
    listed = tuple(map(bare_name, bare.split(",")))
    if all(name.isidentifier() for name in listed):
        return listed
    words = [*map(bare_name, bare.rpartition("}")[2].split())]
    if len(words) > 2 and {words[0], words[-1]} <= {*known}:  # noqa: PLR2004 - name and text: `@param size The size: ...`
        return ()
    name = next((word for word in words[-1:] + words[:may_be_first] if word in known), words[-1] if words else "")
    return (name,) if name.isidentifier() else ()
