"""What may have been meant by a value that does not fit."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit.closeness import Names
from toolkit.record import MISSING
from toolkit.schema.kinds import EVERY_KIND
from toolkit.schema.wording import in_one_line, listed, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_SHOWN_CHARS: Final = 40
_JSON_CHARS: Final = 200
_LISTED: Final = 4
_BLANKS: Final = " \t\n\r"
# Text that begins otherwise holds no JSON but a text, which is no news; asking the decoder would cost an exception.
_BEGINNINGS: Final = frozenset("{[-0123456789tfnNI")
_SENT: Final = {"true": True, "false": False, "null": None, "NaN": float("nan"), "Infinity": float("inf")}
_PYTHON_WORDS: Final = {"True": True, "False": False, "None": None}
JSON_WORDS: Final = frozenset({*_SENT, *_PYTHON_WORDS})


def value_hint(value: Any, fits: Callable[[Any], bool], example: str = "", kinds: frozenset[str] = EVERY_KIND) -> str:
    """A hint at the same thing written otherwise, "" if it would not fit either.

    Args:
        value: What came.
        fits: Whether a value would be taken in its place.
        example: A text of the format that is wanted, "" if none is.
        kinds: The JSON types of what may be taken; what is of no such type is not tried.
    """
    if example and isinstance(value, int | float):
        return f"write it as text such as {example}"
    if isinstance(value, str):
        meant = _json_in(value)
        found = "" if meant is MISSING else _unquoted(meant, fits)
    elif isinstance(value, list):
        found = _as_item(value, fits)
    else:
        found = _as_text(value, fits) if "string" in kinds else ""
    if found or kinds.isdisjoint(_ARRAYS):
        return found
    if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
        return "send the array or object itself, not a text of it"
    return _as_array(value, fits) or _as_positions(value, fits)


# The values of an enum that are arrays may stand among its objects.
_ARRAYS: Final = frozenset({"array", "object"})


def name_hint(written: str, names: Names) -> str:
    """A hint at the name that was meant, "" if none is close."""
    return _meant(names.closest(written))


def sent_hint(missing: str, names: Names) -> str:
    """A hint at the name that was sent in the place of one that is missing, "" if none is close."""
    near = names.closest(missing)
    return "" if near is None else f"perhaps sent as {quoted(near, _SHOWN_CHARS)}"


def into_hint(names: Iterable[str], fits: bool) -> str:
    """A hint at properties that were sent beside the object that they are of, "" if they do not fit into it."""
    return f"put {listed((in_one_line(name, _SHOWN_CHARS) for name in names), most=_LISTED)} into it" if fits else ""


def _meant(near: str | None) -> str:
    return "" if near is None else f"did you mean {quoted(near, _SHOWN_CHARS)}?"


class Choices:
    """The choices of an enum, made ready to find the one that was meant.

    >>> units = Choices(["celsius", "fahrenheit"])
    >>> units.hint("Unit.CELSIUS"), units.hint("F")
    ('did you mean "celsius"?', 'did you mean "fahrenheit"?')
    """

    def __init__(self, choices: Iterable[Any]) -> None:
        self._texts = [choice for choice in choices if isinstance(choice, str)]
        self._names = Names(self._texts)

    def hint(self, value: Any) -> str:
        """A hint at the choice that was meant, "" if none is close."""
        if not isinstance(value, str) or not self._texts:
            return ""
        near = self._names.closest(value)
        if near is None and "." in value:
            near = self._names.closest(_member_name(value))
        return _meant(near or self._begun(value))

    def _begun(self, written: str) -> str | None:
        """The only choice that begins as the text does."""
        meant = written.strip().casefold()
        if meant[:1] not in self._beginnings:
            return None
        begun = [choice for folded, choice in self._folded if folded.startswith(meant)]
        return begun[0] if len(begun) == 1 else None

    @cached_property
    def _folded(self) -> list[tuple[str, str]]:
        return [(choice.casefold(), choice) for choice in self._texts]

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        """The first letters of the choices."""
        return frozenset(folded[0] for folded, _ in self._folded if folded)


def _member_name(written: str) -> str:
    """The name behind the last point, as Python writes a member of an Enum: RED of Color.RED."""
    return written.rpartition(".")[2] if written.replace(".", "_").isidentifier() else ""


def _unquoted(meant: Any, fits: Callable[[Any], bool]) -> str:
    """What text holds is the JSON that is wanted."""
    if not fits(meant):
        return ""
    if isinstance(meant, list | dict):
        return f"send the {'array' if isinstance(meant, list) else 'object'} itself, not as text"
    kind = "a number" if isinstance(meant, int | float) and not isinstance(meant, bool) else "a word of JSON"
    return f"{kind} in quotes: write {quoted(meant)} without them"


def _json_in(text: str) -> Any:
    """The JSON in a text, or a word that Python has for one of JSON; MISSING if there is none, or text again."""
    if len(text) > _JSON_CHARS:
        return MISSING
    if text in _PYTHON_WORDS:
        return _PYTHON_WORDS[text]
    inner = text.strip(_BLANKS)
    if inner[:1] not in _BEGINNINGS:
        return MISSING
    if inner.isalpha():
        return _SENT.get(inner, MISSING)
    try:
        return json.loads(inner)
    except (ValueError, RecursionError):
        return MISSING


def _as_text(value: Any, fits: Callable[[Any], bool]) -> str:
    """A number or a word of JSON where text is wanted."""
    if isinstance(value, dict) or value is None:
        return ""
    text = quoted(value)
    return f"put it in quotes: {json.dumps(in_one_line(text, _SHOWN_CHARS))}" if fits(text) else ""


def _as_array(value: Any, fits: Callable[[Any], bool]) -> str:
    """An item where an array of such items is wanted."""
    return "put it in an array" if not isinstance(value, list) and value is not None and fits([value]) else ""


def _as_positions(value: Any, fits: Callable[[Any], bool]) -> str:
    """The fields of an object where an array by position is wanted, as for a NamedTuple."""
    is_meant = isinstance(value, dict) and len(value) > 0 and fits(list(value.values()))
    return "send its values alone, in their order, as an array" if is_meant else ""


def _as_item(value: list[Any], fits: Callable[[Any], bool]) -> str:
    """An array of one item where the item is wanted."""
    return "send the item without the array" if len(value) == 1 and fits(value[0]) else ""
