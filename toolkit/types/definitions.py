"""Named types of one descriptor: a name for each, and only those kept that need one."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import is_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.descriptor import (
    AnyOfType,
    BooleanType,
    FloatType,
    IntegerType,
    ListType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    ToolParameterDescriptor,
    TupleType,
    constrained,
    described,
    inner_types,
)
from toolkit.record import replace_fields
from toolkit.types.keywords import definition_names, free_name, leads_to_itself, renamed_definitions, renumbered

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping

Change = Callable[[ParameterType], ParameterType]

# How many types an alias stands for at least, that is a definition if it is used more than once.
_MANY: Final = 16
# What a definition is not called by.
_UNNAMED: Final = r"[^A-Za-z0-9_.-]"


class Definitions:
    """The types that a walk has met under a name.

    Attributes:
        types: Each type by its name; a name of two different types gets a number.
        are_used_once: Whether each type was asked for once at most, and none by itself, so that all can be put in
            place.
    """

    def __init__(self) -> None:
        self.types: dict[str, ParameterType] = {}
        self.are_used_once = True
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
        if key in self._names:
            self.are_used_once = False
        else:
            own = self._names[key] = self.free_name(name)
            self.types[own] = build(own)
        return ReferenceType(self._names[key])

    def if_needed(self, key: Hashable, name: str, build: Callable[[], ParameterType]) -> ParameterType:
        """The type itself, or a reference to it if it contains itself, or is so large that it should stand once."""
        if key in self._names:
            self.are_used_once = False
            self._called_again.add(key)
            return ReferenceType(self._names[key])
        self._names[key] = self.free_name(name)
        built = build()
        own = self._names[key]
        if key not in self._called_again and not _is_large(built):
            del self._names[key]
            self._taken.discard(own)
            return built
        self.types[own] = built
        return ReferenceType(own)

    def adopt(self, foreign: Mapping[str, ParameterType], root: ParameterType, own: str = "") -> ParameterType:
        """The root of a foreign schema, whose own definitions become definitions here.

        Args:
            foreign: The definitions.
            root: The root.
            own: The name under which the root will stand here, "" if under none.
        """
        self.are_used_once = False
        itself = root.name if own and isinstance(root, ReferenceType) and root.name in foreign else None
        renamed = {name: own if name == itself else self.free_name(name) for name in foreign}
        for name, each in foreign.items():
            if name != itself:
                self.types[renamed[name]] = renamed_references(each, renamed)
        return renamed_references(root if itself is None else foreign[itself], renamed)

    def text(self, type_: ParameterType) -> str:
        """What a type says of itself, or the one that it refers to; "" if nothing, or nothing yet."""
        meant = self.types.get(type_.name) if isinstance(type_, ReferenceType) else None
        return type_.description or (meant.description if meant else "")

    def free_name(self, wanted: str) -> str:
        """The wanted name, with a number behind it if it is taken."""
        plain = wanted if wanted.isidentifier() and wanted.isascii() else re.sub(_UNNAMED, "_", wanted) or "type"
        name = free_name(plain, self._taken)
        self._taken.add(name)
        return name


def _is_large(type_: ParameterType) -> bool:
    """Whether a type has many others in it; a union never counts, as it becomes a part of the one around it."""
    waiting = [] if isinstance(type_, AnyOfType) else [type_]
    for _ in range(_MANY):
        if not waiting:
            return False
        waiting += inner_types(waiting.pop())
    return True


def settled(
    roots: Iterable[ParameterType], types: Mapping[str, ParameterType], *, are_used_once: bool = False
) -> tuple[list[ParameterType], dict[str, ParameterType]]:
    """The roots with every type put in place that is used once and does not contain itself.

    Args:
        roots: Types that refer to others.
        types: Those others, by name.
        are_used_once: Whether that is known of all of them.

    Returns:
        The roots in their order, and the definitions that remain.
    """
    roots = list(roots)
    if not types:
        return roots, {}
    if are_used_once:
        return [_put_in_place(root, types, types) for root in roots], {}
    stand = _standing(types)
    roots = [renamed_references(root, stand) for root in roots]
    types = {name: renamed_references(each, stand) for name, each in types.items() if stand.get(name, name) == name}
    inside = {name: _references(each) for name, each in types.items()}
    uses = _uses(map(_references, roots), inside)
    named_in = {name: each.types for name, each in inside.items()}.__getitem__
    inlined = {name for name, count in uses.items() if count == 1 and not leads_to_itself(name, named_in)}
    kept = {
        name: _put_in_place(each, types, inlined)
        for name, each in types.items()
        if name in uses and name not in inlined
    }
    names = renumbered(kept, types)
    roots = [renamed_references(_put_in_place(root, types, inlined), names) for root in roots]
    return roots, {names.get(name, name): renamed_references(each, names) for name, each in kept.items()}


def _put_in_place(type_: ParameterType, types: Mapping[str, ParameterType], inlined: Collection[str]) -> ParameterType:
    """The type with those types in the place of the references to them."""

    def put_in_place(each: ParameterType) -> ParameterType:
        make = _MAPPED.get(type(each))
        if make is not None:
            return make(each, put_in_place)
        if not isinstance(each, ReferenceType) or each.name not in inlined:
            return each
        body = constrained(put_in_place(types[each.name]), each.constraints)
        return described(body, each.description) if each.description else body

    return put_in_place(type_)


class _References(NamedTuple):
    """What a type refers to.

    Attributes:
        uses: How often it refers to each definition.
        types: The definitions that stand in it as types, not in a keyword.
    """

    uses: dict[str, int]
    types: set[str]


def _references(type_: ParameterType) -> _References:
    uses: dict[str, int] = {}
    types: set[str] = set()
    waiting = [type_]
    while waiting:
        each = waiting.pop()
        if each.constraints:
            # A keyword that stayed as it was cannot take a type in place of its reference: it counts as two uses.
            uses.update((name, uses.get(name, 0) + 2) for name in definition_names(each.constraints))
        if isinstance(each, ReferenceType):
            uses[each.name] = uses.get(each.name, 0) + 1
            types.add(each.name)
        else:
            waiting.extend(inner_types(each))
    return _References(uses, types)


def types_named_in(type_: ParameterType) -> set[str]:
    """The definitions that stand in a type as types."""
    return _references(type_).types


def _uses(roots: Iterable[_References], inside: Mapping[str, _References]) -> dict[str, int]:
    """How often each definition is referred to, from the roots and from definitions in use."""
    uses: dict[str, int] = {}
    waiting = list(roots)
    while waiting:
        for name, count in waiting.pop().uses.items():
            if name not in uses:
                waiting.append(inside[name])
            uses[name] = uses.get(name, 0) + count
    return uses


def _standing(types: Mapping[str, ParameterType]) -> dict[str, str]:
    """For each of several definitions of one name that say the same, the one that stands for all of them.

    Definitions that refer to each other are taken for the same until a difference shows (partition refinement).
    """
    if not any(name[-1].isdecimal() for name in types):
        return {}
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


def mapped(type_: ParameterType, change: Change) -> ParameterType:
    """The type with each type directly inside it changed; the type itself where none is."""
    make = _MAPPED.get(type(type_))
    return type_ if make is None else make(type_, change)


def _mapped_list(type_: ListType, change: Change) -> ParameterType:
    items = change(type_.items)
    return type_ if items is type_.items else replace_fields(type_, items=items)


def _mapped_tuple(type_: TupleType, change: Change) -> ParameterType:
    items = tuple(map(change, type_.items))
    rest = None if type_.rest is None else change(type_.rest)
    is_same = rest is type_.rest and all(map(is_, items, type_.items))
    return type_ if is_same else replace_fields(type_, items=items, rest=rest)


def _mapped_union(type_: AnyOfType, change: Change) -> ParameterType:
    options = tuple(map(change, type_.options))
    return type_ if all(map(is_, options, type_.options)) else replace_fields(type_, options=options)


def _mapped_object(type_: ObjectType, change: Change) -> ParameterType:
    properties = tuple(
        [
            each if type(each.type) in _LEAVES and not each.type.constraints else _mapped_property(each, change)
            for each in type_.properties
        ]
    )
    additional = type_.additional
    if isinstance(additional, ParameterType):
        additional = change(additional)
    is_same = additional is type_.additional and all(map(is_, properties, type_.properties))
    return type_ if is_same else replace_fields(type_, properties=properties, additional=additional)


def _mapped_property(each: ToolParameterDescriptor, change: Change) -> ToolParameterDescriptor:
    type_ = change(each.type)
    return each if type_ is each.type else ToolParameterDescriptor(each.name, each.description, type_, each.default)


# Those that have no type inside; one in a constraint may be changed as well.
_LEAVES: Final = frozenset({BooleanType, FloatType, IntegerType, StringType})
_MAPPED: Final[Mapping[type[ParameterType], Callable[[Any, Change], ParameterType]]] = {
    ListType: _mapped_list,
    TupleType: _mapped_tuple,
    AnyOfType: _mapped_union,
    ObjectType: _mapped_object,
}


def renamed_references(type_: ParameterType, names: Mapping[str, str]) -> ParameterType:
    """The type with references to other names."""
    if not names:
        return type_
    constraints = renamed_definitions(type_.constraints, names) if type_.constraints else type_.constraints
    if constraints is not type_.constraints:
        type_ = replace_fields(type_, constraints=constraints)
    if isinstance(type_, ReferenceType):
        return replace_fields(type_, name=names.get(type_.name, type_.name))
    return mapped(type_, lambda inner: renamed_references(inner, names))
