"""The short road of a refusal against the steps: it tells the same, or nothing; its decoder, against the strict one."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hints import HINTS, JSON, mutated, tool_of, values
from hypothesis import given, settings, strategies as st
from strict_values import descriptors, values as values_of

from toolkit import CallError, Tool
from toolkit.calling.contract import Contract, engine
from toolkit.calling.decoding import _strict_value
from toolkit.calling.guard import Raised, attempt
from toolkit.calling.swift_json import is_shallow, swift_value
from toolkit.descriptor import ListType, ToolDescriptor, ToolParameterDescriptor
from toolkit.options import ToolOptions
from toolkit.record import MISSING
from toolkit.schema import explanation
from toolkit.schema.outlines import outline_of
from toolkit.schema.refusal import RefusalWriter
from toolkit.schema.screening import MAX_DEPTH
from toolkit.schema.violations import ArgumentCheck
from toolkit.schema.wording import EXAMPLE
from toolkit.types.dumping import Dumper

pytestmark = pytest.mark.skipif(engine() == "reference", reason="the reference engine has no short road")

# What a safe repair changes, or what only looks so.
ODD = st.sampled_from([3.0, -0.0, 1e30, 10**30, 2.5, "[1]", ' {"a": 1}', "[", "3", "true", "null", "None", "low"])
# Text in which two readers of JSON may find different things, or nothing.
TREACHEROUS = [
    *(
        '{"a": 1, "a": 2}',
        '{"a": ":", "b": {"a": 1}}',
        '{"a":1,"a":"\\u003a"}',
        '{"x":1,"x" :2}',
        '{"\\u0061":1,"a":2}',
    ),
    *(
        '"\\ud800"',
        '"\\ud83d\\ude00"',
        '"\\u00e6"',
        '"\\x"',
        '"\x01"',
        '"\x7f"',
        "'a'",
        "\ufeff1",
        "[1,]",
        '{"a":1} x',
        "",
    ),
    *("1e400", "-0", "1E5", "0.1e-7", "NaN", "-Infinity", "01", "1.", "9" * 1000, "9" * 1001, "0." + "1" * 2000),
    *("[" * 60 + "1" + "]" * 60, "[" * 64 + "1" + "]" * 64, "[" * 65 + "1" + "]" * 65, "[" * 500 + "]" * 500),
]
# What fits the schema of some row and does not load.
UNLOADABLE = ["2031-02-31", "25:00:00", "!", "1/0", "no-uuid", "[", {"x": "2031-02-31", "tags": []}, ["2031-02-31"]]


@cache
def pair_of(name: str) -> Tool[Any, Any]:
    """A tool of two arguments, of which the first has the hint."""

    def take(value, other):
        return value, other

    take.__annotations__ = {"value": HINTS[name], "other": int}
    return Tool.from_function(take, description="")


def fitting(name: str) -> st.SearchStrategy[Any]:
    """What may be sent for the hint."""
    return values(HINTS[name]).map(Dumper(of_arguments=True).dump)


def spoilt(name: str) -> st.SearchStrategy[Any]:
    """What may be sent for it by mistake."""
    return fitting(name).flatmap(mutated) | JSON | st.sampled_from(UNLOADABLE)


def told(error: CallError) -> tuple[Any, ...]:
    """All that a refusal tells."""
    return type(error), str(error), getattr(error, "violations", ())


def by_steps(contract: Contract, text: str, *, repairing: bool = True) -> CallError | None:
    """What the steps of a call refuse a text for, as Taker takes them; None if they do not."""

    def taken() -> None:
        decoded, _ = contract.decode(text)
        contract.check(contract.settle(decoded, repairing=repairing)[0])

    outcome = attempt(taken)
    if not isinstance(outcome, Raised):
        return None
    assert isinstance(outcome.exception, CallError)
    return outcome.exception


def require_same(contract: Contract, text: str) -> None:
    """Nothing, if the short road tells what the steps tell, wherever it tells anything."""
    for repairing in (True, False):
        refuse = contract.refusal_of_text
        at_once = None if refuse is None else refuse(text, repairing=repairing)
        if at_once is not None:
            error = by_steps(contract, text, repairing=repairing)
            assert error is not None, text
            assert told(at_once) == told(error)


def disturbed(value: Any) -> st.SearchStrategy[Any]:
    """The JSON value with one or two places in it changed, perhaps to something odd."""
    once = mutated(value)
    return once | once.flatmap(mutated) | ODD | st.lists(ODD, max_size=2)


@settings(max_examples=120)
@given(data=st.data(), descriptor=descriptors())
def test_random_types_are_explained_alike(data, descriptor):
    """Of values of the type with places changed, and of random JSON."""
    contract = Contract(descriptor, ToolOptions())
    arguments = data.draw(values_of(descriptor.arguments).flatmap(disturbed) | JSON)
    require_same(contract, json.dumps(arguments))


@settings(max_examples=120)
@given(data=st.data(), descriptor=descriptors())
def test_no_step_that_is_left_out_would_tell_anything(data, descriptor):
    """Types without constraints are explained by their structure alone: looking at all of a type finds the same."""
    arguments = data.draw(values_of(descriptor.arguments).flatmap(disturbed) | JSON)
    found = ArgumentCheck(descriptor).violations(arguments)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explanation, "_outlined", explained_in_full)
        assert ArgumentCheck(descriptor).violations(arguments) == found


def explained_in_full(part: Any, parts: Any) -> Any:
    """The outline of a part, whose values are looked at in every respect."""
    outline = part.outline = outline_of(part, parts)
    outline.explain = explanation.Explanation.in_full
    return outline


@settings(max_examples=80)
@given(data=st.data(), descriptor=descriptors(), length=st.integers(33, 60))
def test_long_arrays_are_explained_alike(data, descriptor, length):
    """They are looked over by msgspec: wherever the wrong items stand, and however many there are."""
    items = descriptor.arguments
    rows = ToolParameterDescriptor("rows", "", ListType(items))
    contract = Contract(ToolDescriptor("t", "", (rows,), definitions=descriptor.definitions), ToolOptions())
    sent = [data.draw(values_of(items))] * length
    for place in data.draw(st.lists(st.integers(0, length - 1), max_size=25)):
        sent[place] = data.draw(disturbed(sent[place]))
    require_same(contract, json.dumps({"rows": sent}))


@pytest.mark.parametrize("name", sorted(HINTS))
@settings(max_examples=15)
@given(data=st.data())
def test_what_the_loaders_refuse_besides_is_told_alike(name, data):
    """For every row of the type table: an argument that is at fault, beside one that fits and may not load."""
    tool = pair_of(name)
    arguments = {
        "value": data.draw(fitting(name) | spoilt(name)),
        "other": data.draw(st.sampled_from([1, "x", 3.0, None])),
    }
    require_same(tool.contract, json.dumps(arguments, ensure_ascii=False))


@settings(max_examples=120)
@given(data=st.data(), descriptor=descriptors())
def test_the_example_of_random_types_fits(data, descriptor):
    """Whatever came, so whatever places it has to show."""
    check = ArgumentCheck(descriptor)
    faults = check.violations(data.draw(values_of(descriptor.arguments).flatmap(disturbed) | JSON))
    example = str(RefusalWriter(descriptor).refusal(faults)).partition(EXAMPLE)[2]
    assert not example or check.accepts(json.loads(example))


@pytest.mark.parametrize("name", sorted(HINTS))
@settings(max_examples=15)
@given(data=st.data())
def test_the_example_of_a_refusal_is_taken(name, data):
    """For every row of the type table."""
    tool = pair_of(name)
    refused = attempt(tool.invoke, {"value": data.draw(spoilt(name)), "other": data.draw(st.sampled_from([1, "x"]))})
    if isinstance(refused, Raised):
        example = str(refused.exception).partition(EXAMPLE)[2]
        assert not example or tool.invoke(example)


@pytest.mark.parametrize("piece", TREACHEROUS)
def test_treacherous_texts_are_refused_alike(piece):
    """Names twice, numbers out of range, half surrogates, depth, and what is no JSON at all."""
    for name in ("int", "Any", "dataclass", "dict"):
        for text in (piece, f'{{"value": {piece}}}', f'{{"value": "x", "more": {piece}}}'):
            require_same(tool_of(name).contract, text)


NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers() | st.integers(-(10**400), 10**400)
TEXTS = st.recursive(JSON | NUMBERS, lambda inner: st.lists(inner, max_size=3)).map(json.dumps)


@settings(max_examples=300)
@given(whole=TEXTS, piece=st.sampled_from(TREACHEROUS), place=st.integers(0))
def test_the_swift_decoder_gives_what_the_strict_one_gives(whole, piece, place):
    """Where it gives anything: for random JSON, with something treacherous behind it or in the middle of it."""
    place %= len(whole)
    for text in (whole, f"[{whole}, {piece}]", whole[:place] + piece + whole[place:]):
        found = swift_value(text)
        if found is not MISSING and is_shallow(found):
            assert repr(found) == repr(_strict_value(text, exact=False))


NAMED = st.tuples(st.sampled_from(["a", "b", "a:b", r"\u0061"]), st.sampled_from(["1", '"x:y"', '{"c": 1}', '["d"]']))
OBJECTS = st.lists(NAMED.map(lambda pair: '"{}": {}'.format(*pair)), max_size=3).map(", ".join)


@settings(max_examples=200)
@given(objects=st.lists(OBJECTS, min_size=1, max_size=4), beside=st.sampled_from(["1", "[1]", "[{}, []]"]))
def test_a_name_twice_is_found_in_long_texts_too(objects, beside):
    """In the objects of an array, which a long text mostly holds; white space makes it long."""
    text = f'{{"rows": [{", ".join(f"{{{each}}}" for each in objects)}], "more": {beside}}}'.ljust(1001)
    expected = attempt(lambda: _strict_value(text, exact=False))
    found = swift_value(text)
    assert found in ((MISSING,) if isinstance(expected, Raised) else (MISSING, expected))


@pytest.mark.parametrize(("levels", "expected"), [(MAX_DEPTH, True), (MAX_DEPTH + 1, False)])
def test_depth_is_counted_as_the_strict_decoder_counts_it(levels, expected):
    """Sixty-four levels are taken."""
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        text = opening * levels + "1" + closing * levels
        assert is_shallow(swift_value(text)) is expected
        assert isinstance(attempt(lambda text=text: _strict_value(text, exact=False)), Raised) is not expected
