"""What a type comes to."""

from __future__ import annotations

import pytest

from toolkit.descriptor import AnyOfType, AnyType, EnumType, IntegerType, ListType, NullType, ReferenceType, StringType
from toolkit.schema.members import EVERY_KIND, admitted_kinds


@pytest.mark.parametrize(
    ("type_", "kinds"),
    [
        (IntegerType(), {"integer"}),
        (EnumType((1, "a", None, True)), {"integer", "string", "null", "boolean"}),
        (AnyOfType((IntegerType(), NullType())), {"integer", "null"}),
        (AnyType(), EVERY_KIND),
        (ReferenceType("Loop"), {"string", "array"}),
        (ReferenceType("Unknown"), EVERY_KIND),
    ],
)
def test_a_type_admits_some_kinds_of_json(type_, kinds):
    """A definition that contains itself adds nothing new."""
    loop = AnyOfType((StringType(), ListType(IntegerType()), ReferenceType("Loop")))
    assert admitted_kinds(type_, {"Loop": loop}) == kinds
