"""A timedelta as an ISO 8601 duration, and back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from toolkit.types.durations import duration_text, parsed_duration

KNOWN = [
    ("PT0S", timedelta()),
    ("P2DT3H4M5.6S", timedelta(days=2, hours=3, minutes=4, seconds=5.6)),
    ("PT90S", timedelta(seconds=90)),
    ("P2W", timedelta(weeks=2)),
    ("P0.5D", timedelta(hours=12)),
    ("PT1,5H", timedelta(minutes=90)),
    ("-PT1.5S", timedelta(seconds=-1.5)),
    ("+P1D", timedelta(days=1)),
    ("PT0.0000001S", timedelta()),
]


@pytest.mark.parametrize(("text", "value"), KNOWN)
def test_durations_are_read(text, value):
    """Weeks, days, hours, minutes and seconds, with a fraction and a sign."""
    assert parsed_duration(timedelta, text) == value


@pytest.mark.parametrize(
    "text", ["", "P", "PT", "P1", "1D", "P1Y", "P1M", "P1DT", "PT1D", "P-1D", "P1H", "P" + "1" * 200 + "D"]
)
def test_other_texts_are_refused(text):
    """Years and months have no length, and an empty duration says nothing."""
    with pytest.raises(ValueError, match="duration"):
        parsed_duration(timedelta, text)


def test_a_duration_beyond_timedelta_is_refused():
    """A timedelta ends at a billion days."""
    with pytest.raises(ValueError, match="too long"):
        parsed_duration(timedelta, "P9999999999D")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (timedelta(), "PT0S"),
        (timedelta(days=1), "P1D"),
        (timedelta(days=-1), "-P1D"),
        (timedelta(hours=25, seconds=1), "P1DT1H1S"),
        (timedelta(microseconds=1500), "PT0.0015S"),
        (timedelta.max, "P999999999DT23H59M59.999999S"),
    ],
)
def test_durations_are_written_short(value, text):
    """Zeros are left out, and what is written is read back."""
    assert (duration_text(value), parsed_duration(timedelta, text)) == (text, value)
