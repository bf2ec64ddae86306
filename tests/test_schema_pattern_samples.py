"""A text that matches a plain pattern."""

from __future__ import annotations

import re

import pytest

from toolkit.schema.pattern_samples import text_of_pattern


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"^[A-Z]{3}-\d{4}$", "AAA-1111"),
        (r"^\+\d{6,15}$", "+111111"),
        (r"^[^@]+@[^@]+$", "a@a"),
        (r"^\S+@\S+\.\S+$", "a@a.a"),
        (r"^#[0-9a-fA-F]{6}$", "#aaaaaa"),
        (r"^(0|-?[1-9][0-9]*)$", "0"),
        (r"^\d{5}(?:-\d{4})?$", "11111"),
        (r"^(?P<major>\d+)\.(\d+)\.x$", "1.1.x"),
        (r"^(GET|POST) /.*$", "GET /"),
        (r"(a(b|c)d)+", "abd"),
        (r"\bfoo\b", "foo"),
        (r"^ab|cd$", "ab"),
        (r"^.{3,10}$", "aaa"),
        (r"a{2,3}?b*+", "aa"),
        ("^é$", "é"),
        ("^[]x]$", "]"),
        ("^$", ""),
    ],
)
def test_a_plain_pattern_has_a_text(pattern, expected):
    """Of the first choice everywhere, and of plain characters."""
    assert text_of_pattern(pattern) == expected
    assert "*+" in pattern or re.search(pattern, expected)


@pytest.mark.parametrize(("pattern", "least"), [(r"^\w+$", 3), (r"^ab*$", 9), (r"^(xy)+z$", 6)])
def test_what_may_be_repeated_makes_a_text_long_enough(pattern, least):
    """As a bound beside the pattern may demand."""
    text = text_of_pattern(pattern, least)
    assert len(text) >= least
    assert re.search(pattern, text)


@pytest.mark.parametrize(
    "pattern", ["x" * 201, "[", "(", ")", r"\p{L}", "[[a]", "[a--b]", "[^\x00-\uffff]", "(?=.*[a-z])", r"a{999}" * 3]
)
def test_what_is_not_plain_ends_early_and_without_a_warning(pattern):
    """Whatever comes is tried before it is shown."""
    assert len(text_of_pattern(pattern)) <= 64
