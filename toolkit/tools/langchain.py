"""Tools of LangChain, declared by their own schema and carried out by their own `invoke`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.tools.declared import DeclaredTool

if TYPE_CHECKING:
    from collections.abc import Mapping


def is_langchain_tool(x: object) -> bool:
    """Whether an object is a tool of LangChain (langchain_core.tools, BaseTool), told by what its class has."""
    return not isinstance(x, type) and hasattr(type(x), "tool_call_schema") and hasattr(type(x), "ainvoke")


def langchain_tool(x: Any, options: Mapping[str, Any]) -> DeclaredTool:
    """The tool that stands for one of LangChain's; its arguments are checked here first, then there.

    Raises:
        DefinitionError: Its schema is none that is taken from others.
    """
    schema = x.tool_call_schema
    stated = schema if isinstance(schema, dict) else schema.model_json_schema()
    arguments = {keyword: value for keyword, value in stated.items() if keyword not in ("title", "description")}
    # One that has a coroutine alone says so by a function that is None.
    said: dict[str, Any] = {
        "handler": x.ainvoke if getattr(x, "func", x) is None else x.invoke,
        "return_direct": bool(x.return_direct),
        **options,
    }
    name, description = said.pop("name", x.name), said.pop("description", x.description)
    return DeclaredTool.from_schema(name, description, arguments, None, said)
