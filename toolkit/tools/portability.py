"""What each provider makes of a tool: what it keeps, what is said in words, what is rewritten, what is impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.dialects import dialect, dialect_names
from toolkit.errors import DefinitionError
from toolkit.providers.bare import Bare, bare
from toolkit.providers.declaring import Declaring
from toolkit.record import Record
from toolkit.tools.catalogue import Catalogue
from toolkit.tools.gathering import gathered
from toolkit.types.keywords import SCHEMA_MAP_KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolkit.dialects import Dialect

# Keywords that say what a value is; the others narrow it, or tell of it.
_STRUCTURE: Final = frozenset(
    {
        *("$defs", "$ref", "additionalProperties", "anyOf", "description", "items", "prefixItems", "properties"),
        *("required", "title", "type"),
    }
)
_HEADER: Final = ("TOOL", "PROVIDER", "KEPT", "MOVED INTO TEXT", "REWRITTEN", "IMPOSSIBLE")


class Portability(Record):
    """What one provider makes of one tool.

    Attributes:
        tool: Its name.
        provider: The provider's name.
        kept: The constraints that stand in the schema, by place: "days: minimum, default".
        moved: Those that stand in a description, as its dialect has no word for them: "days (minimum: 1)".
        rewritten: What has another form, undone in calls: names, and "strict: " whatever strict mode asks for.
        impossible: Why the tool cannot be declared, "" if it can; "strict: " if only strict mode cannot take it.
    """

    tool: str
    provider: str
    kept: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    rewritten: tuple[str, ...] = ()
    impossible: str = ""

    @property
    def is_possible(self) -> bool:
        """Whether the tool can be declared, strictly or not."""
        return not self.impossible or self.impossible.startswith(_STRICTLY)

    def to_dict(self) -> dict[str, Any]:
        """The entry as a JSON-able dict."""
        return {field: list(value) if isinstance(value, tuple) else value for field, value in self._items()}


class PortabilityReport(Record):
    """What each provider makes of each tool; `str()` gives a table.

    Attributes:
        entries: One for each tool and provider.
    """

    entries: tuple[Portability, ...] = ()

    @property
    def impossible(self) -> tuple[Portability, ...]:
        """The entries of tools that cannot be declared, or not strictly."""
        return tuple(each for each in self.entries if each.impossible)

    def to_dict(self) -> dict[str, Any]:
        """The report as a JSON-able dict."""
        return {"entries": [each.to_dict() for each in self.entries]}

    def __iter__(self) -> Iterator[Portability]:
        return iter(self.entries)

    def __str__(self) -> str:
        rows = [_HEADER, *map(_row, self.entries)]
        used = [place for place in range(len(_HEADER)) if place < 2 or any(row[place] for row in rows[1:])]  # noqa: PLR2004
        widths = [max(len(row[place]) for row in rows) for place in used]
        lines = ("  ".join(row[at].ljust(width) for at, width in zip(used, widths, strict=True)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)


def portability(tools: Any, providers: Iterable[str | Dialect] | None = None) -> PortabilityReport:
    """What each provider makes of each tool. Nothing vanishes: what is not kept is moved, rewritten or impossible.

    >>> from toolkit import tool
    >>> @tool
    ... def add(a: int, b: int = 1) -> int:
    ...     "Add two numbers."
    ...     return a + b
    >>> print(portability([add], ["openai", "gemini"]))
    TOOL  PROVIDER  KEPT        MOVED INTO TEXT  REWRITTEN
    add   openai    b: default                   strict: b: null for absent
    add   gemini                b (default: 1)

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
    own = list(tools.snapshot.tools.values()) if isinstance(tools, Catalogue) else gathered(tools)
    stripped = [bare(each) for each in own]
    tried = {each.name: each.trial() if isinstance(each, Declaring) else each for each in chosen}
    together = {name: _fault_together(each, stripped) for name, each in tried.items()}
    return PortabilityReport(
        tuple(_entry(tool, each, together[name]) for tool in stripped for name, each in tried.items())
    )


_STRICTLY: Final = "strict: "


def _entry(tool: Bare, provider: Dialect, together: DefinitionError | None) -> Portability:
    name = tool.descriptor.name
    try:
        declared = provider.declare([tool])
    except DefinitionError as error:
        return Portability(name, provider.name, impossible=error.reason)
    found = list(_walk(declared, ""))
    strict, fault = _strictly(tool, provider)
    if not fault and together is not None and together.tool.partition("(")[0] == name:
        fault = f"{_STRICTLY}{together.reason}"
    return Portability(
        name,
        provider.name,
        tuple(_place(path, ", ".join(keywords)) for path, keywords, _ in found if keywords),
        tuple(f"{path} {text}".strip() for path, _, text in found if text),
        (*_renamed(tool, provider, declared), *strict),
        fault,
    )


def _strictly(tool: Bare, provider: Dialect) -> tuple[tuple[str, ...], str]:
    """What strict mode rewrites, and why it is impossible."""
    mode = provider.strict_mode if isinstance(provider, Declaring) else None
    if mode is None or tool.builtin is not None:
        return (), ""
    try:
        provider.declare([tool], strict=True)
    except DefinitionError as error:
        return (), f"{_STRICTLY}{error.reason}"
    changes = mode.form(tool.descriptor).changes
    return tuple(f"{_STRICTLY}{_place(path, change)}" for path, change in changes), ""


def _fault_together(provider: Dialect, tools: list[Bare]) -> DefinitionError | None:
    """Why the tools cannot be declared strictly in one request, though each can by itself."""
    if not isinstance(provider, Declaring) or provider.strict_mode is None:
        return None
    possible = [each for each in tools if not _strictly(each, provider)[1] and each.builtin is None]
    try:
        provider.declare(possible, strict=True)
    except DefinitionError as error:
        return error
    return None


def _walk(declared: Any, path: str) -> Iterator[tuple[str, list[str], str]]:
    """Each place of a declaration with the constraints that stand there, and what its description says of others.

    The tools have no texts of their own, so that each description is one of constraints.
    """
    if isinstance(declared, list):
        for each in declared:
            yield from _walk(each, path)
        return
    if not isinstance(declared, dict):
        return
    text = declared.get("description", "")
    yield path, [keyword for keyword in declared if keyword in _NARROWING], text
    for keyword, value in declared.items():
        if keyword in SCHEMA_MAP_KEYWORDS and isinstance(value, dict):
            for name, each in value.items():
                yield from _walk(each, f"{path}.{name}" if path else name)
        elif keyword not in _NARROWING:
            yield from _walk(value, f"{path}[]" if keyword == "items" else path)


def _renamed(tool: Bare, provider: Dialect, declared: list[dict[str, Any]]) -> Iterator[str]:
    """The names of the tool and of its arguments that are others for this provider."""
    raise NotImplementedError


def _place(path: str, text: str) -> str:
    return f"{path}: {text}" if path else text


def _row(entry: Portability) -> tuple[str, ...]:
    lists = ("; ".join(each) for each in (entry.kept, entry.moved, entry.rewritten))
    return (entry.tool, entry.provider, *lists, entry.impossible)
