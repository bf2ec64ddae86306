"""The values that the host gives to a function, made for one call and closed after it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from toolkit.describing.injections import injection_of
from toolkit.errors import MissingContextError
from toolkit.reading.annotations import Unresolved, written
from toolkit.reading.signature import read_signature
from toolkit.record import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolkit.calling.switch import Switch
    from toolkit.context import ToolContext
    from toolkit.describing.injections import Injection


class Injector:
    """Fills the injected parameters of one call.

    Args:
        context: The live context of the call.
        tool: Name of the tool, for errors.
        switch: Where the call runs, for providers that have to be awaited.
    """

    def __init__(self, context: ToolContext[Any], tool: str, switch: Switch) -> None:
        self._context = context
        self._tool = tool
        self._switch = switch
        self._made: dict[Any, Any] = {}
        self._open: list[tuple[Callable[..., Any], bool]] = []

    async def values(self, injections: Iterable[Injection]) -> dict[str, Any]:
        """The value of each parameter; one that keeps its default is left out.

        Raises:
            MissingContextError: The caller gave nothing that would do.
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
        value = _FROM_CONTEXT[injection.kind](self._context, injection)
        if injection.kind == "service" and value is not MISSING:
            value = await self._service(injection.source, value)
        if value is not MISSING:
            return value
        if injection.default is not MISSING:
            return MISSING
        if injection.may_be_none:
            return None
        raise MissingContextError(self._tool, injection.parameter, _NEEDS[injection.kind](injection))

    async def _service(self, wanted: Any, service: Any) -> Any:
        """The service itself, or what its factory makes for this call."""
        is_one = isinstance(wanted, type) and isinstance(service, wanted)
        return service if is_one or not callable(service) else await self._provided(service)

    async def _provided(self, provider: Callable[..., Any]) -> Any:
        """What a provider gives, once per call; a context manager is entered and closed after the call."""
        if provider not in self._made:
            needed = [
                found
                for each in read_signature(provider).parameters
                if each.annotation is not MISSING and not isinstance(each.annotation, Unresolved)
                if (found := injection_of(each)) is not None
            ]
            value = provider(**await self.values(needed))
            self._made[provider] = await self._entered(value)
        return self._made[provider]

    async def _entered(self, value: Any) -> Any:
        if inspect.isawaitable(value):
            await self._switch.to_loop()
            value = await value
        if hasattr(type(value), "__aenter__") and hasattr(type(value), "__aexit__"):
            await self._switch.to_loop()
            entered = await value.__aenter__()
            self._open.append((value.__aexit__, True))
            return entered
        if hasattr(type(value), "__enter__") and hasattr(type(value), "__exit__"):
            entered = value.__enter__()
            self._open.append((value.__exit__, False))
            return entered
        return value

    async def close(self, exception: BaseException | None = None) -> None:
        """Close what was opened, the last first; an exception of the body is shown to each."""
        told = (type(exception), exception, exception.__traceback__) if exception is not None else (None, None, None)
        while self._open:
            leave, is_async = self._open.pop()
            if is_async:
                await self._switch.to_loop()
                await leave(*told)
            else:
                leave(*told)


def _context_itself(context: ToolContext[Any], injection: Injection) -> Any:
    is_typed = injection.source not in {MISSING, Any, None} if _is_hashable(injection.source) else True
    return MISSING if is_typed and not context.has_deps else context


def _is_hashable(value: Any) -> bool:
    return getattr(type(value), "__hash__", None) is not None


def _found_service(context: ToolContext[Any], injection: Injection) -> Any:
    """The caller's object if it is of the type, else the service of that type, else of a derived type."""
    wanted = injection.source
    if context.has_deps and isinstance(wanted, type) and isinstance(context.deps, wanted):
        return context.deps
    if wanted in context.services:
        return context.services[wanted]
    derived = (
        each
        for each in context.services
        if isinstance(wanted, type) and isinstance(each, type) and issubclass(each, wanted)
    )
    return next((context.services[each] for each in derived), MISSING)


def _call_id(context: ToolContext[Any], injection: Injection) -> Any:
    found = context.call.id if context.call is not None else None
    return MISSING if found is None else found


_FROM_CONTEXT: Final[dict[str, Callable[[ToolContext[Any], Injection], Any]]] = {
    "context": _context_itself,
    "metadata": lambda context, injection: context.metadata,
    "call_id": _call_id,
    "service": _found_service,
    "item": lambda context, injection: context.metadata.get(injection.source, MISSING),
}
_NEEDS: Final[dict[str, Callable[[Injection], str]]] = {
    "context": lambda each: f"needs a context ({written(each.source)}); pass context=... to the call",
    "metadata": lambda each: "needs metadata; pass metadata={...} to the call",
    "call_id": lambda each: "needs the id of the call; dispatch a ToolCall that has one",
    "service": lambda each: f"needs a {written(each.source)}; pass one as context= or in services={{...}}",
    "item": lambda each: f"needs the metadata {each.source!r}; pass metadata={{{each.source!r}: ...}}",
}
