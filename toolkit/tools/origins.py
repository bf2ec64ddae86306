"""Where tools come from, and which of two is the other's definition run again."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

from toolkit.reading.callables import undecorated
from toolkit.tools.declared import DeclaredTool
from toolkit.tools.delegating import DelegatingTool, line_of
from toolkit.tools.function import FunctionTool

if TYPE_CHECKING:
    from toolkit.tools.base import Tool


def origin_of(tool: Tool[Any, Any]) -> str:
    """Where a tool comes from, for the text of an error."""
    if ":" in tool.source:
        return tool.source
    # What a program makes while it runs was not made by the text of its main module.
    return "a declaration" if tool.made_in in {"", "__main__"} else f"a declaration in {tool.made_in}"


def is_successor(tool: Tool[Any, Any], made: Tool[Any, Any]) -> bool:
    """Whether `made` is the tool itself, or was made by its code run again: a reloaded module, a notebook's cell."""
    if made is tool:
        return True
    if made.source != tool.source or _place(type(made)) != _place(type(tool)) or isinstance(tool, DeclaredTool):
        return False
    if isinstance(tool, DelegatingTool) and isinstance(made, DelegatingTool):
        # Two delegates of one tool may differ in what they do, so they follow only with what is behind them.
        return _definition(made) is not _definition(tool) and is_successor(tool.inner, made.inner)
    if isinstance(tool, FunctionTool):
        return _is_successor(undecorated(tool.function), undecorated(made.function))
    return type(made) is not type(tool)


def _place(cls: type) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


def _definition(tool: Tool[Any, Any]) -> Any:
    """The function or class that stands behind a tool."""
    *_, tool = line_of(tool)
    function = undecorated(tool.function) if isinstance(tool, FunctionTool) else type(tool)
    return getattr(function, "__func__", function)


def _is_successor(function: Any, made: Any) -> bool:
    if isinstance(function, types.MethodType) and isinstance(made, types.MethodType):
        if made.__self__ is function.__self__:
            return True
        # Equal functions of different objects: two objects of one class.
        return made.__func__ is not function.__func__ and _is_successor(function.__func__, made.__func__)
    if made is function:
        return True
    if not (isinstance(function, types.FunctionType) and isinstance(made, types.FunctionType)):
        return False
    return "<" not in made.__qualname__ or _is_same_text(function, made)


def _is_same_text(function: types.FunctionType, made: types.FunctionType) -> bool:
    """Whether two lambdas or inner functions, whose name tells them not apart, do the same."""
    return function.__code__ == made.__code__ and _captured(function) == _captured(made)


def _captured(function: types.FunctionType) -> list[int]:
    """The identities of the values that a function has taken from its surroundings."""
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    return [id(each) for each in (*defaults, *(function.__closure__ or ()))]
