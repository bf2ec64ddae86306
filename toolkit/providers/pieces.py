"""Calls that come in pieces, and the chunks that bring the pieces."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from toolkit.calls import ToolCall
from toolkit.providers.payloads import is_id
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

MAX_CHARS: Final = 1_048_576
# More than any tool's name has, so that a name that is cut there is nobody's.
_MAX_NAME_CHARS: Final = 1024

_MARKS: Final = re.compile(r'\\.?|["{}\[\]]', re.DOTALL)


class Fragment(Record):
    """What one chunk of a stream says of one call.

    Attributes:
        key: Which call of the stream, as the provider counts them.
        id: Its id, if the chunk tells it.
        name: Its name, or the next piece of it.
        arguments: The next piece of the arguments' text.
        opens: Whether a call may begin with it; if not, and none is open under the key, it is of something else.
        ends: Whether nothing more follows for this call.
        ends_choice: The choice that has ended, if one has: the first part of the keys of its calls.
        is_input: Whether `arguments` is no JSON, but free text for a custom tool.
        call: The whole call, if the provider sends it in one piece; it replaces what has come under the key.
    """

    key: Hashable = None
    id: str | None = None
    name: str = ""
    arguments: str = ""
    opens: bool = True
    ends: bool = False
    ends_choice: int | None = None
    is_input: bool = False
    call: ToolCall | None = None

    @property
    def choice(self) -> Hashable:
        """What its call is counted within."""
        return choice_of(self.key)


def choice_of(key: Hashable) -> Hashable:
    """The first part of a key that has several, None for any other."""
    return key[0] if isinstance(key, tuple) and key else None


class ObjectEnd:
    """Whether a text that comes in pieces is an object that has ended; each piece is looked through once.

    Attributes:
        is_reached: Whether it is, so that no further piece belongs to it.
    """

    __slots__ = ("_depth", "_is_escaped", "_is_other", "_is_string", "is_reached")

    def __init__(self) -> None:
        self.is_reached = False
        self._depth = 0
        self._is_string = self._is_escaped = self._is_other = False

    @property
    def is_ahead(self) -> bool:
        """Whether it is an object that has begun and not ended."""
        return self._depth > 0

    def follow(self, piece: str) -> None:
        """Look through the next piece."""
        if self._is_other or not piece.strip():
            return
        if self.is_reached or (not self._depth and not piece.lstrip().startswith("{")):
            # Something before the object or behind it: the text is none.
            self._is_other, self.is_reached = True, False
            return
        for found in _MARKS.finditer(piece, 1 if self._is_escaped else 0):
            self._take(found.group())
            if not self._depth:
                self.is_reached = not piece[found.end() :].strip()
                self._is_other = not self.is_reached
                return
        self._is_escaped = self._ends_escaping(piece)

    def _take(self, mark: str) -> None:
        if mark == '"':
            self._is_string = not self._is_string
        elif not self._is_string and mark[0] != "\\":
            self._depth += 1 if mark in "{[" else -1

    def _ends_escaping(self, piece: str) -> bool:
        """Whether the last character of a piece escapes the first of the next one."""
        rest = piece[1:] if self._is_escaped else piece
        return (len(rest) - len(rest.rstrip("\\"))) % 2 == 1


class Pieces:
    """A call of which not everything has come yet.

    Attributes:
        key: Where it stands in the stream.
        id: Its id, None if it has not come.
        name: Its name, as far as it has come.
        chars: How long its arguments are.
        made: The calls that it has become, None while it is open.
    """

    __slots__ = ("_end", "_is_input", "_repeats", "_texts", "_unfinished_at", "chars", "id", "key", "made", "name")

    def __init__(self, key: Hashable = None) -> None:
        self.key = key
        self.id: str | None = None
        self.name = ""
        self.made: Sequence[ToolCall] | None = None
        self._is_input = False
        self.clear()

    def clear(self) -> None:
        """Forget the arguments."""
        self._texts: list[str] = []
        self._end = ObjectEnd()
        self._repeats = True
        self.chars = 0
        # How long they were when they were no finished value: they are looked through once for each length.
        self._unfinished_at = -1

    def add(self, fragment: Fragment) -> None:
        """Take in what a chunk says; of arguments that are too long the rest is dropped."""
        self.id = self.id or fragment.id
        # Some servers send the whole name with every chunk.
        if fragment.name != self.name and len(self.name) < _MAX_NAME_CHARS:
            self.name += fragment.name[:_MAX_NAME_CHARS]
        self._is_input = self._is_input or fragment.is_input
        self.chars += len(fragment.arguments)
        if fragment.arguments and self.chars <= MAX_CHARS:
            self._repeats = self._repeats and (not self._texts or fragment.arguments.startswith(self._texts[-1]))
            self._texts.append(fragment.arguments)
            self._end.follow(fragment.arguments)

    @property
    def text(self) -> str:
        """The arguments, as far as they have come."""
        return self._texts[-1] if self._says_all_each_time() else "".join(self._texts)

    @property
    def has_ended(self) -> bool:
        """Whether the call has its name, and all its arguments as one object, so that no other piece is of it."""
        return bool(self.name) and not self._is_input and self._end.is_reached

    def may_be_all(self) -> bool:
        """Whether the call can do without another piece: its arguments are finished, or it has none."""
        return self._is_input or not self._texts or self.is_whole()

    def is_whole(self) -> bool:
        """Whether the arguments are a finished JSON value, so that nothing can follow."""
        if self._is_input or self._unfinished_at == self.chars:
            return False
        is_whole = self._says_all_each_time() or (not self._end.is_ahead and _is_json("".join(self._texts)))
        if not is_whole:
            self._unfinished_at = self.chars
        return is_whole

    def _says_all_each_time(self) -> bool:
        """Whether each piece repeats those before it, as some servers send them: then the last is all, not the sum."""
        if not self._repeats or self._is_input or self._end.is_reached or not self._texts[1:]:
            return False
        last = self._texts[-1]
        return last.startswith("{") and last.endswith("}") and _is_json(last)

    def call(self, provider: str) -> ToolCall:
        """The call as far as it has come."""
        id_ = self.id if self.id is None or is_id(self.id) else None
        if self.chars > MAX_CHARS:
            return ToolCall("", None, id_, provider, f"arguments of more than {MAX_CHARS:,} characters")
        if not self.name:
            return ToolCall("", None, id_, provider, "the stream ended before the name of the tool came")
        return ToolCall(self.name, {"input": self.text} if self._is_input else self.text, id_, provider)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
