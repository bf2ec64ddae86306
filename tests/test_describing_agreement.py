"""Whether a function takes what the class or schema of its arguments describes."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import BaseModel, Field
from pydantic.dataclasses import dataclass as pydantic_dataclass

from toolkit import Tool, ToolContext
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
