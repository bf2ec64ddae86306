"""Equality of JSON values."""

from __future__ import annotations

import json

from hypothesis import given, strategies as st

from toolkit.descriptor import same_json
from toolkit.schema.equality import are_unique, stand_in

JSON = st.recursive(
    st.none() | st.booleans() | st.sampled_from([0, 1, 1.0, 1.5]) | st.sampled_from(["", "a", "boolean"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
    max_leaves=4,
)


@given(JSON, JSON)
def test_stand_ins_are_equal_for_equal_json(one, other):
    """Numbers by value, truth values apart, objects without order."""
    assert (stand_in(one) == stand_in(other)) is same_json(one, other)
    assert stand_in(one) == stand_in(json.loads(json.dumps(one)))


def test_unique_values():
    """1 and true differ, 1 and 1.0 do not."""
    assert are_unique([1, True, "1", None, [1], [True], {"a": 1}, {"a": True}, ["a", 1], {}])
    assert not are_unique([{"a": 1, "b": 2}, {"b": 2, "a": 1.0}])
