"""What a TypedDict says of itself."""

from __future__ import annotations

from typing import Any

import typing_extensions


def is_typed_dict(hint_type: Any) -> bool:
    """Whether it is a TypedDict of typing or typing_extensions."""
    return isinstance(hint_type, type) and typing_extensions.is_typeddict(hint_type)


def further_items(typed_dict: Any) -> Any:
    """The hint of further items (PEP 728), None if there may be none."""
    extra = getattr(typed_dict, "__extra_items__", None)
    is_said = extra is not None and not repr(extra).endswith("NoExtraItems")
    return extra if is_said and not _is_nothing(extra) else None


def is_closed(typed_dict: Any) -> bool:
    """Whether it says that a dict of it has no further items (PEP 728)."""
    is_said = getattr(typed_dict, "__closed__", None) is True
    return is_said or _is_nothing(getattr(typed_dict, "__extra_items__", None))


def _is_nothing(hint: Any) -> bool:
    return getattr(hint, "__name__", "") in {"Never", "NoReturn"}
