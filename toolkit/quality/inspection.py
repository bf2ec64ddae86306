"""What is checked: some tools, and for whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.schema.members import resolved
from toolkit.schema.wording import place_inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.descriptor import ToolParameterDescriptor
    from toolkit.dialects import Dialect
    from toolkit.tools.base import Tool

    AnyTool = Tool[Any, Any]

_LEAST_LETTERS: Final = 3
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

    def arguments(self) -> Iterator[tuple[AnyTool, str, ToolParameterDescriptor]]:
        """Each argument of each tool, with its place."""
        for tool in self.tools:
            for each in tool.descriptor.parameters:
                yield tool, place_of(each.name), each


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
