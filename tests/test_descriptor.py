"""Descriptors: pure data."""

from __future__ import annotations

import pickle

import pytest

from toolkit.descriptor import (
    MISSING,
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
    ToolDescriptor,
    ToolParameterDescriptor,
    TupleType,
    constrained,
    described,
    inner_types,
    same_json,
)

TEXT, NUMBER = StringType(), IntegerType()


def test_types_are_compared_by_content():
    """Equal if they would give the same schema: 1 and true are different values, 1 and 1.0 are not."""
    assert StringType(description="") == TEXT
    assert TEXT == TEXT  # noqa: PLR0124 - a type is itself, whatever it holds
    assert StringType() != StringType(description="a")
    assert StringType() != IntegerType()
    assert EnumType((1,)) == EnumType([1.0])
    assert EnumType((1,)) != EnumType((True,))
    assert EnumType((0, 1)) != EnumType((0,))
    assert IntegerType(constraints={"minimum": 1}) == IntegerType(constraints={"minimum": 1.0})
    assert ListType(TEXT) != ListType(NUMBER)


def test_equal_types_hash_alike():
    """So that they can stand in a set."""
    types = {StringType(), StringType(), EnumType(("a",)), EnumType(["a"]), ListType(TEXT), ListType(StringType())}
    assert len(types) == 3


def test_lists_become_tuples_and_constraints_read_only():
    """What an author passes may change afterwards without any effect."""
    values, constraints = ["a"], {"minLength": 1}
    choice, text = EnumType(values), StringType(constraints=constraints)
    values.append("b")
    constraints["minLength"] = 2
    assert (choice.values, dict(text.constraints)) == (("a",), {"minLength": 1})
    assert AnyOfType([TEXT, NUMBER]).options == (TEXT, NUMBER)
    assert TupleType([TEXT]).items == (TEXT,)
    made = ObjectType([ToolParameterDescriptor("a", "", TEXT)], ["a"])
    assert (made.properties[0].name, made.required) == ("a", ("a",))
    with pytest.raises(TypeError):
        text.constraints["minLength"] = 3  # type: ignore[index]


def test_a_tuple_needs_all_items_unless_it_says_otherwise():
    """Trailing ones may be left out."""
    assert [TupleType((TEXT, NUMBER)).least, TupleType((TEXT, NUMBER), required=1).least] == [2, 1]


def test_descriptions_and_constraints_are_added():
    """The type itself where nothing changes."""
    assert described(TEXT, "") is TEXT
    assert described(TEXT, "a") == StringType(description="a")
    assert constrained(TEXT, {}) is TEXT
    assert constrained(StringType(constraints={"minLength": 1}), {"minLength": 2, "maxLength": 3}) == StringType(
        constraints={"minLength": 2, "maxLength": 3}
    )


def test_inner_types_are_those_directly_inside():
    """Of every kind of type."""
    member = ToolParameterDescriptor("a", "", TEXT)
    outer: list[tuple[ParameterType, list[ParameterType]]] = [
        (TEXT, []),
        (ListType(TEXT), [TEXT]),
        (TupleType((TEXT, NUMBER)), [TEXT, NUMBER]),
        (TupleType((TEXT,), NUMBER), [TEXT, NUMBER]),
        (ObjectType((member,), additional=NUMBER), [TEXT, NUMBER]),
        (ObjectType((member,), additional=True), [TEXT]),
        (AnyOfType((TEXT, NullType())), [TEXT, NullType()]),
        (ReferenceType("A"), []),
    ]
    assert [list(inner_types(type_)) for type_, _ in outer] == [inner for _, inner in outer]


def test_a_tool_has_its_arguments_as_an_object():
    """Required parameters first; keywords of the root are its constraints."""
    first = ToolParameterDescriptor("a", "text", TEXT)
    second = ToolParameterDescriptor("b", "", NUMBER, 1)
    tool = ToolDescriptor("t", "does", [first], [second], keywords={"description": "All.", "minProperties": 1})
    assert tool.parameters == (first, second)
    assert tool.arguments == ObjectType((first, second), ("a",), description="All.", constraints={"minProperties": 1})


def test_parameters_are_compared_by_content():
    """The default counts, and 1 is not true."""
    own = ToolParameterDescriptor("a", "", NUMBER, 1)
    assert own == own  # noqa: PLR0124 - a parameter is itself, whatever it holds
    assert ToolParameterDescriptor("a", "", NUMBER, 1) == ToolParameterDescriptor("a", "", NUMBER, 1.0)
    assert ToolParameterDescriptor("a", "", NUMBER, 1) != ToolParameterDescriptor("a", "", NUMBER, True)
    assert ToolParameterDescriptor("a", "", NUMBER, MISSING) != "a"


def test_descriptors_are_pickled():
    """With all that they hold."""
    tool = ToolDescriptor("t", "", [ToolParameterDescriptor("a", "", ListType(FloatType(constraints={"minimum": 0})))])
    assert pickle.loads(pickle.dumps(tool)) == tool


@pytest.mark.parametrize(
    ("a", "b", "is_same"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        (None, None, True),
        (None, 0, False),
        ("1", 1, False),
        ([1, [2]], (1, (2.0,)), True),
        ([1], [1, 2], False),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({}, [], False),
        (AnyType(), AnyType(), True),
    ],
)
def test_json_is_compared_as_json(a, b, is_same):
    """JSON Schema 2020-12, Core, section 4.2.2."""
    assert same_json(a, b) is is_same
