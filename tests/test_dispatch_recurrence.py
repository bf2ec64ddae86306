"""Calls that are refused again: by the same caller, in another message, within a minute."""

from __future__ import annotations

from typing import Any

import pytest
from dispatching import add

from toolkit import Dispatcher, ToolCall, tool
from toolkit.dispatch import recurrence

WRONG = ToolCall("add", '{"a": 1, "b": "x"}', "c1")


class User:
    """A caller's own object."""


def is_firm(result: Any) -> bool:
    """Whether the text says that the call came before."""
    return "gain" in result.text[:14]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (WRONG, 'Refused again, change the call:\n- b: integer, got string "x"'),
        (ToolCall("ad", {}), "Again: no tool 'ad'. Did you mean add?"),
        (ToolCall("nothing", {}), "Again: no tool 'nothing'. Call one of the tools that were declared to you."),
        (ToolCall("add", '{"a": 1,, "b": 2}'), "Again no JSON: Expecting property name enclosed in double quotes"),
        (ToolCall("add", "[]"), "Again, they must be a JSON object, not an array"),
        (ToolCall("add", {"a": "x"}), "Refused again, change the call:\n- b: required, integer\n- a: integer, got"),
    ],
)
def test_the_second_text_is_shorter_and_firmer_and_names_every_fault(wrong, expected):
    """What was said and not heeded, the example and the advice, is left out."""
    dispatcher = Dispatcher([add])
    first, second = dispatcher.dispatch(wrong), dispatcher.dispatch(wrong)
    assert not is_firm(first)
    assert second.text.startswith(expected)
    assert len(second.text) < len(first.text)
    assert second.kind == first.kind
    assert not is_firm(dispatcher.dispatch(ToolCall("add", '{"a": 1, "b": "another"}')))
    assert [str(each) for each in second.error.violations if str(each) not in second.text] == []


def test_the_words_of_a_tools_author_stay():
    """Whoever wrote them knows what the model should do."""

    @tool(on_invalid_arguments="Give two integers.")
    def worded(a: int, b: int) -> int:
        """Add."""
        return a + b

    dispatcher = Dispatcher([worded])
    texts = [dispatcher.dispatch(ToolCall("worded", {"a": "x"})).text for _ in range(2)]
    assert texts == ["Give two integers.", "Again: Give two integers."]


def test_what_another_caller_sent_is_none_of_mine():
    """Callers are told apart by their context objects."""
    dispatcher, ann, bob = Dispatcher([add]), User(), User()
    results = [dispatcher.dispatch(WRONG, context=each) for each in (ann, bob, ann, bob)]
    assert [is_firm(each) for each in results] == [False, False, True, True]


def test_a_context_that_cannot_be_told_from_a_later_one_never_counts():
    """A dict may get the place in memory of another that is gone."""
    dispatcher = Dispatcher([add])
    assert not any(is_firm(dispatcher.dispatch(WRONG, context={"user": n})) for n in range(50))


def test_without_a_context_the_run_counts():
    """Where the caller names it."""
    dispatcher = Dispatcher([add])
    results = [dispatcher.dispatch(WRONG, run_id=each) for each in ("r1", "r2", "r1")]
    assert [is_firm(each) for each in results] == [False, False, True]


def test_equal_calls_of_one_message_are_no_repetition():
    """The model has read no answer between them."""
    dispatcher = Dispatcher([add])
    first, second = dispatcher.dispatch_all([WRONG, WRONG]), dispatcher.dispatch_all([WRONG, WRONG])
    assert [is_firm(each) for each in (*first, second[0])] == [False, False, True]


def test_a_repetition_is_forgotten_after_a_while(monkeypatch):
    """After a minute."""
    dispatcher = Dispatcher([add])
    dispatcher.dispatch(WRONG)
    monkeypatch.setattr(recurrence, "_SECONDS", -1.0)
    assert not is_firm(dispatcher.dispatch(WRONG))


def test_only_so_many_calls_are_remembered(monkeypatch):
    """The oldest are forgotten first."""
    monkeypatch.setattr(recurrence, "_REMEMBERED", 1)
    dispatcher = Dispatcher([add])
    for each in (WRONG, ToolCall("ad", {})):
        dispatcher.dispatch(each)
    assert not is_firm(dispatcher.dispatch(WRONG))


def test_a_call_that_comes_again_and_again_is_not_among_the_oldest(monkeypatch):
    """What counts is when it was refused last."""
    monkeypatch.setattr(recurrence, "_REMEMBERED", 8)
    dispatcher = Dispatcher([add])
    for number in range(40):
        dispatcher.dispatch(WRONG)
        dispatcher.dispatch(ToolCall("add", {"a": "x", "b": number}))
    assert is_firm(dispatcher.dispatch(WRONG))
    assert not is_firm(dispatcher.dispatch(ToolCall("add", {"a": "x", "b": 1})))
