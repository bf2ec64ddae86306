"""Whether a hint is plain, which is found at a glance, without taking it apart."""

from __future__ import annotations

import types
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.annotations import OF_ANNOTATED, OF_LITERAL, OF_UNION, QUALIFIERS, is_hashable

if TYPE_CHECKING:
    from collections.abc import Callable

_SCALARS: Final = frozenset({bool, int, float, str, types.NoneType})
_PLAIN: Final = _SCALARS | {Any, list, dict, set, frozenset, tuple, object}
_SETS: Final = frozenset({set, frozenset})
_ON_KEYS: Final = frozenset(
    form for form, name in QUALIFIERS.items() if name in {"Required", "NotRequired", "ReadOnly"}
)


def is_plain(annotation: Any, is_known: Callable[[type], bool]) -> bool:
    """Whether a hint is made of well-known types alone, as far as a glance tells; much cheaper than `take_apart`.

    Args:
        annotation: The hint.
        is_known: Whether another class is well known.

    >>> is_plain(list[int | None], lambda cls: False), is_plain(list[memoryview], lambda cls: False)
    (True, False)
    """
    if isinstance(annotation, type):
        return annotation in _PLAIN or is_known(annotation)
    if annotation is None or annotation is ...:
        return True
    kind = type(annotation)
    if kind is OF_LITERAL:
        return bool(annotation.__args__) and all(type(each) in _SCALARS for each in annotation.__args__)
    if kind is OF_ANNOTATED:
        is_text = all(type(each) is str for each in annotation.__metadata__)
        return is_text and is_plain(annotation.__origin__, is_known)
    arguments: tuple[Any, ...] = getattr(annotation, "__args__", ())
    if kind in OF_UNION:
        return all(map(is_plain, arguments, repeat(is_known)))
    return _is_plain_form(getattr(annotation, "__origin__", None), arguments, is_known)


def _is_plain_form(origin: Any, arguments: tuple[Any, ...], is_known: Callable[[type], bool]) -> bool:
    """Whether a container, or what marks a key of a TypedDict, is plain with what stands in its brackets."""
    if origin in _SETS:  # whose items need a hash
        return all(is_hashable(each) and each in _SCALARS for each in arguments)
    is_known_form = origin in _PLAIN and (origin is not dict or arguments[:1] in {(), (str,)})
    return (is_known_form or origin in _ON_KEYS) and all(map(is_plain, arguments, repeat(is_known)))
