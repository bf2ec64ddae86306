"""What the tests of Koog's document share: its calculator, a descriptor, and calls as OpenAI writes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from toolkit import ParameterType, StringType, Tool, ToolDescriptor, ToolParameterDescriptor


class Calculator(Tool):
    """A simple calculator that can add two digits (0-9)."""

    name = "calculator"

    @dataclass
    class Args:
        digit1: Annotated[int, "The first digit to add (0-9)"]
        digit2: Annotated[int, "The second digit to add (0-9)"]

        def __post_init__(self) -> None:
            if self.digit1 not in range(10):
                raise ValueError("digit1 must be a single digit (0-9)")
            if self.digit2 not in range(10):
                raise ValueError("digit2 must be a single digit (0-9)")

    def execute(self, args: Args) -> int:
        return args.digit1 + args.digit2


@dataclass
class Digits:
    digit1: Annotated[int, "The first digit to add (0-9)"]
    digit2: Annotated[int, "The second digit to add (0-9)"]


DIGITS = {"digit1": 3, "digit2": 4}
GET_USER = ToolDescriptor(
    name="get_user",
    description="Returns user profile by id",
    required_parameters=[ToolParameterDescriptor(name="id", description="User id", type=StringType())],
)


def parameter(type_: ParameterType, description: str = "D") -> ToolDescriptor:
    """A tool with one parameter of that type."""
    return ToolDescriptor("t", "T", [ToolParameterDescriptor("p", description, type_)])


def call(name: str, arguments: Any, id_: str = "c1") -> dict[str, Any]:
    """A call as OpenAI writes it."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": text}}
