"""What each provider makes of a tool: what it keeps, what is said in words, what is rewritten, what is impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import shortened
from toolkit.descriptor import ObjectType, described
from toolkit.dialects import dialect, dialect_names
from toolkit.errors import DefinitionError
from toolkit.options import ToolOptions
from toolkit.providers.declared import Declared, declared
from toolkit.providers.declaring import Declaring
from toolkit.providers.naming import wire_names
from toolkit.providers.strict_forms import JSON_TEXT
from toolkit.record import Record, replace_fields
from toolkit.tools.catalogue import tools_in
from toolkit.types.definitions import mapped
from toolkit.types.keywords import SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolkit.descriptor import ParameterType, ToolDescriptor, ToolParameterDescriptor
    from toolkit.dialects import Dialect

    # Where in the schema, which constraints stand there, and what the description holds of others.
    Place = tuple[str, list[str], str]

# Keywords that say what a value is. The others narrow it, and what stands inside those is part of them.
_STRUCTURE: Final = frozenset(
    {"$defs", "$ref", "additionalProperties", "anyOf", "items", "prefixItems", "properties", "required", "type"}
)
_TEXTS: Final = frozenset({"$comment", "description", "title"})
_ALWAYS: Final = (0, 1, 2)
# What is longer stands in full in `to_dict` alone.
_CELL_CHARS: Final = 120
# Where a declaration holds the schema of the arguments.
_PLACES: Final = ("function", "toolSpec", "parameters", "parametersJsonSchema", "inputSchema", "input_schema", "json")
_HEADER: Final = ("TOOL", "PROVIDERS", "KEPT", "MOVED INTO TEXT", "RENAMED", "REWRITTEN IF STRICT", "IMPOSSIBLE")


class Portability(Record):
    """What one provider makes of one tool.

    Attributes:
        tool: Its name.
        provider: The provider's name.
        kept: The constraints that stand in the schema, by place: "days: minimum, default".
        moved: Those that stand in a description, as the dialect has no word for them: "days (minimum: 1)".
        renamed: Names that the provider forbids, and their stand-ins: "geo.find as geo_find".
        rewritten: What has another form in strict mode, and what stands in a description there.
        impossible: Why the tool cannot be declared, "" if it can.
        impossible_strictly: Why it cannot be declared with strict=True, "" if it can or if there is no such mode.
    """

    tool: str
    provider: str
    kept: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()
    rewritten: tuple[str, ...] = ()
    impossible: str = ""
    impossible_strictly: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The entry as a JSON-able dict."""
        return {field: list(value) if isinstance(value, tuple) else value for field, value in self._items()}


class PortabilityReport(Record):
    """What each provider makes of each tool; `str()` gives a table.

    Attributes:
        entries: One for each tool and provider.
    """

    entries: tuple[Portability, ...] = ()

    def impossible(self, *, strict: bool = False) -> tuple[Portability, ...]:
        """The entries of tools that cannot be declared, or, with `strict`, not strictly."""
        return tuple(each for each in self.entries if each.impossible or (strict and each.impossible_strictly))

    def to_dict(self) -> dict[str, Any]:
        """The report as a JSON-able dict."""
        return {"entries": [each.to_dict() for each in self.entries]}

    def __iter__(self) -> Iterator[Portability]:
        return iter(self.entries)

    def __str__(self) -> str:
        alike: dict[Portability, list[str]] = {}
        for each in self.entries:
            alike.setdefault(replace_fields(each, provider=""), []).append(each.provider)
        rows = [_row(each, ", ".join(providers)) for each, providers in alike.items()]
        used = [at for at in range(len(_HEADER)) if at in _ALWAYS or any(row[at] for row in rows)]
        widths = [max(len(row[at]) for row in (_HEADER, *rows)) for at in used]
        lines = (
            "  ".join(row[at].ljust(width) for at, width in zip(used, widths, strict=True)) for row in (_HEADER, *rows)
        )
        return "\n".join(line.rstrip() for line in lines)


def portability(tools: Any, providers: Iterable[str | Dialect] | None = None) -> PortabilityReport:
    """What each provider makes of each tool. Nothing vanishes: what is not kept is moved, rewritten or impossible.

    >>> from toolkit import tool
    >>> @tool
    ... def add(a: int, b: int = 1) -> int:
    ...     "Add two numbers."
    ...     return a + b
    >>> print(portability([add], ["openai", "gemini"]))
    TOOL  PROVIDERS  KEPT        MOVED INTO TEXT  REWRITTEN IF STRICT
    add   openai     everything                   b: null for absent; b (default: 1)
    add   gemini                 b (default: 1)

    Args:
        tools: A registry, or whatever one is made of.
        providers: Names of providers, or objects with `declare`; None takes all.

    Raises:
        KeyError: There is no provider of that name.
        DefinitionError: Something is no tool.
    """
    if isinstance(providers, str):
        providers = [providers]
    chosen = [dialect(each) if isinstance(each, str) else each for each in providers or dialect_names()]
    stripped = [_without_texts(declared(each)) for each in tools_in(tools)]
    tried = {each.name: each.trial() if isinstance(each, Declaring) else each for each in chosen}
    together = {name: _fault_together(each, stripped) for name, each in tried.items()}
    return PortabilityReport(
        tuple(_entry(tool, each, together[name]) for tool in stripped for name, each in tried.items())
    )


def _without_texts(tool: Declared) -> Declared:
    """The tool without a text of its author's, so that every text in a declaration stands for a constraint."""
    descriptor = tool.descriptor
    keywords = {keyword: value for keyword, value in descriptor.keywords.items() if keyword not in _TEXTS}
    made = replace_fields(
        descriptor,
        description="",
        required_parameters=tuple(map(_bare_parameter, descriptor.required_parameters)),
        optional_parameters=tuple(map(_bare_parameter, descriptor.optional_parameters)),
        definitions={name: _bare(each) for name, each in descriptor.definitions.items()},
        keywords=keywords,
    )
    return Declared(made, ToolOptions(schema_generator=tool.options.schema_generator), tool.builtin)


def _bare_parameter(parameter: ToolParameterDescriptor) -> ToolParameterDescriptor:
    return replace_fields(parameter, description="", type=_bare(parameter.type))


def _bare(type_: ParameterType) -> ParameterType:
    made = mapped(described(type_, ""), _bare)
    if not isinstance(made, ObjectType):
        return made
    return replace_fields(made, properties=tuple(replace_fields(each, description="") for each in made.properties))


def _entry(tool: Declared, provider: Dialect, together: DefinitionError | None) -> Portability:
    name = tool.descriptor.name
    try:
        found = _found(tool, provider)
    except DefinitionError as error:
        return Portability(name, provider.name, impossible=error.reason)
    rewritten, fault = _strictly(tool, provider)
    if not fault and together is not None and together.tool.partition("(")[0] == name:
        fault = together.reason
    return Portability(
        name,
        provider.name,
        tuple(
            f"{path}: {', '.join(keywords)}" if path else ", ".join(keywords) for path, keywords, _ in found if keywords
        ),
        tuple(f"{path} {text}".strip() for path, _, text in found if text),
        tuple(_renamed(tool.descriptor, provider)),
        rewritten,
        impossible_strictly=fault,
    )


def _found(tool: Declared, provider: Dialect, *, strict: bool = False) -> list[Place]:
    """The places of a tool's declaration; none of a tool that the provider runs itself.

    Raises:
        DefinitionError: It cannot be declared.
    """
    declare = provider.declarations if isinstance(provider, Declaring) else provider.declare
    made = declare([tool], strict)
    return [] if tool.builtin is not None else [place for each in made for place in _places(each)]


def _strictly(tool: Declared, provider: Dialect) -> tuple[tuple[str, ...], str]:
    """What strict mode rewrites, and why it is impossible."""
    mode = provider.strict_mode if isinstance(provider, Declaring) else None
    if mode is None or tool.builtin is not None:
        return (), ""
    try:
        found = _found(tool, provider, strict=True)
    except DefinitionError as error:
        return (), error.reason
    changes = (f"{path}: {change}" for path, change in mode.form(tool.descriptor).changes)
    moved = (f"{path} {text}".strip() for path, _, text in found if text and not text.startswith(JSON_TEXT))
    return (*changes, *moved), ""


def _fault_together(provider: Dialect, tools: list[Declared]) -> DefinitionError | None:
    """Why the tools cannot be declared strictly in one request, though each can by itself."""
    if not isinstance(provider, Declaring) or provider.strict_mode is None:
        return None
    try:
        provider.declare(
            [each for each in tools if each.builtin is None and not _strictly(each, provider)[1]], strict=True
        )
    except DefinitionError as error:
        return error
    return None


def _places(declaration: dict[str, Any]) -> Iterator[Place]:
    """Each place of a declaration's schema with the constraints there, and with those that its description holds."""
    if declaration.get("description"):
        yield "", [], declaration["description"]
    inner = next((declaration[name] for name in _PLACES if isinstance(declaration.get(name), dict)), None)
    if inner is not None:
        yield from _walk(inner, "") if "properties" in inner else _places(inner)


def _walk(schema: Any, path: str) -> Iterator[Place]:
    if not isinstance(schema, dict):
        return
    # That null is the default says nothing that absence does not.
    narrowing = [
        keyword
        for keyword, value in schema.items()
        if keyword not in _STRUCTURE | _TEXTS and (keyword, value) != ("default", None)
    ]
    yield path, narrowing, schema.get("description", "")
    for keyword in schema.keys() & _STRUCTURE:
        value = schema[keyword]
        if keyword in SCHEMA_MAP_KEYWORDS:
            for name, each in value.items():
                yield from _walk(each, f"{path}.{name}" if path else name)
        elif keyword in SCHEMA_LIST_KEYWORDS:
            for each in value:
                yield from _walk(each, path)
        elif keyword in SCHEMA_KEYWORDS:
            yield from _walk(value, f"{path}[]")


def _renamed(descriptor: ToolDescriptor, provider: Dialect) -> Iterator[str]:
    """The names of the tool and of its arguments that are others for this provider."""
    if not isinstance(provider, Declaring):
        return
    names = wire_names([descriptor.name], provider.naming)
    if provider.property_naming is not None:
        names |= wire_names([each.name for each in descriptor.parameters], provider.property_naming)
    yield from (f"{name} as {wire}" for name, wire in names.items())


def _row(entry: Portability, providers: str) -> tuple[str, ...]:
    is_whole = not (entry.moved or entry.impossible)
    strictly = f"strictly: {entry.impossible_strictly}" if entry.impossible_strictly else ""
    kept = "everything" if is_whole else "; ".join(entry.kept)
    lists = ("; ".join(each) for each in (entry.moved, entry.renamed, entry.rewritten))
    cells = (kept, *lists, entry.impossible or strictly)
    return (entry.tool, providers, *(shortened(cell, _CELL_CHARS) for cell in cells))
