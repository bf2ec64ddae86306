"""JSON values that came as Python objects -> copies of them, so that no tool reaches the caller's own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from toolkit.errors import CallError
from toolkit.schema.screening import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")

MAX_INTEGER_DIGITS: Final = 1000
_TOO_LONG: Final = 10**MAX_INTEGER_DIGITS
# Far more than a model writes in its own hand.
MAX_ODD_VALUES: Final = 100_000


class ExactNumber(float):
    """A number that remembers how it was written.

    Attributes:
        text: Its digits.
    """

    __slots__ = ("text",)
    text: str


def copied(value: Any, depth: int = 0, odd: Odd | None = None) -> Any:
    """A copy of a JSON value that came as Python objects.

    Args:
        value: The value.
        depth: How deep it stands.
        odd: Counts what containers of classes of their own give; None: none was met yet.

    Raises:
        CallError: Something in it is no JSON.
    """
    if value is None or isinstance(value, str | int):
        return _checked_scalar(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            refuse_constant(str(value))
        return value if type(value) is ExactNumber else float(value)
    if depth >= MAX_DEPTH:
        raise CallError(f"the arguments have more than {MAX_DEPTH} levels")
    if type(value) in {list, tuple}:
        return [copied(each, depth + 1, odd) for each in value]
    if type(value) is dict:
        return {_checked_name(name): copied(each, depth + 1, odd) for name, each in value.items()}
    odd = odd or Odd()
    if isinstance(value, list | tuple):
        return [copied(each, depth + 1, odd) for each in odd.counted(value)]
    if isinstance(value, Mapping):
        return {_checked_name(name): copied(each, depth + 1, odd) for name, each in odd.counted(value.items())}
    raise CallError(f"the arguments hold a value of type {type(value).__name__}, which JSON does not have")


class Odd:
    """How many values came out of containers that iterate as they please, for ever perhaps."""

    def __init__(self) -> None:
        self._left = MAX_ODD_VALUES

    def counted(self, values: Iterable[T]) -> Iterator[T]:
        """The values, as long as they are not too many.

        Raises:
            CallError: They are.
        """
        for value in values:
            self._left -= 1
            if self._left < 0:
                raise CallError(f"the arguments hold more than {MAX_ODD_VALUES:,} values")
            yield value


def _checked_scalar(value: Any) -> Any:
    """The text, number, boolean or None as a plain one: an IntEnum is the number that it stands for."""
    if isinstance(value, str):
        return _checked_text(str.__str__(value))
    if value is None or isinstance(value, bool):
        return value
    if not -_TOO_LONG < value < _TOO_LONG:
        raise CallError(f"an integer in the arguments has more than {MAX_INTEGER_DIGITS:,} digits")
    return int(value)


def _checked_text(text: str) -> str:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise CallError("the arguments hold half of a surrogate pair; write the character itself") from None
    return text


def _checked_name(name: Any) -> str:
    if not isinstance(name, str):
        raise CallError(f"the arguments hold a name of type {type(name).__name__}; names in JSON are texts")
    return _checked_text(str.__str__(name))


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities.

    Raises:
        CallError: Always.
    """
    raise CallError(f"{name} is no JSON; send a number, or null where the tool takes it")
