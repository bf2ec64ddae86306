"""The tools of every module imported so far: importing registers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from toolkit.tools.function import FunctionTool

_LOCK: Final = threading.Lock()
_IMPORTED: Final[dict[str, FunctionTool]] = {}


def remember(made: FunctionTool) -> None:
    """Take in the tool of a decorated function; one of the same place, from a module that ran again, is replaced."""
    with _LOCK:
        _IMPORTED[made.source] = made


def imported_tools() -> tuple[FunctionTool, ...]:
    """The tools of all decorated functions, in the order in which they were first defined."""
    with _LOCK:
        return tuple(_IMPORTED.values())
