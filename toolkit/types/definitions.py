"""Named types of one descriptor: a name for each, and only those kept that need one."""

from __future__ import annotations

import re
from collections import Counter
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar

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
from toolkit.record import Record, replace_fields
from toolkit.types.keywords import definition_names, renamed_definitions

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping


R = TypeVar("R", bound=Record)


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

    @property
    def keys(self) -> Iterable[Hashable]:
        """What stands for each type that was named."""
        return self._names.keys()

    def named(self, key: Hashable, name: str, build: Callable[[str], ParameterType]) -> ReferenceType:
        """A reference to the type of that key, built when it is first met.

        Args:
            key: What stands for the type.
            name: The name that it should have.
            build: Makes the type from the name that it got.
        """
        if key not in self._names:
            own = self._names[key] = self.free_name(name)
            self.types[own] = build(own)
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

    def adopt(self, foreign: Mapping[str, ParameterType], root: ParameterType, own: str = "") -> ParameterType:
        """The root of a foreign schema, whose own definitions become definitions here.

        Args:
            foreign: The definitions.
            root: The root.
            own: The name under which the root will stand here, "" if under none.
        """
        itself = root.name if own and isinstance(root, ReferenceType) and root.name in foreign else None
        renamed = {name: own if name == itself else self.free_name(name) for name in foreign}
        for name, each in foreign.items():
            if name != itself:
                self.types[renamed[name]] = renamed_references(each, renamed)
        return renamed_references(root if itself is None else foreign[itself], renamed)

    def free_name(self, wanted: str) -> str:
        """The wanted name, with a number behind it if it is taken."""
        plain = re.sub(r"[^A-Za-z0-9_.-]", "_", wanted) or "type"
        name, number = plain, 2
        while name in self._taken:
            name, number = f"{plain}_{number}", number + 1
        self._taken.add(name)
        return name


def settled(
    roots: Iterable[ParameterType], types: Mapping[str, ParameterType]
) -> tuple[list[ParameterType], dict[str, ParameterType]]:
    """The roots with every type put in place that is used once and does not contain itself.

    Returns:
        The roots in their order, and the definitions that remain.
    """
    stand = _standing(types)
    roots = [renamed_references(root, stand) for root in roots]
    types = {name: renamed_references(each, stand) for name, each in types.items() if stand.get(name, name) == name}
    uses = _uses(roots, types)
    inlined = {name for name, count in uses.items() if count == 1 and not _contains_itself(name, types)}

    def put_in_place(type_: ParameterType) -> ParameterType:
        if isinstance(type_, ReferenceType) and type_.name in inlined:
            body = mapped(types[type_.name], put_in_place)
            body = constrained(body, type_.constraints)
            return described(body, type_.description) if type_.description else body
        return mapped(type_, put_in_place)

    kept = {name: mapped(each, put_in_place) for name, each in types.items() if name in uses and name not in inlined}
    return [put_in_place(root) for root in roots], kept


def _standing(types: Mapping[str, ParameterType]) -> dict[str, str]:
    """For each of several definitions of one name that say the same, the one that stands for all of them.

    Definitions that refer to each other are taken for the same until a difference shows (partition refinement).
    """
    alike: dict[str, list[str]] = {}
    for name in types:
        alike.setdefault(re.sub(r"_\d+$", "", name), []).append(name)
    groups = list(alike.values())
    while len(groups) < len(types):
        stand = {name: group[0] for group in groups for name in group}
        split = [part for group in groups for part in _split(group, types, stand)]
        if len(split) == len(groups):
            return stand
        groups = split
    return {}


def _split(group: list[str], types: Mapping[str, ParameterType], stand: Mapping[str, str]) -> list[list[str]]:
    """The group in parts of equal definitions."""
    parts: list[tuple[ParameterType, list[str]]] = []
    for name in group:
        said = renamed_references(types[name], stand)
        same = next((names for other, names in parts if other == said), None)
        if same is None:
            parts.append((said, [name]))
        else:
            same.append(name)
    return [names for _, names in parts]


def _uses(roots: list[ParameterType], types: Mapping[str, ParameterType]) -> Counter[str]:
    """How often each definition is referred to, from the roots and from definitions in use."""
    uses: Counter[str] = Counter()
    waiting = list(roots)
    while waiting:
        type_ = waiting.pop()
        # A keyword that stayed as it was cannot take a type in place of its reference: it counts as two uses.
        named = dict.fromkeys(definition_names(type_.constraints), 2) if type_.constraints else {}
        if isinstance(type_, ReferenceType):
            named[type_.name] = named.get(type_.name, 0) + 1
        waiting.extend(types[name] for name in named if name not in uses)
        uses.update(named)
        waiting.extend(inner_types(type_))
    return uses


def _contains_itself(name: str, types: Mapping[str, ParameterType]) -> bool:
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
    """The type with each type directly inside it changed; the type itself where none is."""
    match type_:
        case ListType():
            return _with(type_, items=change(type_.items))
        case TupleType():
            rest = None if type_.rest is None else change(type_.rest)
            return _with(type_, items=tuple(map(change, type_.items)), rest=rest)
        case AnyOfType():
            return _with(type_, options=tuple(map(change, type_.options)))
        case ObjectType():
            additional: Any = type_.additional
            return _with(
                type_,
                properties=tuple(_with(each, type=change(each.type)) for each in type_.properties),
                additional=change(additional) if isinstance(additional, ParameterType) else additional,
            )
        case _:
            return type_


def _with(record: R, **fields: Any) -> R:
    """The record with those fields, itself if it has them already."""
    is_changed = any(not _is_same(value, getattr(record, name)) for name, value in fields.items())
    return replace_fields(record, **fields) if is_changed else record


def _is_same(value: Any, other: Any) -> bool:
    """Whether two values are one object, or tuples of the same objects."""
    if isinstance(value, tuple) and isinstance(other, tuple):
        return len(value) == len(other) and all(map(is_, value, other))
    return value is other


def renamed_references(type_: ParameterType, names: Mapping[str, str]) -> ParameterType:
    """The type with references to other names."""
    if not names:
        return type_
    constraints = renamed_definitions(type_.constraints, names)
    if constraints is not type_.constraints:
        type_ = replace_fields(type_, constraints=constraints)
    if isinstance(type_, ReferenceType):
        return replace_fields(type_, name=names.get(type_.name, type_.name))
    return mapped(type_, lambda inner: renamed_references(inner, names))
