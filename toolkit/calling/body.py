"""Body: the function behind a tool, entered once the arguments are loaded."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from toolkit.calling.guard import Raised, attempt, attempt_awaiting
from toolkit.calling.injection import Injector
from toolkit.calling.running import completed, run_body
from toolkit.errors import HostError
from toolkit.reading.signature import has_coroutine_function

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calling.binding import Binding
    from toolkit.calling.switch import Switch
    from toolkit.context import ToolContext
    from toolkit.describing.describe import Described
    from toolkit.options import ToolOptions


class Body:
    """A function, its async twin if it has one, and what the host must give them.

    Args:
        function: What is called; None if there is only a coroutine function.
        described: What is known of it.
        binding: How loaded arguments become its arguments.
        options: What its author said beside.
    """

    def __init__(
        self, function: Callable[..., Any] | None, described: Described, binding: Binding, options: ToolOptions
    ) -> None:
        self.function = function
        self.binding = binding
        self._options = options
        self._name = described.descriptor.name
        self._injections = tuple(each.injection for each in described.arguments if each.injection is not None)
        self._twin = options.coroutine
        self._is_async = function is not None and has_coroutine_function(function)
        self.needs_host = bool(self._injections or options.bind or options.instance)

    def enter(self, loaded: dict[str, Any], context: ToolContext[Any]) -> Any:
        """What the function gives, an awaitable perhaps; nothing is caught.

        Raises:
            BaseException: What the function raises.
        """
        if self.needs_host:
            raise HostError(f"{self._name} takes values of the host; it runs in invoke and dispatch only")
        args, kwargs = self.binding.call_with(loaded, {})
        return self._function(is_async=False)(*args, **kwargs)

    async def run(
        self,
        arguments: dict[str, Any],
        loaded: dict[str, Any],
        context: ToolContext[Any],
        switch: Switch,
        executor: Any = None,
    ) -> Any | Raised:
        """What the function finally gives, or what it raised.

        Raises:
            MissingContextError: The caller gave no value for an injected parameter.
        """
        if self.needs_host:
            return await self._run_with_host(arguments, loaded, context, switch, executor)
        args, kwargs = self.binding.call_with(loaded, {})
        return await self._entered(args, kwargs, switch, executor)

    async def _entered(self, args: list[Any], kwargs: dict[str, Any], switch: Switch, executor: Any) -> Any | Raised:
        function = self._function(is_async=not switch.by_hand)
        is_async = self._is_async or function is self._twin
        return await run_body(function, args, kwargs, switch, executor=executor, is_async=is_async)

    def _function(self, *, is_async: bool) -> Callable[..., Any]:
        """The async twin where a loop runs, or where there is nothing else."""
        if self.function is None or (is_async and self._twin is not None):
            return self._twin  # type: ignore[return-value]
        return self.function

    async def _run_with_host(
        self,
        arguments: dict[str, Any],
        loaded: dict[str, Any],
        context: ToolContext[Any],
        switch: Switch,
        executor: Any,
    ) -> Any | Raised:
        injector = Injector(context, self._name, switch)
        value = await attempt_awaiting(self._filled(injector, arguments, loaded, context, switch, executor))
        failure = value.exception if isinstance(value, Raised) else None
        closed = await attempt_awaiting(injector.close(failure))
        if isinstance(failure, HostError):
            raise failure
        return closed if isinstance(closed, Raised) and failure is None else value

    async def _filled(
        self,
        injector: Injector,
        arguments: dict[str, Any],
        loaded: dict[str, Any],
        context: ToolContext[Any],
        switch: Switch,
        executor: Any,
    ) -> Any | Raised:
        injected = await injector.values(self._injections)
        for name, give in self._options.bind.items():
            injected[name] = await _finished(give(arguments, context), switch)
        args, kwargs = self.binding.call_with(loaded, injected)
        if self._options.instance is None:
            return await self._entered(args, kwargs, switch, executor)
        instance = await _finished(self._options.instance(arguments, context), switch)
        return await self._entered_on(instance, args, kwargs, switch, executor)

    async def _entered_on(
        self, instance: Any, args: list[Any], kwargs: dict[str, Any], switch: Switch, executor: Any
    ) -> Any | Raised:
        """What the method gives on an object of this call alone, which is closed afterwards."""
        if hasattr(type(instance), "__aenter__"):
            await switch.to_loop()
            async with instance as entered:
                return await self._entered([entered, *args], kwargs, switch, executor)
        if hasattr(type(instance), "__enter__"):
            with instance as entered:
                return await self._entered([entered, *args], kwargs, switch, executor)
        value = await self._entered([instance, *args], kwargs, switch, executor)
        close = getattr(instance, "aclose", None) or getattr(instance, "close", None)
        if callable(close):
            closed = attempt(close)
            if inspect.isawaitable(closed):
                await switch.to_loop()
                await closed
        return value


async def _finished(value: Any, switch: Switch) -> Any:
    if inspect.isawaitable(value):
        await switch.to_loop()
        return await value
    return value


async def entered(
    execute_call: Callable[..., Any], arguments: dict[str, Any], context: Any, switch: Switch
) -> Any | Raised:
    """What a delegate's own `execute_call` finally gives, sync or async, or what it raised."""
    return await completed(attempt(execute_call, dict(arguments), context), switch)
