"""What installed packages name as entry points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from toolkit.calling.guard import Raised, attempt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Made = TypeVar("Made")


def from_entry_points(group: str, made_of: Callable[[Any], Iterable[Made]]) -> list[Made]:
    """What is made of all that installed packages name in a group of entry points, in the order of the entries' names.

    Args:
        group: The group.
        made_of: Makes it of what an entry names.

    Raises:
        BaseException: What loading an entry, or making something of it, raises, with a note that names the entry.
    """
    from importlib import metadata  # noqa: PLC0415 - dear at start

    entries = sorted(set(metadata.entry_points(group=group)), key=lambda each: (each.name, each.value))
    return [made for each in entries for made in _from_entry(each, made_of)]


def _from_entry(entry: Any, made_of: Callable[[Any], Iterable[Made]]) -> Iterable[Made]:
    made = attempt(lambda: made_of(entry.load()))
    if isinstance(made, Raised):
        made.exception.add_note(f"while loading the entry point {entry.name} = {entry.value} of group {entry.group}")
        raise made.exception
    return made
