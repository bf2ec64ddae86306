"""The fast path against the slower one: the same verdict, or none; the same values."""

from __future__ import annotations

import json

import pytest
from hints import HINTS, JSON, mutated, tool_of, values
from hypothesis import given, settings, strategies as st
from road import alike

from toolkit import CallError, Dispatcher, Registry, ToolCall
from toolkit.calling.contract import engine
from toolkit.calling.guard import Raised, attempt
from toolkit.types.dumping import Dumper

pytestmark = pytest.mark.skipif(engine() == "reference", reason="the reference engine has no fast path")

# What the fast path never takes: numbers must keep their digits.
SLOW = {"Decimal", "Fraction", "deque", "tuple of one type", "Mapping", "attrs", "Union of objects", "pydantic"}


def slowly(tool, text):
    """The loaded arguments by the slower steps, or what they raise."""

    def taken():
        decoded, _ = tool.contract.decode(text)
        tool.contract.check(decoded)
        return tool.load_values(tool.contract.settle(decoded)[0])

    return attempt(taken)


def test_most_hints_have_a_fast_path():
    """All but those that want the digits of a number."""
    assert {name for name in HINTS if tool_of(name).contract.fast is None} == SLOW


@pytest.mark.parametrize("name", sorted(HINTS.keys() - SLOW))
@settings(max_examples=25)
@given(data=st.data())
def test_both_paths_load_the_same_values(name, data):
    """Of what was dumped, of that with one place changed, and of random JSON."""
    tool = tool_of(name)
    dumped = values(HINTS[name]).map(Dumper(of_arguments=True).dump)
    text = json.dumps({"value": data.draw(dumped | dumped.flatmap(mutated) | JSON)}, ensure_ascii=False)
    fast = tool.contract.fast.loaded(text)
    if fast is not None:
        assert alike(fast, slowly(tool, text)), text


@pytest.mark.parametrize("name", sorted(HINTS))
@settings(max_examples=15)
@given(data=st.data())
def test_an_object_is_taken_as_its_text_is(name, data):
    """Providers that send arguments as objects, and as texts, get the same answer."""
    dispatch = Dispatcher(Registry([tool_of(name)])).dispatch
    dumped = values(HINTS[name]).map(Dumper(of_arguments=True).dump)
    given_object = {"value": data.draw(dumped | dumped.flatmap(mutated) | JSON)}
    text = json.dumps(given_object, ensure_ascii=False)
    as_object, as_text = (dispatch(ToolCall(tool_of(name).name, each)) for each in (given_object, text))
    assert as_text.kind == as_object.kind
    if as_text.ok:
        assert (as_text.text, as_text.arguments) == (as_object.text, as_object.arguments)


TEXTS = (
    '{"value": 1, "value": 2}',
    '{"value" : 1, "value": 2}',
    '{"value":{"a":1,"a":2}}',
    '{"value":{"a" :":","a":2}}',
    '{"value":[{"x":1,"x":2}]}',
    '{"value": 1e400}',
    '{"value": NaN}',
    '{"value": "\\ud800"}',
    '{"value": "\\ud83d\\ude00"}',
    '{"value": 1} x',
    f'{{"value": {"[" * 70}1{"]" * 70}}}',
    f'{{"value": {"9" * 1500}}}',
    '{"value": 3.0}',
    '{"value": true}',
    '{"value": null, "other": 1}',
    '{"valu\\u0065": 1}',
    "{}",
    "",
    "[]",
)


@pytest.mark.parametrize("name", sorted(HINTS.keys() - SLOW))
@pytest.mark.parametrize("text", TEXTS)
def test_what_the_slower_path_refuses_the_fast_one_leaves_to_it(name, text):
    """Names twice, numbers out of range, half surrogates, depth, and what is no JSON at all."""
    tool = tool_of(name)
    fast, slow = tool.contract.fast.loaded(text), slowly(tool, text)
    if isinstance(slow, Raised):
        assert isinstance(slow.exception, CallError)
        assert fast is None
    elif fast is not None:
        assert alike(fast, slow)
