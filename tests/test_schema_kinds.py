"""The kinds of JSON value."""

from __future__ import annotations

import datetime as dt
import decimal
import ipaddress
import uuid
from types import MappingProxyType

import pytest
from road import arriving

from toolkit.calling.copying import ExactNumber
from toolkit.descriptor import AnyOfType, AnyType, EnumType, IntegerType, ListType, NullType, ReferenceType, StringType
from toolkit.schema.kinds import EVERY_KIND, TEXTS_OF_FORMATS, admitted_kinds, json_kind, kind_of


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


@pytest.mark.parametrize(
    ("hint", "form"),
    [
        (dt.datetime, "date-time"),
        (dt.date, "date"),
        (dt.time, "time"),
        (dt.timedelta, "duration"),
        (decimal.Decimal, "decimal"),
        (uuid.UUID, "uuid"),
        (ipaddress.IPv4Address, "ipv4"),
        (ipaddress.IPv6Address, "ipv6"),
    ],
)
def test_the_text_of_a_format_is_one_that_a_tool_takes(hint, form):
    """It stands in hints and in examples."""
    assert isinstance(arriving(hint, TEXTS_OF_FORMATS[form]), hint)
