"""Dispatcher: payloads in, results out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from toolkit.calling.switch import Switch, driven
from toolkit.calls import ToolCall, ToolResult
from toolkit.dispatch.batch import leave_none
from toolkit.dispatch.core import Core
from toolkit.dispatch.direct import Unfinished
from toolkit.dispatch.pipeline import direct_road
from toolkit.dispatch.request import NOTHING, request_of
from toolkit.dispatch.resuming import call_named
from toolkit.face import tells_names

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
    from typing import Unpack

    from toolkit.calls import PendingApproval
    from toolkit.dispatch.request import Given


class Caller:
    """Calls tools as `Dispatcher.call` does. Made by `Dispatcher.given`.

    Args:
        called: Gives the result of a tool, its positional arguments and its keyword arguments.
        acalled: The same, awaited.
    """

    def __init__(self, called: Callable[..., ToolResult], acalled: Callable[..., Awaitable[ToolResult]]) -> None:
        self._called, self._acalled = called, acalled

    def call(self, tool: Any, /, *args: Any, **kwargs: Any) -> ToolResult:
        """As `Dispatcher.call`."""
        return self._called(tool, args, kwargs)

    async def acall(self, tool: Any, /, *args: Any, **kwargs: Any) -> ToolResult:
        """As `call`, awaited."""
        return await self._acalled(tool, args, kwargs)


@tells_names()
class Dispatcher(Core):
    """Carries out the calls of models: finds the tool, checks and loads the arguments, runs it.

    It never raises for what a model sends or a tool does: that is a result. It may be used in several threads and
    event loops at once, and inside a running loop.

    >>> from toolkit import Dispatcher, Registry, tool
    >>> @tool
    ... def add(a: int, b: int) -> int:
    ...     "Add two numbers."
    ...     return a + b
    >>> call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1, "b": 2}'}}
    >>> Dispatcher(Registry([add])).dispatch(call).text
    '3'

    Args:
        registry: The tools: a Registry, or anything that one is made of.
        middleware: Functions `(call, proceed) -> ToolResult`, sync or async, the outermost first.
        context: The caller's own object for calls that bring none.
        approver: Decides on calls that a person must allow: `(request) -> Allow | Deny | Edit | bool`, sync or async.
            None: they wait, and `resume` ends that.
        timeout_seconds: How long a call may take; None for no limit. A tool's own limit comes first. An async body
            that blocks its loop makes the calls beside it late; of those in one message, a warning is logged.
        max_concurrency: How many calls run at once; None: any number of async ones, 64 sync ones.
        executor: Runs sync bodies, any concurrent.futures.Executor; None for the library's own threads.
        repair: How much is mended in arguments before they are refused.
        extra_arguments: Whether arguments that a tool does not have are refused or ignored.
        error_detail: Whether a model reads the message of an unexpected exception, or a fixed sentence.
        max_result_chars: Where the text of a result is cut.
        max_payload_chars: How long the text of arguments may be.
        max_batch_calls: How many calls of one message are run.
        services: Values, or functions that make them for each call, by type: for `Annotated[T, Inject()]`.
        hooks: Objects with any of on_tool_start, on_tool_end, on_tool_error, on_tool_progress.
        handlers: Functions that carry out declared tools, by name.
        approvals: Where calls that wait are kept: any mutable mapping, shared where several processes resume them.
            Its `pop` must give an entry to one of them alone, and raise KeyError to whoever comes second.
        approval_seconds: How long they wait.
        max_pending: How many may wait.
        check_result: Whether values are checked against the output schema.
        result_store: A mapping that keeps texts over `max_result_chars`, ten million characters of each at most; the
            model gets the beginning and the key.

    Raises:
        DefinitionError: A setting makes no sense.
    """

    # -- one call

    def dispatch(self, payload: Any, **given: Unpack[Given]) -> ToolResult:
        """The result of the one call in a payload.

        Args:
            payload: A call in any provider's shape, a message that holds one, or a ToolCall.
            given: What the host gives along, all of it by keyword: `context`, the caller's own object for parameters
                that are injected; `metadata` of the call, which no model can write; `services` beside those of the
                dispatcher; `tools`, what was on offer this turn, so that any other is unknown; `hooks` of this call,
                told after the dispatcher's and the tool's; `tags` for them; `run_id` and `run_name`.

        Raises:
            MissingContextError: The caller left out what the tool needs.
            HostError: The dispatcher is closed.
            TypeError: There is no such keyword.
        """
        if not given and type(payload) is ToolCall and not self._is_closed:
            # As `Desk.direct_for`, written out: a call with so many values is 2 % of a call of two integers.
            desk = self._desk
            tools, roads = desk.roads
            id_, name = payload.id, payload.name
            if (
                tools is desk.registry.source.snapshot
                and payload.provider is None
                and not payload.problem
                and (id_ is None or (type(id_) is str and id_.isascii()))
                and type(name) is str
                and (direct := roads.get(name)) is not None
                and not direct.is_async
            ):
                outcome = direct.result(payload, NOTHING)
                return self._awaited(direct, payload, outcome) if type(outcome) is Unfinished else outcome
        call = self._sole(payload)
        request = request_of(given, self._desk.registry)
        if type(call) is ToolCall and request.allows_short_road:
            known, direct = direct_road(self._desk, call)
            if direct is not None and not direct.is_async:
                outcome = direct.result(known, request)
                return self._awaited(direct, known, outcome) if type(outcome) is Unfinished else outcome
        return self._waited(call, request)

    async def adispatch(self, payload: Any, **given: Unpack[Given]) -> ToolResult:
        """As `dispatch`, awaited; a sync body runs in a worker thread."""
        if not given and type(payload) is ToolCall and not self._is_closed:
            direct = self._desk.direct_for(payload)
            if direct is not None and direct.is_async:
                return await direct.async_result(payload, NOTHING)
        call = self._sole(payload)
        request = request_of(given, self._desk.registry)
        if type(call) is ToolCall and request.allows_short_road:
            known, direct = direct_road(self._desk, call)
            if direct is not None and direct.is_async:
                return await direct.async_result(known, request)
        return await self._one(call, request, Switch(by_hand=False))

    def call(self, tool: Any, /, *args: Any, **kwargs: Any) -> ToolResult:
        """The result of a tool for Python values, which take the whole road of a model's call.

        Every keyword is an argument of the function; see `given` for what the host gives along.

        Args:
            tool: A tool, a decorated function, or a name in the registry.
            args: Positional arguments of its function.
            kwargs: Keyword arguments of its function.

        Raises:
            HostError: As `dispatch` does.
        """
        return self._called(NOTHING, tool, args, kwargs)

    async def acall(self, tool: Any, /, *args: Any, **kwargs: Any) -> ToolResult:
        """As `call`, awaited."""
        return await self._acalled(NOTHING, tool, args, kwargs)

    def given(self, **given: Unpack[Given]) -> Caller:
        """What has `call` and `acall`, and gives each call the same along.

        >>> from toolkit import Dispatcher, ToolContext, tool
        >>> @tool
        ... def greet(word: str, context: ToolContext[str]) -> str:
        ...     "Greet the user."
        ...     return f"{word} {context.deps}"
        >>> Dispatcher([greet]).given(context="ann").call(greet, word="Good day").text
        'Good day ann'

        Args:
            given: As for `dispatch`.

        Raises:
            HostError: Something given is of no use.
            TypeError: There is no such keyword.
        """
        request = request_of(given, self._desk.registry)
        return Caller(partial(self._called, request), partial(self._acalled, request))

    # -- all calls of a message

    def dispatch_all(self, message_or_payloads: Any, **given: Unpack[Given]) -> list[ToolResult]:
        """The results of all calls of a message, or of a list of payloads, in the order of the calls.

        They run side by side; a tool marked `sequential`, `destructive` or `read_only=False` runs alone, in its place.
        The keywords are those of `dispatch`.

        Raises:
            MissingContextError: The caller left out what a tool needs; then no call has run.
            HostError: The dispatcher is closed.
        """
        request = request_of(given, self._desk.registry)
        calls = self._calls(message_or_payloads)
        if isinstance(calls, ToolResult):
            return [calls]
        if len(calls) == 1:
            return [self._waited(calls[0], request)]
        return driven(self._all(calls, request, Switch(by_hand=True)))

    async def adispatch_all(self, message_or_payloads: Any, **given: Unpack[Given]) -> list[ToolResult]:
        """As `dispatch_all`, awaited."""
        request = request_of(given, self._desk.registry)
        calls = self._calls(message_or_payloads)
        if isinstance(calls, ToolResult):
            return [calls]
        if len(calls) == 1:
            return [await self._one(calls[0], request, Switch(by_hand=False))]
        return await self._all(calls, request, Switch(by_hand=False))

    async def as_completed(self, message_or_payloads: Any, **given: Unpack[Given]) -> AsyncIterator[ToolResult]:
        """The results of all calls, each as soon as it is there; `result.call` says whose it is.

        A caller that stops early cancels what still runs.
        """
        import asyncio  # noqa: PLC0415 - loaded already: a loop runs

        request = request_of(given, self._desk.registry)
        calls = self._calls(message_or_payloads)
        if isinstance(calls, ToolResult):
            yield calls
            return
        results: asyncio.Queue[ToolResult | None] = asyncio.Queue()
        everything = self._all(calls, request, Switch(by_hand=False), results.put_nowait)
        task = asyncio.ensure_future(everything)
        task.add_done_callback(lambda _: results.put_nowait(None))
        try:
            while (result := await results.get()) is not None:
                yield result
            task.result()
        finally:
            await leave_none([task])

    # -- calls that wait for a person

    def resume(self, pending: PendingApproval | Mapping[str, Any], decision: Any, **given: Unpack[Given]) -> ToolResult:
        """The result of a call that has waited: it runs once, exactly as it was asked about, or not at all.

        Args:
            pending: `result.pending`, or what its `to_dict` gave. Unknown, changed, spent, expired: kind `denied`.
            decision: True or Allow(), False or Deny(reason), Edit(arguments).
            given: As for `dispatch`.

        Raises:
            TypeError: It is no decision.
            HostError: As `dispatch` does.
        """
        self._require_open()
        request = request_of(given, self._desk.registry)
        return self._on_time(
            lambda switch: self._resumed(pending, decision, request, switch), call_named(pending), request
        )

    async def aresume(
        self, pending: PendingApproval | Mapping[str, Any], decision: Any, **given: Unpack[Given]
    ) -> ToolResult:
        """As `resume`, awaited."""
        self._require_open()
        request = request_of(given, self._desk.registry)
        return await self._resumed(pending, decision, request, Switch(by_hand=False))
