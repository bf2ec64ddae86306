"""Tools as text: for a person who looks for a fault, and for a prompt that lists what there is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Protocol

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    ToolDescriptor,
    TupleType,
)
from toolkit.errors import DefinitionError
from toolkit.misfits import tells_misfits
from toolkit.record import MISSING
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from toolkit.descriptor import ToolParameterDescriptor


class HasDescriptor(Protocol):
    """A tool, or whatever else knows how it is declared."""

    @property
    def descriptor(self) -> ToolDescriptor:
        """The declaration."""
        ...


@tells_misfits
def tools_as_json(tools: Iterable[ToolDescriptor | HasDescriptor]) -> str:
    """What tools take, as compact JSON without the vocabulary of JSON Schema.

    >>> tools_as_json([ToolDescriptor("now", "The time.")])
    '[{"name":"now","description":"The time.","required_parameters":[],"optional_parameters":[]}]'

    Args:
        tools: Tools, a registry of them, or descriptors.

    Raises:
        DefinitionError: There is a type of a kind that is not known here.
    """
    return json.dumps([_tool(each) for each in _descriptors(tools)], ensure_ascii=False, separators=(",", ":"))


@tells_misfits
def tools_as_text(tools: Iterable[ToolDescriptor | HasDescriptor]) -> str:
    """One line for each tool: how it is called, what it gives, what it does.

    >>> tools_as_text([ToolDescriptor("now", "The time.", output=StringType())])
    'now() -> string - The time.'

    Args:
        tools: Tools, a registry of them, or descriptors.

    Raises:
        DefinitionError: There is a type of a kind that is not known here.
    """
    return "\n".join(map(_line, _descriptors(tools)))


def _descriptors(tools: Iterable[ToolDescriptor | HasDescriptor]) -> Iterator[ToolDescriptor]:
    return (each if isinstance(each, ToolDescriptor) else getattr(each, "__tool__", each).descriptor for each in tools)


def _made(table: Mapping[type[ParameterType], Callable[[Any], Any]], type_: ParameterType) -> Any:
    make = table.get(type(type_))
    if make is None:
        raise DefinitionError(f"no words for the type {type(type_).__name__}", cure="describe it by the known types")
    return make(type_)


# -- as JSON


def _tool(tool: ToolDescriptor) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": tool.name,
        "description": tool.description,
        "required_parameters": list(map(_parameter, tool.required_parameters)),
        "optional_parameters": list(map(_parameter, tool.optional_parameters)),
    }
    if tool.definitions:
        shown["definitions"] = {name: _type(type_) for name, type_ in tool.definitions.items()}
    return shown


def _parameter(parameter: ToolParameterDescriptor) -> dict[str, Any]:
    shown = _type(parameter.type)
    description = parameter.description or parameter.type.description
    default = {} if parameter.default is MISSING else {"default": plain(parameter.default)}
    return {"name": parameter.name, "type": shown["type"], "description": description, **shown, **default}


def _type(type_: ParameterType) -> dict[str, Any]:
    shown: dict[str, Any] = _made(_MEMBERS, type_)
    return shown


def _object_members(whole: ObjectType) -> dict[str, Any]:
    additional = _type(whole.additional) if isinstance(whole.additional, ParameterType) else whole.additional
    return {
        "type": "OBJECT",
        "properties": [_parameter(each) for each in whole.properties],
        "required": list(whole.required),
        "additional": additional,
    }


# The name of each type, with what is inside it.
_MEMBERS: Final[Mapping[type[ParameterType], Callable[[Any], dict[str, Any]]]] = {
    StringType: lambda _: {"type": "STRING"},
    IntegerType: lambda _: {"type": "INT"},
    FloatType: lambda _: {"type": "FLOAT"},
    BooleanType: lambda _: {"type": "BOOLEAN"},
    NullType: lambda _: {"type": "NULL"},
    AnyType: lambda _: {"type": "ANY"},
    EnumType: lambda enum: {"type": "ENUM", "enum": plain(enum.values)},
    ListType: lambda array: {"type": "ARRAY", "items": _type(array.items)},
    TupleType: lambda array: {"type": "TUPLE", "items": [_type(each) for each in array.items]},
    ObjectType: _object_members,
    AnyOfType: lambda union: {"type": "ANY_OF", "options": [_type(each) for each in union.options]},
    ReferenceType: lambda reference: {"type": "REFERENCE", "definition": reference.name},
}


# -- as text


def _line(tool: ToolDescriptor) -> str:
    needed = {each.name for each in tool.required_parameters}
    arguments = [_argument(each, is_required=each.name in needed) for each in tool.parameters]
    output = "" if tool.output is None else f" -> {_words(tool.output)}"
    description = f" - {' '.join(tool.description.split())}" if tool.description else ""
    return f"{tool.name}({', '.join(arguments)}){output}{description}"


def _argument(parameter: ToolParameterDescriptor, *, is_required: bool) -> str:
    words = f": {_words(parameter.type)}"
    if parameter.default is not MISSING:
        return f"{parameter.name}{words} = {_json(parameter.default)}"
    return parameter.name + ("" if is_required else "?") + words


def _words(type_: ParameterType) -> str:
    words: str = _made(_WORDS, type_)
    return words


def _array_words(array: ListType) -> str:
    inner = _words(array.items)
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _object_words(whole: ObjectType) -> str:
    members = [_member(each, whole) for each in whole.properties]
    if isinstance(whole.additional, ParameterType):
        members.append(f"[name]: {_words(whole.additional)}")
    return f"{{{', '.join(members)}}}"


def _member(member: ToolParameterDescriptor, whole: ObjectType) -> str:
    return f"{member.name}{'' if member.name in whole.required else '?'}: {_words(member.type)}"


_WORDS: Final[Mapping[type[ParameterType], Callable[[Any], str]]] = {
    StringType: lambda _: "string",
    IntegerType: lambda _: "integer",
    FloatType: lambda _: "number",
    BooleanType: lambda _: "boolean",
    NullType: lambda _: "null",
    AnyType: lambda _: "any",
    EnumType: lambda enum: " | ".join(map(_json, enum.values)),
    ListType: _array_words,
    TupleType: lambda array: f"[{', '.join(map(_words, array.items))}]",
    ObjectType: _object_words,
    AnyOfType: lambda union: " | ".join(map(_words, union.options)),
    ReferenceType: lambda reference: reference.name,
}


def _json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False)
