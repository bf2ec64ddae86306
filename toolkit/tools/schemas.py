"""Tools as a provider's API takes them."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.switch import drive
from toolkit.dialects import dialect, fault_of_provider
from toolkit.errors import DefinitionError
from toolkit.tools.base import Tool
from toolkit.tools.catalogue import Catalogue
from toolkit.tools.gathering import gathered
from toolkit.tools.offering import fixed_offer, offered
from toolkit.tools.snapshot import Snapshot

if TYPE_CHECKING:
    from toolkit.dialects import Dialect


# A client's own hints want a TypedDict of its package, which a checker takes no dict[str, Any] for.
def schemas(tools: Any, provider: str | Dialect = "openai", strict: bool = False, *, context: Any = None) -> list[Any]:
    """The declarations of tools, as a provider's API takes them: a new list of shared dicts.

    >>> from toolkit import tool
    >>> @tool
    ... def now() -> str:
    ...     "The time."
    ...     return "noon"
    >>> [each["function"]["name"] for each in schemas([now])]
    ['now']

    Args:
        tools: A registry, or whatever one is made of.
        provider: Name of a provider, or an object with `declare`.
        strict: Whether the provider shall hold the model to the schemas.
        context: The caller's own object: what a call with it sees is listed.

    Raises:
        KeyError: There is no provider of that name.
        DefinitionError: Something is no tool, or cannot be declared to that provider.
    """
    chosen = dialect(provider) if isinstance(provider, str) else provider
    fault = fault_of_provider(chosen, "declare")
    if fault is not None:
        raise DefinitionError(fault[0], tool="schemas", cure=fault[1])
    snapshot = tools.snapshot if isinstance(tools, Catalogue) else _snapshot(tools)
    shown = fixed_offer(snapshot) or drive(lambda switch: offered(snapshot, context, switch))
    kept = shown.declarations.get((id(chosen), strict))
    if kept is None:
        kept = (chosen, chosen.declare(shown.tools.values(), strict=strict))
        if len(shown.declarations) >= _KEPT_DIALECTS:
            shown.declarations.clear()
        shown.declarations[id(chosen), strict] = kept
    return list(kept[1])


# A program lists the same tools for every turn of a conversation: so the last lists of tools are known again by the
# first of them, at 2 us for a hundred tools.
_KEPT_LISTS: Final = 8
_KEPT_DIALECTS: Final = 16
_LATEST: Final[dict[int, Snapshot]] = {}


def _snapshot(tools: Any) -> Snapshot:
    """The tools in anything but a registry."""
    if type(tools) is not list or not tools:
        return Snapshot().with_tools(gathered(tools))
    known = _LATEST.get(id(tools[0]))
    if known is not None and len(known.tools) == len(tools) and all(map(is_, known.tools.values(), tools)):
        return known
    made = Snapshot().with_tools(gathered(tools))
    if len(made.tools) == len(tools) and all(map(_are_settled, {*map(type, tools)})):
        if len(_LATEST) >= _KEPT_LISTS:
            _LATEST.clear()
        _LATEST[id(tools[0])] = made
    return made


def _are_settled(kind: Any) -> bool:
    """Whether a class is one of tools, which stand for the same by the next turn, and computes no `enabled`."""
    return issubclass(kind, Tool) and not isinstance(kind.enabled, property)
