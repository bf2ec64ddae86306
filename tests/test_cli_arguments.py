"""Words of the command line become the arguments that a tool declares."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, Literal

import pytest

from toolkit import Tool
from toolkit.cli.arguments import arguments_from_words
from toolkit.cli.faults import UsageError


@dataclass
class Place:
    """Where."""

    city: str
    zip_code: int = 0


@dataclass
class Trip:
    """From where to where."""

    start: Place
    end: Place | None = None


class Color(Enum):
    RED = "red"
    ONE = 1


def arguments(words: list[str], **hints: Any) -> dict[str, Any]:
    """The arguments for a tool whose parameters have these hints."""
    namespace: dict[str, Any] = {}
    exec(f"def sample({', '.join(hints)}): ...", namespace)
    namespace["sample"].__annotations__ = hints
    return arguments_from_words(words, Tool.from_function(namespace["sample"], description="").descriptor)


@pytest.mark.parametrize(
    ("hint", "text", "value"),
    [
        (int, "3", 3),
        (int, "-3", -3),
        (int, "3.0", 3.0),
        (int, "3.5", 3.5),
        (int, "three", "three"),
        (int, "+3", "+3"),
        (float, "2", 2),
        (float, "2.5e3", 2500.0),
        (float, "nan", "nan"),
        (float, "1e999", "1e999"),
        (bool, "true", True),
        (bool, "False", False),
        (bool, "yes", "yes"),
        (str, "3", "3"),
        (str, "null", "null"),
        (str, "true", "true"),
        (str, "[1]", "[1]"),
        (str, "", ""),
        (str, "a=b", "a=b"),
        (str | None, "null", None),
        (str | None, "x", "x"),
        (int | None, "null", None),
        (int, "null", None),
        (int | str, "3", 3),
        (int | str, "3.5", "3.5"),
        (int | str, "three", "three"),
        (Literal["c", 1, True], "c", "c"),
        (Literal["c", 1, True], "1", 1),
        (Literal["c", 1, True], "true", True),
        (Literal["1", 1], "1", "1"),
        (Literal["c", 1], "2", 2),
        (Color, "red", "red"),
        (Color, "1", 1),
        (Any, "3", 3),
        (Any, "three", "three"),
        (Any, '{"a": [1]}', {"a": [1]}),
        (list[int], "[1, 2]", [1, 2]),
        (list[int], "1", [1]),
        (list[str], "a", ["a"]),
        (list[str], "a,b", ["a,b"]),
        (list[str], "[]", []),
        (str | list[str], "a", "a"),
        (str | list[str], '["a"]', ["a"]),
        (tuple[int, str], '[1, "2"]', [1, "2"]),
        (dict[str, int], '{"a": 1}', {"a": 1}),
        (Place, '{"city": "Oslo"}', {"city": "Oslo"}),
    ],
)
def test_a_text_is_read_by_the_type(hint: Any, text: str, value: Any):
    """A text stands for what its parameter's type makes of it, and for what it says where that refuses."""
    read = arguments([f"x={text}"], x=hint)["x"]
    assert (read, type(read) is bool) == (value, type(value) is bool)


def test_a_decimal_keeps_its_digits():
    """A number reaches the check as it was written."""
    read = arguments(["x=0.10000000000000000000000001"], x=Decimal)["x"]
    assert read.text == "0.10000000000000000000000001"


@pytest.mark.parametrize(
    ("hints", "words", "expected"),
    [
        ({"tags": list[str]}, ["tags=a", "tags=b"], {"tags": ["a", "b"]}),
        ({"n": list[int | None]}, ["n=1", "n=null"], {"n": [1, None]}),
        ({"n": set[int]}, ["n=1", "n=1"], {"n": [1, 1]}),
        ({"pair": tuple[int, str]}, ["pair=1", "pair=2"], {"pair": [1, "2"]}),
        ({"pair": tuple[int, str]}, ["pair=1", "pair=2", "pair=3"], {"pair": [1, "2", 3]}),
        ({"x": Any}, ["x=1", "x=a"], {"x": [1, "a"]}),
        ({"at": Place}, ["at.city=Oslo", "at.zip_code=150"], {"at": {"city": "Oslo", "zip_code": 150}}),
        ({"at": Place | None}, ["at.city=1"], {"at": {"city": "1"}}),
        ({"at": Place | None}, ["at=null"], {"at": None}),
        ({"trip": Trip}, ["trip.start.city=Oslo", "trip.end.zip_code=3"], None),
        ({"env": dict[str, int]}, ["env.a=1", "env.b.c=2"], {"env": {"a": 1, "b.c": 2}}),
        ({"at": dict[str, Place]}, ["at.home.city=Oslo"], {"at": {"home": {"city": "Oslo"}}}),
    ],
)
def test_words_of_one_parameter_belong_together(hints: dict[str, Any], words: list[str], expected: Any):
    """A key that comes again makes an array, a dotted one a member of an object."""
    expected = expected or {"trip": {"start": {"city": "Oslo"}, "end": {"zip_code": 3}}}
    assert arguments(words, **hints) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["colour=3"], {"n": 3, "colour": 3}),
        (["n.x=3"], {"n": 3, "n.x": 3}),
        (["at.town=Oslo"], {"n": 3, "at": {"town": "Oslo"}}),
    ],
)
def test_an_unknown_key_is_passed_on(words: list[str], expected: dict[str, Any]):
    """What no parameter takes is left to the check of all arguments, which knows the closest name."""
    assert arguments(["n=3", *words], n=int, at=Place) == expected


def test_keyword_parameters_type_what_has_no_name():
    """`**kwargs: T` gives the type of each further key."""

    def add(**numbers: float) -> float:
        """Add numbers."""
        return sum(numbers.values())

    assert arguments_from_words(["a=1", "b=2.5"], Tool.of(add).descriptor) == {"a": 1, "b": 2.5}


def test_a_name_with_dots_is_a_name():
    """A foreign declaration may have dots in the names of its parameters."""
    properties = {"a.b": {"type": "integer"}, "a": {"type": "object", "properties": {"b.c": {"type": "integer"}}}}
    foreign = Tool.declare("foreign", "", {"type": "object", "properties": properties})
    assert arguments_from_words(["a.b=1", "a.b.c=2"], foreign.descriptor) == {"a.b": 1, "a": {"b.c": 2}}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["n"], "'n' is neither key=value nor a JSON object; write name=value for each argument"),
        (["=3"], "'=3' is neither key=value nor a JSON object; write name=value for each argument"),
        (["n=1", "n=2"], "n takes one value and is given 2"),
        (["at={}", "at.city=Oslo"], "at is given as a whole and by its parts; choose one"),
        (
            ["items=[1 2]"],
            "items is no valid JSON: Expecting ',' delimiter at line 1 column 4; put it in single quotes: items='[...'",
        ),
    ],
)
def test_words_that_make_no_arguments_are_wrong_use(words: list[str], message: str):
    """The text names the word and says how it is written."""
    with pytest.raises(UsageError) as error:
        arguments(words, n=int, at=Place, items=list[int])
    assert str(error.value) == message
