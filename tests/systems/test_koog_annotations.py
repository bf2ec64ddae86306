"""Koog's annotated functions and methods, and what each type becomes; the document's Java classes run here.

Without a test: names of Java parameters (Python keeps its own), the Java rule that every parameter is required (a
default makes one optional, as in Kotlin).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated, Any, Protocol

import pytest

from toolkit import (
    DefinitionError,
    Dispatcher,
    MissingDescriptionError,
    Registry,
    Tool,
    UndescribableParameterError,
    tool,
)


class Calculators:
    """Functions that belong together."""

    @staticmethod
    @tool(name="calculator", description="A simple calculator that can add two digits (0-9).")
    def calculate(
        digit1: Annotated[int, "The first digit to add (0-9)"],
        digit2: Annotated[int, "The second digit to add (0-9)"],
    ) -> int:
        for name, digit in (("digit1", digit1), ("digit2", digit2)):
            if not 0 <= digit <= 9:
                raise ValueError(f"{name} must be a single digit (0-9)")
        return digit1 + digit2

    @staticmethod
    @tool
    def cast_to_double(
        expression: Annotated[str, "An expression to case to double"],
        comment: Annotated[str, "A comment on how to process the expression"],
    ) -> str:
        """Casts the passed expression to double or returns 0.0 if the expression is not castable."""
        try:
            value = float(expression)
        except ValueError:
            value = 0.0
        return f"Result: {value}, the comment was: {comment}"

    @staticmethod
    @tool
    def edit_file(path: str, original: str, replacement: str) -> str:
        """Edits the given file."""
        if path and original:
            return "**Successfully** edited file (patch applied)"
        return "File was **not** modified (patch application failed: reason)"


def invoked(function: Any, **arguments: Any) -> Any:
    """What a decorated function gives for JSON arguments."""
    return Tool.of(function).invoke(arguments)


# -- static methods, registered by reference


def test_a_static_method_is_registered_by_reference():
    """The document's calculator: name and texts from its marks; what it raises is a failure that the model reads."""
    registry = Registry()
    registry.add(Calculators.calculate)
    dispatcher = Dispatcher(registry)
    assert registry.names() == ["calculator"]
    assert dispatcher.dispatch({"name": "calculator", "arguments": {"digit1": 3, "digit2": 4}}).value == 7
    wrong = dispatcher.dispatch({"name": "calculator", "arguments": {"digit1": 10, "digit2": 1}})
    assert (wrong.kind, wrong.text) == ("tool_error", "ValueError: digit1 must be a single digit (0-9)")


def test_a_static_method_that_gives_text():
    """The document's cast: the text goes to the model as it is."""
    dispatcher = Dispatcher([Calculators.cast_to_double])
    call = {"name": "cast_to_double", "arguments": {"expression": "seven", "comment": "none"}}
    assert dispatcher.dispatch(call).text == "Result: 0.0, the comment was: none"


def test_a_static_method_that_gives_markdown():
    """The document's file editor without a class for its result."""
    assert invoked(Calculators.edit_file, path="a", original="", replacement="b") == (
        "File was **not** modified (patch application failed: reason)"
    )


# -- names and texts


def test_the_name_passed_beats_that_of_the_decorator_and_that_beats_the_functions():
    """A blank one counts as none."""

    @tool(name="  ")
    def spoken(text: str) -> str:
        """Say it."""
        return text

    @tool("told")
    def said(text: str) -> str:
        """Say it."""
        return text

    assert [Tool.of(each).name for each in (spoken, said)] == ["spoken", "told"]
    assert Tool.of(said, name="asked").name == "asked"


def test_a_description_is_there_or_refused():
    """Never the name of the function, never nothing by accident."""
    with pytest.raises(MissingDescriptionError):
        tool(lambda: None, name="quiet")
    assert Tool.from_function(lambda: None, name="quiet", description="").description == ""


def test_a_parameter_without_text_has_none():
    """Its name is no text."""
    assert Tool.of(Calculators.edit_file).input_schema["properties"]["path"] == {"type": "string"}


# -- inheritance


class Search(ABC):
    """What searches."""

    @tool("search")
    @abstractmethod
    def find(self, query: Annotated[str, "What to look for"], limit: Annotated[int, "How many"] = 5) -> str:
        """Search for something."""

    @abstractmethod
    def count(self, query: str) -> int:
        """Not a tool."""


class Web(Search):
    """Without marks of its own."""

    def find(self, query: str, limit: int = 5) -> str:
        return f"{limit} of {query}"

    def count(self, query: str) -> int:
        return len(query)


class Archive(Search):
    """With a mark of its own."""

    @tool("search_archive", description="Search the archive.")
    def find(self, query: str, limit: Annotated[int, "At most so many"] = 9) -> str:
        return f"archived {query}"

    def count(self, query: str) -> int:
        return 0


def test_an_override_without_a_mark_inherits_name_and_texts():
    """Of the method and of its parameters; it is the override that runs."""
    (made,) = Registry().add_object(Web())
    assert (made.name, made.description) == ("search", "Search for something.")
    assert [each.description for each in made.descriptor.parameters] == ["What to look for", "How many"]
    assert made.invoke({"query": "tea"}) == "5 of tea"


def test_an_override_with_a_mark_of_its_own_still_inherits_the_texts_of_parameters():
    """Koog loses them; texts of its own win."""
    (made,) = Registry().add_object(Archive())
    assert (made.name, made.description) == ("search_archive", "Search the archive.")
    assert [each.description for each in made.descriptor.parameters] == ["What to look for", "At most so many"]


def test_an_interface_lends_its_marks():
    """The nearest base that has them, as Python orders the bases."""

    class Speaks(Protocol):
        @tool("speak")
        def say(self, text: Annotated[str, "What to say"]) -> str:
            """Say something."""

    class Loud(Speaks):
        def say(self, text: str) -> str:
            return text.upper()

    (made,) = Registry().add_object(Loud())
    assert (made.name, made.invoke({"text": "hi"})) == ("speak", "HI")
    assert made.descriptor.parameters[0].description == "What to say"


# -- objects full of tools


class Desk:
    """Any object may hold tools; there is no base class."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    @tool
    def write(self, note: str) -> int:
        """Write a note."""
        self.notes.append(note)
        return len(self.notes)

    @tool
    def read(self) -> list[str]:
        """Read the notes."""
        return self.notes

    def burn(self) -> None:
        """Not for models."""


def test_the_methods_of_an_object_in_the_order_of_their_definition():
    """Those that are marked, bound to it."""
    desk = Desk()
    registry = Registry()
    registry.add_object(desk)
    registry["write"].invoke({"note": "milk"})
    assert (registry.names(), registry["read"].invoke()) == (["write", "read"], ["milk"])


def test_an_object_without_tools_is_an_error():
    """It names the object's class and the cure."""
    with pytest.raises(DefinitionError, match="Calculator: no tools found in it; decorate its methods"):
        Registry().add_object(type("Calculator", (), {})())


def test_the_tools_of_an_interface_alone():
    """The tools of an object may be chosen by name, tag or predicate."""
    registry = Registry()
    registry.add_object(Archive())
    registry.add_object(Desk())
    marked = {name for name in vars(Desk) if hasattr(getattr(Desk, name), "__tool__")}
    assert registry.filtered(lambda each: each.name in marked).names() == ["write", "read"]


def test_any_function_can_be_a_tool_without_a_mark():
    """Bound methods too, sync and async; a method without its object says what it lacks."""

    async def later(text: str) -> str:
        """Later."""
        return text

    assert Tool.from_function(later).invoke({"text": "x"}) == "x"
    assert Tool.from_function(Desk().burn).name == "burn"
    with pytest.raises(DefinitionError, match="a method needs its object"):
        Registry().add(Desk.write)


# -- when mistakes are found


def test_a_parameter_that_has_no_schema_is_refused_when_the_tool_is_made():
    """With the parameter's name and the cure."""

    def send(connection: Desk) -> None:
        """Send."""

    with pytest.raises(UndescribableParameterError, match=r"send\(connection\): no schema for Desk"):
        tool(send)


def test_a_default_makes_a_parameter_optional():
    """A nullable type does not; a model may leave out the first, and null is a value of the second."""

    @tool
    def order(size: int | None, colour: str = "red") -> str:
        """Order."""
        return f"{size} {colour}"

    assert Tool.of(order).input_schema["required"] == ["size"]
    assert Tool.of(order).invoke({"size": None}) == "None red"
