"""The dispatcher as its users see it: one call, many calls, in and out of event loops."""

from __future__ import annotations

import asyncio
import datetime as dt
import itertools
import json
import time
import uuid
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from dispatching import Told, aadd, add, anap, call, nap

from toolkit import (
    CallMetadata,
    DelegatingTool,
    Dispatcher,
    HostError,
    Inject,
    MissingContextError,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    tool,
)

OPENAI = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1, "b": 2}'}}
ANTHROPIC = {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 1, "b": 2}}


@pytest.mark.parametrize("payload", [OPENAI, ANTHROPIC, ToolCall("add", {"a": 1, "b": 2}), {"tool_calls": [OPENAI]}])
def test_a_call_of_any_shape_gives_its_result(payload):
    """The value as a Python object, the text for the model."""
    result = Dispatcher([add]).dispatch(payload)
    assert (result.ok, result.kind, result.value, result.text) == (True, "ok", 3, "3")


async def test_an_async_caller_gets_the_same():
    """Adispatch takes the same payloads and keywords."""
    result = await Dispatcher([add, aadd]).adispatch(OPENAI, tags=["t"])
    assert (result.value, result.text) == (3, "3")


def test_an_async_body_serves_a_sync_caller():
    """Dispatch runs coroutine functions."""
    assert Dispatcher([aadd]).dispatch(call("aadd", a=1, b=2)).value == 3


def test_a_registry_is_read_as_it_is_at_each_call():
    """A tool that is added later is found, one that is removed is not."""
    registry = Registry([add])
    dispatcher = Dispatcher(registry)
    before = dispatcher.dispatch(call("aadd", a=1, b=2)).kind
    registry.add(aadd)
    registry.remove("add")
    after = [dispatcher.dispatch(call(name, a=1, b=2)).kind for name in ("aadd", "add")]
    assert (before, after) == ("unknown_tool", ["ok", "unknown_tool"])


def test_a_message_of_several_calls_is_for_dispatch_all():
    """The text names the method that takes it."""
    result = Dispatcher([add]).dispatch({"tool_calls": [OPENAI, OPENAI]})
    assert (result.kind, "dispatch_all" in result.text) == ("malformed_call", True)


def test_all_results_come_in_the_order_of_the_calls():
    """However long each takes."""
    calls = [call("anap", seconds=0.05), call("add", a=1, b=2), call("nope"), call("nap", seconds=0.01)]
    results = Dispatcher([add, anap, nap]).dispatch_all(calls)
    assert [result.kind for result in results] == ["ok", "ok", "unknown_tool", "ok"]
    assert [result.call.name for result in results] == ["anap", "add", "nope", "nap"]


def test_calls_of_a_batch_run_side_by_side():
    """Sync bodies in threads, async ones in a loop."""
    started = time.perf_counter()
    calls = [call(name, seconds=0.5) for name in ("nap", "anap", "nap", "anap")]
    Dispatcher([anap, nap]).dispatch_all(calls)
    assert time.perf_counter() - started < 1.5


async def test_results_come_as_they_are_ready():
    """as_completed gives the quickest first, and leaves no task."""
    calls = [call("anap", seconds=0.1), call("anap", seconds=0.01)]
    dispatcher = Dispatcher([anap])
    seconds = [result.call.arguments["seconds"] async for result in dispatcher.as_completed(calls)]
    assert (seconds, len(asyncio.all_tasks())) == ([0.01, 0.1], 1)


async def test_a_caller_that_stops_early_cancels_the_rest():
    """Closing as_completed leaves no task."""
    results = Dispatcher([anap]).as_completed([call("anap", seconds=0.01), call("anap", seconds=60)])
    first = await anext(results)
    await results.aclose()
    assert (first.text, len(asyncio.all_tasks())) == ("rested", 1)


def test_a_message_without_calls_gives_no_results():
    """An answer in words is no fault in a loop over messages."""
    assert Dispatcher([add]).dispatch_all({"role": "assistant", "content": "hello"}) == []


def test_a_list_of_payloads_may_mix_shapes_and_broken_ones():
    """Each gets a result of its own."""
    results = Dispatcher([add]).dispatch_all([OPENAI, {"type": "function"}, ANTHROPIC])
    assert [result.kind for result in results] == ["ok", "malformed_call", "ok"]


async def test_a_dispatcher_is_a_context_manager():
    """Leaving it closes it, in a loop or without one; so does saying it."""
    with Dispatcher([add]) as dispatcher:
        assert dispatcher.dispatch(OPENAI).ok
    with pytest.raises(HostError):
        dispatcher.dispatch_all([OPENAI])
    async with Dispatcher([add]) as dispatcher:
        assert (await dispatcher.adispatch(OPENAI)).ok
    other = Dispatcher([add])
    await other.aclose()
    for closed in (dispatcher, other):
        with pytest.raises(HostError):
            await closed.adispatch_all([OPENAI])


def test_nothing_on_offer_is_nothing():
    """An empty list is no missing one; names stand for the dispatcher's tools."""
    dispatcher = Dispatcher([add, aadd])
    kinds = [
        dispatcher.dispatch(call("add", a=1, b=2), tools=each).kind
        for each in ([], Registry(), ["aadd"], [aadd], ["add"], [add])
    ]
    assert kinds == ["unknown_tool"] * 4 + ["ok"] * 2
    assert dispatcher.dispatch(call("add", a=1, b=2), tools="add").ok
    with pytest.raises(HostError, match="nope"):
        dispatcher.dispatch(call("add", a=1, b=2), tools=["nope"])


@pytest.mark.parametrize("name", ["tools", "hooks", "tags"])
def test_what_is_given_as_a_list_is_one(name: str):
    """The text names the keyword."""
    with pytest.raises(HostError, match=f"^{name}= takes a list, not an int$"):
        Dispatcher([add]).dispatch(call("add", a=1, b=2), **{name: 5})


def test_python_values_take_the_whole_road():
    """dispatcher.call dumps them, so that they are checked and loaded as a model's are."""
    dispatcher = Dispatcher([add])
    results = [dispatcher.call(add, 1, b=2), dispatcher.call("add", 1, 2), dispatcher.call(add, "x", 2)]
    assert [result.kind for result in results] == ["ok", "ok", "invalid_arguments"]
    assert results[0].unwrap() == 3


async def test_python_values_are_dispatched_by_async_callers_too():
    """acall, and a name that nobody has."""
    dispatcher = Dispatcher([aadd])
    results = [
        await dispatcher.acall(aadd, 1, 2),
        await dispatcher.acall("nope", a=1),
        await dispatcher.acall(add, 1, 2),
    ]
    assert [result.kind for result in results] == ["ok", "unknown_tool", "ok"]


def test_python_values_may_be_positional_items_and_objects():
    """*args, keyword-only parameters, and dates."""
    from datetime import date

    @tool
    def total(day: date, *items: int, unit: str = "EUR") -> str:
        """Total of a day."""
        return f"{day} {sum(items)} {unit}"

    result = Dispatcher([total]).call(total, date(2026, 1, 2), 1, 2, unit="USD")
    assert (result.text, result.arguments) == (
        "2026-01-02 3 USD",
        {"day": "2026-01-02", "items": [1, 2], "unit": "USD"},
    )


@pytest.mark.parametrize(("args", "kwargs"), [((1, 2, 3), {}), ((object(), 1), {}), ((), {"a": 1, "c": 2})])
def test_python_values_that_do_not_fit_are_a_result(args, kwargs):
    """Too many, no JSON, an unknown name."""
    assert Dispatcher([add]).call(add, *args, **kwargs).kind == "invalid_arguments"


@pytest.mark.parametrize(("count", "text"), [(1, "1 positional argument"), (2, "2 positional arguments")])
def test_how_many_python_values_fit_is_told(count: int, text: str):
    """In the number of the noun."""

    def one(a: int) -> None: ...

    def two(a: int, b: int) -> None: ...

    taking = Tool.from_function((one, two)[count - 1], name="take", description="Take.")
    assert Dispatcher([taking]).call("take", 1, 2, 3).text.startswith(f"take takes {text}, not 3")


@pytest.mark.parametrize("taking", [add, Tool.of(add).with_arguments(rename={"a": "first"})])
def test_a_python_value_is_not_lost_to_another_of_its_name(taking):
    """As in a call of Python, which would raise."""
    name = Tool.of(taking).descriptor.parameters[0].name
    result = Dispatcher([taking]).call(taking, 1, b=2, **{name: 3})
    assert (result.kind, result.text) == (
        "invalid_arguments",
        f"add got two values for {name!r}, by position and by name",
    )


def test_secrets_that_a_program_passes_reach_the_function():
    """Pydantic writes asterisks for them, at any depth; bytes are text in JSON."""
    pydantic = pytest.importorskip("pydantic")

    class Login(pydantic.BaseModel):
        user: str
        word: pydantic.SecretStr

    def enter(login, keys, at=None):
        return [login.word.get_secret_value(), keys[0].get_secret_value(), at and at.get_secret_value()]

    day = pydantic.Secret[dt.date]
    enter.__annotations__ = {"login": Login, "keys": list[pydantic.SecretBytes], "at": day | None}
    made = Tool.from_function(enter, description="")
    dispatcher = Dispatcher([made])
    word, key = pydantic.SecretStr("xyzzy"), pydantic.SecretBytes(b"k")
    result = dispatcher.call(made, Login(user="ann", word=word), [key], day(dt.date(2026, 1, 2)))
    assert result.value == ["xyzzy", b"k", dt.date(2026, 1, 2)]
    refused = dispatcher.call(made, Login(user="ann", word=word), [pydantic.SecretBytes(b"\xff")])
    assert (refused.kind, "no UTF-8" in refused.text) == ("invalid_arguments", True)


def test_unwrap_gives_the_value_or_raises():
    """What the body raised, as it was raised."""

    @tool
    def fails() -> None:
        """Fail."""
        raise KeyError("k")

    with pytest.raises(KeyError):
        Dispatcher([fails]).call(fails).unwrap()


def test_a_result_carries_what_is_known_of_the_call():
    """Its arguments, duration, repairs, and whether it should go straight to the user."""

    @tool(return_direct=True)
    def f(items: list[int]) -> int:
        """F."""
        return len(items)

    result = Dispatcher([f]).dispatch(call("f", items="[1, 2]"))
    assert (result.value, result.return_direct, result.arguments) == (2, True, {"items": [1, 2]})
    assert [each.rung for each in result.repairs] == ["json_text"]
    assert 0 < result.seconds < 5


def test_a_result_is_written_in_the_dialect_of_its_call():
    """Whatever the dialect, with the call's id."""
    dispatcher = Dispatcher([add])
    assert dispatcher.dispatch(OPENAI).to_message()["tool_call_id"] == "c1"
    assert "t1" in json.dumps(dispatcher.dispatch(ANTHROPIC).to_message())


def test_a_dialect_of_no_name_is_not_restored():
    """A ToolCall may come from somewhere that has no dialect here."""
    assert Dispatcher([add]).dispatch(ToolCall("add", {"a": 1, "b": 2}, "c", "elsewhere")).value == 3


def test_a_tool_that_is_switched_off_is_unknown():
    """Also by a predicate on the caller's context, and no text offers it."""

    @tool(enabled=lambda context: context == "admin")
    def purge() -> str:
        """Purge."""
        return "purged"

    dispatcher = Dispatcher([purge])
    refused = dispatcher.dispatch(call("purge"))
    assert (refused.kind, "Did you mean" in refused.text) == ("unknown_tool", False)
    assert dispatcher.dispatch(call("purge"), context="admin").text == "purged"


def test_tools_may_be_provided_for_one_call():
    """registry.provide, with the caller's context; a provider that raises is a failure of that call."""
    registry = Registry([add])

    @registry.provide
    def extra(context: Any) -> list[Any]:
        if context == "broken":
            raise ValueError("no tools")
        return [aadd] if context == "more" else []

    dispatcher = Dispatcher(registry)
    kinds = [dispatcher.dispatch(call("aadd", a=1, b=2), context=each).kind for each in ("more", "less", "broken")]
    assert kinds == ["ok", "unknown_tool", "tool_error"]


def test_a_class_based_tool_and_its_own_texts():
    """load_arguments and dump_result of its class are used."""

    class Greet(Tool):
        description = "Greet."

        def execute(self, name: str) -> dict[str, str]:
            return {"hello": name}

        def dump_result(self, result: dict[str, str]) -> str:
            return f"hello {result['hello']}"

    result = Dispatcher([Greet()]).dispatch(call("greet", name="Ann"))
    assert (result.value, result.text) == ({"hello": "Ann"}, "hello Ann")


def test_a_declared_tool_is_external_or_handled():
    """Its checked arguments are in the value; a handler carries it out, a decorated one by name."""
    declared = Tool.declare("search", "Search.", {"type": "object", "properties": {"q": {"type": "string"}}})

    @tool
    def by_name(q: str) -> str:
        """By name."""
        return q.upper()

    outside = Dispatcher([declared]).dispatch(call("search", q="x"))
    handled = Dispatcher([declared], handlers={"search": lambda arguments: arguments["q"] * 2})
    named = Dispatcher([declared], handlers={"search": by_name})
    assert (outside.kind, outside.ok, outside.value) == ("external", False, {"q": "x"})
    assert [each.dispatch(call("search", q="x")).text for each in (handled, named)] == ["xx", "X"]
    assert Dispatcher([declared]).dispatch(call("search", q=1)).kind == "invalid_arguments"


def test_a_handler_under_a_misspelt_name_is_told_of(caplog):
    """Else the tool would be left to the caller in silence; other names may be those of later tools."""
    declared = [Tool.declare(name, "Search.", {"type": "object"}) for name in ("search", "search_all")]
    Dispatcher(declared, handlers={"serach": print, "search_all": print, "pay": print})
    assert caplog.messages == ["handlers['serach'] is for no tool; is 'search' meant?"]


def test_arguments_that_a_tool_does_not_have_are_refused_or_ignored():
    """By the dispatcher's setting, or the tool's; what is ignored stands in the receipts."""
    refused = Dispatcher([add]).dispatch(call("add", a=1, b=2, c=3))
    ignored = Dispatcher([add], extra_arguments="ignore").dispatch(call("add", a=1, b=2, c=3))
    assert (refused.kind, ignored.value) == ("invalid_arguments", 3)
    assert [(each.path, each.rung) for each in ignored.repairs] == [("c", "ignored")]


def test_hooks_of_a_call_get_its_tags_and_names():
    """run_id, run_name and tags of this call are in the context; the tool's tags follow the call's."""
    seen: list[Any] = []

    class Hook:
        def on_tool_start(self, call: ToolCall, context: ToolContext) -> None:
            seen.append((context.tags, context.run_id, context.run_name, context.tool.name))

    @tool(tags=["own", "both"])
    def f() -> int:
        """F."""
        return 1

    dispatcher = Dispatcher([f])
    dispatcher.dispatch(call("f"), hooks=[Hook()], tags=["mine", "both"], run_id="r1", run_name="first")
    dispatcher.dispatch(call("f"), hooks=[Hook()])
    assert seen[0] == (("mine", "both", "own"), "r1", "first", "f")
    assert (seen[1][0], len(seen[1][1]), seen[1][2]) == (("own", "both"), 36, "f")


def test_told_hooks_hear_of_a_refusal_alone():
    """A call that is refused before its arguments are loaded has an error and no start."""
    told = Told()
    dispatcher = Dispatcher([add], hooks=[told])
    dispatcher.dispatch(call("nope"))
    dispatcher.dispatch(call("add", a="x", b=1))
    assert told.events == [("error", "CallError"), ("error", "ArgumentError")]


async def test_a_refused_call_of_an_async_tool_takes_the_short_road_too():
    """Its text is that of any refusal."""
    result = await Dispatcher([aadd]).adispatch(call("aadd", a="x", b=1))
    assert (result.kind, "a: integer" in result.text) == ("invalid_arguments", True)


async def test_as_completed_tells_of_a_payload_without_a_call():
    """One result."""
    assert [result.kind async for result in Dispatcher([add]).as_completed(5)] == ["malformed_call"]


def test_a_dispatcher_shows_its_tools():
    """For a debugger."""
    assert repr(Dispatcher([add])) == "Dispatcher(Registry(['add']))"


def test_many_tools_for_one_call_each_leave_no_plans_behind(monkeypatch):
    """Plans are dropped when there are too many."""
    monkeypatch.setattr("toolkit.dispatch.desk._MAX_PLANS", 3)
    dispatcher = Dispatcher([])
    for number in range(10):
        one = Tool.from_function(lambda: 1, name=f"t{number}", description="T.")
        assert dispatcher.dispatch(call(f"t{number}"), tools=[one]).value == 1
    assert len(dispatcher._desk._plans) <= 3


def test_python_values_for_tools_without_a_function():
    """By the names of the declaration; a reshaped tool's are its own."""
    declared = Tool.declare(
        "search",
        "Search.",
        {"type": "object", "properties": {"q": {"type": "string"}}},
        handler=lambda given: given["q"],
    )
    reshaped = Tool.of(add).with_arguments(rename={"a": "first"}, hide="b", defaults={"b": 5})
    dispatcher = Dispatcher([declared, reshaped])
    results = [dispatcher.call(declared, "x"), dispatcher.call(declared, q="y"), dispatcher.call("add", first=1)]
    assert [result.value for result in results] == ["x", "y", 6]
    assert dispatcher.call(declared, "x", "y").kind == "invalid_arguments"


def test_python_values_for_a_tool_that_takes_one_object():
    """The object, or its fields."""

    @dataclass
    class Args:
        n: int

    class Double(Tool[Args, int]):
        description = "Double."

        def execute(self, args: Args) -> int:
            return 2 * args.n

    dispatcher = Dispatcher([Double()])
    results = [dispatcher.call("double", Args(2)), dispatcher.call("double", n=3), dispatcher.call("double", args=5)]
    assert [result.kind for result in results] == ["ok", "ok", "invalid_arguments"]
    assert [result.value for result in results[:2]] == [4, 6]


def test_a_delegate_in_front_of_a_declaration_is_external_or_handled():
    """Also one with a method of its own, and one that is renamed."""
    declared = Tool.declare("search", "Search.", {"type": "object", "properties": {"q": {"type": "string"}}})

    class Noting(DelegatingTool):
        def execute_call(self, arguments: dict[str, Any], context: ToolContext) -> Any:
            return super().execute_call(arguments, context)

    for front in (Noting(declared), declared.renamed("search"), DelegatingTool(declared)):
        assert Dispatcher([front]).dispatch(call("search", q="x")).kind == "external"
        handled = Dispatcher([front], handlers={"search": lambda arguments: arguments["q"] * 2})
        assert handled.dispatch(call("search", q="x")).text == "xx"
    assert Dispatcher([add], handlers={"add": print}).dispatch(call("add", a=1, b=2)).value == 3


@pytest.mark.parametrize(
    "name", ["function", "callable", "fn", "switch", "call", "context", "executor", "loaded", "text"]
)
async def test_a_parameter_may_have_any_name(name):
    """No name is taken by what stands between a call and its function, by whatever way it is called."""
    scope: dict = {}
    exec(f"def echo({name}: int) -> int:\n    'Give it back.'\n    return {name}", scope)
    tools = Registry([scope["echo"]])
    call = ToolCall("echo", {name: 3})
    assert Dispatcher(tools).dispatch(call).value == 3
    assert Dispatcher(tools, timeout_seconds=5).dispatch(call).value == 3
    assert (await Dispatcher(tools).adispatch(call)).value == 3
    assert tools["echo"].invoke({name: 3}) == 3


async def test_a_final_reply_has_no_calls():
    """`tool_calls` of a message that calls nothing is None, in every way in."""
    dispatcher = Dispatcher([add])
    assert dispatcher.dispatch_all(None) == []
    assert await dispatcher.adispatch_all(None) == []
    assert [each async for each in dispatcher.as_completed(None)] == []


ASK = Tool.declare("ask", "Ask the user.")


@pytest.mark.parametrize(("own", "offered"), [([ASK], {}), ([], {"tools": [ASK]})])
def test_a_call_that_the_caller_carries_out_is_answered_as_a_tool_answers(own, offered):
    """Rendered, with the id of the call and its arguments; also for a tool of that turn alone."""
    dispatcher = Dispatcher(own)
    asked = dispatcher.dispatch(ToolCall("ask", {"question": "Which?"}, "c1"), **offered)
    answered = dispatcher.answer(asked, {"said": ["red"]})
    assert (asked.kind, answered.ok, answered.value) == ("external", True, {"said": ["red"]})
    assert answered.arguments == {"question": "Which?"}
    assert answered.to_message() == {"role": "tool", "tool_call_id": "c1", "content": '{"said": ["red"]}'}


def test_an_answer_that_json_cannot_hold_is_a_result_error():
    """As a tool's would be."""
    dispatcher = Dispatcher([ASK])
    assert dispatcher.answer(dispatcher.dispatch(ToolCall("ask", {})), object()).kind == "result_error"


def test_all_faults_of_arguments_are_named_at_once():
    """What the schema refuses, and what a loader refuses beside it."""

    @tool
    def plan(length: dt.timedelta, day: dt.date, days: list[dt.date]) -> str:
        """Plan."""
        return "planned"

    sent = {"length": 3600, "day": "01/02/2024", "days": ["2024-01-01", "soon"]}
    result = Dispatcher([plan]).dispatch(ToolCall("plan", sent))
    assert [each.path for each in result.error.violations] == ["length", "day", "days[1]"]


def test_a_keyword_that_no_call_takes_is_named_with_those_there_are():
    """A misspelt one must not be dropped in silence."""
    with pytest.raises(TypeError, match=r"unexpected keyword 'contxt'; a call takes context, metadata"):
        Dispatcher(Registry([add])).dispatch(ToolCall("add", '{"a": 1, "b": 2}'), contxt=1)


@pytest.mark.parametrize("given", [{"context": None}, {"tools": None, "hooks": (), "tags": ()}])
def test_a_keyword_without_a_value_is_as_none_at_all(given):
    """So that a host may hand on what it may not have."""
    assert Dispatcher(Registry([add])).dispatch(ToolCall("add", '{"a": 1, "b": 2}'), **given).text == "3"


def test_what_the_host_gives_along_does_not_change_a_call_that_wants_nothing_of_it():
    """Its values and its refusals are those of a bare call; a conversation is told apart by its context alone."""

    class Conversation:
        """Something that can be referred to weakly."""

    dispatcher, right, wrong = Dispatcher(Registry([add])), ToolCall("add", '{"a": 1, "b": 2}'), ToolCall("add", "{}")
    first, second = Conversation(), Conversation()
    assert dispatcher.dispatch(right, context=first, metadata={"trace": "t"}, tags=["x"], run_id="r").text == "3"
    texts = [dispatcher.dispatch(wrong, context=each).text for each in (first, second, first)]
    assert texts[0] == texts[1]
    assert texts[2] != texts[0]


async def test_a_run_has_an_id_that_is_a_random_uuid():
    """As other systems write them."""
    seen = []

    class Watch:
        def on_tool_start(self, call, context):
            seen.append(uuid.UUID(context.run_id))

    dispatcher = Dispatcher(Registry([add]), hooks=[Watch()])
    for _ in range(2):
        dispatcher.dispatch(ToolCall("add", '{"a": 1, "b": 2}'))
    assert [(each.version, each.variant) for each in seen] == [(4, uuid.RFC_4122)] * 2
    assert seen[0] != seen[1]


@pytest.mark.parametrize("settings", [{}, {"timeout_seconds": 5}])
def test_a_body_that_cancels_its_own_task_gives_a_sync_caller_a_result(settings):
    """Nobody cancelled the caller."""

    @tool
    async def gives_up() -> None:
        """Give up."""
        asyncio.current_task().cancel()
        await asyncio.sleep(0)

    @tool
    def gives_up_later() -> Any:
        """Give up, but later."""
        return gives_up()

    dispatcher = Dispatcher([gives_up, gives_up_later, add], **settings)
    results = [dispatcher.call(gives_up), dispatcher.dispatch(call("gives_up_later")), dispatcher.call(add, 1, 2)]
    assert [result.kind for result in results] == ["cancelled", "cancelled", "ok"]
    assert results[0].text == "the call was cancelled"


@pytest.mark.parametrize("arguments", ['{"items": [1]}', '{"items": [1.0]}', {"items": [1]}, {"items": (1,)}])
@pytest.mark.parametrize("hooks", [[], [Told()]])
def test_what_a_body_changes_is_no_part_of_the_arguments_in_the_result(arguments, hooks):
    """They are what was checked, whether something had to be repaired before or not."""

    @tool
    def extend(items: list[int]) -> int:
        """Extend."""
        items.append(2)
        return len(items)

    result = Dispatcher([extend], hooks=hooks).dispatch(ToolCall("extend", arguments))
    assert (result.text, result.arguments) == ("2", {"items": [1]})


def test_calls_may_come_from_a_generator():
    """One that fails is a payload that cannot be read."""

    def failing():
        yield call("add", a=1, b=2)
        raise RuntimeError("gone")

    dispatcher = Dispatcher([add])
    assert [each.value for each in dispatcher.dispatch_all(call("add", a=n, b=1) for n in range(3))] == [1, 2, 3]
    (result,) = dispatcher.dispatch_all(failing())
    assert (result.kind, result.text) == ("malformed_call", "the payload cannot be read: RuntimeError")


def test_an_iterator_without_an_end_is_refused():
    """Nothing of it runs."""
    dispatcher = Dispatcher([add])
    (result,) = dispatcher.dispatch_all(itertools.repeat(call("add", a=1, b=1)))
    assert (result.kind, result.text) == (
        "malformed_call",
        "the payload is an iterator that gives more than 10,000 messages; give a list",
    )
    assert dispatcher.dispatch(itertools.count()).text == result.text


@tool
def told(
    word: str, context: ToolContext[str], metadata: CallMetadata, number: Annotated[int, Inject()] = 0
) -> dict[str, Any]:
    """What it was given."""
    return {"word": word, "deps": context.deps, "trace": metadata["trace"], "run": context.run_id, "number": number}


async def test_a_call_with_python_values_may_have_a_context():
    """And all else that a host gives along, for sync and async callers, a tool or its name."""
    given = {"context": "ann", "metadata": {"trace": "t1"}, "run_id": "r1", "services": {int: 7}}
    caller = Dispatcher([told]).given(**given)
    expected = {"word": "hi", "deps": "ann", "trace": "t1", "run": "r1", "number": 7}
    assert [caller.call(told, "hi").value, caller.call("told", word="hi").value] == [expected] * 2
    assert (await caller.acall(told, "hi")).value == expected


def test_every_keyword_of_a_call_is_the_functions():
    """Be it called as something that a host gives along."""

    @tool
    def named(context: str, run_id: str) -> str:
        """Join them."""
        return context + run_id

    dispatcher = Dispatcher([named])
    assert dispatcher.call(named, context="a", run_id="b").value == "ab"
    assert dispatcher.given(run_id="r1").call(named, context="a", run_id="b").value == "ab"


def test_hooks_that_are_given_hear_of_each_call():
    """Of refused ones too."""
    hooks = Told()
    caller = Dispatcher([told]).given(context="ann", metadata={"trace": "t1"}, hooks=[hooks])
    assert [caller.call(told, "hi").kind, caller.call(told, 5).kind, caller.call("no").kind] == [
        "ok",
        "invalid_arguments",
        "unknown_tool",
    ]
    assert [event[0] for event in hooks.events] == ["start", "end", "error", "error"]


def test_only_what_was_on_offer_is_found_by_name():
    """A tool that the host holds in its hands is called all the same."""
    caller = Dispatcher([told]).given(tools=[], context="ann", metadata={"trace": "t1"})
    assert [caller.call("told", "hi").kind, caller.call(told, "hi").kind] == ["unknown_tool", "ok"]


def test_what_makes_no_sense_raises_when_it_is_given():
    """Before any call."""
    dispatcher = Dispatcher([told])
    with pytest.raises(TypeError, match="contxt"):
        dispatcher.given(contxt="ann")
    with pytest.raises(HostError, match="mapping"):
        dispatcher.given(metadata=["t1"])
    with pytest.raises(MissingContextError):
        dispatcher.given(run_id="r1").call(told, "hi")
