"""What the log is told of exceptions that no caller sees."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from dispatching import add, call

from toolkit import Dispatcher, Inject, Registry, Retry, Tool, ToolError, tool


def raising(*_: Any) -> Any:
    """What the host wrote, broken."""
    raise RuntimeError("broken")


async def araising(*_: Any) -> Any:
    """The same, async."""
    raise RuntimeError("broken")


def unmade() -> int:
    """A value that cannot be made."""
    raise RuntimeError("broken")


@contextlib.contextmanager
def unclosed() -> Iterator[int]:
    """A value that cannot be closed."""
    try:
        yield 1
    finally:
        raise RuntimeError("broken")


class Hook:
    """A hook that raises at the end."""

    on_tool_end = raising


def injected(provider: Any, *, fails: bool = False) -> Any:
    """A tool that is given a value."""

    def f(value: int, secret: str = "") -> int:
        """F."""
        if fails:
            raise ValueError("body")
        return value

    f.__annotations__["value"] = Annotated[int, Inject(provider)]
    return tool(f)


def providing(function: Any) -> Registry:
    """A registry with a provider of tools."""
    registry = Registry()
    registry.provide(function)
    return registry


def telling(function: Any) -> Dispatcher:
    """A dispatcher that asks a function for metadata."""
    dispatcher = Dispatcher([add])
    dispatcher.provide_metadata(function)
    return dispatcher


@pytest.mark.parametrize(
    ("make", "name", "what"),
    [
        (lambda: Dispatcher([add], hooks=[Hook()]), "add", "the hook raising"),
        (lambda: Dispatcher([add], middleware=[raising]), "add", "the middleware raising"),
        (lambda: Dispatcher([add], middleware=[araising]), "add", "the middleware araising"),
        (lambda: telling(raising), "add", "the metadata function raising"),
        (lambda: Dispatcher(providing(raising)), "add", "a provider of tools"),
        (lambda: Dispatcher([injected(unmade)]), "f", "a function that makes an injected value"),
        (lambda: Dispatcher([injected(unclosed)]), "f", "closing an injected value"),
    ],
)
def test_what_the_hosts_code_raises_is_logged_with_its_traceback(make, name, what, caplog):
    """Once, as an error; the message holds no value of the arguments."""
    arguments = {"a": 77, "b": 77} if name == "add" else {"secret": "77"}
    result = make().dispatch(call(name, **arguments))
    (record,) = caplog.records
    assert (result.kind, record.name, record.levelname) == ("tool_error", "toolkit.dispatch", "ERROR")
    assert record.getMessage() == f"{what} raised RuntimeError in a call of {name}"
    assert record.exc_info[1] is result.error.exception


def test_what_an_exception_says_is_written_for_debugging_alone(caplog):
    """It may hold values; the place is told as an error, and no hidden character reaches a terminal."""

    def guard(prepared: Any, proceed: Any) -> Any:
        raise ValueError(f"no \x1b[31m{prepared.arguments}")

    dispatcher = Dispatcher([add], middleware=[guard])
    dispatcher.dispatch(call("add", a=77, b=77))
    assert "77" not in caplog.text
    assert "in guard" in caplog.text
    assert caplog.text.endswith("ValueError\n")
    caplog.clear()
    with caplog.at_level(logging.DEBUG, "toolkit.dispatch"):
        dispatcher.dispatch(call("add", a=77, b=77))
    assert [each.levelname for each in caplog.records] == ["ERROR", "DEBUG"]
    assert "ValueError: no [31m{'a': 77, 'b': 77}" in caplog.text


def test_a_value_that_cannot_be_closed_does_not_hide_that_the_tool_ran():
    """Nor what it returned."""
    result = Dispatcher([injected(unclosed)]).dispatch(call("f"))
    assert (result.value, result.text) == (
        1,
        "The tool ran, but code around it failed: RuntimeError: broken. Do not call it again for the same effect.",
    )


def test_a_value_that_cannot_be_made_means_that_nothing_ran():
    """So the model may try again."""
    assert Dispatcher([injected(unmade)]).dispatch(call("f")).text == "RuntimeError: broken"


def test_closing_that_raises_beside_the_body_is_an_error_of_its_own(caplog):
    """The result is about the body."""
    assert Dispatcher([injected(unclosed, fails=True)]).dispatch(call("f")).text == "ValueError: body"
    told = {(each.levelname, each.exc_info[0]) for each in caplog.records}
    assert told == {("ERROR", RuntimeError), ("WARNING", ValueError)}


@pytest.mark.parametrize("settings", [{}, {"timeout_seconds": 5}])
def test_what_a_body_raises_is_a_warning_without_what_it_says(settings, caplog):
    """On either road; what it says may hold values, and stands at DEBUG."""

    @tool
    def f(secret: str) -> int:
        """F."""
        raise ValueError(secret)

    dispatcher = Dispatcher([f], **settings)
    assert not dispatcher.dispatch(call("f", secret="s3cret")).ok
    (record,) = caplog.records
    assert (record.levelname, record.getMessage()) == ("WARNING", "the body of f raised ValueError")
    assert "raise ValueError(secret)" in caplog.text
    assert "s3cret" not in caplog.text
    with caplog.at_level(logging.DEBUG, "toolkit.dispatch"):
        dispatcher.dispatch(call("f", secret="s3cret"))
    assert "ValueError: s3cret" in caplog.text


@pytest.mark.parametrize("exception", [ToolError("closed"), Retry("later")])
def test_what_a_body_tells_the_model_is_no_warning(exception, caplog):
    """It is how a tool says that something cannot be done."""

    @tool
    def f() -> int:
        """F."""
        raise exception

    assert Dispatcher([f]).dispatch(call("f")).text == str(exception)
    assert caplog.records == []


def test_a_result_without_a_json_form_is_said_to_be_the_result(caplog):
    """The body has done its work."""

    @tool
    def f() -> object:
        """F."""
        return object()

    assert Dispatcher([f]).dispatch(call("f")).kind == "result_error"
    assert caplog.records[0].getMessage().startswith("the result of f raised ")


def test_what_the_library_says_of_the_program_stands_in_the_log(caplog):
    """It names no value, and whoever reads the log has to mend it."""

    def silent(prepared: Any, proceed: Any) -> Any:
        proceed(prepared)

    result = Dispatcher([add], middleware=[silent]).dispatch(call("add", a=1, b=2))
    cure = "gave None, not a ToolResult; return proceed(call) or call.answer(value)"
    assert cure in caplog.text
    assert cure in result.text


def test_a_wording_that_raises_is_logged(caplog):
    """The failure keeps its own words."""

    @tool(on_tool_error=raising)
    def f() -> int:
        """F."""
        raise ToolError("closed")

    assert Dispatcher([f]).dispatch(call("f")).text == "closed"
    assert [each.exc_info[0] for each in caplog.records] == [RuntimeError]


def test_a_body_that_makes_a_tool_of_an_argument_does_not_write_it_into_the_log(caplog):
    """What the library says of that tool is about the argument."""

    @tool
    def declare(name: str) -> str:
        """Declare a tool."""
        return Tool.declare(name, "").name

    with caplog.at_level(logging.INFO):
        result = Dispatcher([declare]).dispatch(call("declare", name="my s3cret"))
    assert "'my s3cret' is no name for a tool" in result.text
    assert [each.levelname for each in caplog.records if each.name == "toolkit.dispatch"] == ["WARNING"]
    assert "s3cret" not in caplog.text


def test_what_a_task_of_a_body_tells_the_model_is_no_warning(caplog):
    """The TaskGroup puts a group around it, which is not what its author meant to say."""

    @tool
    def f() -> int:
        """F."""
        raise ExceptionGroup("tasks", [ToolError("closed")])

    assert Dispatcher([f]).dispatch(call("f")).text == "closed"
    assert caplog.records == []
