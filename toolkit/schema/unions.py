"""The member of a union that a value was probably meant for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    EnumType,
    ListType,
    ObjectType,
    ParameterType,
    TupleType,
)
from toolkit.schema.kinds import KINDS, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.schema.acceptance import Parts
    from toolkit.schema.structures import Run

_SAMPLED: Final = 20


def of_kind(options: list[ParameterType], value: Any) -> list[ParameterType]:
    """The members that admit values of the kind of this one."""
    kind = kind_of(value)
    return [option for option in options if kind in _kinds(option)]


def _kinds(type_: ParameterType) -> set[str]:
    if isinstance(type_, EnumType):
        # Of an array or an object among choices no more is told than its size.
        return {kind_of(value) for value in type_.values} - {"array", "object"}
    kind = KINDS.get(type(type_))
    return {kind} if kind else set(KINDS.values())


def tag_name(options: list[ParameterType], value: dict[str, Any]) -> str | None:
    """The property whose value tells the members apart: each lists its own; it is demanded, or it is there."""
    objects = [option for option in options if isinstance(option, ObjectType)]
    if len(objects) < max(len(options), 2):  # one has nothing to be told from
        return None
    first = objects[0]
    candidates = (each.name for each in first.properties if each.name in first.required or each.name in value)
    return next((name for name in candidates if _tells_apart(name, objects)), None)


def tags(option: ParameterType, name: str) -> tuple[Any, ...]:
    """The values that a member lists for a property."""
    properties = option.properties if isinstance(option, ObjectType) else ()
    types = (each.type for each in properties if each.name == name)
    return next((type_.values for type_ in types if isinstance(type_, EnumType)), ())


def _tells_apart(name: str, objects: list[ObjectType]) -> bool:
    """Whether every member lists values of a property that no other one lists; texts only."""
    listed = [tags(option, name) for option in objects]
    every = [value for values in listed for value in values]
    texts = all(isinstance(value, str) for value in every)
    return texts and all(listed) and len(set(every)) == len(every)


def nearest(options: list[ParameterType], value: Any, parts: Parts, run: Run) -> ParameterType:
    """The member that the value misses by the fewest faults, the first of several."""
    return max(options, key=lambda option: sum(_points(option, value, parts, run)))


def _points(option: ParameterType, value: Any, parts: Parts, run: Run) -> Iterator[int]:
    """One for each member that fits, one less for each that does not, is unknown or is missing."""
    if isinstance(option, ObjectType) and isinstance(value, dict):
        by_name = {each.name: each.type for each in option.properties}
        for name in list(value)[:_SAMPLED]:
            if name in by_name:
                # A value that fits its tag weighs more than one that fits anything.
                weight = 4 if isinstance(by_name[name], EnumType) else 1
                yield weight if parts.of(by_name[name]).accept(value[name], run) else -1
            else:
                yield 0 if option.additional else -1
        yield -sum(name not in value for name in option.required)
    elif isinstance(option, ListType) and isinstance(value, list):
        accept = parts.of(option.items).accept
        yield from (1 if accept(item, run) else -1 for item in value[:_SAMPLED])
    elif isinstance(option, TupleType) and isinstance(value, list):
        yield -abs(len(option.items) - len(value))
