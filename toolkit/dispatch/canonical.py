"""Checked JSON, compared, copied and digested; numbers keep the digits they were written with."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import Raised, attempt

if TYPE_CHECKING:
    from collections.abc import Callable


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
    return _written(value, sorted)


def as_written(value: Any) -> str:
    """A JSON value as text, its names in their own order; numbers keep the digits they were written with."""
    return _written(value, list)


def _written(value: Any, ordered: Callable[[dict[str, Any]], list[str]]) -> str:
    if isinstance(value, dict):
        members = [f"{json.dumps(name)}:{_written(value[name], ordered)}" for name in ordered(value)]
        return "{" + ",".join(members) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join([_written(each, ordered) for each in value]) + "]"
    written = getattr(value, "text", None)
    return written if isinstance(value, float) and isinstance(written, str) else json.dumps(value)
