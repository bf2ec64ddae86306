"""Callers: Python values for the function, and what the host gives along beside them."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from dispatching import Told

from toolkit import CallMetadata, Dispatcher, HostError, Inject, MissingContextError, ToolContext, tool


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
