"""The Microsoft Agent Framework's calls of tools, the lists that hold them, and what stands around a call."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from microsoft_samples import add, dispatched

from toolkit import (
    ApprovalRequired,
    Dispatcher,
    DuplicateToolError,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    schemas,
    tool,
)


def test_the_context_of_a_call_is_injected():
    """By its type, under any name."""

    @tool
    def whoami(ctx: ToolContext[str]) -> str:
        """Who am I."""
        return f"{ctx.deps} calls {ctx.tool.name}"

    assert dispatched(whoami, context="ann").text == "ann calls whoami"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        ("é", "é"),
        ((1, 2), "[1, 2]"),
        ({1}, "[1]"),
        (True, "true"),
        ({"é": dt.date(2031, 5, 6)}, '{"é": "2031-05-06"}'),
    ],
)
def test_results_as_text(value: Any, text: str):
    """Never a repr inside JSON, never an empty text for nothing, no escaped characters."""
    assert dispatched(Tool.from_function(lambda: value, name="give", description="")).text == text


def test_a_failing_writer_of_results_is_a_failure():
    """An older version told the model whatever `str` gave."""
    made = Tool.from_function(lambda: 1, name="give", description="", marshal_result=lambda value, declared: value.x)
    assert dispatched(made).kind == "result_error"


def test_arguments_that_are_no_json_never_reach_a_parameter():
    """Also not one that is called `raw`."""
    ran: list[str] = []

    @tool
    def note(raw: str) -> None:
        """Note."""
        ran.append(raw)

    for text in ("{oops", "[1]", "5", '"raw"'):
        assert dispatched(note, text).kind == "malformed_call"
    assert ran == []


def test_an_unknown_argument_is_refused():
    """It is neither dropped nor an error of Python."""
    assert dispatched(add, {"x": 1, "z": 2}).text.splitlines()[1] == ("- z: no such argument; the arguments are x, y")


def test_texts_of_failures():
    """Of an unknown tool, of arguments, of an exception, of a refusal by a person."""

    @tool
    def fail() -> None:
        """Fail."""
        raise OSError("disk full")

    assert "There is no tool 'nothing'." in Dispatcher([add]).dispatch(ToolCall("nothing")).text
    assert dispatched(add, {"x": "1"}).text.startswith("The arguments of add are not valid:\n- x: integer")
    assert dispatched(fail).text == "OSError: disk full"
    assert dispatched(ApprovalRequired(add), {"x": 1}, approver=lambda request: False).text == "The call was denied."


# -- collecting


def test_a_second_tool_of_a_name_is_refused():
    """The same one twice is not a second one."""
    assert len(Registry([add, add])) == 1
    with pytest.raises(DuplicateToolError):
        Registry([add, Tool.from_function(lambda x: x, name="add", description="")])


def test_whatever_holds_tools_is_taken_apart():
    """Functions, declarations, objects with tools, lists in lists."""

    class Kit:
        tools = (Tool.declare("ask", "Ask."),)

    declared = {"type": "function", "function": {"name": "find", "description": "Find.", "parameters": {}}}
    assert Registry([[add], [Kit(), [declared]]]).names() == ["add", "ask", "find"]


def test_declarations_are_found_by_their_name():
    """In OpenAI's format."""
    assert schemas([add])[0]["function"]["name"] == "add"


def test_tools_change_between_the_turns_of_a_run():
    """What was on offer stays on offer for calls that were made of it; a failing change changes nothing."""
    registry = Registry([add])
    offered = registry.offered()

    @registry.tool
    def ask(q: str) -> str:
        """Ask."""
        return q

    dispatcher = Dispatcher(registry)
    call = ToolCall("ask", {"q": "x"})
    assert (dispatcher.dispatch(call, tools=offered).kind, dispatcher.dispatch(call).kind) == ("unknown_tool", "ok")
    with pytest.raises(DuplicateToolError):
        registry.add([Tool.declare("new", "New."), Tool.declare("add", "Another.")])
    assert registry.names() == ["add", "ask"]


def test_a_tool_may_change_what_is_on_offer():
    """From the next turn on; the calls of this one are not disturbed."""

    @tool
    def open_door(context: ToolContext) -> str:
        """Open."""
        context.registry.add(Tool.declare("enter", "Enter."))
        return "open"

    registry = Registry([open_door, add])
    results = Dispatcher(registry).dispatch_all([ToolCall("open_door"), ToolCall("add", {"x": 1})])
    assert ([each.ok for each in results], "enter" in registry) == ([True, True], True)


def test_tools_of_a_provider_say_where_they_come_from():
    """The host marks them as it likes."""
    registry = Registry([add])
    registry.provide(lambda context: [Tool.declare("ask", "Ask.", additional_properties={"context_source": "memory"})])
    assert registry.offered()["ask"].additional_properties == {"context_source": "memory"}


# -- around calls


def test_an_approval_is_bound_to_the_call_that_was_shown():
    """Middleware that changes the arguments needs a new one."""

    def doubling(call, proceed):
        return proceed(call.with_arguments({**call.arguments, "x": 2 * call.arguments["x"]}))

    result = dispatched(
        ApprovalRequired(add), {"x": 1}, middleware=[doubling], approver=lambda request: request.arguments["x"] < 2
    )
    assert result.kind == "denied"


def test_one_call_that_waits_leaves_its_siblings_alone():
    """MAF holds the whole batch back."""
    waiting, done = Dispatcher([ApprovalRequired(add), Tool.declare("ask", "Ask.")]).dispatch_all(
        [ToolCall("add", {"x": 1}), ToolCall("ask", {})]
    )
    assert (waiting.kind, done.kind) == ("approval_required", "external")


async def test_middleware_stands_around_a_call():
    """It may change arguments, answer by itself, refuse, and look at the result."""
    seen: list[Any] = []

    async def outer(call, proceed):
        result = await proceed(call.with_arguments({**call.arguments, "y": 10}))
        seen.append(result.value)
        return result

    def inner(call, proceed):
        return call.answer(0) if call.arguments["x"] == 0 else proceed(call)

    dispatcher = Dispatcher([add], middleware=[outer, inner])
    values = [(await dispatcher.adispatch(ToolCall("add", {"x": x}))).value for x in (1, 0)]
    assert values == seen == [11, 0]


def test_hooks_take_the_place_of_spans():
    """Name, text and id of a call; the arguments are theirs to keep or not."""
    spans: list[Any] = []

    class Tracer:
        def on_tool_start(self, call, context):
            spans.append((context.tool.name, context.tool.description, call.id))

    Dispatcher([add], hooks=[Tracer()]).dispatch(ToolCall("add", {"x": 1}, "c9"))
    assert spans == [("add", "Add two numbers.", "c9")]
