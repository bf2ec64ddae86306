"""The rows of the library in the order in which they are asked."""

from __future__ import annotations

from typing import Final

from toolkit.types import choices, containers, models, records, scalars, standard, unions

BUILTIN: Final = (
    *models.VALIDATOR_ROWS,
    *scalars.ROWS,
    *unions.ROWS,
    *choices.ROWS,
    *models.ROWS,
    *records.ROWS,
    *containers.ROWS,
    *standard.ROWS,
    *scalars.DERIVED_ROWS,
)
