"""What the validators of attrs say of a value, as a hint says it: bounds, choices, bounds of items.

They are known by their names, so attrs is not imported. The class asks all of them itself, so what has no word in JSON
Schema is left out.
"""

from __future__ import annotations

import collections.abc
import re
import typing
from typing import TYPE_CHECKING, Annotated, Any, Final

from toolkit.reading.annotations import ANY, OF_ANNOTATED, is_union, take_apart
from toolkit.reading.evaluation import Unresolved, refilled
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


class Bounds(Record, kw_only=True):
    """A marker for Annotated that bounds a value, with the names of annotated_types."""

    gt: Any = None
    ge: Any = None
    lt: Any = None
    le: Any = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None


_OPERATORS: Final = {">": "gt", ">=": "ge", "<": "lt", "<=": "le"}
# What holds its items as its one argument says.
_OF_ITEMS: Final[tuple[Any, ...]] = (list, set, frozenset, collections.abc.Sequence)
_OF_JSON: Final = (str, int, float, bool)
_PLAIN: Final = frozenset({str, int, type(None)})


def narrowed_by(validator: Any, annotation: Any) -> Any:
    """The hint, with what a validator of its attribute says of the values that it admits; None says nothing."""
    if isinstance(annotation, Unresolved):
        return annotation
    narrow = _NARROWING.get(type(validator).__name__)
    return annotation if narrow is None else narrow(validator, annotation)


def _by_all(validator: Any, annotation: Any) -> Any:
    for each in validator._validators:  # noqa: SLF001 - attrs has no other name for them
        annotation = narrowed_by(each, annotation)
    return annotation


def _optionally(validator: Any, annotation: Any) -> Any:
    found = narrowed_by(validator.validator, annotation)
    return typing.Optional[found] if annotation is ANY and found is not ANY else found  # noqa: UP045


def _by_class(validator: Any, annotation: Any) -> Any:
    """The class that a value must be of, where no hint says it and JSON has it."""
    return validator.type if annotation is ANY and validator.type in _OF_JSON else annotation


def _bounded(read: Callable[[Any], Bounds | None]) -> Callable[[Any, Any], Any]:
    def narrow(validator: Any, annotation: Any) -> Any:
        bounds = read(validator)
        return annotation if bounds is None else Annotated[annotation, bounds]

    return narrow


def _bound_of_number(validator: Any) -> Bounds | None:
    name = _OPERATORS.get(validator.compare_op)
    return Bounds(**{name: validator.bound}) if name else None


def _pattern(validator: Any) -> Bounds | None:
    """The pattern, which JSON Schema searches for, as `re.search` does; None if it has flags."""
    pattern, how = validator.pattern, validator.match_func.__name__
    if pattern.flags != re.UNICODE:
        return None
    if how == "search":
        return Bounds(pattern=pattern.pattern)
    inner = pattern.pattern.removeprefix("^")
    if how == "fullmatch" and not inner.endswith("\\$"):
        inner = inner.removesuffix("$")
    inner = f"(?:{inner})" if "|" in inner else inner
    return Bounds(pattern=f"^{inner}$" if how == "fullmatch" else f"^{inner}")


def _chosen(validator: Any, annotation: Any) -> Any:
    """The hint with a Literal in the place of the types that have choices, which must be texts and integers.

    Of others Python takes some for equal that JSON Schema does not: 1, 1.0 and true.
    """
    # Since 24.1 attrs turns a set, whose order is another in each process, into a tuple.
    options = getattr(validator, "_original_options", validator.options)
    if not isinstance(options, tuple | list | dict | set | frozenset) or not {*map(type, options)} <= _PLAIN:
        return annotation
    if isinstance(options, set | frozenset):
        options = sorted(options, key=lambda each: (str(type(each)), each))
    return _inside(annotation, lambda plain: _choice_of(plain, options))


def _choice_of(plain: Any, options: Collection[Any]) -> Any:
    is_of_texts = plain is ANY and {*map(type, options)} == {str}
    chosen = tuple(each for each in options if is_of_texts or type(each) is plain)
    return typing.Literal[chosen] if chosen else plain


def _items(validator: Any, annotation: Any) -> Any:
    def narrow(plain: Any) -> Any:
        hint = take_apart(plain)
        item, *others = hint.arguments or (ANY,)
        if hint.origin not in _OF_ITEMS and others != [...]:
            return plain
        return hint.origin[(narrowed_by(validator.member_validator, item), *others)]

    return narrowed_by(validator.iterable_validator, _inside(annotation, narrow))


def _inside(annotation: Any, narrow: Callable[[Any], Any]) -> Any:
    """The hint, narrowed below its markers and in each member of a union."""
    if isinstance(annotation, OF_ANNOTATED):
        return Annotated[(_inside(annotation.__origin__, narrow), *annotation.__metadata__)]
    if is_union(annotation):
        return refilled(annotation, tuple(_inside(each, narrow) for each in annotation.__args__))
    return narrow(annotation)


_NARROWING: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "_AndValidator": _by_all,
    "_OptionalValidator": _optionally,
    "_InstanceOfValidator": _by_class,
    "_NumberValidator": _bounded(_bound_of_number),
    "_MinLengthValidator": _bounded(lambda validator: Bounds(min_length=validator.min_length)),
    "_MaxLengthValidator": _bounded(lambda validator: Bounds(max_length=validator.max_length)),
    "_MatchesReValidator": _bounded(_pattern),
    "_InValidator": _chosen,
    "_DeepIterable": _items,
}
