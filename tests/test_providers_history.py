"""Whole conversations: what was answered in an earlier turn is not called once more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from toolkit import Dispatcher, messages, tool
from toolkit.dialects import read_calls

TEXT = '{"a": 1}'


def openai(*ids: Any, name: str = "add") -> dict[str, Any]:
    """The message of a model that calls."""
    calls = [{"id": each, "type": "function", "function": {"name": name, "arguments": TEXT}} for each in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def answer(id_: Any) -> dict[str, Any]:
    """The message that answers it."""
    return {"role": "tool", "tool_call_id": id_, "content": "1"}


ASKED = {"role": "user", "content": "What is 1 and 1?"}
RESPONSES = {"type": "function_call", "call_id": "c1", "name": "add", "arguments": TEXT}
ANTHROPIC = {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "add", "input": {"a": 1}}]}
BEDROCK = {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "add", "input": {"a": 1}}}]}
GEMINI = {"role": "model", "parts": [{"functionCall": {"name": "add", "args": {"a": 1}}}]}
OLLAMA = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "add", "arguments": {"a": 1}}}]}
LEGACY = {"role": "assistant", "content": None, "function_call": {"name": "add", "arguments": TEXT}}


@pytest.mark.parametrize(
    ("call", "answered"),
    [
        (openai("c1"), answer("c1")),
        (LEGACY, {"role": "function", "name": "add", "content": "1"}),
        (RESPONSES, {"type": "function_call_output", "call_id": "c1", "output": "1"}),
        (
            {"type": "custom_tool_call", "call_id": "c1", "name": "add", "input": "1"},
            {"type": "custom_tool_call_output", "call_id": "c1", "output": "1"},
        ),
        (ANTHROPIC, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "1"}]}),
        (BEDROCK, {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "1"}]}}]}),
        (GEMINI, {"role": "user", "parts": [{"functionResponse": {"name": "add", "response": {"output": 1}}}]}),
        (GEMINI, SimpleNamespace(parts=[SimpleNamespace(function_response=SimpleNamespace(id=None, name="add"))])),
        (OLLAMA, {"role": "tool", "tool_name": "add", "content": "1"}),
        (
            {"type": "ai", "content": "", "tool_calls": [{"name": "add", "args": {"a": 1}, "id": "c1"}]},
            SimpleNamespace(type="tool", tool_call_id="c1", content="1"),
        ),
    ],
)
def test_a_call_that_is_answered_is_none(call: Any, answered: Any) -> None:
    """In any dialect; without its answer it is one, and a later one is."""
    assert len(read_calls([ASKED, call])) == 1
    assert read_calls([ASKED, call, answered]) == []
    assert len(read_calls([ASKED, call, answered, call])) == 1


def test_a_dialect_that_is_named_reads_as_well() -> None:
    """It makes no difference how it was found."""
    assert read_calls([openai("c1", "c2"), answer("c1")], "openai")[0].id == "c2"


def test_what_others_answer_stays() -> None:
    """An answer is that of one call: of the same id, else of the same name."""
    assert [each.id for each in read_calls([openai("c1", "c1"), answer("c1")])] == ["c1"]
    assert [each.id for each in read_calls([openai("c1"), answer("c9")])] == ["c1"]
    assert len(read_calls([GEMINI, {"role": "tool", "tool_name": "other", "content": "1"}])) == 1
    assert len(read_calls([OLLAMA, {"role": "tool", "content": "1"}])) == 0
    assert len(read_calls([openai("c1"), {"role": "tool", "content": "1"}])) == 1


def test_a_conversation_runs_no_call_twice() -> None:
    """A program may hand over its whole history each turn, with the answers that the library wrote."""
    ran = []

    @tool
    def pay(a: int) -> int:
        """Pay."""
        ran.append(a)
        return a

    dispatcher = Dispatcher([pay])
    history: list[Any] = [ASKED]
    for ids in (["c1", "c2"], ["c3"]):
        history.append(openai(*ids, name="pay"))
        history += messages(dispatcher.dispatch_all(history))
    assert (len(ran), dispatcher.dispatch_all(history)) == (3, [])


@pytest.mark.parametrize(("id_", "answered"), [(5, 5), ("5", 5), (5, "5"), ("", "")])
def test_an_id_that_is_a_number_or_empty_is_an_id_all_the_same(id_: Any, answered: Any) -> None:
    """Some servers count, and some write nothing into it."""
    assert read_calls([openai(id_), answer(answered)]) == []


def test_a_number_of_no_call_answers_none() -> None:
    """Not even one without an id."""
    assert [each.id for each in read_calls([OLLAMA, openai("c1"), answer(5)])] == [None, "c1"]


def test_an_id_that_came_with_the_answer_alone_leads_to_the_call_of_its_name() -> None:
    """A program may give one to a call that came without."""
    answered = {"role": "tool", "tool_call_id": "made", "name": "add", "content": "1"}
    assert read_calls([OLLAMA, answered]) == []
    other = {"role": "tool", "tool_call_id": "made", "name": "take", "content": "1"}
    assert len(read_calls([OLLAMA, other])) == len(read_calls([OLLAMA, answer("made")])) == 1
    assert len(read_calls([openai(["c"]), answer("made")])) == 1
