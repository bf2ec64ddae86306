"""The road of a value: a function with one parameter of some hint is made a tool, and JSON is sent to it."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import jsonschema

from toolkit import ArgumentError, CallError, Dispatcher, Tool, UndescribableParameterError


def taker(hint: Any, **options: Any) -> Tool[Any, Any]:
    """A tool whose one parameter, `value`, has this hint; it gives back what arrives."""

    def take(value):
        return value

    take.__annotations__ = {"value": hint}
    return Tool.from_function(take, description="", **options)


def schema_of(hint: Any) -> dict[str, Any]:
    """The schema of a parameter with this hint, which is a valid one; definitions stand under "$defs"."""
    root = taker(hint).input_schema
    jsonschema.Draft202012Validator.check_schema(root)
    defined = {"$defs": root["$defs"]} if "$defs" in root else {}
    return {**root["properties"]["value"], **defined}


def arriving(hint: Any, value: Any) -> Any:
    """What the function gets when a model sends a JSON value; the schema accepts it."""
    tool = taker(hint)
    arguments = {"value": value}
    assert jsonschema.Draft202012Validator(tool.input_schema).is_valid(arguments)
    return tool.invoke(json.dumps(arguments))


def arriving_text(hint: Any, text: str) -> Any:
    """What the function gets when a model sends this JSON text as the value."""
    return taker(hint).invoke(f'{{"value": {text}}}')


def refusal(hint: Any, value: Any) -> str:
    """The faults that a JSON value is refused for, each as `path: text`."""
    arguments = value if isinstance(value, str) and value.startswith('{"value"') else json.dumps({"value": value})
    try:
        arrived = taker(hint).invoke(arguments)
    except ArgumentError as error:
        return "; ".join(map(str, error.violations))
    except CallError as error:
        return str(error)
    raise AssertionError(f"{value!r} reached the function as {arrived!r}")


def fault(hint: Any) -> str:
    """Why no tool can be made of a function with a parameter of this hint."""
    try:
        schema = taker(hint).input_schema
    except UndescribableParameterError as error:
        return str(error)
    raise AssertionError(f"{hint!r} has a schema: {schema}")


def giver(hint: Any, value: Any = None) -> Tool[Any, Any]:
    """A tool that takes nothing and gives this value, declared as a result of this hint."""
    return Tool.from_function(lambda: value, name="give", description="", return_type=hint)


def told(hint: Any, value: Any) -> str:
    """What a model reads of a value, which fits the schema of a result of this hint."""
    result = Dispatcher([giver(hint, value)], check_result=True).dispatch({"name": "give", "arguments": {}})
    assert result.ok, result.text
    return result.text


def alike(value: Any, other: Any) -> bool:
    """Whether two values are equal and have the same types at every depth."""
    if type(value) is not type(other):
        return False
    if isinstance(value, dict):
        pairs = zip(value.items(), other.items(), strict=False)
        return len(value) == len(other) and all(alike(one, another) for one, another in pairs)
    if isinstance(value, list | tuple):
        return len(value) == len(other) and all(map(alike, value, other))
    if dataclasses.is_dataclass(value):
        return all(alike(getattr(value, each.name), getattr(other, each.name)) for each in dataclasses.fields(value))
    return bool(value == other) or repr(value) == repr(other)
