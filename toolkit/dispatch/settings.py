"""The settings of a dispatcher, checked when they are given."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from toolkit.closeness import Names, advice
from toolkit.dispatch.middleware import require_middleware
from toolkit.doubts import log_doubt
from toolkit.errors import DefinitionError
from toolkit.events import check_hooks
from toolkit.option_kinds import TRUTH, Fits, is_count, is_one_of, is_positive, or_none, shown
from toolkit.reading.callables import gives_awaitable
from toolkit.record import Record
from toolkit.signatures import require_signature
from toolkit.tools.declared import require_handler

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence

    from toolkit.options import ExtraArguments, RepairLevel
    from toolkit.tools.base import Tool

F = TypeVar("F", bound="Callable[..., None]")
_OWNER: Final = "Dispatcher"
ErrorDetail = Literal["message", "masked"]


class Settings(Record, kw_only=True):
    """What a Dispatcher was made with, whose docstring says what each is; a tool's own options come before them."""

    middleware: Sequence[Callable[..., Any]]
    context: Any
    approver: Callable[..., Any] | None
    timeout_seconds: float | None
    max_concurrency: int | None
    executor: Any
    repair: RepairLevel
    extra_arguments: ExtraArguments
    error_detail: ErrorDetail
    max_result_chars: int
    max_payload_chars: int
    max_batch_calls: int
    services: Mapping[Any, Any]
    hooks: Sequence[Any]
    handlers: Mapping[str, Any]
    approvals: MutableMapping[str, str] | None
    approval_seconds: float
    max_pending: int
    check_result: bool
    result_store: MutableMapping[str, str] | None

    def _check(self) -> None:
        for name, (fits, cure) in _KINDS.items():
            value = getattr(self, name)
            if not fits(value):
                raise DefinitionError(f"{name}={shown(value)}", tool=_OWNER, cure=cure)
        for layer in self.middleware:
            require_middleware(layer, _OWNER)
        check_hooks(self.hooks, _OWNER)
        if self.approver is not None:
            require_signature("approver", self.approver, "request", _OWNER)
        fault = misplaced_service(self.services)
        if fault:
            raise DefinitionError(fault, tool=_OWNER)
        for name, handler in self.handlers.items():
            require_handler(handler, f"handlers[{name!r}]")

    def repair_of(self, tool: Tool[Any, Any]) -> RepairLevel:
        """How much is mended for a tool; never more than "safe" for a destructive one."""
        level: RepairLevel = tool.options.repair or self.repair
        return "safe" if level == "full" and tool.options.destructive else level

    def extra_arguments_of(self, tool: Tool[Any, Any]) -> ExtraArguments:
        """What becomes of unknown arguments of a tool."""
        return tool.options.extra_arguments or self.extra_arguments


def _has(*methods: str) -> Fits:
    return lambda value: all(hasattr(value, each) for each in methods)


def _is_store(*methods: str) -> Fits:
    has = _has(*methods)
    return lambda value: has(value) and not any(gives_awaitable(getattr(value, each)) for each in methods)


def _is_list(value: Any) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, str | bytes)


_COUNT: Final = (is_count, "give a whole number from 1")
_LIST: Final = (_is_list, "give a list")
_KINDS: Final[Mapping[str, tuple[Fits, str]]] = {
    "repair": is_one_of("off", "safe", "full"),
    "extra_arguments": is_one_of("forbid", "ignore"),
    "error_detail": is_one_of("message", "masked"),
    "check_result": TRUTH,
    "timeout_seconds": (or_none(is_positive), "give a positive number, or None"),
    "approval_seconds": (is_positive, "give a positive number"),
    "max_concurrency": (or_none(is_count), "give a whole number from 1, or None"),
    **dict.fromkeys(("max_result_chars", "max_payload_chars", "max_batch_calls", "max_pending"), _COUNT),
    **dict.fromkeys(("middleware", "hooks"), _LIST),
    "executor": (or_none(_has("submit")), "give an object with submit"),
    "services": (_has("keys"), "give values by their class: services={Database: ...}"),
    "handlers": (_has("keys"), 'give functions by the names of tools: handlers={"ask": ...}'),
    "approvals": (
        or_none(_is_store("get", "pop", "__setitem__", "__iter__", "__len__")),
        "give an object with get, pop and all else of a dict that is not async",
    ),
    "result_store": (or_none(_is_store("__setitem__")), "give a mapping that is not async"),
}
# What other libraries, and the tools of this one, call it.
_ELSEWHERE: Final[dict[str, str]] = {
    "approval": "approver=, or approval= of a tool",
    "cache": "middleware=[toolkit.middleware.caching(...)]",
    "callbacks": "hooks=",
    "deps": "context=",
    "logger": "middleware=[toolkit.middleware.logging_calls(logger)]",
    "max_retries": "retries= of a tool",
    "max_workers": "max_concurrency=",
    "metadata": "metadata= of a call, or dispatcher.provide_metadata",
    "on_error": "hooks=, with on_tool_error(call, context, exception)",
    "progress": "hooks=, with on_tool_progress(call, context, progress)",
    "progress_handler": "hooks=, with on_tool_progress(call, context, progress)",
    "retries": "retries= of a tool",
    "strict": "strict=True where the tools are declared: schemas(tools, strict=True)",
    "timeout": "timeout_seconds=",
    "tools": "the first argument: Dispatcher(tools)",
}
_SELF_AND_TOOLS: Final = 2


def misplaced_service(services: Mapping[Any, Any]) -> str:
    """What is wrong with services of which one has a text for its key, under which no tool looks; "" if none has."""
    text = next((key for key in services if isinstance(key, str)), None)
    if text is None:
        return ""
    return (
        f"services= has the text {text!r} for a key; give the class itself, services={{{text}: ...}},"
        " as tools look for a service by its type"
    )


def doubt_handlers(handlers: Mapping[str, Any], tools: Collection[str]) -> None:
    """Tell the log of handlers that are those of no tool, though there is one of nearly the same name that has none.

    Args:
        handlers: The handlers, by the names of tools.
        tools: Names of the tools that there are; more may come.
    """
    without_handler = Names(name for name in tools if name not in handlers)
    for name in handlers:
        near = None if name in tools else without_handler.closest(name)
        if near is not None:
            words = "handlers[%r] is for no tool; is %r meant?"
            log_doubt(words, name, near, logger="toolkit.dispatch")


def named_settings(constructor: F) -> F:
    """The constructor of a dispatcher, which says what a setting is called here that it does not know."""
    known = frozenset(Settings._names) | {"registry"}

    @functools.wraps(constructor)
    def construct(*values: Any, **named: Any) -> None:
        if len(values) > _SELF_AND_TOOLS:
            raise TypeError(f"{_OWNER} takes its tools as one list, {_OWNER}([first, second]), and settings by name")
        if not known.issuperset(named):
            unknown = next(name for name in named if name not in known)
            message = f"{_OWNER} has no setting {unknown!r}; {_cure_for(unknown)}"
            raise TypeError(message)
        constructor(*values, **named)

    return construct  # type: ignore[return-value]


def _cure_for(unknown: str) -> str:
    if unknown in _ELSEWHERE:
        return f"here it is {_ELSEWHERE[unknown]}"
    return advice(unknown, Settings._names, f"the settings are {', '.join(sorted(Settings._names))}")
