"""Rules on texts: what a model reads of tools and arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.closeness import advice
from toolkit.descriptor import EnumType
from toolkit.errors import DefinitionError, DocstringError
from toolkit.quality.inspection import place_of, singular, text_of, words
from toolkit.quality.rules import Finding
from toolkit.schema.members import resolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolkit.quality.inspection import AnyTool, Inspection

# What stands where a text is still to be written.
_STAND_INS: Final = frozenset({"description", "fixme", "tba", "tbd", "todo", "xxx"})
# What says nothing of one argument that it would not say of any other.
_OF_ANY: Final = frozenset(
    {
        *("a", "an", "and", "by", "for", "in", "is", "it", "of", "or", "s"),
        *("that", "the", "this", "to", "which", "your"),
        *("arg", "argument", "input", "param", "parameter", "value"),
        *("array", "bool", "boolean", "dict", "float", "int", "integer", "list", "number", "object", "str", "string"),
    }
)


def described_tools(inspection: Inspection) -> Iterator[Finding]:
    """Tools that a model is told nothing of."""
    for tool in inspection.tools:
        if not tool.description.strip():
            yield Finding("D101", tool.name, "", "no description", "say in a docstring what it does and when to use it")


def described_arguments(inspection: Inspection) -> Iterator[Finding]:
    """Arguments that a model knows by name only."""
    for tool, place, argument in inspection.arguments():
        if not text_of(argument, tool):
            cure = f'describe it in the docstring, or as Annotated[..., "text"] of {argument.name}'
            yield Finding("D102", tool.name, place, "no description", cure)


def described_members(inspection: Inspection) -> Iterator[Finding]:
    """Members of objects that a model knows by name only, but for those that have one value."""
    for tool, place, member in inspection.members():
        type_ = resolved(member.type, tool.descriptor.definitions)
        is_fixed = isinstance(type_, EnumType) and len(type_.values) == 1
        if not (is_fixed or text_of(member, tool)):
            cure = f'describe it in the docstring of its class, or as Annotated[..., "text"] of {member.name}'
            yield Finding("D107", tool.name, place, "no description", cure)


def telling_texts(inspection: Inspection) -> Iterator[Finding]:
    """Texts that say nothing: of arguments no more than the name, of tools that they are still to be written."""
    for tool in inspection.tools:
        said = set(words(tool.description))
        if said and said <= _STAND_INS:
            yield Finding("D106", tool.name, "description", "says nothing", "say what it does and when to use it")
    for tool, place, argument in (*inspection.arguments(), *inspection.members()):
        said = {singular(word) for word in words(text_of(argument, tool))}
        if said and said <= {singular(word) for word in words(argument.name)} | _OF_ANY | _STAND_INS:
            cure = "say what it is for, in which form or unit, and where a model gets it from"
            yield Finding("D106", tool.name, place, "the description says no more than the name", cure)


def different_descriptions(inspection: Inspection) -> Iterator[Finding]:
    """Tools that say of themselves what another one says."""
    for tool, other in _repeated((tool.name, tool.description) for tool in inspection.tools):
        cure = "say in each what it does that the other does not"
        yield Finding("D103", tool, "", f"the same description as {other}", cure)


def different_arguments(inspection: Inspection) -> Iterator[Finding]:
    """Arguments of one tool that say the same of themselves."""
    for tool in inspection.tools:
        texts = ((each.name, text_of(each, tool)) for each in tool.descriptor.parameters)
        for name, other in _repeated(texts):
            cure = "say in each what the other is not"
            yield Finding("D104", tool.name, place_of(name), f"the same description as {other}", cure)


def _repeated(texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Each name whose text an earlier one has, and that one."""
    known: dict[tuple[str, ...], str] = {}
    for name, text in texts:
        said = tuple(words(text))
        if said and said in known:
            yield name, known[said]
        known.setdefault(said, name)


def real_parameters(inspection: Inspection) -> Iterator[Finding]:
    """Docstrings that name what no parameter is called."""
    for tool in inspection.tools:
        documented = _unknown_name(tool)
        if documented:
            names = [each.name for each in tool.descriptor.parameters]
            meant = advice(documented, names, f"the arguments are {', '.join(names) or 'none'}")
            what = f"the docstring documents {documented!r}, which is no parameter"
            yield Finding("D105", tool.name, "description", what, meant)


def _unknown_name(tool: AnyTool) -> str:
    """The first documented name that no parameter has, "" if each has one."""
    try:
        _ = tool.replaced({"strict_docstring": True}).descriptor
    except DocstringError as error:
        return error.documented
    except DefinitionError:
        # A delegate of the user's own may not be copied.
        return ""
    return ""
