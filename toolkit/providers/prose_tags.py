"""Calls that a model writes into its text as tags: a name, and its arguments one by one."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

# Anthropic's models write antml:invoke, DeepSeek's put DSML between fullwidth bars.
PREFIX: Final = r"(?:[A-Za-z]{1,20}:|\uff5c{1,2}DSML\uff5c{1,2})?"


class Untyped(dict[str, Any]):
    """Arguments that were written without types: every value is text until somebody looks at the tool."""


class Tags(NamedTuple):
    """How one family of models writes arguments.

    Attributes:
        opening: Begins an argument; one of its groups is the argument's name.
        closing: Ends an argument.
        end: Ends the call.
    """

    opening: re.Pattern[str]
    closing: re.Pattern[str]
    end: re.Pattern[str]


# <invoke name="f"><parameter name="a">1</parameter></invoke>, <function=f><parameter=a>1</parameter></function>
PARAMETERS: Final = Tags(
    re.compile(rf'<{PREFIX}parameter(?:=([^<>"]{{1,128}})|\s++name\s*+=\s*+"([^<>"]{{1,128}})"[^<>]{{0,200}})>'),
    re.compile(rf"</{PREFIX}parameter>"),
    # Some models leave this tag out too; then the next call ends this one.
    re.compile(rf"</{PREFIX}(?:invoke|function)>|(?=<{PREFIX}invoke\s|<function=)"),
)
# <tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>
PAIRS: Final = Tags(
    re.compile(r"<arg_key>([^<>]{1,128})</arg_key>\s*+<arg_value>"),
    re.compile(r"</arg_value>"),
    re.compile(r"</tool_call>"),
)


class TagReader:
    """Reads the arguments of calls in one text, from its beginning to its end.

    Args:
        text: What the model wrote.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._absent: set[str] = set()

    def arguments(self, tags: Tags, start: int) -> tuple[Untyped, str, int]:
        """The arguments from there on, the name of one that is given twice, and where the call ends."""
        found = Untyped()
        twice = ""
        limit, end = self._next(tags.end, start)
        opening = tags.opening.search(self.text, start, limit)
        while opening is not None:
            following = tags.opening.search(self.text, opening.end(), limit)
            close, behind = self._next(tags.closing, opening.end())
            if close == len(self.text):
                # Some models leave the closing tags out.
                close = behind = limit if following is None else following.start()
            name = next(group for group in opening.groups() if group is not None).strip()
            twice = name if name in found else twice
            found[name] = _without_line_ends(self.text[opening.end() : close])
            if behind > limit:  # the value itself held what looked like the end
                limit, end = self._next(tags.end, behind)
            opening = tags.opening.search(self.text, behind, limit)
        return found, twice, end

    def _next(self, tag: re.Pattern[str], start: int) -> tuple[int, int]:
        """Where the next such tag begins and ends; the end of the text twice if there is none."""
        found = None if tag.pattern in self._absent else tag.search(self.text, start)
        if found is None:
            # What is not behind this place is not behind a later one: never look through the rest again.
            self._absent.add(tag.pattern)
            return len(self.text), len(self.text)
        return found.span()


def _without_line_ends(value: str) -> str:
    """The value without the line end on each side that some models put there."""
    return value.removeprefix("\r").removeprefix("\n").removesuffix("\n").removesuffix("\r")
