"""The kinds of JSON value."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from toolkit.calling.copying import ExactNumber
from toolkit.descriptor import AnyOfType, AnyType, EnumType, IntegerType, ListType, NullType, ReferenceType, StringType
from toolkit.schema.kinds import EVERY_KIND, admitted_kinds, json_kind, kind_of


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


@pytest.mark.parametrize(
    ("value", "kind", "in_schema"),
    [
        ("a", "string", "string"),
        (True, "boolean", "boolean"),
        (1, "number", "integer"),
        (1.0, "number", "number"),
        (ExactNumber(1.5), "number", "number"),
        (None, "null", "null"),
        ([], "array", "array"),
        ({}, "object", "object"),
        (MappingProxyType({}), "object", "object"),
        ({1}, "set, which is no JSON", "set, which is no JSON"),
    ],
)
def test_values_have_their_kind(value, kind, in_schema):
    """A class of its own is of the kind that it derives from; JSON Schema tells whole numbers from others."""
    assert (kind_of(value), json_kind(value)) == (kind, in_schema)
