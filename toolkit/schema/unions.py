"""The member of a union that a value was probably meant for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.closeness import Names
from toolkit.descriptor import EnumType, ListType, ObjectType, ParameterType, TupleType
from toolkit.schema.hints import name_hint
from toolkit.schema.kinds import KINDS, kind_of
from toolkit.schema.wording import in_one_line, listed, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolkit.schema.acceptance import Parts
    from toolkit.schema.structures import Run

_SAMPLED: Final = 20
_SHOWN_CHARS: Final = 40


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
    """The property whose value tells the members apart: each lists its own; it is demanded, or it is there.

    Where it is there, no member is meant that does not have it.
    """
    objects = [option for option in options if isinstance(option, ObjectType)]
    if len(objects) < max(len(options), 2):  # one has nothing to be told from
        return None
    demanded = {name for name in objects[0].required if all(name in option.required for option in objects)}
    names = dict.fromkeys(each.name for option in objects for each in option.properties)
    candidates = (name for name in names if name in value or name in demanded)
    return next((name for name in candidates if _tells_apart(name, objects, is_there=name in value)), None)


def tags(option: ParameterType, name: str) -> tuple[Any, ...]:
    """The values that a member lists for a property."""
    properties = option.properties if isinstance(option, ObjectType) else ()
    types = (each.type for each in properties if each.name == name)
    return next((type_.values for type_ in types if isinstance(type_, EnumType)), ())


def _tells_apart(name: str, objects: list[ObjectType], *, is_there: bool) -> bool:
    """Whether every member that may be meant lists values of a property that no other one lists; texts only."""
    meant = [option for option in objects if not is_there or _may_have(option, name)]
    listed = [tags(option, name) for option in meant]
    every = [value for values in listed for value in values]
    texts = all(isinstance(value, str) for value in every)
    return len(meant) > 1 and texts and all(listed) and len(set(every)) == len(every)


def _may_have(option: ObjectType, name: str) -> bool:
    return option.additional is not False or any(each.name == name for each in option.properties)


def nearest(options: list[ParameterType], value: Any, parts: Parts, run: Run) -> list[ParameterType]:
    """The members that the value misses by the fewest faults."""
    if len(options) == 1:
        return options
    points = [sum(_points(option, value, parts, run)) for option in options]
    return [option for option, each in zip(options, points, strict=True) if each == max(points)]


def undecided(
    near: list[ParameterType], options: list[ParameterType], value: Any, parts: Parts, run: Run
) -> tuple[str, str, str] | None:
    """What is said of an object whose names do not tell which member it was meant for: expected, got and a hint.

    Args:
        near: The members that it misses by the fewest faults.
        options: All members of its kind.
        value: The object, or what else came.
        parts: The types.
        run: The check.

    Returns:
        None if its names do, or something else is wrong with it: then there is more to say of one member.
    """
    if len(near) == 1 or not isinstance(value, dict):
        return None
    objects = [option for option in options if isinstance(option, ObjectType) and option.properties]
    if not all(option in objects and _is_about_names(option, value, parts, run) for option in near):
        return None
    told = dict.fromkeys(_form(option.required or [each.name for each in option.properties]) for option in objects)
    if len(told) == 1:
        return None
    names = dict.fromkeys(each.name for option in objects for each in option.properties)
    hints = [name_hint(name, Names(names)) for name in list(value)[:_SAMPLED] if name not in names]
    if not hints and any(value.keys() >= {*option.required} for option in near if isinstance(option, ObjectType)):
        hints = ["send the names of one alone"]
    return listed(told, " or "), _form(value) if value else value_text(value), next(filter(None, hints), "")


def _is_about_names(option: Any, value: dict[str, Any], parts: Parts, run: Run) -> bool:
    """Whether names are missing or unknown, and no property that is there has a wrong value."""
    types = {each.name: each.type for each in option.properties}
    if value.keys() >= {*option.required} and (option.additional is not False or value.keys() <= types.keys()):
        return False
    return all(parts.of(types[name]).accept(each, run) for name, each in value.items() if name in types)


def _form(names: Iterable[str]) -> str:
    return f"object with {listed(in_one_line(name, _SHOWN_CHARS) for name in names)}"


def _points(option: ParameterType, value: Any, parts: Parts, run: Run) -> Iterator[int]:
    """One for each member that fits, one less for each that does not or is missing, and two for one that is unknown."""
    if isinstance(option, ObjectType) and isinstance(value, dict):
        by_name = {each.name: each.type for each in option.properties}
        for name in list(value)[:_SAMPLED]:
            if name in by_name:
                # A value that fits its tag weighs more than one that fits anything.
                weight = 4 if isinstance(by_name[name], EnumType) else 1
                yield weight if parts.of(by_name[name]).accept(value[name], run) else -1
            else:
                yield 0 if option.additional else -2
        yield -sum(name not in value for name in option.required)
    elif isinstance(option, ListType) and isinstance(value, list):
        accept = parts.of(option.items).accept
        yield from (1 if accept(item, run) else -1 for item in value[:_SAMPLED])
    elif isinstance(option, TupleType) and isinstance(value, list):
        yield -abs(len(option.items) - len(value))
