"""The tools of a registry at one moment: an immutable value, changed by making another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from toolkit.closeness import advice
from toolkit.errors import DefinitionError, DuplicateToolError
from toolkit.record import EMPTY, Record
from toolkit.schema.wording import listed
from toolkit.tools.origins import is_successor, origin_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from toolkit.tools.base import Tool

OnDuplicate = Literal["error", "replace", "keep"]
_CHOICES: Final[tuple[OnDuplicate, ...]] = get_args(OnDuplicate)


class ToolProvider(Record):
    """A function that gives further tools for one call.

    Attributes:
        function: Gets the caller's context object, None without one; may be async.
        changes: What views make of each of its tools; None leaves it out.
    """

    function: Callable[[Any], Any]
    changes: tuple[Callable[[Tool[Any, Any]], Tool[Any, Any] | None], ...] = ()


class Snapshot:
    """The tools by name, in the order of their definition, with what stands beside them.

    Args:
        tools: The tools; this dict is the snapshot's from now on, and is read only.
        collected_from: As below, for those that were collected.
        providers: As below.

    Attributes:
        tools: The tools.
        collected_from: Name of a tool -> the module, file, class or group that it was collected from.
        providers: Functions that give further tools.
        declarations: What dialects made of it, kept by `toolkit.schemas`.
        offer: Those of the tools that every call sees; None where that depends on the call, or is not known yet.
    """

    __slots__ = ("collected_from", "declarations", "offer", "providers", "tools")

    def __init__(
        self,
        tools: dict[str, Tool[Any, Any]] | None = None,
        collected_from: Mapping[str, str] = EMPTY,
        providers: tuple[ToolProvider, ...] = (),
    ) -> None:
        # A dict is copied several times faster than a read-only view of one.
        self.tools: Mapping[str, Tool[Any, Any]] = {} if tools is None else tools
        self.collected_from = collected_from
        self.providers = providers
        self.declarations: dict[tuple[int, bool], tuple[Any, list[dict[str, Any]]]] = {}
        self.offer: Snapshot | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.tools, dict(self.collected_from), self.providers)

    def with_tools(
        self, further: Iterable[Tool[Any, Any]], on_duplicate: OnDuplicate = "error", source: str = ""
    ) -> Snapshot:
        """The tools and further ones.

        A tool whose code ran again takes the place of what it was before, as does one that was collected from
        the same source.

        Raises:
            DuplicateToolError: Two different tools have one name, and `on_duplicate` is "error".
        """
        tools, sources = dict(self.tools), dict(self.collected_from)
        for tool in further:
            name = tool.name
            known = tools.get(name)
            is_own = source != "" and sources.get(name) == source and known is self.tools.get(name)
            if known is None or is_own or is_successor(known, tool) or on_duplicate == "replace":
                tools[name] = tool
                sources.pop(name, None)
                if source:
                    sources[name] = source
            elif on_duplicate == "error":
                raise DuplicateToolError(name, origin_of(known), origin_of(tool))
        return Snapshot(tools, sources, self.providers)

    def with_replaced(self, tool: Tool[Any, Any]) -> Snapshot:
        """The tools, with another one in the place of that of its name.

        Raises:
            KeyError: There is none.
        """
        self.tool(tool.name)
        return self.with_tools([tool], "replace")

    def without(self, name: str) -> Snapshot:
        """The tools without one.

        Raises:
            KeyError: There is none of that name.
        """
        self.tool(name)
        tools = {each: tool for each, tool in self.tools.items() if each != name}
        return Snapshot(tools, self.collected_from, self.providers)

    def cleared(self) -> Snapshot:
        """No tools; the providers stay."""
        return Snapshot(providers=self.providers)

    def with_providers(self, *further: ToolProvider) -> Snapshot:
        """The same tools, and further functions that give some."""
        return Snapshot(dict(self.tools), self.collected_from, (*self.providers, *further))

    def tool(self, name: str) -> Tool[Any, Any]:
        """The tool of that name.

        Raises:
            KeyError: There is none; the text has the closest name.
        """
        found = self.tools.get(name)
        if found is None:
            raise KeyError(_unknown_text(name, self.tools))
        return found


def checked_choice(on_duplicate: str) -> OnDuplicate:
    """What to do with a second tool of one name.

    Raises:
        DefinitionError: It is none of the choices.
    """
    for choice in _CHOICES:
        if on_duplicate == choice:
            return choice
    raise DefinitionError(f"on_duplicate={on_duplicate!r}", cure=f"choose one of {', '.join(map(repr, _CHOICES))}")


def _unknown_text(name: object, names: Iterable[str]) -> str:
    known = list(names)
    there = f"there {'is' if len(known) == 1 else 'are'} {listed(known)}" if known else "there is none"
    return f"no tool {name!r}; {advice(name, known, there) if isinstance(name, str) else there}"
