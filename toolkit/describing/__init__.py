"""A function and its options -> what a model sees of it, and how a call fills its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.describing.descriptors import (
        Described as Described,
        describe as describe,
        describe_as_declared as describe_as_declared,
        tool_description as tool_description,
    )
    from toolkit.describing.glance import is_surely_right as is_surely_right
else:
    __getattr__ = lazy_names(
        __name__,
        {
            **dict.fromkeys(("Described", "describe", "describe_as_declared", "tool_description"), "descriptors"),
            "is_surely_right": "glance",
        },
    )
