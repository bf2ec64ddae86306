"""What the library was given where its hints want something of another kind, told where it has failed over it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType, NoneType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from toolkit.errors import MisuseError, ToolkitError

if TYPE_CHECKING:
    from types import CodeType

F = TypeVar("F", bound=Callable[..., Any])

# What a value of no sense ends in.
FAILURES: Final = (TypeError, AttributeError, ValueError)
_BRACKETS: Final = re.compile(r"\[[^\[\]]*\]")
# What the words in hints admit; those of a class admit its objects.
_KINDS: Final[Mapping[str, Any]] = {
    **{kind.__name__: kind for kind in (str, int, bool, bytes, type)},
    "float": (int, float),
    "None": NoneType,
    **dict.fromkeys(("Mapping", "dict", "Lock"), Mapping),
    # Where a tuple is said, whatever gives its items is taken.
    **dict.fromkeys(("Iterable", "Collection", "Sequence", "list", "tuple", "set", "frozenset"), Iterable),
    "Callable": Callable,
    **dict.fromkeys(("Any", "object"), object),
}
# What is surely no object of a class that is not known here.
_PLAIN: Final = (NoneType, bool, int, float, str, bytes, list, tuple, dict, set, ModuleType)


def tells_misfits(function: F) -> F:
    """The function; where it fails over an argument of a kind that its hints do not name, the error says so.

    It costs nothing more than a call, and only what fails is looked at.
    """
    code: CodeType = function.__code__

    @functools.wraps(function)
    def told(*values: Any, **named: Any) -> Any:
        try:
            return function(*values, **named)
        except FAILURES as error:
            given = {**dict(zip(code.co_varnames, values[: code.co_argcount], strict=False)), **named}
            holder = values[0] if values and code.co_varnames[0] in {"self", "cls"} else None
            owner = "" if holder is None else getattr(holder, "__name__", type(holder).__name__)
            place = owner if function.__name__ == "__init__" else f"{owner}.{function.__name__}".removeprefix(".")
            raise_misfit(error, place, function.__annotations__, given)
            raise

    return cast("F", told)


def raise_misfit(error: Exception, owner: str, hints: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Raise an error that tells the first value of another kind than its hint; nothing where the error is our own.

    Args:
        error: What was raised.
        owner: Of what.
        hints: What each value should be, as it is written.
        given: The values.

    Raises:
        MisuseError: One is none of what its hint names.
    """
    if isinstance(error, ToolkitError):
        return
    said = str(error)
    for name, value in given.items():
        if name in hints and not _is_of(value, str(hints[name]), is_blamed=f"'{type(value).__name__}' object" in said):
            raise _misfit(owner, name, value, hints[name]) from error


def require_kinds(owner: str, hints: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Refuse the first value of another kind than its hint; the arguments are those of `raise_misfit`.

    Raises:
        MisuseError: One is none of what its hint names.
    """
    for name, value in given.items():
        if not _is_of(value, str(hints[name]), is_blamed=True):
            raise _misfit(owner, name, value, hints[name])


def _misfit(owner: str, name: str, value: Any, hint: Any) -> MisuseError:
    return MisuseError(f"{owner}: {name} is {object_in_words(value)}; give {hint}")


def _is_of(value: Any, hint: str, *, is_blamed: bool) -> bool:
    """Whether a value may be what a hint says, as far as that can be told from its words.

    Args:
        value: The value.
        hint: The hint.
        is_blamed: Whether it is surely at fault that a value of its class is there; a word that is not known may be an
            alias.
    """
    while "[" in hint:
        hint, before = _BRACKETS.sub("", hint), hint
        if hint == before:
            return True
    words = [word.strip() for word in hint.split("|")]
    if any(isinstance(value, _KINDS[word]) for word in words if word in _KINDS):
        return True
    unknown = [word for word in words if word not in _KINDS]
    if not unknown or (is_blamed and isinstance(value, _PLAIN)):
        return not {each.__name__ for each in type(value).__mro__}.isdisjoint(unknown)
    return True


def object_in_words(value: Any) -> str:
    """What a value is to who writes Python, in words that hold nothing of it; its own code does not run."""
    kind = type(value)
    if value is None or issubclass(kind, type):
        return "None" if value is None else f"the class {value.__name__}"
    name = kind.__name__
    return f"{'an' if name[0] in 'aeiouAEIO' else 'a'} {name}"
