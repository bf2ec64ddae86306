"""Options as attributes of tools: written in a class body, read from an instance or its class."""

from __future__ import annotations

import inspect
import types
from typing import TYPE_CHECKING, Any

from toolkit.options import ToolOptions

if TYPE_CHECKING:
    from collections.abc import Mapping


class OptionAttribute:
    """Reads one option of a tool; on a class, what the class body says of it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return getattr(owner, "_declared_options", {}).get(self._name)
        return getattr(instance.options, self._name)


def taken_from_body(cls: type) -> dict[str, Any]:
    """The options that a class body sets, taken out of it; properties and staticmethods stay."""
    found: dict[str, Any] = {}
    for name in ToolOptions._fields:
        if name in cls.__dict__ and not isinstance(cls.__dict__[name], property | OptionAttribute):
            value = cls.__dict__[name]
            found[name] = value.__func__ if isinstance(value, staticmethod) else value
            delattr(cls, name)
    return found


def options_of_instance(instance: Any) -> dict[str, Any]:
    """The options that the class of a tool, its bases and its own attributes set, the nearest first."""
    declared: Mapping[str, Any] = type(instance)._declared_options
    found = {name: _bound(value, instance) for name, value in declared.items()}
    for name in ToolOptions._fields:
        own = inspect.getattr_static(type(instance), name, None)
        if isinstance(own, property):
            found[name] = getattr(instance, name)
        if name in vars(instance):
            found[name] = vars(instance)[name]
    return found


def _bound(value: Any, instance: Any) -> Any:
    """A method of the class body bound to the tool; a plain function as it is."""
    if isinstance(value, types.FunctionType) and value.__code__.co_varnames[:1] == ("self",):
        return value.__get__(instance)
    return value
