"""History: of the calls in a list of messages, those that no later message answers.

A program may hand over the whole conversation; what was carried out in an earlier turn must not run once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.calls import ToolCall
from toolkit.errors import CallError
from toolkit.providers.payloads import field, is_array, label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

# Where an answer has the id of its call, by its own type or by the role of its message.
_ID_BY_TYPE: Final[Mapping[str, str]] = {
    "custom_tool_call_output": "call_id",
    "function_call_output": "call_id",
    "tool": "tool_call_id",
    "tool_result": "tool_use_id",
}
_ROLES: Final = frozenset({"tool", "function"})
# Answers as parts of a message, by the field that holds them.
_ID_BY_FIELD: Final[Mapping[str, str]] = {
    "functionResponse": "id",
    "function_response": "id",
    "toolResult": "toolUseId",
}


def unanswered(
    messages: Iterable[object], read: Callable[[object], list[ToolCall]], provider: str | None = None
) -> list[ToolCall]:
    """The calls in some messages, without those that a later one answers; a broken one hides none of its siblings.

    An answer belongs to the call of its id. One without an id, or with an id that the program made up for a call that
    came without, belongs to the first call without an id; if the answer has a name, to the first of that name.

    Args:
        messages: Messages, calls and answers, in their order.
        read: Gives the calls in one of them, or raises CallError.
        provider: Name of the dialect that they are read in, None if it is not known.
    """
    waiting = _Waiting()
    for message in messages:
        if waiting.calls:
            for id_, name in _answers(message):
                waiting.take_out(id_, name)
        try:
            calls = read(message)
        except CallError as error:
            calls = [error.call or ToolCall("", provider=provider, problem=str(error))]
        for call in calls:
            waiting.add(call)
    return list(waiting.calls.values())


class _Waiting:
    """Calls that nothing has answered yet.

    Attributes:
        calls: They, by their number in the order in which they came.
    """

    def __init__(self) -> None:
        self.calls: dict[int, ToolCall] = {}
        # Those with an id by it, those without by "".
        self._numbers: dict[str, list[int]] = {}
        self._count = 0

    def add(self, call: ToolCall) -> None:
        """Let a call wait."""
        self.calls[self._count] = call
        # A call that the program itself has made may have anything for an id and a name, and code of its own in it.
        self._numbers.setdefault(label(call, "id"), []).append(self._count)
        self._count += 1

    def take_out(self, id_: str, name: str) -> None:
        """Take out the call that an answer belongs to, if one waits."""
        numbers = self._numbers.get(id_, []) if id_ else []
        if numbers:
            del self.calls[numbers.pop(0)]
            return
        without = self._numbers.get("", [])
        meant = next((each for each in without if (name == label(self.calls[each], "name") if name else not id_)), None)
        if meant is not None:
            without.remove(meant)
            del self.calls[meant]


def _answers(message: object) -> Iterator[tuple[str, str]]:
    """The id and the name of the call for each answer in a message, "" for one that is not there."""
    place = _ID_BY_TYPE.get(label(message, "type"))
    if place is not None:
        yield _id(message, place), label(message, "name")
    elif label(message, "role") in _ROLES and not is_array(field(message, "parts")):
        yield _id(message, "tool_call_id"), label(message, "name") or label(message, "tool_name")
    else:
        for parts in (field(message, "content"), field(message, "parts"), [message]):
            yield from _answers_among(parts)


def _answers_among(parts: object) -> Iterator[tuple[str, str]]:
    for part in parts if is_array(parts) else ():
        place = _ID_BY_TYPE.get(label(part, "type"))
        if place is not None:
            yield _id(part, place), label(part, "name")
            continue
        for name, place_inside in _ID_BY_FIELD.items():
            answer = field(part, name)
            if answer is not None:
                yield _id(answer, place_inside), label(answer, "name")


def _id(answer: object, place: str) -> str:
    """The id that an answer has, as calls have it: a number becomes text."""
    id_ = field(answer, place)
    return str(id_) if type(id_) is int else label(answer, place)
