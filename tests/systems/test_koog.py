"""Koog's tools that are classes, their context, metadata and results; the document's classes run here.

Not of this layer, so without a test: agents as tools, `__terminate__` and the rewriting of calls whose tools are gone
(an agent's loop decides these), a tool choice (a setting of a model client), caching marks of a prompt (`extras`
carries them, see test_langchain.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, TypedDict

import pytest
from koog_samples import DIGITS, Calculator, Digits, call

from toolkit import (
    CallMetadata,
    DefinitionError,
    Dispatcher,
    IntegerType,
    Tool,
    ToolDescriptor,
    ToolError,
    ToolParameterDescriptor,
    tool,
)


class CastToDouble(Tool):
    name = "cast_to_double"
    description = "casts the passed expression to double or returns 0.0 if the expression is not castable"

    @dataclass
    class Args:
        expression: Annotated[str, "An expression to case to double"]
        comment: Annotated[str, "A comment on how to process the expression"]

    def execute(self, args: Args) -> str:
        return f"Result: {self.cast(args.expression)}, the comment was: {args.comment}"

    def cast(self, expression: str) -> float:
        try:
            return float(expression)
        except ValueError:
            return 0.0


class EditFile(Tool):
    """Edits the given file."""

    class Args(TypedDict):
        path: str
        original: str
        replacement: str

    @dataclass
    class Result:
        failure: str = ""

        def text_for_llm(self) -> str:
            if not self.failure:
                return "**Successfully** edited file (patch applied)"
            return f"File was **not** modified (patch application failed: {self.failure})"

    def execute(self, args: Args) -> EditFile.Result:
        return self.Result() if args["original"] else self.Result("nothing to replace")


# -- classes


def test_a_class_with_typed_arguments_and_result():
    """The document's calculator: declared from its arguments' class, called with one typed object."""
    made = Calculator()
    assert made.name == "calculator"
    assert made.description == "A simple calculator that can add two digits (0-9)."
    assert made.input_schema["properties"]["digit1"] == {
        "description": "The first digit to add (0-9)",
        "type": "integer",
    }
    assert made.output_schema == {"type": "integer"}
    assert made.invoke(DIGITS) == 7


def test_a_check_in_the_arguments_class_is_a_fault_of_the_arguments():
    """The document's `require`: the tool is not entered, and the model reads what the class says."""
    result = Dispatcher([Calculator()]).dispatch(call("calculator", {"digit1": 10, "digit2": 1}))
    assert result.kind == "invalid_arguments"
    assert "digit1 must be a single digit (0-9)" in result.text


def test_a_class_that_gives_text():
    """The document's `SimpleTool`: the model reads the text itself, without quotes."""
    arguments = {"expression": "12.5", "comment": "round it"}
    assert CastToDouble().invoke(arguments) == "Result: 12.5, the comment was: round it"
    assert Dispatcher([CastToDouble()]).dispatch(call("cast_to_double", {**arguments, "expression": "x"})).text == (
        "Result: 0.0, the comment was: round it"
    )


def test_a_class_writes_its_descriptor_by_hand():
    """The overridden `descriptor`: name, description, required parameters, and optional ones, by default none."""

    class Root(Tool):
        descriptor = ToolDescriptor("root", "Integer root.", [ToolParameterDescriptor("n", "A number", IntegerType())])

        def execute(self, n: int) -> int:
            return int(n**0.5)

    assert (Root().name, Root().description, Root().invoke({"n": 17})) == ("root", "Integer root.", 4)
    assert Root().descriptor.optional_parameters == ()


def test_the_metadata_of_a_tool_is_not_that_of_a_call():
    """A tool's own stays with the tool, for the host's code."""

    class Priced(Tool):
        """Say the price."""

        metadata = {"cost": "high"}

        def execute(self, metadata: CallMetadata) -> dict:
            return dict(metadata)

    result = Dispatcher([Priced()]).dispatch(call("priced", {}), metadata={"user": "ann"})
    assert (Priced().metadata, result.value) == ({"cost": "high"}, {"user": "ann"})


def test_arguments_are_one_object():
    """A class of arguments that JSON writes as something else is refused when the tool is made."""

    class Wrong(Tool[int, int]):
        """Double it."""

        def execute(self, args: int) -> int:
            return 2 * args

    with pytest.raises(DefinitionError, match="int is no object in JSON"):
        _ = Wrong().input_schema


def test_a_tool_may_be_called_by_hand():
    """`execute` with typed values, without registry or dispatcher."""
    assert Calculator().execute(Calculator.Args(1, 2)) == 3


# -- how arguments are read and results are written


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@tool
def paint(colour: Colour, coat: str | None = None) -> str:
    """Paint."""
    return f"{colour.name} {coat}"


def test_unknown_arguments_are_refused_by_name():
    """Koog drops them; here the model learns what it wrote wrong, unless the host says otherwise."""
    wrong = call("paint", {"colour": "red", "coats": 2})
    assert 'coats: no such argument; the arguments are colour, coat (did you mean "coat"?)' in (
        Dispatcher([paint]).dispatch(wrong).text
    )
    assert Dispatcher([paint], extra_arguments="ignore").dispatch(wrong).text == "RED None"


def test_a_missing_optional_takes_the_default_of_the_function():
    """An explicit null is a null."""
    assert Tool.of(paint).invoke({"colour": "red"}) == "RED None"
    assert Tool.of(paint).invoke({"colour": "red", "coat": None}) == "RED None"


def test_the_case_of_an_enum_counts_unless_repair_is_full():
    """Where it is mended, that stands in the result."""
    shouted = call("paint", {"colour": "RED"})
    assert Dispatcher([paint]).dispatch(shouted).kind == "invalid_arguments"
    result = Dispatcher([paint], repair="full").dispatch(shouted)
    assert (result.text, len(result.repairs)) == ("RED None", 1)


def test_a_class_reads_arguments_and_writes_results_by_itself():
    """The overridable codecs, `load_arguments` and `dump_result`."""

    class Doubled(Tool):
        """Double an amount."""

        def load_arguments(self, arguments: dict) -> Decimal:
            return Decimal(arguments["amount"])

        def execute(self, amount: str) -> Decimal:
            return 2 * amount

        def dump_result(self, result: Decimal) -> str:
            return f"{result} euros"

    dispatcher = Dispatcher([Doubled()])
    assert dispatcher.dispatch(call("doubled", {"amount": "1.25"})).text == "2.50 euros"
    assert dispatcher.dispatch(call("doubled", {"amount": "much"})).kind == "invalid_arguments"


def test_a_result_that_cannot_be_written_is_a_failure_of_its_own_kind():
    """Never an exception, never a repr; the value is still there for the program."""

    @tool
    def handle() -> object:
        """Get a handle."""
        return object()

    result = Dispatcher([handle]).dispatch(call("handle", {}))
    assert result.kind == "result_error"
    assert type(result.value) is object
    assert "0x" not in result.text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("abc", "abc"),
        (11, "11"),
        (True, "true"),
        (2.5, "2.5"),
        (None, "null"),
        (Digits(1, 2), '{"digit1": 1, "digit2": 2}'),
    ],
)
def test_the_kinds_of_results(value: Any, text: str):
    """Plain Python values take the place of Text, Boolean, Number and JSONSerializable."""

    @tool
    def give() -> Any:
        """Give it."""
        return value

    assert Dispatcher([give]).dispatch(call("give", {})).text == text


def test_a_result_has_a_text_of_its_own_for_the_model():
    """The document's file editor: Markdown goes to the model, the object to the program."""
    dispatcher = Dispatcher([EditFile()])
    arguments = {"path": "a.txt", "original": "x", "replacement": "y"}
    done = dispatcher.dispatch(call("edit_file", arguments))
    assert done.text == "**Successfully** edited file (patch applied)"
    assert done.value == EditFile.Result()
    failed = dispatcher.dispatch(call("edit_file", {**arguments, "original": ""}))
    assert failed.text == "File was **not** modified (patch application failed: nothing to replace)"


def test_a_tool_tells_the_model_what_is_wrong():
    """`ToolException.ValidationFailure`: the message arrives as it is."""

    @tool
    def withdraw(amount: int) -> int:
        """Withdraw an amount."""
        if amount > 100:
            raise ToolError("At most 100 a day.")
        return amount

    result = Dispatcher([withdraw]).dispatch(call("withdraw", {"amount": 101}))
    assert (result.kind, result.text) == ("tool_error", "At most 100 a day.")
