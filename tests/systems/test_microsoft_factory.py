"""Microsoft.Extensions.AI: schemas and results of the factory's functions, approvals, tools that a context provides.

Not of this layer, so without a test: counts of iterations and of errors in a row, ending a loop from a tool,
instructions and messages of a context provider and what it stores after a run.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any

import annotated_types
import pytest

from toolkit import (
    ApprovalRequired,
    ArgumentError,
    Dispatcher,
    DuplicateToolError,
    PendingApproval,
    Registry,
    Tool,
    ToolCall,
    replace,
    schemas,
    tool,
)
from toolkit.providers import OpenAI
from toolkit.schema import OpenAICompatibleSchemaGenerator


@tool
def pay(amount: int, note: str = "") -> str:
    """Pay an amount."""
    return f"paid {amount}"


@tool
def balance() -> int:
    """The balance."""
    return 7


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


def parameter(hint: Any, **options: Any) -> dict[str, Any]:
    """The schema of a parameter of that type."""

    def take(value):
        """Take it."""

    take.__annotations__ = {"value": hint}
    return Tool.from_function(take, **options).input_schema["properties"]["value"]


# -- schemas


def test_the_schema_of_arguments():
    """Type, properties and what is required; texts first and defaults last; null does not make optional."""

    def forecast(
        city: Annotated[str, "The city"], limit: int | None = None, since: dt.datetime | None = None, *, why: str | None
    ) -> None:
        """Forecast."""

    assert Tool.from_function(forecast).input_schema == {
        "type": "object",
        "properties": {
            "city": {"description": "The city", "type": "string"},
            "why": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "limit": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None},
            "since": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}], "default": None},
        },
        "required": ["city", "why"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (Mood, {"type": "string", "enum": ["good", "bad"]}),
        (Mood | None, {"anyOf": [{"type": "string", "enum": ["good", "bad"]}, {"type": "null"}]}),
        (object, {}),
        (list[object], {"type": "array", "items": {}}),
        (uuid.UUID, {"type": "string", "format": "uuid"}),
        (dt.date, {"type": "string", "format": "date"}),
        (ipaddress.IPv4Address, {"type": "string", "format": "ipv4"}),
        (
            Annotated[int, annotated_types.Interval(ge=1, lt=9)],
            {"type": "integer", "minimum": 1, "exclusiveMaximum": 9},
        ),
        (Annotated[str, annotated_types.Len(2, 5)], {"type": "string", "minLength": 2, "maxLength": 5}),
        (
            Annotated[list[int], annotated_types.MinLen(1)],
            {"type": "array", "items": {"type": "integer"}, "minItems": 1},
        ),
        (Annotated[float, annotated_types.MultipleOf(0.5)], {"type": "number", "multipleOf": 0.5}),
    ],
)
def test_types_and_their_bounds(hint: Any, expected: dict[str, Any]):
    """What other libraries say of a value reaches the schema."""
    assert parameter(hint) == expected


def test_bounds_are_enforced():
    """Before the function is entered."""

    def roll(sides: Annotated[int, "How many", annotated_types.Ge(2)]) -> int:
        """Roll."""
        return sides

    with pytest.raises(ArgumentError, match=r"sides: .*2.*, got"):
        Tool.from_function(roll).invoke({"sides": 1})


def test_patterns_of_text():
    """From pydantic's fields, as from .NET's attributes."""
    pydantic = pytest.importorskip("pydantic")
    assert parameter(Annotated[str, pydantic.Field(pattern="^a+$")])["pattern"] == "^a+$"


@dataclass
class Folder:
    """What holds folders."""

    folders: dict[str, Folder]


def test_recursive_types_refer_to_a_definition():
    """Not to the place of their first use."""
    assert parameter(Folder) == {"$ref": "#/$defs/Folder"}


def test_a_schema_is_transformed_for_a_provider():
    """By overriding a generator: nullable as OpenAPI has it, defaults told in the text."""

    class Transformed(OpenAICompatibleSchemaGenerator):
        def any_of(self, type_, /):
            first, *rest = super().any_of(type_)["anyOf"]
            return {**first, "nullable": True} if rest == [{"type": "null"}] else super().any_of(type_)

        def parameter(self, parameter, /):
            schema = super().parameter(parameter)
            if "default" in schema:
                schema["description"] = f"{schema.get('description', '')} (Default value: {schema.pop('default')!r})"
            return schema

    def search(query: Annotated[str, "What"], unit: Annotated[str, "In what"] = "celsius", limit: int | None = None):
        """Search."""

    (made,) = schemas([search], provider=OpenAI(schema_generator=Transformed()))
    assert made["function"]["parameters"]["properties"] == {
        "query": {"description": "What", "type": "string"},
        "unit": {"description": "In what (Default value: 'celsius')", "type": "string"},
        "limit": {"type": "integer", "nullable": True, "description": " (Default value: None)"},
    }


def test_the_schema_of_the_result_stands_by_itself():
    """With a text; of what is finally given, and none for nothing or on request."""

    async def later() -> AsyncIterator[int]:
        """Later."""
        yield 1

    def add(a: int, b: int) -> int:
        """Add.

        Returns:
            The summed result
        """
        return a + b

    def nothing() -> None:
        """Nothing."""

    made = Tool.from_function(add)
    assert made.output_schema == {"description": "The summed result", "type": "integer"}
    assert "summed" not in str(made.input_schema)
    assert Tool.from_function(later).output_schema == {"type": "array", "items": {"type": "integer"}}
    assert Tool.from_function(nothing).output_schema is None
    assert Tool.from_function(add, output_schema=False).output_schema is None
    assert Tool.from_function(add, output_schema={"type": "number"}).output_schema["type"] == "number"


# -- results


def test_results_are_marshalled_by_a_function_of_value_and_declared_type():
    """It takes the place of the default; the program still gets the value itself."""
    told: list[Any] = []

    def marshal(value: Any, declared: Any) -> str:
        told.append((value, declared))
        return f"<{value}>"

    async def later(a: int) -> float | None:
        """Later."""
        return None if a < 0 else a

    made = Tool.from_function(later, marshal_result=marshal)
    result = Dispatcher([made]).dispatch(ToolCall("later", {"a": 2}))
    assert (result.value, result.text) == (2, "<2>")
    Dispatcher([made]).dispatch(ToolCall("later", {"a": -1}))
    Dispatcher(
        [Tool.from_function(lambda: None, name="n", description="", return_type=type(None), marshal_result=marshal)]
    ).dispatch(ToolCall("n"))
    assert told == [(2, float | None), (None, float | None), (None, None)]


def test_what_marshals_a_result_may_be_async_and_may_fail():
    """A failure of its own kind."""

    async def marshal(value: Any, declared: Any) -> dict[str, Any]:
        return {"value": value}

    made = Tool.of(balance, marshal_result=marshal)
    assert Dispatcher([made]).dispatch(ToolCall("balance")).text == '{"value": 7}'
    failing = Tool.of(balance, marshal_result=lambda value, declared: 1 / 0)
    result = Dispatcher([failing]).dispatch(ToolCall("balance"))
    assert (result.kind, result.value) == ("result_error", 7)


def test_streams_are_drained_and_nothing_is_null():
    """A generator's values are a list."""

    async def count(to: int) -> AsyncIterator[int]:
        """Count."""
        for number in range(to):
            yield number

    result = Dispatcher([count]).dispatch(ToolCall("count", {"to": 3}))
    assert (result.value, result.text) == ([0, 1, 2], "[0, 1, 2]")
    nothing = Tool.from_function(lambda: None, name="nothing", description="")
    assert Dispatcher([nothing]).dispatch(ToolCall("nothing")).text == "null"


@pytest.mark.parametrize(
    ("detail", "text"), [("message", "ValueError: the disk is full"), ("masked", "The tool failed.")]
)
def test_how_much_a_model_reads_of_an_exception(detail: Any, text: str):
    """The exception itself is the program's."""

    def save() -> None:
        """Save."""
        raise ValueError("the disk is full")

    result = Dispatcher([save], error_detail=detail).dispatch(ToolCall("save"))
    assert result.text == text
    assert isinstance(result.error.exception, ValueError)


def test_a_declaration_among_functions_leaves_its_call_to_the_caller():
    """The others run."""
    dispatcher = Dispatcher([balance, Tool.declare("ask", "Ask.")])
    assert [each.kind for each in dispatcher.dispatch_all([ToolCall("ask", {}), ToolCall("balance")])] == [
        "external",
        "ok",
    ]


# -- approvals


def test_only_the_calls_that_need_it_wait_for_a_person():
    """The others of the same message run at once."""
    dispatcher = Dispatcher([ApprovalRequired(pay), balance])
    waiting, done = dispatcher.dispatch_all([ToolCall("pay", {"amount": 5}, "c1"), ToolCall("balance", {}, "c2")])
    assert (waiting.kind, done.value) == ("approval_required", 7)
    assert (waiting.pending.name, waiting.pending.arguments) == ("pay", {"amount": 5})
    result = dispatcher.resume(waiting.pending, True)
    assert (result.text, result.call.id) == ("paid 5", "c1")


def test_a_call_that_is_not_allowed_says_why():
    """In a text that stays the same."""
    dispatcher = Dispatcher([ApprovalRequired(pay)], approver=lambda request: request.arguments["amount"] < 10)
    assert dispatcher.dispatch(ToolCall("pay", {"amount": 5})).ok
    result = dispatcher.dispatch(ToolCall("pay", {"amount": 50}))
    assert (result.kind, result.text) == ("denied", "The call was denied.")


def test_an_answer_that_nobody_asked_for_runs_nothing():
    """.NET runs the arguments that such an answer brings; so does one that was changed or used before."""
    ran: list[int] = []

    @tool(approval=True)
    def wire(amount: int) -> str:
        """Wire."""
        ran.append(amount)
        return "wired"

    dispatcher = Dispatcher([wire])
    pending = dispatcher.dispatch(ToolCall("wire", {"amount": 1})).pending
    forged = PendingApproval.from_dict({**pending.to_dict(), "id": "x"})
    changed = PendingApproval.from_dict({**pending.to_dict(), "arguments": {"amount": 999}})
    assert [dispatcher.resume(each, True).kind for each in (forged, changed)] == ["denied", "denied"]
    assert [dispatcher.resume(pending, True).kind for _ in range(2)] == ["ok", "denied"]
    assert ran == [1]


# -- tools that a context provides


def test_a_context_provides_tools_for_one_run():
    """The document's `AIContextProvider`: what it gives depends on the run, and the registry stays as it is."""
    registry = Registry([balance])

    @registry.provide
    async def tools_of(user: str | None) -> list[Any]:
        return [pay] if user == "ann" else []

    dispatcher = Dispatcher(registry)
    call = ToolCall("pay", {"amount": 1})
    assert [dispatcher.dispatch(call, context=each).kind for each in ("ann", "bob")] == ["ok", "unknown_tool"]
    assert [each["function"]["name"] for each in schemas(registry, context="ann")] == ["balance", "pay"]
    assert registry.names() == ["balance"]


def test_providers_are_asked_in_order_and_may_not_hide_a_tool():
    """In .NET the first tool of a name shadows the others."""
    registry = Registry([balance])
    registry.provide(lambda context: [pay])
    registry.provide(lambda context: [Tool.declare("ask", "Ask.")])
    assert registry.offered().names() == ["balance", "pay", "ask"]
    registry.provide(lambda context: [replace(Tool.of(pay), name="balance")])
    with pytest.raises(DuplicateToolError, match="balance: defined twice"):
        registry.offered()


def test_the_tools_of_a_request_and_of_an_agent_are_put_together():
    """Neither list changes."""
    agents, requests = Registry([balance]), [pay]
    both = agents + requests
    assert (both.names(), agents.names(), requests) == (["balance", "pay"], ["balance"], [pay])
    assert Dispatcher(agents).dispatch(ToolCall("pay", {"amount": 1}), tools=both).ok
