"""What a callable says that it takes."""

from __future__ import annotations

import functools
import inspect
import sys

import pytest

from toolkit.signatures import needed_names, own_signature, signature_of, takes


def add(a: int, b: int = 0) -> int:
    """The sum."""
    return a + b


@functools.wraps(add)
def traced(*values):
    """The sum, by way of another function."""
    return add(*values)


def test_what_a_function_wraps_counts_if_it_is_wanted():
    """A decorator may fill parameters by itself."""
    assert list(signature_of(traced).parameters) == ["a", "b"]
    assert list(own_signature(traced).parameters) == ["values"]


def test_a_builtin_may_keep_its_signature_to_itself():
    """Then nothing is known of it."""
    assert own_signature(max) is None
    with pytest.raises(ValueError, match="no signature found"):
        signature_of(max)


@pytest.mark.parametrize(
    ("values", "named", "are_taken"),
    [((1,), {}, True), ((1,), {"b": 2}, True), ((), {}, False), ((1, 2, 3), {}, False), ((1,), {"c": 2}, False)],
)
def test_arguments_are_taken_or_not(values, named, are_taken):
    """By position and by name."""
    assert takes(inspect.signature(add), *values, **named) is are_taken


class Shop:
    def __init__(self, name, *others, place="here", **further):
        self.told = name, others, place, further


@pytest.mark.parametrize(("cls", "needed"), [(Shop, ["name"]), (object, []), (int, [])])
def test_a_constructor_needs_what_has_no_default(cls, needed):
    """One that keeps it to itself needs nothing, as far as it says."""
    assert needed_names(cls) == needed


@pytest.mark.skipif(sys.version_info < (3, 14), reason="before, Python itself says so where the function is defined")
def test_a_name_that_means_nothing_yet_is_no_hindrance():
    """A hint that type checkers alone can read stands where no text has to be."""
    names = {}
    exec(compile("def hear(call: Call, context: Context): ...", "<hook>", "exec", dont_inherit=True), names)
    assert list(own_signature(names["hear"]).parameters) == ["call", "context"]
