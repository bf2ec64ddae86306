"""Checked JSON, compared, copied and digested; numbers keep the digits they were written with."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from toolkit.calling.guard import Raised, attempt


def arguments_digest(arguments: Any) -> str:
    """The SHA-256 of arguments: of a text as it is, of an object as JSON with sorted names."""
    text = arguments if type(arguments) is str else attempt(canonical, arguments)
    if isinstance(text, Raised):
        text = type(arguments).__name__
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def duplicate(value: Any) -> Any:
    """A copy of checked JSON; numbers keep the digits they were written with."""
    if isinstance(value, dict):
        return {name: duplicate(each) for name, each in value.items()}
    return [duplicate(each) for each in value] if isinstance(value, list) else value


def canonical(value: Any) -> str:
    """A JSON value as text that is the same for equal values; numbers keep the digits they were written with."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{canonical(value[name])}" for name in sorted(value)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(canonical, value)) + "]"
    written = getattr(value, "text", None)
    return written if isinstance(value, float) and isinstance(written, str) else json.dumps(value)
