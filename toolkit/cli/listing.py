"""What `toolkit list` tells of a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.option_kinds import HINTS
from toolkit.record import MISSING
from toolkit.schema.wording import type_text, value_text

if TYPE_CHECKING:
    from toolkit.descriptor import ToolParameterDescriptor
    from toolkit.tools.base import Tool

COLUMNS: Final = ("Tool", "Arguments", "Description")
ARGUMENT_COLUMNS: Final = ("Argument", "Takes", "Needed", "Description")
# What its author may have said of a tool, told where it was said.
_SAID: Final = ("title", "version", *HINTS)


def row(tool: Tool[Any, Any]) -> tuple[str, str, str]:
    """The tool for a person: its name, its arguments with optional ones in brackets, what it does."""
    descriptor = tool.descriptor
    required = [each.name for each in descriptor.required_parameters]
    optional = [f"[{each.name}]" for each in descriptor.optional_parameters]
    return tool.name, " ".join(required + optional), descriptor.description.partition("\n")[0]


def argument_row(parameter: ToolParameterDescriptor, tool: Tool[Any, Any]) -> tuple[str, str, str, str]:
    """An argument of a tool for a person: its name, what it admits, whether it may be left out, what it is."""
    is_required = parameter in tool.descriptor.required_parameters
    default = "" if parameter.default is MISSING else f" ({value_text(parameter.default)})"
    types = type_text(parameter.type, tool.descriptor.definitions)
    return parameter.name, types, "required" if is_required else f"optional{default}", parameter.description


def tool_fields(tool: Tool[Any, Any]) -> dict[str, Any]:
    """The tool for a program, as JSON."""
    said = {name: getattr(tool.options, name) for name in _SAID}
    return {
        "name": tool.name,
        "description": tool.description,
        "source": tool.source,
        "tags": sorted(tool.tags),
        "needs_approval": bool(tool.options.approval),
        **{name: value for name, value in said.items() if value is not None},
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
    }
