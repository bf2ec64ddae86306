"""Tools that are written as classes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TypedDict

import pytest

from toolkit import (
    ArgumentError,
    CallError,
    DefinitionError,
    IntegerType,
    MissingContextError,
    Tool,
    ToolCall,
    ToolContext,
    ToolDescriptor,
    ToolParameterDescriptor,
)


class Add(Tool):
    description = "Add two numbers."

    def execute(self, a: int, b: int = 1) -> int:
        return a + b


class Digits(Tool):
    """Add two digits."""

    @dataclass
    class Args:
        left: int
        right: int

        def __post_init__(self) -> None:
            if not 0 <= self.left <= 9:
                raise ValueError("left must be a single digit (0-9)")

    async def execute(self, args: Args) -> int:
        await asyncio.sleep(0)
        return args.left + args.right


class Point(TypedDict):
    x: int
    y: int


class Norm(Tool[Point, int]):
    name = "norm"
    description = "The Manhattan norm."
    tags = ("geometry",)

    def execute(self, args: Point) -> int:
        return abs(args["x"]) + abs(args["y"])


def test_a_class_takes_its_name_in_snake_case_and_its_options_from_attributes():
    """Without `name` the class's own; description falls back to the docstring."""
    assert Add().name == "add"
    assert Add().description == "Add two numbers."
    assert Add.description == "Add two numbers."
    assert Digits().description == "Add two digits."
    assert Norm().tags == ("geometry",)


def test_execute_is_read_as_a_function_is():
    """By signature, with defaults."""
    assert Add().input_schema["required"] == ["a"]
    assert Add().invoke({"a": 1}) == 2


def test_execute_may_take_the_whole_arguments_object():
    """Through a nested Args, or through Tool[Args, Result]."""
    assert Digits().invoke({"left": 1, "right": 2}) == 3
    assert Norm().invoke({"x": -1, "y": 2}) == 3
    assert Norm().output_schema == {"type": "integer"}


def test_a_check_in_the_class_is_an_argument_error():
    """What it says stands in the refusal."""
    with pytest.raises(ArgumentError, match="left must be a single digit"):
        Digits().invoke({"left": 10, "right": 1})


def test_tool_of_arguments_must_be_taken_by_exactly_one_parameter():
    """Otherwise nobody could say where it goes."""

    class Wrong(Tool[Point, int]):
        description = ""

        def execute(self, x: int, y: int) -> int:
            return x + y

    with pytest.raises(DefinitionError, match="exactly one Point"):
        _ = Wrong().input_schema


def test_run_is_another_name_of_execute():
    """Tools that come from elsewhere keep their method."""

    class Old(Tool):
        description = ""

        def _run(self, x: int) -> int:
            return x

    assert Old().invoke({"x": 3}) == 3


def test_a_class_without_execute_is_no_tool():
    """The error names the method to write."""

    class Empty(Tool):
        description = ""

    with pytest.raises(DefinitionError, match="def execute"):
        _ = Empty().input_schema


def test_a_descriptor_may_be_written_by_hand():
    """It is the declaration and what arguments are held to; execute gets them by name."""

    class Root(Tool):
        descriptor = ToolDescriptor("root", "Integer root.", [ToolParameterDescriptor("n", "A number", IntegerType())])

        def execute(self, n: int) -> int:
            return int(n**0.5)

    assert Root().name == "root"
    assert Root().description == "Integer root."
    assert Root().invoke({"n": 10}) == 3
    with pytest.raises(ArgumentError, match="integer"):
        Root().invoke({"n": "10"})


def test_arguments_and_results_may_be_read_and_written_by_the_class():
    """`load_arguments` may refuse: that is an argument error."""

    class Codec(Tool):
        description = ""

        def load_arguments(self, arguments: dict) -> int:
            if arguments["n"] > 5:
                raise LookupError("n is too large")
            return arguments["n"] * 10

        def execute(self, n: int) -> int:
            return n

    assert Codec().invoke({"n": 2}) == 20
    with pytest.raises(ArgumentError, match="n is too large"):
        Codec().invoke({"n": 6})


def test_a_context_is_injected_and_must_be_there():
    """It is no argument."""

    class Who(Tool):
        description = ""

        def execute(self, greeting: str, context: ToolContext[str]) -> str:
            return f"{greeting} {context.deps}"

    assert list(Who().input_schema["properties"]) == ["greeting"]
    assert Who().invoke({"greeting": "hi"}, context="ann") == "hi ann"
    with pytest.raises(MissingContextError, match="who"):
        Who().invoke({"greeting": "hi"})


def test_invoke_takes_the_forms_of_arguments_and_no_other():
    """None, a dict, JSON text, a ToolCall of this tool."""
    assert Add().invoke(ToolCall("add", '{"a": 2}')) == 3
    with pytest.raises(CallError, match="not for 'add'"):
        Add().invoke(ToolCall("other", {"a": 2}))
    with pytest.raises(ArgumentError, match="required"):
        Add().invoke()
    with pytest.raises(CallError, match="JSON"):
        Add().invoke("2")


def test_arguments_are_always_validated():
    """Also when there are none."""
    with pytest.raises(ArgumentError, match="a: required"):
        Add().invoke(None)
    Add().validate({"a": 1})
    with pytest.raises(ArgumentError):
        Add().validate({"a": "1"})


def test_a_fingerprint_follows_what_a_model_sees():
    """Name, description and schema."""
    changed = Add().replaced({"description": "Sum."})
    assert changed.description == "Sum."
    assert Add().fingerprint == Add().fingerprint
    assert changed.fingerprint != Add().fingerprint
    assert changed.invoke({"a": 1}) == 2


def test_find_begins_with_the_tool_itself():
    """With a key the base finds nothing."""
    made = Add()
    assert made.find(Add) is made
    assert made.find(Norm) is None
    assert made.find(Add, "key") is None


def test_a_declaration_of_a_tool_leads_to_nothing_that_can_run():
    """Neither by attributes nor by find."""
    made = Add().declaration_only()
    assert made.input_schema == Add().input_schema
    assert made.function is None
    assert made.find(Add) is None
    with pytest.raises(CallError, match="declared only"):
        made.invoke({"a": 1})
