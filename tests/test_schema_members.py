"""What type stands at a place of a container."""

from __future__ import annotations

from toolkit.descriptor import AnyType, IntegerType, ListType, ObjectType, StringType, TupleType
from toolkit.schema.members import further_type, item_type


def test_each_item_and_member_has_a_type():
    """Behind the last item that is described, and under a name that nothing is said of, stands anything."""
    pair = TupleType((IntegerType(), StringType()))
    assert [item_type(pair, at) for at in range(3)] == [IntegerType(), StringType(), AnyType()]
    assert item_type(TupleType((IntegerType(),), rest=StringType()), 1) == StringType()
    assert item_type(ListType(IntegerType()), 7) == IntegerType()
    assert [further_type(ObjectType(additional=each)) for each in (True, IntegerType())] == [AnyType(), IntegerType()]
