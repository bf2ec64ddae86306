"""Calls out of a stream of chunks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from toolkit.calls import ToolCall
from toolkit.dialects import dialect
from toolkit.errors import CallError
from toolkit.providers.shapes import ID_LENGTH
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Hashable

    from toolkit.providers.base import Provider

MAX_CHARS: Final = 1_048_576
MAX_CALLS: Final = 1024


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
        call: The whole call, if the provider sends it in one piece; it replaces what has come under the key.
    """

    key: Hashable = None
    id: str | None = None
    name: str = ""
    arguments: str = ""
    opens: bool = True
    ends: bool = False
    ends_choice: int | None = None
    call: ToolCall | None = None


class Pieces:
    """A call of which not everything has come yet.

    Attributes:
        id: Its id, None if it has not come.
        name: Its name, as far as it has come.
        chars: How long its arguments are.
    """

    __slots__ = ("_texts", "chars", "id", "name")

    def __init__(self) -> None:
        self.id: str | None = None
        self.name = ""
        self._texts: list[str] = []
        self.chars = 0

    def add(self, fragment: Fragment) -> None:
        """Take in what a chunk says; of arguments that are too long the rest is dropped."""
        self.id = self.id or fragment.id
        # Some servers send the whole name with every chunk.
        self.name += fragment.name if fragment.name != self.name else ""
        self.chars += len(fragment.arguments)
        if fragment.arguments and self.chars <= MAX_CHARS:
            self._texts.append(fragment.arguments)

    @property
    def text(self) -> str:
        """The arguments, as far as they have come."""
        return "".join(self._texts)

    def may_be_all(self) -> bool:
        """Whether the call can do without another piece: its arguments are finished, or it has none."""
        return not self._texts or self.is_whole()

    def is_whole(self) -> bool:
        """Whether the arguments are a finished JSON value, so that nothing can follow."""
        try:
            json.loads(self.text)
        except (ValueError, RecursionError):
            return False
        return True

    def call(self, provider: str) -> ToolCall:
        """The call as far as it has come."""
        id_ = self.id if self.id is None or len(self.id) <= ID_LENGTH else None
        if self.chars > MAX_CHARS:
            return ToolCall("", None, id_, provider, f"arguments of more than {MAX_CHARS:,} characters")
        if not self.name:
            return ToolCall("", None, id_, provider, "the stream ended before the name of the tool came")
        return ToolCall(self.name, self.text, id_, provider)


class CallAccumulator:
    """Collects the chunks of a stream, and gives each call as soon as it is complete.

    Args:
        provider: The provider, or its name.

    >>> accumulator = CallAccumulator("openai")
    >>> delta = {"tool_calls": [{"index": 0, "id": "c1", "function": {"name": "now", "arguments": "{}"}}]}
    >>> accumulator.feed({"choices": [{"index": 0, "delta": delta}]})
    []
    >>> [call.name for call in accumulator.finish()]
    ['now']
    """

    def __init__(self, provider: Any) -> None:
        made: Any = dialect(provider) if isinstance(provider, str) else provider
        if not hasattr(made, "fragments"):
            raise CallError(f"{made.name} reads no streams: it has no method `fragments`")
        self.provider: Provider = made
        self._open: dict[Hashable, Pieces] = {}
        self._begun = 0

    def feed(self, chunk: object) -> list[ToolCall]:
        """The calls that this chunk completes.

        Args:
            chunk: A chunk or event of the stream: a dict, or the object that the provider's SDK gives.

        Raises:
            CallError: The chunk is broken, or there are too many calls.
        """
        fragments = list(self.provider.fragments(chunk))
        if not all(isinstance(each.key, str | int | tuple | None.__class__) for each in fragments):
            raise CallError("a chunk of the stream counts its call by what is no number and no text")
        return [call for fragment in fragments for call in self._completed_by(fragment)]

    def finish(self) -> list[ToolCall]:
        """The calls that the end of the stream completes."""
        return self._closed(list(self._open))

    close = finish

    def _completed_by(self, fragment: Fragment) -> list[ToolCall]:
        if fragment.ends_choice is not None:
            return self._ended(fragment.ends_choice)
        if fragment.call is not None:
            if self._open.pop(fragment.key, None) is None:
                self._count()
            return [fragment.call]
        complete = self._opened(fragment)
        pieces = self._open.get(fragment.key)
        if pieces is None:
            return complete
        pieces.add(fragment)
        return complete + (self._closed([fragment.key]) if fragment.ends else [])

    def _ended(self, choice: int) -> list[ToolCall]:
        """The calls of a choice that has ended; one that was cut off waits for the end of the stream."""
        ended = [key for key in self._open if isinstance(key, tuple) and key[0] == choice]
        return self._closed([key for key in ended if self._open[key].may_be_all()])

    def _opened(self, fragment: Fragment) -> list[ToolCall]:
        """Make place for a call that begins; the calls that this shows to be complete."""
        pieces = self._open.get(fragment.key)
        # Some servers give every call the same index, so a new id begins a new call.
        if pieces is not None and (not fragment.id or not pieces.id or fragment.id == pieces.id):
            return []
        if not fragment.opens:
            return []
        complete = self._closed([key for key, each in self._open.items() if each is pieces or each.is_whole()])
        self._count()
        self._open[fragment.key] = Pieces()
        return complete

    def _closed(self, keys: list[Hashable]) -> list[ToolCall]:
        return [call for key in keys for call in self.provider.assembled(self._open.pop(key))]

    def _count(self) -> None:
        self._begun += 1
        if self._begun > MAX_CALLS:
            raise CallError(f"more than {MAX_CALLS} calls in one stream")
