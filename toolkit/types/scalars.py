"""bool, int, float, str, None and Any."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    FloatType,
    IntegerType,
    NullType,
    ParameterType,
    StringType,
)
from toolkit.reading.annotations import ANY, UNION
from toolkit.types.rules import TypeRule, as_it_is, itself

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk


# The hint of each is its class alone, so one type serves all.
SCALARS: Final[Mapping[Any, ParameterType]] = {
    bool: BooleanType(),
    int: IntegerType(),
    float: FloatType(),
    str: StringType(),
}
# What forms of nothing but these say is the same wherever they stand, and they are few, so each is described once.
_ORDINARY: Final = frozenset({*SCALARS, NoneType, ANY})
_KINDS: Final = frozenset(map(type, _ORDINARY))
_ORIGINS: Final = frozenset({dict, frozenset, list, set, tuple, UNION})
_MOST_MEMBERS: Final = 3
FORMS: Final[dict[tuple[Any, tuple[Any, ...], bool], ParameterType]] = {}


# Abstract classes of numbers, by where they live, and protocols that numbers alone have among what JSON holds.
# Between `int` and `float` a number arrives as it was sent.
_ANY_NUMBER: Final = AnyOfType((SCALARS[int], SCALARS[float]))
_ABSTRACT: Final[Mapping[tuple[str, str], ParameterType]] = {
    ("numbers", "Integral"): SCALARS[int],
    ("typing", "SupportsIndex"): SCALARS[int],
    **dict.fromkeys((("numbers", each) for each in ("Number", "Complex", "Real")), _ANY_NUMBER),
    **dict.fromkeys((("typing", f"Supports{each}") for each in ("Int", "Float", "Complex", "Round")), _ANY_NUMBER),
}


def _abstract(hint: Hint) -> ParameterType | None:
    cls = hint.class_
    return None if cls is None else _ABSTRACT.get((cls.__module__, cls.__name__))


def _describe_abstract(hint: Hint, walk: Walk) -> ParameterType:
    return _abstract(hint) or _ANY_NUMBER


def is_ordinary(hint: Hint) -> bool:
    """Whether it is `list[str]`, `int | None` or the like, with nothing around it."""
    if hint.origin not in _ORIGINS or hint.facts is not None or hint.texts or len(hint.arguments) > _MOST_MEMBERS:
        return False
    # Of other kinds some have no hash.
    return _KINDS.issuperset(map(type, hint.arguments)) and _ORDINARY.issuperset(hint.arguments)


def _exactly(only: Any) -> Callable[[Hint], bool]:
    return lambda hint: hint.type is only


def _always(only: ParameterType) -> Callable[[Hint, Walk], ParameterType]:
    return lambda hint, walk: only


def _load_float(hint: Hint, walk: Walk) -> Loader:
    return float  # an integer for a float arrives as float


def _load_derived(hint: Hint, walk: Walk) -> Loader:
    """The class itself: `class Celsius(float)` is built from the plain value."""
    return hint.type  # type: ignore[no-any-return]


def _dump_float(value: float, walk: Dumper) -> float | None:
    """The number; null for NaN and the infinities, which JSON does not have (RFC 8259, section 6)."""
    plain = float(value)
    return plain if plain - plain == 0 else None


def _derived_from(base: type) -> Callable[[Hint], bool]:
    return lambda hint: hint.origin is None and hint.is_a(base) and not _is_enum(hint.type)


def _is_enum(cls: type) -> bool:
    return hasattr(cls, "__members__")


ROWS: Final = (
    TypeRule("None", _exactly(None), _always(NullType()), as_it_is, itself),
    TypeRule("bool", _exactly(bool), _always(SCALARS[bool]), as_it_is, itself),
    TypeRule("int", _exactly(int), _always(SCALARS[int]), as_it_is, itself),
    TypeRule("float", _exactly(float), _always(SCALARS[float]), _load_float, _dump_float),
    TypeRule("str", _exactly(str), _always(SCALARS[str]), as_it_is, itself),
    TypeRule("Any", lambda hint: hint.type is ANY or hint.type is object, _always(AnyType()), as_it_is, itself),
)

# After all others, so that Enum and the like come first.
DERIVED_ROWS: Final = (
    TypeRule("abstract number", lambda hint: _abstract(hint) is not None, _describe_abstract, as_it_is, itself),
    TypeRule("int subclass", _derived_from(int), _always(SCALARS[int]), _load_derived, lambda v, walk: int(v)),
    TypeRule("float subclass", _derived_from(float), _always(SCALARS[float]), _load_derived, _dump_float),
    TypeRule("str subclass", _derived_from(str), _always(SCALARS[str]), _load_derived, lambda v, walk: str.__str__(v)),
)
