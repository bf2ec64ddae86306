"""Plan: how calls of one tool run in one dispatcher, settled once."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolkit.dispatch.direct import Direct
from toolkit.dispatch.hooks import Hooks
from toolkit.dispatch.last_step import carry_on
from toolkit.dispatch.middleware import layers_for, through
from toolkit.dispatch.results import Finisher
from toolkit.dispatch.taking import Taker
from toolkit.tools.declared import DeclaredTool
from toolkit.tools.delegating import DelegatingTool

if TYPE_CHECKING:
    from toolkit.dispatch.desk import Desk
    from toolkit.dispatch.middleware import Handler
    from toolkit.tools.base import Tool


class Plan:
    """What a dispatcher knows of a tool before any call.

    Args:
        tool: The tool.
        desk: What the calls of the dispatcher share.

    Attributes:
        tool: The tool; a declared one with its handler, if the dispatcher has one.
        taker: Takes its arguments.
        finisher: Makes its results.
        hooks: The dispatcher's, then the tool's.
        handler: The middleware around the last step, None if there is none.
        timeout_seconds: How long a call may take, None for no limit.
        rule: When a person must allow a call: True, or a function; None for never.
        is_barrier: Whether it runs alone in a batch.
        is_joined: Whether equal calls of a batch run once.
        is_external: Whether the caller carries its calls out.
        leads_outside: Whether the caller carries out the calls of the tool itself, or of one that it delegates to.
        is_read_only: Whether its author says that it changes nothing.
        needs_context: Whether somebody asks for the live context of a call.
        direct: The short road, None if calls need more.
        keeps_arguments: Whether they are needed as they were once the tool has had them.
    """

    def __init__(self, tool: Tool[Any, Any], desk: Desk) -> None:
        settings = desk.settings
        handler = settings.handlers.get(tool.name)
        self.tool = tool = tool if handler is None else _handled(tool, handler)
        self.options = options = tool.options
        self.taker = Taker(tool, settings)
        self.finisher = Finisher(tool, settings)
        self.hooks = Hooks((*settings.hooks, *options.hooks))
        layers = layers_for(tool, settings.middleware)
        self.handler: Handler | None = through(layers, carry_on) if layers else None
        self.timeout_seconds = options.timeout_seconds or settings.timeout_seconds
        self.rule = None if options.approval is False else options.approval
        self.is_barrier = bool(options.sequential or options.destructive or options.read_only is False)
        self.is_external = isinstance(tool, DeclaredTool) and tool.is_external
        declared = tool.find(DeclaredTool)
        self.leads_outside = declared is not None and declared.is_external
        self.is_read_only = bool(options.read_only)
        body = tool.body
        self.is_joined = (
            bool(options.idempotent) and self.rule is None and not (body is not None and body.takes_call_id)
        )
        self.keeps_arguments = bool(layers or options.retries)
        self.needs_context = bool(
            body is None or body.needs_context or self.hooks or layers or self.rule is not None or options.verbose
        )
        self.direct = self._short_road(desk)

    def _short_road(self, desk: Desk) -> Direct | None:
        """For calls that are decoding, checking, loading, the function and its result, and nothing else."""
        needs_more = (
            self.needs_context,
            self.timeout_seconds,
            self.options.retries,
            self.options.max_calls,
            desk.gate,
            desk.settings.executor,
        )
        body = self.tool.body
        if any(needs_more) or body is None or not (body.is_plain and self.finisher.is_plain):
            return None
        return Direct(self.tool, body, desk, self.taker, self.finisher)


def _handled(tool: Tool[Any, Any], handler: Any) -> Tool[Any, Any]:
    """The tool, with a handler for the declaration that it is or stands before; any other tool as it is."""
    if isinstance(tool, DeclaredTool):
        return tool.handled_by(handler) if tool.is_external else tool
    if not isinstance(tool, DelegatingTool):
        return tool
    made = copy.copy(tool)
    made.inner = _handled(tool.inner, handler)
    return made
