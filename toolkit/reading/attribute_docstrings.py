"""Attribute docstrings: the string that stands right below a field in the body of its class (PEP 257)."""

from __future__ import annotations

import ast
import linecache
import re
import sys
from inspect import cleandoc, getsource
from itertools import pairwise
from tokenize import TokenError
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

# What reading and parsing a source may raise: it is absent, changed since, too deep, or no Python at all.
_UNREADABLE: Final = (OSError, TypeError, ValueError, SyntaxError, IndexError, RecursionError, MemoryError, TokenError)
# The class's own docstring, should it stand first.
_DOCSTRING: Final = re.compile(r"""\s*[rR]?\"{3}(?:[^"\\]|"(?!""))*\"{3}[ \t]*\n""")
# What may reach over several lines, or begin a string behind something else.
_FURTHER: Final = ('"""', "'''", ";")
# A line `class X`, with whatever follows.
_OPENING: Final = re.compile(r"\s*class \s*(\w+)(?:[(:\[]|\s*$)")
# A line that begins with a string, r"raw" or any other.
_QUOTED: Final = re.compile(r"""\n[ \t]*\w{0,2}["']""")


def attribute_docstrings(cls: type) -> dict[str, str]:
    """The texts below the fields of a class itself, bases left out; empty if there is no source to read.

    >>> attribute_docstrings(int)
    {}
    """
    # Parsing a class of five lines takes 170 us, a look at its lines 12.
    if _is_silent(cls):
        return {}
    found = {}
    for field, text in pairwise(_body(cls)):
        name = _name(field)
        if name and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            value = text.value.value
            if isinstance(value, str) and value.strip():
                found[name] = cleandoc(value).strip()
    return found


def _is_silent(cls: type) -> bool:
    """Whether no line of a class can begin the text of a field; False where a look at the lines does not tell."""
    lines = _lines_of(sys.modules.get(cls.__module__))
    at = _line_of(cls, lines)
    if at < 0 or not lines[at].rstrip().endswith(":"):
        return False
    depth = len(lines[at]) - len(lines[at].lstrip())
    text = "\n" + "".join(_indented(lines, at + 1, depth))
    has_string = '"' in text or "'" in text
    own = _DOCSTRING.match(text) if has_string and '"""' in text else None
    text = text[own.end() - 1 :] if own else text
    # What is open may go on in a line that looks like the end of the class.
    if "\\" in text or [*map(text.count, "([{")] != [*map(text.count, ")]}")]:
        return False
    return not has_string or not (any(map(text.__contains__, _FURTHER)) or _QUOTED.search(text))


def _indented(lines: Sequence[str], at: int, depth: int) -> Sequence[str]:
    """The lines from there on that belong to the body of what stands so deep; blank ones and comments end nothing."""
    for end in range(at, len(lines)):
        written = lines[end].lstrip()
        if written and written[0] != "#" and len(lines[end]) - len(written) <= depth:
            return lines[at:end]
    return lines[at:]


# What each file was last loaded by: a module that is loaded anew has another one.
_SPECS: Final[dict[str, object]] = {}


def _lines_of(module: Any) -> list[str]:
    """The source of a module; none if it has no file."""
    file = getattr(module, "__file__", None) or ""
    spec = getattr(module, "__spec__", None)
    # To ask the file system for each class takes as long as all else here.
    if spec is None or _SPECS.get(file) is not spec:
        linecache.checkcache(file)
        _SPECS[file] = spec
    return linecache.getlines(file)


def _line_of(cls: type, lines: Sequence[str]) -> int:
    """The number of the line `class X` from 0; -1 if that is not certain."""
    first = cls.__dict__.get("__firstlineno__")  # since Python 3.13; decorators stand before the class
    if first is not None:
        for at in range(first - 1, min(first + 9, len(lines))):
            if _opens(lines[at], cls.__name__):
                return at
        return -1
    found = [at for at, line in enumerate(lines) if _opens(line, cls.__name__)]
    return found[0] if len(found) == 1 else -1


def _opens(line: str, name: str) -> bool:
    """Whether a line is `class X`, with whatever follows."""
    opening = _OPENING.match(line)
    return opening is not None and opening[1] == name


def _body(cls: type) -> list[ast.stmt]:
    """The statements of a class."""
    try:
        source = getsource(cls)
        # A class inside a function is indented; its text cannot be dedented, as a string in it may not be.
        statements: list[ast.stmt] = ast.parse(f"if True:\n{source}" if source[:1].isspace() else source).body
    except _UNREADABLE:
        return []
    first = statements[0] if statements else None
    if isinstance(first, ast.If):
        first = first.body[0]
    # A source that was edited since its import may have another class at that place.
    return first.body if isinstance(first, ast.ClassDef) and first.name == cls.__name__ else []


def _name(statement: ast.stmt) -> str:
    """The name that a statement of a class body gives a value or a type; "" if it does neither."""
    target: ast.expr | None = None
    if isinstance(statement, ast.AnnAssign):
        target = statement.target
    elif isinstance(statement, ast.Assign):
        target = statement.targets[0]
    return target.id if isinstance(target, ast.Name) else ""
