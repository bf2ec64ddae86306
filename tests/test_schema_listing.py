"""Tools as text: compact JSON, and one line for each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from samples import SEARCH, add, count_nodes, get_weather

from toolkit import DefinitionError, ParameterType, Registry, Tool, ToolDescriptor, ToolParameterDescriptor
from toolkit.schema import tools_as_json, tools_as_text


@dataclass
class Point:
    """A place."""

    x: int
    label: str = ""


def body(
    pair: tuple[int, str],
    point: Point,
    points: list[int | None],
    counts: dict[str, int],
    more: Any,
    *,
    kind: Literal["a", 1] = "a",
    ok: bool = True,
    size: float = 0.5,
) -> None:
    """Take all."""


ALL = Tool.from_function(body, description="Take\nall.")


def test_tools_and_descriptors_are_listed_alike():
    """A registry, tools, or descriptors."""
    registry = Registry([add, SEARCH])
    assert tools_as_text(registry) == tools_as_text([each.descriptor for each in registry])
    assert tools_as_json(registry) == tools_as_json(list(registry))
    assert (tools_as_text([]), tools_as_json([])) == ("", "[]")


def test_a_line_says_how_a_tool_is_called():
    """Defaults, enums, optional arguments without a default, references; one line even for a long text."""
    assert tools_as_text([get_weather.__tool__, count_nodes.__tool__]) == (
        'get_weather(city: string, unit: "c" | "f" = "c", days: integer = 1) -> string - Forecast for a city.\n'
        "count_nodes(tree: Node) -> integer - Count the nodes of a tree."
    )
    assert tools_as_text(Registry([SEARCH])) == "search(query: string, limit?: integer) - Search the web."


def test_every_type_has_words():
    """Nothing falls back to text."""
    assert tools_as_text([ALL]) == (
        "body(pair: [integer, string], point: {x: integer, label?: string}, points: (integer | null)[], "
        'counts: {[name]: integer}, more: any, kind: "a" | 1 = "a", ok: boolean = true, size: number = 0.5) '
        "- Take all."
    )


def test_every_type_has_a_name_in_json():
    """With what is inside it."""
    (made,) = json.loads(tools_as_json([ALL]))
    types = {each["name"]: each["type"] for each in made["required_parameters"] + made["optional_parameters"]}
    assert types == {
        "pair": "TUPLE",
        "point": "OBJECT",
        "points": "ARRAY",
        "counts": "OBJECT",
        "more": "ANY",
        "kind": "ENUM",
        "ok": "BOOLEAN",
        "size": "FLOAT",
    }
    assert made["required_parameters"][0]["items"] == [{"type": "INT"}, {"type": "STRING"}]
    assert made["required_parameters"][2]["items"] == {"type": "ANY_OF", "options": [{"type": "INT"}, {"type": "NULL"}]}
    assert made["required_parameters"][3]["additional"] == {"type": "INT"}


def test_a_recursive_type_is_named_and_defined():
    """Beside the parameters."""
    (made,) = json.loads(tools_as_json([count_nodes.__tool__]))
    assert made["required_parameters"][0]["definition"] == "Node"
    assert made["definitions"]["Node"]["properties"][1]["items"] == {"type": "REFERENCE", "definition": "Node"}


def test_a_type_without_words_raises():
    """As a schema generator does."""

    class Money(ParameterType):
        pass

    tool = ToolDescriptor("pay", "", [ToolParameterDescriptor("amount", "", Money())])
    for listed in (tools_as_text, tools_as_json):
        with pytest.raises(DefinitionError, match="no words for the type Money"):
            listed([tool])
