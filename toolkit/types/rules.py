"""TypeRule: how one family of Python types is described, loaded and dumped; and the users' own rules."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from toolkit.misfits import require_kinds
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.descriptor import ParameterType
    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.walk import Walk

Loader = Callable[[Any], Any]

# Classes whose values are JSON as they are, and short.
SCALARS: Final = frozenset({int, bool, type(None)})
# What a class may raise to refuse the values that it should be built from.
REFUSALS: Final = (ValueError, TypeError, ArithmeticError, LookupError, AssertionError, AttributeError)


class Refusal(ValueError):  # noqa: N818 - it is no fault of the program
    """A value that fits its schema and yet is refused by the type it should become.

    Attributes:
        faults: Pairs of a path, as property names and indexes from the outside in, and a text.
    """

    def __init__(self, faults: Iterable[tuple[tuple[str | int, ...], str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(text for _, text in self.faults))


def refusal_at(step: str | int, error: BaseException) -> Refusal:
    """The refusal of a value inside another one.

    Args:
        step: Name or index of the inner value.
        error: What its loader raised.
    """
    if isinstance(error, Refusal):
        return Refusal(((step, *path), text) for path, text in error.faults)
    return Refusal([((step,), refusal_text(error))])


def without_prefix(message: str) -> str:
    """What a validator says, without the words that pydantic puts in front."""
    return message.removeprefix("Value error, ").removeprefix("Assertion failed, ")


def refusal_text(error: BaseException) -> str:
    """What an exception of a class's own check says, in one line without the library's own words."""
    reports: Any = getattr(error, "errors", None)
    if callable(reports):  # pydantic's ValidationError lists its faults
        try:
            faults: Any = reports()
            return "; ".join(map(_fault_text, faults))
        except (TypeError, KeyError, ValueError):
            pass
    said = " ".join(_words(error).split())[:400]
    if isinstance(error, TypeError) and "unhashable type" in said:  # a set of whatever comes
        return "the items of a set must be texts, numbers, booleans or null"
    return said or "refused"


def _fault_text(fault: Any) -> str:
    """What one of pydantic's faults says, and before it the place in whatever was validated."""
    place = ".".join(map(str, fault["loc"]))
    return f"{place}: {without_prefix(str(fault['msg']))}" if place else without_prefix(str(fault["msg"]))


def _words(error: BaseException) -> str:
    """The message of an exception; validators of attrs hand over the attribute and the value behind it."""
    message = error.args[0] if error.args else ""
    if isinstance(error, KeyError) or (isinstance(message, str) and str(error) == str(error.args)):
        return str(message)
    return str(error)


class TypeRule(Record):
    """One row of the type table: three functions that must agree.

    Whatever `dump` makes, the described schema accepts, and `load` turns back into an equal value.

    Attributes:
        name: The family's name.
        matches: Whether the row is for a hint.
        describe: The hint's ParameterType; `walk.describe(inner)` describes what is inside.
        load: A function from checked JSON to the Python value, None to hand the JSON over as it is. It runs
            after validation and repeats none of it. It may raise ValueError, TypeError or its library's
            validation error for what a schema cannot say.
        dump: The value as JSON; `walk.dump(inner)` dumps what is inside.
    """

    name: str
    matches: Callable[[Hint], bool]
    describe: Callable[[Hint, Walk], ParameterType]
    load: Callable[[Hint, Walk], Loader | None]
    dump: Callable[[Any, Dumper], Any]


def as_it_is(hint: Hint, walk: Walk) -> None:
    """No loader: the JSON value is the Python value."""


def itself(value: Any, walk: Dumper) -> Any:
    """The value, which is JSON already."""
    return value


_LOCK: Final = threading.Lock()
_REGISTERED: Final[list[TypeRule]] = []


def register(rule: TypeRule) -> TypeRule:
    """Add a row to the type table; it is asked before those of the library, the newest first.

    Args:
        rule: The row; one with the name of an earlier registered row replaces it.

    Returns:
        The rule.

    Raises:
        MisuseError: It is no rule, or holds what cannot be called.
    """
    require_kinds("register", {"rule": "TypeRule"}, {"rule": rule})
    require_kinds(f"TypeRule {rule.name!r}", type(rule).all_hints(), dict(rule._items()))
    with _LOCK:
        _REGISTERED[:] = [rule, *(each for each in _REGISTERED if each.name != rule.name)]
    return rule


def registered() -> tuple[TypeRule, ...]:
    """The rows that users have added, the newest first."""
    return tuple(_REGISTERED)
