"""The closest of some names."""

from __future__ import annotations

import pytest

from toolkit.closeness import close_tool_names, closest, surely_meant


@pytest.mark.parametrize(
    ("written", "names", "expected"),
    [
        ("fromCity", ["to_city", "from_city"], "from_city"),
        ("UNIT", ["unit"], "unit"),
        ("unti", ["days", "unit"], "unit"),
        ("citty", ["days", "city"], "city"),
        ("x", ["city"], None),
        ("", ["city"], None),
        ("c" * 65, ["c" * 64], None),
        ("__", ["_", "--"], "_"),
        ("city", ["", "c" * 70], None),
        ("städte", ["Städte"], "Städte"),
    ],
)
def test_closest_name(written, names, expected):
    """Case and separators first, then swapped letters, then likeness; nothing for the far and the long."""
    assert closest(written, names) == expected


def test_only_the_first_names_are_compared():
    """Thousands of names are not gone through."""
    assert closest("city", [*(f"other{number}" for number in range(400)), "City"]) is None


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("ADD", ["add"]),
        ("functions.add", ["add"]),
        ("mcp__shop__get_price", ["get_price"]),
        ("getPrice<|channel|>commentary", ["get_price"]),
        ("add(1, 2)", ["add"]),
        ("geo.find", ["geo.find"]),
        ("adds", ["add"]),
        ("get_prices", ["get_price", "set_price"]),
        ("GET_PRISE", ["get_price"]),
        ("wholly_other", []),
        ("", []),
        ("<|end|>", []),
    ],
)
def test_names_of_tools_are_found_under_what_models_write_around_them(written, expected):
    """A namespace, tokens of the model's own, other case; likeness comes last."""
    assert close_tool_names(written, ["add", "get_price", "set_price", "geo.find"])[: len(expected) or 3] == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("OnToolStart", "on_tool_start"),
        ("on_tool_strat", "on_tool_start"),
        ("on_tool_denied", None),
        ("my_on_tool_end", None),
        ("on_error", None),
        ("", None),
    ],
)
def test_a_slip_is_told_from_another_name(written, expected):
    """What is one name with more around it, or with other letters, was written so on purpose."""
    assert surely_meant(written, ["on_tool_start", "on_tool_end"]) == expected
