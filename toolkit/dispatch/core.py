"""Core: a dispatcher without its many ways in."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Self, TypeVar

from toolkit.calling.guard import cancellation
from toolkit.calling.loops import BlockedLoopError
from toolkit.calling.switch import Switch, drive
from toolkit.calling.threads import HaltedError
from toolkit.calls import ToolCall, ToolResult
from toolkit.descriptor import ToolDescriptor
from toolkit.dispatch.batch import all_results
from toolkit.dispatch.course import Course
from toolkit.dispatch.desk import Desk
from toolkit.dispatch.outcomes import refused, timed_out
from toolkit.dispatch.pipeline import calls_in, direct_road, ended, prepared, run
from toolkit.dispatch.request import NOTHING, Request
from toolkit.dispatch.results import Finisher
from toolkit.dispatch.resuming import resumed
from toolkit.dispatch.settings import Settings, doubt_handlers, named_settings
from toolkit.dispatch.values import arguments_from
from toolkit.errors import CallError, HostError
from toolkit.misfits import tells_misfits
from toolkit.record import EMPTY, replace_fields
from toolkit.signatures import require_signature
from toolkit.tools.base import Tool
from toolkit.tools.declared import DeclaredTool
from toolkit.tools.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping, MutableMapping, Sequence

    from toolkit.dispatch.direct import Direct, Unfinished
    from toolkit.dispatch.protocols import Approver
    from toolkit.dispatch.settings import ErrorDetail
    from toolkit.options import ExtraArguments, RepairLevel

F = TypeVar("F", bound="Callable[..., Any]")


class Core:
    """What a dispatcher is made with and does, as coroutines that sync and async callers share."""

    @named_settings
    def __init__(
        self,
        registry: Registry | Iterable[Any] = (),
        *,
        middleware: Sequence[Callable[..., Any]] = (),
        context: Any = None,
        approver: Approver | None = None,
        timeout_seconds: float | None = None,
        max_concurrency: int | None = None,
        executor: Any = None,
        repair: RepairLevel = "safe",
        extra_arguments: ExtraArguments = "forbid",
        error_detail: ErrorDetail = "message",
        max_result_chars: int = 65_536,
        max_payload_chars: int = 1_048_576,
        max_batch_calls: int = 1024,
        services: Mapping[Any, Any] = EMPTY,
        hooks: Sequence[Any] = (),
        handlers: Mapping[str, Any] = EMPTY,
        approvals: MutableMapping[str, str] | None = None,
        approval_seconds: float = 3600.0,
        max_pending: int = 1000,
        check_result: bool = False,
        result_store: MutableMapping[str, str] | None = None,
    ) -> None:
        settings = Settings(**{name: value for name, value in locals().items() if name in Settings._names})
        self._desk = Desk(settings, registry if isinstance(registry, Registry) else Registry(registry))
        if handlers:
            doubt_handlers(handlers, self.registry.names())
        self._is_closed = False

    @property
    def registry(self) -> Registry:
        """The tools."""
        return self._desk.registry

    def provide_metadata(self, function: F) -> F:
        """Ask a function for metadata of each call; it is given back, so that this may decorate it.

        Args:
            function: `(call: PreparedCall) -> Mapping`, sync or async, asked once per call before the body. A later
                function overrides an earlier one, the caller's metadata= both.

        Raises:
            DefinitionError: It cannot be called with a call.
        """
        require_signature("provide_metadata", function, "call", type(self).__name__)
        self._desk.add_metadata_provider(function)
        return function

    @tells_misfits
    def answer(self, result: ToolResult, value: Any) -> ToolResult:
        """The result of a call that the caller has carried out itself, told to the model as a tool's would be.

        >>> from toolkit import Dispatcher, Registry, Tool, ToolCall
        >>> dispatcher = Dispatcher(Registry([Tool.declare("ask", "Ask the user.")]))
        >>> asked = dispatcher.dispatch(ToolCall("ask", {"question": "Which?"}, "c1"))
        >>> asked.kind, dispatcher.answer(asked, {"said": "The red one."}).to_message()["content"]
        ('external', '{"said": "The red one."}')

        Args:
            result: What `dispatch` gave for the call, of kind `external`.
            value: What came of it.

        Raises:
            CallError: The result is of another kind.
        """
        if result.kind != "external":
            raise CallError(f"answer takes a result of kind 'external', not {result.kind!r}", call=result.call)
        tool = self.registry.get(result.call.name)
        finisher = Finisher(tool or DeclaredTool(ToolDescriptor(result.call.name, "")), self._desk.settings)
        answered = self._driven(lambda switch: finisher.result(result.call, value, switch), result.call)
        answered.arguments, answered.repairs, answered.seconds = result.value, result.repairs, result.seconds
        return answered

    def reset_limits(self) -> None:
        """Begin to count anew how often each tool has run (`max_calls`)."""
        self._desk.counter.reset()

    def close(self) -> None:
        """Refuse further calls; those that run end as they would."""
        self._is_closed = True

    async def aclose(self) -> None:
        """As `close`."""
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.registry!r})"

    def _sole(self, payload: Any) -> ToolCall | ToolResult:
        """The one call of a payload; a failure if there is none, or more than one.

        Raises:
            HostError: The dispatcher is closed.
        """
        self._require_open()
        try:
            calls = calls_in(payload)
        except CallError as error:
            return self._unread(error)
        if len(calls) == 1:
            return calls[0]
        what = f"{len(calls)} tool calls; dispatch takes one, dispatch_all a whole message" if calls else "no tool call"
        return self._unread(CallError(f"the payload holds {what}"))

    def _awaited(self, direct: Direct, call: ToolCall, unfinished: Unfinished) -> ToolResult:
        """The result of a sync body that gave something to be awaited, for a sync caller."""
        return self._driven(lambda switch: direct.finished(call, unfinished, switch), call)

    def _unread(self, error: CallError, call: ToolCall | None = None, tool: Tool[Any, Any] | None = None) -> ToolResult:
        """The result for a payload in which there is no call to be carried out."""
        call = call or error.call or ToolCall("")
        return ended(Course(self._desk, call, NOTHING), refused(call, error, tool))

    async def _one(self, call: ToolCall | ToolResult, request: Request, switch: Switch) -> ToolResult:
        if isinstance(call, ToolResult):
            return call
        if request.allows_short_road:
            known, direct = direct_road(self._desk, call)
            if direct is not None:
                return await direct.aresult(known, request, switch)
        course = await prepared(self._desk, call, request, switch)
        return await run(course, switch)

    def _calls(self, payload: Any) -> list[ToolCall] | ToolResult:
        """The calls of a message, or of a list of payloads; a failure if it cannot be read.

        Raises:
            HostError: The dispatcher is closed.
        """
        self._require_open()
        if payload is None:
            # The `tool_calls` of a message that calls nothing.
            return []
        try:
            return calls_in(payload)
        except CallError as error:
            return self._unread(error)

    async def _all(
        self,
        calls: list[ToolCall],
        request: Request,
        switch: Switch,
        tell: Callable[[ToolResult], None] | None = None,
    ) -> list[ToolResult]:
        return await all_results(self._desk, calls, request, switch, tell)

    def _called(self, request: Request, tool: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> ToolResult:
        return self._waited(*self._call_of(request, tool, args, kwargs))

    async def _acalled(self, request: Request, tool: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> ToolResult:
        return await self._one(*self._call_of(request, tool, args, kwargs), Switch(by_hand=False))

    def _call_of(
        self, request: Request, tool: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[ToolCall | ToolResult, Request]:
        """A call that passes Python values, and what is given along; a failure if JSON cannot hold them."""
        self._require_open()
        known = self._desk.offer(request).get(tool) if isinstance(tool, str) else Tool.of(tool)
        if known is None:
            return ToolCall(tool, dict(kwargs)), request
        try:
            call = ToolCall(known.name, arguments_from(known, args, kwargs))
        except CallError as error:
            return self._unread(error, ToolCall(known.name), known), request
        return call, request if isinstance(tool, str) else replace_fields(request, tools=Registry([known]))

    async def _resumed(self, pending: Any, decision: Any, request: Request, switch: Switch) -> ToolResult:
        return await resumed(self._desk, pending, decision, request, switch)

    def _waited(self, call: ToolCall | ToolResult, request: Request) -> ToolResult:
        """The result of a call for a sync caller, on time even if its body blocks the loop that it runs in."""
        known = call.call if isinstance(call, ToolResult) else call
        return self._on_time(lambda switch: self._one(call, request, switch), known, request)

    def _on_time(
        self, make: Callable[[Switch], Coroutine[Any, Any, ToolResult]], call: ToolCall, request: Request
    ) -> ToolResult:
        """As `_driven`; the result of a call that is late if its body blocks the loop."""
        started_at = perf_counter()
        try:
            return self._driven(make, call)
        except BlockedLoopError:
            late = timed_out(call, self._desk.offer(request).get(call.name), self._desk.settings)
            late.seconds = perf_counter() - started_at
            return late

    def _driven(self, make: Callable[[Switch], Coroutine[Any, Any, ToolResult]], call: ToolCall) -> ToolResult:
        """The result of a coroutine for a sync caller; a failure of the call if it was halted.

        Raises:
            BlockedLoopError: As `drive` raises it.
        """
        try:
            return drive(make)
        except HaltedError as error:
            return self._unread(error, call)
        except cancellation():
            # By the body, of its own task: who waits in a thread is not cancelled.
            return self._unread(HaltedError("the call was cancelled", kind="cancelled"), call)

    def _require_open(self) -> None:
        if self._is_closed:
            raise HostError("the dispatcher is closed; make a new one")
