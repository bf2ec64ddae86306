"""The arguments of a call -> one JSON object, strictly (RFC 8259, and I-JSON, RFC 7493)."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.copying import MAX_INTEGER_DIGITS, ExactNumber, copied, refuse_constant
from toolkit.calling.swift_json import is_shallow, swift_value
from toolkit.calls import Repair
from toolkit.errors import CallError
from toolkit.misfits import object_in_words
from toolkit.record import MISSING
from toolkit.schema.screening import MAX_DEPTH, may_be_deep

if TYPE_CHECKING:
    from collections.abc import Iterator

# The brackets of a JSON text; its texts come first, as brackets in them are none.
_BRACKETS: Final = r'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]'
# Half of a surrogate pair, escaped or as it is.
_SURROGATE: Final = r"\\u[dD][89a-fA-F]|[\ud800-\udfff]"
# Only a text with something like this can hold a number beyond float or beyond the bound on digits.
_LONG_NUMBER: Final = r"(?<![0-9])[0-9]{300}|[0-9][eE]\+?[0-9]{3}"


def decoded(
    arguments: object, max_chars: int, *, exact: bool = False, repairing: bool = True
) -> tuple[dict[str, Any], tuple[Repair, ...]]:
    """The arguments object, and what had to be mended.

    Args:
        arguments: JSON text, an object, or None for none.
        max_chars: How long a text may be, in characters.
        exact: Whether numbers with a fraction keep their digits.
        repairing: Whether a text that was encoded twice is taken.

    Raises:
        CallError: They are no JSON object; kind malformed_call.
    """
    if isinstance(arguments, bytes | bytearray):
        arguments = _text_from_bytes(arguments)
    if arguments is None:
        return {}, ()
    if isinstance(arguments, str):
        return _from_text(arguments, max_chars, exact=exact, repairing=repairing)
    if isinstance(arguments, Mapping):
        return copied(arguments), ()
    raise CallError(f"the arguments must be a JSON object, not {_kind(arguments)}; send one JSON object")


def _text_from_bytes(arguments: bytes | bytearray) -> str:
    try:
        return bytes(arguments).decode("utf-8")
    except UnicodeDecodeError as error:
        raise CallError(f"the arguments are no JSON: not UTF-8 at byte {error.start}") from None


def _from_text(text: str, max_chars: int, *, exact: bool, repairing: bool) -> tuple[dict[str, Any], tuple[Repair, ...]]:
    value = _value(text, max_chars, exact=exact)
    if repairing and isinstance(value, str) and (value.lstrip()[:1] == "{" or value.strip() in {"", "null"}):
        # Some models encode the arguments twice; one wrapping is taken off, never two.
        inner = _value(value, max_chars, exact=exact)
        return inner or {}, (Repair("", "encoded_twice", "the JSON text was encoded twice"),)
    if value is None:
        return {}, ()
    if isinstance(value, dict):
        return value, ()
    raise CallError(f"the arguments must be a JSON object, not {_kind(value)}; send one JSON object")


def _value(text: str, max_chars: int, *, exact: bool) -> Any:
    if len(text) > max_chars:
        raise CallError(f"the arguments have {len(text):,} characters; at most {max_chars:,} are taken")
    if not text or text.isspace():
        return None
    return json_value(text, exact=exact)


def json_value(text: str, *, exact: bool = False) -> Any:
    """The value of a JSON text.

    Raises:
        CallError: It is no JSON, or JSON that no two readers read alike: duplicate names, NaN, numbers beyond
            float, half surrogates, more than 64 levels. The message names JSON and the position.
    """
    value = MISSING if exact else swift_value(text)
    if value is not MISSING and (not may_be_deep(text) or is_shallow(value)):
        return value
    return _strict_value(text, exact=exact)


def from_json_text(value: Any) -> Any:
    """The value that a JSON text says; a text that is no JSON stands for itself, as does all that is no text.

    >>> from_json_text("[1, 2]"), from_json_text("hello")
    ([1, 2], 'hello')
    """
    if not isinstance(value, str):
        return value
    try:
        return json_value(value, exact=True)
    except CallError:
        return value


def _strict_value(text: str, *, exact: bool) -> Any:
    """The value of a JSON text by the decoder of Python, which says what is wrong.

    Raises:
        CallError: As json_value raises it.
    """
    if text.startswith("\ufeff"):
        raise CallError("the arguments are no JSON: a byte order mark at char 0; send the text without it")
    if may_be_deep(text):
        require_shallow(text)
    decoder = _EXACT_DECODER if exact else _CAREFUL_DECODER if re.search(_LONG_NUMBER, text) else _DECODER
    try:
        value = decoder.decode(text)
    except json.JSONDecodeError as error:
        found = text[error.pos : error.pos + 20]
        near = f" near {found!r}" if found else " at its end"
        said = error.msg.removesuffix(" at")  # as that of a control character ends
        raise CallError(
            f"the arguments are no valid JSON: {said} at line {error.lineno} column {error.colno}"
            f" (char {error.pos}){near}; {_advice(text, error)}send one JSON object"
        ) from None
    if re.search(_SURROGATE, text):
        _require_encodable(value)
    return value


def _advice(text: str, error: json.JSONDecodeError) -> str:
    """What the author of a text has to change, "" where that is not plain."""
    before, behind = text[: error.pos].rstrip(), text[error.pos :].lstrip()
    if not behind or error.msg.startswith("Unterminated"):
        return "the text ends too soon: it was cut off, or a closing quote or bracket is missing; "
    # Since Python 3.13 a comma before a bracket is reported at the comma.
    if (behind[0] in "]}" and before.endswith(",")) or re.match(r",\s*[\]}]", behind):
        return "leave out the comma before the closing bracket; "
    if error.msg == "Extra data" and re.match(r",?\s*\{", behind):
        return "make a call of its own for each object; "
    said = next((advice for message, advice in _ADVICE_BY_MESSAGE if error.msg.startswith(message)), "")
    return said or next((advice for pattern, advice in _ADVICE if re.match(pattern, behind)), "")


_ADVICE_BY_MESSAGE: Final = (
    ("Invalid control character", r"write \n for a line break in a text, \t for a tab; "),
    ("Invalid \\escape", r"write \\ for a backslash; "),
    ("Extra data", "leave out what stands behind the object; "),
)
# By what stands where the text stops being JSON.
_ADVICE: Final = (
    ("'", 'write double quotes ("), not single ones; '),
    (r"(?:True|False|None)\b", "write true, false and null, not True, False and None of Python; "),
    (r"//|/\*|#", "leave out the comments; "),
    ("```", "leave out the code fence; "),
    (r"[A-Za-z_$][\w$-]*\s*:", "write names in double quotes; "),
)


def require_shallow(text: str) -> None:
    """Refuse a text that nests deeper than 64 levels.

    Raises:
        CallError: It does.
    """
    for depth, found in brackets(text):
        if depth > MAX_DEPTH:
            raise CallError(f"the JSON has more than {MAX_DEPTH} levels at char {found.start()}")


def brackets(text: str, start: int = 0) -> Iterator[tuple[int, re.Match[str]]]:
    """The brackets of a JSON text from there on, each with how many are open behind it."""
    depth = 0
    for found in re.compile(_BRACKETS).finditer(text, start):
        mark = found[0]
        if mark in "[]{}":
            depth += 1 if mark in "[{" else -1
            yield depth, found


def _require_encodable(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise CallError("the JSON holds half of a surrogate pair; write the character itself") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise CallError(f"the JSON has the name {twice[:80]!r} twice in one object; send it once")
    return made


def _float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise CallError(f"the number {text[:40]} in the JSON is beyond the range of float")
    return number


def _exact_float(text: str) -> float:
    number = ExactNumber(_float(text))
    number.text = text
    return number


def _int(text: str) -> int:
    digits = len(text.removeprefix("-"))
    if digits > MAX_INTEGER_DIGITS:
        raise CallError(f"an integer in the JSON has {digits:,} digits; at most {MAX_INTEGER_DIGITS:,} are taken")
    return int(text)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=refuse_constant)
_CAREFUL_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=refuse_constant, parse_float=_float, parse_int=_int
)
_EXACT_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=refuse_constant, parse_float=_exact_float, parse_int=_int
)


def _kind(value: object) -> str:
    """What a JSON value is, in words."""
    names: dict[type, str] = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        ExactNumber: "a number",
        str: "a text",
        list: "an array",
        tuple: "an array",
    }
    return names.get(type(value), object_in_words(value))
