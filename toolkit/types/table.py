"""The rows of the library in the order in which they are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from toolkit.types import (
    choices,
    containers,
    models,
    numpy_values,
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
    *numpy_values.ROWS,
    *containers.VIEW_ROWS,
)

# Rows of forms, of marked hints and of bare builtins: no class of anybody else's is one of these.
_OF_FORMS: Final = frozenset((*models.VALIDATOR_ROWS, *scalars.ROWS, *unions.ROWS, choices.LITERAL_ROW))
_OF_CLASSES: Final = tuple(rule for rule in BUILTIN if rule not in _OF_FORMS)

# A class keeps its row; asking each row anew would cost more than describing.
_OF_CLASS: Final[WeakKeyDictionary[type, TypeRule]] = WeakKeyDictionary()
_OF_GENERIC: Final[WeakKeyDictionary[type, TypeRule]] = WeakKeyDictionary()
_OF_FORM: Final[dict[Any, TypeRule]] = {}
# These live as long as the forms do; any other class may be gone tomorrow.
_LASTING: Final = frozenset({list, dict, tuple, set, frozenset})


def builtin_rule(hint: Hint) -> TypeRule | None:
    """The library's row for a hint, None if there is none."""
    if hint.metadata:
        return _first_match(hint)
    is_bare = hint.origin is None
    key: Any = hint.type if is_bare else hint.origin
    is_pythons = key is None or getattr(key, "__module__", "") in {"builtins", "typing"}
    known: Any = _OF_CLASS if is_bare else _OF_GENERIC
    if not isinstance(key, type) or key in _LASTING:
        if not is_pythons:
            return _first_match(hint)
        known, key = _OF_FORM, (key, is_bare)
    found = known.get(key)
    if found is None:
        if known is _OF_CLASS and records.is_nothing_but_dataclass(key):
            found = records.DATACLASS_ROW  # the others take 5 us to say no
        else:
            found = _first_match(hint, BUILTIN if is_pythons else _OF_CLASSES)
        if found is not None:
            known[key] = found
    return found  # type: ignore[no-any-return]


def _first_match(hint: Hint, rows: tuple[TypeRule, ...] = BUILTIN) -> TypeRule | None:
    return next((rule for rule in rows if rule.matches(hint)), None)
