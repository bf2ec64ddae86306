"""TypedDict: an object that stays a dict."""

from __future__ import annotations

import datetime as dt
import typing
from typing import Annotated, Generic, NotRequired, Optional, Required, TypedDict, TypeVar

import pytest
import typing_extensions
from annotated_types import Len
from pydantic import Field
from road import alike, arriving, giver, refusal, schema_of

T = TypeVar("T")
DAY = dt.date(2031, 5, 6)


class Query(TypedDict):
    """A question.

    Attributes:
        text: What to look for.
    """

    text: str
    lang: NotRequired[str]
    top: Annotated[NotRequired[int], "How many."]


class Loose(TypedDict, total=False):
    text: Required[str]
    day: dt.date


class Deeper(Loose):
    inner: NotRequired[list[Deeper]]


class Box(TypedDict, Generic[T]):
    content: T


class Fixed(typing_extensions.TypedDict):
    a: typing_extensions.ReadOnly[int]
    b: typing_extensions.ReadOnly[typing_extensions.NotRequired[int]]


class Open(typing_extensions.TypedDict, extra_items=dt.date):
    a: int


class Nothing(typing_extensions.TypedDict, extra_items=typing.Never):
    code: int


class Closed(typing_extensions.TypedDict, closed=True):
    a: int


class Renamed(TypedDict):
    city: Annotated[str, Field(alias="cityName")]
    day: NotRequired[dt.date]


Odd = TypedDict("Odd", {"class": int, "for-x": NotRequired[str]})


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (Query, {"text": "a"}, {"text": "a"}),
        (Query, {"text": "a", "lang": "de", "top": 2.0}, {"text": "a", "lang": "de", "top": 2}),
        (Loose, {"text": "a", "day": "2031-05-06"}, {"text": "a", "day": DAY}),
        (Deeper, {"text": "a", "inner": [{"text": "b"}]}, {"text": "a", "inner": [{"text": "b"}]}),
        (Box[dt.date], {"content": "2031-05-06"}, {"content": DAY}),
        (Fixed, {"a": 1}, {"a": 1}),
        (Open, {"a": 1, "b": "2031-05-06"}, {"a": 1, "b": DAY}),
        (Odd, {"class": 1, "for-x": "y"}, {"class": 1, "for-x": "y"}),
        (Renamed, {"cityName": "Oslo"}, {"city": "Oslo"}),
        (list[Renamed], [{"cityName": "a", "day": "2031-05-06"}], [{"city": "a", "day": DAY}]),
        (typing.Optional[Query], None, None),
    ],
)
def test_dicts_arrive_with_typed_values(hint, sent, arrives):
    """Keys that may be absent are not filled in."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent", "said"),
    [
        (Query, {}, "value.text: required"),
        (Query, {"text": "a", "other": 1}, "value.other"),
        (Query, {"text": "a", "lang": None}, "value.lang"),
        (Loose, {"day": "2031-05-06"}, "value.text: required"),
        (Loose, {"text": "a", "day": "x"}, "value.day: 'x' is not a date"),
        (Deeper, {"text": "a", "inner": [{}]}, "value.inner[0].text: required"),
        (Box[dt.date], {"content": "x"}, "value.content: 'x' is not a date"),
        (Fixed, {"b": 1}, "value.a: required"),
        (Open, {"a": 1, "b": "x"}, "value.b: 'x' is not a date"),
        (Closed, {"a": 1, "b": 2}, "value.b"),
        (Renamed, {"city": "Oslo"}, "value.cityName: required"),
    ],
)
def test_other_dicts_are_refused(hint, sent, said):
    """Required and NotRequired hold inside texts and Annotated as well (PEP 655)."""
    assert said in refusal(hint, sent)


def test_the_schema_has_the_texts():
    """Of the class, of its keys, and what stands in Annotated."""
    schema = schema_of(Query)
    assert (schema["description"], schema["required"], schema["additionalProperties"]) == (
        "A question.",
        ["text"],
        False,
    )
    assert schema["properties"]["text"]["description"] == "What to look for."
    assert schema["properties"]["top"]["description"] == "How many."


def test_a_result_has_the_names_of_the_class():
    """An alias is what a model calls a key; the dict that a function returns has its own names."""
    assert list(giver(Renamed).output_schema["properties"]) == ["city", "day"]
    assert list(schema_of(Renamed)["properties"]) == ["cityName", "day"]


def test_a_closed_one_is_closed_as_a_result_too():
    """An instance has no further key (PEP 728), as that of any other may."""
    options = giver(list[Closed | Loose | Nothing]).output_schema["items"]["anyOf"]
    assert [each["additionalProperties"] for each in options] == [False, True, False]


class Notes(typing_extensions.TypedDict, Generic[T], extra_items=T):
    code: int


class DatedNotes(Notes[dt.date]):
    day: dt.date


class StillClosed(Closed, total=False):
    pass


class OpenAgain(typing_extensions.TypedDict, closed=False):
    code: int


@pytest.mark.parametrize(
    ("hint", "of_arguments", "of_results"),
    [
        (Notes[dt.date], {"type": "string", "format": "date"}, {"type": "string", "format": "date"}),
        (DatedNotes, {"type": "string", "format": "date"}, {"type": "string", "format": "date"}),
        (StillClosed, False, False),
        (OpenAgain, False, True),
    ],
)
def test_what_is_said_of_further_keys_is_inherited(hint, of_arguments, of_results):
    """PEP 728: as keys are, type variables filled in; who says nothing takes no further key, and may give some."""
    assert schema_of(hint)["additionalProperties"] == of_arguments
    assert giver(hint).output_schema["additionalProperties"] == of_results


def test_further_keys_arrive_as_an_inherited_hint_says():
    """At each of them."""
    sent = {"code": 1, "day": "2031-05-06", "due": "2031-05-06"}
    assert alike(arriving(DatedNotes, sent), {"code": 1, "day": DAY, "due": DAY})


def test_extra_items_are_typed():
    """PEP 728 says of what type further items are."""
    assert schema_of(Open)["additionalProperties"] == {"type": "string", "format": "date"}


class Shelf(Box[dt.date], Generic[T]):
    label: T


class Labelled(Shelf[str]):
    """Bound through two bases, each with the same variable."""


class Reread(typing_extensions.TypedDict, Generic[T]):
    content: typing_extensions.ReadOnly[T]


class Narrowed(Reread[Optional[int]]):
    content: typing_extensions.ReadOnly[int]


def test_what_a_base_is_filled_with_holds_for_its_keys():
    """A TypedDict copies the annotations of its bases; their type variables are the bases' own."""
    assert {name: each["type"] for name, each in schema_of(Labelled)["properties"].items()} == {
        "content": "string",
        "label": "string",
    }
    assert arriving(Labelled, {"content": "2031-05-06", "label": "a"}) == {"content": DAY, "label": "a"}
    assert refusal(Labelled, {"content": 1, "label": "a"}) == (
        "value.content: string of format date, got 1 (write it as text such as 2031-05-06)"
    )


def test_a_key_that_is_annotated_anew_is_as_it_stands_there():
    """The class nearest to the use says what its key holds."""
    assert schema_of(Narrowed)["properties"] == {"content": {"type": "integer"}}


class Choice(TypedDict, total=False):
    by_name: str
    by_number: int
    further: list[Annotated[Choice, Len(1)]]


def test_bounds_on_how_many_keys_there_are_stand_beside_each_use():
    """One use may ask for more than another, and one inside of the type itself counts as well."""
    inside = schema_of(Choice)
    assert inside["$defs"]["Choice"]["properties"]["further"]["items"] == {"$ref": "#/$defs/Choice", "minProperties": 1}
    assert schema_of(Annotated[Query, Len(1, 2)]).items() >= {"minProperties": 1, "maxProperties": 2}.items()
    assert refusal(Choice, {"further": [{}]}).startswith("value.further[0]: at least 1 property")
