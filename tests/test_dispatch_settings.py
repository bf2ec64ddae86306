"""The settings of a dispatcher: nonsense raises when it is set."""

from __future__ import annotations

import functools
import inspect
import re
from types import SimpleNamespace
from typing import Any

import pytest
from dispatching import add, call

from toolkit import DefinitionError, Dispatcher, HostError, Registry, Tool, ToolCall, middleware


class AsyncStore(dict):
    """A client of a database, as many are."""

    async def get(self, key: str) -> Any:
        return super().get(key)

    async def __setitem__(self, key: str, value: str) -> None:
        super().__setitem__(key, value)


@pytest.mark.parametrize(
    "setting",
    [
        {"approvals": SimpleNamespace(get=print)},
        {"approvals": AsyncStore()},
        {"result_store": AsyncStore()},
        {"timeout_seconds": 0},
        {"timeout_seconds": -1},
        {"timeout_seconds": "1"},
        {"timeout_seconds": float("nan")},
        {"timeout_seconds": float("inf")},
        {"timeout_seconds": True},
        {"max_concurrency": 0},
        {"max_concurrency": 1.5},
        *({name: None} for name in ("max_result_chars", "max_batch_calls", "max_pending", "approval_seconds")),
        {"max_result_chars": 0},
        {"max_payload_chars": -5},
        {"max_batch_calls": 0},
        {"max_pending": 0},
        {"approval_seconds": 0},
        {"repair": "much"},
        {"extra_arguments": "drop"},
        {"error_detail": "all"},
        {"check_result": "yes"},
        {"middleware": [5]},
        {"middleware": 5},
        {"middleware": [int]},
        {"hooks": 5},
        {"hooks": "text"},
        {"approver": 5},
        {"executor": 5},
        {"services": [int]},
        {"services": {"Database": 1}},
        {"hooks": [print]},
        {"middleware": [lambda call: call]},
        {"approver": lambda: True},
        {"handlers": 5},
        {"handlers": {"f": 5}},
        {"handlers": {"f": lambda a, b: a}},
        {"approvals": []},
        {"result_store": 5},
    ],
)
def test_nonsense_raises_and_names_the_setting(setting):
    """A ValueError, as for the options of a tool."""
    with pytest.raises(ValueError, match=next(iter(setting))):
        Dispatcher([], **setting)


@pytest.mark.parametrize(
    ("setting", "cure"),
    [
        ({"services": None}, "give values by their class: services={Database: ...}"),
        ({"handlers": None}, 'give functions by the names of tools: handlers={"ask": ...}'),
        ({"services": [1]}, "give values by their class: services={Database: ...}"),
        ({"handlers": [add]}, 'give functions by the names of tools: handlers={"ask": ...}'),
        ({"approvals": []}, "give an object with get"),
    ],
)
def test_a_setting_that_is_a_dict_is_shown_as_one(setting, cure: str):
    """Whoever gave a list can write it from the text."""
    with pytest.raises(DefinitionError, match=re.escape(cure)):
        Dispatcher([add], **setting)


@pytest.mark.parametrize(
    "maker", [getattr(middleware, name) for name in ("caching", "logging_calls", "only", "rate_limit", "retrying")]
)
def test_what_makes_middleware_is_none(maker):
    """It was not called, which some of them would only show when a model calls a tool."""
    name = maker.__name__
    with pytest.raises(DefinitionError, match=rf"^Dispatcher: {name} makes middleware; call it: {name}\("):
        Dispatcher([add], middleware=[maker])


@pytest.mark.parametrize(
    ("setting", "cure"),
    [
        ("timeout", "here it is timeout_seconds="),
        ("retries", "here it is retries= of a tool"),
        ("cache", "here it is middleware=[toolkit.middleware.caching(...)]"),
        ("strict", "here it is strict=True where the tools are declared"),
        ("progress", "here it is hooks=, with on_tool_progress"),
        ("aprover", "did you mean 'approver'?"),
        ("xyzzy", "the settings are approval_seconds, approvals, approver"),
    ],
)
def test_an_unknown_setting_is_a_type_error_with_the_cure(setting: str, cure: str):
    """As Python's own error, but with the name of the setting that was meant."""
    with pytest.raises(TypeError, match=f"Dispatcher has no setting '{setting}'; {re.escape(cure)}"):
        Dispatcher([], **{setting: 5})


def test_tools_that_are_not_in_one_list_are_a_type_error_with_the_cure():
    """They look as settings given by position do, which there are none of."""
    with pytest.raises(
        TypeError, match=r"^Dispatcher takes its tools as one list, Dispatcher\(\[first, second\]\), and"
    ):
        Dispatcher(add, add)


def test_a_dispatcher_shows_its_settings_to_who_asks_for_its_signature():
    """Editors and `help` do."""
    assert "timeout_seconds" in inspect.signature(Dispatcher).parameters


class Misspelt:
    """Means to be told of the start of calls."""

    def on_tool_strat(self, call: Any, context: Any) -> None:
        """Nothing."""


def test_a_misspelt_method_of_a_hook_is_found_when_the_dispatcher_is_made():
    """It would never be called."""
    with pytest.raises(DefinitionError, match=r"Dispatcher: hooks: .* rename on_tool_strat to on_tool_start"):
        Dispatcher([], hooks=[Misspelt()])


def test_what_is_given_with_a_call_is_held_to_the_same_rules():
    """It is the host's mistake, which no text for the model can mend."""
    dispatcher = Dispatcher([])
    with pytest.raises(HostError, match="hooks= has a Misspelt, which has none of on_tool_start"):
        dispatcher.dispatch({"name": "f", "arguments": {}}, hooks=[Misspelt()])
    with pytest.raises(HostError, match=r"services= has the text 'int' for a key; .*services=\{int: \.\.\.\}"):
        dispatcher.dispatch({"name": "f", "arguments": {}}, services={"int": 1})


def nothing() -> dict[str, Any]:
    """Nothing at all."""
    return {}


def test_a_function_of_metadata_or_of_tools_has_to_take_what_it_gets():
    """The text says what that is."""
    with pytest.raises(DefinitionError, match=r"provide_metadata takes \(\).* write def nothing\(call\): "):
        Dispatcher([]).provide_metadata(nothing)
    with pytest.raises(DefinitionError, match=r"provide takes \(\).* write def nothing\(context\): "):
        Registry().provide(nothing)


@pytest.mark.parametrize("take", [Dispatcher([]).provide_metadata, Registry().provide, Registry().on_change])
def test_what_cannot_be_called_is_no_function_of_the_host(take):
    """It would fail at each call, or be told of no change."""
    with pytest.raises(DefinitionError, match=r"got a list, which cannot be called; give a function of \("):
        take([])


def test_none_means_no_limit():
    """Where a limit may be left out."""
    assert Dispatcher([], timeout_seconds=None, max_concurrency=None, executor=None).registry.names() == []


def hook_class(**methods):
    """A class of hooks with these methods."""
    return type("Watch", (), methods)


@pytest.mark.parametrize(
    ("hook", "text"),
    [
        (
            hook_class(on_tool_start=lambda self, call: None)(),
            r"takes \(call\), and is called with \(call, con",
        ),
        (hook_class(on_tool_end=lambda self, call, context: None)(), r"called with \(call, context, value\)"),
        (hook_class(on_tool_start=3)(), r"the hook on_tool_start got an int, which cannot be called"),
        (hook_class(on_tool_start=lambda self, call, context: None), r"Watch is a class; give an object: Watch\(\)"),
    ],
)
def test_a_hook_that_cannot_be_told_is_refused(hook, text):
    """Before a call fails for it."""
    with pytest.raises(DefinitionError, match=text):
        Dispatcher([add], hooks=[hook])
    with pytest.raises(DefinitionError, match=text):
        Tool.from_function(lambda: 1, name="one", description="", hooks=[hook])


def test_a_class_of_static_methods_is_a_hook():
    """As any object that has the methods."""
    told = []
    watch = hook_class(on_tool_start=staticmethod(lambda call, context: told.append(call.name)))
    assert Dispatcher([add], hooks=[watch]).dispatch(call("add", a=1, b=2)).value == 3
    assert told == ["add"]


class Denials:
    """Is told of the end of calls, and asked by its owner about others."""

    def on_tool_end(self, call: Any, context: Any, value: Any) -> None:
        """Nothing."""

    def on_tool_denied(self) -> None:
        """Nothing."""


def asked_first(function: Any) -> Any:
    """A decorator that fills the first parameter of what it wraps."""

    @functools.wraps(function)
    def filled(*args: Any) -> Any:
        return function("asker", *args)

    return filled


@asked_first
def carry_on(asker: str, call: Any, proceed: Any) -> Any:
    """Middleware that knows who asks."""
    return proceed(call) if asker else None


@asked_first
def allow(asker: str, request: Any) -> bool:
    """An approver that knows who asks."""
    return bool(asker and request.name)


@asked_first
def handle(asker: str, arguments: Any) -> str:
    """A handler that knows who asks."""
    return f"{asker}: {arguments}"


def test_what_a_decorator_fills_is_not_asked_for():
    """What counts is what the decorated function takes, not what it wraps."""
    pay = Tool.declare("pay", "", approval=True)
    dispatcher = Dispatcher([pay], middleware=[carry_on], approver=allow, handlers={"pay": handle})
    assert dispatcher.dispatch(ToolCall("pay", {"sum": 1})).text == "asker: {'sum': 1}"


def test_another_method_of_a_hook_is_no_misspelt_one():
    """Though most of its letters are in the name of an event."""
    assert Dispatcher([], hooks=[Denials()])
