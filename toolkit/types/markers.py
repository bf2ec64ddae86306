"""What markers say beside a type, checked when the tool is made: bounds that can hold, keywords that are JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import StringType
from toolkit.record import MISSING
from toolkit.types.constraints import json_number
from toolkit.types.documents import is_json_number
from toolkit.types.drafts import LATEST
from toolkit.types.dumping import default_as_json
from toolkit.types.metaschema import misshapen_keyword

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolkit.reading.annotations import Hint
    from toolkit.types.rules import TypeRule

_ORDERED: Final = ("gt", "ge", "lt", "le")
_PAIRS: Final = (
    *((low, high, low == "ge" and high == "le") for low in ("gt", "ge") for high in ("lt", "le")),
    ("min_length", "max_length", True),
)
_CONTAINERS: Final = frozenset({list, tuple, set, frozenset, dict})
_LENGTHS: Final = ("min_length", "max_length")


def _is_count(bound: Any) -> bool:
    return isinstance(bound, int) and not isinstance(bound, bool) and bound >= 0 and is_json_number(bound)


def _is_step(bound: Any) -> bool:
    try:
        return bool(bound > 0) and _has_end(bound)
    except TypeError:
        # Whatever has a remainder, such as a span of time.
        return hasattr(bound, "__mod__") and not isinstance(bound, str | complex)
    except ArithmeticError:
        return False  # NaN among Decimals


def _has_end(bound: Any) -> bool:
    """Whether a bound is something to compare with: neither NaN nor a number that no argument reaches."""
    return is_json_number(bound) if isinstance(bound, int) else not isinstance(bound, float) or bound == bound  # noqa: PLR0124


# What each bound must be, whatever it bounds.
_SOUND: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    **dict.fromkeys((*_LENGTHS, "max_digits", "decimal_places"), (_is_count, "a whole number from 0")),
    **dict.fromkeys(_ORDERED, (_has_end, "a bound of at most 1,000 digits")),
    "multiple_of": (_is_step, "a number above 0"),
}


def fault_of_bounds(hint: Hint) -> str:
    """What is wrong with the first bound to which no value can be held, "" if all is well."""
    for name, bound in hint.constraints.items():
        test, wanted = _SOUND.get(name, (bool, ""))
        if wanted and not test(bound):
            return f"{name}={_shown(bound)} is not {wanted}"
        if not _speaks_of(name, bound, hint):
            return f"{name}={_shown(bound)} says nothing of a value of type {hint.name}"
    return _fault_of_pairs(hint.constraints)


def _fault_of_pairs(bounds: Mapping[str, Any]) -> str:
    """What is wrong with two bounds between which there is nothing, "" if all is well."""
    for low, high, may_be_equal in _PAIRS:
        least, most = bounds.get(low), bounds.get(high)
        if not isinstance(least, int | float) or not isinstance(most, int | float):
            continue
        if least > most or (least == most and not may_be_equal):
            return f"no value is between {low}={least!r} and {high}={most!r}"
    return ""


def _speaks_of(name: str, bound: Any, hint: Hint) -> bool:
    """Whether a bound may be set on values of a class; True for the classes of others."""
    cls: Any = hint.type
    if cls is str:
        return name != "multiple_of" and (name not in _ORDERED or isinstance(bound, str))
    if cls is int or cls is float:
        return name not in {*_LENGTHS, "pattern"} and (name not in _ORDERED or _is_number(bound))
    if cls is bool:
        return name not in {*_LENGTHS, "pattern"}
    if hint.class_ in _CONTAINERS:
        # What is meant of the items stands inside: list[Annotated[int, Ge(1)]].
        return name not in {"multiple_of", "pattern"} and (name not in _ORDERED or not _is_number(bound))
    is_of_time = isinstance(cls, type) and cls.__module__ == "datetime"
    return not is_of_time or name not in _ORDERED or isinstance(bound, cls)


def _is_number(bound: Any) -> bool:
    return isinstance(json_number(bound), int | float)


def _shown(bound: Any) -> str:
    return "a longer one" if isinstance(bound, int) and not is_json_number(bound) else repr(bound)[:60]


def json_keywords(keywords: Mapping[str, Any], rules: Sequence[TypeRule]) -> tuple[dict[str, Any], str]:
    """The keywords that an author put into the schema, as JSON, and what is wrong with the first that is none.

    An example that JSON cannot hold is left out.
    """
    if not keywords:
        return {}, ""
    made: dict[str, Any] = {}
    for name, value in keywords.items():
        found = _examples(value, rules) if name == "examples" else _as_json(value, rules)
        if found is MISSING:
            return made, f"its keyword {name!r} has a value of type {type(value).__name__}, which JSON has not"
        if name != "examples" or found:
            made[name] = found
    fault = misshapen_keyword(made, LATEST)
    return made, f"its keyword {fault[0]!r} is not {fault[1]}" if fault else ""


def _examples(values: Any, rules: Sequence[TypeRule]) -> Any:
    if not isinstance(values, list | tuple):
        return _as_json(values, rules)
    return [found for each in values if (found := _as_json(each, rules)) is not MISSING]


_PLAIN: Final = frozenset({str, bool, type(None)})
_TEXT: Final = StringType()


def _as_json(value: Any, rules: Sequence[TypeRule]) -> Any:
    if type(value) in _PLAIN or (type(value) is int and is_json_number(value)):
        return value
    # The type of a text admits no null, so that NaN is none.
    return default_as_json(value, _TEXT, rules)
