"""A minimal valid example of some arguments, for texts that show how a call should look."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    ToolDescriptor,
    TupleType,
)
from toolkit.record import MISSING
from toolkit.schema.acceptance import Parts
from toolkit.schema.fuel import Fuel, OutOfFuelError
from toolkit.schema.kinds import TEXTS_OF_FORMATS
from toolkit.schema.members import further_type, resolved
from toolkit.schema.pattern_samples import text_of_pattern
from toolkit.schema.structures import Run
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# Places that an example shall have: what follows each name of an object, or ITEM of an array.
Way = dict[str, "Way"]
ITEM: Final = "[]"

# An example that is longer helps nobody.
_MAX_ITEMS: Final = 8
_MAX_CHARS: Final = 64
_DEPTH: Final = 16
_DEEP: Final = 3
_STEPS: Final = 4000
_TRIED: Final = 3
_FORMATS: Final = {**TEXTS_OF_FORMATS, "regex": ".*"}


def minimal_example(
    descriptor: ToolDescriptor,
    *,
    foreign: bool = False,
    way: Way | None = None,
    loads: Callable[[dict[str, Any]], bool] | None = None,
) -> dict[str, Any] | None:
    """The smallest arguments object that fits, None where none is found.

    >>> from toolkit.descriptor import ToolParameterDescriptor
    >>> minimal_example(ToolDescriptor("wait", "", (ToolParameterDescriptor("seconds", "", IntegerType()),)))
    {'seconds': 1}

    Args:
        descriptor: What it has to fit.
        foreign: Whether another party wrote the descriptor.
        way: Places that it has, too, if it can.
        loads: Whether an object that fits is taken, None if each is.

    Raises:
        DefinitionError: A type refers to a definition that is not there, or a pattern cannot be searched for.
    """
    sampler = _Sampler(Parts(descriptor.definitions, foreign=foreign))
    found = islice(sampler.samples(descriptor.arguments, _Spot(0, way or {})), _TRIED)
    try:
        return next((each for each in found if isinstance(each, dict) and (loads is None or loads(each))), None)
    except (OutOfFuelError, RecursionError, OverflowError):  # as between two bounds of hundreds of digits
        return None


class _Spot(NamedTuple):
    """Where a value stands: how deep, and which places it shall have; None if nobody asked for it."""

    depth: int
    way: Way | None = None

    def step(self, name: str) -> _Spot:
        """The place one step further in."""
        return _Spot(self.depth + 1, None if self.way is None else self.way.get(name))


class _Sampler:
    """Proposes values, the plainest first, and passes on those that fit."""

    def __init__(self, parts: Parts) -> None:
        self.parts, self.fuel = parts, Fuel(_STEPS)

    def samples(self, type_: ParameterType, spot: _Spot) -> Iterator[Any]:
        """Values that fit a type."""
        if spot.depth > _DEPTH:
            return
        self.fuel.spend()
        accept = self.parts.of(type_).accept
        for value in self._proposals(type_, spot):
            self.fuel.spend()
            if accept(value, Run(self.fuel)):
                yield value

    def first(self, type_: ParameterType, spot: _Spot) -> Any:
        """The plainest value that fits, MISSING if none is found."""
        return next(self.samples(type_, spot), MISSING)

    def _proposals(self, type_: ParameterType, spot: _Spot) -> Iterator[Any]:
        given = [*type_.constraints.get("examples", ())]
        if "default" in type_.constraints:
            given.append(type_.constraints["default"])
        yield from (plain(each) for each in given if has_places(each, spot.way or {}))
        yield from _PROPOSERS[type(type_)](self, type_, spot)
        yield from (plain(each) for each in given)

    def texts(self, type_: StringType, _: _Spot) -> Iterator[str]:
        """Texts of the format, then of the pattern, then of the length."""
        known = _FORMATS.get(type_.constraints.get("format", ""))
        if known is not None:
            yield known
        if "contentEncoding" in type_.constraints:
            yield "YWJj"
        least = int(type_.constraints.get("minLength", 0))
        if "pattern" in type_.constraints:
            yield text_of_pattern(type_.constraints["pattern"], least)
        if least <= _MAX_CHARS:
            yield from ("text" + "a" * (least - 4), *(letter * max(least, 1) for letter in "a1A"))
        yield ""

    def numbers(self, type_: ParameterType, _: _Spot) -> Iterator[Any]:
        """Small numbers, then those at the bounds."""
        yield from (1, 0)
        said = type_.constraints
        bounds = [said[each] for each in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") if each in said]
        step = said.get("multipleOf", 1)
        for bound in bounds:
            yield bound
            whole = math.ceil(bound / step) if abs(bound) < 2**53 * step else 0
            yield from (value for count in (whole, whole + 1, whole - 1) for value in (count * step, float(count)))
        yield step
        if len(bounds) > 1:
            yield sum(bounds[:2]) / 2

    def choices(self, type_: EnumType, _: _Spot) -> Iterator[Any]:
        """The choices."""
        yield from map(plain, type_.values)

    def arrays(self, type_: ListType, spot: _Spot) -> Iterator[list[Any]]:
        """The shortest array: of one item again and again, then of different ones; not empty where it is asked for."""
        least = int(type_.constraints.get("minItems", 0))
        for count in (max(least, 1), 0) if spot.way is not None and least == 0 else (least,):
            if count == 0:
                yield []
            elif count <= _MAX_ITEMS:
                item = self.first(type_.items, spot.step(ITEM))
                if item is not MISSING:
                    yield [item] * count
                    yield [value for value, _ in zip(self._different(type_.items, spot), range(count), strict=False)]

    def _different(self, type_: ParameterType, spot: _Spot) -> Iterator[Any]:
        counted: Mapping[type[ParameterType], Callable[[int], Any]] = {
            StringType: lambda count: "a" * count,
            IntegerType: lambda count: count,
            FloatType: lambda count: count,
        }
        count = counted.get(type(type_))
        yield from map(count, range(1, _MAX_ITEMS + 1)) if count else self.samples(type_, spot.step(ITEM))

    def tuples(self, type_: TupleType, spot: _Spot) -> Iterator[list[Any]]:
        """The items that must be there."""
        types = [*type_.items, *[type_.rest or AnyType()] * min(_MAX_ITEMS, type_.least - len(type_.items))]
        items = [self.first(each, spot.step(ITEM)) for each in types[: type_.least]]
        if MISSING not in items:
            yield items

    def objects(self, type_: ObjectType, spot: _Spot) -> Iterator[dict[str, Any]]:
        """The properties that must be there, with those that are asked for; then all of them."""
        by_name = {each.name: each.type for each in type_.properties}
        other = further_type(type_)
        asked = [name for name in by_name if name in (spot.way or ()) and name not in type_.required]
        entries = self._entries(type_, other, spot) if spot.depth and not by_name else ()
        if spot.way is not None:
            yield from entries
        for further in _each_once([asked, *([name] for name in asked), [], by_name]):
            names = dict.fromkeys([*type_.required, *further])
            made = {name: self.first(by_name.get(name, other), spot.step(name)) for name in names}
            if MISSING not in made.values():
                yield made
        yield from entries

    def _entries(self, type_: ObjectType, other: ParameterType, spot: _Spot) -> Iterator[dict[str, Any]]:
        """Objects of one member whose name is free."""
        value = self.first(other, _Spot(spot.depth + 1, next(iter((spot.way or {}).values()), {})))
        rule = type_.constraints.get("propertyNames", {})
        names = [*rule.get("enum", ()), _FORMATS.get(rule.get("format", "")), text_of_pattern(rule.get("pattern", ""))]
        yield from ({name: value} for name in [*names, "text"] if name and value is not MISSING)

    def of_union(self, type_: AnyOfType, spot: _Spot) -> Iterator[Any]:
        """Values of the members: first what has the places that are asked for.

        Null comes last, but deep inside first where nobody asked for it, as what holds itself would go on and on.
        """
        is_null_last = spot.depth < _DEEP or spot.way is not None
        options = sorted(type_.options, key=lambda each: isinstance(each, NullType) is is_null_last)
        for option in sorted(options, key=lambda each: -self._places_in(each, spot.way or {})):
            yield from self.samples(option, _Spot(spot.depth + 1, spot.way))

    def _places_in(self, type_: ParameterType, way: Way) -> int:
        """How many of the places that are asked for a type has, as far as it says so."""
        type_ = resolved(type_, self.parts.definitions)
        if isinstance(type_, ObjectType):
            return len(way.keys() & {each.name for each in type_.properties})
        return int(ITEM in way and isinstance(type_, ListType | TupleType))

    def of_definition(self, type_: ReferenceType, spot: _Spot) -> Iterator[Any]:
        """Values of the type that is named."""
        yield from self.samples(self.parts.definitions[type_.name], _Spot(spot.depth + 1, spot.way))

    def anything(self, _: AnyType, __: _Spot) -> Iterator[Any]:
        """A value of each kind."""
        yield from ("abc", 1, {}, [], True, None)


def has_places(value: Any, way: Way) -> bool:
    """Whether a value has the places, none of which is an empty array or object."""
    for name, inner in way.items():
        if name == ITEM:
            held = value[0] if isinstance(value, list | tuple) and value else MISSING
        else:
            held = value.get(name, MISSING) if isinstance(value, Mapping) else MISSING
        if held is MISSING or held in ([], {}) or not has_places(held, inner):
            return False
    return True


def _each_once(lists: Iterable[Iterable[str]]) -> list[tuple[str, ...]]:
    """The lists in their order, an equal one left out."""
    return list(dict.fromkeys(map(tuple, lists)))


_PROPOSERS: Final[Mapping[type[ParameterType], Callable[[_Sampler, Any, _Spot], Iterator[Any]]]] = {
    StringType: _Sampler.texts,
    IntegerType: _Sampler.numbers,
    FloatType: _Sampler.numbers,
    BooleanType: lambda _, __, ___: iter((True, False)),
    NullType: lambda _, __, ___: iter((None,)),
    EnumType: _Sampler.choices,
    ListType: _Sampler.arrays,
    TupleType: _Sampler.tuples,
    ObjectType: _Sampler.objects,
    AnyOfType: _Sampler.of_union,
    ReferenceType: _Sampler.of_definition,
    AnyType: _Sampler.anything,
}
