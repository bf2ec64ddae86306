"""Koog's context of the agent and metadata of a call; the document's classes that read them run here."""

from __future__ import annotations

from typing import Any

import pytest
from koog_samples import DIGITS, Calculator, Digits, call

from toolkit import (
    ArgumentError,
    CallMetadata,
    Dispatcher,
    MissingContextError,
    Registry,
    Tool,
    ToolContext,
    tool,
)


class Agent:
    """What runs the tools; the library knows nothing of it."""

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        self.log: list[str] = []


class TracingCalculator(Tool[Digits, int]):
    """Adds two digits and emits a log line tagged with the agent run id."""

    async def execute(self, args: Digits, context: ToolContext[Agent]) -> int:
        context.deps.log.append(f"run {context.deps.run_id}")
        return args.digit1 + args.digit2


class SpanAwareCalculator(Tool[Digits, int]):
    """Adds two digits, propagating a tracing span id from caller or feature metadata."""

    spans: list[Any]

    def __init__(self) -> None:
        self.spans = []

    def execute(self, args: Digits, metadata: CallMetadata) -> int:
        self.spans.append(metadata.get("trace.span.id"))
        return args.digit1 + args.digit2


def test_a_tool_gets_the_live_context_of_the_agent():
    """The document's tracing calculator: a typed parameter beside the arguments, absent from the schema."""
    agent = Agent("r7")
    made = TracingCalculator()
    assert list(made.input_schema["properties"]) == ["digit1", "digit2"]
    assert Dispatcher([made]).dispatch(call("tracing_calculator", DIGITS), context=agent).value == 7
    assert agent.log == ["run r7"]


def test_a_context_that_is_missing_is_a_fault_of_the_host():
    """It is named, and leaves the dispatcher: no text for the model could mend it."""
    with pytest.raises(MissingContextError, match=r"tracing_calculator\(context\): needs a context"):
        Dispatcher([TracingCalculator()]).dispatch(call("tracing_calculator", DIGITS))


def test_a_test_gives_the_context_itself():
    """As `ToolCallMetadata.of(AgentContextKey to context)` does."""
    agent = Agent("r8")
    assert TracingCalculator().invoke(DIGITS, context=agent) == 7
    assert agent.log == ["run r8"]


def test_a_tool_reads_the_metadata_of_its_call():
    """The document's span-aware calculator: raw entries, from the caller or from what provides them."""
    made = SpanAwareCalculator()
    dispatcher = Dispatcher([made])
    dispatcher.dispatch(call("span_aware_calculator", DIGITS), metadata={"trace.span.id": "s1"})
    dispatcher.dispatch(call("span_aware_calculator", DIGITS))
    dispatcher.provide_metadata(lambda prepared: {"trace.span.id": f"span of {prepared.name}"})
    dispatcher.dispatch(call("span_aware_calculator", DIGITS))
    assert made.spans == ["s1", None, "span of span_aware_calculator"]


def test_metadata_never_comes_from_the_model():
    """An argument of its name is refused like any unknown one."""
    result = Dispatcher([SpanAwareCalculator()]).dispatch(call("span_aware_calculator", {**DIGITS, "metadata": {}}))
    assert (result.kind, "metadata: no such argument" in result.text) == ("invalid_arguments", True)


def test_metadata_is_an_immutable_mapping():
    """Equal to a dict of the same items; the right one of two wins; None is a value."""
    metadata = CallMetadata.of(user="ann", trace=None)
    assert metadata == {"user": "ann", "trace": None}
    assert metadata + {"user": "bob"} == {"user": "bob", "trace": None}
    assert metadata + CallMetadata() == metadata == CallMetadata() + metadata
    assert ("trace" in metadata, "span" in metadata, metadata.get("span")) == (True, False, None)
    with pytest.raises(TypeError):
        metadata["user"] = "eve"  # type: ignore[index]


def test_what_tells_of_calls_is_asked_once_per_call_in_order():
    """A later one overrides an earlier one; None and an empty mapping add nothing."""
    asked = []

    def first(prepared):
        asked.append((prepared.name, prepared.arguments))
        return {"a": 1, "b": 1}

    @tool
    def seen(x: int, metadata: CallMetadata) -> dict:
        """Show."""
        return dict(metadata)

    dispatcher = Dispatcher([seen])
    for provide in (first, lambda prepared: {"b": 2}, lambda prepared: {}, lambda prepared: None):
        dispatcher.provide_metadata(provide)
    assert dispatcher.dispatch(call("seen", {"x": 1})).value == {"a": 1, "b": 2}
    assert asked == [("seen", {"x": 1})]


def test_the_live_context_beats_the_caller_and_the_caller_beats_all_others():
    """Nobody can pretend to be the context."""

    @tool
    def seen(metadata: CallMetadata) -> Any:
        """Show."""
        return {key: str(value) for key, value in metadata.items()}

    dispatcher = Dispatcher([seen])
    dispatcher.provide_metadata(lambda prepared: {"who": "feature", "toolkit.context": "feature"})
    told = {"who": "caller", "toolkit.context": "caller"}
    result = dispatcher.dispatch(call("seen", {}), metadata=told, context="live")
    assert result.value == {"who": "caller", "toolkit.context": "live"}
    assert dispatcher.dispatch(call("seen", {}), metadata=told).value == {"who": "caller"}


def test_a_tool_without_use_for_metadata_drops_it():
    """Classes that take their arguments alone work as before."""
    result = Dispatcher([Calculator()]).dispatch(call("calculator", DIGITS), metadata={"trace.span.id": "s"})
    assert result.value == 7


def test_arguments_of_a_call_are_checked_before_anything_runs():
    """Also where the class is asked by itself."""
    with pytest.raises(ArgumentError, match="digit2: required"):
        Registry([Calculator()])["calculator"].validate({"digit1": 1})
