"""Rules on types: arguments that say too little of what they take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolkit.calling.guard import Raised, attempt
from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    ListType,
    ObjectType,
    ParameterType,
    ToolDescriptor,
    ToolParameterDescriptor,
    inner_types,
)
from toolkit.quality.bounds import NARROWING
from toolkit.quality.rules import Finding
from toolkit.record import MISSING, replace_fields
from toolkit.schema.members import resolved
from toolkit.schema.violations import ArgumentCheck
from toolkit.schema.wording import place_inside
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolkit.quality.inspection import Inspection

    Placed = Iterator[tuple[str, ParameterType]]

_SHOWN_CHARS: Final = 60
# What stands there is told of with what holds it.
_UNNAMED: Final = ("[]", ".*")


def told_types(inspection: Inspection) -> Iterator[Finding]:
    """Types that admit more than was probably meant, at every depth."""
    for tool, place, argument in inspection.arguments():
        for inner, type_ in _inside(place, argument.type, tool.descriptor.definitions, set()):
            yield from _faults(tool.name, inner, type_, strict=inspection.strict)


def same_defaults(inspection: Inspection) -> Iterator[Finding]:
    """Defaults that are others on another machine: paths below this user's home or the working directory."""
    # The directory may have been removed, and a user may have no home.
    known = [each for each in map(attempt, (Path.home, Path.cwd)) if not isinstance(each, Raised)]
    here = [str(each) for each in known if str(each) != each.anchor]
    for tool, place, argument in inspection.arguments():
        if isinstance(argument.default, str) and argument.default.startswith(tuple(here)):
            cure = "make None the default, and find the path in the function"
            yield Finding("T204", tool.name, place, f"its default is {argument.default}, a path of this machine", cure)


def fitting_defaults(inspection: Inspection) -> Iterator[Finding]:
    """Defaults that are refused when a model sends them, at every depth."""
    for tool, place, argument in inspection.arguments():
        types = tool.descriptor.definitions
        for at, each in [(place, argument), *members_in(place, argument.type, types)]:
            if each.default is not MISSING and not _fits(each, types, is_foreign=tool.contract.is_foreign):
                shown = json.dumps(plain(each.default), ensure_ascii=False)
                what = f"its default {shown[:_SHOWN_CHARS]} does not fit its type"
                yield Finding("T205", tool.name, at, what, "mend the default, or add its type to the annotation")


def members_in(
    place: str, type_: ParameterType, types: Mapping[str, ParameterType]
) -> Iterator[tuple[str, ToolParameterDescriptor]]:
    """The members of all objects in a type, each with its place."""
    for at, each in _inside(place, type_, types, set()):
        if isinstance(each, ObjectType):
            yield from ((place_inside(at, member.name), member) for member in each.properties)


def _fits(argument: ToolParameterDescriptor, types: Mapping[str, ParameterType], *, is_foreign: bool) -> bool:
    alone = ToolDescriptor("default", "", (replace_fields(argument, name="default"),), definitions=types)
    return ArgumentCheck(alone, foreign=is_foreign).accepts({"default": plain(argument.default)})


def _inside(place: str, type_: ParameterType, types: Mapping[str, ParameterType], met: set[int]) -> Placed:
    """The type and all types in it, each with its place and once."""
    type_ = resolved(type_, types)
    if id(type_) not in met:
        met.add(id(type_))
        yield place, type_
        for at, each in _parts(place, type_):
            if not (_is_anything(each) and at.endswith(_UNNAMED)):
                yield from _inside(at, each, types, met)


def _parts(place: str, type_: ParameterType) -> list[tuple[str, ParameterType]]:
    """What stands directly in a type, each with its place."""
    if isinstance(type_, ObjectType):
        others = [type_.additional] if isinstance(type_.additional, ParameterType) else []
        members = [(place_inside(place, each.name), each.type) for each in type_.properties]
        return members + [(f"{place}.*", each) for each in others]
    at = place if isinstance(type_, AnyOfType) else f"{place}[]"
    return [(at, each) for each in inner_types(type_)]


def _faults(tool: str, place: str, type_: ParameterType, *, strict: bool) -> Iterator[Finding]:
    if _is_anything(type_):
        yield Finding("T201", tool, place, "takes any value", "annotate it with the type that it has")
    elif isinstance(type_, ListType) and _is_anything(type_.items):
        yield Finding("T202", tool, place, "an array of anything", "name the type of its items: list[str]")
    elif strict and isinstance(type_, ObjectType) and type_.additional is not False:
        cure = "name its members in a dataclass or TypedDict, or declare it without --strict"
        yield Finding("T203", tool, place, "an object with any names", cure)


def _is_anything(type_: ParameterType) -> bool:
    """Whether nothing is said of a value."""
    return isinstance(type_, AnyType) and not type_.constraints.keys() & NARROWING
