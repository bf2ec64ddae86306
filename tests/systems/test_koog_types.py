"""What each Kotlin, Java and Python type becomes in Koog's vocabulary."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar

import pytest

from toolkit import (
    Tool,
    UndescribableParameterError,
    tool,
)


class Signal(Enum):
    GO = (0, 255, 0)
    STOP = (255, 0, 0)


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


@dataclass
class Address:
    """Where."""

    street: Annotated[str, "Street and number"]
    zip: str = ""


@dataclass
class Box:
    """What holds boxes."""

    boxes: list[Box]


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (str, {"type": "string"}),
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (str | None, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (Size, {"type": "string", "enum": ["s", "l"]}),
        (Signal, {"type": "string", "enum": ["GO", "STOP"]}),
        (Literal["a"], {"type": "string", "enum": ["a"]}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (list, {"type": "array", "items": {}}),
        (set[str], {"type": "array", "items": {"type": "string"}}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (int | str, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (
            Address,
            {
                "description": "Where.",
                "type": "object",
                "properties": {
                    "street": {"description": "Street and number", "type": "string"},
                    "zip": {"type": "string", "default": ""},
                },
                "required": ["street"],
                "additionalProperties": False,
            },
        ),
        (TypeVar("AnyText", bound=str), {"type": "string"}),
        (TypeVar("Anything"), {}),
    ],
)
def test_what_each_type_becomes(hint: Any, expected: dict[str, Any]):
    """Objects say what they require and are closed; null stands last; enums are their values if JSON has them."""

    def take(value):
        """Take it."""

    take.__annotations__ = {"value": hint}
    assert Tool.from_function(take).input_schema["properties"]["value"] == expected


def test_a_recursive_type_is_a_reference():
    """Inlining would not end."""

    @tool
    def pack(box: Box) -> None:
        """Pack."""

    schema = Tool.of(pack).input_schema
    assert schema["properties"]["box"] == {"$ref": "#/$defs/Box"}
    assert schema["$defs"]["Box"]["properties"]["boxes"]["items"] == {"$ref": "#/$defs/Box"}


def test_a_type_that_json_cannot_hold_is_refused():
    """Never a text in its place."""

    def run(code: type) -> None:
        """Run."""

    with pytest.raises(UndescribableParameterError, match=r"run\(code\): no schema for type"):
        Tool.from_function(run)
