"""Calls that are refused again: by the same caller, in another message, within a minute."""

from __future__ import annotations

from typing import Any

import pytest
from dispatching import add

from toolkit import Dispatcher, ToolCall
from toolkit.dispatch import recurrence

WRONG = ToolCall("add", '{"a": 1, "b": "x"}', "c1")


class User:
    """A caller's own object."""


def is_firm(result: Any) -> bool:
    """Whether the text says that the call came before."""
    return "do not repeat it" in result.text


@pytest.mark.parametrize(
    "wrong", [WRONG, ToolCall("ad", {}), ToolCall("add", '{"a": 1,, "b": 2}'), ToolCall("add", {"a": "1"})]
)
def test_the_second_text_says_all_of_the_first_and_one_sentence_more(wrong):
    """Every fault, the example."""
    dispatcher = Dispatcher([add])
    first, second = dispatcher.dispatch(wrong), dispatcher.dispatch(wrong)
    assert (is_firm(first), is_firm(second), second.text.startswith(first.text)) == (False, True, True)


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
