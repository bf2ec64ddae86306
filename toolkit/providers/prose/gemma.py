"""Calls as Gemma writes them: call:get_weather{city:<escape>Oslo<escape>,days:3}."""

from __future__ import annotations

import json
import re
from typing import Final

# FunctionGemma puts <escape> around texts, Gemma 4 <|"|>; small ones write quotes, or none at all. A text without an
# end takes all the rest, so that it is looked through once.
_TOKEN: Final = re.compile(
    r"""(?P<mark><escape>|<\|"\|>)(?P<text>.*?)(?:(?P=mark)|\Z)|(?P<json>"(?:[^"\\]|\\.)*+")"""
    r"""|(?P<single>'[^'\\\n]*+'(?=\s*+[,}\]:]))"""
    r"""|(?P<plain>[^\s{}\[\],:](?:(?!<escape>|<\|"\|>)[^{}\[\],:])*)|(?P<sign>[{}\[\],:])""",
    re.DOTALL,
)
_SCALAR: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_DEPTHS: Final = {"{": 1, "[": 1, "}": -1, "]": -1}


def gemma_json(text: str, start: int) -> tuple[str, int]:
    """The object that begins there, as JSON, and where it ends; -1 if it does not.

    >>> gemma_json("{city:<escape>Oslo<escape>,days:[1,2]}", 0)
    ('{"city":"Oslo","days":[1,2]}', 38)
    """
    written: list[str] = []
    depth = 0
    for token in _TOKEN.finditer(text, start):
        written.append(_as_json(token, text))
        depth += _DEPTHS.get(token["sign"] or "", 0)
        if depth == 0:
            return "".join(written), token.end()
    return "", -1


def _as_json(token: re.Match[str], text: str) -> str:
    """A token as JSON writes it; what stands before a colon is a name, whatever it looks like."""
    if token["text"] is not None:
        return json.dumps(token["text"])
    if token["single"] is not None:
        return json.dumps(token["single"][1:-1])
    plain = token["plain"]
    if plain is None:
        return token.group()
    is_name = text.startswith(":", token.end())
    plain = plain.strip()
    return plain if _SCALAR.fullmatch(plain) and not is_name else json.dumps(plain)
