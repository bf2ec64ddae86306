"""Numbers and arrays of NumPy; where it is not installed, classes that live where its own do."""

from __future__ import annotations

from typing import Any

import pytest
from road import arriving, giver, schema_of, told

from toolkit import Dispatcher, UndescribableParameterError


class Generic:
    """A scalar of NumPy, as far as the library looks at one."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def tolist(self) -> Any:
        return self.value


class Number(Generic):
    """Numbers have a base of their own."""


class Array:
    """An array of so many dimensions."""

    def __init__(self, values: list[Any], ndim: int) -> None:
        self.values, self.ndim = values, ndim

    def __getitem__(self, part: slice) -> Array:
        return Array(self.values[part], self.ndim)

    def __iter__(self) -> Any:
        return (Array(each, self.ndim - 1) for each in self.values)

    def tolist(self) -> list[Any]:
        return self.values


Generic.__module__, Generic.__name__ = "numpy", "generic"
Number.__module__, Number.__name__ = "numpy", "integer"
Array.__module__, Array.__name__ = "numpy", "ndarray"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Number(3), "3"),
        (Generic(1.5), "1.5"),
        (Generic(float("nan")), "null"),
        ({"mean": Number(3)}, '{"mean": 3}'),
        (Array([1, 2], 1), "[1, 2]"),
        (Array([[1.5, float("nan")], [2.0, 3.0]], 2), "[[1.5, null], [2.0, 3.0]]"),
        (Array([], 1), "[]"),
    ],
)
def test_numbers_and_arrays_are_told_as_the_values_that_they_stand_for(value, text):
    """An array row by row."""
    assert told(object, value) == text


def test_a_large_array_is_cut_like_a_large_list():
    """Without a look at all of it."""
    values = [0.5] * 1_000_000, Array([0.5] * 1_000_000, 1), Array([[0.5]] * 1_000_000, 2)
    dispatchers = [Dispatcher([giver(object, each)]) for each in values]
    flat, same, deep = (each.dispatch({"name": "give", "arguments": {}}).text for each in dispatchers)
    assert flat == same
    assert deep.endswith("[truncated: first 65,536 of more than 262,144 characters]")


def test_a_number_may_be_an_argument():
    """It is an integer on the wire, and of its own class in the function."""
    assert schema_of(Number) == {"type": "integer"}
    assert arriving(Number, 3).value == 3


def test_an_array_is_no_argument():
    """JSON says neither its shape nor its type; the cure is a list."""
    with pytest.raises(UndescribableParameterError, match="annotate list"):
        schema_of(Array)


def test_numpy_itself():
    """The same of the real ones."""
    numpy = pytest.importorskip("numpy")
    assert told(object, numpy.array([[1, 2]])) == "[[1, 2]]"
    assert told(object, [numpy.int64(3), numpy.bool_(True), numpy.float32(1.5)]) == "[3, true, 1.5]"
    assert schema_of(numpy.int64) == {"type": "integer"}
    assert type(arriving(numpy.float32, 1.5)) is numpy.float32


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (lambda numpy: numpy.longdouble(1.5), "1.5"),
        (lambda numpy: numpy.array([1.5], dtype=numpy.longdouble), "[1.5]"),
        (lambda numpy: numpy.clongdouble(1 + 2j), '"1+2j"'),
        (lambda numpy: numpy.datetime64("2031-05-06T07:08:09", "s"), '"2031-05-06T07:08:09"'),
        (lambda numpy: numpy.datetime64("2031-05-06", "ns"), '"2031-05-06T00:00:00.000000000"'),
        (lambda numpy: numpy.array(["2031-05-06"], dtype="datetime64[ns]"), '["2031-05-06T00:00:00.000000000"]'),
        (lambda numpy: numpy.array(["2031-05-06"], dtype="datetime64[D]"), '["2031-05-06"]'),
        (lambda numpy: numpy.timedelta64(5, "ns"), '"5 nanoseconds"'),
        (lambda numpy: numpy.ma.array([1, 2], mask=[0, 1])[1], "null"),
        (lambda numpy: numpy.asmatrix([[1, 2], [3, 4]]), "[[1, 2], [3, 4]]"),
    ],
)
def test_what_python_has_no_value_for_is_told_all_the_same(made, text):
    """Long numbers as short ones, nanoseconds as text, and what is masked as null."""
    assert told(object, made(pytest.importorskip("numpy"))) == text


def test_a_span_of_numpy_is_no_number():
    """Its class derives from integers, and its value is written as a duration."""
    numpy = pytest.importorskip("numpy")
    with pytest.raises(UndescribableParameterError, match="annotate list"):
        schema_of(numpy.timedelta64)
    assert told(object, numpy.timedelta64(5, "s")) == '"PT5S"'


class AnyInteger:
    """An abstract class of numbers: nothing can be made of it."""


AnyInteger.__module__, AnyInteger.__name__ = "numpy", "integer"


def test_for_an_abstract_number_the_number_arrives_as_it_was_sent():
    """Its class takes no value."""
    assert schema_of(AnyInteger) == {"type": "integer"}
    assert (3, int) == (arriving(AnyInteger, 3), type(arriving(AnyInteger, 3)))
