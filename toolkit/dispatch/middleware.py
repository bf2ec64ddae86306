"""Middleware: wrappers around one call, the outermost first, sync and async ones mixed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Contained, Raised, attempt, attempt_awaiting, attempt_contained
from toolkit.calling.loops import BlockedLoopError, Errand
from toolkit.calling.reporting import log_raised, name_of
from toolkit.calling.running import in_worker, is_awaitable
from toolkit.calling.switch import driven
from toolkit.calling.threads import workers
from toolkit.calls import ToolResult
from toolkit.dispatch.outcomes import raised_around, refused, timed_out
from toolkit.errors import CallError, DefinitionError, MisuseError
from toolkit.misfits import object_in_words, tells_misfits
from toolkit.reading.callables import gives_awaitable
from toolkit.signatures import require_signature
from toolkit.tools.views import Criteria

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from toolkit.calling.guard import Started
    from toolkit.calling.switch import Switch
    from toolkit.dispatch.prepared import PreparedCall
    from toolkit.tools.base import Tool

    Handler = Callable[[PreparedCall, Switch], Awaitable[ToolResult]]


# What middleware may raise in the name of what it proceeds to, before the tool has run.
_REFUSALS: Final = frozenset({"invalid_arguments", "overloaded"})


class Only:
    """Middleware for some tools alone. Made by `only`."""

    def __init__(self, middleware: Callable[..., Any], meant: list[Criteria]) -> None:
        require_middleware(middleware, "only")
        self.middleware, self._meant = middleware, meant

    def applies_to(self, tool: Tool[Any, Any]) -> bool:
        """Whether calls of the tool go through it."""
        return any(each.admits(tool) for each in self._meant)

    def __call__(self, call: PreparedCall, proceed: Callable[..., Any]) -> Any:
        """What the middleware makes of a call, or what it would be without it."""
        return self.middleware(call, proceed) if self.applies_to(call.tool) else proceed(call)


@tells_misfits
def only(
    middleware: Callable[..., Any],
    *names: str,
    tags: Iterable[str] | str = (),
    where: Callable[[Tool[Any, Any]], bool] | None = None,
) -> Only:
    """The middleware, for some tools alone.

    Args:
        middleware: The middleware.
        names: Names of tools, with the wildcards of fnmatch; none: every name.
        tags: The tool has one of these, a text being one tag; none: whatever tags it has.
        where: A function of the tool that says so.

    Raises:
        DefinitionError: It is no middleware, a name is no text, or the function cannot be called with a tool.
    """
    for name in names:
        if not isinstance(name, str):
            cure = 'give names of tools, or patterns of them: only(caching(60), "geo_*")'
            raise DefinitionError(f"the name of a tool is {object_in_words(name)}", tool="only", cure=cure)
    if where is not None:
        require_signature("where", where, "tool", "only")
    wanted = frozenset([tags] if isinstance(tags, str) else tags) or None
    return Only(middleware, [Criteria(name=name, tags=wanted, where=where) for name in names or (None,)])


def require_middleware(layer: Any, owner: str) -> None:
    """Refuse what cannot be called as middleware is.

    Args:
        layer: What was given.
        owner: What it was given to, for the error.

    Raises:
        DefinitionError: It cannot.
    """
    if not callable(layer) or isinstance(layer, type):
        cure = "give functions of a call and of what carries it on"
        raise DefinitionError(f"middleware={layer!r}", tool=owner, cure=cure)
    if _makes_middleware(layer):
        name = layer.__name__
        raise DefinitionError(f"{name} makes middleware", tool=owner, cure=f"call it: {name}(...)")
    require_signature("middleware", layer, "call, proceed", owner)


def _makes_middleware(layer: Any) -> bool:
    """Whether it is a function of this library by itself: each makes middleware, which is a function inside it."""
    module, name = (getattr(layer, each, None) for each in ("__module__", "__qualname__"))
    return isinstance(name, str) and str(module).startswith("toolkit.") and "<locals>" not in name


def layers_for(tool: Tool[Any, Any], middleware: Iterable[Callable[..., Any]]) -> tuple[Callable[..., Any], ...]:
    """The middleware that calls of a tool go through."""
    found: list[Callable[..., Any]] = []
    for layer in middleware:
        while isinstance(layer, Only):
            if not layer.applies_to(tool):
                break
            layer = layer.middleware  # noqa: PLW2901 - what is inside takes its place
        else:
            found.append(layer)
    return tuple(found)


def through(layers: tuple[Callable[..., Any], ...], last: Handler) -> Handler:
    """One handler made of middleware around the last step.

    Args:
        layers: The middleware, the outermost first.
        last: What carries the call out.
    """
    handler = last
    for layer in reversed(layers):
        make = _async_layer if gives_awaitable(layer) else _sync_layer
        handler = make(layer, handler)
    return handler


def _async_layer(layer: Callable[..., Any], inner: Handler) -> Handler:
    async def handle(call: PreparedCall, switch: Switch) -> ToolResult:
        await switch.to_loop()

        async def proceed(changed: PreparedCall = call) -> ToolResult:
            return await inner(_of_the_same(changed, call), switch)

        # Middleware that catches the cancellation of its caller may clean up, no more.
        outcome = await Contained(attempt_contained(layer(call, proceed)), switch.grace)
        return _result(outcome, call, layer)

    return handle


def _sync_layer(layer: Callable[..., Any], inner: Handler) -> Handler:
    async def handle(call: PreparedCall, switch: Switch) -> ToolResult:
        if switch.by_hand:
            outcome = await _through_sync(layer, inner, call, switch)
        else:
            wait = _waiter(switch)
            outcome = await in_worker(lambda here: _through_sync(layer, inner, call, here, wait), switch)
        return _result(outcome, call, layer)

    return handle


async def _through_sync(
    layer: Callable[..., Any],
    inner: Handler,
    call: PreparedCall,
    switch: Switch,
    wait: Callable[[Started[ToolResult]], ToolResult] | None = None,
) -> Any | Raised:
    """What sync middleware makes of a call: what it proceeds to is run in its thread as far as that goes.

    If it gives an awaitable, it is async after all, and what it proceeds to from then on is awaited too.
    """
    is_awaited = False

    def proceed(changed: PreparedCall = call) -> ToolResult | Awaitable[ToolResult]:
        same = _of_the_same(changed, call)
        if is_awaited:
            return inner(same, switch)
        part = switch.again(by_hand=True)
        try:
            return driven(_awaited(inner(same, part)), part, wait)
        except BlockedLoopError:
            return timed_out(call.call, call.tool, call.course.desk.settings)

    outcome: Any = attempt(layer, call, proceed)
    if is_awaitable(outcome):
        is_awaited = True
        await switch.to_loop()
        outcome = await attempt_awaiting(outcome)
    return outcome


async def _awaited(result: Awaitable[ToolResult]) -> ToolResult:
    return await result


def _waiter(switch: Switch) -> Callable[[Started[ToolResult]], ToolResult]:
    """Waits, in a worker thread, for what has to go on in this loop; another thread works in the meantime."""
    import asyncio  # noqa: PLC0415 - loaded already: a loop runs

    loop = asyncio.get_running_loop()

    def wait(rest: Started[ToolResult]) -> ToolResult:
        with workers().lending():
            errand = switch.waits_for = Errand(rest, loop)
            if switch.cancelled is not None and switch.cancelled.is_set():
                errand.cancel()
            result: ToolResult = errand.future.result()
            return result

    return wait


def _of_the_same(changed: Any, call: PreparedCall) -> PreparedCall:
    """The call that middleware proceeds with.

    Raises:
        TypeError: It is another call.
    """
    if type(changed) is not type(call) or changed.context is not call.context:
        message = "proceed takes the call that the middleware got, or call.with_arguments(...)"
        raise MisuseError(message)
    return changed


def _result(outcome: Any | Raised, call: PreparedCall, layer: Callable[..., Any]) -> ToolResult:
    """The result that middleware gave; a failure, if it raised or gave something else."""
    if isinstance(outcome, ToolResult):
        return outcome
    name = name_of(layer)
    if not isinstance(outcome, Raised):
        given, cure = object_in_words(outcome), "return proceed(call) or call.answer(value)"
        if is_awaitable(outcome):
            cure = "return await proceed(call), in an async def"
        message = f"{name} gave {given}, not a ToolResult; {cure}"
        outcome = Raised(MisuseError(message))
    exception, course = outcome.exception, call.course
    if not course.is_of_body(exception):
        log_raised(f"the middleware {name}", call.name, exception)
    if course.ran is None and isinstance(exception, CallError) and exception.kind in _REFUSALS:
        return refused(call.call, exception, call.tool)
    return raised_around(course, exception)
