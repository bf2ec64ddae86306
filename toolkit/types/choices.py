"""Literal, Enum and Flag."""

from __future__ import annotations

from enum import FlagBoundary
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import AnyOfType, EnumType, IntegerType, ListType, ParameterType
from toolkit.reading.annotations import LITERAL
from toolkit.reading.class_texts import class_summary, field_texts
from toolkit.reading.evaluation import written
from toolkit.types.documents import is_json_number
from toolkit.types.rules import TypeRule, itself
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    import enum
    from collections.abc import Iterable, Mapping

    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk

_JSON_SCALARS: Final = (bool, int, float, str, type(None))


def _is_enum_class(hint: Hint) -> bool:
    return isinstance(hint.type, type) and hasattr(hint.type, "__members__") and hasattr(hint.type, "_member_map_")


def _is_flag(hint: Hint) -> bool:
    return _is_enum_class(hint) and hasattr(hint.type, "_flag_mask_")


def wire_values(cls: type[enum.Enum]) -> dict[str, Any]:
    """What stands for each member in JSON, by its name: their values if all are scalars, else their names."""
    values = {each.name: _plain(each.value) for each in cls}
    return values if all(map(_is_scalar, values.values())) else {name: name for name in values}


def _is_scalar(value: Any) -> bool:
    """Whether JSON has the value; it lacks NaN and the infinities, and no number of arguments is longer."""
    return type(value) in _JSON_SCALARS and (not isinstance(value, int | float) or is_json_number(value))


def _plain(value: Any) -> Any:
    """A value of a subclass of str or int as the plain one."""
    if isinstance(value, str):
        return str.__str__(value)
    base = next((kind for kind in (bool, int, float) if isinstance(value, kind)), None)
    return value if base is None else base(value)


def choice_key(value: Any) -> tuple[bool, Any]:
    """A key that keeps `1`, `true` and `"1"` apart and takes 1.0 for 1."""
    return isinstance(value, bool), value


def _loader(chosen: dict[tuple[bool, Any], Any]) -> Loader:
    return lambda value: chosen[choice_key(value)]


def _describe_enum(hint: Hint, walk: Walk) -> ParameterType:
    values = wire_values(hint.type)
    return EnumType(
        _some(hint, values.values(), walk), description=with_members(class_summary(hint.type), hint.type, values)
    )


def with_members(text: str, cls: type[enum.Enum], choices: Mapping[str, Any]) -> str:
    r"""What is said of an enum, and what its author says of its members.

    Args:
        text: What is said of the enum.
        cls: The enum.
        choices: What stands for each member in JSON, by its name.

    >>> import enum
    >>> class Unit(enum.Enum):
    ...     '''A unit.
    ...
    ...     Attributes:
    ...         CELSIUS: As in Europe.
    ...     '''
    ...
    ...     CELSIUS = "c"
    >>> with_members("A unit.", Unit, {"CELSIUS": "c"})
    'A unit.\n- c: As in Europe.'
    """
    texts = field_texts(cls)
    told = [f"- {choice}: {' '.join(texts[name].split())}" for name, choice in choices.items() if name in texts]
    return "\n".join([text, *told] if text else told)


def _some(hint: Hint, choices: Iterable[Any], walk: Walk) -> tuple[Any, ...]:
    """The choices that an enum or a Literal gives.

    Raises:
        UndescribableParameterError: There are none.
    """
    found = tuple(choices)
    if not found:
        what = "Literal" if hint.origin is LITERAL else f"enum {hint.type.__name__}"
        raise walk.undescribable(hint, f"the {what} has no members", "give it members")
    return found


def _load_enum(hint: Hint, walk: Walk) -> Loader:
    return _loader({choice_key(wire): hint.type[name] for name, wire in wire_values(hint.type).items()})


def _dump_enum(value: enum.Enum, walk: Dumper) -> Any:
    if walk.by_model is not None:
        return walk.by_model(value)
    return walk.once(type(value), lambda hint: wire_values(hint.type))[value.name]


def flag_members(cls: Any) -> dict[str, Any]:
    """The members of a flag of which all others are made: the single bits, and what no smaller ones make."""
    found: dict[str, Any] = {}
    for each in sorted(cls.__members__.values(), key=lambda each: each.value.bit_count()):
        if each.value != reduce(or_, (other.value for other in found.values() if other in each), 0):
            found[each.name] = each
    return found


def keeps_unknown_bits(cls: Any) -> bool:
    """Whether a flag may hold bits that none of its members has, as an IntFlag does."""
    return bool(cls._boundary_ is FlagBoundary.KEEP)


def _describe_flag(hint: Hint, walk: Walk) -> ParameterType:
    names = {name: name for name in flag_members(hint.type)}
    choices: ParameterType = EnumType(_some(hint, names, walk))
    if walk.of_results and keeps_unknown_bits(hint.type):
        choices = AnyOfType((choices, IntegerType(description="Bits without a name, as their sum.")))
    return ListType(choices, description=with_members(class_summary(hint.type), hint.type, names))


def _load_flag(hint: Hint, walk: Walk) -> Loader:
    flag = hint.type

    def load(names: list[str]) -> Any:
        together = flag(0)
        for name in names:
            together |= flag[name]
        return together

    return load


def _dump_flag(value: Any, walk: Dumper) -> Any:
    if walk.by_model is not None:
        return walk.by_model(value)
    members = walk.once(type(value), lambda hint: flag_members(hint.type))
    held: dict[str | int, Any] = {name: each for name, each in members.items() if each in value}
    unknown = value.value & ~reduce(or_, (each.value for each in held.values()), 0)
    if unknown and walk.of_arguments:
        raise UndumpableError(f"the {type(value).__name__} has bits without a name")
    return [*held, unknown] if unknown else [*held]


def _wire(value: Any) -> Any:
    return wire_values(type(value))[value.name] if hasattr(type(value), "_member_map_") else value


def _describe_literal(hint: Hint, walk: Walk) -> ParameterType:
    flag = next((type(value) for value in hint.arguments if hasattr(type(value), "_flag_mask_")), None)
    if flag is not None:
        reason = f"a Literal holds scalars, and a {flag.__name__} is an array of names in JSON"
        raise walk.undescribable(hint, reason, f"annotate {flag.__name__} itself, or a Literal of texts")
    values = [_wire(value) for value in hint.arguments]
    odd = next((value for value in values if not _is_scalar(value)), None)
    if odd is not None:
        what = written if isinstance(odd, type) else repr
        reason = "it has a number of more than 1,000 digits" if type(odd) is int else f"JSON has no {what(odd)}"
        raise walk.undescribable(hint, reason, "use texts, numbers, booleans, None or enum members")
    return EnumType(_some(hint, {choice_key(value): value for value in values}.values(), walk))


def _load_literal(hint: Hint, walk: Walk) -> Loader | None:
    if all(type(value) is str for value in hint.arguments):
        return None
    return _loader({choice_key(_wire(value)): value for value in reversed(hint.arguments)})


LITERAL_ROW: Final = TypeRule("Literal", lambda hint: hint.origin is LITERAL, _describe_literal, _load_literal, itself)
ROWS: Final = (
    LITERAL_ROW,
    TypeRule("Flag", _is_flag, _describe_flag, _load_flag, _dump_flag),
    TypeRule("Enum", _is_enum_class, _describe_enum, _load_enum, _dump_enum),
)
