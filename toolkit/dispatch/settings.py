"""The settings of a dispatcher, checked when they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from toolkit.errors import HostError
from toolkit.record import EMPTY, MISSING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolkit.options import ExtraArguments, RepairLevel
    from toolkit.tools.base import Tool


class Settings(Record, kw_only=True):
    """What a dispatcher was made with; a tool's own options come before them.

    Attributes:
        middleware: Wrappers around a call, the outermost first.
        context: The caller's own object for every call that brings none.
        approver: Decides on calls that a person must allow.
        timeout_seconds: Limit of one call, None for none.
        max_concurrency: How many calls run at once, None for no bound.
        executor: Runs sync bodies; None for the library's own threads.
        repair: How much is mended in arguments.
        extra_arguments: What becomes of arguments that a tool does not have.
        error_detail: Whether a model reads the message of an unexpected exception.
        max_result_chars: Where the text of a result is cut.
        max_payload_chars: How long the text of arguments may be.
        max_batch_calls: How many calls one message may hold.
        services: Values or factories by type, for injection.
        hooks: Told of every call.
        handlers: Functions that carry out declared tools, by name.
        check_result: Whether values are checked against the output schema.
    """

    middleware: Sequence[Any] = ()
    context: Any = MISSING
    approver: Callable[..., Any] | None = None
    timeout_seconds: float | None = None
    max_concurrency: int | None = None
    executor: Any = None
    repair: RepairLevel = "safe"
    extra_arguments: ExtraArguments = "forbid"
    error_detail: Literal["message", "masked"] = "message"
    max_result_chars: int = 65_536
    max_payload_chars: int = 1_048_576
    max_batch_calls: int = 1024
    services: Mapping[type, Any] = EMPTY
    hooks: Sequence[Any] = ()
    handlers: Mapping[str, Callable[..., Any]] = EMPTY
    check_result: bool = False

    def _check(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                message = f"{name}={getattr(self, name)!r}: choose one of {', '.join(map(repr, choices))}"
                raise HostError(message)
        for name in ("max_result_chars", "max_payload_chars", "max_batch_calls", "timeout_seconds", "max_concurrency"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or value <= 0):
                message = f"{name}={value!r}: give a positive number"
                raise HostError(message)

    def repair_of(self, tool: Tool[Any, Any]) -> RepairLevel:
        """How much is mended for a tool; never more than "safe" for a destructive one."""
        level: RepairLevel = tool.options.repair or self.repair
        return "safe" if level == "full" and tool.options.destructive else level

    def extra_arguments_of(self, tool: Tool[Any, Any]) -> ExtraArguments:
        """What becomes of unknown arguments of a tool."""
        return tool.options.extra_arguments or self.extra_arguments


_CHOICES: dict[str, tuple[str, ...]] = {
    "repair": ("off", "safe", "full"),
    "extra_arguments": ("forbid", "ignore"),
    "error_detail": ("message", "masked"),
}
