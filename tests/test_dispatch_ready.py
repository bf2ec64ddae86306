"""Ready middleware: logging, caching, rate limits, retries, result size, tracing."""

from __future__ import annotations

import gc
import logging
import math
import threading
import time
import weakref
from typing import Any

import pytest
from dispatching import add, call

from toolkit import DefinitionError, Dispatcher, Retry, ToolError, tool
from toolkit.dispatch import ready
from toolkit.dispatch.middleware import only
from toolkit.dispatch.ready import caching, logging_calls, rate_limit, result_size, retrying


def counted(**options: Any) -> Any:
    """A tool that counts its runs."""
    runs: list[int] = []

    @tool(**options)
    def look(n: int) -> int:
        """Look."""
        runs.append(n)
        return n

    look.runs = runs
    return look


def test_logging_hides_values(caplog):
    """Start and end at INFO, no arguments, no result."""
    dispatcher = Dispatcher([add], middleware=[logging_calls()])
    with caplog.at_level("DEBUG", logger="toolkit"):
        dispatcher.dispatch(call("add", a=123456, b=1))
    messages = [record.getMessage() for record in caplog.records if record.name == "toolkit.calls"]
    assert messages == ["add begins", "add ended: ok"]


def test_logging_shows_values_on_request(caplog):
    """At DEBUG, to a logger of one's own, without raw control characters."""

    @tool
    def echo(text: str) -> str:
        """Echo."""
        return text

    dispatcher = Dispatcher([echo], middleware=[logging_calls(logging.getLogger("mine"), values=True)])
    with caplog.at_level("DEBUG", logger="mine"):
        dispatcher.dispatch(call("echo", text="a\x1b[31m\nb"))
    text = "".join(record.getMessage() for record in caplog.records if record.name == "mine")
    assert ("31m" in text, "\x1b" in text, "\n" in text) == (True, False, False)


@pytest.mark.parametrize("hint", ["read_only", "idempotent"])
def test_answers_are_kept_for_a_time(hint):
    """For equal arguments, in any order."""
    look = counted(**{hint: True})
    dispatcher = Dispatcher([look], middleware=[caching(0.05)])
    values = [dispatcher.dispatch(call("look", n=each)).value for each in (1, 1, 2)]
    time.sleep(0.06)
    dispatcher.dispatch(call("look", n=1))
    assert (values, look.runs) == ([1, 1, 2], [1, 2, 1])


def test_only_harmless_tools_are_answered_from_memory():
    """Others run each time; failures are not kept."""
    runs: list[int] = []

    @tool(read_only=True)
    def fails() -> None:
        """Fail."""
        runs.append(1)
        raise ToolError("no")

    look = counted()
    dispatcher = Dispatcher([look, fails], middleware=[caching(60)])
    for _ in range(2):
        dispatcher.dispatch(call("look", n=1))
        dispatcher.dispatch(call("fails"))
    assert (look.runs, runs) == ([1, 1], [1, 1])


def test_no_caller_gets_the_answer_of_another():
    """The context object tells them apart, or a key of one's own."""
    look = counted(read_only=True)
    ann, bo = {"user": "ann"}, {"user": "bo"}
    dispatcher = Dispatcher([look], middleware=[caching(60)])
    for context in (ann, bo, ann):
        dispatcher.dispatch(call("look", n=1), context=context)
    assert look.runs == [1, 1]
    keyed = Dispatcher([look], middleware=[caching(60, key=lambda call: call.context.deps["user"])])
    for context in (ann, dict(ann)):
        keyed.dispatch(call("look", n=1), context=context)
    assert look.runs == [1, 1, 1]


def test_the_oldest_answers_go_first():
    """max_entries bounds the memory."""
    look = counted(read_only=True)
    dispatcher = Dispatcher([look], middleware=[caching(60, max_entries=2)])
    for each in (1, 2, 3, 3, 1):
        dispatcher.dispatch(call("look", n=each))
    assert look.runs == [1, 2, 3, 1]


@pytest.mark.parametrize(
    ("per_tool", "kinds"), [(True, ["ok", "limit_reached", "ok"]), (False, ["ok", "limit_reached"])]
)
def test_calls_beyond_a_rate_are_refused(per_tool, kinds):
    """Each tool by itself, or all together."""
    dispatcher = Dispatcher([add, counted()], middleware=[rate_limit(1, 30, per_tool=per_tool)])
    calls = [call("add", a=1, b=2), call("add", a=1, b=2), call("look", n=1)]
    results = [dispatcher.dispatch(each) for each in calls]
    assert [result.kind for result in results][: len(kinds)] == kinds
    assert "wait" in results[1].text


def test_a_rate_recovers():
    """After its time."""
    dispatcher = Dispatcher([add], middleware=[rate_limit(1, 0.03)])
    kinds = [dispatcher.call(add, 1, 2).kind for _ in range(2)]
    time.sleep(0.04)
    assert [*kinds, dispatcher.call(add, 1, 2).kind] == ["ok", "limit_reached", "ok"]


@pytest.mark.parametrize(("options", "runs"), [({"read_only": True}, 3), ({"idempotent": True}, 3), ({}, 1)])
def test_what_may_pass_is_tried_again(options, runs):
    """Only for tools that may be called twice."""
    attempts: list[int] = []

    @tool(**options)
    def flaky() -> str:
        """Fail twice."""
        attempts.append(1)
        if len(attempts) < 3:
            raise Retry(after_seconds=0)
        return "done"

    Dispatcher([flaky], middleware=[retrying(5)]).dispatch(call("flaky"))
    assert len(attempts) == runs


@pytest.mark.parametrize(("per_tool", "last"), [(True, "ok"), (False, "limit_reached")])
def test_calls_are_counted_apart_by_caller_on_request(per_tool: bool, last: str):
    """One who calls often holds up nobody else."""
    limit = rate_limit(1, 30, per_tool=per_tool, key=lambda call: call.context.deps)
    dispatcher = Dispatcher([add, counted()], middleware=[limit])
    kinds = [dispatcher.dispatch(call("add", a=1, b=2), context=user).kind for user in ("ann", "bob", "ann")]
    assert kinds == ["ok", "ok", "limit_reached"]
    assert dispatcher.dispatch(call("look", n=1), context="ann").kind == last


def test_a_rate_limit_may_hold_for_a_whole_run(monkeypatch):
    """Whatever time it takes; runs of long ago are forgotten when there are too many."""
    each_run = rate_limit(2, math.inf, key=lambda call: call.context.run_id)
    dispatcher = Dispatcher([add], middleware=[each_run])
    results = [dispatcher.dispatch(call("add", a=1, b=2), run_id=run) for run in ("r1", "r1", "r2", "r1")]
    assert [result.kind for result in results] == ["ok", "ok", "ok", "limit_reached"]
    assert results[3].text == "add may be called 2 times; call no more."
    monkeypatch.setattr(ready, "_MAX_COUNTED", 1)
    kinds = [dispatcher.dispatch(call("add", a=1, b=2), run_id=run).kind for run in ("r3", "r1", "r2")]
    assert kinds == ["ok"] * 3


def test_a_rate_limit_of_all_tools_says_so():
    """Another tool is no way round it."""
    dispatcher = Dispatcher([add], middleware=[rate_limit(1, 60, per_tool=False)])
    assert dispatcher.call(add, 1, 2).ok
    assert dispatcher.call(add, 1, 2).text.startswith("All tools together may be called 1 time in 60 seconds; wait ")


def test_calls_of_long_ago_make_room():
    """One by one, though the later ones still count."""
    dispatcher = Dispatcher([add], middleware=[rate_limit(2, 0.2)])
    kinds = []
    for _ in range(3):
        kinds.append(dispatcher.call(add, 1, 2).kind)
        time.sleep(0.12)
    assert kinds == ["ok", "ok", "ok"]


def test_callers_that_call_no_more_are_forgotten():
    """Their counts would fill the memory."""

    class Caller:
        """One whose end is seen."""

    dispatcher = Dispatcher([add], middleware=[rate_limit(1, 0.01, key=lambda call: call.context.deps)])
    gone = Caller()
    seen = weakref.ref(gone)
    assert dispatcher.dispatch(call("add", a=1, b=2), context=gone).ok
    del gone
    time.sleep(0.02)
    assert dispatcher.dispatch(call("add", a=1, b=2), context=Caller()).ok
    gc.collect()
    assert seen() is None


def test_a_result_may_have_a_limit_of_its_own():
    """Beside the dispatcher's."""

    @tool
    def long(n: int) -> str:
        """Long."""
        return "x" * n

    dispatcher = Dispatcher([long], middleware=[result_size(10)])
    texts = [dispatcher.dispatch(call("long", n=each)).text for each in (5, 50)]
    assert (texts[0], texts[1].startswith("xxxxxxxxxx\n[truncated: first 10 of 50")) == ("xxxxx", True)


@pytest.mark.parametrize(
    "make",
    [
        lambda: caching(0),
        lambda: caching(1, max_entries=1.5),
        lambda: rate_limit(0, 1),
        lambda: rate_limit(1, math.nan),
        lambda: retrying(-1),
        lambda: retrying(2.5),
        lambda: result_size(True),
    ],
)
def test_nonsense_numbers_raise(make):
    """When the middleware is made."""
    with pytest.raises(ValueError, match="positive"):
        make()


def test_spans_follow_the_conventions():
    """Name, attributes and error type; values on request alone."""
    sdk = pytest.importorskip("opentelemetry.sdk.trace")
    from opentelemetry import trace
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    from toolkit.integrations.telemetry import tracing

    spans = InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    inside: list[str] = []

    @tool
    def fails(text: str) -> None:
        """Fail."""
        inside.append(trace.get_current_span().name)
        raise KeyError(text)

    for values in (False, True):
        middleware = tracing(provider.get_tracer("t"), values=values)
        Dispatcher([add, fails], middleware=[middleware]).dispatch_all([call("add", a=1, b=2), call("fails", text="x")])
    made = {span.name: dict(span.attributes) for span in spans.get_finished_spans()[:2]}
    assert made["execute_tool add"] == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "add",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.description": "Add two numbers.",
        "gen_ai.tool.call.id": "c1",
    }
    assert (made["execute_tool fails"]["error.type"], inside[0]) == ("KeyError", "execute_tool fails")
    told = {span.name: dict(span.attributes) for span in spans.get_finished_spans()[2:]}
    assert told["execute_tool add"]["gen_ai.tool.call.arguments"] == '{"a":1,"b":2}'
    assert told["execute_tool add"]["gen_ai.tool.call.result"] == "3"


def test_tracing_names_its_cure(monkeypatch):
    """Without OpenTelemetry."""
    import sys

    from toolkit.integrations.telemetry import tracing

    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(ValueError, match=r"functoolkit\[otel\]"):
        tracing()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: rate_limit(1, 1, key=5), "rate_limit: key got an int, which cannot be called"),
        (lambda: caching(1, key=lambda: 1), r"caching: the function of key takes \(\)"),
        (lambda: only(caching(1), where=lambda: True), r"only: the function of where takes \(\)"),
    ],
)
def test_what_could_never_be_asked_is_refused_when_it_is_given(make, told):
    """Not by each call of a model."""
    with pytest.raises(DefinitionError, match=told):
        make()


@pytest.mark.parametrize("make", [lambda key: caching(60, key=key), lambda key: rate_limit(9, 60, key=key)])
def test_a_thread_that_has_the_lock_of_middleware_may_call_tools(make):
    """As a signal or a finalizer may, or the hash of a key."""
    nested = []

    class Key:
        def __hash__(self) -> int:
            if not nested:
                nested.append(None)
                nested[0] = dispatcher.dispatch(call("code"))
            return 1

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Key)

    @tool(read_only=True)
    def code() -> str:
        """A code."""
        return "030"

    dispatcher = Dispatcher([code], middleware=[make(lambda _: Key())])
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(dispatcher.dispatch(call("code"))), daemon=True)
    thread.start()
    thread.join(10)
    assert [each.text for each in (*result, *nested)] == ["030", "030"]
