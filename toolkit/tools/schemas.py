"""Tools as a provider's API takes them, and changed copies of what cannot be changed."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from toolkit.calling.switch import drive
from toolkit.closeness import advice
from toolkit.dialects import dialect
from toolkit.errors import DefinitionError
from toolkit.record import Record, replace_fields
from toolkit.tools.base import Tool
from toolkit.tools.catalogue import Catalogue
from toolkit.tools.gathering import gathered
from toolkit.tools.offering import fixed_offer, offered
from toolkit.tools.snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from typing_extensions import Unpack

    from toolkit.dialects import Dialect
    from toolkit.given_options import HandledOptions
    from toolkit.tools.kinds import Kind

R = TypeVar("R", bound=Record)


def schemas(
    tools: Any, provider: str | Dialect = "openai", strict: bool = False, *, context: Any = None
) -> list[dict[str, Any]]:
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
    if isinstance(chosen, type):
        raise DefinitionError(
            f"provider={chosen.__name__}", tool="schemas", cure=f"give an object of it, provider={chosen.__name__}()"
        )
    if not hasattr(chosen, "declare"):
        cure = 'give a name, provider="openai", or an object with declare'
        raise DefinitionError(f"provider={provider!r}", tool="schemas", cure=cure)
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
    if len(made.tools) == len(tools) and all(map(_is_settled, tools)):
        if len(_LATEST) >= _KEPT_LISTS:
            _LATEST.clear()
        _LATEST[id(tools[0])] = made
    return made


def _is_settled(tool: Any) -> bool:
    """Whether it is a tool, which stands for the same by the next turn, and whose `enabled` is not computed."""
    return isinstance(tool, Tool) and not isinstance(type(tool).enabled, property)


@overload
def replace(value: R, /, **changes: Any) -> R: ...
@overload
def replace(value: Kind, /, **changes: Unpack[HandledOptions]) -> Kind: ...
@overload
def replace(value: type[Kind], /, **changes: Unpack[HandledOptions]) -> Kind: ...
@overload
def replace(value: Callable[..., Any] | Mapping[str, Any], /, **changes: Unpack[HandledOptions]) -> Tool[Any, Any]: ...
def replace(value: Any, /, **changes: Any) -> Any:
    """A copy with some changes: of a tool, whose schemas follow, of a descriptor or another record.

    >>> from toolkit import Tool, replace
    >>> replace(Tool.declare("now", "The time."), description="The time, in UTC.").description
    'The time, in UTC.'

    Raises:
        DefinitionError: What is changed is no option of a tool, or no field of the record.
    """
    if isinstance(value, Record):
        _require_fields(value, changes)
        return replace_fields(value, **changes)
    made = Tool.of(value).replaced(changes)
    _ = made.descriptor
    return made


def _require_fields(record: Record, changes: dict[str, Any]) -> None:
    fields = type(record)._names
    unknown = next((name for name in changes if name not in fields), None)
    if unknown is not None:
        cure = advice(unknown, fields, f"the fields are {', '.join(fields)}")
        raise DefinitionError(f"no field {unknown!r}", tool=type(record).__name__, cure=cure)
