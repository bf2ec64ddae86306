"""Calls out of a stream of chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.decoding import from_json_text
from toolkit.dialects import dialect, fault_of_provider
from toolkit.errors import CallError
from toolkit.providers.pieces import Pieces, choice_of
from toolkit.providers.strays import require_chunk

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from toolkit.calls import ToolCall
    from toolkit.providers.base import Provider
    from toolkit.providers.pieces import Fragment

MAX_CALLS: Final = 1024


class CallAccumulator:
    """Collects the chunks of a stream, and gives each call as soon as it and those before it are complete.

    Servers that imitate a provider count badly: they leave the index of a call out, give all calls the same, count
    pieces instead, say everything so far with each piece, or send a call once more when it is complete. A piece goes
    to the call whose id it has, else to the one under its key, else to the one that got the last piece; it begins a
    call where it can be of none of them.

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
        fault = fault_of_provider(made, "fragments")
        if fault is not None:
            raise CallError(f"no streams are read with {fault[0]}; {fault[1]}")
        self.provider: Provider = made
        # What has begun and is not given yet, in its order; what each key stands for; what got the last piece.
        self._begun: list[Pieces] = []
        self._at: dict[Hashable, Pieces] = {}
        self._last: dict[Hashable, Pieces] = {}
        self._given: dict[str, list[ToolCall]] = {}
        self._count = 0

    def __repr__(self) -> str:
        return f"CallAccumulator({self.provider.name!r}, begun={len(self._begun)})"

    def feed(self, chunk: object) -> list[ToolCall]:
        """The calls that this chunk completes.

        Args:
            chunk: A chunk or event of the stream: a dict, or the object that the provider's SDK gives.

        Raises:
            CallError: The chunk is broken, none at all or another provider's, or there are too many calls.
        """
        fragments = list(self.provider.fragments(chunk))
        if not all(isinstance(each.key, str | int | tuple | None.__class__) for each in fragments):
            raise CallError("a chunk of the stream counts its call by what is no number and no text")
        if not fragments:
            require_chunk(chunk, self.provider.name)
        for fragment in fragments:
            self._take(fragment)
        return self._complete()

    def finish(self) -> list[ToolCall]:
        """The calls that the end of the stream completes."""
        self._close(self._open())
        return self._complete()

    close = finish

    def _take(self, fragment: Fragment) -> None:
        if fragment.ends_choice is not None:
            of_choice = (each for each in self._open() if choice_of(each.key) == fragment.ends_choice)
            self._close([each for each in of_choice if each.may_be_all()])
        elif fragment.call is not None:
            self._take_whole(fragment, fragment.call)
        else:
            self._take_piece(fragment)

    def _take_piece(self, fragment: Fragment) -> None:
        pieces = self._found(fragment)
        if pieces is None:
            return
        pieces.add(fragment)
        self._last[fragment.choice] = pieces
        if fragment.ends:
            self._close([pieces])

    def _take_whole(self, fragment: Fragment, call: ToolCall) -> None:
        """Put a call that comes whole in the place of its pieces, unless it has been given."""
        pieces = self._at.get(fragment.key)
        if pieces is None or pieces.made is not None or _are_two(pieces.id, call.id):
            pieces = self._with_id(call.id, call.name)
        if pieces is None:
            if any(_is_same(call, each) for each in self._given.get(call.id or "", ())):
                return
            pieces = self._new(fragment.key)
        pieces.made = [call]

    def _found(self, fragment: Fragment) -> Pieces | None:
        """The call that a piece is of, which may begin with it; None if it is of none, or says nothing new."""
        here = self._at.get(fragment.key)
        text = fragment.arguments.strip()
        if here is not None and here.made and here.id and here.id == fragment.id and text == here.text.strip():
            return None
        if here is None or here.made is not None or _are_two(here.id, fragment.id):
            return self._found_elsewhere(fragment)
        is_other = fragment.name not in ("", here.name)
        if not here.has_ended or not (text or is_other):
            return here
        if text == here.text.strip():
            return None
        if here.text.strip() == "{}" and (fragment.id or not fragment.name):
            # Some servers say first that there are no arguments.
            here.clear()
            return here
        return self._begin(fragment) if fragment.name else here

    def _found_elsewhere(self, fragment: Fragment) -> Pieces | None:
        """The call of a piece that is of none under its own key."""
        if not fragment.name and fragment.id:
            known = self._with_id(fragment.id)
            if known is not None:
                return known
        if not fragment.opens or not (fragment.id or fragment.name or fragment.arguments):
            return None
        last = self._last.get(fragment.choice)
        if not fragment.name and not fragment.id and last is not None and last.made is None:
            return last
        return self._begin(fragment)

    def _with_id(self, id_: str | None, name: str = "") -> Pieces | None:
        """The open call of that id, and of that name if one is given."""
        same = (each for each in self._open() if id_ and each.id == id_)
        return next((each for each in same if name in ("", each.name)), None)

    def _begin(self, fragment: Fragment) -> Pieces:
        """A new call, which shows that those whose arguments are finished are complete."""
        self._close([each for each in self._open() if each.is_whole()])
        return self._new(fragment.key)

    def _new(self, key: Hashable) -> Pieces:
        self._count += 1
        if self._count > MAX_CALLS:
            raise CallError(f"more than {MAX_CALLS} calls in one stream")
        made = self._at[key] = Pieces(key)
        self._begun.append(made)
        return made

    def _open(self) -> list[Pieces]:
        return [each for each in self._begun if each.made is None]

    def _close(self, open_: Iterable[Pieces]) -> None:
        for pieces in open_:
            pieces.made = self.provider.assembled(pieces)

    def _complete(self) -> list[ToolCall]:
        """The calls that are complete, up to the first that is not, as they must be carried out in their order."""
        calls: list[ToolCall] = []
        while self._begun and self._begun[0].made is not None:
            calls += self._begun.pop(0).made or ()
        for call in calls:
            self._given.setdefault(call.id or "", []).append(call)
        return calls


def _are_two(one: str | None, other: str | None) -> bool:
    """Whether two ids are there, and of two calls."""
    return bool(one and other) and one != other


def _is_same(one: ToolCall, other: ToolCall) -> bool:
    """Whether two calls of one id are one call that came twice."""
    told = [from_json_text(each.arguments) for each in (one, other)]
    return bool(one.id) and one.name == other.name and told[0] == told[1]
