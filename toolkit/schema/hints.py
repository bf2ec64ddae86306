"""What may have been meant by a value that does not fit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from toolkit.schema.closeness import closest
from toolkit.schema.wording import quoted, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_SHOWN_CHARS: Final = 40
_JSON_CHARS: Final = 200
_PYTHON_WORDS: Final = {"True": True, "False": False, "None": None}


# A text of each form that a number is sent for (RFC 3339, 5.6 and appendix A).
_FORMS: Final = {
    "date-time": "2031-05-06T07:08:09",
    "date": "2031-05-06",
    "time": "07:08:09",
    "duration": "PT1H",
}


def value_hint(value: Any, fits: Callable[[Any], bool], formats: Iterable[Any] = ()) -> str:
    """A hint at the same thing written otherwise, "" if it would not fit either.

    Args:
        value: What came.
        fits: Whether a value would be taken in its place.
        formats: The formats of the texts that are wanted.
    """
    form = next((_FORMS[each] for each in formats if each in _FORMS), "")
    if form and isinstance(value, int | float):
        return f"write it as text such as {form}"
    for hint in (_unquoted, _as_text, _as_array, _as_item):
        found = hint(value, fits)
        if found:
            return found
    return ""


def name_hint(written: str, names: Iterable[str]) -> str:
    """A hint at the name that was meant, "" if none is close."""
    near = closest(written, names)
    return f"did you mean {quoted(near, _SHOWN_CHARS)}?" if near is not None else ""


def choice_hint(value: Any, choices: Iterable[Any]) -> str:
    """A hint at the choice that was meant, "" if none is close.

    >>> choice_hint("Unit.CELSIUS", ["celsius", "fahrenheit"]), choice_hint("F", ["celsius", "fahrenheit"])
    ('did you mean "celsius"?', 'did you mean "fahrenheit"?')
    """
    if not isinstance(value, str):
        return ""
    texts = [choice for choice in choices if isinstance(choice, str)]
    return name_hint(value, texts) or name_hint(_member_name(value), texts) or _begun_hint(value, texts)


def _member_name(written: str) -> str:
    """The name behind the last point, as Python writes a member of an Enum: RED of Color.RED."""
    return written.rpartition(".")[2] if written.replace(".", "_").isidentifier() else ""


def _begun_hint(written: str, choices: list[str]) -> str:
    """A hint at the only choice that begins as the text does."""
    meant = written.strip().casefold()
    begun = [choice for choice in choices if choice.casefold().startswith(meant)] if meant else []
    return f"did you mean {quoted(begun[0], _SHOWN_CHARS)}?" if len(begun) == 1 else ""


def _unquoted(value: Any, fits: Callable[[Any], bool]) -> str:
    """Text that holds the JSON that is wanted."""
    if not isinstance(value, str) or len(value) > _JSON_CHARS:
        return ""
    try:
        meant = _PYTHON_WORDS[value] if value in _PYTHON_WORDS else json.loads(value)
    except (ValueError, RecursionError):
        return ""
    if isinstance(meant, str) or not fits(meant):
        return ""
    if isinstance(meant, list | dict):
        return f"send the {'array' if isinstance(meant, list) else 'object'} itself, not as text"
    kind = "a number" if isinstance(meant, int | float) and not isinstance(meant, bool) else "a word of JSON"
    return f"{kind} in quotes: write {quoted(meant)} without them"


def _as_text(value: Any, fits: Callable[[Any], bool]) -> str:
    """A number or a word of JSON where text is wanted."""
    if isinstance(value, str | list | dict) or value is None:
        return ""
    text = quoted(value)
    return f"put it in quotes: {json.dumps(shortened(text, _SHOWN_CHARS))}" if fits(text) else ""


def _as_array(value: Any, fits: Callable[[Any], bool]) -> str:
    """An item where an array of such items is wanted."""
    return "put it in an array" if not isinstance(value, list) and value is not None and fits([value]) else ""


def _as_item(value: Any, fits: Callable[[Any], bool]) -> str:
    """An array of one item where the item is wanted."""
    return "send the item without the array" if isinstance(value, list) and len(value) == 1 and fits(value[0]) else ""
