"""Checked JSON arguments -> the positional and keyword arguments of a function."""

from __future__ import annotations

import datetime as dt
import functools
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired, TypedDict, Unpack

import attrs
import msgspec
import pytest
import typing_extensions
from pydantic import BaseModel, Field

from toolkit import Tool, ToolContext
from toolkit.calling.binding import Binding
from toolkit.describing.descriptors import describe
from toolkit.options import ToolOptions
from toolkit.reading.signature import read_signature
from toolkit.types.loaders import RecordLoader
from toolkit.types.rules import Refusal

DAY = dt.date(2031, 5, 6)


@dataclass
class Query:
    text: str
    day: dt.date = DAY
    tags: list[str] = field(default_factory=list)


@attrs.define
class Tank:
    _litres: int
    kind: str = "oil"


class Flight(BaseModel):
    origin: str = Field(alias="from")
    seats: int = 1


class Patch(msgspec.Struct):
    name: str | msgspec.UnsetType = msgspec.UNSET


class Spread(TypedDict):
    x: int
    day: NotRequired[dt.date]


def binding(function: Any, **options: Any) -> Binding:
    """How a function takes its arguments."""
    said = ToolOptions(description="", **options)
    return Binding(describe(read_signature(function), said, "tool"), said)


def call(function: Any, arguments: dict[str, Any], injected: dict[str, Any] | None = None, **options: Any) -> Any:
    """What the function gives for checked arguments."""
    bound = binding(function, **options)
    args, kwargs = bound.call_with(bound.load(arguments), injected or {})
    return function(*args, **kwargs)


def by_position(a, b=2, /):
    """All by position."""
    return a, b


def mixed(a: int, b: int = 2, /, c: int = 3, *args: dt.date, d: int = 4, **kwargs: dt.date):
    """Every kind of parameter."""
    return a, b, c, args, d, kwargs


def optional_before_items(a=1, b=2, *rest):
    """Defaults before `*args`."""
    return a, b, rest


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        (lambda a, b=2: (a, b), {"a": 1}, (1, 2)),
        (lambda a=[]: a, {"a": [1]}, [1]),
        (by_position, {"a": 1}, (1, 2)),
        (by_position, {"a": 1, "b": 3}, (1, 3)),
        (lambda a=1, b=2, c=3, /: (a, b, c), {"c": 9}, (1, 2, 9)),
        (lambda a=1, b=2, c=3, /: (a, b, c), {}, (1, 2, 3)),
        (lambda a, /, **rest: (a, rest), {"a": 1, "b": 2}, (1, {"b": 2})),
        (optional_before_items, {"rest": [3]}, (1, 2, (3,))),
        (optional_before_items, {"b": 5, "rest": [3]}, (1, 5, (3,))),
        (optional_before_items, {"b": 5}, (1, 5, ())),
        (mixed, {"a": 1}, (1, 2, 3, (), 4, {})),
        (mixed, {"a": 1, "c": 9, "args": ["2031-05-06"]}, (1, 2, 9, (DAY,), 4, {})),
        (mixed, {"a": 1, "d": 9, "x": "2031-05-06", "1": "2031-05-06"}, (1, 2, 3, (), 9, {"x": DAY, "1": DAY})),
        (lambda *, a, **kwargs: (a, kwargs), {"a": 1, "kwargs": 2}, (1, {"kwargs": 2})),
        (functools.partial(mixed, 1, d=9), {"c": 7}, (1, 2, 7, (), 9, {})),
    ],
)
def test_arguments_reach_every_kind_of_parameter(function, arguments, result):
    """By position where Python asks for it, else by name; gaps get their defaults."""
    assert call(function, arguments) == result


def test_unpacked_tuples_and_typed_dicts_are_spread():
    """PEP 646 and PEP 692."""

    def take(*args: *tuple[int, dt.date], **kwargs: Unpack[Spread]):
        return args, kwargs

    arguments = {"args": [1, "2031-05-06"], "x": 1, "day": "2031-05-06"}
    assert call(take, arguments) == ((1, DAY), {"x": 1, "day": DAY})


@pytest.mark.parametrize(
    ("items", "required"),
    [
        (Unpack[tuple[int, str]], ["args"]),
        (Unpack[tuple[int, Unpack[tuple[str, ...]]]], ["args"]),
        (Unpack[tuple[int, ...]], []),
        (int, []),
    ],
)
def test_items_that_an_unpacked_tuple_demands_are_required(items, required):
    """The function would get none of them otherwise."""

    def take(*args: items):
        """Take."""

    assert Tool.from_function(take).input_schema.get("required", []) == required


def test_the_extra_items_of_an_unpacked_typed_dict_are_further_arguments():
    """PEP 728: they are keywords as well, and of one type."""

    class Legs(typing_extensions.TypedDict, extra_items=dt.date):
        town: str

    def take(**legs: Unpack[Legs]):
        return legs

    assert call(take, {"town": "Bern", "first": "2031-05-06"}) == {"town": "Bern", "first": DAY}
    assert call(take, {"town": "Bern"}) == {"town": "Bern"}


def test_an_alias_is_the_name_on_the_wire_alone():
    """The function gets its own name."""

    def take(origin: Annotated[str, Field(alias="from")]):
        return origin

    class Leg(TypedDict):
        origin: Annotated[str, Field(alias="from")]

    def spread(**leg: Unpack[Leg]):
        return leg

    assert call(take, {"from": "TXL"}) == "TXL"
    assert call(spread, {"from": "TXL"}) == {"origin": "TXL"}


@pytest.mark.parametrize("default", [[1], {"a": 1}, {1}])
def test_a_mutable_default_is_copied_for_each_call(default):
    """What a body does to it is gone with the next call; positional ones too."""

    def take(a, b=default, /, c=default):
        return b, c

    first, second = call(take, {"a": 1}), call(take, {"a": 1})
    assert first == second == (default, default)
    assert all(one is not another for one, another in zip(first, (default, default), strict=True))


def test_any_other_default_is_the_functions_own():
    """It is not even touched."""
    default = object()
    bound = binding(lambda a=default, b=(1,): (a, b))
    assert bound.call_with(bound.load({}), {}) == ([], {})


def test_a_factory_makes_a_default_for_each_call():
    """A Field in the default's place, or in Annotated."""

    def take(
        a: list = Field(default_factory=list),  # noqa: B008 - as users of pydantic write it
        b: Annotated[list, Field(default_factory=list)] = DAY,
    ):
        a.append(1)
        return a, b

    def second(a: Annotated[list, Field(default_factory=list)]):
        a.append(1)
        return a

    assert [call(take, {}), call(take, {})] == [([1], DAY), ([1], DAY)]
    assert [call(second, {}), call(second, {})] == [[1], [1]]


def test_a_factory_may_look_at_the_other_values():
    """As in a model of pydantic; what the model leaves out has its default there."""

    def take(a: int, b: int = 2, c: int = Field(default_factory=lambda values: values["a"] + values["b"])):
        return a, b, c

    assert [call(take, {"a": 1}), call(take, {"a": 1, "b": 5}), call(take, {"a": 1, "c": 0})] == [
        (1, 2, 3),
        (1, 5, 6),
        (1, 2, 0),
    ]


def test_the_hosts_values_fill_their_parameters():
    """By position too, and those it has nothing for get their defaults."""

    def take(context: ToolContext, a: int, /, b: ToolContext | None = None, *args: int):
        return context, a, b, args

    assert call(take, {"a": 1, "args": [2]}, {"context": "c"}) == ("c", 1, None, (2,))
    assert call(take, {"a": 1}, {"context": "c", "b": "d"}) == ("c", 1, "d", ())


def test_a_hidden_parameter_keeps_its_default():
    """A mutable one is copied."""

    def take(a, hidden=[]):  # noqa: B006 - that is the point
        hidden.append(a)
        return hidden

    options = {"exclude_from_schema": {"hidden"}}
    assert [call(take, {"a": 1}, **options), call(take, {"a": 2}, **options)] == [[1], [2]]


@pytest.mark.parametrize(
    ("function", "schema", "arguments", "result"),
    [
        (lambda query: query, None, {"query": {"text": "x"}}, {"text": "x"}),
        (lambda text, day, tags: (text, day, tags), Query, {"text": "x"}, ("x", DAY, [])),
        (lambda text, **rest: (text, rest), Query, {"text": "x"}, ("x", {"day": DAY, "tags": []})),
        (lambda litres, kind: (litres, kind), Tank, {"litres": 1}, (1, "oil")),
        (lambda origin, seats: (origin, seats), Flight, {"from": "TXL"}, ("TXL", 1)),
        (lambda origin, **rest: (origin, rest), Flight, {"from": "TXL"}, ("TXL", {"seats": 1})),
        (lambda x, day=None: (x, day), Spread, {"x": 1, "day": "2031-05-06"}, (1, DAY)),
        (lambda x, day=None: (x, day), Spread, {"x": 1}, (1, None)),
        (lambda a, b=2: (a, b), {"properties": {"a": {}, "b": {}}}, {"a": "2031-05-06"}, ("2031-05-06", 2)),
    ],
)
def test_a_class_of_the_arguments_reaches_the_function_field_by_field(function, schema, arguments, result):
    """Loaded as the class loads them, its defaults filled in; values of a JSON Schema arrive as JSON."""
    assert call(function, arguments, args_schema=schema) == result


def test_a_sole_parameter_of_that_class_gets_the_object():
    """Built once."""

    def take(query: Query):
        return query

    assert call(take, {"text": "x"}, args_schema=Query) == Query("x")


def test_further_fields_of_a_model_reach_the_rest():
    """Those that it takes without having declared them."""

    class Open(BaseModel, extra="allow"):
        a: int

    assert call(lambda a, **rest: (a, rest), {"a": 1, "z": 2}, args_schema=Open) == (1, {"z": 2})


def test_all_refused_arguments_are_named():
    """Those of `**kwargs` among them."""
    bound = binding(mixed)
    with pytest.raises(Refusal) as caught:
        bound.load({"a": 1, "args": ["x"], "y": "z", "1": "q"})
    assert [path for path, _ in caught.value.faults] == [("args", 0), ("y",), ("1",)]


def test_arguments_that_are_loaded_one_by_one_show_how():
    """The fast engine builds the same values without calling the loaders."""
    bound = binding(lambda a, b=1: a)
    assert isinstance(bound.load, RecordLoader)
    assert [step[:2] for step in bound.load.steps] == [("a", "a"), ("b", "b")]


@pytest.mark.parametrize(("hint", "is_exact"), [(int, False), ("list[Decimal]", True)])
def test_digits_are_kept_where_a_parameter_wants_them(hint, is_exact):
    """Decimal does."""
    from decimal import Decimal

    def take(a): ...

    take.__annotations__ = {"a": list[Decimal] if is_exact else hint}
    assert binding(take).needs_exact_numbers is is_exact


def test_a_dispatched_function_is_called_by_position():
    """functools.singledispatch looks at its first argument."""

    @functools.singledispatch
    def take(a: int, b: str = "x"):
        return a, b

    assert Tool.from_function(take, description="").invoke({"a": 1, "b": "y"}) == (1, "y")
