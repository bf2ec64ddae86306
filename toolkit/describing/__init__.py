"""A function and its options -> what a model sees of it, and how a call fills its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.describing.describe import (
        Described as Described,
        describe as describe,
        describe_as_declared as describe_as_declared,
        tool_description as tool_description,
    )
else:
    __getattr__ = lazy_names(
        __name__, dict.fromkeys(("Described", "describe", "describe_as_declared", "tool_description"), "describe")
    )
