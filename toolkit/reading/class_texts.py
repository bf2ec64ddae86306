"""What a class says of itself in its own docstring."""

from __future__ import annotations

import inspect

from toolkit.reading.docstrings import parse_docstring


def class_text(cls: type) -> str:
    """The class's own docstring without its sections on fields; "" if nobody wrote one."""
    written = _written(cls)
    return parse_docstring(written, list(getattr(cls, "__annotations__", {}))).description if written else ""


def class_summary(cls: type) -> str:
    """The first paragraph of the class's own docstring in one line, "" if nobody wrote one."""
    return " ".join(class_text(cls).partition("\n\n")[0].split())


def _written(cls: type) -> str:
    """The docstring in the class body; what dataclasses and NamedTuple make up themselves does not count."""
    own = cls.__dict__.get("__doc__")
    if not isinstance(own, str) or own.startswith(f"{cls.__name__}("):
        return ""
    return inspect.cleandoc(own)
