"""Asks the person at the terminal whether a tool may run."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from toolkit.cli.streams import clean_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def approver(*, allow: bool) -> Callable[[Any], bool] | None:
    """What decides on calls that need a person: yes to all, the person at the terminal, or None where there is none."""
    if allow:
        return lambda _: True
    return asked if sys.stdin is not None and sys.stdin.isatty() else None


def asked(request: Any) -> bool:
    """Whether the person says yes to one call, which is shown whole."""
    print(f"Run {call_text(request.name, request.arguments)}? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in {"y", "yes"}


def call_text(name: str, arguments: Mapping[str, Any]) -> str:
    """A call as a person reads it.

    >>> call_text("pay", {"to": "Ann", "amount": 5})
    'pay(to="Ann", amount=5)'
    """
    values = ((_json(key)[1:-1], _json(value)) for key, value in arguments.items())
    return clean_json(f"{name}({', '.join(f'{key}={value}' for key, value in values)})")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
