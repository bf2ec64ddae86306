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
    return extra if is_said and getattr(extra, "__name__", "") not in {"Never", "NoReturn"} else None
