"""What a catalogue of tools has to keep: a lock of what it promises, what has changed since, and faults of its texts.

Each name is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.quality.change import Change as Change, Kind as Kind, breaking as breaking
    from toolkit.quality.comparison import changes as changes
    from toolkit.quality.linting import lint as lint
    from toolkit.quality.lockfile import Lock as Lock, lock as lock, lock_text as lock_text, read_lock as read_lock
    from toolkit.quality.rules import RULES as RULES, Finding as Finding, Level as Level, Rule as Rule, errors as errors

_HOMES: Final = {
    "RULES": "rules",
    "Change": "change",
    "Finding": "rules",
    "Kind": "change",
    "Level": "rules",
    "Lock": "lockfile",
    "Rule": "rules",
    "breaking": "change",
    "changes": "comparison",
    "errors": "rules",
    "lint": "linting",
    "lock": "lockfile",
    "lock_text": "lockfile",
    "read_lock": "lockfile",
}

if not TYPE_CHECKING:  # Type checkers take the imports above for the whole truth, and so find a misspelt name.
    __all__ = sorted(_HOMES)  # noqa: PLE0605 - ruff wants the names written out, and here the table is the list.
    __getattr__, __dir__ = lazy_names(__name__, _HOMES), __all__.copy
