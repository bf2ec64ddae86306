"""The docstring that is read straight: the result is that of the reader of all styles, or there is none."""

from __future__ import annotations

import random
import re

import pytest

from toolkit.reading.dedenting import dedented
from toolkit.reading.docstring_plain import is_prose, plain_docstring
from toolkit.reading.docstrings import _MARKER, parse_docstring, read_blocks

NAMES = ("a", "b", "items", "args", "returns", "note")
PLAIN = """\
Place an order.

It is sent on:  and so on.

Args:
    a: The first.
    items (list[str]): Several of them,
        one by one:

            as code

        and so on.
    b (int, optional): The last.

Returns:
    What was placed, of
    two lines.

Raises:
    ValueError: It is wrong.
"""
# Lines of docstrings, each of which means something to one of the styles.
LINES = (
    *[
        "",
        "    ",
        "Prose.",
        "Prose: more.",
        "Note:",
        "Example:",
        "Notes",
        "Args",
        "---",
        "===",
        "```",
        "Returns the sum.",
    ],
    *["Args:", "Args:", "Args:", "Returns:", "Returns:", "Raises:", "Yields:", "Attributes:", "Args: a", "**Args:**"],
    *[f"{depth}{name}: The text." for depth in ("    ", "    ", "    ", "  ", "") for name in NAMES],
    *["    a (int): The text.", "    a (list[int]): The text.", "    a (f(x)): The text.", "    a(int): The text."],
    *[
        "    a:",
        "    a::",
        "    a: : x",
        "    a - The text.",
        "    a, b: The text.",
        "    *args: The text.",
        "    c: No.",
    ],
    *["    **returns: See\n        a: Inside.", "    `a`: The text.", "    A text.", "    int: The text.", "    int"],
    *["        More text.", "        b: Deeper.", "            Deepest.", "     Odd.", "        Returns:", "    Args:"],
    *[
        ":param a: The text.",
        "    :param b: The text.",
        "@param a: The text.",
        ":returns: It.",
        "    ---",
        "    a\t: Tab.",
    ],
    *["    a: The\xa0text.", "    a: The\x0ctext.", "\u3000", "    a\uff1a The text.", "    - a: The text."],
    *["        ", "    It.  ", "    b: The text.  ", "    It."],
)
# Lines of prose, some of which begin as titles and fields do.
PROSE = (
    "",
    "  ",
    "Prose.",
    "Returns the sum.",
    "Return",
    "Args",
    "    Raises it.",
    "param a The text.",
    "Notes",
    "> - 1.",
)
BEGINNINGS = ([], ["Prose.", ""], ["Args:"], ["Prose.", "", "Args:", "    a: The text."], ["Returns:", "    It."])


def plain_of(text):
    """What the straight reader says."""
    return plain_docstring(dedented(text), dict.fromkeys(NAMES).keys(), _MARKER)


def test_a_plain_docstring_is_read_straight():
    """Entries may have a type in brackets, and go on in deeper lines."""
    description, parameters, returns = plain_of(PLAIN)
    assert description == "Place an order.\n\nIt is sent on:  and so on."
    assert parameters == {
        "a": "The first.",
        "b": "The last.",
        "items": "Several of them,\none by one:\n\n    as code\n\nand so on.",
    }
    assert (returns, parse_docstring(PLAIN, NAMES).returns) == ("What was placed, of\ntwo lines.",) * 2


@pytest.mark.parametrize("style", ["auto", "google"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_read_straight_is_what_the_reader_of_all_styles_finds(seed, style):
    """Of any lines in any order."""
    chosen = random.Random(seed)
    count = 0
    for _ in range(6000):
        lines = chosen.choices(LINES, k=chosen.randint(1, 7))
        text = "\n".join([*chosen.choice(BEGINNINGS), *lines])
        found = plain_of(text)
        if found is not None:
            count += 1
            slow = read_blocks(dedented(text), dict.fromkeys(NAMES), style)
            assert (slow.description, dict(slow.parameters), slow.returns, slow.unknown) == (*found, ()), text
            assert [*slow.parameters] == [*found[1]]
    assert count > 50


def test_a_summary_that_begins_with_the_word_of_a_section_is_prose():
    """As PEP 257 has it, "Return the sum." is what a function does."""
    assert plain_of("Return the sum.\n\nArgs:\n    a: The first.") == ("Return the sum.", {"a": "The first."}, "")


@pytest.mark.parametrize("seed", range(2))
def test_what_is_taken_for_prose_is_prose_to_the_reader_of_all_styles(seed):
    """Save how many blank lines stand between its paragraphs."""
    chosen = random.Random(seed)
    count = 0
    for _ in range(6000):
        text = dedented("\n".join(chosen.choices((*PROSE, *LINES) if chosen.random() < 0.2 else PROSE, k=4)))
        if is_prose(text):
            count += 1
            slow = read_blocks(text, dict.fromkeys(NAMES), "auto")
            assert (slow.description, slow[1:]) == (re.sub(r"\n\s*\n", "\n\n", text).strip(), ({}, "", ())), text
    assert count > 1000
