"""A minimal valid example of some arguments."""

from __future__ import annotations

import pytest

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ReferenceType,
    StringType,
    ToolDescriptor,
    ToolParameterDescriptor,
    TupleType,
)
from toolkit.schema.sampling import ITEM, has_places, minimal_example
from toolkit.types.foreign import descriptor_from_schema

TREE = ObjectType(
    (
        ToolParameterDescriptor("kids", "", ListType(ReferenceType("Tree"))),
        ToolParameterDescriptor("up", "", ReferenceType("Tree")),
    ),
    ("kids",),
)


def example_of(type_):
    """The example of one required argument of that type; None if there is none."""
    tool = ToolDescriptor("t", "", (ToolParameterDescriptor("v", "", type_),), definitions={"Tree": TREE})
    found = minimal_example(tool)
    return None if found is None else found["v"]


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (StringType(), "text"),
        (StringType(constraints={"minLength": 6}), "textaa"),
        (StringType(constraints={"maxLength": 1}), "a"),
        (StringType(constraints={"maxLength": 0}), ""),
        (StringType(constraints={"pattern": "^[0-9]$"}), "1"),
        (StringType(constraints={"pattern": r"^[A-Z]{3}-\d{4}$"}), "AAA-1111"),
        (StringType(constraints={"pattern": r"^\w+$", "minLength": 3}), "aaa"),
        (StringType(constraints={"format": "date"}), "2031-05-06"),
        (StringType(constraints={"contentEncoding": "base64"}), "YWJj"),
        (StringType(constraints={"examples": ["Oslo"]}), "Oslo"),
        (StringType(constraints={"default": "Rome"}), "Rome"),
        (IntegerType(), 1),
        (IntegerType(constraints={"minimum": 5, "multipleOf": 7}), 7),
        (IntegerType(constraints={"exclusiveMaximum": -3}), -4),
        (IntegerType(constraints={"minimum": 1e300}), 1e300),
        (FloatType(constraints={"exclusiveMinimum": 0.2, "exclusiveMaximum": 0.3}), 0.25),
        (BooleanType(), True),
        (NullType(), None),
        (AnyType(), "abc"),
        (AnyType(constraints={"type": "array"}), []),
        (EnumType(("a", "b"), constraints={"pattern": "b"}), "b"),
        (ListType(IntegerType()), []),
        (ListType(IntegerType(), constraints={"minItems": 2}), [1, 1]),
        (ListType(IntegerType(), constraints={"minItems": 2, "uniqueItems": True}), [1, 2]),
        (ListType(EnumType(("a", "b")), constraints={"minItems": 2, "uniqueItems": True}), ["a", "b"]),
        (TupleType((IntegerType(), StringType()), NullType(), 3), [1, "text", None]),
        (TupleType((IntegerType(), StringType()), required=1), [1]),
        (ObjectType((ToolParameterDescriptor("a", "", NullType()),)), {}),
        (ObjectType((ToolParameterDescriptor("a", "", NullType()),), constraints={"minProperties": 1}), {"a": None}),
        (ObjectType(required=("b",), additional=IntegerType()), {"b": 1}),
        (ObjectType(additional=IntegerType(), constraints={"minProperties": 1}), {"text": 1}),
        (
            ObjectType(
                additional=IntegerType(),
                constraints={"minProperties": 1, "propertyNames": {"type": "string", "format": "date"}},
            ),
            {"2031-05-06": 1},
        ),
        (AnyOfType((NullType(), IntegerType())), 1),
        (ReferenceType("Tree"), {"kids": []}),
    ],
)
def test_plainest_value_that_fits(type_, expected):
    """Each type has its plainest value, which its constraints may move."""
    assert example_of(type_) == expected


@pytest.mark.parametrize(
    "type_",
    [
        StringType(constraints={"pattern": "^(?=.*[a-z])(?=.*[0-9])x"}),
        StringType(constraints={"minLength": 1000}),
        ListType(IntegerType(), constraints={"minItems": 1000}),
        ListType(AnyType(constraints={"not": {}}), constraints={"minItems": 1}),
        TupleType((AnyType(constraints={"not": {}}),)),
        IntegerType(constraints={"minimum": 2, "maximum": 1}),
        IntegerType(constraints={"exclusiveMinimum": 10**400, "exclusiveMaximum": 10**400 + 9}),
    ],
)
def test_no_example_where_none_is_easily_found(type_):
    """A value that takes a search, or is long, is no example."""
    tool = ToolDescriptor("t", "", (ToolParameterDescriptor("v", "", type_),))
    assert minimal_example(tool) is None


def test_what_may_hold_itself_ends_early():
    """A chain whose next link must be there, or null, is shown with one link."""
    link = ObjectType(
        (ToolParameterDescriptor("next", "", AnyOfType((ReferenceType("Link"), NullType()))),), ("next",), False
    )
    tool = ToolDescriptor(
        "t", "", (ToolParameterDescriptor("v", "", ReferenceType("Link")),), definitions={"Link": link}
    )
    assert minimal_example(tool) == {"v": {"next": None}}


def test_endless_type_has_no_example():
    """A type that needs itself admits no finite value."""
    endless = ObjectType((ToolParameterDescriptor("a", "", ReferenceType("E")),), ("a",))
    tool = ToolDescriptor("t", "", (ToolParameterDescriptor("v", "", ReferenceType("E")),), definitions={"E": endless})
    assert minimal_example(tool) is None


def test_search_for_an_example_ends():
    """Members of members that all fail are not tried for ever."""
    members = {f"a{level}": {"anyOf": [{"$ref": f"#/$defs/a{level + 1}"}] * 30} for level in range(7)}
    schema = {"properties": {"v": {"$ref": "#/$defs/a0"}}, "required": ["v"], "$defs": {**members, "a7": {"not": {}}}}
    assert minimal_example(descriptor_from_schema("t", "", schema), foreign=True) is None


def test_only_an_object_is_an_example():
    """An example that the author gave counts if it fits."""
    tool = ToolDescriptor("t", "", keywords={"examples": [[1], {"a": 1}]}, additional=True)
    assert minimal_example(tool) == {"a": 1}


@pytest.mark.parametrize(
    ("value", "way", "expected"),
    [
        ({"a": [{"b": 1}]}, {"a": {ITEM: {"b": {}}}}, True),
        ({"a": [{"c": 1}]}, {"a": {ITEM: {"b": {}}}}, False),
        ({"a": []}, {"a": {}}, False),
        ({"a": {}}, {"a": {}}, False),
        ({"a": None}, {"a": {}}, True),
        ({"a": "x"}, {"a": {ITEM: {}}}, False),
        ([1], {"a": {}}, False),
        (None, {}, True),
    ],
)
def test_a_value_has_the_places_that_are_asked_for_or_has_not(value, way, expected):
    """An empty array or object shows nothing of what belongs there."""
    assert has_places(value, way) is expected


def test_of_examples_by_the_author_one_with_the_places_comes_first():
    """One without them is better than none."""
    prop = ToolParameterDescriptor("a", "", IntegerType())
    given = ObjectType((prop,), constraints={"examples": [{}, {"a": 5}], "maxProperties": 1})
    tool = ToolDescriptor("t", "", (ToolParameterDescriptor("v", "", given),))
    assert minimal_example(tool) == {"v": {}}
    assert minimal_example(tool, way={"v": {"a": {}}}) == {"v": {"a": 5}}
    assert minimal_example(tool, way={"v": {"b": {}}}) == {"v": {}}
