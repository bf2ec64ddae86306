"""A docstring without the indentation of the code that it stands in."""

from __future__ import annotations

import random
from inspect import cleandoc

import pytest

from toolkit.reading.dedenting import dedented

PARTS = ("\n", "\n", "\n\n", " ", "    ", "a", "b:", "c", "\t", "\r", "\x0c", "\xa0")


@pytest.mark.parametrize("seed", range(4))
def test_a_text_is_dedented_as_inspect_does_it(seed):
    """Of any lines."""
    chosen = random.Random(seed)
    for _ in range(4000):
        text = "".join(chosen.choices(PARTS, k=chosen.randint(0, 9)))
        assert cleandoc(text) == dedented(text)
