"""The values that the host gives to a function, made for one call and closed after it."""

from __future__ import annotations

import contextlib
import inspect
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.guard import Raised, attempt, attempt_contained
from toolkit.calling.reporting import log_raised
from toolkit.calling.running import is_awaitable
from toolkit.describing.injections import needs_of
from toolkit.errors import DefinitionError, HostError, MissingContextError
from toolkit.reading.callables import innermost
from toolkit.reading.evaluation import written
from toolkit.record import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolkit.calling.switch import Switch
    from toolkit.context import ToolContext
    from toolkit.describing.injections import Injection


def require_host(injections: Iterable[Injection], context: ToolContext[Any], tool: str) -> None:
    """Refuse a call for which the host did not give all that these injections, and the functions behind them, need.

    Raises:
        MissingContextError: It did not.
        HostError: A function needs itself, or has a parameter that nobody fills.
    """
    for injection in injections:
        _require(injection, context, tool, ())


def _require(injection: Injection, context: ToolContext[Any], tool: str, above: tuple[Any, ...]) -> None:
    if injection.kind != "provider":
        value = _given(injection, context, tool)
        if not _is_factory(injection, value):
            return
        provider = value
    else:
        provider = injection.source
    if any(each is provider for each in above):
        raise HostError(f"{tool}({injection.parameter}): {getattr(provider, '__name__', provider)} needs itself")
    try:
        needs = _needs(provider)
    except DefinitionError as error:
        raise HostError(f"{tool}({injection.parameter}): {error}") from None
    for needed in needs:
        _require(needed, context, tool, (*above, provider))


def _given(injection: Injection, context: ToolContext[Any], tool: str) -> Any:
    """What the context holds for an injection; None where that will do, MISSING for the parameter's default.

    Raises:
        MissingContextError: It holds nothing, or an object of another class than the tool asks for.
    """
    value = _FROM_CONTEXT[injection.kind](context, injection)
    if injection.kind == "context" and context.has_deps and _is_typed(injection):
        _require_kind(injection, context.deps, tool)
    if value is not MISSING or injection.default is not MISSING:
        return value
    if injection.may_be_none:
        return None
    # Without a registry no dispatcher runs the tool, which is what most of this would be given to.
    told = _MISSING if context.registry is not None else _MISSING_ALONE
    raise MissingContextError(tool, injection.parameter, told[injection.kind](injection))


def _require_kind(injection: Injection, deps: Any, tool: str) -> None:
    """Refuse an object of the caller's that is not of the class in `ToolContext[Deps]`, as far as that is one.

    Raises:
        MissingContextError: It is of another.
    """
    wanted = injection.source
    # What cannot be asked, raises: a protocol, a TypedDict.
    if attempt(isinstance, deps, wanted) is False:
        needed = f"needs a context of type {written(wanted)}, not {written(type(deps))}; pass one as context=..."
        raise MissingContextError(tool, injection.parameter, needed)


def _is_factory(injection: Injection, value: Any) -> bool:
    """Whether a service is what makes it for each call, rather than the service itself."""
    return injection.kind == "service" and callable(value) and not _is_a(value, injection.source)


def _needs(provider: Callable[..., Any]) -> tuple[Injection, ...]:
    """What a function wants injected itself; read once for each function that can be remembered."""
    try:
        return _remembered_needs(provider)
    except TypeError:
        # An object that is called may have no hash, also one whose class has: a frozen data class that holds a list.
        return needs_of(provider)


_remembered_needs = lru_cache(maxsize=1024)(needs_of)


# What the context holds as it is: nothing has to be made, awaited or closed for it.
AT_ONCE: Final = frozenset({"context", "metadata", "call_id", "item"})


def given_at_once(injections: Iterable[Injection], context: ToolContext[Any], tool: str) -> dict[str, Any]:
    """The value of each parameter, all of kinds in AT_ONCE; one that keeps its default is left out.

    Raises:
        MissingContextError: The context does not hold it.
    """
    found = {each.parameter: _given(each, context, tool) for each in injections}
    return {parameter: value for parameter, value in found.items() if value is not MISSING}


class Injector:
    """Fills the injected parameters of one call, for which `require_host` has found all that they need.

    Args:
        context: The live context of the call.
        tool: Name of the tool, for errors.
        switch: Where the call runs, for providers that have to be awaited.
    """

    def __init__(self, context: ToolContext[Any], tool: str, switch: Switch) -> None:
        self._context = context
        self._tool = tool
        self._switch = switch
        self._made: list[tuple[Any, Any]] = []
        self._open: list[Callable[..., Any]] = []

    async def values(self, injections: Iterable[Injection]) -> dict[str, Any]:
        """The value of each parameter; one that keeps its default is left out.

        Raises:
            BaseException: What a function that makes a value raises.
        """
        found: dict[str, Any] = {}
        for injection in injections:
            value = await self._value(injection)
            if value is not MISSING:
                found[injection.parameter] = value
        return found

    async def _value(self, injection: Injection) -> Any:
        if injection.kind == "provider":
            return await self._provided(injection.source)
        value = _given(injection, self._context, self._tool)
        return await self._provided(value) if _is_factory(injection, value) else value

    async def _provided(self, provider: Callable[..., Any]) -> Any:
        """What a function makes, once per call; a context manager is entered, and closed after the call."""
        for known, made in self._made:
            if known is provider or (_is_hashable(provider) and known == provider):
                return made
        needed = await self.values(_needs(provider))
        made = await self.entered(_as_manager(provider)(**needed))
        self._made.append((provider, made))
        return made

    async def entered(self, value: Any) -> Any:
        """The value, awaited and entered if it can be."""
        if is_awaitable(value):
            await self._switch.to_loop()
            value = await value
        kind = type(value)
        if hasattr(kind, "__aenter__") and hasattr(kind, "__aexit__"):
            await self._switch.to_loop()
            entered = await value.__aenter__()
            self._open.append(value.__aexit__)
            return entered
        if hasattr(kind, "__enter__") and hasattr(kind, "__exit__"):
            entered = value.__enter__()
            self._open.append(value.__exit__)
            return entered
        return value

    def close_with(self, close: Callable[[], Any]) -> None:
        """Call a function that takes nothing, sync or async, when the call has ended."""
        self._open.append(lambda *_: close())

    async def close(self, exception: BaseException | None = None) -> Raised | None:
        """Close what was opened, the last first; an exception of the body is shown to each.

        Returns:
            What the first of them raised, None if all went well.
        """
        told = (type(exception), exception, exception.__traceback__) if exception is not None else (None, None, None)
        first: Raised | None = None
        while self._open:
            outcome: Any = attempt(self._open.pop(), *told)
            if is_awaitable(outcome):
                await self._switch.to_loop()
                outcome = await attempt_contained(outcome)
            if isinstance(outcome, Raised) and outcome.exception is not exception:
                if first is not None:
                    log_raised("closing an injected value", self._tool, outcome.exception)
                first = first or outcome
        return first


def _as_manager(provider: Callable[..., Any]) -> Callable[..., Any]:
    """A generator function as the context manager that it describes; any other function as it is."""
    function = innermost(provider)
    if inspect.isgeneratorfunction(function) and not hasattr(provider, "__wrapped__"):
        return contextlib.contextmanager(provider)
    if inspect.isasyncgenfunction(function) and not hasattr(provider, "__wrapped__"):
        return contextlib.asynccontextmanager(provider)
    return provider


def _context_itself(context: ToolContext[Any], injection: Injection) -> Any:
    return MISSING if not context.has_deps and _is_typed(injection) else context


def _is_hashable(value: Any) -> bool:
    return getattr(type(value), "__hash__", None) is not None


def _is_typed(injection: Injection) -> bool:
    """Whether a context is wanted that holds something in particular: `ToolContext[Deps]`."""
    wanted = injection.source
    return not (wanted is MISSING or wanted is Any or wanted is _NOTHING)


_NOTHING: Final = type(None)


def _is_a(value: Any, wanted: Any) -> bool:
    """Whether a value is of a type; of one that cannot be asked (a protocol, a TypedDict), nothing is."""
    return attempt(isinstance, value, wanted) is True


def _found_service(context: ToolContext[Any], injection: Injection) -> Any:
    """The caller's object if it is of the type, else the service of that type, else of a derived type."""
    wanted = injection.source
    if context.has_deps and _is_a(context.deps, wanted):
        return context.deps
    # Some hints cannot be hashed, Literal[[]] for one.
    if attempt(context.services.__contains__, wanted) is True:
        return context.services[wanted]
    derived = (each for each in context.services if attempt(issubclass, each, wanted) is True)
    return next((context.services[each] for each in derived), MISSING)


def _call_id(context: ToolContext[Any], _: Injection) -> Any:
    found = context.call.id if context.call is not None else None
    return MISSING if found is None else found


_FROM_CONTEXT: Final[dict[str, Callable[[ToolContext[Any], Injection], Any]]] = {
    "context": _context_itself,
    "metadata": lambda context, _: context.metadata,
    "call_id": _call_id,
    "service": _found_service,
    "item": lambda context, injection: context.metadata.get(injection.source, MISSING),
}


def _needed(injection: Injection, place: str) -> str:
    """What service is missing, and how the host gives it; the caller's object can be one if its type can be asked."""
    wanted = written(injection.source)
    keyed = place.replace("...", f"{wanted}: ...")
    if isinstance(attempt(isinstance, None, injection.source), bool):
        return f"needs a {wanted}; pass one as context= or in {keyed}"
    return f"needs a {wanted}; pass it in {keyed}, as no object can be asked whether it is one"


# Metadata are always there, empty perhaps.
_MISSING: Final[dict[str, Callable[[Injection], str]]] = {
    "context": lambda each: f"needs a context ({written(each.source)}); pass context=... to dispatch or the Dispatcher",
    "call_id": lambda _: "needs the id of the call; dispatch a ToolCall that has one",
    "service": lambda each: _needed(each, "services={...}"),
    "item": lambda each: f"needs the metadata {each.source!r}; pass metadata={{{each.source!r}: ...}}",
}
# The same for a tool that is invoked by itself.
_MISSING_ALONE: Final[dict[str, Callable[[Injection], str]]] = {
    "context": lambda each: f"needs a context ({written(each.source)}); pass context=... to invoke",
    "call_id": lambda _: "needs the id of the call; invoke or dispatch a ToolCall that has one",
    "service": lambda each: _needed(each, "context=ToolContext(services={...})"),
    "item": lambda each: f"{_MISSING['item'](each)}, as context=ToolContext(metadata=CallMetadata(...))",
}
