"""The fields of a payload: of dicts, and of the objects of the providers' SDKs, read alike.

A field is taken from where the object stores it: its keys, its `__dict__`, its slots, its class. No code of the
object runs, so that one whose attributes raise or never end is only an object without fields.
"""

from __future__ import annotations

import re
from types import GetSetDescriptorType, MappingProxyType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import CallError
from toolkit.record import MISSING

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import TypeGuard

ID_LENGTH: Final = 256
# LiteLLM keeps what Gemini wants back with a call, its thought signature, behind the id: thousands of characters
# (LiteLLM docs, Gemini, Thought signatures). OpenAI's clients have no other place for it.
_SIGNATURE: Final = "__thought__"
_SIGNED_ID_LENGTH: Final = 65_536
# What frameworks call the id of a call that they have taken out of its message.
_ID_NAMES: Final = ("id", "call_id", "tool_call_id")

_WORDS: Final[tuple[tuple[type, str], ...]] = (
    (type(None), "null"),
    (bool, "a boolean"),
    (int, "a number"),
    (float, "a number"),
    (str, "text"),
    (dict, "an object"),
    (MappingProxyType, "an object"),
    (list, "an array"),
    (tuple, "an array"),
)
_OBJECTS: Final = (dict, MappingProxyType)
_SLOTS: Final = (MemberDescriptorType, GetSetDescriptorType)
# Values of JSON and of Python that have attributes, yet no fields.
_VALUES: Final = (str, bytes, bytearray, int, float, list, tuple, set, frozenset, type(None), type)


def field(source: object, *names: str) -> Any:
    """The first of these fields that is there and not null; None if none is.

    >>> field({"functionCall": {"name": "add"}}, "functionCall", "function_call")
    {'name': 'add'}
    """
    if type(source) is dict:
        for name in names:
            value = source.get(name)
            if value is not None:
                return value
        return None
    for name in names:
        value = _stored(source, name)
        if value is not MISSING and value is not None:
            return value
    return None


def both_spellings(*names: str) -> tuple[str, ...]:
    """Fields as Google's APIs spell them, each with the spelling of the client library behind it.

    >>> both_spellings("codeExecution", "retrieval")
    ('codeExecution', 'code_execution', 'retrieval')
    """
    each_spelt = ((name, re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", name)) for name in names)
    return tuple(dict.fromkeys(spelling for both in each_spelt for spelling in both))


def unwrapped(source: object, *names: str) -> Any:
    """What the first of these fields holds that is there and not null; the source itself if none is."""
    inner = field(source, *names)
    return source if inner is None else inner


def has_field(source: object, name: str) -> bool:
    """Whether a field is there, null or not."""
    return _stored(source, name) is not MISSING


def fields_among(source: object, names: Collection[str]) -> list[str]:
    """Which of these fields are there and not null; if none is, which are there and null."""
    own: Any = source if is_object(source) else _declared(source, type(source), "__dict__")
    if type(own) in (dict, MappingProxyType) and own:
        found = {name: own[name] for name in names if name in own}
    else:
        found = {name: _stored(source, name) for name in names if has_field(source, name)}
    return [name for name, value in found.items() if value is not None] or list(found)


def is_object(value: object) -> bool:
    """Whether a value is a JSON object."""
    return issubclass(type(value), _OBJECTS)


def is_array(value: object) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """Whether a value is a JSON array; a subclass may run code when it is looked through, so it is none."""
    return type(value) in (list, tuple)


def is_json_value(value: object) -> bool:
    """Whether a value is of a type that JSON has."""
    return issubclass(type(value), tuple(kind for kind, _ in _WORDS))


def is_text(value: object) -> bool:
    """Whether a value is text, whatever its object says of its class."""
    return issubclass(type(value), str)


def label(source: object, name: str) -> str:
    """A field that says what the object is, such as its type or role; "" if it is no text."""
    value = field(source, name)
    return str.__str__(value) if is_text(value) else ""


def first(source: object, name: str) -> Any:
    """The first entry of a field that is an array, None if there is none."""
    value = field(source, name)
    return value[0] if is_array(value) and value else None


def kind_in_words(value: object) -> str:
    """What kind of JSON value this is, in words that hold nothing of it."""
    return next((words for kind, words in _WORDS if issubclass(type(value), kind)), "no JSON value")


def text_field(source: object, name: str, path: str = "", *, may_be_empty: bool = False) -> str:
    """A field that must be text, and not empty unless that is no fault.

    Raises:
        CallError: It is missing, empty or something else; the message calls it `path`, or by its name.
    """
    value = field(source, name)
    if type(value) is str and value:
        return value
    text = label(source, name)
    if not (text or (may_be_empty and is_text(value))):
        raise CallError(_complaint(source, name, path, "text"))
    return text


def array_field(source: object, name: str, path: str = "") -> list[Any]:
    """A field that must be an array, if it is there.

    Raises:
        CallError: It is something else.
    """
    value = field(source, name)
    if value is None:
        return []
    if not is_array(value):
        raise CallError(f"{path or name} is {kind_in_words(value)}; expected an array of tool calls")
    return list(value)


def arguments_field(source: object, name: str, path: str = "", *, required: bool = False) -> Any:
    """A field that holds arguments: JSON text, an object, or None for none.

    Raises:
        CallError: It is something else, or missing where it is required.
    """
    value = field(source, name)
    if type(value) is str or type(value) is dict:
        return value
    if is_text(value):
        return str.__str__(value)
    if is_object(value):
        return dict(value) if type(value) is MappingProxyType else dict.copy(value)
    if value is None and (not required or has_field(source, name)):
        return None
    raise CallError(_complaint(source, name, path, "JSON text or an object"))


def is_id(text: str) -> bool:
    """Whether a text is short enough for an id, the signature of a thought behind it aside.

    >>> is_id("call_1"), is_id("x" * 257), is_id("call_1__thought__" + "x" * 5000)
    (True, False, True)
    """
    return len(text) <= ID_LENGTH or (len(text) <= _SIGNED_ID_LENGTH and 0 <= text.find(_SIGNATURE) <= ID_LENGTH)


def id_field(source: object, name: str, path: str = "") -> str | None:
    """The id of a call, None if it has none. A number, as JSON-RPC has, becomes text.

    Raises:
        CallError: It is neither, or too long.
    """
    value = field(source, name)
    if value is None or (type(value) is str and is_id(value)):
        return value
    if type(value) is int and abs(value) < 10**ID_LENGTH:
        return str(value)
    if not is_text(value):
        raise CallError(f"{path or name} is {kind_in_words(value)}; expected text")
    text = label(source, name)
    if not is_id(text):
        raise CallError(f"{path or name} has {len(text)} characters; expected {ID_LENGTH} at most")
    return text


def known_id(source: object) -> str | None:
    """The id of a call whose form says nothing of where it stands, None if it has none.

    Raises:
        CallError: As `id_field` raises it.
    """
    name = next((each for each in _ID_NAMES if field(source, each) is not None), _ID_NAMES[0])
    return id_field(source, name)


def _complaint(source: object, name: str, path: str, wanted: str) -> str:
    """What is wrong with a field, or with what should hold it."""
    holder = path.rpartition(".")[0]
    if holder and source is not None and issubclass(type(source), _VALUES):
        return f"{holder} is {kind_in_words(source)}; expected an object with {name}"
    return f"{path or name} {_fault(source, name)}; expected {wanted}"


def _fault(source: object, name: str) -> str:
    value = field(source, name)
    if value is None and not has_field(source, name):
        return "is missing"
    return "is empty" if is_text(value) and not label(source, name) else f"is {kind_in_words(value)}"


def _stored(source: object, name: str) -> Any:
    """What an object stores under a name, MISSING if it stores nothing there."""
    kind = type(source)
    if issubclass(kind, dict):
        return dict.get(source, name, MISSING)  # type: ignore[call-overload]
    if kind is MappingProxyType:
        return source.get(name, MISSING)  # type: ignore[attr-defined]
    return MISSING if issubclass(kind, _VALUES) else _attribute(source, kind, name)


def _attribute(source: object, kind: type, name: str) -> Any:
    """An attribute, found without running a property, `__getattr__` or any other code of the class."""
    own = _declared(source, kind, "__dict__")
    if type(own) is dict and name in own:
        return own[name]
    stored = _declared(source, kind, name)
    if stored is not MISSING:
        return stored
    # A model of pydantic keeps what its class does not declare in a place of its own.
    extra = _declared(source, kind, "__pydantic_extra__")
    return extra.get(name, MISSING) if type(extra) is dict else MISSING


def _declared(source: object, kind: type, name: str) -> Any:
    """What a class has under a name: the content of a slot, or a plain value."""
    for base in kind.__mro__:
        stored = base.__dict__.get(name, MISSING)
        if type(stored) in _SLOTS:
            try:
                return stored.__get__(source)
            except AttributeError:
                return MISSING
        if stored is not MISSING:
            return stored if type(stored) in (str, dict, list) else MISSING
    return MISSING
