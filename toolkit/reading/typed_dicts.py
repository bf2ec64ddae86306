"""What a TypedDict says of itself."""

from __future__ import annotations

from typing import Any, Never

import typing_extensions

from toolkit.reading.annotations import NOTHING, substituted, take_apart, variables_of


def is_typed_dict(hint_type: Any) -> bool:
    """Whether it is a TypedDict of typing or typing_extensions."""
    return isinstance(hint_type, type) and typing_extensions.is_typeddict(hint_type)


def further_items(typed_dict: Any) -> Any:
    """The hint of further items (PEP 728), None if there may be none."""
    return None if is_closed(typed_dict) else _stated_items(typed_dict)


def is_closed(typed_dict: Any) -> bool:
    """Whether it says that a dict of it has no further items (PEP 728)."""
    return _stated_items(typed_dict) in NOTHING


def _stated_items(typed_dict: Any) -> Any:
    """What a TypedDict or the one above it says of further items: Never for none; None if it is silent."""
    cls: Any = take_apart(typed_dict).class_
    variables = variables_of(typed_dict)
    extra = getattr(cls, "__extra_items__", None)
    if extra is not None and not repr(extra).endswith("NoExtraItems"):
        return substituted(extra, variables)
    closed = getattr(cls, "__closed__", None)
    if closed is not None:
        return Never if closed else None
    bases = [each for each in getattr(cls, "__orig_bases__", ()) if is_typed_dict(take_apart(each).class_)]
    return next(filter(None, (_stated_items(substituted(each, variables)) for each in bases)), None)
