"""R43-R51: what a model reads, what logs keep, and the limits."""

from __future__ import annotations

import json
import logging
import pickle
import time
from typing import Any

import pytest
from dispatching import add, call

from toolkit import Dispatcher, Retry, Tool, ToolCall, ToolError, tool


def failing(exception: BaseException, **options: Any) -> Any:
    """A tool that raises."""

    @tool(**options)
    def fails() -> None:
        """Fail."""
        raise exception

    return fails


def text_of(exception: BaseException, **settings: Any) -> str:
    """What a model reads of an exception."""
    return Dispatcher([failing(exception)], **settings).dispatch(call("fails")).text


def test_r43_an_unexpected_exception_shows_type_and_message():
    """Without directories, addresses and tracebacks."""
    assert text_of(ValueError("no city 'Xyz'")) == "ValueError: no city 'Xyz'"
    assert text_of(FileNotFoundError(2, "No such file", "/home/ann/secret/data.csv")).endswith("'data.csv'")
    assert "0x" not in text_of(TypeError(f"bad {object()}"))
    import traceback

    try:
        1 / 0  # noqa: B018
    except ZeroDivisionError:
        told = traceback.format_exc()
    shown = text_of(RuntimeError(told))
    assert ("ZeroDivisionError" in shown, "File " in shown, "Traceback" in shown) == (True, False, False)


def test_r43_masked_says_nothing():
    """Save what was said on purpose."""
    assert text_of(ValueError("secret"), error_detail="masked") == "The tool failed."
    assert text_of(ToolError("Ask for a city."), error_detail="masked") == "Ask for a city."
    assert text_of(Retry("Busy."), error_detail="masked") == "Busy."


def test_r43_deliberate_text_arrives():
    """Cleaned of what cannot be seen, and cut."""
    assert (
        text_of(ToolError("Use /data/x.csv, or https://example.org/y.")) == "Use /data/x.csv, or https://example.org/y."
    )
    assert text_of(ToolError("a\x1b[31m\u202eb")) == "a[31mb"
    assert len(text_of(ToolError("x" * 100_000))) == 2000


def test_r44_the_developer_gets_the_exception():
    """With its traceback; it is in no text, repr or serialised form."""
    result = Dispatcher([failing(ValueError("secret-42"))], error_detail="masked").dispatch(call("fails"))
    assert (type(result.error.exception), result.error.exception.__traceback__ is not None) == (ValueError, True)
    for shown in (
        result.text,
        repr(result),
        repr(result.error),
        json.dumps(result.to_dict()),
        json.dumps(result.to_message()),
    ):
        assert "secret-42" not in shown


def test_r45_a_refusal_names_the_parameter_alone():
    """No library names, no URLs, no class reprs, no value of another argument."""

    @tool
    def f(a: int, password: str, b: list[int] = [], c: float = 0, d: bool = False, e: str = "", g: int = 0) -> None:  # noqa: B006, PLR0917
        """F."""

    result = Dispatcher([f]).dispatch(call("f", a="wrong", password="hunter2"))
    assert ("a:" in result.text, "hunter2" in result.text) == (True, False)
    many = Dispatcher([f]).dispatch(call("f", a="x", password=1, b=2, c="y", d="z", e=5, g="w")).text
    for text in (result.text, many):
        assert not any(each in text for each in ("jsonschema", "pydantic", "msgspec", "http", "<class", "0x", ".py"))
    assert ("also wrong" in many, len(many) <= 2000) == (True, True)


def test_r45_faults_are_all_named():
    """After five by name only."""

    @tool
    def f(a: int, b: int, c: int, d: int, e: int, g: int, h: int) -> None:  # noqa: PLR0917
        """F."""

    result = Dispatcher([f]).dispatch(ToolCall("f", dict.fromkeys("abcdegh", "x")))
    assert [each.path for each in result.error.violations] == list("abcdegh")
    assert (result.text.count("integer, got"), "g and h" in result.text or "g, h" in result.text) == (5, True)


def test_r46_logs_hold_no_values(caplog):
    """At INFO and above; no raw control characters at any level."""

    @tool(verbose=True)
    def echo(text: str) -> str:
        """Echo."""
        return text

    from toolkit.dispatch.ready import logging_calls

    dispatcher = Dispatcher(
        [echo, failing(ValueError("s3cret"), verbose=True)], middleware=[logging_calls(values=True)]
    )
    with caplog.at_level(logging.DEBUG):
        dispatcher.dispatch(ToolCall("echo", {"text": "s3cret\x1b[2J"}, "id\x1b"))
        dispatcher.dispatch(call("fails"))
        dispatcher.dispatch(ToolCall("ec\x1bho", {"text": "s3cret"}))
        dispatcher.dispatch(ToolCall("echo", {"text": 5}))
    for record in caplog.records:
        assert "\x1b" not in record.getMessage()
        assert record.levelno < logging.INFO or "s3cret" not in record.getMessage()


def test_r47_each_dispatch_leaves_one_audit_record(caplog):
    """Time, tool, source, id, digest, decision, outcome, duration."""
    with caplog.at_level(logging.INFO, logger="toolkit.audit"):
        Dispatcher([add]).dispatch(call("add", a=1, b=2))
        Dispatcher([add]).dispatch_all([call("add", a=1, b=2), call("nope")])
    records = [record for record in caplog.records if record.name == "toolkit.audit"]
    assert len(records) == 3
    told = json.loads(records[0].getMessage())
    assert set(told) == {"tool", "source", "call_id", "arguments_digest", "decision", "outcome", "seconds"}
    assert (records[0].outcome, records[0].tool_name, records[0].created > 0) == ("ok", "add", True)


@pytest.mark.parametrize("character", ["x", "é", "\U0001f600"])
def test_r48_results_are_cut_on_a_character(character):
    """And say so with the full size."""

    @tool
    def long() -> str:
        """Long."""
        return character * 100_000

    text = Dispatcher([long]).dispatch(call("long")).text
    assert text.startswith(character * 65_536 + "\n[truncated: first 65,536 of 100,000 characters]")
    assert text.encode()


def test_r49_calls_of_a_turn_are_bounded():
    """Before any runs."""
    results = Dispatcher([add]).dispatch_all([call("add", a=1, b=2)] * 1030)
    assert [result.kind for result in results].count("limit_reached") == 6
    assert [result.kind for result in results[:1024]] == ["ok"] * 1024


@pytest.mark.parametrize("exception", [ConnectionError(), TimeoutError(), Retry("x")])
def test_r50_no_retry_by_default(exception):
    """At most once, unless the author says that twice is harmless."""
    runs: list[int] = []

    @tool(idempotent=True)
    def f() -> None:
        """F."""
        runs.append(1)
        raise exception

    Dispatcher([f]).dispatch(call("f"))
    assert runs == [1]
    with pytest.raises(ValueError, match="idempotent"):
        Tool.from_function(lambda: 1, name="g", description="G.", retries=2)


@pytest.mark.parametrize("exception", [ToolError("x"), ValueError("x"), OSError(), KeyError("k")])
def test_r50_never_after_a_refusal(exception, monkeypatch):
    """The body has said its last word."""
    monkeypatch.setattr("toolkit.dispatch.timing._FIRST_PAUSE_SECONDS", 0.0)
    runs: list[int] = []

    @tool(idempotent=True, retries=3)
    def f() -> None:
        """F."""
        runs.append(1)
        raise exception

    Dispatcher([f]).dispatch(call("f"))
    assert runs == [1]


def test_r50_one_deadline_holds_over_all_attempts():
    """Pauses included."""

    @tool(idempotent=True, retries=50, timeout_seconds=0.2)
    def f() -> None:
        """F."""
        raise ConnectionError

    started = time.perf_counter()
    assert Dispatcher([f]).dispatch(call("f")).kind == "timeout"
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize(
    "options",
    [
        {"timeout_seconds": 0},
        {"timeout_seconds": -1},
        {"retries": -1},
        {"retries": 1.5},
        {"max_calls": 0},
        {"repair": "x"},
    ],
)
def test_r51_nonsense_options_raise(options):
    """When they are set, on the tool and on the dispatcher."""
    with pytest.raises(ValueError, match=next(iter(options))):
        Tool.from_function(lambda: 1, name="f", description="F.", **options)
    if next(iter(options)) in {"timeout_seconds", "repair"}:
        with pytest.raises(ValueError, match=next(iter(options))):
            Dispatcher([], **options)


def test_r44_results_of_calls_can_be_pickled_without_their_tools():
    """A failure goes over to another process."""
    failure = Dispatcher([add]).dispatch(call("add", a="x")).error
    assert pickle.loads(pickle.dumps(failure)).kind == "invalid_arguments"


def test_r43_a_validation_error_of_the_body_shows_neither_values_nor_addresses():
    """And it is an error of the tool, not of the arguments."""
    pydantic = pytest.importorskip("pydantic")

    class Row(pydantic.BaseModel):
        number: int

    @tool
    def read() -> None:
        """Read a row."""
        Row(number="secret")

    result = Dispatcher([read]).dispatch(ToolCall("read", {}))
    assert result.kind == "tool_error"
    assert result.text.startswith("ValidationError: number: Input should be a valid integer")
    assert not any(leak in result.text for leak in ("secret", "http", "input_value"))
