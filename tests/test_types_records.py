"""Data classes and attrs classes."""

from __future__ import annotations

import dataclasses
import datetime as dt
from abc import ABC, abstractmethod
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import Annotated, ClassVar, Final, Generic, NewType, Optional, Self, TypeVar, Union

import attr
import attrs
import pytest
from road import alike, arriving, fault, giver, refusal, schema_of, told

from toolkit import Dispatcher

T = TypeVar("T")
U = TypeVar("U")
DAY = dt.date(2031, 5, 6)


@dataclass
class Point:
    """A point.

    Attributes:
        x: How far to the right.
    """

    x: int
    y: float = 0
    "How far up."


@dataclass
class Documented:
    near: Annotated[int, "Stands nearest."] = field(default=1, metadata={"description": "Stands farther."})
    meta: int = field(default=2, metadata={"description": "Stands in the metadata."})
    option: int = field(default=3, metadata={"help": "Stands in the help of an option."})


@dataclass
class Special:
    a: int
    start: InitVar[int]
    count: ClassVar[int] = 0
    step: InitVar[int] = 1
    total: int = field(init=False, default=7)
    _: KW_ONLY
    names: list[str] = field(default_factory=list)

    def __post_init__(self, start: int, step: int) -> None:
        self.a += start * step


@dataclass(kw_only=True, frozen=True, slots=True)
class Frozen:
    a: int
    b: tuple[int, ...] = ()


@dataclass
class Digit:
    a: int

    def __post_init__(self) -> None:
        if self.a > 9:
            raise ValueError("a must be one digit")


@dataclass(init=False)
class ByHand:
    a: int

    def __init__(self, text: str, *more: str, extra: int = 1) -> None:
        self.a = len(text) + extra


@dataclass
class ByHandToo:
    a: int

    def __init__(self, a: int, b: int) -> None:
        self.a = a + b


@dataclass
class Unannotated:
    a: int

    def __init__(self, a, b=2):
        self.a = a + b


@dataclass
class Wrapped:
    a: int


def _wrapping(init):
    def wrapper(self, **fields):
        init(self, **fields)

    return wrapper


Wrapped.__init__ = _wrapping(Wrapped.__init__)


@dataclass
class Strange:
    a: int

    def __post_init__(self) -> None:
        raise RuntimeError("out of order")


@dataclass
class Base:
    a: int


@dataclass
class Derived(Base):
    day: dt.date = DAY
    inner: list[Derived] = field(default_factory=list)


@dataclass
class Linked:
    value: int
    following: Optional[Self] = None


@dataclass
class Box(Generic[T]):
    content: T
    more: list[T] = field(default_factory=list)


@dataclass
class DayBox(Box[dt.date]):
    label: str = ""


@dataclass
class ListBox(Box[list[U]], Generic[U]):
    extra: Optional[U] = None


@dataclass
class Opaque:
    inner: Engine


class Engine:
    """No JSON type."""


@dataclass
class Unknown:
    inner: list[Nothing]  # noqa: F821 - a name that means nothing


@attrs.define
class Tank:
    """A tank."""

    _litres: int = attrs.field(metadata={"description": "What it holds."})
    pressure: int = attrs.field(default=3, validator=attrs.validators.ge(0))
    labels: list[str] = attrs.field(factory=list)
    kind: str = attrs.field(alias="type", default="oil")
    serial: int = attrs.field(init=False, default=1)
    inner: Optional[Tank] = None


def _parsed(text: str) -> int:
    return int(text)


@attrs.define
class Converted:
    a: int = attrs.field(converter=lambda value: value * 2)
    b: int = attrs.field(default=attrs.Factory(lambda self: self.a + 1, takes_self=True))
    c: int = attrs.field(converter=_parsed, default="3")


def test_a_default_that_a_class_converts_is_told_as_it_is_then():
    """The class does that with it like any value; one that cannot be converted is none."""

    @attrs.define
    class Depth:
        metres: int = attrs.field(converter=int, default="3")
        name: int = attrs.field(converter=int, default="none")

    properties = schema_of(Depth)["properties"]
    assert properties == {"metres": {"type": "integer", "default": 3}, "name": {"type": "integer"}}


@attrs.frozen(kw_only=True)
class Sealed(Generic[T]):
    content: T


@attr.s(auto_attribs=True)
class Old:
    a: int
    b: str = "x"


@attr.s
class Older:
    a = attr.ib(type=int)
    b = attr.ib(default=5)


PointId = NewType("PointId", Point)


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (Point, {"x": 1.0, "y": 2}, Point(1, 2.0)),
        (Point, {"x": 1}, Point(1, 0)),
        (PointId, {"x": 1}, Point(1, 0)),
        (list[PointId], [{"x": 1}], [Point(1, 0)]),
        (Special, {"a": 1, "start": 2}, Special(1, 2)),
        (Special, {"a": 1, "start": 2, "step": 3, "names": ["x"]}, Special(1, 2, 3, names=["x"])),
        (Frozen, {"a": 1, "b": [2]}, Frozen(a=1, b=(2,))),
        (ByHandToo, {"a": 1, "b": 2}, ByHandToo(1, 2)),
        (Unannotated, {"a": 1}, Unannotated(1, 2)),
        (Unannotated, {"a": 1, "b": 3}, Unannotated(1, 3)),
        (Wrapped, {"a": 1}, Wrapped(a=1)),
        (ByHand, {"text": "abc", "extra": 2}, ByHand("abc", extra=2)),
        (Derived, {"a": 1, "inner": [{"a": 2, "day": "2031-05-06"}]}, Derived(1, DAY, [Derived(2, DAY)])),
        (Linked, {"value": 1, "following": {"value": 2}}, Linked(1, Linked(2))),
        (Box[dt.date], {"content": "2031-05-06", "more": ["2031-05-06"]}, Box(DAY, [DAY])),
        (Box, {"content": "2031-05-06"}, Box("2031-05-06")),
        (Box[Box[dt.date]], {"content": {"content": "2031-05-06"}}, Box(Box(DAY))),
        (DayBox, {"content": "2031-05-06"}, DayBox(DAY)),
        (ListBox[dt.date], {"content": ["2031-05-06"], "extra": "2031-05-06"}, ListBox([DAY], [], DAY)),
        (Tank, {"litres": 1}, Tank(1)),
        (Tank, {"litres": 1, "type": "gas", "inner": {"litres": 2}}, Tank(1, type="gas", inner=Tank(2))),
        (Converted, {"a": 2}, Converted(2)),
        (Converted, {"a": 2, "c": "7"}, Converted(2, c="7")),
        (Sealed[dt.date], {"content": "2031-05-06"}, Sealed(content=DAY)),
        (Old, {"a": 1}, Old(1)),
        (Older, {"a": 1, "b": "any"}, Older(1, "any")),
        (Union[Digit, Base], {"a": 10}, Base(10)),
    ],
)
def test_instances_arrive(hint, sent, arrives):
    """The class is built by its own constructor, at every depth, its defaults filled in."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent", "said"),
    [
        (Point, {}, "value.x: required"),
        (Point, {"x": "1"}, "value.x: integer"),
        (Point, {"x": 1, "z": 1}, "value.z"),
        (Point, None, "value: "),
        (Special, {"a": 1}, "value.start: required"),
        (Special, {"a": 1, "start": 2, "total": 3}, "value.total"),
        (Special, {"a": 1, "start": 2, "count": 3}, "value.count"),
        (Derived, {"a": 1, "inner": [{}]}, "value.inner[0].a: required"),
        (Box[dt.date], {"content": "x"}, "value.content: 'x' is not a date"),
        (Tank, {"_litres": 1}, "value.litres: required"),
        (Tank, {"litres": 1, "kind": "gas"}, "value.kind"),
        (Tank, {"litres": 1, "pressure": -1}, "value.pressure: at least 0, got -1"),
        (Converted, {"a": 2, "c": 7}, "value.c: string"),
        (Digit, {"a": 10}, "value: a must be one digit"),
        (list[Digit], [{"a": 1}, {"a": 10}, {"a": 11}], "value[1]: a must be one digit; value[2]: a must be one digit"),
        (Strange, {"a": 1}, "out of order"),
    ],
)
def test_refusals_name_the_field(hint, sent, said):
    """What the constructor does not take is refused; what it refuses stands at the object's place."""
    assert said in refusal(hint, sent)


def test_fields_are_described_by_what_stands_nearest():
    """Annotated, then metadata, then the docstring below a field, then the class's own docstring."""
    point, documented = schema_of(Point), schema_of(Documented)["properties"]
    assert point["description"] == "A point."
    assert [each["description"] for each in point["properties"].values()] == ["How far to the right.", "How far up."]
    assert [each["description"] for each in documented.values()] == [
        "Stands nearest.",
        "Stands in the metadata.",
        "Stands in the help of an option.",
    ]
    assert schema_of(Tank)["$defs"]["Tank"]["properties"]["litres"]["description"] == "What it holds."


def test_objects_are_closed():
    """A class takes its own fields, and defaults stand in the schema if they are JSON."""
    assert schema_of(Frozen) == {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "array", "items": {"type": "integer"}, "default": []}},
        "required": ["a"],
        "additionalProperties": False,
    }


def test_a_recursive_class_is_a_definition():
    """It refers to itself."""
    assert schema_of(Derived)["$defs"]["Derived"]["properties"]["inner"]["items"] == {"$ref": "#/$defs/Derived"}


def test_two_uses_of_a_generic_class_are_two_types():
    """Box[int] and Box[str] share a name and no schema."""
    schema = schema_of(Union[Box[int], Box[str], list[Box[int]], list[Box[str]]])
    assert [each["properties"]["content"]["type"] for each in schema["$defs"].values()] == ["integer", "string"]


def test_a_field_without_a_schema_is_named_with_its_place():
    """The cure for a field is another than for a parameter."""
    assert fault(list[Opaque]) == (
        "take(value[].inner): no schema for Engine; annotate a type that JSON can hold, or register a TypeRule"
    )


def test_a_field_whose_name_means_nothing_is_named():
    """A name that exists only for a type checker is found at any depth."""
    assert fault(list[Unknown]).startswith(
        "take(value[].inner): the name 'Nothing' in its annotation 'list[Nothing]' is not defined; import it"
    )


def test_an_unresolved_class_is_read_again():
    """A name that is defined later counts then."""

    @dataclass
    class Early:
        inner: Late

    assert "the name 'Late'" in fault(Early)

    @dataclass
    class Late:
        a: int

    assert dataclasses.asdict(arriving(Early, {"inner": {"a": 1}})) == {"inner": {"a": 1}}


@dataclass
class Sealed:
    a: int

    def __init__(self, a: int, /):
        self.a = a


@dataclass
class HalfSealed:
    a: int
    b: int = 0

    def __init__(self, a: int = 1, /, b: int = 2):
        self.a, self.b = a, b


@dataclass(init=False)
class Unmade:
    a: int


@attrs.define(init=False)
class UnmadeAttrs:
    a: int


@attrs.define
class Parsed:
    a: int

    def __init__(self, text: str):
        self.__attrs_init__(int(text))


@dataclass
class Vessel(ABC):
    name: str

    @abstractmethod
    def sail(self) -> str: ...


@attrs.define
class VesselAttrs(ABC):
    name: str

    @abstractmethod
    def sail(self) -> str: ...


@pytest.mark.parametrize(
    ("cls", "said"),
    [
        (Vessel, "it is abstract, as sail is; annotate the classes derived from it: First | Second"),
        (VesselAttrs, "nothing can make a VesselAttrs of an object: it is abstract, as sail is"),
        (Sealed, "nothing can make a Sealed of an object: its __init__ has 'a' as positional-only; take the / out"),
        (Unmade, "it has no __init__ that takes its fields; leave out init=False, or write an __init__"),
        (UnmadeAttrs, "it has no __init__ that takes its fields"),
    ],
)
def test_a_class_that_cannot_be_made_of_named_values_is_refused(cls, said):
    """When the tool is made: each call of it would fail."""
    assert said in fault(cls)


def test_a_result_may_be_of_an_abstract_class():
    """Somebody else has made it."""
    assert giver(Vessel).output_schema["properties"] == {"name": {"type": "string"}}


@pytest.mark.parametrize("value", [Sealed(3), Parsed("3")])
def test_a_result_has_the_fields_of_its_class_whatever_made_it(value):
    """It is read, and never made: what the constructor is called with is not what it keeps."""
    assert giver(type(value)).output_schema["properties"] == {"a": {"type": "integer"}}
    assert told(type(value), value) == '{"a": 3}'


def test_what_a_constructor_takes_by_position_alone_is_left_to_its_default():
    """The other fields can be given."""
    assert schema_of(HalfSealed)["properties"] == {"b": {"type": "integer", "default": 2}}
    assert arriving(HalfSealed, {"b": 3}) == HalfSealed(1, 3)


@attrs.define
class Listed:
    places: list[int] = attrs.field(default=[1])


def test_a_default_of_an_attrs_class_may_have_no_hash():
    """Of what is taken as of what is given back."""
    assert arriving(Listed, {}) == Listed([1])
    assert giver(Listed).output_schema["properties"]["places"]["default"] == [1]


def test_an_attrs_class_with_a_constructor_of_its_own_is_made_by_that():
    """Its parameters are the fields."""
    assert schema_of(Parsed)["required"] == ["text"]
    assert arriving(Parsed, {"text": "3"}).a == 3


@dataclass(unsafe_hash=True)
class Bill:
    count: int
    price: InitVar[float] = 1.0
    total: float = field(init=False)
    taxed: bool = field(init=False, default=True)
    _seen: object = field(init=False, default_factory=object)

    def __post_init__(self, price: float) -> None:
        self.total = self.count * price


@attrs.define
class Measured:
    _length: int = attrs.field(converter=_parsed, default="7")
    area: int = attrs.field(init=False)
    _seen: object = attrs.field(init=False, factory=object)

    def __attrs_post_init__(self) -> None:
        self.area = self._length**2


@pytest.mark.parametrize(
    ("value", "properties", "required", "text"),
    [
        (
            Bill(3, 4.0),
            {"count": {"type": "integer"}, "total": {"type": "number"}, "taxed": {"type": "boolean", "default": True}},
            ["count", "total"],
            '{"count": 3, "total": 12.0, "taxed": true}',
        ),
        (
            Measured("3"),
            {"length": {"type": "integer"}, "area": {"type": "integer"}},
            ["area"],
            '{"length": 3, "area": 9}',
        ),
    ],
)
def test_a_result_has_what_an_instance_keeps(value, properties, required, text):
    """Fields that it sets itself and what converters made; no pseudo-field, nothing private that it sets itself."""
    made = giver(type(value)).output_schema
    assert (made["properties"], made["required"]) == (properties, required)
    assert told(type(value), value) == text


def test_arguments_have_what_a_constructor_takes():
    """The same classes on their way in, and instances that a program passes."""
    assert schema_of(Bill)["properties"].keys() == {"count", "price"}
    assert schema_of(Measured)["properties"] == {"length": {"type": "string", "default": "7"}}

    def take(bill: Bill) -> float:
        """Take one."""
        return bill.total

    assert Dispatcher([take]).call(take, Bill(3)).value == 3.0


BILL = Bill(2)


@dataclass(frozen=True)
class Booked:
    first: Bill = BILL
    all: tuple[Bill, ...] = (BILL,)


def test_a_default_that_holds_objects_stands_among_arguments_alone():
    """There it is what the constructor is called with, which a result does not have."""
    assert schema_of(Booked)["properties"]["first"]["default"] == {"count": 2, "price": 1.0}
    assert all("default" not in each for each in giver(Booked).output_schema["properties"].values())


@dataclass
class Sealed:
    size: Final[int]
    word: Final["str"] = "a"  # noqa: UP037 - a text inside of a text is tested


def test_a_field_may_be_final():
    """Though its annotation is a text."""
    assert schema_of(Sealed)["properties"] == {"size": {"type": "integer"}, "word": {"type": "string", "default": "a"}}
    assert arriving(Sealed, {"size": 3}) == Sealed(3)
