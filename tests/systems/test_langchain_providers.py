"""LangChain's conversion of tools to OpenAI's format, and what strict mode makes of a schema."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, Literal, Optional, TypedDict

import pytest

from toolkit import DefinitionError, Dispatcher, Registry, Tool, schemas, tool


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


@dataclass
class Tree:
    """A tree."""

    name: str
    kids: list[Tree]


class Point(TypedDict):
    """A place."""

    x: int


@tool
def multiply(a: int, b: int = 3) -> int:
    """Multiply two numbers."""
    return a * b


def declared(x: Any, **options: Any) -> dict[str, Any]:
    """What OpenAI is told of one tool."""
    (made,) = schemas([x], **options)
    return made


def body(hint: Any) -> Callable[..., Any]:
    """A function with one parameter of that type."""

    def take(value):
        """Take it."""
        return value

    take.__annotations__ = {"value": hint}
    return take


def test_a_tool_in_openais_format():
    """To the letter; LangChain writes the type of the root last, and no title either."""
    assert declared(multiply) == {
        "type": "function",
        "function": {
            "name": "multiply",
            "description": "Multiply two numbers.",
            "parameters": {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {"type": "integer", "default": 3}},
                "required": ["a"],
            },
        },
    }


@pytest.mark.parametrize(
    "stated",
    [
        {"name": "ask", "description": "Ask.", "parameters": {"type": "object"}},
        {"name": "ask", "description": "Ask.", "input_schema": {"type": "object"}},
        {"toolSpec": {"name": "ask", "description": "Ask.", "inputSchema": {"json": {"type": "object"}}}},
        {"type": "function", "function": {"name": "ask", "description": "Ask.", "parameters": {"type": "object"}}},
    ],
)
def test_declarations_in_other_formats_are_converted(stated: dict[str, Any]):
    """Whoever they were written for."""
    function = declared(stated)["function"]
    assert (function["name"], function["description"]) == ("ask", "Ask.")
    assert function["parameters"]["properties"] == {}


@pytest.mark.parametrize(
    "builtin", [{"type": "web_search"}, {"type": "code_interpreter", "container": {"type": "auto"}}]
)
def test_tools_that_a_provider_runs_are_passed_on(builtin: dict[str, Any]):
    """Unchanged to that provider; any other refuses them."""
    assert declared(builtin, provider="openai-responses") == builtin
    with pytest.raises(DefinitionError):
        schemas([builtin], provider="bedrock")


def test_what_is_no_tool_is_refused():
    """With what would be one."""
    with pytest.raises(DefinitionError):
        schemas([{"colour": "red"}])


def test_no_titles_are_written_but_a_property_may_have_that_name():
    """At any depth."""
    pydantic = pytest.importorskip("pydantic")

    class Book(pydantic.BaseModel):
        title: str

    assert json.dumps(declared(body(Book))).count("title") == 2  # the property, and that it is required


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
        (Colour, {"type": "string", "enum": ["red", "blue"]}),
        (Level, {"type": "integer", "enum": [1, 2]}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (list, {"type": "array", "items": {}}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}, "properties": {}}),
        (Optional[int], {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (set[int], {"type": "array", "items": {"type": "integer"}}),
        (dt.datetime, {"type": "string", "format": "date-time"}),
        (Any, {}),
        (
            Point,
            {
                "description": "A place.",
                "type": "object",
                "properties": {"x": {"type": "integer"}},
                "required": ["x"],
                "additionalProperties": False,
            },
        ),
    ],
)
def test_types_in_openais_format(hint: Any, expected: dict[str, Any]):
    """A set says nothing of unique items: duplicates collapse."""
    assert declared(body(hint))["function"]["parameters"]["properties"]["value"] == expected


def test_a_tuple_has_a_type_for_each_position():
    """In the tool's own schema, and as well as OpenAI's lets it be said."""
    own = Tool.from_function(body(tuple[int, str])).input_schema["properties"]["value"]
    positions = [{"type": "integer"}, {"type": "string"}]
    assert own == {"type": "array", "prefixItems": positions, "items": False, "minItems": 2}
    value = declared(body(tuple[int, str]))["function"]["parameters"]["properties"]["value"]
    assert (value["prefixItems"], value["minItems"], value["maxItems"]) == (positions, 2, 2)


def test_a_recursive_type_keeps_its_shape():
    """LangChain writes `{}` where the type comes back."""
    parameters = declared(body(Tree))["function"]["parameters"]
    assert parameters["$defs"]["Tree"]["properties"]["kids"]["items"] == {"$ref": "#/$defs/Tree"}


def test_strict_mode_is_said_and_requires_everything():
    """What may be left out becomes nullable; the answer is turned back before it is checked."""
    function = declared(multiply, strict=True)["function"]
    assert function["strict"] is True
    assert function["parameters"]["required"] == ["a", "b"]
    assert function["parameters"]["additionalProperties"] is False
    assert "strict" not in declared(multiply)["function"]
    answer = {"id": "c", "type": "function", "function": {"name": "multiply", "arguments": '{"a": 2, "b": null}'}}
    assert Dispatcher([multiply]).dispatch(answer).value == 6


def test_strict_mode_keeps_maps():
    """As pairs, which become a map again; LangChain leaves an object that admits nothing."""

    @tool
    def total(prices: dict[str, int]) -> int:
        """Add prices."""
        return sum(prices.values())

    prices = declared(total, strict=True)["function"]["parameters"]["properties"]["prices"]
    assert prices["type"] == "array"
    key, value = prices["items"]["properties"]
    pairs = json.dumps({"prices": [{key: "tea", value: 2}, {key: "milk", value: 1}]})
    answer = {"id": "c", "type": "function", "function": {"name": "total", "arguments": pairs}}
    assert Dispatcher([total]).dispatch(answer).value == 3


def test_strict_mode_takes_declarations_without_parameters():
    """LangChain raises a KeyError."""
    assert declared({"name": "now", "description": "The time.", "parameters": {}}, strict=True)["function"]["strict"]


def test_what_was_given_is_never_changed():
    """Declaring copies."""
    stated = {"name": "ask", "description": "Ask.", "parameters": {"properties": {"q": {"type": "string"}}}}
    before = json.dumps(stated)
    schemas(Registry([Tool.of(stated)]), strict=True)
    assert json.dumps(stated) == before
