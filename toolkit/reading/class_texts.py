"""What a class says of itself and of its fields in docstrings; read once, as reading a source is dear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.reading.dedenting import own_docstring
from toolkit.reading.docstrings import attribute_texts, field_names, parse_docstring
from toolkit.reading.keeping import keep, kept
from toolkit.record import MISSING

if TYPE_CHECKING:
    from collections.abc import Mapping


def class_text(cls: type) -> str:
    """The class's own docstring without its sections on fields; "" if nobody wrote one.

    >>> class Point:
    ...     '''A point.
    ...
    ...     Attributes:
    ...         x: How far to the right.
    ...     '''
    >>> class_text(Point)
    'A point.'
    """
    written = own_docstring(cls)
    if not written:
        return ""
    found: Any = kept(cls, "text")
    if found is MISSING:
        found = parse_docstring(written, field_names(cls)).description
        keep(cls, "text", found)
    return str(found)


def class_summary(cls: type) -> str:
    """The first paragraph of the class's own docstring in one line, "" if nobody wrote one."""
    return " ".join(class_text(cls).partition("\n\n")[0].split())


def field_texts(cls: type) -> Mapping[str, str]:
    """The texts of a class for its fields: docstrings below them, and entries of the class's own docstring."""
    found: Any = kept(cls, "field_texts")
    if found is MISSING:
        found = attribute_texts(cls)
        keep(cls, "field_texts", found)
    return found  # type: ignore[no-any-return]
