"""The named fields of a class of any kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypedDict, TypeVar

import attrs
import msgspec
import pytest

from toolkit.types.field_readers import fields_of_class

T = TypeVar("T")


@dataclass
class Data(Generic[T]):
    a: T
    b: int = 1


@attrs.define
class Attrs:
    _a: str
    b: int = 1


class Struct(msgspec.Struct, rename={"a": "x"}):
    a: str
    b: int = 1


class Typed(TypedDict, total=False):
    a: str


@pytest.mark.parametrize(
    ("cls", "fields"),
    [
        (Data[str], [("a", "a", str, True, "a"), ("b", "b", int, False, "b")]),
        (Attrs, [("a", "a", str, True, "_a"), ("b", "b", int, False, "b")]),
        (Struct, [("a", "x", str, True, "a"), ("b", "b", int, False, "b")]),
        (Typed, [("a", "a", str, False, "a")]),
    ],
)
def test_fields_have_their_names(cls, fields):
    """What the constructor, JSON and the instance call them."""
    found = fields_of_class(cls)
    assert [(each.name, each.wire, each.annotation, each.required, each.attribute) for each in found] == fields


@pytest.mark.parametrize("cls", [int, dict, list[int], None, "text"])
def test_other_classes_have_none(cls):
    """Only what is an object in JSON has named fields."""
    assert fields_of_class(cls) is None
