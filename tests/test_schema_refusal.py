"""The text of a refusal: short, complete, and with an example of a right call."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from ipaddress import IPv4Network
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Predicate

from toolkit import ArgumentError, Dispatcher, Registry, Tool, ToolCall
from toolkit.calls import Violation
from toolkit.descriptor import AnyType, EnumType, IntegerType, StringType, ToolDescriptor, ToolParameterDescriptor
from toolkit.record import replace_fields
from toolkit.schema.refusal import LIMIT_CHARS, RefusalWriter
from toolkit.schema.violations import ArgumentCheck

ADD = ToolDescriptor(
    "add", "", (ToolParameterDescriptor("a", "", IntegerType()), ToolParameterDescriptor("ä", "", StringType()))
)

LONG_FAULTS = tuple(Violation("p" * 30 + str(number), "x" * 2000) for number in range(50))


def refusal_text(name: str, faults: tuple[Violation, ...], descriptor: ToolDescriptor) -> str:
    """The text for one refusal."""
    return str(RefusalWriter(replace_fields(descriptor, name=name)).refusal(faults))


def refused(function: Any, arguments: dict[str, Any]) -> str:
    """What a model reads of such a call."""
    tool = Tool.from_function(function, description="")
    return Dispatcher(Registry([tool])).dispatch(ToolCall(tool.name, arguments)).text


def test_refusal_names_the_faults_and_shows_a_call():
    """One line for each fault, then a minimal valid example, not escaped."""
    assert refusal_text("add", ArgumentCheck(ADD).violations({"a": "x"}), ADD) == (
        "The arguments of add are not valid:\n"
        "- ä: required, string\n"
        '- a: integer, got string "x"\n'
        'Example: {"a": 1, "ä": "text"}'
    )


def test_faults_after_five_are_named_only():
    """The first five are told in full, and each further place once."""
    faults = tuple(Violation(f"p{number % 7}", "integer", "null") for number in range(9))
    lines = refusal_text("t", faults, ADD).split("\n")
    assert lines[1:6] == [f"- p{number}: integer, got null" for number in range(5)]
    assert lines[6] == "- also wrong: p5, p6, p0, p1"


def test_text_is_bounded():
    """Long names, long lines and many faults fit into the limit; the example goes first."""
    long = ToolDescriptor("t", "", (ToolParameterDescriptor("a", "", EnumType(("b" * 300,))),))
    assert len(refusal_text("t" * 500, LONG_FAULTS, ADD)) == LIMIT_CHARS
    assert "Example" in refusal_text("t", LONG_FAULTS[:3], long)
    assert "Example" not in refusal_text("t", LONG_FAULTS[:5], long)


def test_no_example_where_none_is_found():
    """A tool that nothing satisfies, a long example, and a broken descriptor have none."""
    nothing = ToolParameterDescriptor("a", "", AnyType(constraints={"not": {}}))
    long = tuple(ToolParameterDescriptor(f"parameter_{number}", "", IntegerType()) for number in range(60))
    broken = ToolParameterDescriptor("a", "", StringType(constraints={"pattern": "("}))
    for parameters in ((nothing,), long, (broken,)):
        assert RefusalWriter(ToolDescriptor("t", "", parameters)).example == ""
    assert refusal_text("t", (), ToolDescriptor("t", "", (nothing,))) == "The arguments of t are not valid:"


def test_an_example_that_the_tool_would_refuse_is_not_shown():
    """A schema does not say all that a class demands, and a model would send what it is shown."""

    def connect(network: IPv4Network, port: int = 80): ...

    def wait(day: date | None = None, network: IPv4Network | None = None): ...

    assert refused(connect, {}) == "The arguments of connect are not valid:\n- network: required, string"
    assert refused(connect, {"network": "x"}).endswith("such as 192.0.2.0/24")
    assert refused(wait, {"day": "x"}).endswith('Example: {"day": "2031-05-06"}')
    assert refused(wait, {"network": 1}).endswith("Example: {}")


def test_an_example_is_loaded_from_a_copy():
    """What is loaded is put in its place."""

    def wait(day: date, days: list[date]): ...

    assert refused(wait, {}).endswith('Example: {"day": "2031-05-06", "days": ["2031-05-06"]}')


def test_where_no_argument_is_required_the_example_has_those_at_fault():
    """Also one that was meant by an unknown name; `{}` would teach nothing."""
    optional = tuple(ToolParameterDescriptor(name, "", IntegerType(), default=1) for name in ("days", "hours"))
    tool = ToolDescriptor("wait", "", (), optional)
    writer = RefusalWriter(tool)
    assert str(writer.refusal(ArgumentCheck(tool).violations({"days": "x"}))).endswith('Example: {"days": 1}')
    assert str(writer.refusal(ArgumentCheck(tool).violations({"hour": 1}))).endswith('Example: {"hours": 1}')
    assert str(writer.refusal(ArgumentCheck(tool).violations({"days": "x", "hours": []}))).endswith(
        'Example: {"days": 1, "hours": 1}'
    )
    assert str(writer.refusal(ArgumentCheck(tool).violations({"zzz": 1}))).endswith("Example: {}")


@dataclass
class Cat:
    """A cat."""

    kind: Literal["cat"]
    lives: int = 9


@dataclass
class Dog:
    """A dog."""

    kind: Literal["dog"]
    tricks: list[str]
    owner: dict[str, int] | None = None


@pytest.mark.parametrize(
    ("pets", "example"),
    [
        ("x", [{"kind": "cat"}]),
        ([{"kind": "cat", "lives": "9"}], [{"kind": "cat", "lives": 1}]),
        ([{"kind": "dog", "tricks": [1]}], [{"kind": "dog", "tricks": ["text"]}]),
        (
            [{"kind": "cat"}, {"kind": "dog", "tricks": [], "owner": {"a b": "x"}}],
            [{"kind": "dog", "tricks": [], "owner": {"text": 1}}],
        ),
    ],
)
def test_the_example_has_the_places_at_fault(pets, example):
    """An empty array, another member of the union, or an object without the property would teach nothing."""

    def adopt(pets: list[Cat | Dog], when: date | None = None): ...

    expected = json.dumps({"pets": example})
    assert refused(adopt, {"pets": pets}).endswith(f"Example: {expected}")
    expected = json.dumps({"pets": example, "when": "2031-05-06"})
    assert refused(adopt, {"pets": pets, "when": 5}).endswith(f"Example: {expected}")


def test_an_example_of_a_name_that_is_written_wrong_has_the_object_that_it_stands_in():
    """So that the model sees the names there are."""

    def adopt(pets: list[Dog]): ...

    text = refused(adopt, {"pets": [{"kind": "dog", "tricks": [], "trick": []}]})
    assert text.endswith('Example: {"pets": [{"kind": "dog", "tricks": []}]}')


def test_examples_for_places_are_kept_and_not_for_ever():
    """A model may write as many names as it likes."""

    def count(words: dict[str, int]): ...

    tool = Tool.from_function(count, description="")
    for number in range(200):
        with pytest.raises(ArgumentError, match=r'Example: \{"words": \{"text": 1\}\}'):
            tool.invoke({"words": {f"w{number // 2}": "x"}})
    assert len(tool.contract._refusals._writer._shown) <= 64


@pytest.mark.parametrize("arguments", [[1], 5, "x", '{"a": ', "[1, 2]"])
def test_what_is_no_object_is_refused_with_an_example_of_one(arguments):
    """Where there is one, and the text tells of an object at all."""

    def add(a: int, b: int): ...

    def lock(a: Annotated[str, Predicate(str.isupper)]): ...

    dispatcher = Dispatcher([Tool.from_function(add, description=""), Tool.from_function(lock, description="")])
    result = dispatcher.dispatch(ToolCall("add", arguments))
    assert (result.kind, result.text.partition("\n")[2]) == ("malformed_call", 'Example: {"a": 1, "b": 1}')
    again = dispatcher.dispatch(ToolCall("add", arguments)).text
    assert again.startswith("Again")
    assert "Example" not in again
    assert "Example" not in dispatcher.dispatch(ToolCall("lock", arguments)).text
    assert "Example" not in dispatcher.dispatch(ToolCall("add", '{"a": 1, "a": 2}')).text


def test_two_arguments_that_may_not_stand_together_do_not_in_the_example():
    """Rules for the object as a whole are kept."""
    optional = tuple(ToolParameterDescriptor(name, "", IntegerType()) for name in ("a", "b"))
    tool = ToolDescriptor("t", "", (), optional, keywords={"maxProperties": 1})
    found = ArgumentCheck(tool).violations({"a": "x", "b": "x"})
    assert str(RefusalWriter(tool).refusal(found)).endswith('Example: {"a": 1}')


def test_a_long_example_of_arguments_at_fault_is_left_out():
    """Then the plain one stands there."""
    long = ToolParameterDescriptor("a", "", EnumType(("x" * 700,)))
    tool = ToolDescriptor("t", "", (), (long,))
    assert str(RefusalWriter(tool).refusal(ArgumentCheck(tool).violations({"a": 1}))).endswith("Example: {}")


def test_what_is_hidden_stands_in_no_refusal():
    """Neither in a name that a model wrote, nor in what a class says, nor in the example."""
    choice = ToolParameterDescriptor("a", "", EnumType(("b\u202e",)))
    faults = (Violation("x\u200b", "integer"), Violation("y", "not\r so\x07"))
    error = RefusalWriter(ToolDescriptor("t\u2066", "", (choice,))).refusal(faults)
    assert str(error) == 'The arguments of t are not valid:\n- x: integer\n- y: not so\nExample: {"a": "b"}'
    assert error.again == "Refused again, change the call:\n- x: integer\n- y: not so"


def test_what_is_said_again_is_bounded_too():
    """By the same limit as the text."""
    error = RefusalWriter(ADD).refusal(LONG_FAULTS)
    assert (len(str(error)), len(error.again)) == (LIMIT_CHARS, LIMIT_CHARS)
