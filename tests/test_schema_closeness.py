"""The closest of some names."""

from __future__ import annotations

import pytest

from toolkit.schema.closeness import closest


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
