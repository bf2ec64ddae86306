"""The types that arguments and results can have: one row per family in one table.

A row says how a type is described to a model, how a checked JSON value becomes a Python value, and how a
Python value becomes JSON. Add your own with `register`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.face import lazy_names
from toolkit.types.rules import Loader, Refusal, TypeRule, register

if TYPE_CHECKING:
    from toolkit.types.dumping import Dumper as Dumper
    from toolkit.types.walk import Walk as Walk

__all__ = ["Dumper", "Loader", "Refusal", "TypeRule", "Walk", "register"]

_HOMES: Final = {"Dumper": "dumping", "Walk": "walk"}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES), __all__.copy
