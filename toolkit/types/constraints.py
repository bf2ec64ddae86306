"""Bounds on a value: in the schema where JSON Schema has a word for them, on the loaded value elsewhere."""

from __future__ import annotations

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
    flat_options,
)
from toolkit.reading.fields import compiled
from toolkit.record import EMPTY, replace_fields
from toolkit.types.documents import is_json_number
from toolkit.types.durations import duration_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.types.rules import Loader

# The keyword of each bound of a number.
NUMERIC: Final = {
    "gt": "exclusiveMinimum",
    "ge": "minimum",
    "lt": "exclusiveMaximum",
    "le": "maximum",
    "multiple_of": "multipleOf",
}
_OF_STRINGS: Final = {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"}
_OF_BASE64: Final = {"min_length": "minLength", "max_length": "maxLength"}
_OF_ARRAYS: Final = {"min_length": "minItems", "max_length": "maxItems"}
_OF_OBJECTS: Final = {"min_length": "minProperties", "max_length": "maxProperties"}

# JSON Schema 2020-12, Validation, section 6: each keyword binds values of one kind only.
_KEYWORDS: Final[dict[type[ParameterType], Mapping[str, str]]] = {
    IntegerType: NUMERIC,
    FloatType: NUMERIC,
    StringType: _OF_STRINGS,
    ListType: _OF_ARRAYS,
    TupleType: _OF_ARRAYS,
    ObjectType: _OF_OBJECTS,
    AnyType: NUMERIC,
}


def _keywords(type_: ParameterType) -> Mapping[str, str]:
    """The keyword of each bound that a type's schema can express."""
    if isinstance(type_, StringType) and "contentEncoding" in type_.constraints:
        return _OF_BASE64
    if isinstance(type_, StringType) and type_.constraints.get("format", "password") != "password":
        return EMPTY  # the bounds are of what the text stands for, not of the text
    return _KEYWORDS.get(type(type_), EMPTY)


def narrowed(type_: ParameterType, constraints: Mapping[str, Any], types: Mapping[str, ParameterType]) -> ParameterType:
    """The type with those bounds that its schema can express; a union's bounds go to its members.

    Args:
        type_: The type.
        constraints: The bounds.
        types: What references name.
    """
    if not constraints:
        return type_
    type_ = _in_place(type_, types)
    if isinstance(type_, AnyOfType):
        options = [narrowed(option, constraints, types) for option in type_.options]
        return replace_fields(type_, options=flat_options(options))
    return constrained(type_, _said(constraints, _keywords(type_)))


def _in_place(type_: ParameterType, types: Mapping[str, ParameterType]) -> ParameterType:
    """What a reference names, as its kind says which keywords there are; a record, which has none, stays one."""
    named = types.get(type_.name, type_) if isinstance(type_, ReferenceType) else type_
    is_record = isinstance(named, ObjectType) and bool(named.properties)
    return type_ if is_record else named


def counted_keys(constraints: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords for how many properties an object has, wherever the schema of the object itself stands."""
    return _said(constraints, _OF_OBJECTS)


def _said(constraints: Mapping[str, Any], keywords: Mapping[str, str]) -> dict[str, Any]:
    return {
        keywords[name]: _json_bound(bound, keywords)
        for name, bound in constraints.items()
        if name in keywords and _is_expressible(name, bound)
    }


def _json_bound(bound: Any, keywords: Mapping[str, str]) -> Any:
    if keywords is _OF_BASE64:
        return 4 * -(-bound // 3)  # base64 writes each three bytes, begun ones too, as four characters
    return json_number(bound) if keywords is NUMERIC else bound


def _is_expressible(name: str, bound: Any) -> bool:
    if name == "pattern":
        return isinstance(bound, str)
    number = json_number(bound)
    return isinstance(number, int | float) and not isinstance(number, bool) and is_json_number(number)


def json_number(bound: Any) -> Any:
    """The bound as JSON writes it: a Decimal or Fraction as the number that is nearest to it."""
    if isinstance(bound, int | float):
        return bound
    try:
        return int(bound) if bound == int(bound) else float(bound)
    except (TypeError, ValueError, ArithmeticError):
        return bound


def unsaid(type_: ParameterType, constraints: Mapping[str, Any], types: Mapping[str, ParameterType]) -> dict[str, Any]:
    """The bounds that the type's schema does not say, or not in full, so that the loaded value must be checked.

    Args:
        type_: The type.
        constraints: The bounds.
        types: What references name.
    """
    type_ = _in_place(type_, types)
    if isinstance(type_, AnyOfType):
        options = [option for option in type_.options if not isinstance(option, NullType)]
        return {name: bound for option in options for name, bound in unsaid(option, constraints, types).items()}
    keywords = _keywords(type_)
    said = EMPTY if keywords is _OF_BASE64 else keywords
    return {name: bound for name, bound in constraints.items() if name not in said or not _is_expressible(name, bound)}


def checked(load: Loader | None, constraints: Mapping[str, Any], *, of_union: bool = False) -> Loader:
    """A loader that also checks the bounds on the value it made.

    Args:
        load: What makes the value; None if JSON is the value.
        constraints: The bounds.
        of_union: Whether a bound that makes no sense for a value is one for other members of a union.
    """
    tests = [(name, _CHECKS[name], bound) for name, bound in constraints.items() if name in _CHECKS]

    def load_and_check(value: Any) -> Any:
        loaded = value if load is None else load(value)
        if loaded is not None:
            for name, check, bound in tests:
                try:
                    holds = check(loaded, bound)
                except TypeError:
                    holds = of_union and name in _WORDS
                if not holds:
                    raise ValueError(_complaint(name, bound, loaded))
        return loaded

    return load_and_check


_WORDS: Final = {
    "gt": "be greater than {}",
    "ge": "be at least {}",
    "lt": "be less than {}",
    "le": "be at most {}",
    "multiple_of": "be a multiple of {}",
    "min_length": "have at least {} {counted}",
    "max_length": "have at most {} {counted}",
    "pattern": "match the pattern {}",
    "max_digits": "have at most {} digits",
    "decimal_places": "have at most {} digits behind the point",
}
_COUNTED: Final[dict[type, str]] = {
    str: "characters",
    bytes: "bytes",
    bytearray: "bytes",
    set: "different items",
    frozenset: "different items",
}


def _complaint(name: str, bound: Any, value: Any) -> str:
    if name == "predicates":
        return f"must satisfy {' and '.join(map(_condition, bound))}"
    if name == "timezone":
        return f"must have {_offset_words(bound)}"
    if hasattr(bound, "utcoffset") and hasattr(value, "utcoffset"):
        wanted = None if bound.utcoffset() is None else ...
        if not _has_offset(value, wanted):  # times with and without one cannot be compared
            return f"must have {_offset_words(wanted)}"
    return "must " + _WORDS[name].format(_bound_text(bound), counted=_COUNTED.get(type(value), "items"))


def _bound_text(bound: Any) -> str:
    """The bound as the model would write it."""
    if hasattr(bound, "isoformat"):
        return str(bound.isoformat())
    return duration_text(bound) if hasattr(bound, "total_seconds") else str(bound)


def _condition(test: Callable[..., Any]) -> str:
    """What a predicate is called."""
    bound_to = getattr(test, "__self__", None)
    if isinstance(bound_to, re.Pattern):
        return f"the pattern {bound_to.pattern}"
    negated = getattr(test, "func", None)
    if callable(negated):
        return f"not {_condition(negated)}"
    name = getattr(test, "__name__", "<lambda>")
    return "the condition of this parameter" if name == "<lambda>" else str(name)


def _offset_words(wanted: Any) -> str:
    if wanted is None:
        return "no UTC offset, such as 2031-05-06T07:08:09"
    return "a UTC offset, such as 2031-05-06T07:08:09Z" if wanted is ... else f"the UTC offset of {wanted}"


def _matches(value: Any, pattern: str) -> bool:
    return not isinstance(value, str) or compiled(pattern).search(value) is not None


def _has_offset(value: Any, wanted: Any) -> bool:
    """Whether a time has the offset that annotated_types.Timezone asks for."""
    offset = value.utcoffset()
    if wanted is None or offset is None:
        return offset is None and wanted is None
    if isinstance(wanted, str):
        from zoneinfo import ZoneInfo  # noqa: PLC0415 - only a zone that is named needs it

        wanted = ZoneInfo(wanted)
    return wanted is ... or bool(offset == wanted.utcoffset(value.replace(tzinfo=None)))


def _digits(value: Any) -> tuple[int, int]:
    """How many digits a Decimal has, and how many of them behind the point, without zeros that say nothing."""
    _, digits, exponent = value.as_tuple()
    written = "".join(map(str, digits)).lstrip("0")
    while exponent < 0 and written.endswith("0"):
        written, exponent = written[:-1], exponent + 1
    behind = max(0, -exponent) if written else 0
    return max(len(written) + max(0, exponent), behind), behind


_CHECKS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "gt": lambda value, bound: value > bound,
    "ge": lambda value, bound: value >= bound,
    "lt": lambda value, bound: value < bound,
    "le": lambda value, bound: value <= bound,
    "multiple_of": lambda value, bound: not value % bound,
    "min_length": lambda value, bound: not hasattr(value, "__len__") or len(value) >= bound,
    "max_length": lambda value, bound: not hasattr(value, "__len__") or len(value) <= bound,
    "pattern": _matches,
    "max_digits": lambda value, bound: not hasattr(value, "as_tuple") or _digits(value)[0] <= bound,
    "decimal_places": lambda value, bound: not hasattr(value, "as_tuple") or _digits(value)[1] <= bound,
    "timezone": _has_offset,
    "predicates": lambda value, bound: all(test(value) for test in bound),
}
