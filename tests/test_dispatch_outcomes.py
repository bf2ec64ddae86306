"""How failures are told, where no whole call leads to them easily."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from dispatching import add, call

from toolkit import ArgumentError, CallError, Dispatcher, Tool, ToolCall, ToolError, ToolResult, tool
from toolkit.calling.threads import HaltedError
from toolkit.dispatch.outcomes import exception_of, raised


def test_a_call_that_the_library_has_ended_itself_keeps_its_kind():
    """It is no fault of the tool."""
    result = raised(ToolCall("add"), HaltedError("nothing was run", kind="overloaded"), Tool.of(add), "message")
    assert (result.kind, result.text) == ("overloaded", "nothing was run")


def test_a_result_that_went_well_stands_for_no_exception():
    """Hooks that are told of an end by mistake get an empty one."""
    assert isinstance(exception_of(ToolResult(ToolCall("add"), 3)), CallError)


def test_middleware_may_refuse_arguments_before_the_tool_has_run():
    """In the words of an error of arguments, and as one."""

    def strict(asked: Any, proceed: Any) -> Any:
        if asked.arguments["a"] < 0:
            raise ArgumentError("a must not be negative")
        return proceed()

    dispatcher = Dispatcher([add], middleware=[strict])
    refused, run = (dispatcher.dispatch(call("add", a=a, b=2)) for a in (-1, 1))
    assert (refused.kind, refused.text, run.value) == ("invalid_arguments", "a must not be negative", 3)


async def test_an_async_body_gets_arguments_that_took_the_longer_way():
    """What was mended stands in the result."""

    @tool
    async def double(a: int) -> int:
        """Double."""
        return 2 * a

    result = await Dispatcher([double]).adispatch(ToolCall("double", '{"a": 3.0}'))
    assert (result.value, result.arguments, [each.rung for each in result.repairs]) == (6, {"a": 3}, ["whole_number"])


def test_equal_calls_behind_a_barrier_run_once():
    """The barrier runs alone, in its place."""
    order: list[str] = []

    @tool(idempotent=True)
    def look(n: int) -> str:
        """Look."""
        order.append(f"look {n}")
        return f"seen {n}"

    @tool(sequential=True)
    def change() -> None:
        """Change."""
        order.append("change")

    calls = [call("look", n=1), call("change"), call("look", n=2), call("look", n=2)]
    results = Dispatcher([look, change]).dispatch_all(calls)
    assert [each.text for each in results] == ["seen 1", "null", "seen 2", "seen 2"]
    assert order == ["look 1", "change", "look 2"]


@pytest.mark.parametrize(
    ("exceptions", "text"),
    [
        ([KeyError("a")], "KeyError: 'a'"),
        ([ExceptionGroup("inner", [ToolError("Closed until noon.")])], "Closed until noon."),
        ([OSError("down"), KeyError("a")], "ExceptionGroup: tasks (2 sub-exceptions): OSError: down; KeyError: 'a'"),
    ],
)
def test_the_exceptions_of_a_group_are_told(exceptions, text):
    """A TaskGroup wraps what its tasks raise; the group itself says only how many there are."""
    group = ExceptionGroup("tasks", exceptions)

    @tool
    def f() -> int:
        """F."""
        raise group

    result = Dispatcher([f]).dispatch(call("f"))
    assert (result.kind, result.text) == ("tool_error", text)
    assert result.error.exception is group


class Odd(ExceptionGroup):
    """A group that hides what is in it."""

    exceptions = None  # type: ignore[assignment]


class Broken(Exception):  # noqa: N818
    """An exception whose attributes raise."""

    @property
    def errors(self) -> Any:
        """Nothing."""
        raise RuntimeError("broken")


class Nameless(Exception):  # noqa: N818
    """An exception that cannot be asked for its class."""

    @property
    def __class__(self) -> Any:
        """Nothing."""
        raise RuntimeError("broken")


@pytest.mark.parametrize(
    ("exception", "text"),
    [
        (Odd("tasks", [KeyError("a")]), "KeyError: 'a'"),
        (Odd("tasks", [OSError("down"), KeyError("a")]), "Odd: tasks (2 sub-exceptions): OSError: down; KeyError: 'a'"),
        (Broken("a"), "Broken: a"),
        (ExceptionGroup("tasks", [Broken("a"), Broken("b")]), "Broken: a; Broken: b"),
    ],
)
@pytest.mark.parametrize("error_detail", ["message", "masked"])
def test_an_exception_that_hides_or_breaks_its_attributes_is_an_error_of_its_call_only(exception, text, error_detail):
    """Nothing of it leaves the dispatcher."""

    @tool
    def f() -> int:
        """F."""
        raise exception

    result = Dispatcher([f], error_detail=error_detail).dispatch(call("f"))
    assert result.kind == "tool_error"
    assert result.text.endswith("The tool failed." if error_detail == "masked" else text)


@pytest.mark.parametrize("wrap", [lambda each: each, lambda each: ExceptionGroup("tasks", [each])])
def test_an_exception_that_cannot_be_asked_for_its_class_is_told_by_another(wrap):
    """Whatever looks at it would raise; in a thread as in a loop."""

    @tool
    def f() -> int:
        """F."""
        raise wrap(Nameless("a"))

    @tool
    async def g() -> AsyncIterator[int]:
        """G."""
        yield 1
        raise wrap(Nameless("a"))

    @tool
    async def h() -> int:
        """H."""
        raise wrap(Nameless("a"))

    told = "RuntimeError: a Nameless that does not say of which class it is"
    dispatcher = Dispatcher([f, g, h])
    results = [dispatcher.dispatch(call(name)) for name in "fgh"] + dispatcher.dispatch_all(map(call, "fgh"))
    assert [(result.kind, result.text) for result in results] == [("tool_error", told)] * 6
