"""History: of the calls in a list of messages, those that no later message answers.

A program may hand over the whole conversation; what was carried out in an earlier turn must not run once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.providers.shapes import field, is_array, label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from toolkit.calls import ToolCall

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


def unanswered(messages: Iterable[object], read: Callable[[object], list[ToolCall]]) -> list[ToolCall]:
    """The calls in some messages, without those that a later one answers.

    An answer belongs to the call of its id. One without an id belongs to the first call without one, of its name if
    it has a name.

    Args:
        messages: Messages, calls and answers, in their order.
        read: Gives the calls in one of them.
    """
    waiting: list[ToolCall] = []
    for message in messages:
        if waiting:
            for id_, name in _answers(message):
                _take_out(waiting, id_, name)
        waiting += read(message)
    return waiting


def _answers(message: object) -> Iterator[tuple[str, str]]:
    """The id and the name of the call for each answer in a message, "" for one that is not there."""
    place = _ID_BY_TYPE.get(label(message, "type"))
    if place is not None:
        yield label(message, place), label(message, "name")
    elif label(message, "role") in _ROLES and not is_array(field(message, "parts")):
        yield label(message, "tool_call_id"), label(message, "name") or label(message, "tool_name")
    else:
        for parts in (field(message, "content"), field(message, "parts"), [message]):
            yield from _answers_among(parts)


def _answers_among(parts: object) -> Iterator[tuple[str, str]]:
    for part in parts if is_array(parts) else ():  # type: ignore[attr-defined]
        place = _ID_BY_TYPE.get(label(part, "type"))
        if place is not None:
            yield label(part, place), label(part, "name")
            continue
        for name, place_inside in _ID_BY_FIELD.items():
            answer = field(part, name)
            if answer is not None:
                yield label(answer, place_inside), label(answer, "name")


def _take_out(waiting: list[ToolCall], id_: str, name: str) -> None:
    for index, call in enumerate(waiting):
        if call.id == id_ if id_ else call.id is None and (not name or name == call.name):
            del waiting[index]
            return
