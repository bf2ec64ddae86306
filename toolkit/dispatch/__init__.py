"""Carries out what models ask for: every call ends in a result that the model can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.face import lazy_names

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {})
