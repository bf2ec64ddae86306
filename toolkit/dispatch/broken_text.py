"""The rungs of full repair that read text which is no JSON: fences around it, slips of its syntax."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.decoding import from_json_text
from toolkit.calling.guard import attempt
from toolkit.dispatch.rungs import Mended
from toolkit.doubts import log_doubt
from toolkit.errors import install_command

if TYPE_CHECKING:
    from collections.abc import Iterator

# A text that is all one code fence of Markdown, and what is in it.
_FENCE: Final = re.compile(r"\A\s*```[A-Za-z0-9_-]*[ \t]*\r?\n?(.*?)\r?\n?[ \t]*```\s*\Z", re.DOTALL)
# The name of a member of an object, in quotes of any kind or none.
_NAME: Final = re.compile(r"""[{,]\s*["']?([^"'\s:{},]+)["']?\s*:""")
# A text in quotes of either kind; one that does not end takes all the rest, so that it is looked through once.
_TEXT: Final = re.compile(r"""'(?:[^'\\]|\\.)*+(?:'|\Z)|"(?:[^"\\]|\\.)*+(?:"|\Z)""", re.DOTALL)
# The quotes of typography, and a text between two of them.
_QUOTES: Final = "\u201c\u201d\u201e\u201f\u00ab\u00bb"
_TYPESET: Final = re.compile(rf'({_TEXT.pattern})|[{_QUOTES}]([^"\\{_QUOTES}]*+)[{_QUOTES}]', re.DOTALL)
# What leaves its sense open outside of texts: other quotes, three dots for something left out, and 1,000 or 1 000, one
# number or two.
_OPEN: Final = re.compile(rf"[`\u2018\u2019{_QUOTES}]|\.\.\.|\b0\d|\d\s+\d")
_MAX_SYNTAX_CHARS: Final = 100_000


def without_fence(text: str) -> Mended | None:
    """JSON inside a Markdown code fence."""
    found = _FENCE.match(text)
    inner = None if found is None else found[1]
    value = from_json_text(inner)
    return None if value is inner else Mended(value, "code_fence", "the code fence around the JSON was taken off")


def with_syntax_mended(text: str) -> Mended | None:
    """An object in almost-JSON: other quotes, a comma too many, a bracket too few (json-repair, if it is there).

    Text that breaks off is none, also where the bracket at its end is part of a text: who can say what its last value
    would have been?
    """
    fenced = _FENCE.match(text)
    text = (fenced.group(1) if fenced else text).strip()
    if not (text.startswith("{") and text.endswith("}")) or len(text) > _MAX_SYNTAX_CHARS:
        return None
    sent, text = text, _TYPESET.sub(lambda found: found[1] or f'"{found[2]}"', text)
    outside = _TEXT.sub("", text)
    if not outside.endswith("}") or _OPEN.search(outside):
        return None
    try:
        import json_repair  # noqa: PLC0415 - optional
    except ImportError:
        _say_what_is_missing()
        return None
    value = attempt(json_repair.loads, text)
    if not (isinstance(value, dict) and _is_said(value, sent) and _is_all(value, text) and _is_kept(value, text)):
        return None
    return Mended(value, "syntax", "the JSON was mended")


def _is_said(value: Any, text: str) -> bool:
    """Whether every text in a mended value stands in what was sent: a missing value must not be made up."""
    said = (*_names(value), *_texts(value))
    return all('""' in text or "''" in text if each == "" else each in text for each in said)


def _is_all(value: Any, text: str) -> bool:
    """Whether a mended value names each member as often as what was sent: json-repair keeps the last of two."""
    kept = Counter(_names(value))
    return all(kept[name] >= count for name, count in Counter(_NAME.findall(text)).items() if name in kept)


def _is_kept(value: Any, text: str) -> bool:
    """Whether every text that was sent in quotes stands in a mended value: json-repair drops what has no name."""
    sent, kept = [each[1:-1] for each in _TEXT.findall(text)], _texts(value)
    names, texts = {*_names(value)}, "\n".join(kept)
    is_each_kept = all("\\" in each or each in names or each in texts for each in sent)
    return is_each_kept and kept.count("") >= sent.count("")


def _texts(value: Any) -> list[str]:
    return [each for each in _all_values(value) if isinstance(each, str)]


def _names(value: Any) -> list[str]:
    return [name for each in _all_values(value) if isinstance(each, dict) for name in each]


def _all_values(value: Any) -> Iterator[Any]:
    """The value and every value inside it."""
    yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _all_values(each)


@cache
def _say_what_is_missing() -> None:
    """Warn, once in a process."""
    words = 'repair="full" mends broken JSON where json-repair is installed: %s'
    log_doubt(words, install_command("repair"), logger="toolkit.dispatch")


TEXT_RUNGS: Final = (without_fence, with_syntax_mended)
