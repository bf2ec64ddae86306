"""The settings of a dispatcher, checked when they are given."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, Literal

from toolkit.errors import DefinitionError
from toolkit.record import EMPTY, Record
from toolkit.tools.base import Tool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping, Sequence

    from toolkit.options import ExtraArguments, RepairLevel

ErrorDetail = Literal["message", "masked"]


class Settings(Record, kw_only=True):
    """What a dispatcher was made with; a tool's own options come before them.

    Attributes:
        middleware: Wrappers around a call, the outermost first.
        context: The caller's own object for every call that brings none, None for none.
        approver: Decides on calls that a person must allow.
        timeout_seconds: Limit of one call, None for none.
        max_concurrency: How many calls run at once, None for no bound.
        executor: Runs sync bodies; None for the library's own threads.
        repair: How much is mended in arguments.
        extra_arguments: What becomes of arguments that a tool does not have.
        error_detail: Whether a model reads the message of an unexpected exception.
        max_result_chars: Where the text of a result is cut; of a value with a longer one, little more is made.
        max_payload_chars: How long the text of arguments may be.
        max_batch_calls: How many calls one message may hold.
        services: Values or factories by type, for injection.
        hooks: Told of every call.
        handlers: Functions that carry out declared tools, by name.
        approvals: Where calls that wait for a person are kept; None for the memory of this process.
        approval_seconds: How long they wait.
        max_pending: How many may wait.
        check_result: Whether values are checked against the output schema.
        result_store: Keeps texts that are too long for the model, which gets their key, up to ten million
            characters each; None: they are cut.
    """

    middleware: Sequence[Callable[..., Any]] = ()
    context: Any = None
    approver: Callable[..., Any] | None = None
    timeout_seconds: float | None = None
    max_concurrency: int | None = None
    executor: Any = None
    repair: RepairLevel = "safe"
    extra_arguments: ExtraArguments = "forbid"
    error_detail: ErrorDetail = "message"
    max_result_chars: int = 65_536
    max_payload_chars: int = 1_048_576
    max_batch_calls: int = 1024
    services: Mapping[Any, Any] = EMPTY
    hooks: Sequence[Any] = ()
    handlers: Mapping[str, Any] = EMPTY
    approvals: MutableMapping[str, str] | None = None
    approval_seconds: float = 3600.0
    max_pending: int = 1000
    check_result: bool = False
    result_store: MutableMapping[str, str] | None = None

    def _check(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                _refuse(name, getattr(self, name), f"choose one of {', '.join(map(repr, choices))}")
        for name, kind in _NUMBERS.items():
            value = getattr(self, name)
            if value is not None and not _is_positive(value, kind):
                _refuse(name, value, "give a positive number" if kind is float else "give a whole number from 1")
        for name, method in _METHODS.items():
            value = getattr(self, name)
            if value is not None and not hasattr(value, method):
                _refuse(name, value, f"give an object with {method}")
        self._require_callables()

    def _require_callables(self) -> None:
        for name in ("middleware", "hooks"):
            _require_sequence(name, getattr(self, name))
        for layer in self.middleware:
            if not callable(layer) or isinstance(layer, type):
                _refuse("middleware", layer, "give functions of a call and of what carries it on")
        for name, handler in self.handlers.items():
            if not callable(handler) and not isinstance(handler, Tool):
                _refuse("handlers", handler, f"give {name!r} a function or a tool")

    def repair_of(self, tool: Tool[Any, Any]) -> RepairLevel:
        """How much is mended for a tool; never more than "safe" for a destructive one."""
        level: RepairLevel = tool.options.repair or self.repair
        return "safe" if level == "full" and tool.options.destructive else level

    def extra_arguments_of(self, tool: Tool[Any, Any]) -> ExtraArguments:
        """What becomes of unknown arguments of a tool."""
        return tool.options.extra_arguments or self.extra_arguments


_CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "repair": ("off", "safe", "full"),
    "extra_arguments": ("forbid", "ignore"),
    "error_detail": ("message", "masked"),
    "check_result": (True, False),
}
_NUMBERS: Final[dict[str, type]] = {
    "timeout_seconds": float,
    "approval_seconds": float,
    "max_concurrency": int,
    "max_result_chars": int,
    "max_payload_chars": int,
    "max_batch_calls": int,
    "max_pending": int,
}
_METHODS: Final = {
    "approver": "__call__",
    "executor": "submit",
    "services": "keys",
    "handlers": "keys",
    "approvals": "get",
    "result_store": "__setitem__",
}


def _is_positive(value: Any, kind: type) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, kind | int) and math.isfinite(value) and value > 0


def _require_sequence(name: str, value: Any) -> None:
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        _refuse(name, value, "give a list")


def _refuse(name: str, value: object, cure: str) -> None:
    raise DefinitionError(f"{name}={value!r}", tool="Dispatcher", cure=cure)
