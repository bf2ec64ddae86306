"""What was made of tools, for as long as the tools live."""

from __future__ import annotations

import gc

from toolkit.descriptor import ToolDescriptor
from toolkit.providers.keeping import Keeping


class Thing:
    """Something that can be held weakly, equal to all others and without a hash."""

    __hash__ = None

    def __eq__(self, other):
        return True


def test_what_is_kept_is_found_by_identity():
    """Each way of asking has its own."""
    keeping, thing = Keeping(), Thing()
    keeping.keep(thing, True, "strict")
    assert [keeping.found(thing, way) for way in (True, False)] == ["strict", None]
    assert keeping.found(Thing(), True) is None


def test_what_is_kept_goes_with_its_tool():
    """Nothing else holds the tool."""
    keeping, thing = Keeping(), Thing()
    keeping.keep(thing, True, "a")
    keeping.keep(thing, False, "b")
    del thing
    gc.collect()
    assert len(keeping) == 0


def test_what_cannot_be_held_weakly_is_held():
    """So that no other object can have its identity."""
    keeping = Keeping()
    keeping.keep(ToolDescriptor("now", ""), False, "a")
    gc.collect()
    assert len(keeping) == 1
    descriptor = ToolDescriptor("now", "")
    keeping.keep(descriptor, False, "b")
    assert keeping.found(descriptor, False) == "b"


def test_only_so_much_is_kept(monkeypatch):
    """The next one begins anew."""
    monkeypatch.setattr("toolkit.providers.keeping._KEPT_TOOLS", 2)
    keeping, things = Keeping(), [Thing() for _ in range(3)]
    for number, thing in enumerate(things):
        keeping.keep(thing, False, number)
    assert [keeping.found(thing, False) for thing in things] == [None, None, 2]
