"""Equality of JSON values: 1 and 1.0 are equal, 1 and true are not (JSON Schema Core 2020-12, 4.2.2)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any


def stand_in(value: Any) -> Hashable:
    """A stand-in that is equal for equal JSON values, and that a set can hold."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, Mapping):
        return frozenset((key, stand_in(each)) for key, each in value.items())
    if isinstance(value, list | tuple):
        return ("array", *map(stand_in, value))
    number: Hashable = value
    return number


def are_unique(values: list[Any]) -> bool:
    """Whether no two of the values are equal, in linear time."""
    return len(set(map(stand_in, values))) == len(values)
