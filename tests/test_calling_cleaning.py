"""Text from outside, made fit for a model, a log or a terminal."""

from __future__ import annotations

import time

import pytest

from toolkit.calling.cleaning import cleaned, encodable, spoken, truncated, visible
from toolkit.schema.wording import shortened

TRACEBACK = """Traceback (most recent call last):
  File "/home/ann/secret/app.py", line 3, in <module>
    run("token")
    ~~~^^^^^^^^^
  File "/usr/lib/python3.13/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
ValueError: bad input"""


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("plain text", "plain text"),
        ("No such file: '/home/ann/data/report.csv'", "No such file: 'report.csv'"),
        ("at C:\\Users\\ann\\x.txt now", "at x.txt now"),
        ("in ~/private/keys/id_rsa", "in id_rsa"),
        ("<object Foo at 0x7f3a2b1c9d80>", "<object Foo>"),
        ("see https://example.org/a/b for more", "see https://example.org/a/b for more"),
        ("ratio 3/4 and and/or", "ratio 3/4 and and/or"),
        (TRACEBACK, "ValueError: bad input"),
        ("a\x1b[31mb\u202ec\u200bd", "a[31mbcd"),
        (
            "soft\xad, filled\u3164, chosen\U000e0150, broken\u2028, \u061cturned",
            "soft, filled, chosen, broken, turned",
        ),
        ("a family: \U0001f469\u200d\U0001f467", "a family: \U0001f469\u200d\U0001f467"),
        ("half \ud800 pair", "half \ufffd pair"),
        ("  spaced \n", "spaced"),
    ],
)
def test_exceptions_lose_what_a_model_must_not_see(said, shown):
    """Directories, addresses, tracebacks, hidden characters; nothing else."""
    assert cleaned(said, 2000) == shown


def test_what_somebody_said_on_purpose_stays():
    """Paths too; only what cannot be seen goes."""
    assert spoken("Use /tmp/x instead.\x00\u202e ", 2000) == "Use /tmp/x instead."


def test_long_text_is_cut():
    """With an ellipsis, or with a note of its size."""
    assert (shortened("abcdef", 4), shortened("abc", 4), shortened("abc", 0)) == ("abc…", "abc", "…")
    assert truncated("abcdef", 4) == "abcd\n[truncated: first 4 of 6 characters]"
    assert truncated("abc", 4) == "abc"
    assert len(cleaned("x" * 10_000_000, 2000)) == 2000


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    "text", ["/" * 100_000, "/a" * 50_000, "File " * 20_000, '  File "a' * 10_000, "Traceback " * 9_000, "~/" * 50_000]
)
def test_cleaning_is_quick_whatever_the_text(text):
    """No pattern of it goes astray."""
    started = time.process_time()
    cleaned(text, 2000)
    assert time.process_time() - started < 1


def test_half_surrogates_are_replaced():
    """UTF-8 cannot hold them."""
    assert (encodable("a\udc80"), encodable("plain"), visible("é\udc80\x07")) == ("a\ufffd", "plain", "é\ufffd")
