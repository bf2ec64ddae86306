"""Calls that a model writes into its text as tags: a name, and its arguments one by one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.calling.decoding import from_json_text

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

# Anthropic's models write antml:invoke, DeepSeek's put DSML between bars, which are fullwidth where they are tokens.
PREFIX: Final = r"(?:[A-Za-z]{1,20}:| ?[\uff5c|]{1,2} ?DSML ?[\uff5c|]{1,2} ?)?"

_CALL: Final = rf"<(?:{PREFIX}invoke\s|function(?:=|\s++name=))"


class Untyped(dict[str, Any]):
    """Arguments that were written without types: a value is text until somebody looks at the tool.

    Attributes:
        said: The names of those whose tags say what they are.
    """

    said: AbstractSet[str] = frozenset()


class Tags(NamedTuple):
    """How one family of models writes arguments.

    Attributes:
        opening: Begins an argument; its first group that matches is the argument's name. The group `type` matches
            where the model says whether the argument is text, and the group `json` where it says that it is not.
        closing: Ends an argument.
        line: Begins an argument on a line of its own, in a way that hardly any value has.
        end: Ends the call.
    """

    opening: re.Pattern[str]
    closing: re.Pattern[str]
    line: re.Pattern[str]
    end: re.Pattern[str]


# <invoke name="f"><parameter name="a">1</parameter></invoke>, <function=f><parameter=a>1</parameter></function>;
# MiniCPM: <function name="f"><param name="a">1</param></function>
PARAMETERS: Final = Tags(
    re.compile(
        rf'<{PREFIX}param(?:eter)?(?:=([^<>"]{{1,128}})|\s++name\s*+=\s*+"([^<>"]{{1,128}})"'
        r'(?P<type>\s++string="(?:true|(?P<json>false))")?[^<>]{0,200})>'
    ),
    re.compile(rf"</{PREFIX}param(?:eter)?>"),
    re.compile(rf"^[ \t]*+<parameter=|</{PREFIX}(?:invoke|function)>\s*+(?:</?tool_call>\s*+)*+{_CALL}", re.MULTILINE),
    # Some models leave this tag out too; then the next call ends this one.
    re.compile(rf"</{PREFIX}(?:invoke|function)>|(?={_CALL})"),
)
# <tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>; LongCat has longcat_ in each tag.
PAIRS: Final = Tags(
    re.compile(r"<(?:longcat_)?arg_key>([^<>]{1,128})(?:</(?:longcat_)?arg_key>\s*+)++<(?:longcat_)?arg_value>"),
    re.compile(r"</(?:longcat_)?arg_value>"),
    re.compile(r"^[ \t]*+<(?:longcat_)?arg_key>", re.MULTILINE),
    re.compile(r"</(?:longcat_)?tool_call>"),
)
# <|open|>call tool="f" index="1"<|sep|><|open|>argument key="a" type="number"<|sep|>1<|close|>argument<|sep|>...
_OPEN: Final = r'<\|open\|>argument\s++key="([^"<>]{1,128})"(?P<type>\s++type="(?:string|(?P<json>[a-z]{1,20}))")?'
BLOCKS: Final = Tags(
    re.compile(rf"{_OPEN}[^<>]{{0,100}}<\|sep\|>"),
    re.compile(r"<\|close\|>argument<\|sep\|>"),
    re.compile(_OPEN),
    re.compile(r"<\|close\|>call<\|sep\|>|(?=<\|open\|>call\s)"),
)
# What comes behind a tag that ends an argument, and not behind one that the argument speaks of.
_BEHIND: Final = re.compile(rf"\s*+(?:\Z|</?{PREFIX}(?:param|invoke|function|tool_call|arg_key|longcat_)|<\||<\uff5c)")


class TagReader:
    """Reads the arguments of calls in one text, from its beginning to its end.

    Args:
        text: What the model wrote.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: dict[str, tuple[int, int]] = {}

    def arguments(self, tags: Tags, start: int) -> tuple[Untyped, str, int]:
        """The arguments from there on, the name of one that is given twice, and where the call ends."""
        found, said = Untyped(), set()
        twice = ""
        limit, end = self._next(tags.end, start)
        opening = tags.opening.search(self.text, start, limit)
        while opening is not None:
            close, behind = self._value_end(tags, opening.end(), limit)
            name = next(group for group in opening.groups() if group is not None).strip()
            twice = name if name in found else twice
            groups = opening.groupdict()
            found[name] = _value(groups, self.text[opening.end() : close])
            if groups.get("type") is not None:
                said.add(name)
            if behind > limit:  # the value itself held what looked like the end
                limit, end = self._next(tags.end, behind)
            opening = tags.opening.search(self.text, behind, limit)
        found.said = said
        return found, twice, end

    def _value_end(self, tags: Tags, start: int, limit: int) -> tuple[int, int]:
        """Where the value that begins there ends, and where the tag that ends it does."""
        close, behind = self._next(tags.closing, start)
        is_open = close == len(self.text)
        following = (tags.opening if is_open else tags.line).search(self.text, start, limit if is_open else close)
        if is_open or following is not None:
            # Some models leave the closing tag out.
            close = limit if following is None else min(following.start(), limit)
            return close, close
        while not _BEHIND.match(self.text, behind):
            later, behind_it = self._next(tags.closing, behind)
            others = (tags.opening, tags.end)
            if later == len(self.text) or any(each.search(self.text, behind, later) for each in others):
                break
            close, behind = later, behind_it  # the value spoke of the tag
        return close, behind

    def _next(self, tag: re.Pattern[str], start: int) -> tuple[int, int]:
        """Where the next such tag begins and ends; the end of the text twice if there is none."""
        place = self._found.get(tag.pattern, (-1, -1))
        if place[0] < start:  # else nothing is between, and the same text is not looked through again
            found = tag.search(self.text, start)
            place = (len(self.text), len(self.text)) if found is None else found.span()
            self._found[tag.pattern] = place
        return place


def _value(groups: dict[str, str | None], text: str) -> Any:
    """The value of an argument: exact where its tag says what it is, else text, whatever it is.

    Some models put a line end on each side of a value, none of those that say what it is.
    """
    if groups.get("json") is not None:
        return from_json_text(text.strip())
    if groups.get("type") is not None:
        return text
    return text.removeprefix("\r").removeprefix("\n").removesuffix("\n").removesuffix("\r")
