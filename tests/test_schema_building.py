"""Values that the fast path builds through constructors of every kind."""

from __future__ import annotations

from abc import ABC
from asyncio import CancelledError
from dataclasses import dataclass, field, make_dataclass
from threading import Thread
from typing import Annotated, Any, ClassVar, Self

import pytest
from road import taker
from switching import switching_often

from toolkit import Dispatcher, Registry, ToolCall, tool
from toolkit.calling.contract import engine

pytestmark = pytest.mark.skipif(engine() == "reference", reason="the reference engine has no fast path")


@dataclass
class Plain:
    x: int
    y: int = 7


@dataclass
class Swapped:
    """Its own __init__ takes the fields in another order."""

    x: int
    y: int

    def __init__(self, y: int, x: int) -> None:
        self.x, self.y = x, y


@dataclass
class Named:
    x: int
    y: int = field(default=7, kw_only=True)


@dataclass
class Counted:
    """Its __new__ is its own, so that it may look at the arguments."""

    x: int
    y: int = 7

    def __new__(cls, **kwargs: int) -> Self:
        """Refuse what comes by position."""
        made = object.__new__(cls)
        made.count = len(kwargs)
        return made


class Watching(type):
    """A metaclass that takes names only."""

    def __call__(cls, **kwargs: int) -> object:
        return super().__call__(**kwargs)


@dataclass
class Watched(metaclass=Watching):
    x: int
    y: int = 7


@dataclass
class Base(ABC):
    x: int
    y: int = 7


@dataclass
class Late:
    y: int = 7
    x: int = field(default=1)


def taken(kind, text):
    """What a function gets for a parameter of the class."""
    made = taker(kind)
    assert made.contract.fast is not None
    return sent(made, text).unwrap()


def sent(made, text):
    """The result of a tool of one parameter for these arguments."""
    return Dispatcher([made]).dispatch(ToolCall("take", text))


@pytest.mark.parametrize("kind", [Plain, Swapped, Named, Counted, Watched, Base, Late])
def test_every_field_reaches_its_place(kind):
    """Whatever stands between a call of the class and its fields."""
    value = taken(kind, '{"value": {"y": 2, "x": 1}}')
    assert (value.x, value.y) == (1, 2)


@pytest.mark.parametrize("kind", [Plain, Named, Counted, Watched, Base, Late])
def test_a_default_stands_where_a_field_is_left_out(kind):
    """As the class itself has it."""
    value = taken(kind, '{"value": {"x": 1}}')
    assert (value.x, value.y) == (1, 7)


def test_a_function_of_many_kinds_of_parameters_gets_each_in_its_place():
    """By position, by name, with defaults and without."""

    @tool
    def mixed(a: int, /, b: int, *, c: int, d: int = 4) -> list[int]:
        """Mix."""
        return [a, b, c, d]

    dispatch = Dispatcher(Registry([mixed])).dispatch
    assert dispatch(ToolCall("mixed", '{"c": 3, "b": 2, "a": 1}')).text == "[1, 2, 3, 4]"
    assert dispatch(ToolCall("mixed", '{"c": 3, "d": 5, "b": 2, "a": 1}')).text == "[1, 2, 3, 5]"


def test_names_that_python_takes_for_one_another_reach_their_own_places():
    """In source text `ﬁ` and `fi` are one name, in JSON they are two."""
    alias = pytest.importorskip("pydantic").Field

    fields = ("x", Annotated[int, alias(alias="ﬁ")]), ("y", Annotated[int, alias(alias="fi")], 7)
    ligature: Any = make_dataclass("Ligature", fields)
    assert ligature(1, 2) == taken(ligature, '{"value": {"ﬁ": 1, "fi": 2}}')
    assert ligature(1, 7) == taken(ligature, '{"value": {"ﬁ": 1}}')


@dataclass
class Refusing:
    """Raises whatever it is told to."""

    x: int
    raised: ClassVar[type[BaseException]]

    def __post_init__(self):
        if self.x == 0:
            raise self.raised("not zero")


@pytest.mark.parametrize("exception", [RuntimeError, OSError, StopIteration, SystemExit, GeneratorExit, CancelledError])
@pytest.mark.parametrize("hint", [Refusing, list[Refusing]])
def test_whatever_a_class_raises_is_a_refusal(monkeypatch, exception, hint):
    """It leaves the dispatcher in no case, and is told as the other engine tells it."""
    monkeypatch.setattr(Refusing, "raised", exception, raising=False)
    text = '{"value": [{"x": 0}]}' if hint is not Refusing else '{"value": {"x": 0}}'
    result = sent(taker(hint), text)
    assert result.kind == "invalid_arguments"
    assert "- arguments: not zero" in result.text


def test_an_interrupt_leaves_the_dispatcher(monkeypatch):
    """A person wants the program to end."""
    monkeypatch.setattr(Refusing, "raised", KeyboardInterrupt, raising=False)
    with pytest.raises(KeyboardInterrupt):
        sent(taker(Refusing), '{"value": {"x": 0}}')


def test_threads_that_ask_at_once_get_each_its_own_function():
    """Two dispatchers may meet a tool for the first time at the same moment."""

    @tool
    def add(a: int, b: int = 2) -> int:
        """Add."""
        return a + b

    fast = Registry([add]).get("add").contract.fast
    wrong = []

    def ask(function, expected):
        for _ in range(300):
            got = fast.caller(function)(fast.take('{"a": 1, "b": 3}'))
            if got != expected:
                wrong.append(got)

    threads = [
        Thread(target=ask, args=each) for each in ((dict, {"a": 1, "b": 3}), (add, 4), (lambda a, b: [a, b], [1, 3]))
    ]
    with switching_often():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []


@pytest.mark.parametrize("digits", [1001, 4000])
def test_an_integer_with_a_bound_that_is_no_integer_has_no_more_digits_than_any(digits):
    """It is refused as long integers are."""
    made = taker(Annotated[int, pytest.importorskip("annotated_types").Ge(0.5)])
    assert sent(made, '{"value": 12345678901234567890}').ok
    assert "at most 1,000 are taken" in sent(made, f'{{"value": {"1" * digits}}}').text


def test_records_that_share_others_are_written_once():
    """Each names the one below it three times; still each is built, and a name that stands twice is found."""
    record: Any = make_dataclass("D0", [("x", int)])
    for each in range(1, 31):
        fields = [("a", record), ("b", record | None, None), ("c", list[record], field(default_factory=list))]
        record = make_dataclass(f"D{each}", fields)

    made = taker(record)
    text = '{"value": ' + '{"a": ' * 30 + '{"x": 1}' + "}" * 31
    built = taken(record, text)
    for _ in range(30):
        assert (built.b, built.c) == (None, [])
        built = built.a
    assert built.x == 1
    assert "twice" in sent(made, text.replace('{"x": 1}', '{"x": 1, "x": 2}')).text
    assert sent(made, text.replace('{"x": 1}', '{"x": "1"}')).kind == "invalid_arguments"
