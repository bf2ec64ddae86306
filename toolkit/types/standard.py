"""Types of the standard library that are texts in JSON: dates, UUID, Decimal, Path, bytes and others.

Classes are known by where they live, so that no module is imported before a user has imported it.
"""

from __future__ import annotations

import math
import re
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import AnyOfType, FloatType, ParameterType, StringType
from toolkit.record import Record
from toolkit.types.durations import duration_text, parsed_duration
from toolkit.types.rules import TypeRule

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk


class Text(Record):
    """How one class is written as a text.

    Attributes:
        parse: The class and the text -> the value.
        write: The value -> the text.
        keywords: What the schema says of the text: format, contentEncoding, examples (JSON Schema 2020-12,
            Validation, sections 7 to 9).
    """

    parse: Callable[[Any, str], Any]
    write: Callable[[Any], str | None]
    keywords: dict[str, Any] = {}  # noqa: RUF012 - a record's default, never written to


def _datetime(cls: Any, text: str) -> Any:
    if not re.match(r"\S{8,10}[Tt ]\S", text):
        raise ValueError(f"{text[:40]!r} is no date with a time, such as 2031-05-06T07:08:09")
    return _from_iso(cls, text, "a date with a time, such as 2031-05-06T07:08:09")


def _date(cls: Any, text: str) -> Any:
    return _from_iso(cls, text, "a date, such as 2031-05-06")


def _time(cls: Any, text: str) -> Any:
    return _from_iso(cls, text, "a time of day, such as 07:08:09")


def _from_iso(cls: Any, text: str, wanted: str) -> Any:
    try:
        # RFC 3339, section 5.6, has t and z for T and Z, fromisoformat has not.
        return cls.fromisoformat(text.translate(_CAPITALS))
    except ValueError as error:
        # What Python says of a part of it helps; that it is no ISO format is said already.
        detail = "" if "isoformat" in str(error) else f" ({error})"
        raise ValueError(f"{text[:40]!r} is not {wanted}{detail}") from None


_CAPITALS: Final = str.maketrans("tz", "TZ")


def _called(wanted: str) -> Callable[[Any, str], Any]:
    """A parser that calls the class; its error says what was wanted."""

    def parse(cls: Any, text: str) -> Any:
        try:
            return cls(text)
        except (ValueError, ArithmeticError, LookupError, TypeError, OSError):
            raise ValueError(f"{text[:40]!r} is not {wanted}") from None

    return parse


# RFC 9562, section 4; uuid.UUID also takes braces, a URN, and hyphens wherever they stand.
_UUID: Final = r"[0-9A-Fa-f]{8}(-?)(?:[0-9A-Fa-f]{4}\1){3}[0-9A-Fa-f]{12}"


def _uuid(cls: Any, text: str) -> Any:
    if not re.fullmatch(_UUID, text):
        raise ValueError(f"{text[:40]!r} is not a UUID, such as 0f8fad5b-d9cb-469f-a165-70867728950e")
    return cls(text)


def _path(cls: Any, text: str) -> Any:
    from pathlib import Path  # noqa: PLC0415 - only tools with paths need it

    return _called("a path")(Path if cls.__name__ == "PathLike" else cls, text)


def _complex(cls: Any, text: str) -> Any:
    value = _called("a complex number, such as 1+2j")(cls, text)
    if not (math.isfinite(value.real) and math.isfinite(value.imag)):
        raise ValueError(f"{text[:40]!r} is not finite")
    return value


def _pattern(cls: Any, text: str) -> Any:
    try:
        return re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"{text[:40]!r} is no regular expression: {error}") from None


def _bytes(cls: Any, text: str) -> Any:
    import base64  # noqa: PLC0415 - only tools with bytes need it

    try:
        return cls(base64.b64decode(text.encode("ascii"), validate=True))
    except ValueError:
        raise ValueError("not base64 with padding (RFC 4648, section 4), such as aGVsbG8=") from None


def _base64(value: Any) -> str:
    import base64  # noqa: PLC0415 - only tools with bytes need it

    return base64.b64encode(bytes(value)).decode("ascii")


def _complex_text(value: complex) -> str | None:
    """The number; null if a part of it is NaN or infinite, as of a float."""
    is_finite = math.isfinite(value.real) and math.isfinite(value.imag)
    return str(complex(value)).strip("()") if is_finite else None


def _iso(value: Any) -> str:
    return str(value.isoformat())


def _path_text(value: Any) -> str:
    return value.as_posix() if type(value).__name__.startswith("PurePosix") else str(value)


def _pattern_text(value: Any) -> str:
    return value.pattern if isinstance(value.pattern, str) else value.pattern.decode("latin-1")


_TEXTS: Final[dict[tuple[str, str], Text]] = {
    ("datetime", "datetime"): Text(_datetime, _iso, {"format": "date-time"}),
    ("datetime", "date"): Text(_date, _iso, {"format": "date"}),
    ("datetime", "time"): Text(_time, _iso, {"format": "time"}),
    ("datetime", "timedelta"): Text(parsed_duration, duration_text, {"format": "duration"}),
    ("uuid", "UUID"): Text(_uuid, str, {"format": "uuid"}),
    ("pathlib", "PurePath"): Text(_path, _path_text),
    ("ipaddress", "IPv4Address"): Text(_called("an IPv4 address, such as 192.0.2.1"), str, {"format": "ipv4"}),
    ("ipaddress", "IPv6Address"): Text(_called("an IPv6 address, such as 2001:db8::1"), str, {"format": "ipv6"}),
    ("ipaddress", "IPv4Network"): Text(_called("an IPv4 network, such as 192.0.2.0/24"), str),
    ("ipaddress", "IPv6Network"): Text(_called("an IPv6 network, such as 2001:db8::/32"), str),
    ("ipaddress", "IPv4Interface"): Text(_called("an IPv4 interface, such as 192.0.2.1/24"), str),
    ("ipaddress", "IPv6Interface"): Text(_called("an IPv6 interface, such as 2001:db8::1/32"), str),
    ("zoneinfo", "ZoneInfo"): Text(_called("a time zone, such as Europe/Oslo"), str, {"examples": ["Europe/Oslo"]}),
    ("builtins", "bytes"): Text(_bytes, _base64, {"contentEncoding": "base64"}),
    ("builtins", "bytearray"): Text(_bytes, _base64, {"contentEncoding": "base64"}),
    ("builtins", "memoryview"): Text(
        lambda cls, text: cls(_bytes(bytes, text)), _base64, {"contentEncoding": "base64"}
    ),
    ("builtins", "complex"): Text(_complex, _complex_text, {"format": "complex", "examples": ["1+2j"]}),
    ("collections", "UserString"): Text(_called("a text"), str),
    ("re", "Pattern"): Text(_pattern, _pattern_text, {"format": "regex"}),
}


def _text_of(cls: type | None) -> Text | None:
    """The row of a class or of the nearest class that it derives from."""
    if cls is PathLike:  # what derives from it need not be made from a text
        return _TEXTS["pathlib", "PurePath"]
    for base in getattr(cls, "__mro__", ()):
        found = _TEXTS.get((base.__module__.partition(".")[0], base.__name__))
        if found is not None:
            return found
    return None


def _is_text(hint: Hint) -> bool:
    return _text_of(hint.class_) is not None


def _describe_text(hint: Hint, walk: Walk) -> ParameterType:
    text: Any = _text_of(hint.class_)
    return StringType(constraints=text.keywords)


def _load_text(hint: Hint, walk: Walk) -> Loader:
    text: Any = _text_of(hint.class_)
    parse, cls = text.parse, hint.class_
    if hint.arguments == (bytes,) and cls is re.Pattern:
        return lambda value: re.compile(parse(cls, value).pattern.encode())  # re.Pattern[bytes]
    return lambda value: parse(cls, value)


def _dump_text(value: Any, walk: Dumper) -> str | None:
    text: Any = _text_of(type(value))
    write = walk.by_model if "contentEncoding" in text.keywords else None
    written: str | None = (write or text.write)(value)
    return written


# -- exact numbers: a JSON number, or the same digits as a text


_EXACT: Final = {("decimal", "Decimal"), ("pydecimal", "Decimal"), ("fractions", "Fraction")}
# What Decimal and Fraction read, in ASCII and without underscores; an exponent so large that the number fits no memory
# is a fault.
_NUMERAL: Final = r"(?a)[+-]?(?:\d+/0*[1-9]\d*|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,6}))?)"
_MAX_EXPONENT: Final = 1000


def _is_exact_number(hint: Hint) -> bool:
    mro = getattr(hint.class_, "__mro__", ())
    return any((each.__module__.lstrip("_"), each.__name__) in _EXACT for each in mro)


def _describe_exact(hint: Hint, walk: Walk) -> ParameterType:
    return AnyOfType((FloatType(), StringType(constraints={"format": "decimal"})))


def _load_exact(hint: Hint, walk: Walk) -> Loader:
    cls: Any = hint.class_
    walk.needs_exact_numbers = True

    def load(value: Any) -> Any:
        # A number keeps the text it was sent with; repr is the shortest text that gives the same float.
        text = value.strip() if isinstance(value, str) else getattr(value, "text", None) or repr(value)
        found = re.fullmatch(_NUMERAL, text)
        if found is None or abs(int(found[1] or 0)) > _MAX_EXPONENT:
            raise ValueError(f"{text[:40]!r} is no number, such as 12.50")
        return _called("a number, such as 12.50")(cls, text)

    return load


def _dump_exact(value: Any, walk: Dumper) -> str | None:
    """The digits; null for NaN and the infinities, as for those of float."""
    return str(value) if getattr(value, "is_finite", lambda: True)() else None


ROWS: Final = (
    TypeRule("exact number", _is_exact_number, _describe_exact, _load_exact, _dump_exact),
    TypeRule("text", _is_text, _describe_text, _load_text, _dump_text),
)
