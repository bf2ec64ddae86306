"""The differences between two types, each where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.closeness import Names
from toolkit.descriptor import (
    AnyOfType,
    EnumType,
    ListType,
    ObjectType,
    ParameterType,
    ReferenceType,
    TupleType,
    same_json,
)
from toolkit.quality.bounds import NARROWING, without_texts
from toolkit.quality.change import Change, breaking
from toolkit.quality.direction import IN_DOUBT
from toolkit.quality.inclusion import is_within
from toolkit.record import MISSING, replace_fields
from toolkit.schema.generator import SchemaGenerator
from toolkit.schema.members import flat_members, further_type, resolved
from toolkit.schema.wording import place_inside
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from toolkit.descriptor import ToolParameterDescriptor
    from toolkit.quality.change import Kind
    from toolkit.quality.direction import Direction

    Types = Mapping[str, ParameterType]

_GENERATOR: Final = SchemaGenerator()
# Stands for changes of a definition that were told where it was met first.
_TOLD: Final = ""


class Typed(NamedTuple):
    """A type with what its references name."""

    type: ParameterType
    types: Types


def differences(was: Typed, now: Typed, tool: str, direction: Direction) -> list[Change]:
    """What differs between two types of one side of a tool; nothing where both say the same in other words.

    >>> from toolkit.descriptor import IntegerType, StringType
    >>> from toolkit.quality.direction import ARGUMENTS
    >>> for each in differences(Typed(IntegerType(), {}), Typed(StringType(), {}), "f", ARGUMENTS):
    ...     print(each.kind, each.place, each.what, each.was, each.now)
    breaking arguments type changed {'type': 'integer'} {'type': 'string'}

    Args:
        was: The type as it was.
        now: The type as it is.
        tool: Name of the tool.
        direction: Whether values go into it or come out.
    """
    walk = _Walk(was.types, now.types, tool, direction)
    found = [each for each in walk.types(was.type, now.type, direction.root) if each.what != _TOLD]
    return found + walk.doubt(was.type, now.type, direction.root, found)


class _Walk:
    """Walks two types side by side."""

    def __init__(self, was_types: Types, now_types: Types, tool: str, direction: Direction) -> None:
        self.was_types, self.now_types = was_types, now_types
        self.tool, self.direction = tool, direction
        # Pairs of definitions, and whether their changes may break somebody; true while that is being found out.
        self._met: dict[tuple[str, str], bool] = {}

    def types(self, was: ParameterType, now: ParameterType, place: str) -> list[Change]:
        """What differs; where no part shows why a type may break somebody, the whole is named."""
        pair = _name(was, self.was_types), _name(now, self.now_types)
        is_named = all(pair)
        if is_named and pair in self._met:
            return [self._change("breaking", place, _TOLD)] if self._met[pair] else []
        if is_named:
            self._met[pair] = True
        found = list(self._parts(was, now, place))
        found += self.doubt(was, now, place, found)
        if is_named:
            self._met[pair] = bool(breaking(found))
        return found

    def doubt(self, was: ParameterType, now: ParameterType, place: str, found: list[Change]) -> list[Change]:
        """The change of the whole that the changes found in it do not explain."""
        if breaking(found) or self.direction.is_safe(was, now, self.was_types, self.now_types):
            return []
        return [self._change("breaking", place, IN_DOUBT, _schema(was), _schema(now))]

    def _change(self, kind: Kind, place: str, what: str, was: Any = None, now: Any = None) -> Change:
        values = (None if each is MISSING else plain(each) for each in (was, now))
        return Change(kind, self.tool, place, what, *values)

    def _parts(self, was: ParameterType, now: ParameterType, place: str) -> Iterator[Change]:
        was, now = _unfolded(was, self.was_types), _unfolded(now, self.now_types)
        yield from self.texts(was.description, now.description, place)
        if type(was) is not type(now):
            is_union = isinstance(was, AnyOfType) or isinstance(now, AnyOfType)
            yield from (self.union if is_union else self.whole)(was, now, place)
            return
        walk = _WALKS.get(type(now))
        if walk is not None:
            yield from walk(self, was, now, place)
        yield from self.keywords(was, now, place)

    def texts(self, was: str, now: str, place: str) -> Iterator[Change]:
        """Whether the description says something else."""
        if was.split() != now.split():
            yield self._change("behaviour", place, "description changed", was or None, now or None)

    def whole(self, was: ParameterType, now: ParameterType, place: str) -> Iterator[Change]:
        """Two types that have no parts in common."""
        verdict = self.direction.verdict(was, now, self.was_types, self.now_types)
        if verdict is not None:
            yield self._change(verdict[0], place, verdict[1], _schema(was), _schema(now))

    def keywords(self, was: ParameterType, now: ParameterType, place: str) -> Iterator[Change]:
        """The constraints that differ, each weighed by itself."""
        for keyword in sorted(was.constraints.keys() | now.constraints.keys()):
            old, new = was.constraints.get(keyword, MISSING), now.constraints.get(keyword, MISSING)
            if same_json(old, new):
                continue
            if keyword not in NARROWING or same_json(*(without_texts({keyword: each}) for each in (old, new))):
                yield self._change("behaviour", place, f"{keyword} changed", old, new)
                continue
            rest = {name: value for name, value in now.constraints.items() if name != keyword}
            before = replace_fields(now, constraints=rest if old is MISSING else {**rest, keyword: old})
            verdict = self.direction.verdict(before, now, self.now_types, self.now_types)
            if verdict is not None:
                yield self._change(verdict[0], place, verdict[1].replace("type", keyword, 1), old, new)

    # -- types with parts

    def enum(self, was: EnumType, now: EnumType, place: str) -> Iterator[Change]:
        """Choices that came and went."""
        gone = [value for value in was.values if not any(same_json(value, each) for each in now.values)]
        new = [value for value in now.values if not any(same_json(value, each) for each in was.values)]
        if gone:
            yield self._change(self.direction.narrower, place, "choices removed", was=gone)
        if new:
            yield self._change(self.direction.wider, place, "choices added", now=new)

    def list(self, was: ListType, now: ListType, place: str) -> Iterator[Change]:
        """What differs in the items."""
        yield from self.types(was.items, now.items, f"{place}[]")

    def tuple(self, was: TupleType, now: TupleType, place: str) -> Iterator[Change]:
        """What differs position by position, if there are equally many."""
        shapes = [(len(each.items), each.rest is None, each.least) for each in (was, now)]
        if shapes[0] != shapes[1]:
            yield from self.whole(was, now, place)
            return
        for at, (old, new) in enumerate(zip(was.items, now.items, strict=True)):
            yield from self.types(old, new, f"{place}[{at}]")
        if was.rest is not None and now.rest is not None:
            yield from self.types(was.rest, now.rest, f"{place}[]")

    def union(self, was: ParameterType, now: ParameterType, place: str) -> Iterator[Change]:
        """What differs in the one member that is not the same, or that there are others; the texts of the same."""
        old, new = _members(was, self.was_types), _members(now, self.now_types)
        same = [[other for other in new if self._are_same(each, other)] for each in old]
        for each, alike in zip(old, same, strict=True):
            yield from self.same_values(each, alike, place)
        gone = [each for each, alike in zip(old, same, strict=True) if not alike]
        come = [each for each in new if not any(each is other for alike in same for other in alike)]
        if len(gone) == len(come) == 1 and type(gone[0]) is type(come[0]) and type(gone[0]) in _WALKS:
            yield from self.types(gone[0], come[0], place)
        elif gone or come:
            yield from self.whole(was, now, place)

    def _are_same(self, was: ParameterType, now: ParameterType) -> bool:
        there = is_within(was, now, self.was_types, self.now_types)
        return there and is_within(now, was, self.now_types, self.was_types)

    def same_values(self, was: ParameterType, alike: Sequence[ParameterType], place: str) -> Iterator[Change]:
        """What a member of a union says otherwise than the one that takes the same values, the one most like it."""
        if alike:
            now = min(alike, key=lambda each: (each != was, each.description != was.description))
            yield from (each for each in self.types(was, now, place) if each.kind == "behaviour")

    def object(self, was: ObjectType, now: ObjectType, place: str) -> Iterator[Change]:
        """Members that came and went, what differs in the others, and whether there may be more."""
        old, new = ({each.name: each for each in type_.properties} for type_ in (was, now))
        gone, come = [name for name in old if name not in new], [name for name in new if name not in old]
        word = self.direction.member if place == self.direction.root else "member"
        heirs = _heirs([old[name] for name in gone], [new[name] for name in come])
        for name in gone:
            what = f"{word} renamed" if name in heirs else f"{word} removed"
            yield self._change("breaking", place_inside(place, name), what, name, heirs.get(name))
        inherited = {*heirs.values()}
        for name in (each for each in come if each not in inherited):
            is_required = name in now.required
            kind = self.direction.narrower if is_required else "compatible"
            what = f"required {word} added" if is_required else f"{word} added"
            yield self._change(kind, place_inside(place, name), what, now=name)
        for name in (each for each in new if each in old):
            inner = place_inside(place, name)
            yield from self._required(name in was.required, name in now.required, inner, word)
            yield from self._member(old[name], new[name], inner)
        yield from self._others(was, now, place)

    def _required(self, was: bool, now: bool, place: str, word: str) -> Iterator[Change]:
        if was != now:
            kind = self.direction.narrower if now else self.direction.wider
            yield self._change(kind, place, f"{word} now {'required' if now else 'optional'}")

    def _member(self, was: ToolParameterDescriptor, now: ToolParameterDescriptor, place: str) -> Iterator[Change]:
        yield from self.texts(was.description, now.description, place)
        if not same_json(was.default, now.default):
            yield self._change("behaviour", place, "default changed", was.default, now.default)
        yield from self.types(was.type, now.type, place)

    def _others(self, was: ObjectType, now: ObjectType, place: str) -> Iterator[Change]:
        if was.additional is False and now.additional is False:
            return
        if was.additional is False:
            yield self._change("compatible", place, "open to other names")
        elif now.additional is False:
            yield self._change(self.direction.narrower, place, "closed to other names")
        else:
            yield from self.types(further_type(was), further_type(now), f"{place}.*")


def _name(type_: ParameterType, types: Types) -> str:
    """The name of a definition, whether a reference leads to it or it stands there itself; "" for another type."""
    target = resolved(type_, types)
    return next((name for name, each in types.items() if each is target), "")


def _unfolded(type_: ParameterType, types: Types) -> ParameterType:
    """What a reference names, with what the reference says beside it."""
    for _ in range(len(types) + 1):
        if not isinstance(type_, ReferenceType) or type_.name not in types:
            break
        target = types[type_.name]
        constraints = {**target.constraints, **type_.constraints}
        type_ = replace_fields(target, description=type_.description or target.description, constraints=constraints)
    return type_


def _members(type_: ParameterType, types: Types) -> list[ParameterType]:
    """The members of a union; any other type is its own."""
    return flat_members(type_, types) if isinstance(type_, AnyOfType) else [type_]


def _heirs(gone: Iterable[ToolParameterDescriptor], come: Iterable[ToolParameterDescriptor]) -> dict[str, str]:
    """The new names of members by their old ones: each is of one that came and is the same but for its name."""
    alike: dict[ToolParameterDescriptor, list[ToolParameterDescriptor]] = {}
    for each in come:
        alike.setdefault(_nameless(each), []).append(each)
    names = {key: Names(each.name for each in members) for key, members in alike.items()}
    owners: dict[str, str] = {}
    for each in gone:
        key, text = _nameless(each), each.description
        told = (other.name for other in alike.get(key, ()) if text and other.description == text)
        heir = next((name for name in told if name not in owners), None)
        if heir is None and key in names:
            heir = names[key].closest(each.name)
        if heir is not None:
            owners.setdefault(heir, each.name)
    return {old: new for new, old in owners.items()}


def _nameless(member: ToolParameterDescriptor) -> ToolParameterDescriptor:
    return replace_fields(member, name="", description="")


def _schema(type_: ParameterType) -> dict[str, Any]:
    return _GENERATOR.schema(type_)


_WALKS: Final[Mapping[type[ParameterType], Callable[[_Walk, Any, Any, str], Iterator[Change]]]] = {
    AnyOfType: _Walk.union,
    EnumType: _Walk.enum,
    ListType: _Walk.list,
    TupleType: _Walk.tuple,
    ObjectType: _Walk.object,
}
