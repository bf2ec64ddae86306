"""The types that arguments and results can have: one row per family in one table.

A row says how a type is described to a model, how a checked JSON value becomes a Python value, and how a
Python value becomes JSON. Add your own with `register`.
"""

from __future__ import annotations

from toolkit.types.rules import Refusal, TypeRule, register

__all__ = ["Refusal", "TypeRule", "register"]
