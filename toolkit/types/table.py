"""The rows of the library in the order in which they are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from toolkit.types import (
    choices,
    containers,
    models,
    positional,
    records,
    scalars,
    standard,
    structs,
    typed_dicts,
    unions,
)

if TYPE_CHECKING:
    from toolkit.reading.annotations import Hint
    from toolkit.types.rules import TypeRule

BUILTIN: Final[tuple[TypeRule, ...]] = (
    *models.VALIDATOR_ROWS,
    *scalars.ROWS,
    *unions.ROWS,
    *choices.ROWS,
    *models.ROWS,
    *typed_dicts.ROWS,
    *structs.ROWS,
    *positional.ROWS,
    *records.ROWS,
    *containers.ROWS,
    *standard.ROWS,
    *scalars.DERIVED_ROWS,
    *containers.VIEW_ROWS,
)

# A class keeps its row; asking each row anew would cost more than describing.
_OF_CLASS: Final[WeakKeyDictionary[type, TypeRule]] = WeakKeyDictionary()


def builtin_rule(hint: Hint) -> TypeRule | None:
    """The library's row for a hint, None if there is none."""
    if hint.origin is not None or hint.metadata or not isinstance(hint.type, type):
        return _first_match(hint)
    found = _OF_CLASS.get(hint.type)
    if found is None:
        found = _first_match(hint)
        if found is not None:
            _OF_CLASS[hint.type] = found
    return found


def _first_match(hint: Hint) -> TypeRule | None:
    return next((rule for rule in BUILTIN if rule.matches(hint)), None)
