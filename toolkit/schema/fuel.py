"""Fuel: how much work checking a value against a foreign schema may take."""

from __future__ import annotations

from typing import Final

STEPS: Final = 100_000


class OutOfFuelError(Exception):
    """The work was not done when the fuel was spent; never leaves this package."""


class Fuel:
    """A number of steps, spent by every check of one call.

    Attributes:
        left: The steps that remain.
    """

    __slots__ = ("left",)

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps away.

        Raises:
            OutOfFuelError: There are not so many left.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfFuelError
