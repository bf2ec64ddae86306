"""Every kind of tool, what is made of a tool, and the registry that collects them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.face import lazy_names

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {})
