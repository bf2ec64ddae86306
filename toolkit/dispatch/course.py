"""Course: one call on its way through the dispatcher."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Raised, attempt
from toolkit.calling.invoking import call_metadata
from toolkit.calling.reporting import log_raised, name_of
from toolkit.calling.running import awaited_outcome
from toolkit.calls import ToolCall
from toolkit.context import ToolContext
from toolkit.dispatch.prepared import PreparedCall
from toolkit.errors import MisuseError
from toolkit.misfits import object_in_words
from toolkit.record import MISSING

if TYPE_CHECKING:
    from toolkit.calling.switch import Switch
    from toolkit.calls import ToolResult
    from toolkit.dispatch.desk import Desk
    from toolkit.dispatch.hooks import Hooks, Reporter
    from toolkit.dispatch.plan import Plan
    from toolkit.dispatch.request import Request
    from toolkit.dispatch.taking import Taken
    from toolkit.tools.base import Tool

# The digit of a UUID that tells its variant, from a random one.
_VARIANTS: Final = {digit: "89ab"[place % 4] for place, digit in enumerate("0123456789abcdef")}


class Course:
    """What the dispatcher knows of one call on its way.

    Args:
        desk: What the calls of the dispatcher share.
        call: The model's call.
        request: What the caller gave along.

    Attributes:
        registry: Where tools are looked for.
        plan: How calls of its tool run; None while, or if, there is no tool.
        taken: Its arguments, once the tool takes them.
        failure: Why it goes no further, None if it does.
        context: What the tool and all around it are told, None if nobody asks for it.
        decision: What a person decided, "" if nobody was asked.
        approval_id: The id of the request that a person decides on, "" if there is none.
        is_allowed: Whether a person has allowed the arguments in `taken` already.
        ran: How the last run of the tool ended, an empty result while it runs; None if it was not entered.
        rule_fault: What the rule raised that says whether a person must allow the call, None if nothing.
        batch: Stands for the batch that the call is one of, None if it came alone.
        shared: The result of an equal call of the batch, for which the tool has run already.
    """

    plan: Plan
    taken: Taken
    context: Any

    def __init__(self, desk: Desk, call: ToolCall, request: Request) -> None:
        self.desk = desk
        self.call = call
        self.request = request
        self.registry = desk.offer(request)
        self.failure: ToolResult | None = None
        self.decision = ""
        self.approval_id = ""
        self.is_allowed = False
        self.context = None
        self.started_at = time.perf_counter()
        self.hooks: Hooks | None = None
        self.reporter: Reporter | None = None
        self.ran: ToolResult | None = None
        self.rule_fault: BaseException | None = None
        self.batch: object = None
        self.shared: ToolResult | None = None

    @property
    def tool(self) -> Tool[Any, Any] | None:
        """The tool, None if there is none of the name."""
        plan: Plan | None = getattr(self, "plan", None)
        return None if plan is None else plan.tool

    @property
    def deps(self) -> Any:
        """The caller's own object, MISSING if there is none."""
        return deps_of(self.desk, self.request)

    def is_of_body(self, exception: BaseException) -> bool:
        """Whether an exception is that of the tool itself, which middleware may have raised again."""
        return self.ran is not None and self.ran.error is not None and self.ran.error.exception is exception

    def shown_call(self) -> ToolCall:
        """The call as hooks see it: with its checked arguments, if it has come so far."""
        taken: Taken | None = getattr(self, "taken", None)
        if taken is None:
            return self.call
        return ToolCall(self.call.name, taken.arguments, self.call.id, self.call.provider)

    def prepared_call(self) -> PreparedCall:
        """The call as middleware sees it."""
        return PreparedCall(self.call, self.plan.tool, self.taken.arguments, self.context, self)

    def make_context(self, hooks: Hooks) -> None:
        """Give the call its hooks and its live context."""
        request, tool = self.request, self.tool
        self.hooks = hooks.and_then(request.hooks)
        self.reporter = self.hooks.reporter(self.shown_call())
        own_tags = () if tool is None else tool.options.tags
        self.context = ToolContext(
            self.deps,
            call=self.call,
            metadata=call_metadata(request.metadata, self.deps),
            registry=self.registry,
            tool=tool,
            services=_merged(self.desk.settings.services, request.services),
            tags=tuple(dict.fromkeys((*request.tags, *own_tags))),
            run_id=request.run_id or _new_run_id(),
            run_name=request.run_name or (self.call.name if tool is None else tool.name),
            progress=self.reporter,
            cancelled=threading.Event(),
        )
        if self.reporter is not None:
            self.reporter.context = self.context

    async def ask_for_metadata(self, switch: Switch) -> BaseException | None:
        """Let the functions that tell something of each call do so; what one of them raised."""
        told: dict[str, Any] = {}
        for provide in self.desk.metadata_providers:
            given = await awaited_outcome(attempt(provide, self.prepared_call()), switch)
            if not isinstance(given, Raised) and given is not None and not isinstance(given, Mapping):
                message = f"a function of provide_metadata gave {object_in_words(given)}, not a mapping"
                given = Raised(MisuseError(message))
            if isinstance(given, Raised):
                log_raised(f"the metadata function {name_of(provide)}", self.call.name, given.exception)
                return given.exception
            told |= given or {}
        self.context.metadata = call_metadata({**told, **self.request.metadata}, self.deps)
        return None


def deps_of(desk: Desk, request: Request) -> Any:
    """The caller's own object: of the call, else of the dispatcher; MISSING if there is none."""
    if request.context is not MISSING:
        return request.context
    return MISSING if desk.settings.context is None else desk.settings.context


def _merged(services: Mapping[Any, Any], further: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return {**services, **further} if further else services


def _new_run_id() -> str:
    """A random UUID (RFC 9562, section 5.4), in a third of the time that the module of that name takes."""
    digits = os.urandom(16).hex()
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{_VARIANTS[digits[16]]}{digits[17:20]}-{digits[20:]}"
