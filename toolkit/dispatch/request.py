"""Request: what a caller gives along with a payload."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypedDict

from toolkit.dispatch.settings import misplaced_service
from toolkit.errors import HostError
from toolkit.events import EVENTS, hears
from toolkit.misfits import object_in_words
from toolkit.record import EMPTY, MISSING, Record
from toolkit.tools.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Request(Record, kw_only=True, is_hot=True):
    """What a caller gave along with a payload: the fields are those of Given, settled."""

    context: Any = MISSING
    metadata: Mapping[str, Any] = EMPTY
    services: Mapping[Any, Any] = EMPTY
    tools: Registry | None = None
    hooks: tuple[Any, ...] = ()
    tags: tuple[str, ...] = ()
    run_id: str | None = None
    run_name: str | None = None

    @property
    def allows_short_road(self) -> bool:
        """Whether a tool that takes nothing of the host may be called on its short road: see direct.py."""
        return self.tools is None and not self.hooks


NOTHING: Final = Request()


# What hooks and tags are where there are none.
_NONE: Final[tuple[Any, ...]] = ()


class Given(TypedDict, total=False):
    """What a caller may give along with a payload, by keyword; None stands for nothing.

    Attributes:
        context: The caller's own object, for parameters that are injected.
        metadata: What the host tells of the call; no model can write it.
        services: Services beside those of the dispatcher.
        tools: What was on offer this turn, tools or names; any other tool is unknown.
        hooks: Hooks of this call, told after the dispatcher's and the tool's.
        tags: Tags of this call, for hooks.
        run_id: Id of this run, a new one without.
        run_name: Name of this run, the tool's without.
    """

    context: Any
    metadata: Mapping[str, Any] | None
    services: Mapping[Any, Any] | None
    tools: Registry | Iterable[Any] | None
    hooks: Sequence[Any]
    tags: Iterable[str]
    run_id: str | None
    run_name: str | None


def request_of(given: Given, registry: Registry) -> Request:
    """What a caller gave; tools may be named as they are in the registry.

    Raises:
        TypeError: There is no such keyword.
        HostError: Something given is of no use: metadata that are no mapping, for one.
    """
    if not given:
        return NOTHING
    if not _KEYWORDS.issuperset(given):
        message = (
            f"unexpected keyword {min(given.keys() - _KEYWORDS)!r}; a call takes {', '.join(Given.__annotations__)}"
        )
        raise TypeError(message)
    fields: dict[str, Any] = {name: value for name, value in given.items() if value is not None and value is not _NONE}
    if not fields:
        return NOTHING
    for name, value in fields.items():
        settle = _SETTLING.get(name)
        if settle is not None:
            fields[name] = settle(name, value, registry)
    return Request(**fields)


def _mapping(name: str, value: Any, _: Registry) -> Any:
    if not isinstance(value, Mapping):
        raise HostError(f"{name}= takes a mapping, not {object_in_words(value)}")
    return value


def _services(name: str, value: Any, registry: Registry) -> Any:
    fault = misplaced_service(_mapping(name, value, registry))
    if fault:
        raise HostError(fault)
    return value


def _hooks(name: str, value: Any, registry: Registry) -> tuple[Any, ...]:
    hooks = _several(name, value, registry)
    for hook in hooks:
        if not hears(hook):
            raise HostError(f"hooks= has {object_in_words(hook)}, which has none of {', '.join(EVENTS)}")
    return hooks


def _several(name: str, value: Any, _: Registry) -> tuple[Any, ...]:
    """What is given as a list; one text is as good as a list of it."""
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, Iterable):
        raise HostError(f"{name}= takes a list, not {object_in_words(value)}")
    return tuple(value)


def _offer(name: str, tools: Registry | Iterable[Any], registry: Registry) -> Registry:
    """What was on offer.

    Raises:
        HostError: It names a tool that is not in the registry.
    """
    if isinstance(tools, Registry):
        return tools
    given = _several(name, tools, registry)
    return Registry([_named(each, registry) if isinstance(each, str) else each for each in given])


def _named(name: str, registry: Registry) -> Any:
    found = registry.get(name)
    if found is None:
        raise HostError(f"tools= names {name!r}, which is no tool of the dispatcher")
    return found


_KEYWORDS: Final = frozenset(Given.__annotations__)
_SETTLING: Final[Mapping[str, Callable[[str, Any, Registry], Any]]] = {
    "metadata": _mapping,
    "services": _services,
    "tools": _offer,
    "hooks": _hooks,
    "tags": _several,
    "run_id": lambda _, value, __: str(value),
}
