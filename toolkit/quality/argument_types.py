"""Rules on types: arguments that say too little of what they take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolkit.calling.guard import Raised, attempt
from toolkit.descriptor import ListType, ObjectType
from toolkit.quality.inspection import is_anything
from toolkit.quality.rules import Finding
from toolkit.record import MISSING
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.descriptor import ParameterType
    from toolkit.quality.inspection import Inspection

_SHOWN_CHARS: Final = 60


def told_types(inspection: Inspection) -> Iterator[Finding]:
    """Types that admit more than was probably meant, at every depth."""
    for tool, place, type_ in inspection.types():
        yield from _faults(tool.name, place, type_, strict=inspection.strict)


def same_defaults(inspection: Inspection) -> Iterator[Finding]:
    """Defaults that are others on another machine: paths below this user's home or the working directory."""
    # The directory may have been removed, and a user may have no home.
    known = [each for each in map(attempt, (Path.home, Path.cwd)) if not isinstance(each, Raised)]
    here = [each for each in known if str(each) != each.anchor]
    for tool, place, argument in inspection.arguments():
        default = argument.default
        if isinstance(default, str) and any(map(Path(default).is_relative_to, here)):
            cure = "make None the default, and find the path in the function"
            yield Finding("T204", tool.name, place, f"its default is {default}, a path of this machine", cure)


def fitting_defaults(inspection: Inspection) -> Iterator[Finding]:
    """Defaults that are refused when a model sends them, at every depth."""
    for tool, place, each in (*inspection.arguments(), *inspection.members()):
        if each.default is not MISSING and not tool.contract.fits(each.type, plain(each.default)):
            shown = json.dumps(plain(each.default), ensure_ascii=False)
            what = f"its default {shown[:_SHOWN_CHARS]} does not fit its type"
            yield Finding("T205", tool.name, place, what, "mend the default, or add its type to the annotation")


def _faults(tool: str, place: str, type_: ParameterType, *, strict: bool) -> Iterator[Finding]:
    if is_anything(type_):
        yield Finding("T201", tool, place, "takes any value", "annotate it with the type that it has")
    elif isinstance(type_, ListType) and is_anything(type_.items):
        yield Finding("T202", tool, place, "an array of anything", "name the type of its items: list[str]")
    elif strict and isinstance(type_, ObjectType) and type_.additional is not False:
        cure = "name its members in a dataclass or TypedDict, or declare it without --strict"
        yield Finding("T203", tool, place, "an object with any names", cure)
