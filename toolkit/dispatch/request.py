"""Request: what a caller gives along with a payload."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import HostError
from toolkit.record import EMPTY, MISSING, Record
from toolkit.tools.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Request(Record, kw_only=True):
    """What a caller gives along with a payload.

    Attributes:
        context: The caller's own object, MISSING for none.
        metadata: What it tells about the call.
        services: Services by type, beside those of the dispatcher.
        tools: What was on offer this turn, None for the whole registry.
        hooks: Hooks of this call.
        tags: Tags of this call.
        run_id: Id of this run.
        run_name: Name of this run.
    """

    context: Any = MISSING
    metadata: Mapping[str, Any] = EMPTY
    services: Mapping[Any, Any] = EMPTY
    tools: Registry | None = None
    hooks: tuple[Any, ...] = ()
    tags: tuple[str, ...] = ()
    run_id: str | None = None
    run_name: str | None = None


NOTHING: Final = Request()


def request_of(  # noqa: PLR0917 - the keywords of every way in, in their order
    context: Any,
    metadata: Mapping[str, Any] | None,
    services: Mapping[Any, Any] | None,
    tools: Registry | Iterable[Any] | None,
    hooks: Sequence[Any],
    tags: Iterable[str],
    run_id: str | None,
    run_name: str | None,
    registry: Registry,
) -> Request:
    """What a caller gave, None for what it did not; tools may be named as they are in the registry.

    Raises:
        HostError: Something given is of no use: metadata that are no mapping, for one.
    """
    if context is metadata is services is tools is run_id is run_name is None and hooks == tags == ():
        return NOTHING
    for name, given in (("metadata", metadata), ("services", services)):
        if given is not None and not isinstance(given, Mapping):
            raise HostError(f"{name}= takes a mapping, not a {type(given).__name__}")
    return Request(
        context=MISSING if context is None else context,
        metadata=EMPTY if metadata is None else metadata,
        services=EMPTY if services is None else services,
        tools=None if tools is None else _offer(tools, registry),
        hooks=tuple(hooks),
        tags=(tags,) if isinstance(tags, str) else tuple(tags),
        run_id=None if run_id is None else str(run_id),
        run_name=run_name,
    )


def _offer(tools: Registry | Iterable[Any], registry: Registry) -> Registry:
    """What was on offer.

    Raises:
        HostError: It names a tool that is not in the registry.
    """
    if isinstance(tools, Registry):
        return tools
    return Registry([_named(each, registry) if isinstance(each, str) else each for each in tools])


def _named(name: str, registry: Registry) -> Any:
    found = registry.get(name)
    if found is None:
        raise HostError(f"tools= names {name!r}, which is no tool of the dispatcher")
    return found
