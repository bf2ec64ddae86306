"""Types that pydantic knows, and hints with its validators."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
import ipaddress
import json
import re
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, Optional, TypeVar, Union

import pydantic
import pytest
from pydantic import (
    AfterValidator,
    AliasChoices,
    AliasPath,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainSerializer,
    PositiveInt,
    RootModel,
    SecretBytes,
    SecretStr,
    StringConstraints,
    Tag,
    WrapSerializer,
    computed_field,
    field_serializer,
    field_validator,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema
from pydantic_releases import needs_names_beside_paths
from road import alike, arriving, arriving_text, fault, giver, refusal, schema_of, taker, told
from typing_extensions import TypeAliasType, TypedDict

from toolkit import DefinitionError, Dispatcher, Registry, Tool, tool
from toolkit.types.dumping import Dumper
from toolkit.types.field_readers import wire_names_of_class

T = TypeVar("T")
DAY = dt.date(2031, 5, 6)


class Guest(BaseModel):
    """A guest.

    Attributes:
        name: What to call them.
    """

    name: str = Field(min_length=2)
    age: int = 1
    "In years."
    vip: bool = Field(False, description="Whether they pay.")


class Aliased(BaseModel):
    origin: str = Field(alias="from")
    seats: int = Field(1, validation_alias="seatCount")
    note: str = Field("", validation_alias=AliasChoices("remark", "comment"))


class Strict(BaseModel):
    model_config = ConfigDict(strict=True)

    day: dt.date
    ids: set[uuid.UUID] = set()
    size: tuple[int, int] = (0, 0)


class Checked(BaseModel):
    a: int
    b: int = 9

    @field_validator("a")
    @classmethod
    def _positive(cls, value: int) -> int:
        if value < 0:
            raise ValueError("a must be positive")
        return value

    @model_validator(mode="after")
    def _ordered(self) -> Checked:
        assert self.a <= self.b, "a must not be above b"
        return self


class Deep(BaseModel):
    items: list[Checked]


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")

    a: int


class Computed(BaseModel):
    a: int
    limit: ClassVar[int] = 3
    "No field, whatever is said of it."

    @computed_field
    @property
    def double(self) -> int:
        return 2 * self.a


class Numbers(RootModel[list[int]]):
    """Numbers."""


class Cash(BaseModel):
    kind: Literal["cash"]


class Card(BaseModel):
    kind: Literal["card"]
    number: str = "0"


class Box(BaseModel, Generic[T]):
    content: T


class Folder(BaseModel):
    name: str
    inner: list[Folder] = []


class Secret(BaseModel):
    word: SecretStr


class Price(BaseModel):
    amount: decimal.Decimal
    before: Optional[decimal.Decimal] = None
    share: float = 0.5


class Marked(BaseModel):
    mark: Union[str, decimal.Decimal]


class Opaque(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    engine: Engine


class Engine:
    """No JSON type."""


class Unfinished(BaseModel):
    inner: Nothing  # noqa: F821 - a name that means nothing


class Colour(enum.Enum):
    RED = "r"


class Many(BaseModel):
    colour: Colour = Colour.RED
    keys: dict[int, str] = {}
    time: dt.timedelta = dt.timedelta(days=1)


@pydantic.dataclasses.dataclass
class Point:
    x: int
    day: dt.date = DAY


@dataclasses.dataclass
class Holder:
    guest: Guest
    points: list[Point] = dataclasses.field(default_factory=list)


def _even(value: int) -> int:
    if value % 2:
        raise ValueError("must be even")
    return value


Even = Annotated[int, AfterValidator(_even)]
Kinds = Annotated[Union[Cash, Card], Field(discriminator="kind")]
Tagged = Annotated[
    Union[Annotated[Cash, Tag("cash")], Annotated[Card, Tag("card")]], Discriminator(lambda value: value["kind"])
]


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (Guest, {"name": "Bo", "age": 3.0}, Guest(name="Bo", age=3)),
        (Aliased, {"from": "TXL", "seatCount": 2}, Aliased(**{"from": "TXL", "seatCount": 2})),
        (Aliased, {"from": "TXL", "remark": "x"}, Aliased(**{"from": "TXL", "remark": "x"})),
        (Strict, {"day": "2031-05-06", "size": [1, 2]}, Strict(day=DAY, size=(1, 2))),
        (Strict, {"day": "2031-05-06", "ids": [str(uuid.UUID(int=1))]}, Strict(day=DAY, ids={uuid.UUID(int=1)})),
        (Open, {"a": 1, "b": 2}, Open(a=1, b=2)),
        (Computed, {"a": 1}, Computed(a=1)),
        (Numbers, [1, 2], Numbers([1, 2])),
        (Kinds, {"kind": "card"}, Card(kind="card")),
        (list[Kinds], [{"kind": "cash"}], [Cash(kind="cash")]),
        (Tagged, {"kind": "card"}, Card(kind="card")),
        (Box[dt.date], {"content": "2031-05-06"}, Box[dt.date](content=DAY)),
        (Folder, {"name": "a", "inner": [{"name": "b"}]}, Folder(name="a", inner=[Folder(name="b")])),
        (Secret, {"word": "x"}, Secret(word=SecretStr("x"))),
        (SecretStr, "x", SecretStr("x")),
        (Many, {"colour": "r", "keys": {"1": "a"}, "time": "P2D"}, Many(keys={1: "a"}, time=dt.timedelta(days=2))),
        (Point, {"x": 1}, Point(x=1)),
        (Holder, {"guest": {"name": "Bo"}, "points": [{"x": 1}]}, Holder(Guest(name="Bo"), [Point(x=1)])),
        (PositiveInt, 1, 1),
        (Even, 2, 2),
        (Optional[Even], None, None),
        (Annotated[Optional[int], AfterValidator(lambda value: value and _even(value))], 2, 2),
        (Annotated[dt.date, AfterValidator(lambda day: day.replace(day=1))], "2031-05-06", dt.date(2031, 5, 1)),
        (Annotated[int, BeforeValidator(lambda value: value + 1)], 1, 2),
        (Annotated[str, StringConstraints(strip_whitespace=True, to_upper=True)], " ab ", "AB"),
        (Annotated[int, PlainSerializer(str)], 1, 1),
    ],
)
def test_models_arrive(hint, sent, arrives):
    """Pydantic builds them from JSON, by alias, in strict models as well."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent", "said"),
    [
        (Guest, {"name": "B"}, "value.name: at least 2 characters"),
        (Guest, {"name": "Bo", "age": "3"}, "value.age: integer"),
        (Guest, {"name": "Bo", "other": 1}, "value.other"),
        (Aliased, {"origin": "TXL"}, "value.from: required"),
        (Aliased, {"from": "TXL", "note": "x"}, "value.note"),
        (Strict, {"day": "x"}, "value.day: "),
        (Checked, {"a": -1}, "value.a: a must be positive"),
        (Checked, {"a": 10}, "value: a must not be above b"),
        (Deep, {"items": [{"a": 1}, {"a": -1}]}, "value.items[1].a: a must be positive"),
        (list[Checked], [{"a": 1}, {"a": -1}], "value[1].a: a must be positive"),
        (Computed, {"a": 1, "double": 2}, "value.double"),
        (Numbers, {"root": [1]}, "value: array"),
        (Kinds, {"kind": "coin"}, "value"),
        (Tagged, {"kind": "coin"}, "value"),
        (Box[dt.date], {"content": "x"}, "value.content: "),
        (Folder, {"name": "a", "inner": [{}]}, "value.inner[0].name: required"),
        (Many, {"keys": {"x": "a"}}, "value.keys.x: "),
        (Point, {"x": 1, "z": 1}, "value.z"),
        (Holder, {"guest": {}}, "value.guest.name: required"),
        (PositiveInt, 0, "value"),
        (Even, 3, "value: must be even"),
        (list[Even], [2, 3], "value[1]: must be even"),
        (Union[Even, str], 3, "value: must be even"),
        (Annotated[Optional[int], AfterValidator(lambda value: value and _even(value))], 3, "value: must be even"),
        (Annotated[str, StringConstraints(strip_whitespace=True, min_length=2)], "  a ", "value: "),
        (Annotated[int, Field(ge=2), AfterValidator(_even)], 0, "value: at least 2"),
    ],
)
def test_refusals_have_pydantics_words_at_our_places(hint, sent, said):
    """Validators speak to the model, without a URL, at the path of what they refuse."""
    text = refusal(hint, sent)
    assert said in text
    assert "pydantic" not in text


class Trip(BaseModel):
    """A trip."""

    day: dt.date | int = 0
    price: Annotated[decimal.Decimal, Field(gt=0)] = decimal.Decimal(1)
    hosts: list[ipaddress.IPv4Address] = []


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"price": "ten"}, "value.price: 'ten' should be a valid decimal"),
        ({"price": "-1"}, "value.price: '-1' should be greater than 0"),
        ({"hosts": ["1.2.3.4", "x"]}, "value.hosts[1]: 'x' is not a valid IPv4 address"),
        ({"price": "x" * 50}, "value.price: Input should be a valid decimal"),
    ],
)
def test_what_pydantic_calls_input_is_shown(sent, said):
    """A short one."""
    assert said in refusal(Trip, sent)


def test_what_the_members_of_a_union_say_is_one_fault():
    """Two would read as if both had to be mended."""
    lines = refusal(Trip, {"day": "x"}).splitlines()
    assert [line.count("'x' should be a valid") for line in lines if "value.day" in line] == [2]
    assert any("; or 'x' should be a valid integer" in line for line in lines)


def test_a_model_is_a_closed_object_with_its_texts():
    """Texts come from Field, from the docstring below a field and from the class's own; titles are dropped."""
    assert schema_of(Guest) == {
        "description": "A guest.",
        "type": "object",
        "properties": {
            "name": {"description": "What to call them.", "type": "string", "minLength": 2},
            "age": {"description": "In years.", "type": "integer", "default": 1},
            "vip": {"description": "Whether they pay.", "type": "boolean", "default": False},
        },
        "required": ["name"],
        "additionalProperties": False,
    }


def test_a_typed_dict_in_a_model_is_closed():
    """As it is anywhere else, and a text for no field says nothing."""

    class Corner(TypedDict):
        """A corner.

        Attributes:
            east: How far east.
            up: No key.
        """

        east: int

    class Place(BaseModel):
        corner: Corner

    assert schema_of(Place)["properties"]["corner"] == {
        "description": "A corner.",
        "type": "object",
        "properties": {"east": {"description": "How far east.", "type": "integer"}},
        "required": ["east"],
        "additionalProperties": False,
    }


def test_a_text_in_an_annotation_describes_a_field_of_a_model():
    """As anywhere else, though pydantic reads its own markers alone; it beats the docstring below the field."""

    class Corner(TypedDict):
        east: Annotated[int, "Metres east."]

    @dataclasses.dataclass
    class Mark:
        sign: Annotated[str, "As painted."]

    class Place(BaseModel):
        name: Annotated[str, "On the map."] = Field(min_length=1)
        """Not this text."""
        rank: Annotated[int, "Not this text.", Field(description="The less, the better.")] = 1
        near: Annotated[str, "What is near."] | None = None
        code: str = "No text."
        corner: Corner
        mark: Annotated[Mark, "Where to turn."]

    places = schema_of(Place)["properties"]
    texts = {name: each.get("description") for name, each in places.items()}
    assert texts == {
        "name": "On the map.",
        "rank": "The less, the better.",
        "near": "What is near.",
        "code": None,
        "corner": None,
        "mark": "Where to turn.",
    }
    assert places["corner"]["properties"]["east"]["description"] == "Metres east."
    assert places["mark"]["properties"]["sign"]["description"] == "As painted."


def test_an_open_model_stays_open():
    """extra="allow" is said in the schema."""
    assert schema_of(Open)["additionalProperties"] is True


def test_a_field_named_title_stays():
    """Only what JSON Schema calls a title is dropped."""

    class Poster(BaseModel):
        title: str = Field(title="Heading", examples=["x"], json_schema_extra={"x-unit": "m"})

    assert schema_of(Poster)["properties"] == {"title": {"type": "string", "examples": ["x"], "x-unit": "m"}}


def test_a_recursive_model_has_one_definition():
    """Under its own name."""
    assert list(schema_of(Folder)["$defs"]) == ["Folder"]


def test_a_model_used_in_two_ways_is_defined_once():
    """By itself and inside another one."""

    def both(guest: Guest, holder: Holder, guests: list[Guest]) -> None: ...

    assert list(Tool.from_function(both, description="").input_schema["$defs"]) == ["Guest"]


@pytest.mark.parametrize("text", ["0.1000000000000000000000001", '"0.1000000000000000000000001"'])
def test_decimals_in_models_are_exact(text):
    """They are made of the number's own text; other numbers are floats."""
    price = arriving_text(Price, f'{{"amount": {text}, "share": 0.25}}')
    assert (price.amount, price.share) == (decimal.Decimal("0.1000000000000000000000001"), 0.25)


def test_a_number_in_a_model_stays_one_beside_text():
    """A text is the text, a number the Decimal; of the two texts in its schema one is left."""
    assert schema_of(Marked)["properties"]["mark"] == {"anyOf": [{"type": "string"}, {"type": "number"}]}
    assert alike(arriving(Marked, {"mark": 1.5}), Marked(mark=decimal.Decimal("1.5")))
    assert alike(arriving(Marked, {"mark": "1.5"}), Marked(mark="1.5"))


class Due(BaseModel):
    """Decimals beside texts that are not just any."""

    fee: Union[Literal["none"], decimal.Decimal]
    day: Union[dt.date, decimal.Decimal]


def test_a_decimal_beside_choices_keeps_its_digits_and_no_text_becomes_any():
    """Digits are no choice, but may be a date."""
    properties = schema_of(Due)["properties"]
    assert [each["format"] for each in properties["fee"]["anyOf"] if "format" in each] == ["decimal"]
    assert {"type": "string"} not in properties["day"]["anyOf"]
    arrived = arriving_text(Due, '{"fee": 1.50, "day": 2.50}')
    assert (str(arrived.fee), str(arrived.day)) == ("1.50", "2.5")


@pytest.mark.parametrize("raised", [AttributeError("no size"), RuntimeError("no size"), ValueError("no size")])
def test_a_class_whose_hook_for_pydantic_fails_is_refused_by_its_place(raised):
    """What the hook raised is the reason."""

    class Torn:
        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
            raise raised

    assert fault(Torn).startswith("take(value): pydantic has no schema for Torn: no size; ")


@pytest.mark.parametrize("strict", [True, False])
def test_the_items_of_an_iterable_are_checked_before_the_call(strict):
    """Pydantic alone would check each as the body asks for it."""

    class Plan(BaseModel, strict=strict):
        days: Iterable[dt.date]

    assert "value.days[1]: " in refusal(Plan, {"days": ["2031-05-06", "x"]})
    assert list(arriving(Plan, {"days": ["2031-05-06"]}).days) == [dt.date(2031, 5, 6)]


def test_a_model_without_a_schema_is_a_fault():
    """The reason is pydantic's, the field and the cure ours."""
    assert "take(value): pydantic has no schema for Opaque.engine: Engine; " in fault(Opaque)


def test_the_innermost_field_without_a_schema_is_named():
    """By the class that it stands in, however deep that is."""

    class Hook(TypedDict):
        call: Callable[[], int]

    @pydantic.dataclasses.dataclass
    class Line:
        count: int
        hook: Hook | None = None

    class Order(BaseModel):
        parts: list[Order]
        lines: dict[str, Line]

    class Start(RootModel[Callable[[], int]]):
        """No field at all."""

    assert "take(value): pydantic has no schema for Hook.call: Callable; " in fault(Order)
    assert "take(value): pydantic has no schema for Start: " in fault(Start)


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        (pydantic.Secret, "take(value): pydantic has no schema for Secret: Can't get secret type from Secret."),
        (list[SkipJsonSchema[int]], "take(value[]): SkipJsonSchema leaves nothing of it; leave SkipJsonSchema out"),
    ],
)
def test_a_type_of_pydantic_that_is_written_wrongly_is_refused_by_its_place(hint, said):
    """Whatever pydantic raises for it."""
    assert fault(hint).startswith(said)


def test_a_type_that_needs_another_package_says_which():
    """As pydantic says it of addresses for mail; the tool cannot be made."""

    class Address(str):
        __slots__ = ()

        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
            raise ImportError("validator is not installed, run `pip install validator`")

    said = "take(value): pydantic has no schema for Address: validator is not installed, run `pip install validator`"
    assert said in fault(Address)
    assert "Inject(...)" in fault(Opaque)


def test_the_base_of_all_models_is_none():
    """It has no fields."""
    assert fault(BaseModel) == ("take(value): BaseModel has no fields of its own; annotate a class derived from it")


def test_a_model_with_an_unknown_name_waits():
    """The name may be defined before the tool is used."""
    assert "take(value): the name 'Nothing' in its annotation 'Unfinished' is not defined" in fault(Unfinished)


def test_models_are_dumped_by_alias():
    """What a function returns is JSON that the model's own schema takes."""
    value = {"flight": Aliased(**{"from": "TXL"}), "secret": Secret(word=SecretStr("x")), "point": Point(x=1)}
    assert Dumper().dump(value) == {
        "flight": {"from": "TXL", "seats": 1, "note": ""},
        "secret": {"word": "**********"},
        "point": {"x": 1, "day": "2031-05-06"},
    }


def test_field_names_are_the_python_names_with_those_in_json():
    """Of models and pydantic's data classes."""
    assert [wire_names_of_class(each) for each in (Aliased, Point, dict)] == [
        {"origin": "from", "seats": "seatCount", "note": "remark"},
        {"x": "x", "day": "day"},
        {},
    ]


def test_a_class_may_bring_its_own_core_schema():
    """Whatever pydantic validates is taken."""

    class Upper(str):
        __slots__ = ()

        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
            from pydantic_core import core_schema

            return core_schema.no_info_after_validator_function(
                lambda text: cls(text.upper()), core_schema.str_schema()
            )

    assert alike(arriving(Upper, "ab"), Upper("AB"))


class Written(BaseModel):
    """A model that writes itself otherwise than it is read."""

    width: int = Field(validation_alias="w")
    depth: int = Field(serialization_alias="d")
    "How far it goes."
    hidden: int = Field(1, exclude=True)

    @computed_field
    @property
    def area(self) -> int:
        """Width times depth."""
        return self.width * self.depth


def test_a_result_is_described_as_it_is_written():
    """Computed fields, names of its own, and without what is left out; what is taken stays as it is."""
    assert list(schema_of(Written)["properties"]) == ["w", "depth", "hidden"]
    made = giver(list[Written]).output_schema["items"]
    assert list(made["properties"]) == ["width", "d", "area"]
    assert made["properties"]["d"] == {"description": "How far it goes.", "type": "integer"}
    assert made["required"] == ["width", "d", "area"]
    assert told(list[Written], [Written(w=2, depth=3)]) == '[{"width": 2, "d": 3, "area": 6}]'


class Names(RootModel[list[str]]):
    """A model that is its root."""


@pydantic.dataclasses.dataclass
class Counted:
    """A data class with a field that its constructor does not take."""

    names: Names
    count: int = Field(0, init=False)


class Loose(BaseModel, extra="allow"):
    """A model that keeps what it does not know."""

    counted: Counted = Field(validation_alias=AliasChoices("c", "counted"), serialization_alias="out")


def test_a_value_is_dumped_for_arguments_as_it_is_taken():
    """By the names of its fields for reading, without what it computes itself; a default in a schema likewise."""
    written = Written(w=2, depth=3)
    loose = Loose(c=Counted(Names(["x"])), more=1)

    def give(written: Written, loose: Loose = loose) -> tuple[int, Any]:
        """Give."""
        return written.area, loose.model_extra

    tool = Tool.from_function(give)
    expected = {"c": {"names": ["x"]}, "more": 1}
    assert tool.input_schema["properties"]["loose"]["default"] == expected
    assert Dumper(of_arguments=True).dump([written, loose]) == [{"w": 2, "depth": 3, "hidden": 1}, expected]
    assert Dispatcher(Registry([tool])).call(tool, written, loose=loose).unwrap() == (6, {"more": 1})


class Tagged(BaseModel):
    plain: int = 1
    wrapped: Annotated[int, WrapSerializer(lambda value, write: [write(value)])] = 1
    hinted: Annotated[int, PlainSerializer(str, return_type=str)] = 1
    way: Sequence[Path] = ()

    @field_serializer("plain")
    def _tagged(self, value):
        return f"<{value}>"


class Listed(BaseModel):
    inner: int = 1

    @model_serializer(mode="wrap")
    def _listed(self, write):
        return [write(self)]


def test_what_a_serializer_without_a_hint_gives_may_be_anything():
    """Pydantic shows the type that the field has; its own serializers write that."""
    tagged, listed = giver(tuple[Tagged, Listed]).output_schema["prefixItems"]
    assert listed == {}
    assert {name: (each.get("type"), each.get("items")) for name, each in tagged["properties"].items()} == {
        "plain": (None, None),
        "wrapped": (None, None),
        "hinted": ("string", None),
        "way": ("array", {"type": "string", "format": "path"}),
    }
    text = told(tuple[Tagged, Listed], (Tagged(), Listed()))
    assert json.loads(text) == [{"plain": "<1>", "wrapped": [1], "hinted": "1", "way": []}, [{"inner": 1}]]


class Floor(enum.IntEnum):
    GROUND = 0
    FIRST = 1


class Sole(enum.IntEnum):
    ONE = 1


class Sorted(enum.Enum):
    NUMBER = 1
    TEXT = "x"


class House(BaseModel):
    floors: dict[Floor, int] = {}
    sole: dict[Sole, int] = {}
    mixed: dict[Sorted, int] = {}
    again: Mapping[Sorted, int] = {}
    rooms: TypeAliasType("Rooms", dict[int, int]) = {}
    halls: TypeAliasType("Rooms", dict[int, int]) = {}
    sizes: defaultdict[float, int] = Field(default_factory=dict)
    lit: dict[bool, int] = {}
    literal: dict[Literal[1, True, "x"], int] = {}
    prices: dict[decimal.Decimal, int] = {}
    either: dict[int | str, int] = {}
    unsaid: dict[int | None, int] = {}
    known: dict[uuid.UUID, int] = {}


@pytest.mark.parametrize(
    ("sent", "arrives"),
    [
        ({"floors": {"1": 3}}, House(floors={Floor.FIRST: 3})),
        ({"sole": {"1": 3}}, House(sole={Sole.ONE: 3})),
        ({"mixed": {"x": 3, "1": 4}}, House(mixed={Sorted.TEXT: 3, Sorted.NUMBER: 4})),
        ({"again": {"1": 4}}, House(again={Sorted.NUMBER: 4})),
        ({"rooms": {"-7": 3}}, House(rooms={-7: 3})),
        ({"sizes": {"2.5": 3}}, House(sizes={2.5: 3})),
        ({"lit": {"true": 3}}, House(lit={True: 3})),
        ({"literal": {"1": 3}}, House(literal={1: 3})),
        ({"literal": {"true": 3, "x": 4}}, House(literal={True: 3, "x": 4})),
        ({"prices": {"1.50": 3}}, House(prices={decimal.Decimal("1.50"): 3})),
        ({"either": {"07": 3}}, House(either={"07": 3})),
    ],
)
def test_the_names_of_a_dict_with_enum_members_are_texts(sent, arrives):
    """Pydantic's own schema asks for numbers, which no name is."""
    assert arriving(House, sent) == arrives


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"floors": {"2": 3}}, '"0", "1"'),
        ({"mixed": {"2": 3}}, '"1", "x"'),
        ({"sole": {"x": 3}}, '"1"'),
        ({"rooms": {"07": 3}}, "as a name, an integer as text, such as 7"),
        ({"sizes": {"1_0": 3}}, "as a name, a number as text, such as 2.5"),
        ({"lit": {"yes": 3}}, '"true", "false"'),
        ({"prices": {"x": 3}}, "prices"),
        ({"unsaid": {"x": 3}}, "unsaid"),
        ({"known": {"x": 3}}, "known"),
    ],
)
def test_other_names_are_refused_with_those_that_it_takes(sent, said):
    """As in any other dict."""
    assert said in refusal(House, sent)


class Plate(BaseModel):
    number: str = Field(pattern=re.compile("^ab", re.IGNORECASE))


def test_a_pattern_that_ignores_case_is_left_to_the_model():
    """No JSON Schema can say so."""
    assert "pattern" not in schema_of(Plate)["properties"]["number"]
    assert arriving(Plate, {"number": "AB1"}).number == "AB1"
    assert "String should match pattern '^ab'" in refusal(Plate, {"number": "C"})


def test_the_names_of_a_result_fit_its_schema():
    """Whatever the keys of the model are."""
    house = House(mixed={Sorted.NUMBER: 1}, sizes={1e16: 2}, lit={False: 3}, literal={1: 4}, unsaid={None: 5, 3: 6})
    assert json.loads(told(House, house))["lit"] == {"false": 3}
    properties = giver(House).output_schema["properties"]
    assert properties["known"]["propertyNames"] == {"format": "uuid"}
    assert properties["lit"]["propertyNames"] == {"enum": ["true", "false"]}


class Found(BaseModel):
    first: int = Field(validation_alias=AliasPath("names", 0))
    second: int = Field(validation_alias=AliasChoices(AliasPath("names", 1), AliasPath("other", "b")))
    third: int = Field(validation_alias=AliasChoices(AliasPath("names", 2), "c"))
    fourth: int = Field(4, alias="d")


class Holder(BaseModel):
    model_config = ConfigDict(strict=True)

    found: list[Found]


@needs_names_beside_paths
@pytest.mark.parametrize(("hint", "wrap"), [(Found, lambda one: one), (Holder, lambda one: {"found": [one]})])
def test_a_field_that_is_found_by_a_path_goes_by_its_name(hint, wrap):
    """As pydantic's own schema shows it: no property has a path for a name."""
    one = {"first": 1, "second": 2, "c": 3}
    arrived = arriving(hint, wrap(one))
    found = arrived if hint is Found else arrived.found[0]
    assert (found.first, found.second, found.third, found.fourth) == (1, 2, 3, 4)
    assert "names" in refusal(hint, wrap({"names": [1, 2, 3]}))


@needs_names_beside_paths
def test_a_name_in_python_beside_an_alias_is_still_unknown():
    """What the schema does not show is not taken."""
    assert "fourth" in refusal(Found, {"first": 1, "second": 2, "c": 3, "fourth": 5})


class Bags(BaseModel):
    colours: set[str] = set()
    sizes: frozenset[int] = frozenset()


def test_equal_items_of_a_set_collapse_in_a_model():
    """As they do outside of one."""
    assert arriving(Bags, {"colours": ["r", "r"], "sizes": [1, 1]}) == Bags(colours={"r"}, sizes=frozenset({1}))


class Gauge(BaseModel):
    model_config = ConfigDict(json_schema_extra={"example": {"since": dt.date(2031, 5, 6)}})

    least: float = float("-inf")
    level: float = Field(0.0, le=float("inf"), examples=[float("inf")])
    count: int = 10**5000
    note: str = "soft\u00adhyphen"


def test_what_json_cannot_say_of_a_model_is_left_to_the_model():
    """Infinite bounds and defaults, NaN, and numbers that no argument may be; the rest stands there as JSON."""
    schema = schema_of(Gauge)
    assert schema["properties"] == {
        "least": {"type": "number"},
        "level": {"type": "number", "default": 0.0},
        "count": {"type": "integer"},
        "note": {"type": "string", "default": "soft\u00adhyphen"},
    }
    assert schema["example"] == {"since": "2031-05-06"}
    assert arriving(Gauge, {}).least == float("-inf")


class Person(BaseModel):
    name: Annotated[str, Field(pattern=r"^\p{Lu}")]
    marks: dict[Annotated[str, Field(pattern=r"^[[:alpha:]]+$")], int] = {}


def test_a_pattern_in_the_way_of_pydantic_is_left_to_pydantic():
    """Its engine knows what that of Python, and so a validator of schemas, does not."""
    properties = schema_of(Person)["properties"]
    assert properties["name"] == {"type": "string"}
    assert properties["marks"] == {"type": "object", "additionalProperties": {"type": "integer"}, "default": {}}
    assert arriving(Person, {"name": "Élan", "marks": {"art": 1}}).marks == {"art": 1}
    assert refusal(Person, {"name": "élan"}) == r"value.name: String should match pattern '^\p{Lu}'"
    assert "should match pattern" in refusal(Person, {"name": "É", "marks": {"1": 1}})


@pytest.mark.parametrize("marker", [Field(pattern=r"^\p{Lu}"), StringConstraints(pattern=r"^\p{Lu}")])
def test_such_a_pattern_beside_a_parameter_is_left_to_pydantic_too(marker):
    """The same marker means the same everywhere."""
    hint = Annotated[str, marker, Field(description="A name.")]
    assert schema_of(hint) == {"description": "A name.", "type": "string"}
    assert arriving(hint, "Élan") == "Élan"
    assert "should match pattern" in refusal(hint, "élan")


@pytest.mark.parametrize("pattern", ["^[a-z&&[^aeiou]]+$", "^[a-z--[aeiou]]+$", "^[b-zé~~[é]]+$"])
def test_operations_on_sets_are_left_to_pydantic(pattern):
    """That of Python would take them for signs in a set."""
    hint = Annotated[str, Field(pattern=pattern)]
    assert schema_of(hint) == {"type": "string"}
    assert arriving(hint, "bcd") == "bcd"
    assert "should match pattern" in refusal(hint, "é")


def test_a_marker_that_pydantic_cannot_use_is_refused_in_its_words():
    """When the tool is made, and in one line."""
    said = fault(Annotated[str, Field(pattern="(")])
    assert "take(value): pydantic cannot check str: regex parse error" in said
    assert "\n" not in said


class Login(BaseModel):
    password: SecretStr = SecretStr("hunter2")
    token: SecretBytes = SecretBytes(b"")


NOBODY = Login()
KEY = SecretStr("opensesame")


def test_the_default_of_a_secret_is_not_written():
    """Neither the secret nor the asterisks, which a model that sends the default would send as the password."""

    def enter(login: Login = NOBODY, key: SecretStr = KEY):
        """Enter."""
        return login.password.get_secret_value(), key.get_secret_value()

    tool = Tool.from_function(enter)
    assert "***" not in str(tool.input_schema)
    assert "default" not in tool.input_schema["properties"]["login"]
    assert tool.invoke({}) == ("hunter2", "opensesame")


class Locked(BaseModel):
    word: SecretStr = Field(min_length=8)


@pytest.mark.parametrize(
    ("hint", "sent"), [(Locked, {"word": "hunter2"}), (Annotated[SecretStr, Field(min_length=8)], "hunter2")]
)
def test_a_secret_is_counted_by_its_characters_and_not_shown_in_a_refusal(hint, sent):
    """In a model and as an argument."""
    assert refusal(hint, sent).endswith(": at least 8 characters, got string of 7 characters")


def test_a_secret_in_a_result_stays_secret():
    """A model reads the asterisks."""
    assert told(Login, Login()) == '{"password": "**********", "token": ""}'


class Veiled(BaseModel):
    """A letter.

    Args:
        stamp: Only the clerk sees it.
    """

    stamp: SkipJsonSchema[str] = Field(default="", alias="inner")
    price: int = Field(alias="stamp")


def test_a_hidden_field_lends_its_text_to_no_other():
    """Though another goes by its name on the wire."""
    assert schema_of(Veiled)["properties"] == {"stamp": {"type": "integer"}}


@dataclasses.dataclass
class Parcel:
    sender: str = Field(alias="from", description="Who sends it.")
    grams: int = Field(default=100, ge=1)
    tags: list[str] = Field(default_factory=list)  # noqa: RUF009 - what is tested


@dataclasses.dataclass
class Crate(Parcel):
    parcels: list[Parcel] = dataclasses.field(default_factory=list)


def test_a_field_of_pydantic_in_a_data_class_of_the_standard_library_means_what_it_means_in_a_model():
    """Else the marker itself would be the value of what a model leaves out."""
    schema = schema_of(Parcel)
    assert schema["required"] == ["from"]
    assert schema["properties"]["from"]["description"] == "Who sends it."
    assert refusal(Parcel, {"from": "Ann", "grams": 0}) == "value.grams: at least 1, got 0"
    made = arriving(Crate, {"from": "Ann", "parcels": [{"from": "Bo"}]})
    assert (made.sender, made.grams, made.tags) == ("Ann", 100, [])
    assert made.parcels[0].grams == 100


def test_such_a_data_class_may_describe_the_arguments():
    """Its fields reach the function by name."""

    def send(sender, grams, tags):
        """Send it."""
        return sender, grams, tags

    tool = Tool.from_function(send, args_schema=Parcel)
    assert tool.input_schema["required"] == ["from"]
    assert tool.invoke({"from": "Ann"}) == ("Ann", 100, [])


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (Annotated[str, BeforeValidator(str.strip), Field(min_length=1)], " ", None),
        (Annotated[str, Field(min_length=1), BeforeValidator(str.strip)], " ", None),
        (Annotated[str, AfterValidator(str.strip), Field(min_length=1)], " ", None),
        (Annotated[str, Field(min_length=1), AfterValidator(str.strip)], " ", ""),
        (Annotated[str, BeforeValidator(str.strip), Field(min_length=1)], " a ", "a"),
    ],
)
def test_a_bound_holds_of_what_the_validators_before_it_make(hint, sent, arrives):
    """In the order of pydantic: what stands behind a validator checks its value."""
    if arrives is None:
        assert "at least 1 characters" in refusal(hint, sent)
    else:
        assert arriving(hint, sent) == arrives


def test_a_bound_behind_a_validator_of_a_model_is_told_in_the_words_of_json_schema():
    """Pydantic itself writes "ge" there, which no provider knows; of a date JSON Schema has no bound."""

    class Trip(BaseModel):
        days: Annotated[int, AfterValidator(abs), Field(ge=1, multiple_of=2)]
        start: Annotated[dt.date, AfterValidator(str), Field(ge=dt.date(2031, 5, 6))] = "2031-05-06"

    properties = schema_of(Trip)["properties"]
    assert properties["days"] == {"type": "integer", "minimum": 1, "multipleOf": 2}
    assert "ge" not in properties["start"]


CAPITALS = Field(pattern="^[A-Z]+$")


@pytest.mark.parametrize("markers", [(CAPITALS, BeforeValidator(str.upper)), (BeforeValidator(str.upper), CAPITALS)])
def test_a_pattern_is_not_asked_of_a_text_that_a_validator_changes_first(markers):
    """What fits in the end is no fault."""
    hint = Annotated[(str, *markers)]
    assert arriving(hint, "xy") == "XY"
    assert refusal(hint, "1") == "value: must match the pattern ^[A-Z]+$"


class Berth(NamedTuple):
    """A place for a ship.

    Attributes:
        width: How wide it is, in metres.
    """

    quay: Annotated[str, "Name of the quay."]
    width: float
    depth: float
    ships: list[Annotated[str, "Name of a ship."]]


Tonnes = TypeAliasType("Tonnes", Annotated[int, "In tonnes."])


class Harbour(BaseModel, Generic[T]):
    load: Tonnes
    free: Optional[Tonnes]
    loads: dict[str, list[Annotated[int, "A load."]]]
    pair: tuple[Annotated[int, "First."], Annotated[int, "Second."]]
    either: Annotated[int, "A number."] | Annotated[str, "A name."] | None
    given: list[T]
    own: list[Annotated[int, Field(description="Of pydantic."), "Of ours."]]
    flag: Annotated[str, "A flag."] | SkipJsonSchema[None] = None
    berth: Berth
    pier: RootModel[list[Annotated[int, "A post."]]]


def test_texts_anywhere_in_a_model_are_told():
    """In aliases, items, values, members and type arguments, of which pydantic reads its own markers alone."""
    properties = schema_of(Harbour[Annotated[int, "Given."]])["properties"]

    def told(schema, *steps):
        for step in steps:
            schema = schema[step]
        return schema["description"]

    assert told(properties, "load") == told(properties, "free") == "In tonnes."
    assert told(properties, "loads", "additionalProperties", "items") == "A load."
    assert [each["description"] for each in properties["pair"]["prefixItems"]] == ["First.", "Second."]
    assert [each.get("description") for each in properties["either"]["anyOf"]] == ["A number.", "A name.", None]
    assert told(properties, "given", "items") == "Given."
    assert told(properties, "own", "items") == "Of pydantic."
    assert told(properties, "flag") == "A flag."
    assert told(properties, "pier", "items") == "A post."


def test_a_named_tuple_in_a_model_says_what_stands_where():
    """As outside of one: an item has no name but that in its description."""
    items = schema_of(Harbour[int])["properties"]["berth"]["prefixItems"]
    texts = ["Name of the quay.", "How wide it is, in metres.", "depth", "ships"]
    assert [each["description"] for each in items] == texts
    assert items[3]["items"]["description"] == "Name of a ship."


def test_texts_beside_a_validator_are_told():
    """What stands inside of what pydantic makes as well."""
    hint = Annotated[list[Annotated[int, "A load."]], BeforeValidator(list)]
    assert schema_of(hint)["items"] == {"description": "A load.", "type": "integer"}


class Wired(BaseModel):
    model_config = ConfigDict(json_schema_extra={"x-port": object()})

    name: str


def test_what_is_no_json_in_the_schema_of_a_model_is_refused_by_its_place():
    """Its author put it there, and no client could read it."""
    with pytest.raises(DefinitionError, match=r"take: the schema at #/x-port is no JSON but object"):
        schema_of(Wired)


def test_a_data_class_with_pydantics_fields_is_told_under_the_names_of_its_schema():
    """By the aliases, as a model is; so too where a program calls with it."""
    parcel = arriving(Parcel, {"from": "Ann"})
    assert json.loads(told(Parcel, parcel)) == {"from": "Ann", "grams": 100, "tags": []}
    assert handed(parcel).value == parcel


@pytest.mark.parametrize(
    ("hint", "value"),
    [(pydantic.Json[list[int]], [1]), (list[pydantic.Json[int]], [1]), (pydantic.Base64Str, "a"), (pydantic.Json, {})],
)
def test_a_result_is_declared_as_what_an_encoded_text_holds(hint, value):
    """The text is how a model sends it; a function gives the value."""
    assert giver(hint).output_schema.keys().isdisjoint(("contentMediaType", "format"))
    assert told(hint, value) == (value if isinstance(value, str) else json.dumps(value))


class Wrapped(BaseModel, Generic[T]):
    content: T


def local_tool():
    """A tool whose types are defined inside this function, two of them in the wrong order."""

    @pydantic.dataclasses.dataclass
    class Shelf:
        books: list[Book]

    @dataclasses.dataclass
    class Case:
        book: Book = Field(description="The best one")  # noqa: RUF009 - a marker of pydantic

    class Room(BaseModel):
        shelf: Shelf
        inner: Optional[Room] = None

    class Book(BaseModel):
        title: str

    @tool
    def carry(shelf: Shelf, case: Case, room: Room):
        """Carry them."""
        return [shelf.books[0].title, case.book.title, room.inner.shelf.books]

    return Tool.of(carry)


def test_classes_inside_a_function_may_name_one_another():
    """In texts, also when the function has ended by the time of the first call."""
    made = local_tool()
    book = {"title": "Emma"}
    room = {"shelf": {"books": []}}
    arguments = {"shelf": {"books": [book]}, "case": {"book": book}, "room": {**room, "inner": room}}
    assert made.invoke(arguments) == ["Emma", "Emma", []]
    assert made.invoke(arguments) == ["Emma", "Emma", []]


def test_the_argument_of_a_generic_model_may_name_what_stands_around_it():
    """Wherever the model itself stands."""

    class Page(TypedDict):
        words: list[Word]

    class Word(BaseModel):
        text: str

    @tool
    def read(page: Optional[Wrapped[Page]]):
        """Read it."""
        return page.content["words"][0].text

    assert Tool.of(read).invoke({"page": {"content": {"words": [{"text": "a"}]}}}) == "a"


class Street:
    class House(BaseModel):
        door: Door  # noqa: F821 - it stands beside this class

    class Door(BaseModel):
        number: int


def test_classes_inside_a_class_may_name_one_another():
    """As the author means it, although Python does not look there."""
    assert arriving(Street.House, {"door": {"number": 3}}).door.number == 3


class Torn(BaseModel):
    page: Missing  # noqa: F821 - it is never defined


@pydantic.dataclasses.dataclass
class TornToo:
    page: Missing  # noqa: F821 - it is never defined


@pytest.mark.parametrize("hint", [Torn, TornToo, Annotated[list[Torn], BeforeValidator(list)]])
def test_a_name_in_a_class_of_pydantic_that_means_nothing_is_named(hint):
    """Also behind a validator."""
    assert "the name 'Missing' in its annotation" in fault(hint)


class Payer(RootModel[Guest]):
    """Who pays, which is a guest."""


class Party(BaseModel):
    """Guests, of whom one pays."""

    payer: Payer


def test_a_model_whose_root_is_a_model_may_stand_in_a_model():
    """Its definition says no more than where the other is."""
    made = schema_of(Party)["properties"]["payer"]
    assert (made["required"], made["description"]) == (["name"], "Who pays, which is a guest.")
    assert arriving(Party, {"payer": {"name": "Ann"}}) == Party(payer=Payer(Guest(name="Ann")))


class Rights(enum.Flag):
    READ = 1
    MOST = 6
    ALL = 7


class Kept(enum.IntFlag):
    A = 1
    ALL = -1


class Account(BaseModel):
    rights: Rights = Rights.MOST
    kept: Kept = Kept(9)


def test_the_flags_of_a_model_are_sums_of_their_members():
    """As pydantic takes and writes them; an IntFlag may have bits without a name in a result."""
    properties = schema_of(Account)["properties"]
    assert properties["rights"] == {"type": "integer", "minimum": 0, "maximum": 7, "default": 6}
    assert properties["kept"]["maximum"] == 1
    assert arriving(Account, {"rights": 7, "kept": 0}) == Account(rights=Rights.ALL, kept=Kept(0))
    assert "at most 7" in refusal(Account, {"rights": 8})
    assert told(Account, Account()) == '{"rights": 6, "kept": 9}'


class Side(enum.Enum):
    LEFT = (0, 1)
    DAY = DAY


@dataclasses.dataclass
class Corner:
    side: Side = Side.LEFT
    rights: Rights = Rights.READ


class Frame(BaseModel):
    corner: Corner = Corner()
    sides: list[Side] = [Side.DAY]
    by_rights: dict[Rights, Side] = {Rights.ALL: Side.LEFT}


def test_members_of_enums_go_to_a_model_as_it_reads_them():
    """As values of all kinds, not by their names: in a call with Python values, and in a default."""

    def show(frame: Frame, corner: Corner, other: Frame = Frame()) -> str:  # noqa: B008 - what is tested
        """Show."""
        return repr((frame, corner, other))

    made = Tool.from_function(show)
    corner = {"side": [0, 1], "rights": 1}
    expected = {"corner": corner, "sides": ["2031-05-06"], "by_rights": {"7": [0, 1]}}
    assert made.input_schema["properties"]["other"]["default"] == expected
    given = Frame(corner=Corner(Side.DAY)), Corner(Side.DAY, Rights.MOST)
    assert Dispatcher(Registry([made])).call(made, *given).unwrap() == repr((*given, Frame()))


def handed(value):
    """The result of a function that a program calls with this value, and that gives it back."""
    made = taker(type(value))
    return Dispatcher([made]).call(made, value)


def test_encoded_fields_go_to_a_model_as_it_reads_them():
    """Bytes as text, and what stands in a text of base64 or JSON in that text again."""

    class Letter(BaseModel):
        seal: bytes
        picture: pydantic.Base64Bytes
        body: pydantic.Base64Str
        pages: pydantic.Json[list[int]]

    letter = Letter(seal=b"ab", picture=b"YWI=", body=b"YWI=", pages="[1, 2]")
    assert handed(letter).value == letter
    refused = handed(letter.model_copy(update={"seal": b"\xff"}))
    assert (refused.kind, "value.seal: bytes in Letter has no" in refused.text) == ("invalid_arguments", True)


class Seal(BaseModel):
    """Hexadecimal in a model whose other bytes are text."""

    model_config = ConfigDict(val_json_bytes="hex")

    marks: list[bytes]
    by_mark: dict[bytes, tuple[bytes, int]]


class Dossier(BaseModel):
    seal: Seal
    names: list[bytes]
    picture: pydantic.Base64Bytes | None
    notes: list[pydantic.Json[list[int]]]
    pages: pydantic.RootModel[list[pydantic.Base64Bytes]]


def test_bytes_anywhere_in_a_model_go_to_it_in_the_encoding_that_it_reads():
    """In lists, keys and unions as in a field of their own; what it cannot read is refused with its place."""
    seal = Seal(marks=[b"ab", b"\xff"], by_mark={b"\x01": (b"cd", 1)})
    encoded = {"picture": b"YWI=", "notes": ["[1]"], "pages": [b"YWI="]}
    dossier = Dossier.model_validate({"seal": seal, "names": [b"YWI="], **encoded})
    assert handed(dossier).value == dossier
    refused = handed(dossier.model_copy(update={"notes": [b"\xff"]}))
    assert (refused.kind, "Dossier.notes has no JSON form" in refused.text) == ("invalid_arguments", True)


Picture = TypeAliasType("Picture", pydantic.Base64Bytes)


@dataclasses.dataclass
class Mounted:
    picture: pydantic.Base64Bytes


class Owner(BaseModel):
    name: str = Field(alias="theName")


class Gallery(BaseModel):
    """Encoded texts where the hints of the fields do not show them, and serializers that a model never reads."""

    model_config = ConfigDict(val_json_bytes="hex")

    named: Picture
    frames: list[Mounted]
    owned: tuple[Owner, pydantic.Base64Bytes, bytes]
    hidden: pydantic.Base64Bytes = Field(exclude=True)
    shown: pydantic.Base64Bytes
    whatever: pydantic.Json

    @pydantic.field_serializer("shown")
    def _elided(self, _: bytes) -> str:
        return "..."


def test_encoded_texts_behind_aliases_and_in_data_classes_go_to_a_model_as_it_reads_them():
    """By the aliases of what stands beside them, and however the model writes itself elsewhere."""
    picture, owner = b"YWI=", Owner(theName="Eva")
    gallery = Gallery(
        named=picture,
        frames=[Mounted(picture)],
        owned=(owner, picture, b"\xff"),
        hidden=picture,
        shown=picture,
        whatever='{"a": 1}',
    )
    assert handed(gallery).value == gallery


@pydantic.dataclasses.dataclass
class Receipt:
    total: int
    number: int = dataclasses.field(init=False, default=7)


class Till(BaseModel):
    receipts: list[Receipt]


@pytest.mark.parametrize(("hint", "around"), [(Receipt, "{}"), (Till, '{{"receipts": [{}]}}')])
def test_what_a_data_class_of_pydantic_fills_itself_is_no_property(hint, around):
    """Pydantic would drop what a model sends for it; a result has it."""
    whole = json.loads(around.format('{"total": 3, "number": 9}'))
    assert "no such property" in refusal(hint, whole)
    assert '"number"' not in json.dumps(schema_of(hint))
    assert '"number"' in json.dumps(giver(hint).output_schema)


class Blob(BaseModel):
    content: bytes = b"\xff"
    extra: Any = object()


def test_a_default_that_is_no_json_is_left_out_without_a_warning():
    """As that of a parameter is; here warnings are errors."""
    assert schema_of(Blob)["properties"] == {"content": {"type": "string", "format": "binary"}, "extra": {}}
