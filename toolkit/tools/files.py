"""Python files as modules."""

from __future__ import annotations

import hashlib
import sys
import threading
from contextlib import ExitStack, contextmanager, suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import os
    from collections.abc import Generator
    from types import CodeType, ModuleType

# A file may add another one while it runs.
_LOCK: Final = threading.RLock()


class _Loader(SourceFileLoader):
    """Compiles a file each time: bytecode in a cache may be one second old."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - importlib's signature
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def module_of_file(path: str | os.PathLike[str]) -> ModuleType:
    """The module that a Python file is, under a name of its own; a file that has not changed since runs no second time.

    Files beside it can be imported while it runs, as those beside a script can.

    Raises:
        OSError: The file cannot be read.
        BaseException: What its code raises; then there is no such module.
    """
    file = Path(path).resolve()
    state = file.stat()
    stamp = (state.st_mtime_ns, state.st_size)
    name = f"toolkit_file_{hashlib.sha256(str(file).encode()).hexdigest()[:12]}_{file.stem}"
    with _LOCK:
        known = sys.modules.get(name)
        if known is not None and known.__spec__ is not None and known.__spec__.loader_state == stamp:
            return known
        with _beside(file):
            return _executed(name, file, stamp)


@contextmanager
def _beside(file: Path) -> Generator[None]:
    """The folder of a file is searched for modules first."""
    folder = str(file.parent)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        with suppress(ValueError):
            sys.path.remove(folder)


def _executed(name: str, file: Path, stamp: object) -> ModuleType:
    """The module of a file that has run; if it raises, the module that was there before remains."""
    loader = _Loader(name, str(file))
    spec = ModuleSpec(name, loader, origin=str(file), loader_state=stamp)
    spec.has_location = True
    with ExitStack() as undoing:
        undoing.callback(_put_back, name, sys.modules.get(name))
        # Dataclasses and pickle look for the module of a class under its name.
        sys.modules[name] = module_from_spec(spec)
        loader.exec_module(sys.modules[name])
        undoing.pop_all()
    return sys.modules[name]


def _put_back(name: str, module: ModuleType | None) -> None:
    sys.modules.pop(name, None)
    if module is not None:
        sys.modules[name] = module
