"""The tools that one call sees: provided ones added, disabled ones left out."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Raised, attempt
from toolkit.calling.reporting import log_if_raised
from toolkit.calling.running import awaited_outcome
from toolkit.errors import DuplicateToolError
from toolkit.tools.gathering import gathered, require_ready
from toolkit.tools.origins import origin_of
from toolkit.tools.snapshot import Snapshot

if TYPE_CHECKING:
    from toolkit.calling.switch import Switch
    from toolkit.tools.base import Tool
    from toolkit.tools.snapshot import ToolProvider

# In the place of a context: what some caller may see is shown, whoever that is.
ANYONE: Final = object()


async def offered(snapshot: Snapshot, context: Any, switch: Switch) -> Snapshot:
    """What a call with that context sees.

    Args:
        snapshot: The tools of a registry.
        context: The caller's own object, None without one, ANYONE for no caller in particular.
        switch: Where the caller runs.

    Raises:
        DuplicateToolError: A provided tool has a name that is taken.
        DefinitionError: What a provider gives is no tool.
        BaseException: What a provider raises.
    """
    fixed = fixed_offer(snapshot)
    if fixed is not None:
        return fixed
    tools = dict(snapshot.tools)
    for provider in snapshot.providers:
        for tool in await _provided(provider, context, switch):
            known = tools.setdefault(tool.name, tool)
            if known is not tool:
                raise DuplicateToolError(tool.name, origin_of(known), origin_of(tool))
    shown = {name: tool for name, tool in tools.items() if await is_enabled(tool, context, switch)}
    return snapshot if len(shown) == len(snapshot.tools) and not snapshot.providers else Snapshot(shown)


def fixed_offer(snapshot: Snapshot) -> Snapshot | None:
    """What every call sees; None if that depends on the call."""
    if snapshot.offer is None and not snapshot.providers:
        enabled = [tool.enabled for tool in snapshot.tools.values()]
        if not any(map(callable, enabled)):
            pairs = zip(snapshot.tools.items(), enabled, strict=True)
            snapshot.offer = (
                snapshot if all(enabled) else Snapshot({name: tool for (name, tool), is_on in pairs if is_on})
            )
    return snapshot.offer


def decided(snapshot: Snapshot) -> Snapshot:
    """These tools as what every later declaration shows; a call still asks each of them whether it is there."""
    if snapshot.offer is snapshot or not any(callable(tool.enabled) for tool in snapshot.tools.values()):
        return snapshot
    made = Snapshot(dict(snapshot.tools), snapshot.collected_from)
    made.offer = made
    return made


async def offered_tool(snapshot: Snapshot, name: str, context: Any, switch: Switch) -> Tool[Any, Any] | None:
    """The tool of that name as a call with that context sees it, None if it sees none.

    Raises:
        BaseException: As `offered` does.
    """
    if snapshot.providers:
        return (await offered(snapshot, context, switch)).tools.get(name)
    tool = snapshot.tools.get(name)
    return tool if tool is not None and await is_enabled(tool, context, switch) else None


async def is_enabled(tool: Tool[Any, Any], context: Any, switch: Switch) -> bool:
    """Whether a tool is there for that context; one whose predicate raises is not, and the log is told."""
    enabled = tool.enabled
    if not callable(enabled) or context is ANYONE:
        return bool(enabled)
    value = await awaited_outcome(attempt(enabled, context), switch)
    log_if_raised(value, f"the predicate `enabled` of {tool.name}")
    return bool(value) and not isinstance(value, Raised)


async def _provided(provider: ToolProvider, context: Any, switch: Switch) -> list[Tool[Any, Any]]:
    given = provider.function(None if context is ANYONE else context)
    if inspect.isawaitable(given):
        await switch.to_loop()
        given = await given
    tools = [] if given is None else gathered(given)
    for change in provider.changes:
        tools = [made for tool in tools if (made := change(tool)) is not None]
    for tool in tools:
        require_ready(tool)
    return tools
