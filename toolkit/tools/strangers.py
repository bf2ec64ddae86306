"""Tools of other libraries: those of LangChain, and all that hold a plain function beside a name and a description."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, Final

from toolkit.tools.declared import DeclaredTool
from toolkit.tools.function import FunctionTool
from toolkit.types.keywords import without

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.tools.base import Tool

# Anthropic's beta_tool and Agent Framework; Haystack and pydantic-ai; FastMCP and MCP's own servers.
_HELD: Final = ("func", "function", "fn")
_FUNCTIONS: Final = (types.FunctionType, types.MethodType)


def tool_of_stranger(x: Any, options: Mapping[str, Any]) -> Tool[Any, Any] | None:
    """The tool that stands for one of another library, None if an object is none.

    Raises:
        DefinitionError: Its schema is none that is taken from others, or its function can be no tool.
    """
    if isinstance(x, (type, dict, *_FUNCTIONS)):
        return None
    if hasattr(type(x), "tool_call_schema") and hasattr(type(x), "ainvoke"):
        return _langchain_tool(x, options)
    function = _function_held_by(x)
    return None if function is None else FunctionTool(function, {**_said_by(x), **options})


def _langchain_tool(x: Any, options: Mapping[str, Any]) -> DeclaredTool:
    """The tool that stands for one of LangChain's; its arguments are checked here first, then there."""
    schema = x.tool_call_schema
    stated = schema if isinstance(schema, dict) else schema.model_json_schema()
    arguments = without(stated, "title", "description")
    # One that has a coroutine alone says so by a function that is None.
    said: dict[str, Any] = {
        "handler": x.ainvoke if getattr(x, "func", x) is None else x.invoke,
        "return_direct": bool(x.return_direct),
        **options,
    }
    name, description = said.pop("name", x.name), said.pop("description", x.description)
    return DeclaredTool.from_schema(name, description, arguments, None, said)


def _function_held_by(x: Any) -> Any:
    """The function of an object that has a name and a description beside it; None if the object itself is called."""
    if isinstance(getattr(type(x), "__call__", None), _FUNCTIONS) or not _said_by(x):  # noqa: B004 - as it is declared
        return None
    return next((held for name in _HELD if isinstance(held := getattr(x, name, None), _FUNCTIONS)), None)


def _said_by(x: Any) -> dict[str, Any]:
    """Name and description of an object, {} if it lacks one of them."""
    name, description = getattr(x, "name", None), getattr(x, "description", None)
    return {"name": name, "description": description} if isinstance(name, str) and isinstance(description, str) else {}
