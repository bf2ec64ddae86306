"""Two locks side by side: what has changed for those who call the tools and those who read their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

from toolkit.descriptor import same_json
from toolkit.errors import DefinitionError
from toolkit.quality.change import Change, Kind
from toolkit.quality.differences import Typed, differences
from toolkit.quality.direction import ARGUMENTS, IN_DOUBT, RESULT
from toolkit.quality.lockfile import required_lock
from toolkit.types.foreign import descriptor_from_schema, type_from_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from toolkit.quality.direction import Direction
    from toolkit.quality.lockfile import Lock

    Entry = Mapping[str, Any]

_ORDER: Final = get_args(Kind)
# The value of each hint that promises least harm. Whoever relied on it is let down when it is taken back.
_HARMLESS: Final[Mapping[str, Any]] = {"read_only": True, "destructive": False, "idempotent": True, "open_world": False}


def changes(was: Lock, now: Lock) -> tuple[Change, ...]:
    """What differs between two locks, the gravest first; nothing for order, layout, or the same in other words.

    >>> from toolkit import Tool
    >>> from toolkit.quality import lock
    >>> number = {"properties": {"n": {"type": "number"}}}
    >>> was = lock([Tool.declare("half", "Halve it.", number)])
    >>> now = lock([Tool.declare("half", "Halve it.", {"properties": {"n": {"type": "integer"}}})])
    >>> [(each.kind, each.place, each.what) for each in changes(was, now)]
    [('breaking', 'arguments.n', 'type narrowed')]

    Args:
        was: A lock, as `lock` makes it and `read_lock` reads it.
        now: Another one.

    Raises:
        DefinitionError: One of them is no lock.
    """
    found = [*_tools(required_lock(was)["tools"], required_lock(now)["tools"])]
    return tuple(sorted(found, key=lambda each: (_ORDER.index(each.kind), each.tool)))


def _tools(was: Mapping[str, Entry], now: Mapping[str, Entry]) -> Iterator[Change]:
    come = {name: entry for name, entry in now.items() if name not in was}
    for name in (each for each in was if each not in now):
        heir = next((each for each, entry in come.items() if _is_same_but_for_name(was[name], entry)), None)
        yield Change("breaking", name, "", "tool renamed" if heir else "tool removed", name, heir)
        come.pop(heir or "", None)
    for name in come:
        yield Change("compatible", name, "", "tool added", None, name)
    for name in (each for each in was if each in now):
        yield from _entries(name, was[name], now[name])


def _is_same_but_for_name(was: Entry, now: Entry) -> bool:
    return all(was[part] == now[part] for part in ("description", "input_schema", "output_schema"))


def _entries(name: str, was: Entry, now: Entry) -> Iterator[Change]:
    if was["description"].split() != now["description"].split():
        yield Change("behaviour", name, "description", "description changed", was["description"], now["description"])
    yield from _hints(name, was["hints"], now["hints"])
    yield from _schemas(name, was["input_schema"], now["input_schema"], ARGUMENTS)
    yield from _results(name, was["output_schema"], now["output_schema"])


# -- hints


def _hints(name: str, was: Entry, now: Entry) -> Iterator[Change]:
    for hint in sorted(was.keys() | now.keys()):
        old, new = was.get(hint), now.get(hint)
        if not same_json(old, new):
            yield Change(_hint_kind(hint, old, new), name, f"hints.{hint}", f"{hint} changed", old, new)


def _hint_kind(hint: str, was: Any, now: Any) -> Kind:
    """What it means to those who go by the hint."""
    if hint == "approval":
        # Where more calls wait, their callers are held up; where fewer do, what a person was to prevent happens.
        return "breaking"
    if hint not in _HARMLESS:
        return "behaviour"
    if was is _HARMLESS[hint] or (hint, now) == ("destructive", True):
        return "breaking"
    return "compatible" if now is _HARMLESS[hint] else "behaviour"


# -- schemas


def _results(name: str, was: Any, now: Any) -> Iterator[Change]:
    if was is not None and now is not None:
        yield from _schemas(name, was, now, RESULT)
    elif was != now:
        is_gone = now is None
        what = "result no longer described" if is_gone else "result now described"
        yield Change("breaking" if is_gone else "compatible", name, "result", what, was, now)


def _schemas(name: str, was: Any, now: Any, direction: Direction) -> Iterator[Change]:
    if same_json(was, now):
        return
    read = _READERS[direction.root]
    try:
        sides = read(was, name), read(now, name)
    except DefinitionError:
        # A tool's own generator may write what is no JSON Schema.
        yield Change("breaking", name, direction.root, IN_DOUBT, was, now)
        return
    yield from differences(*sides, name, direction)


def _arguments(schema: Any, name: str) -> Typed:
    read = descriptor_from_schema(name, "", schema)
    return Typed(read.arguments, read.definitions)


def _result(schema: Any, name: str) -> Typed:
    return Typed(*type_from_schema(schema, tool=name))


_READERS: Final[Mapping[str, Callable[[Any, str], Typed]]] = {ARGUMENTS.root: _arguments, RESULT.root: _result}
