"""Whatever stands for tools -> the tools, ready to be called."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, cast

from toolkit.descriptor import ToolDescriptor
from toolkit.errors import DefinitionError
from toolkit.misfits import object_in_words
from toolkit.providers.payloads import has_field, is_object
from toolkit.record import EMPTY
from toolkit.tools.base import Tool
from toolkit.tools.function import FunctionTool
from toolkit.tools.making import declared_tools
from toolkit.tools.methods import decorated_methods

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    class Toolset(Protocol):
        """An object that holds tools."""

        @property
        def tools(self) -> Any:
            """Whatever Registry takes."""
            ...


# An SDK's declaration may be a model, and a model iterates over its fields.
_DECLARING: Final = ("name", "function", "function_declarations", "toolSpec")
# How deep lists of tools, and objects that have some, may stand in one another.
_MAX_DEPTH: Final = 32


def gathered(x: Any, options: Mapping[str, Any] = EMPTY, depth: int = 0) -> list[Tool[Any, Any]]:
    """The tools in anything: one of whatever `Tool.of` takes, an object with `tools`, or an iterable of these.

    Args:
        x: What stands for tools.
        options: Options of each tool.
        depth: How many lists and objects it stands in.

    Raises:
        DefinitionError: Something in it is no tool.
    """
    if depth > _MAX_DEPTH:
        what = f"tools in {_MAX_DEPTH} lists or objects in one another, the last {object_in_words(x)}"
        raise DefinitionError(what, cure="give a flat list of tools; one that holds itself has no end")
    if type(x) is list or type(x) is tuple:
        return [made for each in x for made in gathered(each, options, depth + 1)]
    if isinstance(x, Tool) and not options:
        return [x]
    return [Tool.of(x, **options)] if isinstance(x, _SURELY) else _looked_for(x, options, depth + 1)


_SURELY: Final = (Tool, ToolDescriptor, type, types.MethodType, types.FunctionType)


def _looked_for(x: Any, options: Mapping[str, Any], depth: int) -> list[Tool[Any, Any]]:
    """The tools in what may be one, hold some, or neither."""
    if isinstance(x, str | bytes | types.ModuleType):
        raise _no_tool(x)
    if is_object(x):
        # The answer of an MCP server, or the toolConfig of Bedrock.
        listed = None if x.keys() & _DECLARING else x.get("tools")
        if listed is not None:
            return gathered(listed, options, depth)
        return _by_name(x, options) if _holds_tools(x) else declared_tools(x, options)
    if decorated_methods(type(x)):
        name = type(x).__name__
        raise DefinitionError(
            "an object is no tool, but its methods are", tool=name, cure="use registry.add_object(obj)"
        )
    inner = getattr(x, "tools", None)
    if inner is not None and not callable(inner):
        return gathered(inner, options, depth)
    if callable(x):
        return [Tool.of(x, **options)]
    if isinstance(x, Iterable) and not any(has_field(x, name) for name in _DECLARING):
        return [made for each in x for made in gathered(each, options, depth)]
    return declared_tools(x, options)


def _holds_tools(x: Mapping[Any, Any]) -> bool:
    """Whether a mapping has tools or functions by name; a declaration is JSON, which holds neither."""
    return bool(x) and all(isinstance(each, Tool) or callable(each) for each in x.values())


def _by_name(x: Mapping[str, Any], options: Mapping[str, Any]) -> list[Tool[Any, Any]]:
    """The tools of a mapping, under its names."""
    made = {
        name: each if isinstance(each, Tool) else Tool.of(each, **{"name": cast("Any", name), **options})
        for name, each in x.items()
    }
    return [tool if tool.name == name else tool.renamed(name) for name, tool in made.items()]


def _no_tool(x: Any) -> DefinitionError:
    name = x.__name__ if isinstance(x, types.ModuleType) else str(x)
    return DefinitionError(f"{type(x).__name__} is no tool", tool=name[:40], cure=_CURE)


_CURE: Final = 'use registry.import_module("package.module") or registry.add_file("tools.py")'


def require_ready(tool: Tool[Any, Any], *, is_complete: bool = True) -> None:
    """Refuse a tool that has nothing to call, or no declaration.

    Args:
        tool: The tool.
        is_complete: Whether all names in its hints are defined by now; else its declaration is not asked for.

    Raises:
        DefinitionError: A name in a hint still means nothing, or the tool is a method without its object.
    """
    found = tool.find(FunctionTool)
    if found is not None:
        found.require_bound()
    if is_complete:
        _ = tool.descriptor
