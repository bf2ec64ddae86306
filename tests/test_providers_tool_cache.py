"""What was made of tools, for as long as the tools live."""

from __future__ import annotations

import gc

from toolkit.descriptor import ToolDescriptor
from toolkit.providers.tool_cache import ToolCache


class Thing:
    """Something that can be held weakly, equal to all others and without a hash."""

    __hash__ = None

    def __eq__(self, other):
        return True


def test_what_is_kept_is_found_by_identity():
    """What is strict stands beside what is not."""
    cache, thing = ToolCache(), Thing()
    cache.keep(thing, True, "strict")
    assert [cache.found(thing, strict) for strict in (True, False)] == ["strict", None]
    assert cache.found(Thing(), True) is None


def test_what_is_kept_goes_with_its_tool():
    """Nothing else holds the tool."""
    cache, thing = ToolCache(), Thing()
    cache.keep(thing, True, "a")
    cache.keep(thing, False, "b")
    del thing
    gc.collect()
    assert len(cache) == 0


def test_what_cannot_be_held_weakly_is_held():
    """So that no other object can have its identity."""
    cache = ToolCache()
    cache.keep(ToolDescriptor("now", ""), False, "a")
    gc.collect()
    assert len(cache) == 1
    descriptor = ToolDescriptor("now", "")
    cache.keep(descriptor, False, "b")
    assert cache.found(descriptor, False) == "b"


def test_only_so_much_is_kept(monkeypatch):
    """The next one begins anew."""
    monkeypatch.setattr("toolkit.providers.tool_cache._KEPT_TOOLS", 2)
    cache, things = ToolCache(), [Thing() for _ in range(3)]
    for number, thing in enumerate(things):
        cache.keep(thing, False, number)
    assert [cache.found(thing, False) for thing in things] == [None, None, 2]
