"""What `toolkit list` tells of a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from toolkit.tools.base import Tool

COLUMNS: Final = ("Tool", "Arguments", "Description")
# What its author may have said of a tool, told where it was said.
_SAID: Final = ("title", "version", "read_only", "destructive", "idempotent", "open_world")


def row(tool: Tool[Any, Any]) -> tuple[str, str, str]:
    """The tool for a person: its name, its arguments with optional ones in brackets, what it does."""
    descriptor = tool.descriptor
    required = [each.name for each in descriptor.required_parameters]
    optional = [f"[{each.name}]" for each in descriptor.optional_parameters]
    return tool.name, " ".join(required + optional), descriptor.description.partition("\n")[0]


def listed(tool: Tool[Any, Any]) -> dict[str, Any]:
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
