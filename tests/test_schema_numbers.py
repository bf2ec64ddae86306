"""JSON numbers, and exact multiples."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from toolkit.schema.numbers import is_integer, is_multiple, is_number


class Exact(float):
    """A number that carries its text."""

    def __repr__(self):
        return "exactly"


@pytest.mark.parametrize(
    ("value", "number", "integer"),
    [
        (1, True, True),
        (1.0, True, True),
        (Exact(2.5), True, False),
        (1.5, True, False),
        (True, False, False),
        (float("nan"), False, False),
        (float("inf"), False, False),
        ("1", False, False),
        (None, False, False),
    ],
)
def test_what_counts_as_a_number(value, number, integer):
    """Neither truth values nor what JSON cannot hold."""
    assert is_number(value) is number
    assert is_integer(value) is integer


@pytest.mark.parametrize(
    ("value", "divisor", "expected"),
    [
        (19.99, 0.01, True),
        (19.999, 0.01, False),
        (10**400, 10, True),
        (1e308, 1e-308, True),
        (Exact(0.3), 0.1, True),
        (7, 2.5, False),
        (-7.5, 2.5, True),
        (0, 3, True),
    ],
)
def test_multiples_of_what_is_written(value, divisor, expected):
    """Both numbers are taken in decimal."""
    assert is_multiple(value, divisor) is expected


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(1e-9, 1e9))
def test_multiples_are_those_of_fractions(value, divisor):
    """The verdict is that of exact division of the shortest decimal forms."""
    assert is_multiple(value, divisor) is (Fraction(repr(value)) % Fraction(repr(divisor)) == 0)
