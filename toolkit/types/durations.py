"""timedelta as an ISO 8601 duration, and back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from datetime import timedelta

_NUMBER: Final = r"(\d+(?:[.,]\d+)?)"
# P1DT2H30M, -PT0.5S, P2W: a sign, then weeks, days, hours, minutes and seconds.
_DURATION: Final = rf"([+-]?)P(?:{_NUMBER}W)?(?:{_NUMBER}D)?(?:T(?=\d)(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?"
_LONGEST: Final = 100
_MICROSECONDS: Final = (604_800_000_000, 86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000)


def parsed_duration(cls: Any, text: str) -> Any:
    """The timedelta that an ISO 8601 duration says, such as P1DT2H or PT90S.

    Raises:
        ValueError: It is none, or counts years or months, whose length no timedelta knows.
    """
    found = re.fullmatch(_DURATION, text) if len(text) <= _LONGEST else None
    if found is None or not any(found.groups()[1:]):
        raise ValueError(f"{text[:40]!r} is no duration of weeks, days, hours, minutes and seconds, such as PT1H30M")
    sign, *amounts = found.groups()
    total = sum(_scaled(amount, unit) for amount, unit in zip(amounts, _MICROSECONDS, strict=True) if amount)
    try:
        return cls(microseconds=-total if sign == "-" else total)
    except OverflowError as error:
        raise ValueError(f"{text[:40]!r} is too long") from error


def _scaled(amount: str, unit: int) -> int:
    """The amount in microseconds, rounded to whole ones."""
    whole, _, part = amount.replace(",", ".").partition(".")
    scale = int("1" + "0" * len(part))
    return int(whole) * unit + (2 * int(part or 0) * unit + scale) // (2 * scale)


def duration_text(value: timedelta) -> str:
    """The timedelta as an ISO 8601 duration."""
    total = (value.days * 86_400 + value.seconds) * 1_000_000 + value.microseconds
    sign, total = ("-", -total) if total < 0 else ("", total)
    days, rest = divmod(total, 86_400_000_000)
    seconds, fraction = divmod(rest, 1_000_000)
    hours, seconds = divmod(seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    exact = f"{seconds}.{fraction:06d}".rstrip("0").rstrip(".") if fraction else str(seconds)
    time = "".join(
        f"{amount}{unit}" for amount, unit in ((hours, "H"), (minutes, "M"), (exact, "S")) if amount not in {0, "0"}
    )
    day = f"{days}D" if days else ""
    return f"{sign}P{day}{'T' + time if time else ''}" if day or time else "PT0S"
