"""What a catalogue of tools has to keep: a lock of what it promises, what has changed since, and faults of its texts.

Each name is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.quality.change import Change as Change, breaking as breaking
    from toolkit.quality.comparison import changes as changes
    from toolkit.quality.lockfile import lock as lock, lock_text as lock_text, read_lock as read_lock

__all__ = ["Change", "breaking", "changes", "lock", "lock_text", "read_lock"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(
        __name__,
        {
            "Change": "change",
            "breaking": "change",
            "changes": "comparison",
            "lock": "lockfile",
            "lock_text": "lockfile",
            "read_lock": "lockfile",
        },
    )
