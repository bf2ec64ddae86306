"""What pydantic takes once its core schema is mended: members of enums by value, checked items of an Iterable."""

from __future__ import annotations

import datetime as dt
import enum
from typing import Annotated, Any, Literal, Optional, Union

import pytest
from pydantic import AliasPath, BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.dataclasses import dataclass
from pydantic_core import to_jsonable_python
from pydantic_releases import needs_names_beside_paths, needs_validators_of_its_own
from road import alike, arriving, refusal, schema_of

from toolkit.types.core_schemas import taking_values


class Kind(enum.Enum):
    ROUND = "round"
    SQUARE = "square"
    FLAT = 0
    PAIR = (1, 2)


class Word(enum.StrEnum):
    HI = "hi"


class Round(BaseModel):
    model_config = ConfigDict(strict=True)

    kind: Literal[Kind.ROUND]
    size: float


class Other(BaseModel):
    kind: Literal[Kind.SQUARE, Kind.FLAT] = Kind.FLAT
    inner: list[Shape] = []


Shape = Annotated[Union[Round, Other], Field(discriminator="kind")]


@dataclass
class Drawing:
    shape: Shape
    by_name: dict[str, Literal[Kind.ROUND, "any", None]] = Field(default_factory=dict)
    word: Literal[Word.HI] = Word.HI


class Found(BaseModel):
    kind: Literal[Kind.FLAT] = Field(validation_alias=AliasPath("kinds", 0))


class Odd(BaseModel):
    kind: Literal[Kind.PAIR, Kind.FLAT]


class When(enum.Enum):
    FIRST = dt.date(2031, 5, 6)
    SECOND = "2031-05-06"
    BOTH = (dt.date(2031, 5, 6), 2)


class Planned(BaseModel):
    when: When


class Moved(BaseModel):
    old: When
    new: When


ROUND = Round(kind=Kind.ROUND, size=2.0)


@needs_validators_of_its_own
@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (Round, {"kind": "round", "size": 2}, ROUND),
        (Other, {"kind": 0}, Other()),
        (Other, {"inner": [{"kind": "round", "size": 2}]}, Other(inner=[ROUND])),
        (Union[Other, Round], {"kind": "round", "size": 2}, ROUND),
        (Shape, {"kind": "square"}, Other(kind=Kind.SQUARE)),
        (list[Optional[Shape]], [{"kind": 0}, None], [Other(), None]),
        (Drawing, {"shape": {"kind": "square"}}, Drawing(Other(kind=Kind.SQUARE))),
        (
            Drawing,
            {"shape": {"kind": "round", "size": 2}, "by_name": {"a": "round", "b": "any", "c": None}, "word": "hi"},
            Drawing(ROUND, {"a": Kind.ROUND, "b": "any", "c": None}),
        ),
        (Odd, {"kind": [1, 2]}, Odd(kind=Kind.PAIR)),
        (list[Planned], [{"when": "2031-05-06"}], [Planned(when=When.SECOND)]),
        (Planned, {"when": ["2031-05-06", 2]}, Planned(when=When.BOTH)),
        (Moved, {"old": "2031-05-06", "new": ["2031-05-06", 2]}, Moved(old=When.SECOND, new=When.BOTH)),
        pytest.param(Found, {"kind": 0}, Found.model_construct(kind=Kind.FLAT), marks=needs_names_beside_paths),
    ],
)
def test_the_values_of_members_are_taken(hint, sent, arrives):
    """As the schema of the model says; the member arrives."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent", "said"),
    [
        (Round, {"kind": "square", "size": 2}, "value.kind"),
        (Shape, {"kind": "flat"}, "value.kind"),
        (Drawing, {"shape": {"kind": "round", "size": "2"}}, "value.shape"),
        (Other, {"kind": False}, "value.kind"),
        (Odd, {"kind": [2, 1]}, "value.kind"),
        (Planned, {"when": "2031-05-07"}, "value.when"),
    ],
)
def test_other_values_are_refused(hint, sent, said):
    """At the place where they stand."""
    assert said in refusal(hint, sent)


def test_the_schema_has_the_values():
    """It is pydantic's own."""
    assert schema_of(Round)["properties"]["kind"] == {"type": "string", "enum": ["round"]}


@pytest.mark.parametrize("hint", [int, Literal["a", 1], Literal[Word.HI], Word, dict[str, Any], Union[int, list[str]]])
def test_what_has_no_such_member_stays_as_it_is(hint):
    """So its own validator serves."""
    made = TypeAdapter(hint).core_schema
    assert taking_values(made, to_jsonable_python) is made


class Named(BaseModel):
    type: Literal[Kind.FLAT]
    default: Literal[Kind.ROUND] = Kind.ROUND
    metadata: Literal[Kind.SQUARE] = Kind.SQUARE


def test_fields_may_be_called_like_parts_of_a_core_schema():
    """They stand by name in a part of their own."""
    made = arriving(Named, {"type": 0, "default": "round", "metadata": "square"})
    assert made == Named(type=Kind.FLAT)
