"""Bounds on a type, as JSON Schema keywords where it has them and as checks of the loaded value elsewhere."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    TupleType,
    constrained,
)
from toolkit.record import replace_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.types.rules import Loader

_NUMERIC: Final = {
    "gt": "exclusiveMinimum",
    "ge": "minimum",
    "lt": "exclusiveMaximum",
    "le": "maximum",
    "multiple_of": "multipleOf",
}
_OF_STRINGS: Final = {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"}
_OF_ARRAYS: Final = {"min_length": "minItems", "max_length": "maxItems"}
_OF_OBJECTS: Final = {"min_length": "minProperties", "max_length": "maxProperties"}

# JSON Schema 2020-12, Validation, section 6: each keyword binds values of one kind only.
_KEYWORDS: Final[dict[type[ParameterType], Mapping[str, str]]] = {
    IntegerType: _NUMERIC,
    FloatType: _NUMERIC,
    StringType: _OF_STRINGS,
    ListType: _OF_ARRAYS,
    TupleType: _OF_ARRAYS,
    ObjectType: _OF_OBJECTS,
    AnyType: _NUMERIC,
}


def narrowed(type_: ParameterType, constraints: Mapping[str, Any]) -> ParameterType:
    """The type with those bounds that its schema can express; a union's bounds go to its members."""
    if not constraints:
        return type_
    if isinstance(type_, AnyOfType):
        options = tuple(narrowed(option, constraints) for option in type_.options)
        return replace_fields(type_, options=options)
    keywords = _KEYWORDS.get(type(type_), {})
    if isinstance(type_, StringType) and "format" in type_.constraints:
        keywords = {}  # bounds on what the text stands for, not on the text
    said = {
        keywords[name]: _json_number(value) if keywords is _NUMERIC else value
        for name, value in constraints.items()
        if name in keywords and _is_expressible(name, value)
    }
    return constrained(type_, said)


def _is_expressible(name: str, value: Any) -> bool:
    if name == "pattern":
        return isinstance(value, str)
    number = _json_number(value)
    return isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number)


def _json_number(value: Any) -> Any:
    """The bound as JSON writes it: a Decimal or Fraction as the number that is nearest to it."""
    if isinstance(value, int | float):
        return value
    try:
        return int(value) if value == int(value) else float(value)
    except (TypeError, ValueError, ArithmeticError):
        return value


def is_said_whole(type_: ParameterType, constraints: Mapping[str, Any]) -> bool:
    """Whether the type's schema says all of these bounds, so that the loaded value needs no check."""
    if isinstance(type_, AnyOfType):
        options = [option for option in type_.options if not isinstance(option, NullType)]
        return all(is_said_whole(option, constraints) for option in options)
    if isinstance(type_, ReferenceType):
        return not constraints
    keywords = _KEYWORDS.get(type(type_), {})
    if isinstance(type_, StringType) and "format" in type_.constraints:
        keywords = {}
    return all(name in keywords and _is_expressible(name, value) for name, value in constraints.items())


def checked(load: Loader | None, constraints: Mapping[str, Any]) -> Loader:
    """A loader that also checks the bounds on the value it made."""
    tests = [(name, _CHECKS[name], bound) for name, bound in constraints.items() if name in _CHECKS]

    def load_and_check(value: Any) -> Any:
        loaded = value if load is None else load(value)
        if loaded is not None:
            for name, check, bound in tests:
                if not check(loaded, bound):
                    raise ValueError(_complaint(name, bound))
        return loaded

    return load_and_check


def _complaint(name: str, bound: Any) -> str:
    if name == "predicates":
        return f"must satisfy {' and '.join(getattr(each, '__name__', 'its condition') for each in bound)}"
    return f"must {_WORDS[name]} {bound}"


_WORDS: Final = {
    "gt": "be greater than",
    "ge": "be at least",
    "lt": "be less than",
    "le": "be at most",
    "multiple_of": "be a multiple of",
    "min_length": "have a length of at least",
    "max_length": "have a length of at most",
    "pattern": "match the pattern",
}


def _matches(value: Any, pattern: str) -> bool:
    return not isinstance(value, str) or re.search(pattern, value) is not None


_CHECKS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "gt": lambda value, bound: value > bound,
    "ge": lambda value, bound: value >= bound,
    "lt": lambda value, bound: value < bound,
    "le": lambda value, bound: value <= bound,
    "multiple_of": lambda value, bound: value % bound == 0,
    "min_length": lambda value, bound: not hasattr(value, "__len__") or len(value) >= bound,
    "max_length": lambda value, bound: not hasattr(value, "__len__") or len(value) <= bound,
    "pattern": _matches,
    "predicates": lambda value, bound: all(test(value) for test in bound),
}
