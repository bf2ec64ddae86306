"""What a class says of itself and of its fields in docstrings; read once, as reading a source is dear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from toolkit.reading.dedenting import own_docstring
from toolkit.reading.docstrings import attribute_texts, field_names, parse_docstring

if TYPE_CHECKING:
    from collections.abc import Mapping

_TEXTS: Final[WeakKeyDictionary[type, str]] = WeakKeyDictionary()
_FIELD_TEXTS: Final[WeakKeyDictionary[type, Mapping[str, str]]] = WeakKeyDictionary()


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
    found = _TEXTS.get(cls)
    if found is None:
        written = own_docstring(cls)
        found = _TEXTS[cls] = parse_docstring(written, field_names(cls)).description if written else ""
    return found


def class_summary(cls: type) -> str:
    """The first paragraph of the class's own docstring in one line, "" if nobody wrote one."""
    return " ".join(class_text(cls).partition("\n\n")[0].split())


def field_texts(cls: type) -> Mapping[str, str]:
    """The texts of a class for its fields: docstrings below them, and entries of the class's own docstring."""
    found = _FIELD_TEXTS.get(cls)
    if found is None:
        found = _FIELD_TEXTS[cls] = attribute_texts(cls)
    return found
