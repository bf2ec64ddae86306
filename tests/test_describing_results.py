"""What a function finally gives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Coroutine, Generator, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Optional

import pytest

from toolkit import Tool, UndescribableParameterError
from toolkit.context import Progress
from toolkit.describing.results import awaited
from toolkit.reading.annotations import take_apart


@dataclass
class Stop:
    """A stop."""

    city: str


class Engine:
    """No JSON type."""


def output(returns: Any, **options: Any) -> Any:
    """The output schema of a function with this return hint."""

    def give(): ...

    give.__annotations__ = {"return": returns}
    return Tool.from_function(give, description="", **options).output_schema


@pytest.mark.parametrize(
    ("returns", "schema"),
    [
        (int, {"type": "integer"}),
        (Optional[int], {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (None, None),
        (Any, {}),
        (Awaitable[int], {"type": "integer"}),
        (Coroutine[Any, Any, Awaitable[int]], {"type": "integer"}),
        (Iterator[int], {"type": "array", "items": {"type": "integer"}}),
        (Generator[int, None, str], {"type": "array", "items": {"type": "integer"}}),
        (AsyncIterator[int], {"type": "array", "items": {"type": "integer"}}),
        (Annotated[AsyncIterator[int], Progress], {"type": "integer"}),
        (Iterator, {"type": "array", "items": {}}),
        (Annotated[int, "How many."], {"description": "How many.", "type": "integer"}),
        (Engine, None),
        ("Nothing", None),
    ],
)
def test_results_have_a_schema(returns, schema):
    """Of what comes out in the end: awaited, drained; None and the unknown have none."""
    assert output(returns) == schema


def test_an_artifact_is_left_out():
    """The first of the pair is what the model reads."""
    assert output(tuple[int, Engine], response_format="content_and_artifact") == {"type": "integer"}
    assert output(int, response_format="content_and_artifact") is None


def test_options_say_it_otherwise():
    """A type, a schema, or none; with a text."""
    assert output(str, return_type=int) == {"type": "integer"}
    assert output(str, output_schema=False) is None
    assert output(str, output_schema={"type": "integer", "minimum": 1}) == {"type": "integer", "minimum": 1}
    assert output(str, output_description="A name.") == {"description": "A name.", "type": "string"}


def test_a_return_type_that_has_no_schema_is_a_fault():
    """It was said for the sake of the schema."""
    with pytest.raises(UndescribableParameterError, match=r"give\(return\): no schema for Engine"):
        output(str, return_type=Engine)


def test_the_docstring_describes_the_result():
    """Where nothing nearer does."""

    def give() -> int:
        """Give.

        Returns:
            How many there are.
        """

    assert Tool.from_function(give).output_schema == {"description": "How many there are.", "type": "integer"}


def test_input_and_output_may_have_different_types_of_one_name():
    """Each keeps its own."""

    def give(stops: list[Stop], other: Stop) -> list[Stop]: ...

    def local() -> Any:
        @dataclass
        class Stop:
            number: int

        return Stop

    tool = Tool.from_function(give, description="")
    assert tool.output_schema["items"]["properties"] == {"city": {"type": "string"}}
    other = Tool.from_function(give, description="", return_type=tuple[local(), list[local()]])
    assert other.output_schema["$defs"]["Stop_2"]["properties"] == {"number": {"type": "integer"}}
    assert other.input_schema["$defs"]["Stop"]["properties"] == {"city": {"type": "string"}}


def test_other_hints_are_not_awaited():
    """A hint that promises nothing stays as it is."""
    assert [awaited(take_apart(each)).type for each in (int, Awaitable, list[int])] == [int, Awaitable, list[int]]
