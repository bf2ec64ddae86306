"""Hidden text: what a model reads and a person does not see."""

from __future__ import annotations

import pytest

from toolkit.types.hidden import has_hidden_name, has_hidden_value, without_hidden

PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
FAMILY = "\U0001f468\u200d\U0001f469\U0001f3fd\u200d\U0001f467"
HEART = "\u2764\ufe0f\u200d\U0001f525"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain\ttext\nof two lines", "plain\ttext\nof two lines"),
        ("a\u200bb\u2060c\ufeffd", "abcd"),
        ("a\u202eb\u2066c", "abc"),
        ("a\U000e0041\U000e0042b", "ab"),
        ("a\x00b\x1b[31mc\x85d", "ab[31mcd"),
        ("a\ud800b", "ab"),
        ("a\u200db", "ab"),
        ("\u200d", ""),
        (PERSIAN, PERSIAN),
        (FAMILY, FAMILY),
        (HEART, HEART),
        ("a\ufe00\ufe01\ufe02", "a\ufe00"),
        ("\ufe0fa", "a"),
        ("Zürich, 東京, किताब", "Zürich, 東京, किताब"),
    ],
)
def test_hidden_characters_are_taken_out(text, expected):
    """Joiners stay between letters of joining scripts and in emoji, and one selector behind a character."""
    assert without_hidden(text) == expected


def test_text_is_cut():
    """The limit counts characters and shows that something is missing."""
    assert without_hidden("x" * 20, 10) == "x" * 9 + "…"
    assert without_hidden("x" * 10, 10) == "x" * 10


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("plain", False, False),
        ("größe", False, False),
        ("tab\t and \f", False, False),
        ("nul\x00", True, False),
        ("nul\x00ä", True, False),
        ("a\u200b", True, True),
        ("a\x7fä", True, True),
        (PERSIAN, False, False),
        (FAMILY, False, False),
    ],
)
def test_where_hidden_text_is_refused(text, name, value):
    """JSON escapes controls in values; in names only those with a short escape are taken."""
    assert has_hidden_name(text) is name
    assert has_hidden_value(text) is value
