"""Microsoft.Extensions.AI: where the values of parameters come from, the model's and the host's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
from microsoft_samples import WEATHER, get_weather

from toolkit import (
    ArgumentError,
    CallMetadata,
    DefinitionError,
    Dispatcher,
    Inject,
    MissingContextError,
    Tool,
    ToolCall,
    ToolContext,
    tool,
)


@dataclass
class Clock:
    """What tells the time."""

    now: str


def test_parameters_that_the_host_fills_are_in_no_schema():
    """The context with the arguments, a service by its type, an item of the metadata."""

    @tool
    def log(
        text: str,
        context: ToolContext,
        metadata: CallMetadata,
        clock: Annotated[Clock, Inject()],
        span: Annotated[str, Inject("span")] = "none",
    ) -> list:
        """Log."""
        return [text, context.call.arguments, dict(metadata), clock.now, span]

    dispatcher = Dispatcher([log], services={Clock: Clock("noon")})
    assert list(Tool.of(log).input_schema["properties"]) == ["text"]
    result = dispatcher.dispatch(ToolCall("log", {"text": "x"}), metadata={"span": "s1"})
    assert result.value == ["x", {"text": "x"}, {"span": "s1"}, "noon", "s1"]


def test_a_service_that_is_missing_is_named():
    """Unless the parameter can do without."""

    @tool
    def ask(clock: Annotated[Clock, Inject()]) -> str:
        """Ask."""
        return clock.now

    @tool
    def guess(clock: Annotated[Clock | None, Inject()] = None) -> str:
        """Guess."""
        return "late" if clock is None else clock.now

    dispatcher = Dispatcher([ask, guess])
    with pytest.raises(MissingContextError, match=r"ask\(clock\): needs a Clock; pass one as context= or in services="):
        dispatcher.dispatch(ToolCall("ask"))
    assert dispatcher.dispatch(ToolCall("guess")).text == "late"


def test_a_required_argument_that_is_missing_is_named():
    """A nullable one as well: null is a value that has to be sent."""

    def body(text: str | None, number: int | None) -> None:
        """Body."""

    with pytest.raises(ArgumentError) as caught:
        Tool.from_function(body).invoke({})
    assert [each.path for each in caught.value.violations] == ["text", "number"]


def test_json_in_a_text_is_mended_where_no_text_could_be_meant():
    """And that is told; a text stays a text. A number in quotes is mended on request alone."""

    @tool
    def sort(values: list[int], note: str) -> str:
        """Sort."""
        return f"{sorted(values)} {note}"

    result = Dispatcher([sort]).dispatch(ToolCall("sort", {"values": "[2, 1]", "note": "[1]"}))
    assert (result.text, [each.path for each in result.repairs]) == ("[1, 2] [1]", ["values"])

    @tool
    def double(number: int) -> int:
        """Double."""
        return 2 * number

    quoted = ToolCall("double", {"number": "1"})
    assert [Dispatcher([double], repair=each).dispatch(quoted).ok for each in ("off", "safe", "full")] == [
        False,
        False,
        True,
    ]


def test_unknown_arguments_are_refused_or_ignored():
    """By the host's choice, or the tool's."""
    call = ToolCall("get_weather", {"city": "Oslo", "mood": "good"})
    assert Dispatcher([WEATHER]).dispatch(call).kind == "invalid_arguments"
    assert Dispatcher([WEATHER], extra_arguments="ignore").dispatch(call).ok
    assert Dispatcher([Tool.of(get_weather, extra_arguments="ignore")]).dispatch(call).ok


def test_a_parameter_is_bound_to_a_function_of_the_call():
    """`BindParameter`: it leaves the schema, takes no value of a model, and what it raises fails the call."""

    def search(query: str, user: str) -> str:
        """Search."""
        return f"{query} for {user}"

    made = Tool.from_function(search, bind={"user": lambda arguments, context: context.deps or "nobody"})
    assert list(made.input_schema["properties"]) == ["query"]
    assert made.invoke({"query": "tea"}, context="ann") == "tea for ann"
    with pytest.raises(ArgumentError, match="user: no such argument"):
        made.invoke({"query": "tea", "user": "eve"})
    failing = Tool.from_function(search, bind={"user": lambda arguments, context: 1 / 0})
    assert Dispatcher([failing]).dispatch(ToolCall("search", {"query": "tea"})).kind == "tool_error"


def test_a_parameter_is_hidden():
    """`ExcludeFromSchema`: it keeps its default; .NET lets a model set it all the same."""

    def search(query: str, limit: int = 5) -> str:
        """Search."""
        return f"{limit} of {query}"

    made = Tool.from_function(search, exclude_from_schema={"limit"})
    assert list(made.input_schema["properties"]) == ["query"]
    assert made.invoke({"query": "tea"}) == "5 of tea"
    with pytest.raises(ArgumentError, match="limit: no such argument"):
        made.invoke({"query": "tea", "limit": 99})
    for option in ({"bind": {"q": lambda arguments, context: 1}}, {"exclude_from_schema": ["q"]}):
        with pytest.raises(DefinitionError, match="names 'q', which is no parameter"):
            Tool.from_function(search, **option)


def test_arguments_have_side_channels():
    """Services and context travel beside the arguments, which nothing else reaches."""

    @tool
    def seen(context: ToolContext[str]) -> list:
        """See."""
        return [context.deps, context.call.arguments, context.services[Clock].now]

    result = Dispatcher([seen]).dispatch(ToolCall("seen", {}), context="ann", services={Clock: Clock("noon")})
    assert result.value == ["ann", {}, "noon"]
