"""Arrays with a type for each position: tuples, NamedTuple, and msgspec structs that are arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import ListType, ParameterType, TupleType, constrained, described
from toolkit.reading.annotations import ANY, inherited_arguments, take_apart
from toolkit.reading.class_texts import class_summary, field_texts
from toolkit.record import MISSING, Record
from toolkit.types.containers import dump_items
from toolkit.types.loaders import ArrayLoader, all_refusals, unchanged
from toolkit.types.records import resolved_hints
from toolkit.types.rules import REFUSALS, TypeRule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from toolkit.reading.annotations import Hint
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk


class Positions(Record):
    """The hints of an array's items.

    Attributes:
        first: Hints of the first items.
        rest: Hint of any number of items behind them, None if there are none.
        last: Hints of the items behind those, which no schema can have.
    """

    first: tuple[Any, ...] = ()
    rest: Any = None
    last: tuple[Any, ...] = ()


def _is_tuple(hint: Hint) -> bool:
    return hint.is_a(tuple) and not hasattr(hint.class_, "_fields")


def _positions(hint: Hint) -> Positions:
    """The hints of a tuple by position; at most one part of it has any length (PEP 646)."""
    arguments = inherited_arguments(hint)
    if not arguments:
        return Positions() if hint.origin is not None else Positions(rest=ANY)
    if arguments[1:] == (...,):  # tuple[T, ...]
        return Positions(rest=type(None) if arguments[0] is None else arguments[0])
    first: list[Any] = []
    last: list[Any] = []
    rest = None
    for argument in arguments:
        inner = take_apart(argument)
        nested = _positions(inner) if "Unpack" in inner.qualifiers else Positions((argument,))
        (first if rest is None else last).extend(nested.first)
        rest = nested.rest if rest is None else rest
        last.extend(nested.last)
    return Positions(tuple(first), rest, tuple(last))


def demands_items(hint: Hint) -> bool:
    """Whether a tuple with this hint cannot be empty."""
    positions = _positions(hint)
    return bool(positions.first or positions.last)


def _describe_tuple(hint: Hint, walk: Walk) -> ParameterType:
    positions = _positions(hint)
    first = tuple(walk.describe(item, at=f"[{place}]") for place, item in enumerate(positions.first))
    rest = None if positions.rest is None else walk.describe(positions.rest, at="[]")
    if positions.last:
        reason = "JSON Schema has no word for the last items of an array of any length"
        raise walk.undescribable(hint, reason, "put the items of any number last, or into a list of their own")
    return ListType(rest) if rest is not None and not first else TupleType(first, rest)


def _load_tuple(hint: Hint, walk: Walk) -> Loader:
    positions = _positions(hint)
    build: Any = hint.class_
    rest = None if positions.rest is None else walk.load(positions.rest)
    if not positions.first and positions.rest is not None:
        return build if rest is None else ArrayLoader(build, rest)
    return loader_by_position(build, [walk.load(item) for item in positions.first], rest)


def loader_by_position(
    build: Callable[[list[Any]], Any], loads: list[Loader | None], rest: Loader | None = None
) -> Loader:
    """A loader of an array whose items have loaders of their own.

    Args:
        build: Makes the value of the list of loaded items.
        loads: The loaders of the first items.
        rest: The loader of those that follow.
    """

    def steps(values: list[Any]) -> Iterator[tuple[int, Loader, Any]]:
        for place, value in enumerate(values):
            yield place, (loads[place] if place < len(loads) else rest) or unchanged, value

    def load(values: list[Any]) -> Any:
        try:
            items = [load_one(value) for _, load_one, value in steps(values)]
        except REFUSALS:
            raise all_refusals(steps(values)) from None
        return build(items)

    return load


# -- NamedTuple


def _is_named_tuple(hint: Hint) -> bool:
    return hint.is_a(tuple) and hasattr(hint.class_, "_fields")


def _named_tuple_hints(hint: Hint) -> dict[str, Any]:
    cls: Any = hint.class_
    hints = resolved_hints(hint)
    return {name: hints.get(name, ANY) for name in cls._fields}


def _describe_named_tuple(hint: Hint, walk: Walk) -> ParameterType:
    cls: Any = hint.class_
    hints = _named_tuple_hints(hint)
    for name, default in cls._field_defaults.items():
        walk.require_default(take_apart(hints[name]), default, at=name)
    return walk.describe_named(hint, lambda _: described_positions(cls, hints, cls._field_defaults, walk))


def described_positions(cls: type, hints: dict[str, Any], defaults: Mapping[str, Any], walk: Walk) -> TupleType:
    """The array that a class is whose fields go by position.

    Args:
        cls: The class.
        hints: The hint of each field, in order.
        defaults: The default of each of the last ones, which may be left out; MISSING where it is made anew.
        walk: Describes the fields.
    """
    texts = field_texts(cls)
    types = []
    for name, annotation in hints.items():
        type_ = walk.describe(annotation, at=name)
        near = take_apart(annotation).texts
        text = near[0] if near else texts.get(name) or named_position(name, walk.definitions.text(type_))
        told = described(type_, text)
        default = walk.default_as_json(defaults.get(name, MISSING), type_)
        types.append(told if default is MISSING else constrained(told, {"default": default}))
    return TupleType(tuple(types), required=len(types) - len(defaults), description=class_summary(cls))


def named_position(name: str, text: str) -> str:
    """What is said of an item that has no name on the wire, and no text but that of its type."""
    return f"{name}: {text}" if text else name


def _load_named_tuple(hint: Hint, walk: Walk) -> Loader:
    cls: Any = hint.class_
    return loader_by_position(lambda items: cls(*items), [*map(walk.load, _named_tuple_hints(hint).values())])


ROWS: Final = (
    TypeRule("tuple", _is_tuple, _describe_tuple, _load_tuple, dump_items),
    TypeRule("NamedTuple", _is_named_tuple, _describe_named_tuple, _load_named_tuple, dump_items),
)
