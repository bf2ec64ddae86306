"""What one check of one value remembers, and pays."""

from __future__ import annotations

import pytest

from toolkit.schema.fuel import Fuel, OutOfFuelError
from toolkit.schema.structures import Run


def test_a_run_pays_only_if_it_has_fuel():
    """An author's own types are checked to the end."""
    Run().spend(10**9)
    run = Run(Fuel(2))
    run.spend(2)
    with pytest.raises(OutOfFuelError):
        run.spend(1)
