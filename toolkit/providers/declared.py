"""What every provider needs to know of a tool, whatever stands for the tool."""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.describing.descriptors import describe
from toolkit.descriptor import ToolDescriptor
from toolkit.errors import DefinitionError
from toolkit.options import ToolOptions, valid_name
from toolkit.providers.declarations import read_declarations
from toolkit.providers.payloads import is_object
from toolkit.reading.signature import read_signature
from toolkit.types.foreign import descriptor_from_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolkit.providers.declarations import Declaration

_NO_OPTIONS = ToolOptions()


class Declared(NamedTuple):
    """A tool as providers see it.

    Attributes:
        descriptor: What a model sees.
        options: What its author said beside.
        builtin: The provider's own declaration, if a provider runs the tool; None otherwise.
        tool: The Tool, whose schema in the base dialect need not be made again; None for what is no Tool.
    """

    descriptor: ToolDescriptor
    options: ToolOptions
    builtin: Mapping[str, Any] | None = None
    tool: Any = None

    @property
    def name(self) -> str:
        """The name that it is declared under."""
        return self.descriptor.name

    @property
    def description(self) -> str:
        """The text for the model."""
        return self.descriptor.description


def declared(tool: Any) -> Declared:
    """What stands for one tool: a Tool, a function, a ToolDescriptor, a declaration of any provider.

    Raises:
        DefinitionError: It is none of them, or a list of several.
    """
    found = list(declared_by(tool_of(tool)))
    if len(found) != 1:
        raise DefinitionError(f"a list of {len(found)} tools where one is expected", cure="give them one by one")
    return found[0]


def tool_of(tool: Any) -> Any:
    """The tool of a decorated function; everything else as it is."""
    return tool if is_object(tool) or _is_tool(tool) else getattr(tool, "__tool__", tool)


def _is_tool(x: Any) -> bool:
    """Whether it is a Tool, of which no floor so low knows; one looks for whatever it lacks under other names."""
    return hasattr(type(x), "execute_call")


def by_name(tools: Any) -> Any:
    """A registry or a mapping as it is, a list of tools as a mapping from their names."""
    if hasattr(tools, "names") or hasattr(tools, "keys"):
        return tools
    return {each.name: tool for tool in map(tool_of, tools) for each in declared_by(tool)}


def declared_by(tool: Any) -> Iterable[Declared]:
    """What stands for a Tool, a ToolDescriptor, a plain function, or a declaration; several for Gemini's list of them.

    Raises:
        DefinitionError: It is none of them, or a schema of it is no JSON Schema, or too large.
    """
    if isinstance(tool, ToolDescriptor):
        return (Declared(tool, _NO_OPTIONS),)
    descriptor = None if is_object(tool) else getattr(tool, "descriptor", None)
    if isinstance(descriptor, ToolDescriptor) and not isinstance(tool, type):
        if _is_tool(tool):
            builtin = tool.builtin if hasattr(type(tool), "builtin") else None
            return (Declared(descriptor, tool.options, builtin, tool),)
        return (Declared(descriptor, getattr(tool, "options", _NO_OPTIONS), getattr(tool, "builtin", None)),)
    if isinstance(tool, FunctionType | MethodType):
        name = valid_name(tool.__name__)
        return (Declared(describe(read_signature(tool), _NO_OPTIONS, name).descriptor, _NO_OPTIONS),)
    if callable(tool):
        name = getattr(tool, "__qualname__", type(tool).__qualname__)
        raise DefinitionError(f"{name} is no tool yet", cure="decorate it with @tool, or pass Tool.of(it)")
    return map(_from_declaration, read_declarations(tool))


def _from_declaration(declaration: Declaration) -> Declared:
    if declaration.builtin is not None:
        return Declared(ToolDescriptor(declaration.name, "", additional=True), _NO_OPTIONS, declaration.builtin)
    schemas = declaration.input_schema, declaration.output_schema
    descriptor = descriptor_from_schema(declaration.name, declaration.description, *schemas)
    return Declared(descriptor, ToolOptions(**declaration.options))
