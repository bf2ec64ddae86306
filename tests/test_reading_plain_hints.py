"""Whether a hint is plain, which is found at a glance."""

from __future__ import annotations

import types
import typing
from collections import deque
from typing import Annotated, Any, Final, Generic, Literal, NotRequired, TypeVar

import annotated_types
import pytest
import typing_extensions

from toolkit.reading.plain_hints import is_plain

T = TypeVar("T")


class Box(Generic[T]):
    """A class that is known."""


@pytest.mark.parametrize(
    ("annotation", "is_sure"),
    [
        (int, True),
        (None, True),
        (Any, True),
        (list[dict[str, int | None]], True),
        (tuple[int, ...], True),
        (Literal["a", 1, None], True),
        (Annotated[int, "text"], True),
        (set[int], True),
        (typing.Dict, True),
        (typing.Dict[str, int], True),
        (list[Box], True),
        (Box | None, True),
        (NotRequired[int], True),
        (typing_extensions.ReadOnly[Box], True),
        (Annotated[int, annotated_types.Ge(1)], False),
        (set[list], False),
        (set[Annotated[int, []]], False),
        (NotRequired[memoryview], False),
        (Final[int], False),
        (set[Box], False),
        (dict[int, str], False),
        (list[deque], False),
        (Box[int], False),
        (Literal[b"a"], False),
        (Literal[()], False),
        (types.ModuleType, False),
        ("int", False),
        ([int], False),
    ],
)
def test_a_glance_tells_what_is_surely_right(annotation, is_sure):
    """It may doubt what is right, and never trusts what is wrong."""
    assert is_plain(annotation, lambda cls: cls is Box) is is_sure
