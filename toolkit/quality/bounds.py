"""Whether the constraints of one type imply those of another: keywords of JSON Schema Validation 2020-12, section 6."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import IntegerType, ObjectType, TupleType, same_json
from toolkit.record import MISSING
from toolkit.schema.constraints import APART, ENTANGLED, KEYWORDS
from toolkit.schema.kinds import KINDS
from toolkit.schema.numbers import is_multiple
from toolkit.types.keywords import FORMATS, REMARKS, definition_names, plain, with_inner

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.descriptor import ParameterType

# A value may be refused for these keywords, and for no others.
NARROWING: Final = FORMATS | APART | ENTANGLED | KEYWORDS.keys()


def least_items(array: ParameterType) -> float:
    """How many items must be there."""
    least: float = array.constraints.get("minItems", 0)
    return max(least, array.least) if isinstance(array, TupleType) else least


def most_items(array: ParameterType) -> float:
    """How many items may be there."""
    most: float = array.constraints.get("maxItems", inf)
    return min(most, len(array.items)) if isinstance(array, TupleType) and array.rest is None else most


def _least_members(type_: ParameterType) -> float:
    least: float = type_.constraints.get("minProperties", 0)
    return max(least, len(type_.required)) if isinstance(type_, ObjectType) else least


def _most_members(type_: ParameterType) -> float:
    most: float = type_.constraints.get("maxProperties", inf)
    is_closed = isinstance(type_, ObjectType) and type_.additional is False
    if not is_closed or "patternProperties" in type_.constraints:
        return most
    return min(most, len(type_.properties))  # type: ignore[attr-defined]


def _lower(type_: ParameterType) -> tuple[float, bool]:
    """The lower bound, and whether it is excluded itself: so the greater of two such pairs is the stricter one."""
    own = type_.constraints
    return max((own.get("minimum", -inf), False), (own.get("exclusiveMinimum", -inf), True))


def _upper(type_: ParameterType) -> tuple[float, bool]:
    """The same of the upper bound, which is negated."""
    own = type_.constraints
    return max((-own.get("maximum", inf), False), (-own.get("exclusiveMaximum", inf), True))


def _divides(type_: ParameterType, divisor: float) -> bool:
    own = [type_.constraints.get("multipleOf")] + [1] * isinstance(type_, IntegerType)
    return any(each is not None and is_multiple(each, divisor) for each in own)


def _differ(type_: ParameterType, wanted: bool) -> bool:
    return not wanted or type_.constraints.get("uniqueItems") is True or most_items(type_) <= 1


def _says(keyword: str) -> Callable[[ParameterType, Any], bool]:
    return lambda type_, value: same_json(type_.constraints.get(keyword, MISSING), value)


# Whether every value of a type meets a keyword, by what the type says.
_IMPLY: Final[Mapping[str, Callable[[ParameterType, Any], bool]]] = {
    "minimum": lambda type_, bound: _lower(type_) >= (bound, False),
    "maximum": lambda type_, bound: _upper(type_) >= (-bound, False),
    "exclusiveMinimum": lambda type_, bound: _lower(type_) >= (bound, True),
    "exclusiveMaximum": lambda type_, bound: _upper(type_) >= (-bound, True),
    "multipleOf": _divides,
    "minLength": lambda type_, count: type_.constraints.get("minLength", 0) >= count,
    "maxLength": lambda type_, count: type_.constraints.get("maxLength", inf) <= count,
    "minItems": lambda type_, count: least_items(type_) >= count,
    "maxItems": lambda type_, count: most_items(type_) <= count,
    "uniqueItems": _differ,
    "minProperties": lambda type_, count: _least_members(type_) >= count,
    "maxProperties": lambda type_, count: _most_members(type_) <= count,
    **{keyword: _says(keyword) for keyword in ("pattern", *sorted(FORMATS))},
}


def meets(type_: ParameterType, constraints: Mapping[str, Any], *, same_definitions: bool) -> bool:
    """Whether every value of the type is known to meet the constraints.

    >>> from toolkit.descriptor import IntegerType
    >>> meets(IntegerType(constraints={"minimum": 3}), {"minimum": 1}, same_definitions=True)
    True

    Args:
        type_: The type.
        constraints: Keywords, perhaps of another type.
        same_definitions: Whether a reference in a keyword means the same for both.
    """
    return all(
        _IMPLY[keyword](type_, value)
        for keyword, value in constraints.items()
        if keyword in _IMPLY and _speaks_of(keyword, type_)
    ) and _says_others(type_, constraints, same_definitions=same_definitions)


def _speaks_of(keyword: str, type_: ParameterType) -> bool:
    """Whether a keyword may forbid a value of the type: it says nothing about values of other kinds."""
    row, kind = KEYWORDS.get(keyword), KINDS.get(type(type_))
    return kind is None or kind == ("string" if row is None else row.kind)


def _says_others(type_: ParameterType, constraints: Mapping[str, Any], *, same_definitions: bool) -> bool:
    """Whether the type says what no table knows word for word; such keywords may depend on each other."""
    wanted = _others(constraints)
    if not wanted:
        return True
    return same_json(_others(type_.constraints), wanted) and (same_definitions or not definition_names(wanted))


def _others(constraints: Mapping[str, Any]) -> Any:
    return without_texts(
        {keyword: value for keyword, value in constraints.items() if keyword in NARROWING and keyword not in _IMPLY}
    )


def without_texts(schema: Any) -> Any:
    """A schema, or keywords of one, without what says nothing of its values, at every depth.

    >>> without_texts({"not": {"type": "null", "title": "Nothing"}})
    {'not': {'type': 'null'}}
    """
    return _bare(plain(schema))


def _bare(schema: Any) -> Any:
    if not isinstance(schema, dict):
        return schema
    return with_inner({name: value for name, value in schema.items() if name not in REMARKS}, _bare)
