"""Python value -> JSON value, by the rows of the type table."""

from __future__ import annotations

import sys
from enum import Enum
from types import CoroutineType
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    NullType,
    ParameterType,
    StringType,
)
from toolkit.errors import MisuseError
from toolkit.media import Block
from toolkit.misfits import object_in_words
from toolkit.reading.annotations import Hint
from toolkit.record import MISSING
from toolkit.types.documents import is_json_number
from toolkit.types.keys import name_of_scalar
from toolkit.types.rules import REFUSALS, SCALARS, TypeRule, as_it_is, registered
from toolkit.types.table import builtin_rule
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# What members of an IntEnum or a StrEnum are as well.
_SCALAR_CLASSES: Final = (str, int, float)
MAX_DEPTH: Final = 64
MAX_NODES: Final = 100_000


class Dumper:
    """Dumps one value; it counts how deep and how large the value is.

    Args:
        rules: Rows that are asked before all others.
        max_chars: How long the JSON text has to become; what stands beyond may be left out. None: all of it.
        of_arguments: Whether the JSON is read again as arguments, where a class is read otherwise than it writes
            itself.

    Attributes:
        room: How many characters the text still lacks. Each value is charged with no more than it takes there; a row
            that dumps many stops when it is below zero.
        by_model: Writes a member of an enum, or bytes, as the model around it reads one; None outside of a model.
    """

    by_model: Callable[[Any], Any] | None = None

    def __init__(
        self, rules: Sequence[TypeRule] = (), max_chars: int | None = None, *, of_arguments: bool = False
    ) -> None:
        self.of_arguments = of_arguments
        self._first = (*rules, *registered())
        self._rules: dict[type, TypeRule] = {}
        self._read: dict[type, Any] = {}
        self._depth = 0
        self._nodes = 0
        # The brackets that are open are charged as if they were closed.
        self.room = sys.maxsize if max_chars is None else max_chars + 2 * MAX_DEPTH

    def dump(self, value: Any) -> Any:
        """The value as JSON: dict, list, str, int, float, bool or None.

        Raises:
            UndumpableError: Something in it has no JSON form, or it is deeper than 64 or larger than
                100,000 values.
        """
        kind = type(value)
        if kind is str:
            room = self.room = self.room - len(value) - 2
            return value if room >= 0 else value[:room]
        self.room -= 2
        if kind in SCALARS:
            return value
        if kind is float and not self._first and value - value == 0:  # which is so of no NaN and no infinity
            return value
        self._nodes += 1
        if self._depth >= MAX_DEPTH or self._nodes > MAX_NODES:
            limit = f"{MAX_DEPTH} levels" if self._depth >= MAX_DEPTH else f"{MAX_NODES:,} values"
            raise UndumpableError(f"the result has more than {limit}", is_of_whole=True)
        self._depth += 1
        try:
            dumped = self._rule_for(value).dump(value, self)
        finally:
            self._depth -= 1
        return self.dump(dumped) if type(dumped) is str else dumped

    def dump_key(self, key: Any) -> str:
        """A key of a mapping as the name of a member: a text as it is, else its JSON text."""
        if type(key) is str:
            return key
        dumped = self.dump(key)
        if dumped is None or isinstance(dumped, str | int | float):
            return name_of_scalar(dumped)
        raise UndumpableError(f"a key of type {type(key).__name__} is no name of a JSON object")

    def once(self, cls: type, read: Callable[[Hint], Any]) -> Any:
        """What a row reads of a class, read once."""
        if cls not in self._read:
            self._read[cls] = read(Hint(cls))
        return self._read[cls]

    def _rule_for(self, value: Any) -> TypeRule:
        cls = type(value)
        found = self._rules.get(cls)
        if found is None:
            hint = Hint(cls)
            found = next((rule for rule in self._first if rule.matches(hint)), None) or builtin_rule(hint)
            # A secret of pydantic writes asterisks for itself, which as an argument would be the secret.
            is_secret = self.of_arguments and hasattr(cls, "get_secret_value")
            if found is None and not self.of_arguments and brings_text(cls):
                found = _OWN_TEXT
            if found is None or cls is object or is_secret:
                raise UndumpableError(f"{cls.__name__} has no JSON form")
            self._rules[cls] = found
        return found


def brings_text(cls: type) -> bool:
    """Whether values of a class say themselves what a model reads; of media blocks that is a note alone."""
    return callable(getattr(cls, "text_for_llm", None)) and not issubclass(cls, Block)


def own_text(value: Any) -> str:
    """What a value says of itself by `text_for_llm()`.

    Raises:
        MisuseError: That is no text.
    """
    text = type(value).text_for_llm(value)
    if isinstance(text, str):
        return str.__str__(text)
    if isinstance(text, CoroutineType):
        text.close()  # or Python warns that nobody awaited it
    raise MisuseError(f"text_for_llm() of {type(value).__name__} gave {object_in_words(text)}, not a text")


# For values that no row is for: those that have one keep their structure inside of others.
_OWN_TEXT: Final = TypeRule(
    "text of its own",
    matches=lambda hint: hint.class_ is not None and brings_text(hint.class_),
    describe=lambda hint, walk: StringType(),
    load=as_it_is,
    dump=lambda value, walk: own_text(value),
)


def default_as_json(default: Any, type_: ParameterType, rules: Sequence[TypeRule] = ()) -> Any:
    """A default value as JSON, MISSING if JSON cannot hold it or the type does not admit it."""
    if default is MISSING:
        return MISSING
    try:
        dumped = Dumper(rules, of_arguments=True).dump(default)
    except (UndumpableError, *REFUSALS):
        return MISSING
    if dumped is None and (default is not None or not _admits_null(type_)):
        return MISSING
    if isinstance(default, Enum) and not isinstance(default, _SCALAR_CLASSES) and _is_scalar(type_):
        # It stands for something else, as that nothing was given (attrs.NOTHING).
        return MISSING
    return dumped if _is_encodable(dumped) else MISSING


def holds_object(value: Any) -> bool:
    """Whether there is an object in a JSON value, or it is one."""
    return isinstance(value, dict) or (isinstance(value, list) and any(map(holds_object, value)))


def _is_encodable(value: Any) -> bool:
    """Whether no text in a JSON value has half of a surrogate pair, which UTF-8 cannot hold, and no number is long."""
    if isinstance(value, dict):
        return all(map(_is_encodable, (*value, *value.values())))
    if isinstance(value, list):
        return all(map(_is_encodable, value))
    if isinstance(value, int):
        return is_json_number(value)
    return not isinstance(value, str) or value.isascii() or value.encode("utf-8", "ignore").decode() == value


def _is_scalar(type_: ParameterType) -> bool:
    """Whether values of a type are no members of an enum, but plain numbers, texts, booleans or null."""
    if isinstance(type_, AnyOfType):
        return all(map(_is_scalar, type_.options))
    return isinstance(type_, StringType | IntegerType | FloatType | BooleanType | NullType)


def _admits_null(type_: ParameterType) -> bool:
    if isinstance(type_, AnyOfType):
        return any(map(_admits_null, type_.options))
    return isinstance(type_, NullType | AnyType) or (isinstance(type_, EnumType) and None in type_.values)
