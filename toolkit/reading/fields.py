"""What markers in annotations and defaults say: texts, constraints, aliases, defaults.

Markers of pydantic (`Field`), msgspec (`Meta`), annotated_types and PEP 727 (`Doc`) are known by their
attributes, so none of these packages is imported.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.dedenting import dedented
from toolkit.record import EMPTY, MISSING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


def _common_multiple(first: Any, second: Any) -> Any:
    """The smallest number that is a multiple of both, as they are written: 0.1 of 0.1 and 0.01.

    Raises:
        ValueError: One is no number.
    """
    from fractions import Fraction  # noqa: PLC0415 - dear at start, and seldom needed

    steps = Fraction(str(first)), Fraction(str(second))
    common = Fraction(math.lcm(*(each.numerator for each in steps)), math.gcd(*(each.denominator for each in steps)))
    kind: Any = type(second if isinstance(first, int) else first)
    return common.numerator if common.denominator == 1 else kind(common.numerator) / kind(common.denominator)


# The names of annotated_types, which pydantic and msgspec share. Of two bounds both hold, so the tighter one counts.
_TIGHTER: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "gt": max,
    "ge": max,
    "lt": min,
    "le": min,
    "min_length": max,
    "max_length": min,
    "max_digits": min,
    "decimal_places": min,
    "multiple_of": _common_multiple,
}
BOUNDS: Final = (*_TIGHTER, "pattern")
# Ours are the bounds that validators of attrs stand for.
_READ: Final = frozenset({"annotated_types", "pydantic", "pydantic_core", "msgspec", "toolkit"})
# Where a marker has its text, by class: those of PEP 727 and annotated_types, then of Typer and of Cyclopts.
_DOCUMENTING: Final = {
    "Doc": "documentation",
    "DocInfo": "documentation",
    "OptionInfo": "help",
    "ArgumentInfo": "help",
    "Parameter": "help",
}
_PREDICATES: Final = frozenset({"Predicate", "Not"})
# Beside bounds these say what holds anyway: loaders are strict, take no NaN, and try a union from left to right.
_READ_WHOLE: Final = frozenset({"Meta", "Timezone", "Strict", "AllowInfNan", "FailFast", "PydanticGeneralMetadata"})
_OF_SETS: Final = ("[[:", "&&[", "--[", "~~[")
_CHANGES: Final = ("strip_whitespace", "to_upper", "to_lower")


class Facts(Record, kw_only=True):
    """What a list of markers says together.

    Attributes:
        texts: Descriptions, the one nearest the type first.
        constraints: Bounds by their name in annotated_types; "predicates", a tuple of functions; "timezone",
            None for a naive time, `...` for any offset, else the offset itself.
        keywords: Further JSON Schema keywords: examples, deprecated and the like.
        alias: Name on the wire, None if it is the Python name.
        default: The default value, MISSING if there is none.
        default_factory: Makes the default anew for each call, of the values of the other parameters; None if nothing
            does.
        late: Which bounds hold of what a validator makes of the value, as pydantic has it: those that stand behind
            one, and all beside a BeforeValidator.
        rest: The markers that say none of this.
    """

    texts: tuple[str, ...] = ()
    constraints: Mapping[str, Any] = EMPTY
    keywords: Mapping[str, Any] = EMPTY
    alias: str | None = None
    default: Any = MISSING
    default_factory: Callable[[Mapping[str, Any]], Any] | None = None
    rest: tuple[Any, ...] = ()
    late: frozenset[str] = frozenset()


NO_FACTS: Final = Facts()


def facts_from(markers: Iterable[Any]) -> Facts:
    """What the markers say; all bounds hold.

    Of pydantic's fields that disagree the last one wins, as in a model: `Annotated[City, Field(description="Home")]`
    means another City. Of other markers the one nearest the type wins.
    """
    found: dict[str, Any] = {"texts": {}, "constraints": {}, "keywords": {}, "rest": []}
    late: set[str] = set()
    for marker in _flat(markers):
        if isinstance(marker, str):
            _add_text(marker, marker, found["texts"])
        elif not _read(marker, found):
            found["rest"].append(marker)
        elif found["rest"]:
            late.update(name for name in found["constraints"] if getattr(marker, name, None) is not None)
    if any(type(each).__name__ == "BeforeValidator" for each in found["rest"]):
        late.update(found["constraints"])
    return Facts(
        late=frozenset(late),
        texts=tuple(text for text in found.pop("texts").values() if text.strip()),
        rest=tuple(found.pop("rest")),
        **found,
    )


def is_pattern(text: str) -> bool:
    """Whether Python's engine reads a regular expression as its author means it.

    That of pydantic also knows categories of Unicode, flags in the middle, and what Python takes for letters in a set:
    classes of POSIX, intersections and differences.
    """
    if any(each in text for each in _OF_SETS):
        return False
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def has_flags(pattern: Any) -> bool:
    """Whether a compiled pattern says otherwise than its text: JSON Schema has no word for ignoring case."""
    return isinstance(pattern, re.Pattern) and pattern.flags != re.compile(pattern.pattern).flags


def compiled(pattern: str) -> re.Pattern[str]:
    r"""The pattern of an author for Python's engine, with the `$` of ECMA-262, which JSON Schema and pydantic mean.

    That of Python also matches in front of a newline at the end.

    >>> compiled(r"^\d$").search("1\n") is None
    True

    Raises:
        re.error: It is no regular expression.
    """
    is_of_lines = re.search(_OF_LINES, pattern)
    return re.compile(pattern if is_of_lines else re.sub(_END, lambda match: match[1] or r"\Z", pattern))


# A flag that makes `$` the end of each line.
_OF_LINES: Final = r"\(\?[aisux]*m"
# The end of the text, behind what may hold a dollar that is none: an escape, a set.
_END: Final = r"(?s)(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\$"


def is_field(value: object) -> bool:
    """Whether a value is pydantic's FieldInfo or one derived from it, which stands for a default but is none."""
    # The class is asked, as a value that loads lazily may raise.
    kind = type(value)
    if not hasattr(kind, "default_factory"):
        return False
    return any(each.__name__ == "FieldInfo" and package_of(each) == "pydantic" for each in kind.__mro__)


# What pydantic, attrs and msgspec give a class that they describe.
FOREIGN: Final = ("__get_pydantic_core_schema__", "__pydantic_core_schema__", "__attrs_attrs__", "__struct_fields__")


def package_of(kind: type) -> str:
    """The package that a class is of: "pydantic" for pydantic.fields.FieldInfo."""
    return str(getattr(kind, "__module__", "")).partition(".")[0]


def _package(marker: object) -> str:
    return package_of(type(marker))


def _flat(markers: Iterable[Any]) -> Iterator[Any]:
    """The markers, with the groups of annotated_types (Len, Interval) taken apart."""
    for marker in markers:
        if is_field(marker):
            yield marker
            yield from _flat(marker.metadata)
        elif getattr(marker, "__is_annotated_types_grouped_metadata__", None) and _package(marker) != "pydantic":
            yield from _flat(marker)
        else:
            yield marker


def _read(marker: Any, found: dict[str, Any]) -> bool:
    """Take one marker in; False if it says nothing that is known here."""
    if isinstance(marker, type):
        return False
    if isinstance(marker, dict):
        return _read_dict(marker, found)
    kind = type(marker).__name__.lstrip("_")
    text = getattr(marker, _DOCUMENTING[kind], None) if kind in _DOCUMENTING else None
    if isinstance(text, str):
        _add_text(marker, text, found["texts"])
        return True
    if kind == "deprecated":  # of PEP 702, which pydantic reads as well
        found["keywords"]["deprecated"] = True
        return True
    is_of_field = is_field(marker)
    if not (is_of_field or _package(marker) in _READ) or _has_foreign_pattern(marker):
        return False
    if is_of_field:
        _read_field(marker, found)
    text = _read_keywords(marker, found["keywords"])
    if isinstance(text, str):
        _add_text(marker, text, found["texts"])
    return _read_bounds(marker, kind, found["constraints"]) or is_of_field or kind in _READ_WHOLE


def _read_dict(marker: dict[Any, Any], found: dict[str, Any]) -> bool:
    """Take in what Semantic Kernel writes: `{"description": "text"}`; False if it has no description."""
    text = marker.get("description")
    if not isinstance(text, str):
        return False
    _add_text(marker, text, found["texts"])
    return True


def _add_text(marker: Any, text: str, texts: dict[Any, str]) -> None:
    """Add a description; that of a further field takes the place of the field's before it."""
    texts["field" if is_field(marker) else len(texts)] = dedented(text)


def _has_foreign_pattern(marker: Any) -> bool:
    """Whether pydantic alone can search for the pattern that the marker sets."""
    pattern = getattr(marker, "pattern", None)
    return isinstance(pattern, str) and _package(marker) == "pydantic" and not is_pattern(pattern)


def _read_bounds(marker: Any, kind: str, constraints: dict[str, Any]) -> bool:
    """Add the bounds that a marker sets; False if it sets none."""
    if kind == "StringConstraints" and any(getattr(marker, change, None) for change in _CHANGES):
        return False  # it changes the text, which only pydantic does as pydantic does
    before = len(constraints)
    for name in BOUNDS:
        value = getattr(marker, name, None)
        if value is not None and not callable(value):
            if name == "pattern" and has_flags(value):
                _add_predicate(constraints, _finder(value, value.pattern))
            else:
                _tighten(constraints, name, getattr(value, "pattern", value) if name == "pattern" else value)
            before = -1
    if kind in _PREDICATES and callable(getattr(marker, "func", None)):
        _add_predicate(constraints, marker if kind == "Not" else marker.func)
    timezone = _timezone(marker, kind)
    if timezone is not MISSING:
        constraints.setdefault("timezone", timezone)
    return len(constraints) != before


def _tighten(constraints: dict[str, Any], name: str, bound: Any) -> None:
    """Set a bound that holds together with the one that is there."""
    present = constraints.setdefault(name, bound)
    if present is bound or present == bound:
        return
    if name in _TIGHTER:
        try:
            constraints[name] = _TIGHTER[name](present, bound)
        except (TypeError, ValueError):  # 1 and a date: whoever checks them says so
            return
    else:
        _add_predicate(constraints, _finder(compiled(bound), bound))


def _finder(pattern: re.Pattern[str], called: str) -> Callable[[Any], bool]:
    """A predicate that texts match a pattern, called as its author wrote it."""

    def found(value: Any) -> bool:
        return not isinstance(value, str) or pattern.search(value) is not None

    found.__name__ = f"the pattern {called}"
    return found


def _add_predicate(constraints: dict[str, Any], test: Callable[[Any], Any]) -> None:
    constraints["predicates"] = (*constraints.get("predicates", ()), test)


def _timezone(marker: Any, kind: str) -> Any:
    """What a marker says of the offset of a time, MISSING if nothing."""
    if kind == "Timezone":
        return marker.tz
    wanted = getattr(marker, "tz", None) if kind == "Meta" else None
    return MISSING if wanted is None else ... if wanted else None


def _read_keywords(marker: Any, keywords: dict[str, Any]) -> Any:
    """Take in what a marker has for the JSON Schema, and give the description in it."""
    text = getattr(marker, "description", None)
    for name in ("json_schema_extra", "extra_json_schema"):
        extra = getattr(marker, name, None)
        if isinstance(extra, dict):
            text = extra.get("description", text)
            keywords.update({key: value for key, value in extra.items() if key not in {"title", "description"}})
    examples = getattr(marker, "examples", None)
    if isinstance(examples, list) and examples:
        keywords["examples"] = examples
    if getattr(marker, "deprecated", None):
        keywords["deprecated"] = True
    return text


def _read_field(field: Any, found: dict[str, Any]) -> None:
    """Alias and default of a pydantic field; Ellipsis and PydanticUndefined stand for no default."""
    alias = name_taken(field)
    if alias is not None:
        found["alias"] = alias
    if field.default is not ... and type(field.default).__name__ != "PydanticUndefinedType":
        found.pop("default_factory", None)
        found["default"] = field.default
    factory = field.default_factory
    if factory is not None:
        found.pop("default", None)
        takes_others = getattr(field, "default_factory_takes_validated_data", False)
        found["default_factory"] = factory if takes_others else lambda _: factory()
    if getattr(field, "discriminator", None) is not None or callable(field.json_schema_extra):
        found["rest"].append(field)


def name_taken(field: Any) -> str | None:
    """The alias by which a field of pydantic or attrs is taken, the first of several; None if it has none."""
    alias = getattr(field, "validation_alias", None)
    names = (*getattr(alias, "choices", (alias,)), getattr(field, "alias", None))
    return next((each for each in names if isinstance(each, str)), None)
