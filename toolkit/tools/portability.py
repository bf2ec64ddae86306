"""What each provider makes of a tool: what it keeps, what is said in words, what is rewritten, what is impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import ObjectType, described
from toolkit.dialects import dialect_names, dialects_of
from toolkit.errors import DefinitionError
from toolkit.options import ToolOptions
from toolkit.providers.declared import Declared, declared
from toolkit.providers.declaring import Declaring
from toolkit.providers.naming import wire_names
from toolkit.providers.strict.forms import JSON_TEXT
from toolkit.record import MISSING, Record, replace_fields
from toolkit.schema.wording import aligned, shortened
from toolkit.tools.catalogue import tools_in
from toolkit.types.definitions import mapped
from toolkit.types.drafts import inner_places
from toolkit.types.keywords import REMARKS, inner_path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from toolkit.descriptor import ParameterType, ToolDescriptor, ToolParameterDescriptor
    from toolkit.dialects import Dialect
    from toolkit.providers.strict.mode import StrictMode

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
        loosened: Those of the moved that narrow what is taken, so that nothing but words holds a model to them.
        loosened_strictly: The same with strict=True, and where there is no such mode.
    """

    tool: str
    provider: str
    kept: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()
    rewritten: tuple[str, ...] = ()
    impossible: str = ""
    impossible_strictly: str = ""
    loosened: tuple[str, ...] = ()
    loosened_strictly: tuple[str, ...] = ()

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
        return aligned([[row[at] for at in used] for row in (_HEADER, *rows)])


def portability(tools: Any, providers: str | Dialect | Iterable[str | Dialect] | None = None) -> PortabilityReport:
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
        providers: Names of providers, or objects with `declare`, or one of them; None takes all.

    Raises:
        KeyError: There is no provider of that name.
        DefinitionError: Something is no tool, or no provider.
    """
    chosen = dialects_of(providers or dialect_names())
    stripped = [_without_texts(declared(each)) for each in tools_in(tools)]
    tried = {each.name: each.trial() if isinstance(each, Declaring) else each for each in chosen}
    together = {name: _fault_together(each, stripped) for name, each in tried.items()}
    return PortabilityReport(
        tuple(_entry(tool, each, together[name]) for tool in stripped for name, each in tried.items())
    )


def _without_texts(tool: Declared) -> Declared:
    """The tool without a text of its author's, so that every text in a declaration stands for a constraint."""
    made = _changed(
        tool.descriptor, _TEXTS, lambda type_: described(type_, ""), lambda each: replace_fields(each, description="")
    )
    options = ToolOptions(schema_generator=tool.options.schema_generator)
    return Declared(replace_fields(made, description=""), options, tool.builtin)


def _without_remarks(tool: Declared) -> Declared:
    """The tool without what narrows nothing, so that every text in a declaration stands for a bound."""

    def bare(type_: ParameterType) -> ParameterType:
        kept = {keyword: value for keyword, value in type_.constraints.items() if keyword not in REMARKS}
        return replace_fields(type_, constraints=kept)

    def optional(each: ToolParameterDescriptor) -> ToolParameterDescriptor:
        # That null is the default is said nowhere.
        return each if each.default is MISSING else replace_fields(each, default=None)

    return tool._replace(descriptor=_changed(tool.descriptor, REMARKS, bare, optional))


def _changed(
    descriptor: ToolDescriptor,
    dropped: Collection[str],
    change: Callable[[ParameterType], ParameterType],
    change_member: Callable[[ToolParameterDescriptor], ToolParameterDescriptor],
) -> ToolDescriptor:
    """The declaration with all types and members changed, and without some keywords of its root."""

    def at_depth(type_: ParameterType) -> ParameterType:
        made = mapped(change(type_), at_depth)
        if not isinstance(made, ObjectType):
            return made
        return replace_fields(made, properties=tuple(map(change_member, made.properties)))

    def parameters(own: Iterable[ToolParameterDescriptor]) -> tuple[ToolParameterDescriptor, ...]:
        return tuple(change_member(replace_fields(each, type=at_depth(each.type))) for each in own)

    return replace_fields(
        descriptor,
        required_parameters=parameters(descriptor.required_parameters),
        optional_parameters=parameters(descriptor.optional_parameters),
        definitions={name: at_depth(each) for name, each in descriptor.definitions.items()},
        keywords={keyword: value for keyword, value in descriptor.keywords.items() if keyword not in dropped},
    )


def _entry(tool: Declared, provider: Dialect, together: DefinitionError | None) -> Portability:
    name = tool.name
    try:
        found = _found(tool, provider)
    except DefinitionError as error:
        return Portability(name, provider.name, impossible=error.reason)
    changes, moved_strictly, fault = _strictly(tool, provider)
    if not fault and together is not None and together.tool.partition("(")[0] == name:
        fault = together.reason
    moved, bounds = _texts(found), _without_remarks(tool)
    loosened = moved and _texts(_found(bounds, provider))
    loosened_strictly = moved_strictly and _strictly(bounds, provider)[1]
    return Portability(
        name,
        provider.name,
        kept=tuple(", ".join(words) if not at else f"{at}: {', '.join(words)}" for at, words, _ in found if words),
        moved=moved,
        renamed=tuple(_renamed(tool.descriptor, provider)),
        rewritten=changes + moved_strictly,
        impossible_strictly=fault,
        loosened=loosened,
        loosened_strictly=loosened if _mode(provider) is None else loosened_strictly,
    )


def _found(tool: Declared, provider: Dialect, *, strict: bool = False) -> list[Place]:
    """The places of a tool's declaration; none of a tool that the provider runs itself.

    Raises:
        DefinitionError: It cannot be declared.
    """
    declare = provider.declarations if isinstance(provider, Declaring) else provider.declare
    made = declare([tool], strict)
    return [] if tool.builtin is not None else [place for each in made for place in _places(each)]


def _strictly(tool: Declared, provider: Dialect) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """What strict mode rewrites, what it moves into descriptions, and why it is impossible."""
    mode = _mode(provider)
    if mode is None or tool.builtin is not None:
        return (), (), ""
    try:
        moved = _texts(_found(tool, provider, strict=True))
    except DefinitionError as error:
        return (), (), error.reason
    return tuple(f"{path}: {change}" for path, change in mode.form(tool.descriptor).changes), moved, ""


def _mode(provider: Dialect) -> StrictMode | None:
    return provider.strict_mode if isinstance(provider, Declaring) else None


def _texts(places: Iterable[Place]) -> tuple[str, ...]:
    """What stands in descriptions; that a text holds JSON is told as a change."""
    return tuple(f"{path} {text}".strip() for path, _, text in places if text and not text.startswith(JSON_TEXT))


def _fault_together(provider: Dialect, tools: list[Declared]) -> DefinitionError | None:
    """Why the tools cannot be declared strictly in one request, though each can by itself."""
    if _mode(provider) is None:
        return None
    try:
        provider.declare(
            [each for each in tools if each.builtin is None and not _strictly(each, provider)[2]], strict=True
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
    for steps, inner in inner_places(schema):
        if steps[0] in _STRUCTURE:
            yield from _walk(inner, inner_path(path, steps))


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
