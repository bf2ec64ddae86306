"""Whether a function takes what the class or schema of its arguments describes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

import pytest
from pydantic import BaseModel, Field
from pydantic.dataclasses import dataclass as pydantic_dataclass

from toolkit import ArgumentError, DefinitionError, Tool, ToolContext
from toolkit.describing.agreement import whole_taker
from toolkit.describing.arguments import arguments_of
from toolkit.options import ToolOptions
from toolkit.reading.signature import read_signature


@dataclass
class Query:
    text: str


class Flight(BaseModel):
    origin: str = Field(alias="from")


def taker(function):
    """The name of the parameter that takes a whole Query."""
    return whole_taker(arguments_of(read_signature(function), ToolOptions(), "tool"), Query)


def test_one_parameter_of_the_class_takes_the_whole():
    """Beside what the host fills; any other shape goes by name."""

    def whole(query: Query, context: ToolContext): ...

    def other(text: str): ...

    def two(query: Query, more: int = 1): ...

    def rest(query: Query, **more: int): ...

    assert [taker(each) for each in (whole, other, two, rest)] == ["query", None, None, None]


def test_fields_go_by_their_python_names():
    """An alias is the name on the wire alone."""

    def take(origin: str): ...

    tool = Tool.from_function(take, description="", args_schema=Flight)
    assert list(tool.input_schema["properties"]) == ["from"]


def test_what_a_data_class_fills_itself_needs_no_parameter():
    """`init=False` in a data class of pydantic, as in any other."""

    @pydantic_dataclass
    class Stay:
        nights: int
        price: int = field(init=False, default=80)

    def book(nights: int): ...

    assert list(Tool.from_function(book, description="", args_schema=Stay).input_schema["properties"]) == ["nights"]


class Trip(TypedDict):
    to: str
    days: NotRequired[int]


TRIP = {"properties": {"to": {"type": "string"}, "days": {"type": "integer"}}, "required": ["to"]}


@pytest.mark.parametrize("described", [Trip, TRIP])
def test_a_model_must_give_what_the_function_needs(described):
    """Though the description of the arguments lets it leave that out: the call would fail."""
    needs = Tool.from_function(lambda to, days: (to, days), name="plan", description="", args_schema=described)
    assert needs.input_schema["required"] == ["to", "days"]
    with pytest.raises(ArgumentError, match="days: required, integer"):
        needs.invoke({"to": "Rome"})
    spares = Tool.from_function(lambda to, days=2: (to, days), name="plan", description="", args_schema=described)
    assert (spares.input_schema["required"], spares.invoke({"to": "Rome"})) == (["to"], ("Rome", 2))


def test_a_default_that_the_declaration_shows_is_used():
    """Where the function has none of its own; a list anew for each call."""
    properties = {"to": {"type": "string"}, "via": {"type": "array", "default": []}}

    def plan(to, via):
        return via.append(to), len(via)

    tool = Tool.from_function(plan, description="", args_schema={"properties": properties, "required": ["to"]})
    assert [tool.invoke({"to": to}) for to in ("Rome", "Oslo")] == [(None, 1), (None, 1)]

    class Plan(Tool):
        descriptor = tool.descriptor

        def execute(self, to, via):
            return to, via

    assert Plan().invoke({"to": "Rome"}) == ("Rome", [])


def test_a_field_for_a_parameter_that_no_model_fills_has_no_place():
    """The cure is another one than for a field without any parameter."""
    bind = {"days": lambda arguments, context: 3}
    with pytest.raises(DefinitionError, match="the field 'days'; leave it out, for no model fills that parameter"):
        Tool.from_function(lambda to, days: (to, days), name="plan", description="", args_schema=TRIP, bind=bind)
