"""What `toolkit check` tells: what has changed since a lock was written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.calling.cleaning import shortened
from toolkit.cli.locking import lock_in
from toolkit.quality.change import breaking
from toolkit.quality.comparison import changes
from toolkit.quality.lockfile import lock
from toolkit.schema.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.quality.change import Change
    from toolkit.tools.registry import Registry

_CHANGE_COLUMNS: Final = ("Change", "Tool", "Place", "What", "Was", "Now")
_CELL_CHARS: Final = 60


class Report(NamedTuple):
    """What a check has found.

    Attributes:
        told: All of it, as JSON.
        header: The titles of the table.
        rows: The table, for a person.
        note: What it comes to, and what to do.
        is_well: Whether nothing in it counts.
    """

    told: dict[str, Any]
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str
    is_well: bool


def compared(registry: Registry, file: str, target: str) -> Report:
    """What has changed since the lock in a file was written.

    Raises:
        UsageError: The file is no lock.
    """
    was, now = lock_in(file), lock(registry)
    found = changes(was, now)
    worst = breaking(found)
    rows = [(each.kind, each.tool, each.place, each.what, _cell(each.was), _cell(each.now)) for each in found]
    note = _comparison_note(found, worst, f"toolkit lock {target} -o {file}")
    return Report({"changes": [each.to_dict() for each in found]}, _CHANGE_COLUMNS, rows, note, not worst)


def _comparison_note(found: Sequence[Change], worst: Sequence[Change], command: str) -> str:
    if worst:
        return f"{counted(len(worst), 'breaking change')}; undo, or if meant, write the lock anew: {command}"
    return f"{counted(len(found), 'change')}, none breaking; write the lock anew: {command}" if found else "no changes"


def _cell(value: Any) -> str:
    """A JSON value in a cell; of a plain type its name."""
    if value is None or isinstance(value, str):
        return shortened(value or "", _CELL_CHARS)
    if isinstance(value, dict) and value.keys() == {"type"}:
        value = value["type"]
    return shortened(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), _CELL_CHARS)
