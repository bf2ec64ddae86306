"""A glance over arrays: what surely fits is passed over, whatever else is in them."""

from __future__ import annotations

import pytest

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    ToolParameterDescriptor,
    TupleType,
)
from toolkit.schema.glance import Glance


def prop(name: str, type_: ParameterType) -> ToolParameterDescriptor:
    """A property without a text."""
    return ToolParameterDescriptor(name, "", type_)


TAGGED = ObjectType((prop("id", IntegerType()), prop("tags", ListType(StringType()))), ("id",))
DEFINITIONS = {
    "Tagged": TAGGED,
    "Node": ObjectType((prop("next", AnyOfType((ReferenceType("Node"), NullType()))),)),
}


def glance(type_: ParameterType) -> Glance | None:
    """The glance for items of that type."""
    return Glance.of(type_, DEFINITIONS)


def nested(depth: int) -> ParameterType:
    """Arrays in arrays of integers."""
    return ListType(nested(depth - 1)) if depth else IntegerType()


@pytest.mark.parametrize(
    ("type_", "good", "bad"),
    [
        (IntegerType(), 1, 3.0),
        (IntegerType(constraints={"minimum": 1}), 1, 0),
        (StringType(constraints={"format": "date"}), "x", 1),
        (EnumType(("a", 1)), 1, True),
        (ReferenceType("Tagged"), {"id": 1}, {"id": 1, "tags": [2]}),
        (AnyOfType((TAGGED, NullType())), None, {"id": 1, "more": 1}),
        (ListType(TAGGED), [{"id": 1, "tags": []}], {}),
        (ObjectType(additional=FloatType()), {"a": 1, "b": 2.5}, {"a": True}),
        (ObjectType(additional=TAGGED), {"a": {"id": 1}}, {"a": {}}),
        (ObjectType(), {}, {"a": 1}),
        (nested(3), [[[1]]], [[1]]),
    ],
)
def test_items_that_may_not_fit_are_found(type_, good, bad):
    """The first, the last, and two beside each other."""
    found = glance(type_)
    assert found is not None
    assert found.doubtful([good] * 5) == []
    assert found.doubtful([bad, good, good, bad, bad, good, bad]) == [0, 3, 4, 6]


def test_after_many_faults_the_rest_is_left_to_be_looked_at():
    """Each costs a start anew."""
    found = glance(IntegerType())
    assert found is not None
    assert found.doubtful(["x"] * 15 + [1] * 5) == list(range(15))
    assert found.doubtful(["x"] * 20 + [1] * 5) == list(range(25))


def test_a_place_in_the_words_of_a_model_leads_nobody_astray():
    """Unknown names stand in what msgspec says, before the place."""
    found = glance(TAGGED)
    assert found is not None
    assert found.doubtful([{"id": 1}, {"id": 1, "x` - at `$.items[7]`": 1}]) == [1]


@pytest.mark.parametrize(
    "type_",
    [
        AnyType(),
        ListType(AnyType()),
        ObjectType(additional=True),
        ObjectType((prop("a`", IntegerType()),)),
        ObjectType((prop("a", IntegerType()),), additional=IntegerType()),
        ReferenceType("Node"),
        EnumType((None, True)),
        StringType(constraints={"pattern": "^a"}),
        TupleType((IntegerType(),)),
        AnyOfType((TAGGED, ListType(IntegerType()))),
    ],
)
def test_no_glance_where_msgspec_cannot_say_all(type_):
    """What it took would have to be looked at once more."""
    assert glance(type_) is None
