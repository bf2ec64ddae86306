"""`toolkit lock`: the promises of the tools of a target, in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from toolkit import quality
from toolkit.cli.faults import UsageError
from toolkit.errors import DefinitionError

if TYPE_CHECKING:
    from toolkit.quality.lockfile import Lock


def write_lock(made: Lock, file: str) -> None:
    """Put a lock into a file.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        Path(file).write_text(quality.lock_text(made), encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None


def lock_in(file: str) -> Lock:
    """The lock in a file.

    Raises:
        UsageError: It cannot be read, or is none.
    """
    try:
        return quality.read_lock(Path(file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"no file {file}; make it first: toolkit lock TARGET -o {file}") from None
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except (DefinitionError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: {error}") from None
