"""What `toolkit check` tells: what is wrong with the tools, or what has changed since a lock was written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit import quality
from toolkit.cli.annotations import FAULT, Annotation
from toolkit.cli.declaring import provider_named
from toolkit.cli.faults import UsageError, fault, fault_line, near, shown_path
from toolkit.cli.locking import lock_in
from toolkit.quality.rules import is_named, unknown_code
from toolkit.quality.sources import place_of_function
from toolkit.schema.wording import counted, shortened

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from toolkit.cli.annotations import Gravity
    from toolkit.quality import Change, Finding
    from toolkit.tools.registry import Registry

_CHANGE_COLUMNS: Final = ("Change", "Tool", "Place", "What", "Was", "Now")
_FINDING_COLUMNS: Final = ("Rule", "Level", "Tool", "Place", "File", "Finding")
_GRAVITY: Final[Mapping[str, Gravity]] = {"breaking": "error", "behaviour": "warning", "compatible": "note"}
_CELL_CHARS: Final = 60
# What says how tools are checked by themselves; a lock is compared with as it is.
_OF_RULES: Final = {
    "providers": "--for",
    "strict": "--strict",
    "max_chars": "--max-chars",
    "ignore": "--ignore",
    "error": "--error",
}


class Report(NamedTuple):
    """What a check has found.

    Attributes:
        told: All of it, as JSON.
        header: The titles of the table.
        rows: The table, for a person.
        note: What it comes to, and what to do.
        is_well: Whether nothing in it counts.
        annotations: The same, to be shown beside the code.
    """

    told: dict[str, Any]
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str
    is_well: bool
    annotations: Sequence[Annotation]


def checked(registry: Registry, asked: Namespace) -> Report:
    """What is wrong with the tools, or, where a lock was named, what has changed since.

    Raises:
        UsageError: A provider, a rule or a lock is named that is none, or options do not go together.
    """
    if asked.json and asked.format not in {None, "json"}:
        raise UsageError(f"--json and --format {asked.format} are two forms; choose one")
    if asked.lock is None:
        return linted(registry, asked)
    given = next((option for name, option in _OF_RULES.items() if getattr(asked, name)), None)
    if given is not None:
        raise UsageError(f"{given} says nothing of a lock; check twice, once with --lock and once with {given}")
    return compared(registry, asked.lock, asked.target)


def broken(exception: BaseException) -> Report:
    """What keeps the tools from being looked at, as if a rule had found it."""
    place, text = fault(exception)
    file, _, number = place.rpartition(":")
    # A note that somebody else has put on the exception is no place.
    path, line = (file, int(number)) if file and number.isdecimal() else (None, None)
    about = {"level": "error", "code": FAULT, "tool": "", "place": ""}
    told = {**about, "what": text, "cure": "", "path": path, "line": line}
    shown = Annotation("error", FAULT, "", "", text, path, line)
    note = fault_line(exception)
    return Report({"findings": [told]}, _FINDING_COLUMNS, [], note, is_well=False, annotations=[shown])


def linted(registry: Registry, asked: Namespace) -> Report:
    """What is wrong with the tools.

    Raises:
        UsageError: There is no such provider, or no such rule.
    """
    unknown = unknown_code((*asked.ignore, *asked.error))
    if unknown is not None:
        raise UsageError(f"no rule {unknown!r}{near(unknown, quality.RULES)}")
    providers = [provider_named(name) for name in asked.providers] or None
    found = quality.lint(registry, providers, strict=asked.strict, max_chars=asked.max_chars, ignore=asked.ignore)
    shown = sorted((_of_finding(each, asked.error) for each in found), key=lambda each: each.level != "error")
    rows = [(each.rule, each.level, each.tool, each.place, each.spot, each.text) for each in shown]
    errors = sum(each.level == "error" for each in shown)
    counts = f"{counted(errors, 'error')}, {counted(len(shown) - errors, 'warning')}"
    told = {"findings": [each.told for each in shown]}
    return Report(told, _FINDING_COLUMNS, rows, counts if shown else "nothing found", not errors, shown)


def _of_finding(found: Finding, counted_as_errors: Sequence[str]) -> Annotation:
    level: Gravity = "error" if found.level == "error" or is_named(found, counted_as_errors) else "warning"
    path = None if found.path is None else shown_path(found.path)
    told = {**found.to_dict(), "level": level, "path": path}
    text = f"{found.what}; {found.cure}"
    return Annotation(level, found.code, found.tool, found.place, text, path, found.line, told)


def compared(registry: Registry, file: str, target: str) -> Report:
    """What has changed since the lock in a file was written.

    Raises:
        UsageError: The file is no lock.
    """
    was, now = lock_in(file), quality.lock(registry)
    found = quality.changes(was, now)
    worst = quality.breaking(found)
    shown = [_of_change(each, registry) for each in found]
    rows = [(each.kind, each.tool, each.place, each.what, _cell(each.was), _cell(each.now)) for each in found]
    note = _comparison_note(found, worst, f"toolkit lock {target} -o {file}")
    return Report({"changes": [each.told for each in shown]}, _CHANGE_COLUMNS, rows, note, not worst, shown)


def _of_change(change: Change, registry: Registry) -> Annotation:
    tool = registry.get(change.tool)
    place = None if tool is None else place_of_function(tool)
    path, line = (None, None) if place is None else (shown_path(place[0]), place[1])
    values = ((word, _cell(value)) for word, value in (("was", change.was), ("now", change.now)) if value is not None)
    text = "; ".join([change.what, *(f"{word} {value}" for word, value in values)])
    return Annotation(_GRAVITY[change.kind], change.kind, change.tool, change.place, text, path, line, change.to_dict())


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
