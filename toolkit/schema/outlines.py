"""Outlines: what the explanation of a fault needs to know of a type, worked out once when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calls import Violation
from toolkit.closeness import Names
from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    EnumType,
    ListType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    TupleType,
)
from toolkit.schema.glance import Glance
from toolkit.schema.hints import Choices
from toolkit.schema.kinds import TEXTS_OF_FORMATS, admitted_kinds, kinds_read_from_text
from toolkit.schema.members import alternatives, flat_members
from toolkit.schema.structures import SCALARS, SURE
from toolkit.schema.wording import counted, listed, path_text, place_inside, shown_place, type_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.schema.acceptance import Part, Parts

_CONTAINERS: Final = frozenset({ListType, TupleType, ObjectType})
_TEXTLESS: Final = SCALARS.keys() - {StringType, AnyType}


class Outline:
    """What is said of any type.

    Attributes:
        words: What it admits, in words.
        kinds: The JSON types of what it admits.
        example: A text of the format that it wants, if a number in quotes has not that format; else "".
        is_container: Whether it is an array or an object, whose parts are looked at one by one.
        is_single: Whether it admits neither arrays nor objects.
        mended: The classes of values that a safe repair may change: numbers without a fraction, and texts where
            an array or an object is read from one.
        part: What it is the outline of.
        explain: What finds the faults of a value; put here by the explanation.
    """

    part: Part
    explain: Callable[[Any, Any, Any, str], None]

    def __init__(self, type_: ParameterType, parts: Parts) -> None:
        definitions = parts.definitions
        self.words = type_text(type_, definitions)
        self.kinds = admitted_kinds(type_, definitions)
        texts = [each for each in alternatives(type_, definitions) if isinstance(each, StringType)]
        examples = (TEXTS_OF_FORMATS.get(each.constraints.get("format", ""), "") for each in texts)
        self.example = next(filter(None, examples), "")
        self.is_container = type(type_) in _CONTAINERS
        self.is_single = self.kinds.isdisjoint(("array", "object"))
        self.mended = frozenset({str, float} if kinds_read_from_text(type_, definitions) else {float})


class EnumOutline(Outline):
    """Of an enum: its choices, for hints."""

    def __init__(self, type_: EnumType, parts: Parts) -> None:
        super().__init__(type_, parts)
        self.choices = Choices(type_.values)


class ListOutline(Outline):
    """Of an array: the part of its items, and what passes over those that fit; None if nothing can."""

    def __init__(self, type_: ListType, parts: Parts) -> None:
        super().__init__(type_, parts)
        self.item = parts.of(type_.items)
        self.glance = Glance.of(type_.items, parts.definitions)


class TupleOutline(Outline):
    """Of an array by position.

    Attributes:
        items: The parts by position.
        rest: The part of what follows them, None if nothing may.
        least: How many items must be there.
        most: How many may be there, None if there is no limit.
        counts: This, in words.
    """

    def __init__(self, type_: TupleType, parts: Parts) -> None:
        super().__init__(type_, parts)
        self.items = tuple(map(parts.of, type_.items))
        self.rest = None if type_.rest is None else parts.of(type_.rest)
        self.least, self.most = type_.least, len(type_.items) if type_.rest is None else None
        exact = "at least " if self.most is None else "" if self.most == self.least else f"{self.least:,} to "
        self.counts = f"array of {exact}{counted(self.least if self.most is None else self.most, 'item')}"


class Member:
    """One property.

    Attributes:
        part: Of its type.
        is_optional: Whether it may be left out.
        first: Its place if the object is the arguments.
        further: What its place ends with if it is deeper.
        is_gone_through: Whether it is an array of something larger than scalars.
        sure: The class of values that surely fit, None if there is none.
        refuses_text: Whether no text fits.
        accept: Whether a value fits in every respect.
    """

    # Each is looked at for every value that came: a tuple with names takes twice as long to give one.
    __slots__ = ("accept", "first", "further", "is_gone_through", "is_optional", "part", "refuses_text", "sure")

    def __init__(self, name: str, part: Part, *, is_optional: bool) -> None:
        type_ = part.type
        self.part, self.is_optional = part, is_optional
        self.first, self.further = place_inside("", name), place_inside(".", name)[1:]
        self.is_gone_through = type(type_) is ListType and type(type_.items) not in SCALARS
        self.sure = SURE.get(part.accept)
        self.accept = part.accept
        self.refuses_text = part.fits is not None and type(type_) in _TEXTLESS


class ObjectOutline(Outline):
    """Of an object: its properties.

    Attributes:
        members: The properties by name.
        needed: By each name that must be there the fault that it is missing among the arguments, and what the place
            of that fault ends with if the object is deeper.
        additional: The part of other members, None if they are of no type of their own.
        names: The names of the properties, for hints.
    """

    def __init__(self, type_: ObjectType, parts: Parts) -> None:
        super().__init__(type_, parts)
        types = {each.name: each.type for each in type_.properties}
        self.needed = {
            name: (_missing(name, types.get(name), parts), place_inside(".", name)[1:]) for name in type_.required
        }
        self.members = {
            name: Member(name, parts.of(each), is_optional=name not in self.needed) for name, each in types.items()
        }
        self.additional = parts.of(type_.additional) if isinstance(type_.additional, ParameterType) else None
        self.accept_other = parts.of_additional(type_.additional)
        self.names = Names(each.name for each in type_.properties)
        self._known = self._listed([path_text((each.name,)) for each in type_.properties])

    @staticmethod
    def _listed(names: list[str]) -> dict[bool, str]:
        """The sentence about a name that is not among these, by whether it is that of an argument."""
        told = {}
        for is_argument in (True, False):
            noun, nouns = ("argument", "arguments") if is_argument else ("property", "properties")
            known = f"the {nouns} are {listed(names)}" if names else f"there are no {nouns}"
            if len(names) == 1:
                known = f"the only {noun} is {names[0]}"
            told[is_argument] = f"no such {noun}; {known}"
        return told

    def unknown(self, *, is_argument: bool) -> str:
        """What is said of a member that is no property."""
        return self._known[is_argument]


def _missing(name: str, type_: ParameterType | None, parts: Parts) -> Violation:
    words = "any value" if type_ is None else type_text(type_, parts.definitions)
    return Violation(shown_place(place_inside("", name)), f"required, {words}")


class UnionOutline(Outline):
    """Of a union: its members, those of unions inside it included."""

    def __init__(self, type_: AnyOfType, parts: Parts) -> None:
        super().__init__(type_, parts)
        self.options = flat_members(type_, parts.definitions)


class ReferenceOutline(Outline):
    """Of a reference: the part of the type that it names."""

    def __init__(self, type_: ReferenceType, parts: Parts) -> None:
        super().__init__(type_, parts)
        self.named = parts.of(parts.definitions[type_.name])


_OUTLINES: Final[Mapping[type[ParameterType], Any]] = {
    EnumType: EnumOutline,
    ListType: ListOutline,
    TupleType: TupleOutline,
    ObjectType: ObjectOutline,
    AnyOfType: UnionOutline,
    ReferenceType: ReferenceOutline,
}


def outline_of(part: Part, parts: Parts) -> Any:
    """The outline of a part."""
    outline = _OUTLINES.get(type(part.type), Outline)(part.type, parts)
    outline.part = part
    return outline
