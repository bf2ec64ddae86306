"""The face of a package: its names, each imported when it is first asked for (PEP 562).

Marking a function as a tool must cost little; what checks and runs calls is loaded by the first that needs it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package.

    Args:
        package: Its full name.
        homes: For each name the module inside the package that has it; "" for a module itself.
    """

    def __getattr__(name: str) -> Any:  # noqa: N807 - what Python calls it
        if name not in homes:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        home = homes[name]
        found = import_module(f"{package}.{home or name}")
        value = getattr(found, name) if home else found
        setattr(sys.modules[package], name, value)
        return value

    return __getattr__


def lazy_dir(package: str, homes: Iterable[str]) -> Callable[[], list[str]]:
    """The `__dir__` of a package: what it has so far, and the names that it can import."""
    return lambda: sorted({*vars(sys.modules[package]), *homes})
