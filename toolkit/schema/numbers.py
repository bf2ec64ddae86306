"""JSON numbers: what counts as one, and exact division of what was written in decimal."""

from __future__ import annotations

from math import isfinite
from typing import Any


def is_number(value: Any) -> bool:
    """Whether a value is a JSON number: neither true nor false, nor NaN or an infinity (RFC 8259, 6)."""
    if isinstance(value, float):
        return isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def is_integer(value: Any) -> bool:
    """Whether a value is a number without a fraction, as 3.0 is (JSON Schema 2020-12, 6.1.1)."""
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def is_multiple(value: float, divisor: float) -> bool:
    """Whether a number is a multiple of another, both taken as they are written: 19.99 is one of 0.01."""
    numerator, denominator = _ratio(value)
    divisor_numerator, divisor_denominator = _ratio(divisor)
    return (numerator * divisor_denominator) % (denominator * divisor_numerator) == 0


def _ratio(number: float) -> tuple[int, int]:
    """The number as a fraction of whole numbers, from its shortest decimal form."""
    if isinstance(number, int):
        return int(number), 1
    mantissa, _, exponent = float.__repr__(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    power = int(exponent or 0) - len(fraction)
    digits = int(whole + fraction)
    return (digits * 10**power, 1) if power >= 0 else (digits, 10**-power)
