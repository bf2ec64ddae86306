"""The modules whose code has made tools: importing registers."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import FrameType, ModuleType

_LOCK: Final = threading.Lock()
_MODULES: Final[dict[str, None]] = {}


def note_module(name: object) -> None:
    """Note that a module may hold tools."""
    if name not in _MODULES and isinstance(name, str):
        with _LOCK:
            _MODULES[name] = None


def running_module() -> str:
    """Name of the module whose top-level code runs, "__main__" for a script or a notebook; "" if none does."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - inspect's way to it is dear at start
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    name = "" if frame is None else frame.f_globals.get("__name__", "")
    return name if isinstance(name, str) else ""


def imported_modules() -> tuple[ModuleType, ...]:
    """The modules that may hold tools, in the order of their import; one whose import failed is none."""
    with _LOCK:
        names = frozenset(_MODULES)
    return tuple(module for name, module in sys.modules.copy().items() if name in names)
