"""Unions that pydantic chooses from by a tag."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict, Union

import pytest
from pydantic import (
    BaseModel,
    BeforeValidator,
    Discriminator,
    Field,
    PlainSerializer,
    Tag,
    computed_field,
    field_serializer,
)
from road import arriving, giver, refusal, schema_of, told
from typing_extensions import TypeAliasType

from toolkit import Dispatcher, Tool, schemas, tool


class Cash(BaseModel):
    kind: Literal["cash"] = "cash"
    coins: int = 0


class Card(BaseModel):
    kind: Literal["card"] = "card"
    digits: str = ""


class Cheque(BaseModel):
    kind: Literal["cheque"]


Payment = Annotated[Union[Cash, Card, Cheque], Field(discriminator="kind")]


class Order(BaseModel):
    payment: Payment
    refunds: list[Payment] = []


class Till(BaseModel):
    payment: Payment
    change: Cash = Cash()


class Nested(BaseModel):
    either: Annotated[
        Union[Annotated[Union[Cash, Card], Field(discriminator="kind")], Cheque], Field(discriminator="kind")
    ]


@pytest.mark.parametrize(
    ("hint", "value"), [(Payment, {}), (list[Payment], [{"coins": 1}]), (Order, {"payment": {"digits": "1"}})]
)
def test_the_tag_has_to_be_there(hint, value):
    """Pydantic refuses a value without it, whatever the class has as its default; the refusal lists the tags."""
    said = refusal(hint, value)
    assert "kind: required" in said
    assert all(kind in said for kind in ("cash", "card"))


def test_members_with_their_tags_arrive():
    """As what the tag says, though another member would fit too."""
    assert arriving(Payment, {"kind": "card"}) == Card()
    assert arriving(Payment | None, None) is None
    order = arriving(Order, {"payment": {"kind": "cash"}, "refunds": [{"kind": "card", "digits": "7"}]})
    assert (order.payment, order.refunds) == (Cash(), [Card(digits="7")])


def test_members_are_told_apart_by_the_schema_alone():
    """So that strict mode takes the union as it is."""

    @tool
    def pay(order: Order) -> None:
        """Pay."""

    assert pay.__tool__.input_schema["$defs"]["Cash"] == {
        "type": "object",
        "properties": {"kind": {"type": "string", "enum": ["cash"]}, "coins": {"type": "integer", "default": 0}},
        "required": ["kind"],
        "additionalProperties": False,
    }
    (declared,) = schemas([pay], provider="openai", strict=True)
    order = declared["function"]["parameters"]["properties"]["order"]
    references = [{"$ref": f"#/$defs/{name}"} for name in ("Cash", "Card", "Cheque")]
    assert order["properties"]["payment"] == {"anyOf": references}


def test_a_class_that_stands_elsewhere_keeps_its_default_there():
    """The union demands the tag beside its members."""
    schema = schema_of(Till)
    assert schema["properties"]["payment"]["required"] == ["kind"]
    assert arriving(Till, {"payment": {"kind": "cash"}, "change": {"coins": 2}}).change == Cash(coins=2)
    assert "value.payment.kind: required" in refusal(Till, {"payment": {"coins": 2}})


def test_a_union_inside_of_a_union_demands_its_tag():
    """Pydantic looks into it by the same tag."""
    assert arriving(Nested, {"either": {"kind": "card"}}).either == Card()
    assert "value.either.kind" in refusal(Nested, {"either": {}})


class Coin(BaseModel):
    kind: Literal["coin"] = "coin"


class Note(BaseModel):
    kind: Literal["note"] = "note"
    value: int = Field(serialization_alias="faceValue")

    @computed_field
    @property
    def is_large(self) -> bool:
        """Whether nobody can change it."""
        return self.value > 50


def _kind(value):
    return value["kind"] if isinstance(value, dict) else value.kind


Money = Annotated[Union[Coin, Note], Field(discriminator="kind")]
ByFunction = Annotated[Union[Annotated[Coin, Tag("coin")], Annotated[Note, Tag("note")]], Discriminator(_kind)]
Alias = TypeAliasType("Alias", Money)


class Wallet(TypedDict):
    inside: Money


@dataclass
class Purse:
    inside: Money


NOTE = Note(value=100)


class Round(BaseModel):
    size: int = 1


class Square(BaseModel):
    size: int = 2
    angle: int = 0


class Hidden(BaseModel):
    kind: Literal["hidden"] = "hidden"

    @field_serializer("kind")
    def _shouted(self, kind):
        return kind.upper()


class Shown(BaseModel):
    kind: Literal["shown"] = "shown"


class Drawn(BaseModel):
    shape: Annotated[
        Annotated[Round, Tag("round")] | Annotated[Square, Tag("square")],
        Discriminator(lambda shape: "round" if isinstance(shape, Round) else "square"),
    ]
    way: Annotated[Hidden | Shown, Field(discriminator="kind")] = Shown()


@pytest.mark.parametrize("shape", [Round(), Square()])
def test_what_fits_two_members_of_a_union_is_sent_and_written(shape):
    """A function chooses among them, or a serializer says nothing of what it gives."""

    def draw(drawn: Drawn) -> Drawn:
        """Draw."""
        return Drawn(shape=shape, way=drawn.way)

    made = Tool.from_function(draw)
    call = {"name": "draw", "arguments": {"drawn": {"shape": {"size": 3}, "way": {"kind": "shown"}}}}
    result = Dispatcher([made], check_result=True).dispatch(call)
    assert json.loads(result.text) == {"shape": shape.model_dump(), "way": {"kind": "shown"}}
    assert "discriminator" not in json.dumps(made.output_schema)


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (Money, NOTE),
        (Money | None, NOTE),
        (list[Money], [NOTE]),
        (dict[str, Money], {"a": NOTE}),
        (Wallet, {"inside": NOTE}),
        (Purse, Purse(NOTE)),
        (Alias, NOTE),
        (ByFunction, NOTE),
        (Annotated[Note, BeforeValidator(_kind)], NOTE),
        (Annotated[Note, PlainSerializer(_kind)], NOTE),
    ],
)
def test_a_result_fits_the_output_schema_whatever_chooses_among_arguments(hint, value):
    """The class of a value says how it is written; what its hint says to a reader changes nothing about that."""
    assert '{"kind": "note", "faceValue": 100, "is_large": true}' in told(hint, value)
    assert '"faceValue"' in json.dumps(giver(hint).output_schema)
