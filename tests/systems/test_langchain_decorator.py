"""LangChain's `@tool` and `StructuredTool.from_function`: forms, texts, docstrings, schemas, injected arguments.

Without a test: names that LangChain reserves (here a parameter is injected by its type, so no name is), a tool of one
text alone (a function with one parameter is as good as any).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from toolkit import (
    ArgumentError,
    DefinitionError,
    DocstringError,
    MissingDescriptionError,
    Tool,
    UndescribableParameterError,
    tool,
)

GOOGLE = """Do the thing.

More text
here.

Args:
    a: The first, which
        goes on: here.
    b (int): The second.

Returns:
    What comes out.
"""


def documented(docstring: str, **options: Any) -> Tool:
    """A tool of two parameters with that docstring."""

    def body(a: int, b: int = 1) -> int:
        return a + b

    body.__doc__ = docstring
    return Tool.from_function(body, **options)


def texts(made: Tool) -> dict[str, str]:
    """The text of each parameter."""
    return {each.name: each.description for each in made.descriptor.parameters}


# -- forms


def test_the_forms_of_the_decorator():
    """Bare, with a name, with options, with both, and as a function."""

    @tool
    def bare(a: int) -> int:
        """Body."""
        return a

    @tool("second")
    def named(a: int) -> int:
        """Body."""
        return a

    @tool("third", tags=["x"])
    def both(a: int) -> int:
        """Body."""
        return a

    def called(a: int) -> int:
        """Body."""
        return a

    assert tool(called, name="fourth") is called
    assert [Tool.of(each).name for each in (bare, named, both, called)] == ["bare", "second", "third", "fourth"]
    assert list(Tool.of(both).tags) == ["x"]


def test_what_the_decorator_refuses():
    """Positional options, classes, what takes no attribute, a lambda without a name."""
    with pytest.raises(TypeError):
        tool("name", "text")  # type: ignore[call-overload]
    with pytest.raises(DefinitionError, match="a class is no tool by itself"):
        tool(dict, description="A dict.")
    with pytest.raises(DefinitionError, match=r"Tool.from_function\(x, name"):
        tool(len, name="size", description="Size.")
    with pytest.raises(DefinitionError, match="a lambda has no name"):
        tool(lambda a: a, description="Same.")


def test_a_decorated_function_is_called_as_before():
    """It is the same object; LangChain's can no longer be called."""

    @tool
    def double(a: int) -> int:
        """Double it."""
        return 2 * a

    assert (double(4), double.__name__, Tool.of(double).function is double) == (8, "double", True)


def test_a_tool_of_a_function_and_its_async_twin():
    """Described by the function; one of them is needed."""

    async def later(a: int) -> str:
        return f"later {a}"

    made = Tool.from_function(lambda a: f"now {a}", coroutine=later, name="when", description="")
    assert made.invoke({"a": 1}) == "now 1"
    assert list(made.input_schema["properties"]) == ["a"]
    with pytest.raises(DefinitionError, match=r"pass a function, or coroutine=\.\.\."):
        Tool.from_function(name="when", description="")


async def test_sync_and_async_tools_serve_both_kinds_of_callers():
    """A coroutine function alone is awaited for sync callers as well; LangChain raises."""

    async def later(a: int) -> str:
        """Later."""
        return f"later {a}"

    made = Tool.from_function(coroutine=later)
    assert (made.invoke({"a": 1}), await made.ainvoke({"a": 1})) == ("later 1", "later 1")
    bound = Tool.from_function(functools.partial(later, a=2), name="bound")
    assert bound.invoke() == "later 2"


# -- texts


@dataclass
class Pair:
    """Two numbers."""

    a: int
    b: int = 1


def test_where_the_description_comes_from():
    """What is passed, else the docstring, else that of the class of the arguments, else an error."""

    def said(a: int, b: int) -> int:
        """Said."""
        return a + b

    def silent(a: int, b: int) -> int:
        return a + b

    assert Tool.from_function(said, description="Passed.", args_schema=Pair).description == "Passed."
    assert Tool.from_function(said, args_schema=Pair).description == "Said."
    assert Tool.from_function(silent, args_schema=Pair).description == "Two numbers."
    titled = {"description": "A pair.", "properties": {"a": {}, "b": {}}}
    assert Tool.from_function(silent, args_schema=titled).description == "A pair."
    with pytest.raises(MissingDescriptionError, match="silent: no description for the model"):
        Tool.from_function(silent)


def test_without_inference_every_argument_is_text():
    """Unless a class says more."""

    def join(a: int, b: int) -> str:
        """Join."""
        return f"{a}{b}"

    made = Tool.from_function(join, infer_schema=False)
    assert made.input_schema["properties"] == {"a": {"type": "string"}, "b": {"type": "string"}}
    assert made.invoke({"a": "1", "b": "2"}) == "12"
    given = Tool.from_function(join, infer_schema=False, args_schema=Pair)
    assert given.input_schema["properties"]["a"] == {"type": "integer"}


def test_the_text_nearest_the_type_wins():
    """An annotation over the docstring, the other way round than LangChain's; the first of several."""

    def body(a: Annotated[int, "Near", "Far"], b: int) -> int:
        """Do it.

        Args:
            a: In the docstring.
            b: In the docstring.
        """
        return a + b

    assert texts(Tool.from_function(body)) == {"a": "Near", "b": "In the docstring."}


def test_a_google_docstring_is_taken_apart():
    """Paragraphs stay apart; types in brackets go; a line that is set in goes on, whatever is in it."""
    made = documented(GOOGLE, docstring_style="google")
    assert made.description == "Do the thing.\n\nMore text\nhere."
    assert texts(made) == {"a": "The first, which\ngoes on: here.", "b": "The second."}
    assert made.output_schema == {"description": "What comes out.", "type": "integer"}


@pytest.mark.parametrize(
    "docstring",
    [
        "Do it.\nArgs:\n    a: First.\n    b: Second.",
        "Do it.\n\nParameters\n----------\na : int\n    First.\nb : int\n    Second.",
        "Do it.\n\n:param a: First.\n:param int b: Second.",
        "Do it.\n\n@param a: First.\n@param b: Second.",
    ],
)
def test_docstrings_of_every_style(docstring: str):
    """The style is found out; LangChain knows Google's alone, and that with an empty line before."""
    made = documented(docstring)
    assert (made.description, texts(made)) == ("Do it.", {"a": "First.", "b": "Second."})


def test_a_docstring_may_be_left_as_it_is():
    """LangChain's default."""
    made = documented("Do it.\n\nArgs:\n    a: First.", docstring_style=None)
    assert made.description == "Do it.\n\nArgs:\n    a: First."
    assert texts(made) == {"a": "", "b": ""}


def test_a_docstring_that_disagrees_is_an_error_where_it_is_asked_for():
    """A name that is no parameter, a parameter without text; otherwise neither is a fault."""
    unknown = "Do it.\n\nArgs:\n    a: First.\n    c: Third."
    lacking = "Do it.\n\nArgs:\n    a: First."
    assert texts(documented(unknown)) == {"a": "First.", "b": ""}
    with pytest.raises(DocstringError, match="documents 'c', which is no parameter; the parameters are a, b"):
        documented(unknown, strict_docstring=True)
    with pytest.raises(DocstringError, match="no text for b"):
        documented(lacking, strict_docstring=True)


def test_a_parameter_without_annotation_may_be_documented():
    """LangChain takes it for unknown."""

    def body(a, b=2):
        """Do it.

        Args:
            a: First.
            b: Second.
        """

    assert texts(Tool.from_function(body, strict_docstring=True)) == {"a": "First.", "b": "Second."}


# -- the schema of a signature


def test_what_a_signature_says():
    """No type admits anything; a default makes optional, a nullable type does not."""

    def body(a, b: int = 3, *, c: int | None) -> None:
        """Body."""

    schema = Tool.from_function(body).input_schema
    assert schema["properties"]["a"] == {}
    assert schema["properties"]["b"] == {"type": "integer", "default": 3}
    assert schema["required"] == ["a", "c"]


def test_a_method_never_shows_its_object():
    """LangChain asks the model for `self`."""

    class Shop:
        @tool
        def buy(self, item: str) -> str:
            """Buy."""
            return item

    assert list(Tool.of(Shop().buy).input_schema["properties"]) == ["item"]
    assert Tool.of(Shop().buy).invoke({"item": "tea"}) == "tea"


def test_starred_parameters_arrive_as_they_are_written():
    """An array and further arguments; positional-only ones by position."""

    def body(first: int, /, *numbers: int, **words: str) -> list:
        """Body."""
        return [first, numbers, words]

    made = Tool.from_function(body)
    assert made.input_schema["properties"]["numbers"]["type"] == "array"
    assert made.input_schema["additionalProperties"] == {"type": "string"}
    assert made.invoke({"first": 1, "numbers": [2, 3], "x": "y"}) == [1, (2, 3), {"x": "y"}]


def test_a_type_without_schema_is_refused_at_the_decorator():
    """LangChain finds out when the schema is asked for."""

    class Connection:
        pass

    def body(link: Connection) -> None:
        """Body."""

    with pytest.raises(UndescribableParameterError, match=r"body\(link\): no schema for"):
        tool(body)


def test_a_tool_without_parameters_admits_no_arguments():
    """LangChain ignores them."""

    @tool
    def now() -> str:
        """The time."""
        return "noon"

    assert Tool.of(now).invoke({}) == "noon"
    with pytest.raises(ArgumentError, match="x: no such argument; there are no arguments"):
        Tool.of(now).invoke({"x": 1})
