"""What type checkers see of a program that extends the library. mypy and pyright read this file, nothing runs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, Unpack

from toolkit import (
    Allow,
    Deny,
    Dispatcher,
    Failure,
    Hint,
    ParameterType,
    PendingApproval,
    PreparedCall,
    Registry,
    StringType,
    ToolCall,
    ToolContext,
    ToolResult,
    TypeRule,
    portability,
    schemas,
    tool,
)
from toolkit.middleware import Middleware, Proceed, SyncMiddleware, SyncProceed, caching, only
from toolkit.providers import Declared, Dialect, Provider, Schema, register as register_provider
from toolkit.types import Dumper, Loader, Walk, register
from toolkit.typing import Approver, EndHook, FailureKind, GivenOptions, Hook, OnDuplicate, PortabilityReport

F = TypeVar("F")


def guarded(**options: Unpack[GivenOptions]) -> Callable[[F], F]:
    """A decorator of one's own around that of the library."""
    options.setdefault("approval", True)
    return tool(**options)


@guarded(tags=["bank"])
def pay(amount: int) -> str:
    """Pay."""
    return f"paid {amount}"


guarded(tag="bank")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


class House(Provider):
    """A provider of one's own."""

    name: str = "house"

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:
        """What the API takes."""
        return {"do": tool.name, "about": tool.description, "with": schema, "strict": strict}

    def is_call(self, payload: object) -> bool:
        """A call."""
        return isinstance(payload, dict) and "do" in payload

    def calls_in(self, message: object) -> Sequence[object] | None:
        """The calls of a message."""
        return message.get("steps") if isinstance(message, dict) else None

    def parsed(self, call: object) -> ToolCall:
        """One call."""
        return ToolCall(str(call), provider=self.name)

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """The answers."""
        return [{"done": each.call.name, "said": each.text} for each in results]


house: Dialect = House()
register_provider(house)
declared: list[dict[str, Any]] = schemas([pay], house)
report: PortabilityReport = portability([pay], [house])


class Money:
    """A type of one's own."""


def describe_money(hint: Hint, walk: Walk) -> ParameterType:
    """As text."""
    return StringType()


def load_money(hint: Hint, walk: Walk) -> Loader | None:
    """From text."""
    return lambda value: Money()


def dump_money(value: Any, walk: Dumper) -> Any:
    """To text."""
    return walk.dump("1.00")


register(TypeRule("money", lambda hint: hint.type is Money, describe_money, load_money, dump_money))


async def patient(call: PreparedCall, proceed: Proceed) -> ToolResult:
    """Async middleware."""
    return await proceed(call)


def polite(call: PreparedCall, proceed: SyncProceed) -> ToolResult:
    """Sync middleware."""
    return proceed()


class Watch:
    """A hook with one of the methods."""

    def on_tool_end(self, call: ToolCall, context: ToolContext[Any], value: object) -> None:
        """Be told."""


def decide(request: PendingApproval) -> Allow | Deny:
    """Decide at once."""
    return Allow() if request.name == "pay" else Deny("no")


async def ask(request: PendingApproval) -> bool:
    """Decide later."""
    return request.name == "pay"


layers: list[Middleware | SyncMiddleware] = [patient, polite, caching(60)]
hook: Hook = Watch()
ended: EndHook = Watch()
approver: Approver = ask
choice: OnDuplicate = "keep"
registry = Registry([pay], on_duplicate=choice)
Dispatcher(registry, middleware=[*layers, only(polite, "pay")], hooks=[hook], approver=decide)
Dispatcher(registry, approver=lambda request: True)
Dispatcher(registry, approver=lambda: True)  # type: ignore[arg-type, misc]  # pyright: ignore[reportArgumentType]


def kind_of(failure: Failure) -> FailureKind:
    """How it failed."""
    return failure.kind
