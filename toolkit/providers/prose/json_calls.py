"""Calls that a model writes into its text as JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.decoding import brackets, from_json_text
from toolkit.calls import ToolCall
from toolkit.errors import CallError
from toolkit.providers.payloads import is_id, kind_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME: Final = r"[A-Za-z0-9_.-]{1,128}"
_IS_NAME: Final = re.compile(NAME)
_SEPARATOR: Final = re.compile(r"[\s;,]*")
_LINE: Final = re.compile(r"^[ \t]*(?=[\[{])", re.MULTILINE)
_FENCE: Final = re.compile(r"```[ \t]*(?:json|tool_call|tool_calls)?[ \t]*\r?\n")
_NAMES: Final = ("name", "function", "tool", "tool_name", "action")
_ARGUMENTS: Final = ("arguments", "parameters", "args", "input", "tool_input", "action_input")
# What the fields of a call without a mark are called: by most, by Command, and in the prompts of LangChain.
_FIELDS: Final = (
    {"name", "arguments"},
    {"name", "parameters"},
    {"tool_name", "parameters"},
    {"tool", "tool_input"},
    {"action", "action_input"},
)
_IDS: Final = ("id", "tool_call_id")
# Models put the name of a tool into a module that their prompt has shown them, or that they have made up.
_MODULE: Final = re.compile(r"(?:default_api|functions)\.(?=.)")


def json_end(text: str, start: int) -> int:
    """Where the object or array that begins at `start` ends; -1 if none begins there, or it does not end."""
    if text[start : start + 1] not in ("{", "["):
        return -1
    return next((found.end() for depth, found in brackets(text, start) if depth == 0), -1)


def calls_from_json(value: Any, provider: str) -> list[ToolCall]:
    """The calls that a JSON value stands for, where it is known to stand for some.

    Raises:
        CallError: It stands for none, or a field is missing or of the wrong type.
    """
    if isinstance(value, list):
        return [call for each in value for call in calls_from_json(each, provider)]
    if not isinstance(value, dict):
        raise CallError(f"the call is {kind_in_words(value)}; expected {{'name': ..., 'arguments': {{...}}}}")
    if isinstance(value.get("tool_calls"), list):
        return calls_from_json(value["tool_calls"], provider)
    inner = value.get("function")
    said = inner if isinstance(inner, dict) else value
    name = next((said[key] for key in _NAMES if isinstance(said.get(key), str) and said[key]), None)
    if name is None:
        raise CallError("the call has no name; expected {'name': ..., 'arguments': {...}}")
    arguments = next((said[key] for key in _ARGUMENTS if key in said), None)
    if not isinstance(arguments, dict | str | None):
        raise CallError(f"the arguments of the call are {kind_in_words(arguments)}; expected an object")
    id_ = next((value[key] for key in _IDS if key in value), None)
    return [ToolCall(plain_name(name), arguments, id_ if isinstance(id_, str) and is_id(id_) else None, provider)]


def calls_from_members(value: Any, provider: str) -> list[ToolCall]:
    """The calls in an array of objects, each member of which is a call: its name and its arguments.

    Raises:
        CallError: It is something else.
    """
    objects = value if isinstance(value, list) else [value]
    if not all(isinstance(each, dict) and each for each in objects):
        raise CallError("the calls are no array of objects; expected [{name: {...}}]")
    members = [member for each in objects for member in each.items()]
    return [call for name, inner in members for call in calls_from_json({"name": name, "arguments": inner}, provider)]


def plain_name(name: str) -> str:
    """The name of a tool without the module that some models put it into.

    >>> plain_name("functions.add"), plain_name("geo.add")
    ('add', 'geo.add')
    """
    return _MODULE.sub("", name, count=1) if name.startswith(("default_api.", "functions.")) else name


def unmarked_calls(text: str, provider: str) -> list[ToolCall]:
    """The calls in fenced blocks of JSON; else those in JSON alone on the last lines.

    Nothing marks them as calls, so that only what has exactly a call's fields counts. JSON that more prose
    follows is an example, not a call.
    """
    values = [value for block in _fenced(text) for value in block]
    if not values:
        values = _trailing(text)
    return [call for value in values for call in calls_from_json(value, provider)]


def _fenced(text: str) -> Iterator[list[Any]]:
    """The values of each fenced block that holds nothing but calls."""
    position = 0
    while (opening := _FENCE.search(text, position)) is not None:
        position = text.find("```", opening.end())
        if position < 0:
            return
        values, end = _calls_from(text[opening.end() : position].strip(), 0)
        if end < 0:
            yield values
        position += 3


def _trailing(text: str) -> list[Any]:
    """The calls from the start of some line to the end of the text, with nothing else between and behind them."""
    text = text.strip()
    position = 0
    while (line := _LINE.search(text, position)) is not None:
        values, position = _calls_from(text, line.end())
        if position < 0:
            return values
    return []


def _calls_from(text: str, start: int) -> tuple[list[Any], int]:
    """The values from there to the end of the text that have a call's shape, and -1.

    If something else comes, the place behind it instead.
    """
    values: list[Any] = []
    while start < len(text):
        end = json_end(text, start)
        if end < 0:
            return [], len(text)  # not looked for again from every line below, which would take too long
        value = from_json_text(text[start:end])
        if not _is_call(value):
            return [], end
        values.append(value)
        start = _SEPARATOR.match(text, end).end()  # type: ignore[union-attr]
    return values, -1


def _is_call(value: Any) -> bool:
    """Whether a value has exactly the fields of a call or of several; a declaration has a schema there."""
    if isinstance(value, list):
        return bool(value) and all(map(_is_call, value))
    if not isinstance(value, dict):
        return False
    if value.keys() == {"tool_calls"}:
        return _is_call(value["tool_calls"])
    if value.keys() - {"id"} == {"type", "function"} and value["type"] == "function":
        value = value["function"] if isinstance(value["function"], dict) else {}
    fields = value.keys() - {*_IDS, "type"}
    if fields not in _FIELDS:
        return False
    name = next(value[key] for key in _NAMES if key in fields)
    arguments = next(value[key] for key in _ARGUMENTS if key in fields)
    is_schema = isinstance(arguments, dict) and arguments.get("type") == "object" and "properties" in arguments
    is_name = isinstance(name, str) and _IS_NAME.fullmatch(name) is not None
    return is_name and isinstance(arguments, dict | str) and not is_schema
