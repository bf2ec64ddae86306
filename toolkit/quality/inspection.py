"""What is checked: some tools, and for whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.descriptor import AnyOfType, AnyType, ObjectType, ParameterType, inner_types
from toolkit.quality.bounds import NARROWING
from toolkit.schema.members import resolved
from toolkit.schema.wording import place_inside

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolkit.descriptor import ToolParameterDescriptor
    from toolkit.dialects import Dialect
    from toolkit.tools.base import Tool

    AnyTool = Tool[Any, Any]
    Members = Iterator[tuple[AnyTool, str, ToolParameterDescriptor]]

# What is wrong at such a place is told of what holds it.
_UNNAMED: Final = ("[]", ".*")
_LEAST_LETTERS: Final = 3
# "getHTTPStatus2" has the words get, HTTP, Status and 2; letters of other alphabets stay together.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+|\d+")


class Inspection(NamedTuple):
    """Some tools, and for whom they are checked.

    Attributes:
        tools: Those that a program runs.
        hosted: Those that a provider runs itself: they have no texts of ours.
        providers: The providers that were named; None for none in particular.
        strict: Whether they shall hold the model to the schemas.
        max_chars: How long all declarations may be together; None for as long as they are.
    """

    tools: tuple[AnyTool, ...]
    hosted: tuple[AnyTool, ...] = ()
    providers: tuple[Dialect, ...] | None = None
    strict: bool = False
    max_chars: int | None = None

    def arguments(self) -> Members:
        """Each argument of each tool, with its place."""
        for tool in self.tools:
            for each in tool.descriptor.parameters:
                yield tool, place_of(each.name), each

    def types(self) -> Iterator[tuple[AnyTool, str, ParameterType]]:
        """The type of each argument and all types in it, with their places."""
        for tool, place, argument in self.arguments():
            for inner, type_ in _inside(place, argument.type, tool.descriptor.definitions, set()):
                yield tool, inner, type_

    def members(self) -> Members:
        """Each member of each object in an argument, with its place."""
        for tool, place, type_ in self.types():
            if isinstance(type_, ObjectType):
                yield from ((tool, place_inside(place, each.name), each) for each in type_.properties)


def _inside(
    place: str, type_: ParameterType, types: Mapping[str, ParameterType], met: set[int]
) -> Iterator[tuple[str, ParameterType]]:
    """The type and all types in it, each with its place and once."""
    type_ = resolved(type_, types)
    if id(type_) not in met:
        met.add(id(type_))
        yield place, type_
        for at, each in _parts(place, type_):
            if not (is_anything(each) and at.endswith(_UNNAMED)):
                yield from _inside(at, each, types, met)


def _parts(place: str, type_: ParameterType) -> list[tuple[str, ParameterType]]:
    """What stands directly in a type, each with its place."""
    if isinstance(type_, ObjectType):
        others = [type_.additional] if isinstance(type_.additional, ParameterType) else []
        members = [(place_inside(place, each.name), each.type) for each in type_.properties]
        return members + [(f"{place}.*", each) for each in others]
    at = place if isinstance(type_, AnyOfType) else f"{place}[]"
    return [(at, each) for each in inner_types(type_)]


def is_anything(type_: ParameterType) -> bool:
    """Whether nothing is said of a value."""
    return isinstance(type_, AnyType) and not type_.constraints.keys() & NARROWING


def place_of(argument: str) -> str:
    """The place of an argument.

    >>> place_of("city")
    'arguments.city'
    """
    return place_inside("arguments", argument)


def text_of(parameter: ToolParameterDescriptor, tool: AnyTool) -> str:
    """What a model reads of an argument, "" if nothing."""
    described = (parameter, parameter.type, resolved(parameter.type, tool.descriptor.definitions))
    return next((each.description for each in described if each.description.strip()), "")


def words(text: str) -> list[str]:
    """The words of a name or of a text, in small letters.

    >>> words("getUser_by-ID2")
    ['get', 'user', 'by', 'id', '2']
    """
    return [word.lower() for word in _WORD.findall(text)]


def singular(word: str) -> str:
    """The word without the s of the plural.

    >>> singular("users"), singular("address")
    ('user', 'address')
    """
    is_plural = len(word) > _LEAST_LETTERS and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word
