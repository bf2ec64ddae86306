"""Named types of one descriptor: a name for each, and only those kept that need one."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from toolkit.descriptor import (
    AnyOfType,
    ListType,
    ObjectType,
    ParameterType,
    ReferenceType,
    TupleType,
    constrained,
    described,
    inner_types,
)
from toolkit.record import replace_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable


class Definitions:
    """The types that a walk has met under a name.

    Attributes:
        types: Each type by its name; a name of two different types gets a number.
    """

    def __init__(self) -> None:
        self.types: dict[str, ParameterType] = {}
        self._names: dict[Hashable, str] = {}
        self._taken: set[str] = set()
        self._called_again: set[Hashable] = set()

    def named(self, key: Hashable, name: str, build: Callable[[], ParameterType]) -> ReferenceType:
        """A reference to the type of that key, built when it is first met."""
        if key not in self._names:
            self._names[key] = self.free_name(name)
            self.types[self._names[key]] = build()
        return ReferenceType(self._names[key])

    def if_recursive(self, key: Hashable, name: str, build: Callable[[], ParameterType]) -> ParameterType:
        """The type itself, or a reference to it if it contains itself."""
        if key in self._names:
            self._called_again.add(key)
            return ReferenceType(self._names[key])
        self._names[key] = self.free_name(name)
        built = build()
        own = self._names.pop(key)
        if key not in self._called_again:
            self._taken.discard(own)
            return built
        self._names[key] = own
        self.types[own] = built
        return ReferenceType(own)

    def adopt(self, foreign: dict[str, ParameterType], root: ParameterType) -> ParameterType:
        """The root of a foreign schema, whose own definitions become definitions here."""
        renamed = {name: self.free_name(name) for name in foreign}
        for name, each in foreign.items():
            self.types[renamed[name]] = renamed_references(each, renamed)
        return renamed_references(root, renamed)

    def free_name(self, wanted: str) -> str:
        """The wanted name, with a number behind it if it is taken."""
        plain = re.sub(r"[^A-Za-z0-9_.-]", "_", wanted) or "type"
        name, number = plain, 2
        while name in self._taken:
            name, number = f"{plain}_{number}", number + 1
        self._taken.add(name)
        return name


def settled(
    roots: Iterable[ParameterType], types: dict[str, ParameterType]
) -> tuple[list[ParameterType], dict[str, ParameterType]]:
    """The roots with every type put in place that is used once and does not contain itself.

    Returns:
        The roots in their order, and the definitions that remain.
    """
    roots = list(roots)
    uses = _uses(roots, types)
    inlined = {name for name, count in uses.items() if count == 1 and not _contains_itself(name, types)}

    def put_in_place(type_: ParameterType) -> ParameterType:
        if isinstance(type_, ReferenceType) and type_.name in inlined:
            body = mapped(types[type_.name], put_in_place)
            body = constrained(body, type_.constraints)
            return described(body, type_.description) if type_.description else body
        return mapped(type_, put_in_place)

    kept = {name: mapped(types[name], put_in_place) for name in uses if name not in inlined}
    return [put_in_place(root) for root in roots], kept


def _uses(roots: list[ParameterType], types: dict[str, ParameterType]) -> Counter[str]:
    """How often each definition is referred to, from the roots and from definitions in use."""
    uses: Counter[str] = Counter()
    waiting = list(roots)
    while waiting:
        type_ = waiting.pop()
        if isinstance(type_, ReferenceType):
            if type_.name not in uses:
                waiting.append(types[type_.name])
            uses[type_.name] += 1
        waiting.extend(inner_types(type_))
    return uses


def _contains_itself(name: str, types: dict[str, ParameterType]) -> bool:
    seen: set[str] = set()
    waiting: list[ParameterType] = [types[name]]
    while waiting:
        type_ = waiting.pop()
        if isinstance(type_, ReferenceType):
            if type_.name == name:
                return True
            if type_.name not in seen:
                seen.add(type_.name)
                waiting.append(types[type_.name])
        waiting.extend(inner_types(type_))
    return False


def mapped(type_: ParameterType, change: Callable[[ParameterType], ParameterType]) -> ParameterType:
    """The type with each type directly inside it changed."""
    match type_:
        case ListType():
            return replace_fields(type_, items=change(type_.items))
        case TupleType():
            rest = None if type_.rest is None else change(type_.rest)
            return replace_fields(type_, items=tuple(map(change, type_.items)), rest=rest)
        case AnyOfType():
            return replace_fields(type_, options=tuple(map(change, type_.options)))
        case ObjectType():
            additional: Any = type_.additional
            return replace_fields(
                type_,
                properties=tuple(replace_fields(each, type=change(each.type)) for each in type_.properties),
                additional=change(additional) if isinstance(additional, ParameterType) else additional,
            )
        case _:
            return type_


def renamed_references(type_: ParameterType, names: dict[str, str]) -> ParameterType:
    """The type with references to other names."""
    if isinstance(type_, ReferenceType):
        return replace_fields(type_, name=names.get(type_.name, type_.name))
    return mapped(type_, lambda inner: renamed_references(inner, names))
