"""A docstring as its author wrote it, without the indentation of the code that it stands in (PEP 257)."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Final

_FLUSH: Final = re.compile(r"\n\S")


def dedented(text: str) -> str:
    """What `inspect.cleandoc` makes of a text."""
    if not text:
        return ""
    # Since Python 3.13 the compiler dedents docstrings; to find that nothing is left to do takes a tenth of doing it.
    bare = text.rstrip("\n")
    is_flush = "\n" not in bare or _FLUSH.search(bare) is not None
    return bare if is_flush and "\t" not in text and not text[:1].isspace() else cleandoc(text)


def own_docstring(cls: type) -> str:
    """The docstring in the class body; what dataclasses and NamedTuple make up themselves does not count."""
    own = cls.__dict__.get("__doc__")
    return dedented(own) if isinstance(own, str) and not own.startswith(f"{cls.__name__}(") else ""
