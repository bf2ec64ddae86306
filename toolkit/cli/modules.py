"""Modules by name and by file, imported as `python -m` and `python file.py` would find them."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.calling.guard import Raised, attempt
from toolkit.cli.faults import UsageError
from toolkit.tools.files import module_of_file

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import ModuleType


@contextmanager
def importable_here() -> Generator[None, None, None]:
    """While this lasts, modules of the working directory can be imported, and what else is put on the path."""
    kept = list(sys.path)
    _put_on_path(Path.cwd())
    try:
        yield
    finally:
        sys.path[:] = kept


def _put_on_path(directory: Path) -> None:
    """Make the modules of a directory importable, before all others of the same name."""
    if sys.path[:1] != [str(directory)]:
        sys.path.insert(0, str(directory))
    importlib.invalidate_caches()


def module_named(name: str) -> ModuleType:
    """The module of a dotted name.

    Raises:
        UsageError: There is none.
        BaseException: What the module raises.
    """
    if not all(part.isidentifier() for part in name.split(".")):
        raise UsageError(f"{name!r} is no module and no file; write pkg.mod, pkg.mod:function or ./file.py")
    found = attempt(importlib.util.find_spec, name)
    if found is None or (isinstance(found, Raised) and _is_about(found.exception, name)):
        raise UsageError(f"no module {name!r} in this directory or on the path{_instead(name)}")
    return importlib.import_module(name)


def module_from_file(written: str) -> ModuleType:
    """The module in a file: as a member of its package if it stands in one, else by itself.

    Raises:
        UsageError: There is no such file.
        BaseException: What the module raises.
    """
    path = Path(written).resolve()
    if path.is_dir():
        raise UsageError(f"{written} is a directory; a package is written with dots: pkg.mod")
    if path.suffix != ".py" or not path.is_file():
        raise UsageError(f"{written} is no Python file" if path.exists() else f"no file {written}")
    return _member_of_package(path) or module_of_file(path)


def _member_of_package(path: Path) -> ModuleType | None:
    """The module as its package knows it, so that its relative imports work; None if it stands in no package."""
    parts, root = [path.stem], path.parent
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    if len(parts) == 1 or path.stem == "__init__":
        return None
    _put_on_path(root)
    name = ".".join(parts)
    found = attempt(importlib.import_module, name)
    if isinstance(found, Raised):
        if _is_about(found.exception, name):
            # Another package of that name was imported before.
            return None
        raise found.exception
    return found if Path(found.__file__ or "").resolve() == path else None


def _is_about(exception: BaseException, name: str) -> bool:
    """Whether a module is missing that was asked for, rather than one that it imports."""
    missing = exception.name if isinstance(exception, ModuleNotFoundError) else None
    return missing is not None and f"{name}.".startswith(f"{missing}.")


def _instead(name: str) -> str:
    """What was meant by a module that there is not: the file of that name, or what has that name in a module."""
    path = Path(*name.split(".")).with_suffix(".py")
    if path.is_file():
        return f"; there is a file: ./{path.as_posix()}"
    module, _, attribute = name.rpartition(".")
    # Whoever looked for it has imported the module that would be its package.
    return f"; did you mean {module}:{attribute}?" if hasattr(sys.modules.get(module), attribute) else ""
