"""Lists, sets, mappings, and their abstract forms."""

from __future__ import annotations

import collections
import datetime as dt
import enum
import typing
from collections import abc
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Optional

import pytest
from road import alike, arriving, fault, refusal, schema_of

from toolkit import Tool
from toolkit.types.dumping import Dumper

DAY = dt.date(2031, 5, 6)


class Colour(enum.Enum):
    RED = "r"


class Numbers(list[int]):
    """A list of the user's own."""


class Prices(dict[str, int]):
    """A dict of the user's own."""


@dataclass
class Point:
    x: int


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (list, [1, "a", None], [1, "a", None]),
        (typing.List, [1], [1]),
        (typing.List[int], [1, 2.0], [1, 2]),
        (list[list[dt.date]], [["2031-05-06"]], [[DAY]]),
        (list[Optional[int]], [1, None], [1, None]),
        (set, ["a", "a"], {"a"}),
        (set[int], [1, 1.0, 2], {1, 2}),
        (frozenset[Colour], ["r", "r"], frozenset({Colour.RED})),
        (set[tuple[int, int]], [[1, 2], [1, 2]], {(1, 2)}),
        (collections.deque, [1], collections.deque([1])),
        (typing.Deque[dt.date], ["2031-05-06"], collections.deque([DAY])),
        (abc.Sequence[str], ["a"], ["a"]),
        (abc.MutableSequence, ["a"], ["a"]),
        (abc.Collection[int], [1], [1]),
        (abc.Iterable[int], [1], [1]),
        (abc.Reversible[int], [1], [1]),
        (abc.Container[int], [1], [1]),
        (abc.Set[int], [1, 1], frozenset({1})),
        (typing.AbstractSet[int], [1, 1], frozenset({1})),
        (abc.MutableSet[int], [1, 1], {1}),
        (Numbers, [1], Numbers([1])),
        (dict, {"a": 1}, {"a": 1}),
        (typing.Dict, {"a": 1}, {"a": 1}),
        (dict[str, Any], {"a": [1.0]}, {"a": [1.0]}),
        (dict[str, dt.date], {"a": "2031-05-06"}, {"a": DAY}),
        (abc.Mapping[str, int], {"a": 1.0}, {"a": 1}),
        (abc.MutableMapping[str, int], {"a": 1}, {"a": 1}),
        (collections.OrderedDict[str, int], {"b": 1, "a": 2}, collections.OrderedDict(b=1, a=2)),
        (collections.Counter[str], {"a": 2}, collections.Counter(a=2)),
        (collections.Counter, {"a": 2}, collections.Counter(a=2)),
        (typing.ChainMap[str, int], {"a": 2}, collections.ChainMap({"a": 2})),
        (MappingProxyType[str, int], {"a": 2}, MappingProxyType({"a": 2})),
        (collections.defaultdict[str, list[int]], {"a": [1]}, collections.defaultdict(list, a=[1])),
        (collections.defaultdict, {"a": 1}, collections.defaultdict(None, a=1)),
        (Prices, {"a": 1}, Prices(a=1)),
        (dict[str, list[dict[int, set[Colour]]]], {"a": [{"1": ["r"]}]}, {"a": [{1: {Colour.RED}}]}),
    ],
)
def test_containers_arrive_as_what_they_are(hint, sent, arrives):
    """The concrete class is built; an abstract one gets the plain container."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize("hint", [abc.Iterator[int], abc.Generator[int, None, None]])
def test_an_iterator_iterates(hint):
    """A parameter that is an iterator gets one."""
    assert list(arriving(hint, [1, 2])) == [1, 2]


@pytest.mark.parametrize("hint", [abc.AsyncIterable[int], abc.AsyncIterator[int], abc.AsyncGenerator[int, None]])
def test_an_async_iterator_iterates_asynchronously(hint):
    """`async for` works on a parameter that promises it."""

    async def collect(values):
        return [each async for each in values]

    collect.__annotations__ = {"values": hint}
    assert Tool.from_function(collect, description="").invoke({"values": [1, 2]}) == [1, 2]


def test_views_are_views():
    """The views of a dict are made of a dict."""
    assert (arriving(abc.KeysView[str], ["a", "a"]), list(arriving(abc.ValuesView[int], [1, 1]))) == ({"a"}, [1, 1])


def test_a_default_dict_makes_what_its_values_are():
    """The factory is the class of the values, at every depth, or what stands for an abstract one."""
    assert arriving(typing.DefaultDict[str, dict[str, int]], {})["new"] == {}
    assert arriving(typing.DefaultDict[str, typing.DefaultDict[str, int]], {})["new"]["newer"] == 0
    assert arriving(typing.DefaultDict[str, abc.Sequence[int]], {})["new"] == []


@pytest.mark.parametrize(
    ("hint", "sent", "place"),
    [
        (list[int], "abc", "value: "),
        (list[int], {"0": 1}, "value: "),
        (list[int], [1, "2"], "value[1]: "),
        (list[int], [True], "value[0]: "),
        (abc.Sequence[str], "abc", "value: "),
        (abc.Iterable, "abc", "value: "),
        (Numbers, ["a"], "value[0]: "),
        (Prices, {"a": "1"}, "value.a: "),
        (dict[str, int], ["a"], "value: "),
        (dict[str, int], {"a": "1"}, "value.a: "),
        (collections.Counter[str], {"a": 1.5}, "value.a: "),
        (list[list[dt.date]], [["2031-05-06", "x"]], "value[0][1]: 'x' is not a date"),
        (dict[str, list[dt.date]], {"a": ["x"]}, "value.a[0]: 'x' is not a date"),
        (set, [[1]], "value: the items of a set must be texts, numbers, booleans or null"),
    ],
)
def test_a_wrong_item_is_named_by_its_place(hint, sent, place):
    """The path leads to the item, at every depth."""
    assert place in refusal(hint, sent)


def test_all_wrong_items_are_named():
    """What a class refuses is listed for each item, not for the first alone."""
    assert refusal(list[dt.date], ["x", "2031-05-06", "y"]).count(" is not a date") == 2


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (list, {"type": "array", "items": {}}),
        (set[str], {"type": "array", "items": {"type": "string"}}),
        (dict, {"type": "object", "additionalProperties": True}),
        (dict[str, Any], {"type": "object", "additionalProperties": True}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
    ],
)
def test_containers_have_the_schema_of_their_items(hint, schema):
    """An array or object, with the type of what is inside; sets have no uniqueItems."""
    assert schema_of(hint) == schema


def test_a_set_of_what_has_no_hash_is_a_fault():
    """No value could ever arrive."""
    assert fault(set[Point]) == "take(value): a set cannot hold a Point, which has no hash; write list[Point]"
    assert "write list[list]" in fault(frozenset[list[int]])


@pytest.mark.parametrize("hint", [range, memoryview | range, list[range]])
def test_a_view_is_no_parameter(hint):
    """A range has no constructor that takes items."""
    assert "no schema for range; annotate list[T], set[T] or Sequence[T]" in fault(hint)


def test_a_mapping_of_another_kind_is_a_result_and_no_parameter():
    """What it is made from is not known."""
    assert "no schema for UserDict; annotate dict[K, V] or Mapping[K, V]" in fault(collections.UserDict)
    assert Dumper().dump(collections.UserDict({1: DAY})) == {"1": "2031-05-06"}


@pytest.mark.parametrize(
    ("value", "dumped"),
    [
        ({10, 9, 1}, [1, 9, 10]),
        (frozenset({"b", "a"}), ["a", "b"]),
        ({"a", 1}, ["a", 1]),
        ({"b": 1, "a": 2}.keys(), ["b", "a"]),
    ],
)
def test_a_set_has_one_order_in_every_process(value, dumped):
    """By its values; keys keep the order of their mapping."""
    assert Dumper().dump(value) == dumped
