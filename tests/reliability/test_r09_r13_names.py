"""R9-R13: names are exact, unique, bounded; ids tell nothing apart."""

from __future__ import annotations

import pytest
from dispatching import add, call

from toolkit import Dispatcher, DuplicateToolError, Registry, Tool, ToolCall, schemas, tool


@tool
def transfer(amount: int) -> str:
    """Transfer."""
    return f"sent {amount}"


DISPATCHER = Dispatcher([transfer, add])


@pytest.mark.parametrize(
    "name",
    ["Transfer", "TRANSFER", " transfer", "transfer ", "transfer\n", "functions.transfer", "tr\u0430nsfer", "transfe"],
)
def test_r09_names_are_matched_exactly(name):
    """No trimming, no folding, no prefix taken off."""
    assert DISPATCHER.dispatch(ToolCall(name, {"amount": 1})).kind == "unknown_tool"


def test_r10_an_unknown_name_is_a_result_and_siblings_run():
    """With at most three near names."""
    results = DISPATCHER.dispatch_all([call("transfr", amount=1), call("add", a=1, b=2)])
    assert (results[0].kind, "transfer" in results[0].text, results[1].value) == ("unknown_tool", True, 3)


def test_r10_thousands_of_names_are_never_listed():
    """The text stays short."""
    many = Registry([Tool.from_function(lambda: 1, name=f"tool_{n:04}", description="T.") for n in range(1000)])
    text = Dispatcher(many).dispatch(ToolCall("tool_", {})).text
    assert (text.count("tool_") <= 4, len(text) < 300) == (True, True)


@pytest.mark.parametrize("name", ["x" * 1_000_000, "a\x1b[31m\x00\n\u202e" * 100, "\ud800", "\U000e0041", ""])
def test_r10_a_hostile_name_is_shown_cleaned_and_cut(name):
    """80 characters at most, none of them hidden."""
    text = DISPATCHER.dispatch(ToolCall(name, {})).text
    assert len(text) < 300
    assert text.isprintable()
    text.encode()


@pytest.mark.parametrize("name", ["a b", "", "x" * 129, "näme", "a/b", "a\n", "a:b"])
def test_r11_names_have_a_form(name):
    """At decoration and at declaration."""
    if name.strip():
        with pytest.raises(ValueError, match="name"):
            tool(lambda: 1, name=name, description="F.")
    with pytest.raises(ValueError, match="name"):
        Tool.declare(name, "D.", {"type": "object"})


def test_r11_a_providers_narrower_rule_is_met_reversibly():
    """The call with the rewritten name finds the tool."""
    dotted = Tool.of(transfer).renamed("bank.transfer")
    for provider in ("openai", "anthropic", "gemini", "bedrock"):
        text = str(schemas([dotted], provider=provider))
        assert ("bank.transfer" not in text) or provider == "gemini"
    name = schemas([dotted], provider="openai")[0]["function"]["name"]
    payload = {"type": "function", "id": "c", "function": {"name": name, "arguments": '{"amount": 1}'}}
    assert Dispatcher([dotted]).dispatch(payload).text == "sent 1"


def test_r12_a_second_tool_of_a_name_raises():
    """Whatever its source."""
    declared = Tool.declare("transfer", "Another.", {"type": "object"})
    with pytest.raises(DuplicateToolError, match="transfer"):
        Registry([transfer, declared])
    registry = Registry([transfer])
    with pytest.raises(DuplicateToolError):
        registry.add(declared)
    assert Dispatcher(registry).dispatch(call("transfer", amount=1)).text == "sent 1"
    both = registry + Registry([declared]).prefixed("other_")
    assert sorted(both.names()) == ["other_transfer", "transfer"]


def test_r13_equal_ids_get_results_by_position():
    """Each call its own."""
    calls = [ToolCall("add", {"a": n, "b": 0}, "same") for n in range(3)]
    results = DISPATCHER.dispatch_all(calls)
    assert ([result.value for result in results], {result.call.id for result in results}) == ([0, 1, 2], {"same"})
