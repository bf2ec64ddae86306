"""Hints that take every row of the type table in, with random values of each, for tests of laws."""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import enum
import ipaddress
import numbers
import pathlib
import re
import uuid
import zoneinfo
from collections import abc
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NotRequired,
    Optional,
    TypedDict,
    TypeVar,
    Union,
    get_type_hints,
)

import annotated_types
import attrs
import msgspec
import pydantic
from hypothesis import strategies as st
from road import taker

from toolkit.reading.annotations import LITERAL, UNION, Hint, take_apart
from toolkit.types.field_readers import fields_of_class

T = TypeVar("T")


class Colour(enum.Enum):
    RED = "r"
    ONE = 1
    NONE = None


class Pair(enum.Enum):
    LEFT = (0, 1)
    RIGHT = (1, 0)


class Permission(enum.Flag):
    READ = 1
    WRITE = 2


class Count(int):
    """An int of the user's own."""


class Celsius(float):
    """A float of the user's own."""


class Sku(str):
    """A str of the user's own."""

    __slots__ = ()


class Seat(NamedTuple):
    row: int
    day: dt.date = dt.date(2031, 5, 6)


@dataclasses.dataclass
class Point(Generic[T]):
    x: T
    tags: list[str]
    inner: Optional[Point[T]] = None


@dataclasses.dataclass
class Near:
    x: int


@dataclasses.dataclass
class Far:
    x: int
    z: Decimal


@dataclasses.dataclass
class Bill:
    count: int
    total: int = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        self.total = 2 * self.count


@attrs.define
class Tank:
    _litres: Fraction
    kind: Literal["oil", "gas"] = "oil"
    doubled: Fraction = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.doubled = 2 * self._litres


class Query(TypedDict):
    text: str
    day: NotRequired[dt.date]


class Row(msgspec.Struct, array_like=True, tag=True):
    a: int
    b: bytes


class Tagged(msgspec.Struct, tag="t", rename="camel"):
    first_name: str
    at: dt.time


class Guest(pydantic.BaseModel):
    name: str = pydantic.Field(alias="Name")
    price: Decimal
    ids: list[uuid.UUID]


class Numeral:
    """An integer as NumPy has them, which need not be installed."""

    def __init__(self, value: float) -> None:
        self._value = int(value)

    def tolist(self) -> int:
        """The integer of Python."""
        return self._value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numeral) and self._value == other._value

    __hash__ = None  # type: ignore[assignment]


Numeral.__module__, Numeral.__name__ = "numpy", "integer"

HINTS: dict[str, Any] = {
    "None": None,
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
    "Any": Any,
    "abstract number": numbers.Real,
    "int subclass": Count,
    "number of NumPy": Numeral,
    "float subclass": Celsius,
    "str subclass": Sku,
    "Literal": Literal["a", 1, True, None],
    "Enum": Colour,
    "Enum by name": Pair,
    "Flag": Permission,
    "Union": Union[int, float, list[int], None],
    "Union of objects": Union[Near, Far],
    "Union of texts": Union[uuid.UUID, dt.date, bytes],
    "Decimal": Decimal,
    "Fraction": Fraction,
    "datetime": dt.datetime,
    "date": dt.date,
    "time": dt.time,
    "timedelta": dt.timedelta,
    "UUID": uuid.UUID,
    "Path": pathlib.PurePosixPath,
    "bytes": bytes,
    "bytearray": bytearray,
    "complex": complex,
    "Pattern": re.Pattern,
    "ZoneInfo": zoneinfo.ZoneInfo,
    "IPv4Address": ipaddress.IPv4Address,
    "IPv6Network": ipaddress.IPv6Network,
    "list": list[dt.date],
    "set": set[Colour],
    "frozenset": frozenset[tuple[int, str]],
    "deque": collections.deque[Fraction],
    "Sequence": abc.Sequence[bytes],
    "Set": abc.Set[int],
    "tuple": tuple[int, dt.date],
    "tuple of one type": tuple[Decimal, ...],
    "tuple with a rest": tuple[int, *tuple[dt.date, ...]],
    "dict": dict[str, Any],
    "dict of int": dict[int, dt.timedelta],
    "dict of float": dict[float, str],
    "dict of bool": dict[bool, int],
    "dict of Enum": dict[Colour, list[int]],
    "dict of UUID": dict[uuid.UUID, int],
    "dict of int or date": dict[Union[int, dt.date], int],
    "Mapping": abc.Mapping[str, Fraction],
    "OrderedDict": collections.OrderedDict[str, int],
    "Counter": collections.Counter[str],
    "defaultdict": collections.defaultdict[str, set[int]],
    "MappingProxy": MappingProxyType[str, int],
    "NamedTuple": Seat,
    "dataclass": Point[dt.date],
    "attrs": Tank,
    "data class that sets a field itself": Bill,
    "TypedDict": Query,
    "msgspec": Tagged,
    "msgspec array": Row,
    "pydantic": Guest,
    "pydantic validator": Annotated[dt.date, pydantic.AfterValidator(lambda value: value)],
    "bounds": Annotated[list[Annotated[int, annotated_types.Ge(0)]], annotated_types.MaxLen(2)],
}
TEXTS = st.text(max_size=5).filter(lambda text: "\0" not in text and text.isprintable())
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
OFFSETS = st.none() | st.timedeltas(dt.timedelta(hours=-23), dt.timedelta(hours=23)).map(dt.timezone)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | FLOATS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    None: st.none(),
    float: FLOATS,
    str: TEXTS,
    Any: JSON,
    numbers.Real: FLOATS | st.integers(),
    Celsius: FLOATS.map(Celsius),
    Count: st.integers().map(Count),
    Numeral: st.integers().map(Numeral),
    Sku: TEXTS.map(Sku),
    Decimal: st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9),
    Permission: st.integers(0, 3).map(Permission),
    dt.datetime: st.datetimes(timezones=OFFSETS),
    dt.time: st.times(timezones=OFFSETS),
    pathlib.PurePosixPath: TEXTS.map(pathlib.PurePosixPath),
    bytearray: st.binary(max_size=5).map(bytearray),
    complex: st.complex_numbers(allow_nan=False, allow_infinity=False),
    re.Pattern: st.sampled_from(["", "a+", "[a-z]*"]).map(re.compile),
    zoneinfo.ZoneInfo: st.sampled_from(["UTC", "Europe/Oslo"]).map(zoneinfo.ZoneInfo),
    ipaddress.IPv6Network: st.ip_addresses(v=6).map(ipaddress.IPv6Network),
}
# What the abstract containers get.
PLAIN = {abc.Sequence: list, abc.Set: frozenset, abc.Mapping: dict}


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Random values of a hint."""
    hint = annotation if isinstance(annotation, Hint) else take_apart(annotation)
    if hint.origin is LITERAL:
        return st.sampled_from(hint.arguments)
    if hint.origin is UNION:
        return st.one_of(*map(values, hint.arguments))
    if hint.constraints:
        return st.lists(st.integers(min_value=0), max_size=2)
    if hint.origin is not None and hint.is_a(tuple, abc.Collection):
        return _containers(PLAIN.get(hint.class_, hint.class_), hint)
    return SCALARS[hint.type] if hint.type in SCALARS else _objects(hint.class_, hint)


def _containers(cls: Any, hint: Hint) -> st.SearchStrategy[Any]:
    if cls is tuple:
        return _tuples(hint)
    if issubclass(cls, abc.Mapping):
        return _mappings(cls, hint)
    return st.lists(values(hint.arguments[0]), max_size=3).map(cls)


def _tuples(hint: Hint) -> st.SearchStrategy[Any]:
    if hint.arguments[-1] is ...:
        return st.lists(values(hint.arguments[0]), max_size=3).map(tuple)
    parts = [
        values(take_apart(each)) if "Unpack" in take_apart(each).qualifiers else values(each).map(lambda item: (item,))
        for each in hint.arguments
    ]
    return st.tuples(*parts).map(lambda found: tuple(item for part in found for item in part))


def _mappings(cls: Any, hint: Hint) -> st.SearchStrategy[Any]:
    key, value = (*hint.arguments, int)[:2]
    made = st.dictionaries(values(key), values(value), max_size=3)
    if cls is collections.defaultdict:
        return made.map(lambda items: collections.defaultdict(take_apart(value).class_, items))
    return made.map(cls)


def _objects(cls: Any, hint: Hint) -> st.SearchStrategy[Any]:
    if issubclass(cls, pydantic.BaseModel):
        fields = {each.alias or name: values(each.annotation) for name, each in cls.model_fields.items()}
        return st.fixed_dictionaries(fields).map(lambda given: cls(**given))
    if hasattr(cls, "_fields"):
        return st.builds(cls, *map(values, get_type_hints(cls).values()))
    found = fields_of_class(hint.type)
    if found is None:
        return st.from_type(cls)
    required = {each.name: values(each.annotation) for each in found if each.required}
    optional = {each.name: st.deferred(lambda of=each.annotation: values(of)) for each in found if not each.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda given: cls(**given))


def mutated(value: Any) -> st.SearchStrategy[Any]:
    """The JSON value with one place in it replaced, removed or added to."""
    if isinstance(value, list) and value:
        places = st.integers(0, len(value) - 1)
        changed = places.flatmap(lambda at: mutated(value[at]).map(lambda new: [*value[:at], new, *value[at + 1 :]]))
        return changed | places.map(lambda at: value[:at] + value[at + 1 :]) | JSON.map(lambda new: [*value, new])
    if isinstance(value, dict) and value:
        names = st.sampled_from(sorted(value))
        changed = names.flatmap(lambda name: mutated(value[name]).map(lambda new: {**value, name: new}))
        removed = names.map(lambda name: {other: each for other, each in value.items() if other != name})
        return changed | removed | TEXTS.map(lambda name: {**value, name: 1})
    return JSON


_TOOLS: dict[str, Any] = {}


def tool_of(name: str) -> Any:
    """The tool of a hint, made once."""
    if name not in _TOOLS:
        _TOOLS[name] = taker(HINTS[name])
    return _TOOLS[name]
