"""The short road of a call: arguments that it leaves to the steps, or that cannot be read at all."""

from __future__ import annotations

from typing import Any

import pytest
from dispatching import aadd, add

from toolkit import Dispatcher, Tool, ToolCall, tool
from toolkit.descriptor import StringType, ToolDescriptor, ToolParameterDescriptor


class Raising(dict[str, Any]):
    """Arguments that cannot even be looked at."""

    def __init__(self, exception: type[Exception]) -> None:
        super().__init__(a=1)
        self._exception = exception

    def items(self) -> Any:
        raise self._exception


async def result_of(function: Any, arguments: Any, **settings: Any) -> Any:
    """The result of a call with these arguments, the same for sync and async callers."""
    call = ToolCall("add" if function is add else "aadd", arguments, "c")
    result = Dispatcher([function], **settings).dispatch(call)
    other = await Dispatcher([function], **settings).adispatch(call)
    assert (other.kind, other.text) == (result.kind, result.text)
    return result


@pytest.mark.parametrize("function", [add, aadd])
@pytest.mark.parametrize("exception", [RuntimeError, RecursionError])
async def test_arguments_that_raise_when_they_are_read_are_malformed(function, exception):
    """The exception is kept for the host; a RecursionError of a lone call is no tale of calls in one another."""
    result = await result_of(function, Raising(exception))
    assert (result.kind, result.text) == ("malformed_call", "the arguments cannot be read; send one JSON object")
    assert type(result.error.exception) is exception


@pytest.mark.parametrize(
    ("exception", "kind", "text"),
    [
        (RuntimeError, "malformed_call", "the arguments cannot be read; send one JSON object"),
        (
            RecursionError,
            "limit_reached",
            "Too many calls stand in one another: a tool that calls tools must come to an end.",
        ),
    ],
)
def test_arguments_of_a_call_in_another_are_told_by_what_they_raise(exception, kind, text):
    """Where calls stand in one another, the stack has no more room because of them."""

    @tool
    def outer() -> list[str]:
        """Call another tool."""
        inner = dispatcher.dispatch(ToolCall("add", Raising(exception)))
        return [inner.call.name, inner.kind, inner.text]

    dispatcher = Dispatcher([outer, add])
    assert dispatcher.call(outer).value == ["add", kind, text]


@pytest.mark.parametrize("function", [add, aadd])
async def test_arguments_that_are_no_json_are_left_to_the_steps(function):
    """An object of Python, a set, and a dict with another key than text."""
    for odd in (object(), {1}, {1: 2}):
        result = await result_of(function, {"a": 1, "b": odd})
        assert result.kind in {"malformed_call", "invalid_arguments"}


@pytest.mark.parametrize("function", [add, aadd])
@pytest.mark.parametrize(("length", "kind"), [(40, "ok"), (41, "malformed_call")])
async def test_text_may_be_as_long_as_the_dispatcher_says(function, length, kind):
    """And no character longer."""
    text = '{"a": 1, "b": 2}'.ljust(length)
    result = await result_of(function, text, max_payload_chars=40)
    assert result.kind == kind
    if kind != "ok":
        assert result.text == "the arguments have 41 characters; at most 40 are taken"


def test_a_broken_definition_is_no_fault_of_the_model(caplog):
    """The model reads that it cannot mend it, the log says what is wrong."""

    class Broken(Tool):
        """A tool."""

        descriptor = ToolDescriptor(
            "broken", "", (ToolParameterDescriptor("a", "", StringType(constraints={"pattern": "("})),)
        )

        def execute(self, a):
            return a

    result = Dispatcher([Broken()]).dispatch(ToolCall("broken", {"a": "x"}))
    assert (result.kind, result.text) == ("tool_error", "The tool is broken; only its author can mend it.")
    assert "the pattern '(' is no regular expression" in caplog.text
