"""Regular expressions: an author's own by Python's engine, foreign ones by RE2, which takes linear time.

The only importer of re2.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError
from toolkit.reading.fields import compiled

if TYPE_CHECKING:
    from collections.abc import Iterator

Search = Callable[[str], Any]

# The long names of the general categories (Unicode Standard Annex 44, table 12); RE2 knows the short ones.
_LONG_NAMES: Final = """
    letter=L cased_letter=L uppercase_letter=Lu lowercase_letter=Ll titlecase_letter=Lt modifier_letter=Lm
    other_letter=Lo mark=M combining_mark=M nonspacing_mark=Mn spacing_mark=Mc enclosing_mark=Me number=N
    decimal_number=Nd digit=Nd letter_number=Nl other_number=No punctuation=P punct=P connector_punctuation=Pc
    dash_punctuation=Pd open_punctuation=Ps close_punctuation=Pe initial_punctuation=Pi final_punctuation=Pf
    other_punctuation=Po symbol=S math_symbol=Sm currency_symbol=Sc modifier_symbol=Sk other_symbol=So separator=Z
    space_separator=Zs line_separator=Zl paragraph_separator=Zp control=Cc cntrl=Cc format=Cf private_use=Co
"""
_CATEGORIES: Final[dict[str, str]] = dict(re.findall(r"(\w+)=(\w+)", _LONG_NAMES))
# Escapes of ECMA-262 that RE2 writes otherwise; any other escape is matched so that it is stepped over.
_ESCAPE: Final = (
    r"(?s)\\(?:(?P<sign>[pP])\{(?:[A-Za-z_]+=)?(?P<name>\w+)\}|u\{(?P<point>[0-9A-Fa-f]{1,6})\}"
    r"|u(?P<high>[dD][89abAB][0-9A-Fa-f]{2})\\u(?P<low>[dD][c-fC-F][0-9A-Fa-f]{2})"
    r"|u(?P<unit>[0-9A-Fa-f]{4})|c(?P<control>[A-Za-z])|.)"
)
# A parenthesis or a bar; what may hold one that is none, an escape or a set, is matched so that it is stepped over.
_MARK: Final = r"(?s)\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]"
# Each is one more search of every text.
_MOST_AHEAD: Final = 8


def author_pattern(pattern: str) -> Search:
    """The search of a pattern that the tool's own author wrote.

    Raises:
        DefinitionError: It is no regular expression.
    """
    try:
        return compiled(pattern).search
    except re.error as error:
        raise DefinitionError(f"the pattern {pattern[:60]!r} is no regular expression: {error}") from None


def foreign_pattern(pattern: str) -> Search:
    """The search of a pattern that another party wrote, in time linear in the text.

    RE2 looks neither ahead nor behind. What a pattern looks ahead for at the beginning of the text is searched for by
    itself.

    Raises:
        DefinitionError: RE2 cannot compile it: it looks ahead elsewhere or behind, refers back, or is broken; or there
            is no RE2.
    """
    try:
        import re2  # noqa: PLC0415
    except ImportError:
        raise DefinitionError(
            f"the pattern {pattern[:60]!r} of another party is searched for by RE2, which is not installed",
            cure="pip install google-re2; or leave the pattern out of the schema",
        ) from None
    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    try:
        parts = [(re2.compile(rewritten(each), options), is_wanted) for each, is_wanted in _parts(pattern)]
    except (re2.error, UnicodeEncodeError):
        raise DefinitionError(
            f"the pattern {pattern[:60]!r} cannot be searched for in linear time",
            cure="write it without looking behind, or ahead but at its beginning, without references back, and with "
            "repetitions up to 1000",
        ) from None

    def search(text: str) -> Any:
        encoded, found = text.encode(errors="replace"), None
        for part, is_wanted in parts:
            found = part.search(encoded)
            if (found is not None) is not is_wanted:
                return None
        return found

    return search


def _parts(pattern: str) -> list[tuple[str, bool]]:
    r"""The patterns that have to be found, and those that must not be; the last one has to be.

    >>> _parts(r"^(?!-)(?=.*@)\S+$") == [("^(?:-)", False), ("^(?:.*@)", True), (r"^(?:\S+$)", True)]
    True
    """
    parts: list[tuple[str, bool]] = []
    start = 1
    while pattern.startswith("^") and pattern.startswith(("(?=", "(?!"), start) and len(parts) < _MOST_AHEAD:
        end = next((place for place, depth, _ in _marks(pattern, start) if depth == 0), -1)
        if end < 0:
            return [(pattern, True)]
        parts.append((f"^(?:{pattern[start + 3 : end]})", pattern[start + 2] == "="))
        start = end + 1
    # Behind a choice of the whole, what stands in front holds no longer.
    if not parts or any(depth == 0 and mark == "|" for _, depth, mark in _marks(pattern, start)):
        return [(pattern, True)]
    return [*parts, (f"^(?:{pattern[start:]})", True)]


def _marks(pattern: str, start: int) -> Iterator[tuple[int, int, str]]:
    """Where each parenthesis and bar stands from there on, and how deep in groups one is behind it."""
    depth = 0
    for match in re.compile(_MARK).finditer(pattern, start):
        mark = match[0]
        if mark in "()|":
            depth += (mark == "(") - (mark == ")")
            yield match.start(), depth, mark


def rewritten(pattern: str) -> str:
    r"""The pattern with the escapes of ECMA-262 in RE2's spelling.

    >>> print(rewritten(r"^\p{Letter}\u0041$"))
    ^\p{L}\x{0041}$
    """
    return re.sub(_ESCAPE, _escape, pattern)


def _escape(match: re.Match[str]) -> str:
    found = match.groupdict()
    if found["name"]:
        return f"\\{found['sign']}{{{_CATEGORIES.get(found['name'].lower(), found['name'])}}}"
    if found["high"]:
        high, low = int(found["high"], 16), int(found["low"], 16)
        return f"\\x{{{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):X}}}"
    if found["control"]:
        return f"\\x{{{ord(found['control']) % 32:X}}}"
    unit = found["point"] or found["unit"]
    return f"\\x{{{unit}}}" if unit else match[0]
