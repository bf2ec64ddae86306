"""Attribute docstrings: the string that stands right below a field in the body of its class (PEP 257)."""

from __future__ import annotations

import ast
from inspect import cleandoc, getsource
from itertools import pairwise
from tokenize import TokenError
from typing import Final

# What reading and parsing a source may raise: it is absent, changed since, too deep, or no Python at all.
_UNREADABLE: Final = (OSError, TypeError, ValueError, SyntaxError, IndexError, RecursionError, MemoryError, TokenError)


def attribute_docstrings(cls: type) -> dict[str, str]:
    """The texts below the fields of a class itself, bases left out; empty if there is no source to read.

    >>> attribute_docstrings(int)
    {}
    """
    found = {}
    for field, text in pairwise(_body(cls)):
        name = _name(field)
        if name and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            value = text.value.value
            if isinstance(value, str) and value.strip():
                found[name] = cleandoc(value).strip()
    return found


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
