"""A minimal valid example of some arguments, for texts that show how a call should look."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

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
from toolkit.schema.members import further_type
from toolkit.schema.structures import Run
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

# An example that is longer helps nobody.
_MAX_ITEMS: Final = 8
_MAX_CHARS: Final = 64
_DEPTH: Final = 16
_DEEP: Final = 3
_STEPS: Final = 4000
# One value of each format (JSON Schema Validation 2020-12, 7.3), and of some that pydantic adds to them.
_FORMATS: Final[Mapping[str, str]] = {
    "date-time": "2026-01-31T12:00:00Z",
    "date": "2026-01-31",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "email": "name@example.org",
    "hostname": "example.org",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.org",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "uuid4": "00000000-0000-4000-8000-000000000000",
    "ipvanyaddress": "192.0.2.1",
    "ipv4network": "192.0.2.0/24",
    "ipvanynetwork": "192.0.2.0/24",
    "base64url": "YWJj",
    "regex": ".*",
    "json-pointer": "/a",
    "byte": "YWJj",
}


def minimal_example(descriptor: ToolDescriptor, *, foreign: bool = False) -> dict[str, Any] | None:
    """The smallest arguments object that fits, None where none is found.

    >>> from toolkit.descriptor import ToolParameterDescriptor
    >>> minimal_example(ToolDescriptor("wait", "", (ToolParameterDescriptor("seconds", "", IntegerType()),)))
    {'seconds': 1}

    Raises:
        DefinitionError: A type refers to a definition that is not there, or a pattern cannot be searched for.
    """
    sampler = _Sampler(Parts(descriptor.definitions, foreign=foreign))
    try:
        found = next(sampler.samples(descriptor.arguments, 0), None)
    except (OutOfFuelError, RecursionError, OverflowError):  # as between two bounds of hundreds of digits
        return None
    return found if isinstance(found, dict) else None


class _Sampler:
    """Proposes values, the plainest first, and passes on those that fit."""

    def __init__(self, parts: Parts) -> None:
        self.parts, self.fuel = parts, Fuel(_STEPS)

    def samples(self, type_: ParameterType, depth: int) -> Iterator[Any]:
        """Values that fit a type."""
        if depth > _DEPTH:
            return
        self.fuel.spend()
        accept = self.parts.of(type_).accept
        for value in self._proposals(type_, depth):
            self.fuel.spend()
            if accept(value, Run(self.fuel)):
                yield value

    def first(self, type_: ParameterType, depth: int) -> Any:
        """The plainest value that fits, MISSING if none is found."""
        return next(self.samples(type_, depth), MISSING)

    def _proposals(self, type_: ParameterType, depth: int) -> Iterator[Any]:
        yield from map(plain, type_.constraints.get("examples", ()))
        if "default" in type_.constraints:
            yield plain(type_.constraints["default"])
        yield from _PROPOSERS[type(type_)](self, type_, depth)

    def texts(self, type_: StringType, _: int) -> Iterator[str]:
        """Texts of the format, then of the length."""
        known = _FORMATS.get(type_.constraints.get("format", ""))
        if known is not None:
            yield known
        if "contentEncoding" in type_.constraints:
            yield "YWJj"
        least = int(type_.constraints.get("minLength", 0))
        if least <= _MAX_CHARS:
            yield from ("text" + "a" * (least - 4), *(letter * max(least, 1) for letter in "a1A"))
        yield ""

    def numbers(self, type_: ParameterType, _: int) -> Iterator[Any]:
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

    def choices(self, type_: EnumType, _: int) -> Iterator[Any]:
        """The choices."""
        yield from map(plain, type_.values)

    def arrays(self, type_: ListType, depth: int) -> Iterator[list[Any]]:
        """The shortest array: of one item again and again, then of different ones."""
        least = int(type_.constraints.get("minItems", 0))
        if least == 0:
            yield []
        if 0 < least <= _MAX_ITEMS:
            item = self.first(type_.items, depth + 1)
            if item is not MISSING:
                yield [item] * least
                yield [value for value, _ in zip(self._different(type_.items, depth), range(least), strict=False)]

    def _different(self, type_: ParameterType, depth: int) -> Iterator[Any]:
        counted: Mapping[type[ParameterType], Callable[[int], Any]] = {
            StringType: lambda count: "a" * count,
            IntegerType: lambda count: count,
            FloatType: lambda count: count,
        }
        count = counted.get(type(type_))
        yield from map(count, range(1, _MAX_ITEMS + 1)) if count else self.samples(type_, depth + 1)

    def tuples(self, type_: TupleType, depth: int) -> Iterator[list[Any]]:
        """The items that must be there."""
        types = [*type_.items, *[type_.rest or AnyType()] * min(_MAX_ITEMS, type_.least - len(type_.items))]
        items = [self.first(each, depth + 1) for each in types[: type_.least]]
        if MISSING not in items:
            yield items

    def objects(self, type_: ObjectType, depth: int) -> Iterator[dict[str, Any]]:
        """The properties that must be there; then all of them."""
        by_name = {each.name: each.type for each in type_.properties}
        other = further_type(type_)
        for names in (dict.fromkeys(type_.required), dict.fromkeys([*type_.required, *by_name])):
            made = {name: self.first(by_name.get(name, other), depth + 1) for name in names}
            if MISSING not in made.values():
                yield made

    def of_union(self, type_: AnyOfType, depth: int) -> Iterator[Any]:
        """Values of the members; null last, but deep inside first, as what holds itself would go on and on."""
        for option in sorted(type_.options, key=lambda each: isinstance(each, NullType) is (depth < _DEEP)):
            yield from self.samples(option, depth + 1)

    def of_definition(self, type_: ReferenceType, depth: int) -> Iterator[Any]:
        """Values of the type that is named."""
        yield from self.samples(self.parts.definitions[type_.name], depth + 1)

    def anything(self, _: AnyType, __: int) -> Iterator[Any]:
        """A value of each kind."""
        yield from ("abc", 1, {}, [], True, None)


_PROPOSERS: Final[Mapping[type[ParameterType], Callable[[_Sampler, Any, int], Iterator[Any]]]] = {
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
