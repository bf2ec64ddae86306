"""Numbers and arrays of NumPy, which tools return more often than their authors know.

They are known by where their classes live, so that nothing is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import BooleanType, FloatType, IntegerType, ParameterType
from toolkit.reading.fields import package_of
from toolkit.types.containers import dump_items
from toolkit.types.rules import TypeRule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk

# The bases of NumPy's classes of numbers, by which they are told apart.
_NUMBERS: Final[Mapping[str, ParameterType]] = {
    "bool": BooleanType(),
    "bool_": BooleanType(),
    "integer": IntegerType(),
    "floating": FloatType(),
}


def _bases(hint: Hint) -> set[str]:
    """The names of the classes of NumPy from which a class derives."""
    mro = getattr(hint.class_, "__mro__", ())
    return {each.__name__ for each in mro if package_of(each) == "numpy"}


def _is_number(hint: Hint) -> bool:
    bases = _bases(hint)
    # A span of time derives from integers.
    return not _NUMBERS.keys().isdisjoint(bases) and "timedelta64" not in bases


def _describe_number(hint: Hint, walk: Walk) -> ParameterType:
    return next(type_ for name, type_ in _NUMBERS.items() if name in _bases(hint))


def _load_number(hint: Hint, walk: Walk) -> Loader | None:
    """The class itself; of one that nothing can be an instance of directly, a number arrives as it was sent."""
    cls: Any = hint.type
    return None if cls.__new__ is object.__new__ and cls.__init__ is object.__init__ else cls


def _is_other(hint: Hint) -> bool:
    return not _bases(hint).isdisjoint(("generic", "ndarray"))


def _refuse_other(hint: Hint, walk: Walk) -> ParameterType:
    raise walk.undescribable(hint, cure="annotate list[float] or the like, and make the array in the function")


def _dump(value: Any, walk: Dumper) -> Any:
    """The items of an array, row by row; of anything else the value of Python that it stands for."""
    depth = getattr(value, "ndim", 0)
    if not depth:
        return walk.dump(_scalar(value))
    # Each takes two characters or more, so that no more of them are ever looked at.
    rows = value[: max(walk.room, 1)]
    # The rows of a matrix are matrices again.
    is_listed = (depth == 1 and _kind(value) not in _OF_TIME) or type(value).__name__ == "matrix"
    return dump_items(rows.tolist() if is_listed else rows, walk)


def _scalar(value: Any) -> Any:
    """The value of Python; a text for a time that Python has not, as one in nanoseconds."""
    found, kind = value.tolist(), _kind(value)
    if kind in _OF_TIME and isinstance(found, int):
        return str(value)
    if type(found) is type(value):  # a number longer than those of Python
        return complex(value) if kind == "c" else float(value)
    return found


def _kind(value: Any) -> str:
    """The letter for what an array or scalar holds (numpy.dtype.kind), "" if it does not say."""
    return str(getattr(getattr(value, "dtype", None), "kind", ""))


# Moments and spans.
_OF_TIME: Final = frozenset("Mm")


ROWS: Final = (
    TypeRule("number of NumPy", _is_number, _describe_number, _load_number, _dump),
    TypeRule("value of NumPy", _is_other, _refuse_other, lambda hint, walk: hint.type, _dump),
)
