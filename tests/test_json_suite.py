"""JSONTestSuite: what a reader of JSON has to take and has to refuse, through the decoder and through a call.

tests/suite/json_test_suite.json.gz is a packed copy of the suite (MIT licence, whose text is in the file).
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from toolkit import CallError, Dispatcher, ToolCall, tool
from toolkit.calling.decoding import decoded, json_value

SUITE = Path(__file__).parent / "suite" / "json_test_suite.json.gz"
MAX_CHARS = 1_000_000
# What readers take differently is refused (RFC 7493, section 2.3): the suite takes a name that stands twice.
TWICE = {"y_object_duplicated_key", "y_object_duplicated_key_and_value"}
# No text at all means no arguments, though it is no JSON.
EMPTY = {"n_single_space", "n_structure_no_data"}
# What a reader may take or refuse: these are taken, as they lose nothing but digits that float never had.
TAKEN = {
    "i_number_double_huge_neg_exp",
    "i_number_real_underflow",
    "i_number_too_big_neg_int",
    "i_number_too_big_pos_int",
    "i_number_very_big_negative_int",
}
ENTERED: list[Any] = []


@cache
def cases():
    """The suite's texts, as bytes, by name."""
    packed = json.loads(gzip.decompress(SUITE.read_bytes()))["cases"]
    return {name: text.encode("latin-1") for name, text in packed.items()}


def named(kind):
    """The cases that have to be taken (y), refused (n), or may be either (i)."""
    return {name: text for name, text in cases().items() if name.startswith(f"{kind}_")}


def forms(text):
    """A text as bytes and as str; a byte that is no UTF-8 is half of a surrogate pair in the latter."""
    return text, text.decode("utf-8", "surrogateescape")


def wrapped(text):
    """An arguments object whose one value is the text."""
    return b'{"value": ' + text + b"}"


def attempted(read, *given, **options):
    """What a reader gives, "refused" if it refuses; whatever else it raises is raised."""
    try:
        return read(*given, **options)
    except CallError as error:
        return f"refused: {error.kind}"


@tool
def take(value: Any) -> str:
    """Take any value."""
    ENTERED.append(value)
    return "taken"


@tool
def take_object(value: dict[str, Any]) -> str:
    """Take an object."""
    ENTERED.append(value)
    return "taken"


@pytest.fixture(params=["fast", "reference"])
def dispatcher(request, monkeypatch):
    """A dispatcher whose tools are checked by one of the engines."""
    monkeypatch.setenv("TOOLKIT_ENGINE", request.param)
    ENTERED.clear()
    return Dispatcher([tool(take.__tool__.function), tool(take_object.__tool__.function)])


def verdicts(dispatcher, arguments):
    """How each tool's call with these arguments ends, and what the tools were entered with."""
    ENTERED.clear()
    kinds = [dispatcher.dispatch(ToolCall(name, arguments)).kind for name in ("take", "take_object")]
    return kinds, list(ENTERED)


def test_the_suite_is_whole():
    """As many texts as the suite has."""
    assert {kind: len(named(kind)) for kind in "yni"} == {"y": 95, "n": 188, "i": 35}


def test_what_must_be_taken_is_read_as_python_reads_it():
    """Every text that is JSON, by itself and as an argument, as text and as bytes, with and without exact numbers."""
    for name, raw in named("y").items():
        if name in TWICE:
            continue
        value = json.loads(raw)
        for exact in (False, True):
            read = [json_value(raw.decode(), exact=exact)]
            read += [decoded(form, MAX_CHARS, exact=exact)[0]["value"] for form in forms(wrapped(raw))]
            assert [json.dumps(value)] * 3 == [json.dumps(each) for each in read], name


def test_objects_that_must_be_taken_are_arguments():
    """An object of the suite is read the same where it is the whole text."""
    objects = {name: raw for name, raw in named("y").items() if name not in TWICE and isinstance(json.loads(raw), dict)}
    assert len(objects) == 10
    for name, raw in objects.items():
        for form in forms(raw):
            assert (json.loads(raw), ()) == decoded(form, MAX_CHARS), name


@pytest.mark.parametrize("exact", [False, True])
def test_what_must_be_refused_is_refused(exact):
    """No text that is no JSON gives a value, and nothing but our refusal is raised."""
    for name, raw in named("n").items():
        as_text = forms(raw)[1]
        assert attempted(json_value, as_text, exact=exact) == "refused: malformed_call", name
        for form in (*forms(raw), *forms(wrapped(raw))):
            outcome = attempted(decoded, form, MAX_CHARS, exact=exact)
            is_empty = name in EMPTY and not form.strip()
            assert outcome == (({}, ()) if is_empty else "refused: malformed_call"), name


def test_a_name_that_stands_twice_is_refused():
    """The two texts of the suite that readers take differently."""
    for name in TWICE:
        for form in forms(wrapped(cases()[name])):
            assert attempted(decoded, form, MAX_CHARS) == "refused: malformed_call"


@pytest.mark.parametrize("exact", [False, True])
def test_what_may_be_taken_is_taken_without_loss_or_refused(exact):
    """Which of the texts that are up to the reader are taken, and that nothing but our refusal is raised."""
    for form in (0, 1):
        outcomes = {
            name: attempted(decoded, forms(wrapped(raw))[form], MAX_CHARS, exact=exact)
            for name, raw in named("i").items()
        }
        assert {name for name, outcome in outcomes.items() if outcome != "refused: malformed_call"} == TAKEN


def test_calls_with_what_must_be_taken_reach_the_tool(dispatcher):
    """The tool gets what Python reads; one that wants an object gets objects alone."""
    for name, raw in named("y").items():
        value = json.loads(raw)
        is_object = isinstance(value, dict)
        for form in forms(wrapped(raw)):
            kinds, entered = verdicts(dispatcher, form)
            if name in TWICE:
                assert kinds == ["malformed_call", "malformed_call"], name
                continue
            assert kinds[0] == "ok", name
            assert (kinds[1] == "ok") is is_object, name
            assert [json.dumps(value)] * (1 + is_object) == [json.dumps(each) for each in entered], name


def test_calls_with_what_must_be_refused_are_malformed(dispatcher):
    """No tool is entered with a text that is no JSON; the result says that the call is malformed."""
    for name, raw in named("n").items():
        for form in forms(wrapped(raw)):
            assert verdicts(dispatcher, form) == (["malformed_call", "malformed_call"], []), name


def test_calls_with_what_may_be_taken_end_as_the_decoder_says(dispatcher):
    """A call with a text that is up to the reader is run if the decoder takes it, and malformed if not."""
    for name, raw in named("i").items():
        for form in forms(wrapped(raw)):
            kinds, entered = verdicts(dispatcher, form)
            assert kinds[0] == ("ok" if name in TAKEN else "malformed_call"), name
            assert len(entered) == (name in TAKEN), name
