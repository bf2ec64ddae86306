"""Unions: the first member, as written, whose schema accepts and whose class does not refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import AnyOfType, NullType, ParameterType, described, flat_options
from toolkit.reading.annotations import UNION, members_of, take_apart
from toolkit.types.constraints import checked
from toolkit.types.loaders import OptionalLoader
from toolkit.types.rules import REFUSALS, Refusal, TypeRule, itself, refusal_text

if TYPE_CHECKING:
    from toolkit.reading.annotations import Hint
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk

# To compare so few takes less than to hash them.
_FEW: Final = 8


def _describe(hint: Hint, walk: Walk) -> ParameterType:
    options: list[ParameterType] = []
    for member in members_of(hint):
        type_ = walk.describe(member)
        if hint.texts and type_.description in hint.texts:
            type_ = described(type_, "")  # it describes the whole
        options.append(type_)
    options = _distinct(flat_options(options))
    options.sort(key=lambda option: isinstance(option, NullType))
    return options[0] if len(options) == 1 else AnyOfType(tuple(options))


def _distinct(options: tuple[ParameterType, ...]) -> list[ParameterType]:
    """The options, each once."""
    if len(options) > _FEW:
        return list(dict.fromkeys(options))
    found: list[ParameterType] = []
    found.extend(each for each in options if each not in found)
    return found


def _load(hint: Hint, walk: Walk) -> Loader | None:
    members = [take_apart(member) for member in members_of(hint)]
    loads = [_load_member(member, walk, beside_int=any(each.type is int for each in members)) for member in members]
    if len(loads) == 1:
        return loads[0]
    if all(load is None for load in loads):
        return None
    others = [load for member, load in zip(members, loads, strict=True) if member.type is not None]
    if len(others) == 1 < len(members) and others[0] is not None:
        return OptionalLoader(others[0])
    whole: Loader = _as_sent if any(each.type is float for each in members) else int
    return _load_first(
        [
            (walk.accepts(member), load or (whole if member.type is int else _as_sent))
            for member, load in zip(members, loads, strict=True)
        ]
    )


def _load_member(member: Hint, walk: Walk, *, beside_int: bool) -> Loader | None:
    """The loader of a member; beside int a number stays as it was sent: 1 an int, 1.5 and 1.0 floats."""
    if not (beside_int and member.type is float):
        return walk.load(member)
    return checked(_as_sent, member.constraints) if member.constraints else None


def _as_sent(value: Any) -> Any:
    """The value; a number that carries its digits for another member, a Decimal, as the plain float."""
    return float(value) if isinstance(value, float) else value


def _load_first(members: list[tuple[Any, Loader]]) -> Loader:
    def load(value: Any) -> Any:
        refused: list[Exception] = []
        for accepts, load_member in members:
            if not accepts(value):
                continue
            try:
                return load_member(value)
            except REFUSALS as error:
                refused.append(error)
        raise _refusal(value, refused)

    return load


def _refusal(value: Any, refused: list[Exception]) -> Exception:
    """What the first member said; of a text what each said, as nothing tells which one was meant."""
    if len(refused) > 1 and isinstance(value, str):
        return Refusal([((), "; and ".join(dict.fromkeys(map(refusal_text, refused))))])
    return refused[0] if refused else Refusal([((), "no member of the union takes it")])


ROWS: Final = (TypeRule("Union", lambda hint: hint.origin is UNION, _describe, _load, itself),)
