"""Koog's registries and what becomes of a call: texts, kinds, events, batches.

Without a test: the older texts of failures (the newer ones say the same), serialised kinds of results (`to_dict` has
them as texts).
"""

from __future__ import annotations

import asyncio

import pytest
from koog_samples import call

from toolkit import ArgumentError, CallError, Dispatcher, DuplicateToolError, Registry, Tool, ToolError, tool


@tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@tool
def fail(reason: str) -> str:
    """Fail for a reason."""
    raise ToolError(reason)


class Echo(Tool):
    """Say it again."""

    def execute(self, text: str) -> str:
        return text


class Louder(Echo):
    """Say it louder."""

    def execute(self, text: str) -> str:
        return text.upper()


def another(name: str = "add") -> Tool:
    """Another tool of that name."""
    return Tool.from_function(lambda a: a, name=name, description="Another one.")


# -- registries


def test_a_registry_keeps_the_order_and_refuses_a_second_tool_of_a_name():
    """The error names both origins."""
    registry = Registry([add, fail])
    registry.add(Echo())
    assert registry.names() == ["add", "fail", "echo"]
    with pytest.raises(DuplicateToolError, match=r"add: defined twice, by .*:add and by .*another"):
        registry.add(another())


def test_what_a_registry_gives_out_is_not_the_registry():
    """Changing a list of its tools changes nothing."""
    registry = Registry([add])
    registry.names().append("x")
    list(registry).clear()
    assert registry.names() == ["add"]


def test_a_tool_is_found_by_its_name():
    """Case counts; a name that is not there is named with the closest one, or is None on request."""
    registry = Registry([add, Echo()])
    assert registry["add"] is add.__tool__
    assert registry.get("ADD") is None
    with pytest.raises(KeyError, match="no tool 'ad'; did you mean 'add'"):
        registry["ad"]


def test_a_tool_is_found_by_its_class():
    """A subclass is one of the class."""
    registry = Registry([add, Louder()])
    (found,) = registry.find(where=lambda each: each.find(Echo) is not None)
    assert type(found) is Louder


def test_two_registries_become_one():
    """A clash is an error, or the first or the second wins, as the first registry was told."""
    left, right = Registry([add]), Registry([another(), fail])
    with pytest.raises(DuplicateToolError):
        _ = left + right
    kept = Registry([add], on_duplicate="keep") + right
    replaced = Registry([add], on_duplicate="replace") + right
    assert (kept["add"], replaced["add"]) == (left["add"], right["add"])
    assert kept.names() == replaced.names() == ["add", "fail"]
    assert (left.names(), (left + Registry()).names()) == (["add"], ["add"])


def test_a_tool_that_is_added_twice_is_there_once():
    """The same one is no clash; another one of its name is never hidden behind it."""
    registry = Registry([add])
    registry.add(add)
    assert len(registry) == 1
    with pytest.raises(DuplicateToolError):
        registry.add(another())
    registry.replace(another())
    assert registry["add"].description == "Another one."


def test_no_empty_registry_is_shared():
    """Each is its own, so what is added to one stays there."""
    Registry().add(add)
    assert (len(Registry()), len(Registry() + Registry())) == (0, 0)


# -- what becomes of a call


def test_arguments_that_are_no_json_are_refused():
    """The text says what is wrong and where."""
    result = Dispatcher([add]).dispatch(call("add", '{"a": 1,'))
    assert (result.ok, result.kind, result.value) == (False, "malformed_call", None)
    assert "JSON" in result.text


def test_a_name_that_no_tool_has_is_refused():
    """With those that look like it; the others are not listed."""
    result = Dispatcher([add, fail]).dispatch(call("addd", {}))
    assert result.kind == "unknown_tool"
    assert result.text == "There is no tool 'addd'. Did you mean add?"


def test_arguments_that_do_not_fit_are_refused():
    """Before the tool is entered, all faults at once."""
    result = Dispatcher([add]).dispatch(call("add", {"a": "x"}))
    assert result.kind == "invalid_arguments"
    assert ("a: integer" in result.text, "b: required" in result.text) == (True, True)


def test_a_tools_own_message_arrives_as_it_is():
    """Any other exception is named with its type."""

    @tool
    def broken() -> None:
        """Break."""
        raise OSError("disk full")

    dispatcher = Dispatcher([fail, broken])
    assert dispatcher.dispatch(call("fail", {"reason": "Too late."})).text == "Too late."
    assert dispatcher.dispatch(call("broken", {})).text == "OSError: disk full"


async def test_a_cancellation_leaves_the_dispatcher():
    """It is no result."""

    @tool
    async def wait() -> None:
        """Wait."""
        await asyncio.sleep(60)

    task = asyncio.ensure_future(Dispatcher([wait]).adispatch(call("wait", {})))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_result_tells_all_of_its_call():
    """Its id, tool, arguments, text, kind and value, and the message for the model."""
    result = Dispatcher([add]).dispatch(call("add", {"a": 1, "b": 2}))
    assert (result.call.id, result.call.name, result.arguments) == ("c1", "add", {"a": 1, "b": 2})
    assert (result.text, result.kind, result.value) == ("3", "ok", 3)
    assert result.to_message() == {"role": "tool", "tool_call_id": "c1", "content": "3"}


def test_a_failure_has_its_exception():
    """For the program alone."""
    result = Dispatcher([fail]).dispatch(call("fail", {"reason": "no"}))
    assert isinstance(result.error.exception, ToolError)
    assert "exception" not in result.to_dict()


def test_typed_values_take_the_road_of_a_models_call():
    """`SafeTool`: the value or the failure, its text in both cases, and a way to insist."""
    dispatcher = Dispatcher([add, fail])
    good, bad = dispatcher.call(add, 1, b=2), dispatcher.call(fail, "no")
    assert (good.ok, good.value, good.text, good.unwrap()) == (True, 3, "3", 3)
    assert (bad.ok, bad.value, bad.text) == (False, None, "no")
    with pytest.raises(ToolError, match="no"):
        bad.unwrap()


def test_typed_values_that_do_not_fit_are_refused():
    """Too many, or of another type."""
    dispatcher = Dispatcher([add])
    assert dispatcher.call(add, 1, 2, 3).kind == "invalid_arguments"
    with pytest.raises(ArgumentError, match="b: integer"):
        dispatcher.call(add, 1, "2").unwrap()


async def test_several_calls_run_side_by_side_in_their_order():
    """One after the other where a tool says that it is sequential."""
    running: list[int] = []
    seen: list[int] = []

    async def body(n: int) -> int:
        """Count who runs."""
        running.append(n)
        await asyncio.sleep(0.01)
        seen.append(len(running))
        running.remove(n)
        return n

    registry = Registry()
    registry.add(body, name="side")
    registry.add(body, name="after", sequential=True)
    for name, most in (("side", 3), ("after", 1)):
        seen.clear()
        results = await Dispatcher(registry).adispatch_all([call(name, {"n": n}, f"c{n}") for n in range(3)])
        assert ([each.value for each in results], max(seen)) == ([0, 1, 2], most)


def test_events_of_a_call():
    """Start, then exactly one end; a call that is refused has the failing end alone."""
    told: list[str] = []

    class Listener:
        def on_tool_start(self, call, context):
            told.append(f"start {call.name}")

        def on_tool_end(self, call, context, value):
            told.append(f"end {value}")

        def on_tool_error(self, call, context, exception):
            told.append(f"{type(exception).__name__}")

    dispatcher = Dispatcher([add, fail], hooks=[Listener()])
    dispatcher.dispatch(call("add", {"a": 1, "b": 2}))
    dispatcher.dispatch(call("fail", {"reason": "no"}))
    dispatcher.dispatch(call("add", {}))
    dispatcher.dispatch(call("nothing", {}))
    assert told == ["start add", "end 3", "start fail", "ToolError", "ArgumentError", "CallError"]


def test_a_call_by_itself_raises_what_a_dispatcher_tells():
    """`invoke` is for programs."""
    with pytest.raises(ToolError, match="no"):
        Tool.of(fail).invoke({"reason": "no"})
    with pytest.raises(CallError):
        Tool.of(add).invoke("{")
