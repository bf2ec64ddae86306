"""Tools in front of other tools, and declarations without code."""

from __future__ import annotations

import datetime as dt
import functools
import inspect

import pytest

from toolkit import (
    ApprovalRequired,
    ArgumentError,
    CallError,
    DeclaredTool,
    DefinitionError,
    DelegatingTool,
    Dispatcher,
    Registry,
    Tool,
    ToolCall,
    ToolDescriptor,
    ToolError,
    replace,
    tool,
)


@tool(tags=["sum"], read_only=True)
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


class Doubled(DelegatingTool):
    def execute_call(self, arguments, context):
        return 2 * super().execute_call(arguments, context)


def test_a_delegate_forwards_everything():
    """Declaration, options and calls."""
    made = DelegatingTool(add)
    assert (made.name, made.description, made.tags) == ("add", "Add two numbers.", ("sum",)) or made.tags == ["sum"]
    assert made.input_schema == add.__tool__.input_schema
    assert made.invoke({"a": 1, "b": 2}) == 3


def test_a_delegate_may_change_the_call():
    """One hook, `execute_call`, sees validated JSON arguments."""
    assert Doubled(add).invoke({"a": 1, "b": 2}) == 6
    with pytest.raises(ArgumentError):
        Doubled(add).invoke({"a": 1})


def test_arguments_that_a_delegate_changes_are_validated_again():
    """The inner tool trusts nobody."""

    class Spoiled(DelegatingTool):
        def execute_call(self, arguments, context):
            return super().execute_call({**arguments, "a": "text"}, context)

    with pytest.raises(ArgumentError, match="a: integer"):
        Spoiled(add).invoke({"a": 1, "b": 2})


def test_a_declaration_validates_and_does_not_run():
    """Execution is the caller's."""
    made = Tool.declare(
        "ask", "Ask a person.", {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    )
    with pytest.raises(ArgumentError, match="q: required"):
        made.invoke({})
    with pytest.raises(CallError, match="declared only") as caught:
        made.invoke({"q": "now?"})
    assert caught.value.kind == "external"


def test_a_declaration_tells_where_its_calls_are_carried_out():
    """That of a function, of what is in a partial, of another tool; nowhere here without a handler."""
    handlers = (add, functools.partial(add, 1), Tool.of(add), None)
    sources = [Tool.declare("f", handler=each).source for each in handlers]
    assert sources == [*[f"{__name__}:add"] * 3, "external"]


def test_a_handler_carries_a_declaration_out():
    """It gets the arguments object, sync or async."""

    async def later(arguments):
        return arguments["n"] + 1

    made = Tool.declare("next", None, {"properties": {"n": {"type": "integer"}}}, handler=later)
    assert made.description == ""
    assert made.invoke({"n": 1}) == 2


def test_a_declaration_behind_a_delegate_is_left_to_the_caller():
    """With the arguments that reach it: renamed back, with what is hidden."""
    ask = Tool.declare("ask", None, {"properties": {"q": {"type": "string"}, "deep": {"type": "boolean"}}})
    made = ask.with_arguments(rename={"q": "question"}, hide="deep", defaults={"deep": True})
    result = Dispatcher([made]).dispatch({"name": "ask", "arguments": {"question": "why"}})
    assert (result.kind, result.value) == ("external", {"q": "why", "deep": True})


def test_a_delegate_marshals_with_the_type_that_is_declared_behind_it():
    """Though it calls the inner tool by itself."""
    made = Doubled(Tool.of(add, marshal_result=lambda value, declared: f"{value} {declared.__name__}"))
    assert Dispatcher([made]).dispatch({"name": "add", "arguments": {"a": 1, "b": 2}}).text == "6 int"


def test_a_declaration_of_a_tool_has_nothing_of_its_body():
    """Neither its twin nor its methods; what a host asks of it still answers."""

    class Search(Tool):
        """Search."""

        def enabled(self, context):
            return context == "on"

        def execute(self, query: str) -> str:
            return query

        async def _arun(self, query: str) -> str:
            return query

    made = Search().declaration_only()
    held = [value for _, value in made.options._items() if isinstance(getattr(value, "__self__", None), Tool)]
    assert (held, made.coroutine, made.bind) == ([], None, {})
    assert (Registry([made]).offered("on").names(), Registry([made]).offered("off").names()) == (["search"], [])


class Counted(DeclaredTool):
    """A declaration that counts how often it is carried out."""

    def __init__(self, *values, **named):
        """None so far."""
        super().__init__(*values, **named)
        self.times = 0

    def execute_call(self, arguments, context):
        """What the handler gives, counted."""
        self.times += 1
        return super().execute_call(arguments, context)


def test_a_class_derived_from_that_of_declarations_makes_and_keeps_its_own():
    """By `declare`, by `replace`, and with a handler of the dispatcher's."""
    made = Counted.declare("count", handler=len)
    made.invoke({})
    other = replace(made, name="size", tags=["a"])
    other.invoke({"a": 1})
    assert (type(made), type(other), made.times, other.times) == (Counted, Counted, 1, 2)
    assert (other.name, other.tags, made.name) == ("size", ("a",), "count")
    handled = Counted.declare("count").handled_by(len)
    assert (type(handled), handled.invoke({"a": 1})) == (Counted, 1)


def test_a_declaration_without_schema_admits_any_object():
    """As the field has it."""
    made = Tool.declare("free", handler=lambda arguments: arguments)
    assert made.invoke({"a": [1]}) == {"a": [1]}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"properties": {"a": {"$ref": "https://example.org/a.json"}}},
        {"properties": {"a": {"type": "string", "pattern": "("}}},
        {"type": "array"},
        "text",
    ],
)
def test_a_schema_that_is_none_is_refused_when_it_is_declared(schema):
    """Never at the first call."""
    with pytest.raises(DefinitionError):
        Tool.declare("bad", "", schema)
    with pytest.raises(DefinitionError, match="bad: description=5; give a text"):
        Tool.declare("bad", 5, {})


@pytest.mark.parametrize("schema", [{"type": "objct"}, {"properties": {"a": {"$ref": "#/b"}}}, {"required": "a"}])
def test_a_broken_schema_is_told_with_the_name_of_its_tool(schema):
    """A server may list a hundred."""
    with pytest.raises(DefinitionError, match=r"^broken: the schema at "):
        Registry([{"name": "broken", "description": "", "input_schema": schema}])


QUERY = {"type": "object", "properties": {"q": {"type": "string"}}}


def test_the_examples_of_a_declaration_are_checked_when_it_is_made():
    """They are arguments that a model shall send."""
    fitting = Tool.declare("search", "Search.", QUERY, examples=[{"q": "snow"}])
    assert list(fitting.examples) == [{"q": "snow"}]
    with pytest.raises(DefinitionError, match=r"search: example 2 is not valid: .*; correct it, or the schema$"):
        Tool.declare("search", "Search.", QUERY, examples=[{"q": "snow"}, {"q": 5}])


def test_a_descriptor_is_a_declaration():
    """`Tool.of` takes it beside functions, tools and dicts."""
    assert Tool.of(ToolDescriptor("x", "Text.")).description == "Text."


@pytest.mark.parametrize(
    "declaration",
    [
        {"type": "function", "function": {"name": "f", "description": "D", "parameters": {"type": "object"}}},
        {"type": "function", "name": "f", "description": "D", "parameters": {"type": "object"}},
        {"name": "f", "description": "D", "input_schema": {"type": "object"}},
        {"name": "f", "description": "D", "inputSchema": {"type": "object"}},
        {"toolSpec": {"name": "f", "description": "D", "inputSchema": {"json": {"type": "object"}}}},
        {"name": "f", "description": "D", "parameters": {"type": "object"}},
    ],
)
def test_a_declaration_dict_of_any_provider_is_a_tool(declaration):
    """Its shape says whose it is."""
    made = Tool.of(declaration)
    assert (made.name, made.description) == ("f", "D")


def test_hints_of_a_foreign_declaration_may_tighten_but_not_loosen():
    """Whoever wrote them is not trusted."""
    made = Tool.of(
        {"name": "f", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True, "destructiveHint": True}}
    )
    assert made.read_only is None
    assert made.destructive is True


class Renamed(DelegatingTool):
    name = "sum_up"
    description = "Sum up."
    timeout_seconds = 5.0


def test_a_delegates_class_may_say_something_else():
    """What it says is shown and obeyed; the rest is the inner tool's, in changed copies too."""
    made = Renamed(add)
    assert (made.name, made.description, made.timeout_seconds) == ("sum_up", "Sum up.", 5.0)
    assert (made.read_only, made.input_schema) == (True, add.__tool__.input_schema)
    assert made.invoke({"a": 1, "b": 2}) == 3
    changed = replace(made, name="total", read_only=False)
    assert (changed.name, changed.description, changed.read_only) == ("total", "Sum up.", False)
    assert (changed.inner.name, made.name) == ("add", "sum_up")
    with pytest.raises(DefinitionError, match="'has space' is no name"):
        replace(made, name="has space")


def test_what_the_tool_behind_refuses_is_told_under_the_name_that_is_shown():
    """Also what only its classes refuse."""

    @tool
    def wake(day: dt.date) -> str:
        """Wake somebody."""
        return str(day)

    with pytest.raises(ArgumentError, match=r"(?s)The arguments of sum_up are not valid.*day: "):
        Renamed(wake).invoke({"day": "2026-02-31"})


def test_a_delegates_class_cannot_say_how_the_function_is_read():
    """That is the business of the tool behind it."""

    class Wrong(DelegatingTool):
        args_schema = dict

    class Misnamed(DelegatingTool):
        name = "has space"

    class Unasked(DelegatingTool):
        approval = False

    with pytest.raises(DefinitionError, match="Wrong: a delegate cannot set args_schema; set it on the tool behind it"):
        Wrong(add)
    with pytest.raises(DefinitionError, match="add: a delegate cannot take the approval away"):
        Unasked(ApprovalRequired(add))
    with pytest.raises(DefinitionError, match="no name for a tool"):
        Misnamed(add)


def test_a_delegate_may_compute_an_option():
    """By a property."""

    class Prefixed(DelegatingTool):
        @property
        def name(self) -> str:
            return f"my_{self.inner.name}"

    assert Prefixed(add).name == "my_add"
    assert Prefixed(add).descriptor.name == "my_add"


def after(make_error, *, is_async=False):
    """A delegate that fails once the tool behind it has run."""

    class After(DelegatingTool):
        def execute_call(self, arguments, context):
            super().execute_call(arguments, context)
            raise make_error()

    class AfterAsync(DelegatingTool):
        async def execute_call(self, arguments, context):
            value = super().execute_call(arguments, context)
            if inspect.isawaitable(value):
                value = await value
            raise make_error()

    return AfterAsync if is_async else After


async def apay(amount: int) -> str:
    """Pay."""
    return f"paid {amount}"


def pay(amount: int) -> str:
    """Pay."""
    return f"paid {amount}"


@pytest.mark.parametrize(("is_async", "inner"), [(False, pay), (True, pay), (True, apay)])
@pytest.mark.parametrize("depth", [1, 2])
def test_what_a_delegate_raises_after_the_tool_has_run_says_so(is_async, inner, depth):
    """Lest a model does it again; the value stays for the program."""
    made = Tool.from_function(inner, name="pay")
    for _ in range(depth - 1):
        made = DelegatingTool(made)
    dispatcher = Dispatcher([after(lambda: RuntimeError("no ledger"), is_async=is_async)(made)])
    result = dispatcher.dispatch(ToolCall("pay", {"amount": 5}))
    assert (result.kind, result.value, result.text) == (
        "tool_error",
        "paid 5",
        "The tool ran, but code around it failed: RuntimeError: no ledger. Do not call it again for the same effect.",
    )


@pytest.mark.parametrize("is_async", [True, False])
def test_what_the_tool_behind_a_delegate_raises_is_its_own(is_async):
    """The delegate hands it on; nothing was done."""

    def broken(amount: int) -> str:
        """Pay."""
        raise ValueError("no money")

    dispatcher = Dispatcher([after(RuntimeError, is_async=is_async)(Tool.from_function(broken, name="pay"))])
    result = dispatcher.dispatch(ToolCall("pay", {"amount": 5}))
    assert (result.kind, result.text) == ("tool_error", "ValueError: no money")


def test_a_delegate_says_what_it_means_after_the_tool_has_run():
    """ToolError, with the same note."""
    dispatcher = Dispatcher([after(lambda: ToolError("Too much."))(Tool.from_function(pay, name="pay"))])
    text = dispatcher.dispatch(ToolCall("pay", {"amount": 5})).text
    assert text == "The tool ran, but code around it failed: Too much. Do not call it again for the same effect."
    with pytest.raises(ToolError, match=r"Too much\."):
        after(lambda: ToolError("Too much."))(Tool.from_function(pay, name="pay")).invoke({"amount": 5})


def test_an_execute_that_nothing_calls_is_told_in_the_log(caplog):
    """A delegate overrides execute_call."""

    class Odd(DelegatingTool):
        def execute(self, amount):
            return amount

    assert caplog.messages == ["Odd: nothing calls its execute; override execute_call(self, arguments, context)"]
    assert Odd(Tool.from_function(lambda amount: -amount, name="pay", description="")).invoke({"amount": 1}) == -1
