"""The Microsoft Agent Framework's functions as tools: what it does with them, and the faults that are not repeated.

Not of this layer, so without a test: sessions and their history, limits of iterations and of errors in a row, ending a
loop from middleware, messages and instructions of a context provider, console flags that switch calling off.
"""

from __future__ import annotations

import datetime as dt
import threading
from typing import Annotated

import annotated_types
import pytest
from microsoft_samples import add, dispatched

from toolkit import (
    ArgumentError,
    CallError,
    DefinitionError,
    Dispatcher,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    ToolError,
    tool,
)

# -- making tools


def test_the_options_of_the_decorator():
    """Each has its name here; the docstring is taken apart, not copied."""

    @tool(
        name="sum",
        description="Sum up.",
        approval=True,
        max_calls=3,
        additional_properties={"team": "maths"},
        marshal_result=lambda value, declared: f"={value}",
    )
    def total(x: int, y: int) -> int:
        """Not told."""
        return x + y

    made = Tool.of(total)
    assert (made.name, made.description, made.approval, made.max_calls) == ("sum", "Sum up.", True, 3)
    assert (made.additional_properties, total(1, 2)) == ({"team": "maths"}, 3)
    assert Tool.of(add).description == "Add two numbers."
    with pytest.raises(DefinitionError):
        tool(name="five")(5)


def test_a_tool_without_a_function_is_a_declaration():
    """Calling it says so."""
    made = Tool.declare("ask", "Ask.", {"properties": {"q": {"type": "string"}}})
    with pytest.raises(CallError, match="ask is declared only; the caller carries it out"):
        made.invoke({"q": "x"})


def test_a_misspelt_option_is_refused():
    """It never becomes an attribute in silence."""
    with pytest.raises(DefinitionError, match="no option 'max_call'; did you mean 'max_calls'"):
        tool(max_call=3)(lambda x: x)


def test_a_function_is_called_as_before_and_a_tool_always_validates():
    """Also with no arguments at all."""
    assert add(1) == 3
    with pytest.raises(ArgumentError, match="x: required"):
        Tool.of(add).invoke()


def test_a_sync_function_leaves_the_loop_free():
    """From async callers it runs in another thread."""
    threads: list[int] = []

    @tool
    def where() -> None:
        """Where."""
        threads.append(threading.get_ident())

    import asyncio

    asyncio.run(Tool.of(where).ainvoke())
    assert threads[0] != threading.get_ident()


def test_the_limit_of_calls_holds_for_methods_too():
    """However often the method is looked up; MAF makes a new counter each time."""

    class Shop:
        @tool(max_calls=2)
        def buy(self, item: str) -> str:
            """Buy."""
            return item

    shop, registry = Shop(), Registry()
    registry.add(shop.buy)
    registry.add(shop.buy)
    dispatcher = Dispatcher(registry)
    kinds = [dispatcher.dispatch(ToolCall("buy", {"item": "tea"})).kind for _ in range(3)]
    assert kinds == ["ok", "ok", "limit_reached"]
    dispatcher.reset_limits()
    assert dispatcher.dispatch(ToolCall("buy", {"item": "tea"})).ok


def test_a_limit_counts_what_ran():
    """Failures of the body do, refused arguments do not."""

    @tool(max_calls=2)
    def fail(x: int) -> None:
        """Fail."""
        raise ToolError("no")

    dispatcher = Dispatcher([fail])
    kinds = [dispatcher.dispatch(ToolCall("fail", each)).kind for each in ({"x": 1}, {"x": "a"}, {"x": 1}, {"x": 1})]
    assert kinds == ["tool_error", "invalid_arguments", "tool_error", "limit_reached"]
    with pytest.raises(DefinitionError, match="max_calls=0; give a positive whole number, or None"):
        tool(fail, max_calls=0)


def test_calls_side_by_side_never_exceed_the_limit():
    """Counting is one step."""
    ran: list[int] = []

    @tool(max_calls=5)
    def run(n: int) -> None:
        """Run."""
        ran.append(n)

    Dispatcher([run]).dispatch_all([ToolCall("run", {"n": n}) for n in range(20)])
    assert len(ran) == 5


# -- schemas


def test_the_schema_of_a_function():
    """No titles; what has no type admits anything; the context is not in it."""

    def body(x: int, untyped, note: str | None = None, *, context: ToolContext) -> None:
        """Body."""

    assert Tool.from_function(body).input_schema == {
        "type": "object",
        "properties": {
            "x": {"type": "integer"},
            "untyped": {},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        },
        "required": ["x", "untyped"],
        "additionalProperties": False,
    }


def test_a_text_and_bounds_stand_beside_each_other():
    """MAF loses the bounds that follow a text."""

    def body(x: Annotated[int, "How many", annotated_types.Ge(0)]) -> int:
        """Body."""
        return x

    made = Tool.from_function(body)
    assert made.input_schema["properties"]["x"] == {"description": "How many", "type": "integer", "minimum": 0}
    with pytest.raises(ArgumentError):
        made.invoke({"x": -1})


def test_a_schema_that_is_given_is_enforced_at_every_depth():
    """MAF looks at its first level alone."""
    schema = {
        "type": "object",
        "properties": {"o": {"type": "object", "properties": {"x": {"type": "integer"}}, "x-note": "kept"}},
        "required": ["o"],
    }
    made = Tool.from_function(lambda o: o, name="same", description="", args_schema=schema)
    assert made.input_schema["properties"]["o"]["x-note"] == "kept"
    with pytest.raises(ArgumentError, match=r"o\.x: integer"):
        made.invoke({"o": {"x": "notint"}})


def test_typed_values_of_every_kind_arrive():
    """Models as models, dates as dates, sets as sets."""
    pydantic = pytest.importorskip("pydantic")

    class Point(pydantic.BaseModel):
        x: int

    def body(point: Point, day: dt.date, tags: set[str], note: str | None = "none") -> list:
        """Body."""
        return [point, day, tags, note]

    arguments = {"point": {"x": 1}, "day": "2031-05-06", "tags": ["a", "a"], "note": None}
    assert Tool.from_function(body).invoke(arguments) == [Point(x=1), dt.date(2031, 5, 6), {"a"}, None]


def test_refusals_are_short_and_name_the_place():
    """No address of a library's pages, no values of other arguments."""
    pydantic = pytest.importorskip("pydantic")

    class Login(pydantic.BaseModel):
        user: str
        age: int

    def body(login: Login) -> None:
        """Body."""

    text = dispatched(Tool.from_function(body), {"login": {"user": "secret-name", "age": "old"}}).text
    assert "login.age: integer" in text
    assert ("http" in text, "pydantic" in text, "secret-name" in text, len(text) < 200) == (False, False, False, True)
