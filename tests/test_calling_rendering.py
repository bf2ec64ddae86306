"""A result as the text that the model reads."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from toolkit.calling.rendering import json_text, rendered
from toolkit.media import Image
from toolkit.types.dumping import Dumper
from toolkit.types.undumpable import UndumpableError


class Colour(Enum):
    RED = "red"


@dataclass
class Point:
    x: int
    y: float


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ('as it is, "quoted"\n', 'as it is, "quoted"\n'),
        ("", ""),
        ("half \ud800", "half \ufffd"),
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (-(10**30), "-1" + "0" * 30),
        (2.5, "2.5"),
        (1e300, "1e+300"),
        (float("nan"), "null"),
        (float("inf"), "null"),
        ([1, "é", None], '[1, "é", null]'),
        ((1, 2), "[1, 2]"),
        ({"a": {"b": float("nan")}}, '{"a": {"b": null}}'),
        ({1: "x", None: "y"}, '{"1": "x", "null": "y"}'),
        (Point(1, 2.0), '{"x": 1, "y": 2.0}'),
        (Colour.RED, '"red"'),
        (datetime(2026, 1, 2, tzinfo=UTC), '"2026-01-02T00:00:00+00:00"'),
        (Decimal("1.10"), '"1.10"'),
        (UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
        (Path("a/b"), '"a/b"'),
        (b"abc", '"YWJj"'),
    ],
)
def test_values_have_their_text(value, text):
    """Text verbatim, all else as JSON."""
    found = rendered(value)
    assert json.loads(found) == json.loads(text) if not isinstance(value, str) else found == text


def test_scalars_look_as_json_writes_them():
    """Made without a JSON encoder, and yet the same."""
    for value in (0, -7, 10**20, 0.1, 1e16, 1e-7, -0.0, True, None):
        assert rendered(value) == json_text(value)


def test_a_subclass_of_str_is_text():
    """Verbatim too."""

    class Own(str):
        __slots__ = ()

    assert rendered(Own("a\nb")) == "a\nb"


@pytest.mark.parametrize("value", [object(), {1, object()}, (each for each in "ab"), Exception])
def test_what_json_cannot_hold_raises(value):
    """Never a repr."""
    with pytest.raises(TypeError):
        rendered(value)


def test_text_for_llm_must_be_text():
    """The error says what it was; what would have to be awaited is closed, so that nothing warns of it."""

    class Odd:
        def text_for_llm(self) -> Any:
            return 5

    class Slow:
        async def text_for_llm(self) -> str:
            return "later"

    with pytest.raises(TypeError, match="gave an int"):
        rendered(Odd())
    with pytest.raises(TypeError, match="gave a coroutine, not a text"):
        rendered(Slow())


class Noted:
    """Has no JSON form and says itself what a model reads."""

    def __init__(self, note: Any = 'a "note"') -> None:
        self.note = note

    def text_for_llm(self) -> Any:
        """The note, or what cannot be one."""
        return self.note


@dataclass
class Holder:
    inside: Any

    def text_for_llm(self) -> str:
        """Another text than its JSON."""
        return "held"


def test_a_value_inside_of_others_brings_its_text_as_json():
    """What has a JSON form keeps it there, so that it fits the output schema."""
    assert rendered([Noted(), {"a": Noted("b")}]) == '["a \\"note\\"", {"a": "b"}]'
    assert rendered([Holder(Noted("c"))]) == '[{"inside": "c"}]'
    assert rendered(Holder(1)) == "held"
    with pytest.raises(TypeError, match="gave an int"):
        rendered([Noted(5)])


def test_a_picture_inside_of_others_is_no_text():
    """It would be lost; pictures stand in a list of blocks."""
    with pytest.raises(UndumpableError, match="photo: Image has no JSON form"):
        rendered({"photo": Image(b"...")})


def test_what_brings_a_text_is_no_argument():
    """It could not be read again."""
    with pytest.raises(UndumpableError, match="Noted has no JSON form"):
        Dumper(of_arguments=True).dump([Noted()])
