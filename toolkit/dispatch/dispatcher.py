"""Dispatcher: payloads in, results out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from toolkit.calling.switch import Switch, drive
from toolkit.calls import ToolCall, ToolResult
from toolkit.dispatch.outcomes import failed
from toolkit.dispatch.pipeline import Request, calls_in, carried_out
from toolkit.dispatch.settings import Settings
from toolkit.errors import CallError, HostError
from toolkit.tools.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Dispatcher:
    """Carries out the calls of models: finds the tool, checks and loads the arguments, runs it.

    >>> from toolkit import Dispatcher, Registry, tool
    >>> @tool
    ... def add(a: int, b: int) -> int:
    ...     "Add two numbers."
    ...     return a + b
    >>> call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1, "b": 2}'}}
    >>> Dispatcher(Registry([add])).dispatch(call).text
    '3'

    Args:
        tools: A Registry, or anything that one is made of.
        settings: See toolkit.dispatch.settings.Settings.

    Raises:
        HostError: A setting makes no sense.
    """

    def __init__(self, tools: Registry | Iterable[Any] = (), **settings: Any) -> None:
        unknown = next((name for name in settings if name not in Settings._fields), None)
        if unknown is not None:
            raise HostError(f"a dispatcher has no setting {unknown!r}; there are {', '.join(sorted(Settings._fields))}")
        self.registry = tools if isinstance(tools, Registry) else Registry(tools)
        self.settings = Settings(**settings)
        self._is_closed = False

    def dispatch(self, payload: Any, **request: Any) -> ToolResult:
        """The result of the one call in a payload: any provider's shape, or a ToolCall.

        Args:
            payload: The call.
            request: context=, metadata=, services=, tools=, hooks=, tags=, run_id=, run_name=.

        Raises:
            HostError: The caller left out what the tool needs, or the dispatcher is closed.
        """
        asked = _request(request)
        return drive(lambda switch: self._one(payload, asked, switch))

    async def adispatch(self, payload: Any, **request: Any) -> ToolResult:
        """As `dispatch`, awaited; a sync body runs in a worker thread."""
        return await self._one(payload, _request(request), Switch(by_hand=False))

    def dispatch_all(self, payload: Any, **request: Any) -> list[ToolResult]:
        """The results of all calls of a message, or of a list of payloads, in the order of the calls.

        Raises:
            HostError: The caller left out what a tool needs; then no call has run.
        """
        asked = _request(request)
        return drive(lambda switch: self._all(payload, asked, switch))

    async def adispatch_all(self, payload: Any, **request: Any) -> list[ToolResult]:
        """As `dispatch_all`, awaited."""
        return await self._all(payload, _request(request), Switch(by_hand=False))

    async def _one(self, payload: Any, request: Request, switch: Switch) -> ToolResult:
        self._require_open()
        try:
            calls = calls_in(payload, self.settings.max_payload_chars)
        except CallError as error:
            return failed(ToolCall(""), "malformed_call", str(error), exception=error)
        if len(calls) != 1:
            text = f"the payload holds {len(calls)} tool calls; dispatch takes one, dispatch_all a whole message"
            return failed(ToolCall(""), "malformed_call", text)
        return await carried_out(calls[0], request.tools or self.registry, self.settings, request, switch)

    async def _all(self, payload: Any, request: Request, switch: Switch) -> list[ToolResult]:
        self._require_open()
        try:
            calls = calls_in(payload, self.settings.max_payload_chars)
        except CallError as error:
            return [failed(ToolCall(""), "malformed_call", str(error), exception=error)]
        registry = request.tools or self.registry
        return [await carried_out(call, registry, self.settings, request, switch) for call in calls]

    def _require_open(self) -> None:
        if self._is_closed:
            raise HostError("the dispatcher is closed; make a new one")

    def close(self) -> None:
        """Refuse further calls."""
        self._is_closed = True

    async def aclose(self) -> None:
        """Refuse further calls."""
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def _request(given: Mapping[str, Any]) -> Request:
    unknown = next((name for name in given if name not in Request._fields), None)
    if unknown is not None:
        raise HostError(f"dispatch takes no {unknown!r}; it takes {', '.join(Request._fields)}")
    return Request(**{name: value for name, value in given.items() if value is not None})
