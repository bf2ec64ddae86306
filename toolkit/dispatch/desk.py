"""Desk: what all calls of one dispatcher share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Raised, attempt
from toolkit.dispatch.approval import Approvals
from toolkit.dispatch.hooks import Hooks
from toolkit.dispatch.limits import Counter, Gate
from toolkit.dispatch.plan import Plan
from toolkit.dispatch.recurrence import Recurrence

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calls import ToolCall
    from toolkit.dispatch.direct import Direct
    from toolkit.dispatch.request import Request
    from toolkit.dispatch.settings import Settings
    from toolkit.tools.base import Tool
    from toolkit.tools.registry import Registry
    from toolkit.tools.snapshot import Snapshot

# Tools may be made anew for each call, so plans are not kept for ever.
_MAX_PLANS: Final = 20_000


class Desk:
    """What all calls of one dispatcher share.

    Args:
        settings: What it was made with.
        registry: Its tools.

    Attributes:
        settings: As above.
        registry: As above.
        gate: Bounds how many calls run at once, None for no bound.
        counter: How often each tool has run.
        approvals: The calls that wait for a person.
        recurrence: The calls that were refused lately.
        hooks: Told of every call.
        metadata_providers: Functions that tell something of each call, the first first.
        roads: The short road of each tool that has been called, None where it has none; and the tools that hold for.
    """

    def __init__(self, settings: Settings, registry: Registry) -> None:
        self.settings = settings
        self.registry = registry
        self.gate = Gate(settings.max_concurrency) if settings.max_concurrency is not None else None
        self.counter = Counter()
        self.approvals = Approvals(settings.approvals, settings.approval_seconds, settings.max_pending)
        self.recurrence = Recurrence()
        self.hooks = Hooks(settings.hooks)
        self.metadata_providers: tuple[Callable[..., Any], ...] = ()
        self.roads: tuple[Snapshot | None, dict[str, Direct | None]] = (None, {})
        self._plans: dict[int, tuple[Tool[Any, Any], Plan]] = {}

    def offer(self, request: Request) -> Registry:
        """Where tools are looked for: what was on offer, be it nothing, else the whole registry."""
        return self.registry if request.tools is None else request.tools

    def plan(self, tool: Tool[Any, Any]) -> Plan:
        """How calls of the tool run here."""
        found = self._plans.get(id(tool))
        if found is None or found[0] is not tool:
            if len(self._plans) >= _MAX_PLANS:
                self._plans.clear()
            # The tool is kept beside its plan, so that its id stays its own.
            found = self._plans[id(tool)] = (tool, Plan(tool, self))
        return found[1]

    def add_metadata_provider(self, function: Callable[..., Any]) -> None:
        """Ask a function for metadata of each call."""
        self.metadata_providers = (*self.metadata_providers, function)
        self.roads = (None, {})

    def direct_for(self, call: ToolCall) -> Direct | None:
        """The short road of a call that came in no dialect, None where anything about it has to be looked at first."""
        known, roads = self.roads
        id_, name = call.id, call.name
        if known is not self.registry.snapshot or type(name) is not str or call.provider is not None or call.problem:
            return None
        return roads.get(name) if id_ is None or (type(id_) is str and id_.isascii()) else None

    def direct(self, snapshot: Snapshot, name: str) -> Direct | None:
        """The short road for calls of a tool, None if they have to take the long one."""
        known, roads = self.roads
        if known is not snapshot:
            roads = {}
            self.roads = (snapshot, roads)
        found = roads.get(name)
        if found is None and name in snapshot.tools and name not in roads:
            found = roads[name] = self._find_direct(snapshot, name)
        return found

    def _find_direct(self, snapshot: Snapshot, name: str) -> Direct | None:
        tool = snapshot.tools[name]
        if tool.options.enabled is not True or snapshot.providers or self.metadata_providers:
            return None
        plan = attempt(self.plan, tool)
        return None if isinstance(plan, Raised) else plan.direct
