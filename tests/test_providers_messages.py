"""The messages of a whole turn."""

from __future__ import annotations

import pytest

from toolkit import Dispatcher, Failure, HostError, ToolCall, ToolResult, messages, tool
from toolkit.providers import OpenAI, get, names


def results(*providers: str | None) -> list[ToolResult]:
    """A result for a call of each provider."""
    calls = [ToolCall("now", None, f"c{at}", provider) for at, provider in enumerate(providers)]
    return [ToolResult(call, "noon", text=f"noon {call.id}") for call in calls]


@pytest.mark.parametrize("provider", names())
def test_a_turn_of_one_provider_is_written_as_that_provider_wants_it(provider):
    """One message for all, or one for each."""
    turn = results(provider, provider)
    assert messages(turn) == get(provider).write_results(turn)
    is_one = provider in ("anthropic", "gemini", "bedrock", "text")
    assert len(messages(turn)) == (1 if is_one else 2)


def test_the_provider_may_be_named():
    """By its name, or as an object."""
    turn = results("anthropic", "anthropic")
    assert messages(turn, "openai") == messages(turn, OpenAI()) == get("openai").write_results(turn)
    with pytest.raises(KeyError, match="no provider 'nobody'"):
        messages(turn, "nobody")


def test_mixed_providers_are_grouped():
    """In the order in which they first occur."""
    made = messages(results("anthropic", "openai", "anthropic"))
    assert [each["role"] for each in made] == ["user", "tool"]
    assert [block["tool_use_id"] for block in made[0]["content"]] == ["c0", "c2"]


def test_a_call_of_no_provider_goes_with_the_others():
    """It was among them, too broken to be recognised; alone, it is answered as OpenAI's."""
    assert len(messages(results(None, "bedrock"))) == 1
    assert messages(results(None))[0] == {"role": "tool", "tool_call_id": "c0", "content": "noon c0"}
    assert messages([]) == []


def test_a_dispatched_turn_is_answered_whole():
    """Good and bad calls alike, each under its id."""

    @tool
    def now() -> str:
        """The time."""
        return "noon"

    blocks = [{"type": "tool_use", "id": id_, "name": name, "input": {}} for id_, name in (("a", "now"), ("b", "then"))]
    turn = Dispatcher([now]).dispatch_all({"role": "assistant", "content": blocks})
    (message,) = messages(turn)
    assert [(each["tool_use_id"], each.get("is_error", False)) for each in message["content"]] == [
        ("a", False),
        ("b", True),
    ]


def test_one_result_may_stand_alone():
    """As a list of one."""
    (result,) = results("anthropic")
    assert messages(result) == messages([result])


@pytest.mark.parametrize("given", [["x"], [None], None, 5, {"role": "tool"}])
def test_what_is_no_result_is_the_hosts_mistake(given: object):
    """The text says where results come from."""
    with pytest.raises(HostError, match="messages takes results, which dispatch and dispatch_all give, not "):
        messages(given)  # type: ignore[arg-type]


def test_results_that_were_not_awaited_are_the_hosts_mistake():
    """The text says what is missing."""
    coming = Dispatcher([]).adispatch_all([])
    with pytest.raises(HostError, match=r"give, not a coroutine; await it first$"):
        messages(coming)  # type: ignore[arg-type]
    coming.close()


def test_what_is_no_provider_is_the_hosts_mistake():
    """Neither a name, nor an object that writes."""
    with pytest.raises(HostError, match='provider=5; give a name, provider="openai", or an object'):
        messages([ToolResult(ToolCall("now", None), text="noon")], 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("provider", "kind", "is_warned"),
    [
        ("openai", "ok", True),
        ("openai", "tool_error", False),
        ("anthropic", "ok", True),
        ("anthropic", "tool_error", True),
        ("gemini", "ok", False),
        ("ollama", "ok", False),
    ],
)
def test_a_result_that_a_provider_will_refuse_for_its_lack_of_an_id_leaves_a_warning(
    provider: str, kind: str, is_warned: bool, caplog: pytest.LogCaptureFixture
):
    """No id is invented: the model would not know it."""
    error = None if kind == "ok" else Failure(kind, "no")
    messages([ToolResult(ToolCall("now", None), text="noon", error=error)], provider)
    told = [f"the result of now has no id, as its call had none, and {provider} refuses"] if is_warned else []
    assert [each[: len(told[0])] for each in caplog.messages] == told
    caplog.clear()
    messages([ToolResult(ToolCall("now", None, "c1"), text="noon", error=error)], provider)
    assert caplog.messages == []


def test_a_name_in_the_log_is_cut_and_cleaned(caplog):
    """A model wrote it."""
    messages(ToolResult(ToolCall("now\n\x1b[31mERROR" + "x" * 1000), text="noon"), "anthropic")
    assert caplog.records[0].getMessage().startswith("the result of now [31mERRORxxx")
    assert len(caplog.records[0].getMessage()) < 400
