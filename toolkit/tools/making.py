"""Tool.of: a tool from whatever can be one."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import ToolDescriptor
from toolkit.errors import DefinitionError
from toolkit.options import options_from
from toolkit.providers.declarations import read_declaration
from toolkit.tools.base import Tool
from toolkit.tools.declared import DeclaredTool
from toolkit.tools.function import FunctionTool, attached_tool

if TYPE_CHECKING:
    from collections.abc import Mapping


class AnyTool(Tool[Any, Any], kind="any"):
    """No tool: the place where `Tool.of` is carried out, since it needs every kind of tool."""

    @staticmethod
    def tool_of(x: Any, options: Mapping[str, Any]) -> Tool[Any, Any]:
        """The tool of anything that can be one.

        Raises:
            DefinitionError: It cannot be one.
        """
        return _with(_tool_of(x, dict(options)), x, options)


def _with(made: Tool[Any, Any], x: Any, options: Mapping[str, Any]) -> Tool[Any, Any]:
    """The tool with options, where it was there before they were said."""
    is_new = not isinstance(x, Tool | type) and attached_tool(x) is None
    return made if not options or is_new else made.replaced(options)


def _tool_of(x: Any, options: dict[str, Any]) -> Tool[Any, Any]:
    if isinstance(x, Tool):
        return x
    if isinstance(x, type) and issubclass(x, Tool):
        return _instance(x)
    attached = attached_tool(x)
    if attached is not None:
        return attached
    if isinstance(x, ToolDescriptor):
        handler = options.pop("handler", None)
        return DeclaredTool(x, options_from(options, tool=x.name), handler)
    if isinstance(x, dict) or not callable(x):
        return _from_declaration(x, options)
    return FunctionTool(x, options)


def _instance(cls: type[Tool[Any, Any]]) -> Tool[Any, Any]:
    needed = [
        each.name
        for each in inspect.signature(cls.__init__).parameters.values()
        if each.default is each.empty
        and each.kind not in {each.VAR_POSITIONAL, each.VAR_KEYWORD}
        and each.name != "self"
    ]
    if needed:
        raise DefinitionError(
            f"its constructor needs {', '.join(needed)}",
            tool=cls.__name__,
            cure="pass an instance instead of the class",
        )
    return cls()


def _from_declaration(declaration: Any, options: dict[str, Any]) -> Tool[Any, Any]:
    read = read_declaration(declaration)
    extras = {name: dict(further) for name, further in read.extras.items()}
    # A foreign hint may only tighten what the dispatcher does; the others go on to whom the tool is declared.
    tight = {name: value for name, value in read.hints.items() if (name, value) in _TIGHTENING}
    said = {"title": read.title, "extras": extras, **tight, **options}
    if read.builtin is not None:
        return DeclaredTool.of_provider(read.name, read.builtin, said)
    return DeclaredTool.from_schema(read.name, read.description, read.input_schema, read.output_schema, said)


_TIGHTENING: Final = frozenset({("destructive", True), ("read_only", False), ("open_world", True)})
