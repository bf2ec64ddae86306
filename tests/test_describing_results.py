"""What a function finally gives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Coroutine, Generator, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Optional, TypeVar, Union

import pytest
from pydantic import BaseModel

from toolkit import Tool, TypeRule, UndescribableParameterError
from toolkit.context import Progress
from toolkit.describing.results import awaited
from toolkit.descriptor import StringType
from toolkit.reading.annotations import take_apart
from toolkit.types import register, rules
from toolkit.types.rules import as_it_is

T = TypeVar("T")


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


def test_a_row_of_the_author_describes_a_plain_result_too():
    """It is asked before what everybody means by `int`, for one tool or for all."""
    row = TypeRule(
        "digits", lambda hint: hint.type is int, lambda hint, walk: StringType(), as_it_is, lambda value, walk: value
    )
    assert output(int, types=(row,)) == {"type": "string"}
    try:
        register(row)
        assert output(int) == {"type": "string"}
    finally:
        rules._REGISTERED.clear()
    assert output(int) == {"type": "integer"}


def test_a_schema_that_is_given_may_have_definitions_of_its_own():
    """They become definitions of the output schema, and its text stays."""
    given = {"description": "A trip.", "properties": {"a": {"$ref": "#/$defs/S"}, "b": {"$ref": "#/$defs/S"}}}
    made = output(None, output_schema={**given, "type": "object", "$defs": {"S": {"type": "string"}}})
    assert made == {"additionalProperties": True, **given, "type": "object", "$defs": {"S": {"type": "string"}}}


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
    assert other.output_schema["$defs"]["Stop"]["properties"] == {"number": {"type": "integer"}}
    assert other.input_schema["$defs"]["Stop"]["properties"] == {"city": {"type": "string"}}


@dataclass
class Weighed:
    """Something that is weighed when it is there."""

    name: str
    grams: int = field(init=False, default=0)


@dataclass
class Pair:
    """Two things."""

    left: Weighed
    right: Weighed


def test_a_result_changes_nothing_of_the_arguments():
    """Not even where it has a type that differs in what it refers to alone."""

    def swap(first: Pair, second: Pair) -> tuple[Pair, Pair]: ...

    made = Tool.from_function(swap, description="")
    assert list(made.input_schema["$defs"]["Weighed"]["properties"]) == ["name"]
    assert list(made.output_schema["$defs"]["Weighed"]["properties"]) == ["name", "grams"]


def test_other_hints_are_not_awaited():
    """A hint that promises nothing stays as it is."""
    assert [awaited(take_apart(each)).type for each in (int, Awaitable, list[int])] == [int, Awaitable, list[int]]


class Crate(BaseModel, Generic[T]):
    """A generic class that contains itself."""

    content: T
    inner: Optional[Crate[T]] = None


def names_of_definitions(takes: Any, gives: Any) -> tuple[list[str], list[str]]:
    """The names of the definitions that the input and the output schema of a function have."""

    def give(taken): ...

    give.__annotations__.update({"taken": takes, "return": gives})
    made = Tool.from_function(give, description="")
    return list(made.input_schema.get("$defs", ())), list(made.output_schema["$defs"])


@pytest.mark.parametrize(
    ("takes", "gives", "names"),
    [
        (Crate[int], Crate[str], (["Crate"], ["Crate"])),
        (Crate[int], Union[Crate[str], Crate[int]], (["Crate"], ["Crate", "Crate_2"])),
        (
            Union[Crate[int], Crate[float]],
            Union[Crate[str], Crate[bytes]],
            (["Crate", "Crate_2"], ["Crate", "Crate_2"]),
        ),
        (int, Union[Crate[str], Crate[int]], ([], ["Crate", "Crate_2"])),
    ],
)
def test_definitions_have_a_number_only_beside_others_of_their_name(takes, gives, names):
    """The arguments and the result are two documents, each with names of its own."""
    assert names_of_definitions(takes, gives) == names


def test_no_definition_of_a_result_takes_the_place_of_another():
    """Though the first has to give way to one of the arguments."""

    def give(taken: Crate[float]) -> Union[Crate[str], Crate[int]]: ...

    definitions = Tool.from_function(give, description="").output_schema["$defs"]
    assert [each["properties"]["content"]["type"] for each in definitions.values()] == ["string", "integer"]
