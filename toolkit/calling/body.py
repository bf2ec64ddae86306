"""Body: the function behind a tool, entered once the arguments are loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.calling.guard import Contained, Raised, attempt, attempt_contained, is_raised
from toolkit.calling.injection import AT_ONCE, Injector, given_at_once, require_host
from toolkit.calling.reporting import log_raised
from toolkit.calling.running import completed, in_worker, is_awaitable, run_body
from toolkit.calling.switch import Switch, driven
from toolkit.context import Progress
from toolkit.errors import ArgumentError, MisuseError
from toolkit.reading.annotations import Hint, take_apart
from toolkit.reading.callables import gives_awaitable
from toolkit.reading.signature import KEYWORD_ONLY, read_signature
from toolkit.record import MISSING
from toolkit.schema.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolkit.calling.binding import Binding
    from toolkit.context import ToolContext
    from toolkit.describing.descriptors import Described
    from toolkit.options import ToolOptions


_CLOSING: Final = "closing an injected value"


class Entry(NamedTuple):
    """What a tool is entered with.

    Attributes:
        arguments: Its arguments as JSON, checked.
        loaded: The Python values of its parameters, as far as the arguments fill them.
        context: The live context.
        switch: Where the call runs.
        executor: Runs a sync body, any concurrent.futures.Executor; None for the library's threads.
    """

    arguments: dict[str, Any]
    loaded: dict[str, Any]
    context: ToolContext[Any]
    switch: Switch
    executor: Any = None


class Unprovided(Raised):
    """What code raised that gives a function its injected values; the function was not entered."""

    __slots__ = ()


class RaisedAfter(Raised):
    """What code around a function raised, after the function had given its value.

    Attributes:
        value: What the function gave.
        what: What has raised, for the log.
    """

    __slots__ = ("value", "what")

    def __init__(self, exception: BaseException, value: Any, what: str) -> None:
        super().__init__(exception)
        self.value, self.what = value, what


class Body:
    """A function, its async twin if it has one, and what the host must give them.

    Args:
        function: What is called; None if there is only a coroutine function.
        described: What is known of it.
        binding: How loaded arguments become its arguments.
        options: What its author said beside.

    Attributes:
        function: As above.
        binding: As above.
        needs_host: Whether it takes values beside those of the model.
        needs_context: Whether a call of it needs a live context: for these values, or to report progress.
        result: Type that it is declared to return, None for nothing, MISSING if it is not declared.
        is_async: Whether the function gives an awaitable, as far as its code says.
        whole: Name of the one parameter that takes the whole arguments object, None if they go by name.
        takes_call_id: Whether it is told which call it serves, so that no two calls are the same to it.
    """

    def __init__(
        self, function: Callable[..., Any] | None, described: Described, binding: Binding, options: ToolOptions
    ) -> None:
        self.function = function
        self.binding = binding
        self._options = options
        self._name = described.descriptor.name
        self._arguments = described.arguments
        self.whole = described.whole_taker
        self._injections = tuple(each.injection for each in described.arguments if each.injection is not None)
        self._twin = options.coroutine
        self.is_async = function is not None and gives_awaitable(function)
        self._is_progress = _is_progress(function if function is not None else options.coroutine)
        self.needs_host = bool(self._injections or options.bind or options.instance)
        self.needs_context = self.needs_host or self._is_progress
        is_in_context = all(each.kind in AT_ONCE for each in self._injections)
        self._is_given_at_once = is_in_context and not (options.bind or options.instance)
        self.result = described.result.type if isinstance(described.result, Hint) else described.result
        self.takes_call_id = any(each.kind == "call_id" for each in self._injections)

    @property
    def is_plain(self) -> bool:
        """Whether calling the function is all that there is to it."""
        return not (self.needs_context or self.function is None or self._twin is not None)

    def require_host(self, context: ToolContext[Any]) -> None:
        """Refuse a call for which the host did not give all that the function takes beside the model's arguments.

        Raises:
            MissingContextError: It did not.
        """
        if self._injections:
            require_host(self._injections, context, self._name)

    def arguments_of(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The values that a Python call passes by position, and those by name; by the arguments' names on the wire.

        Raises:
            ArgumentError: There are too many positional ones.
        """
        fields = [each for each in self._arguments if each.is_models and each.role != "rest"]
        ordered = [each for each in fields if each.role == "argument" and each.parameter.kind is not KEYWORD_ONLY]
        items = next((each for each in fields if each.role == "items"), None)
        if len(args) > len(ordered) and items is None:
            raise ArgumentError(f"{self._name} takes {counted(len(ordered), 'positional argument')}, not {len(args)}")
        found = {each.wire: value for each, value in zip(ordered, args, strict=False)}
        if items is not None and len(args) > len(ordered):
            found[items.wire] = list(args[len(ordered) :])
        wires = {each.key or each.parameter.name: each.wire for each in fields}
        return found, {wires.get(name, name): value for name, value in kwargs.items()}

    def enter(self, arguments: dict[str, Any], loaded: dict[str, Any], context: ToolContext[Any]) -> Any:
        """What the function gives, an awaitable perhaps.

        Raises:
            MissingContextError: The caller gave no value for an injected parameter.
            BaseException: What the function raises.
        """
        if not self.needs_context:
            args, kwargs = self.binding.call_with(loaded, {})
            return self._function(is_async=False)(*args, **kwargs)
        by_hand = not (self.is_async or self.function is None)
        entry = Entry(arguments, loaded, context, Switch(by_hand=by_hand, cancelled=context.cancelled))
        return _value_of(driven(self.run(entry))) if by_hand else self._given(entry)

    async def _given(self, entry: Entry) -> Any:
        return _value_of(await self.run(entry))

    async def run(self, entry: Entry) -> Any | Raised:
        """What the function finally gives, or what it raised.

        Raises:
            MissingContextError: The caller gave no value for an injected parameter.
            HaltedError: The call could not be run, or was dropped.
        """
        self.require_host(entry.context)
        switch = entry.switch
        if switch.by_hand or self._goes_async(switch) or entry.executor is not None:
            return await Contained(self._run(entry), switch.grace)
        return await in_worker(lambda inner: self._run(entry._replace(switch=inner)), switch)

    async def _run(self, entry: Entry) -> Any | Raised:
        if self._is_given_at_once:
            given = given_at_once(self._injections, entry.context, self._name)
            return await self._entered(entry, *self.binding.call_with(entry.loaded, given))
        injector = Injector(entry.context, self._name, entry.switch)
        provided = await attempt_contained(self._provided(entry, injector))
        if isinstance(provided, Raised):
            value: Any = Unprovided(provided.exception)
        else:
            value = await attempt_contained(self._entered(entry, *provided))
        closed = await injector.close(value.exception if is_raised(value) else None)
        if closed is None:
            return value
        if is_raised(value):
            log_raised(_CLOSING, self._name, closed.exception)
            return value
        return RaisedAfter(closed.exception, value, _CLOSING)

    async def _provided(self, entry: Entry, injector: Injector) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of the function, those of the host among them.

        Raises:
            BaseException: What the host's code raises.
        """
        told = entry.arguments, entry.context
        injected = await injector.values(self._injections)
        for name, give in self._options.bind.items():
            injected[name] = await _finished(give(*told), entry.switch)
        args, kwargs = self.binding.call_with(entry.loaded, injected)
        if self._options.instance is not None:
            made = await _finished(self._options.instance(*told), entry.switch)
            args = [await _entered_instance(made, injector), *args]
        return args, kwargs

    async def _entered(self, entry: Entry, args: list[Any], kwargs: dict[str, Any]) -> Any | Raised:
        is_async = self._goes_async(entry.switch)
        function = self._function(is_async=is_async)
        progress = entry.context.report_progress if self._is_progress else None
        how: Any = {"executor": entry.executor, "is_async": is_async, "progress": progress}
        return await run_body(function, args, kwargs, entry.switch, **how)

    def _goes_async(self, switch: Switch) -> bool:
        """Whether the function that this caller gets is a coroutine function."""
        return self.is_async or self.function is None or (switch.for_async and self._twin is not None)

    def _function(self, *, is_async: bool) -> Callable[..., Any]:
        """The async twin where an async caller waits, or where there is nothing else."""
        if self.function is None or (is_async and self._twin is not None):
            return self._twin  # type: ignore[return-value]
        return self.function


async def _entered_instance(instance: Any, injector: Injector) -> Any:
    """The object of one call, which is closed with what was injected.

    Raises:
        TypeError: There is none.
    """
    if instance is None:
        raise MisuseError("the function of instance= gave None; return the object that the method belongs to")
    kind = type(instance)
    if hasattr(kind, "__aenter__") or hasattr(kind, "__enter__"):
        return await injector.entered(instance)
    close = getattr(instance, "aclose", None) or getattr(instance, "close", None)
    if callable(close):
        injector.close_with(close)
    return instance


async def _finished(value: Any, switch: Switch) -> Any:
    if is_awaitable(value):
        await switch.to_loop()
        return await value
    return value


def _value_of(outcome: Any | Raised) -> Any:
    if is_raised(outcome):
        raise outcome.exception
    return outcome


def _is_progress(function: Any) -> bool:
    """Whether the last value that a generator yields is its result: `-> Annotated[Iterator[T], Progress]`."""
    if function is None:
        return False
    returns = read_signature(function).returns
    if returns is MISSING:
        return False
    return any(each is Progress or isinstance(each, Progress) for each in take_apart(returns).metadata)


async def entered(execute_call: Callable[..., Any], entry: Entry, *, is_async: bool | None = None) -> Any | Raised:
    """What a function of arguments and context finally gives, sync or async, or what it raised.

    Args:
        execute_call: The function.
        entry: The call.
        is_async: Whether it gives an awaitable; None: as its own code says.
    """
    is_async = gives_awaitable(execute_call) if is_async is None else is_async
    switch = entry.switch
    if is_async:
        await switch.to_loop()
    if is_async or switch.by_hand:
        return await Contained(_entered_here(execute_call, entry, switch), switch.grace)
    return await in_worker(lambda inner: _entered_here(execute_call, entry, inner), switch)


async def _entered_here(execute_call: Callable[..., Any], entry: Entry, switch: Switch) -> Any | Raised:
    return await completed(attempt(execute_call, dict(entry.arguments), entry.context), switch)
