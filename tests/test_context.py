"""What a function may be given beside its arguments: the words of it, by themselves."""

from __future__ import annotations

import copy
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from toolkit import CallMetadata, Inject, ToolCall, ToolContext


def test_the_repr_of_metadata_hides_the_callers_own_object():
    """It may hold secrets, and whoever logs metadata does not mean it."""
    metadata = CallMetadata({"user": "ann", "toolkit.context": {"token": "secret"}})
    assert repr(metadata) == "CallMetadata({'user': 'ann', 'toolkit.context': Ellipsis})"
    assert metadata["toolkit.context"] == {"token": "secret"}


def test_metadata_is_a_mapping_that_nobody_changes():
    """It has its own items, equals a dict of the same, and may be a key."""
    items = {"user": "ann", "trace": "t1"}
    metadata = CallMetadata(items)
    items["user"] = "eve"
    assert (metadata["user"], len(metadata), list(metadata)) == ("ann", 2, ["user", "trace"])
    assert metadata == {"user": "ann", "trace": "t1"}
    assert hash(metadata) == hash(CallMetadata.of(trace="t1", user="ann"))
    assert {metadata: 1}[CallMetadata.of(trace="t1", user="ann")] == 1
    assert repr(metadata) == "CallMetadata({'user': 'ann', 'trace': 't1'})"
    with pytest.raises(TypeError):
        metadata["user"] = "eve"


@pytest.mark.parametrize("empty", [CallMetadata(), CallMetadata({}), CallMetadata(None), CallMetadata.of()])
def test_metadata_of_nothing_is_empty(empty):
    """However it is made."""
    assert (len(empty), dict(empty), bool(empty)) == (0, {}, False)


def test_of_two_metadata_the_right_one_wins():
    """And neither changes."""
    left, right = CallMetadata.of(a=1, b=1), {"b": 2, "c": 2}
    assert left + right == {"a": 1, "b": 2, "c": 2}
    assert (left, right) == ({"a": 1, "b": 1}, {"b": 2, "c": 2})


def test_a_context_of_nothing_is_empty():
    """Nothing is None where an object is promised."""
    context: ToolContext[Any] = ToolContext()
    assert (context.deps, context.has_deps, context.call, context.registry, context.tool) == (None, False) + (None,) * 3
    assert (context.metadata, context.services, context.tags, context.run_id, context.run_name) == ({}, {}, (), "", "")
    assert type(context.metadata) is CallMetadata
    assert (type(context.cancelled), context.cancelled.is_set()) == (threading.Event, False)


def test_a_context_holds_what_it_was_given():
    """Each thing under its name, as the object that it is."""
    given: dict[str, Any] = {
        "call": ToolCall("x"),
        "metadata": CallMetadata.of(a=1),
        "registry": object(),
        "tool": object(),
        "services": {int: 1},
        "tags": ("a", "b"),
        "run_id": "r1",
        "run_name": "run",
        "cancelled": threading.Event(),
    }
    context = ToolContext([], **given)
    assert {name: getattr(context, name) for name in given} == given
    assert all(getattr(context, name) is value for name, value in given.items())
    assert (context.deps, context.has_deps) == ([], True)


def test_a_context_may_be_none():
    """That is an object too, unlike no context."""
    assert ToolContext(None).has_deps


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ((0.5,), 0.5),
        ((0.5, None, ""), 0.5),
        ((1, 4), {"progress": 1, "total": 4, "message": ""}),
        ((1, 0), {"progress": 1, "total": 0, "message": ""}),
        ((1, None, "half"), {"progress": 1, "total": None, "message": "half"}),
        ((1, 2, "half"), {"progress": 1, "total": 2, "message": "half"}),
    ],
)
async def test_progress_is_told_at_once(said, heard):
    """Plainly where it is alone; `await` may stand before it."""
    told: list[Any] = []
    reported = ToolContext(progress=told.append).report_progress(*said)
    assert told == [heard]
    assert await reported is None


async def test_progress_that_nobody_hears_is_no_fault():
    """A tool reports it all the same."""
    assert await ToolContext().report_progress(1) is None


def test_a_mark_shows_its_source():
    """As it is written in a hint."""
    assert [repr(Inject()), repr(Inject("key")), repr(Inject(int))] == [
        "Inject()",
        "Inject('key')",
        "Inject(<class 'int'>)",
    ]


def test_a_mark_that_is_taken_for_the_value_is_told_apart():
    """The function is called by itself, and nobody has filled the parameter."""

    def query(text: str, db: Any = Inject()) -> Any:  # noqa: B008
        return db.query(text)

    with pytest.raises(AttributeError, match=r"Inject\(\) has no attribute 'query': a dispatcher gives a value"):
        query("all")
    assert query("all", SimpleNamespace(query=len)) == 3
    assert repr(copy.deepcopy(Inject("key"))) == "Inject('key')"


def test_a_context_shows_itself_without_what_it_holds():
    """The caller's object may hold secrets."""
    context = ToolContext({"key": "s3cret"}, call=ToolCall("pay"), run_id="r1")
    assert repr(context) == "ToolContext('pay', run_id='r1', deps=dict)"
    assert repr(ToolContext()) == "ToolContext(None, run_id='')"
