"""Tool.of: a tool from whatever can be one."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import ToolDescriptor
from toolkit.errors import DefinitionError
from toolkit.providers.declarations import read_declaration, read_declarations
from toolkit.providers.payloads import has_field, is_json_value
from toolkit.reading.signature import RUNNING, uncallable_error
from toolkit.tools.base import Tool
from toolkit.tools.declared import DeclaredTool
from toolkit.tools.function import FunctionTool, attached_tool
from toolkit.tools.methods import MethodTool, bound_tool, instance_of
from toolkit.tools.strangers import tool_of_stranger

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.providers.declarations import Declaration


def tool_of(x: Any, options: Mapping[str, Any]) -> Tool[Any, Any]:
    """The tool of anything that can be one; `Tool.of` is this function, as it needs every kind of tool.

    Raises:
        DefinitionError: It cannot be one.
    """
    found = _existing(x)
    if found is not None:
        return found.replaced(options) if options else found
    stranger = tool_of_stranger(x, options)
    if stranger is not None:
        return stranger
    if isinstance(x, types.MethodType):
        return MethodTool(x, options)
    if callable(x) and not isinstance(x, dict):
        return FunctionTool(x, options)
    _require_declaring(x)
    return _declared(read_declaration(x), options)


def _existing(x: Any) -> Tool[Any, Any] | None:
    """The tool that is there before any option is said."""
    if isinstance(x, Tool):
        return x
    if isinstance(x, ToolDescriptor):
        return DeclaredTool(x)
    if isinstance(x, type) and issubclass(x, Tool):
        made: Tool[Any, Any] = instance_of(x, "pass an instance instead of the class")
        return made
    return bound_tool(x) if isinstance(x, types.MethodType) else attached_tool(x)


def declared_tools(stated: Any, options: Mapping[str, Any]) -> list[Tool[Any, Any]]:
    """The tools of a provider's declaration; one of Gemini may hold several.

    Raises:
        DefinitionError: It has no provider's shape, or a field of it is wrong.
    """
    stranger = tool_of_stranger(stated, options)
    if stranger is not None:
        return [stranger]
    _require_declaring(stated)
    return [_declared(each, options) for each in read_declarations(stated)]


def _require_declaring(x: Any) -> None:
    """Refuse what cannot declare a tool: it is neither JSON nor an SDK's object with a field of a declaration.

    Raises:
        DefinitionError: It is any other object.
    """
    if isinstance(x, RUNNING):
        raise uncallable_error(x, x.__name__)
    if not is_json_value(x) and not any(has_field(x, name) for name in _DECLARING):
        raise DefinitionError(
            f"an object of class {type(x).__name__} is no tool",
            cure="decorate its methods with @tool and use registry.add_object(obj), or pass a function, a Tool or a"
            " declaration dict",
        )


# At least one of these stands in any provider's declaration.
_DECLARING: Final = (
    "function",
    "functionDeclarations",
    "function_declarations",
    "name",
    "parameters",
    "title",
    "toolSpec",
    "type",
)


def _declared(read: Declaration, options: Mapping[str, Any]) -> Tool[Any, Any]:
    extras = {name: dict(further) for name, further in read.extras.items()}
    # A foreign hint may only tighten what the dispatcher does; the others go on to whom the tool is declared.
    tight = {name: value for name, value in read.hints.items() if (name, value) in _TIGHTENING}
    said = {"title": read.title, "extras": extras, **tight}
    if read.builtin is not None:
        made = DeclaredTool.of_provider(read.name, read.builtin, said)
    else:
        arguments = None if read.input_schema is None else dict(read.input_schema)
        made = DeclaredTool.from_schema(read.name, read.description, arguments, read.output_schema, said)
    return made.replaced(options) if options else made


_TIGHTENING: Final = frozenset({("destructive", True), ("read_only", False), ("open_world", True)})
