"""Which types are within which; tests/properties/test_quality.py holds it against values."""

from __future__ import annotations

from typing import Any

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
    ToolParameterDescriptor as Parameter,
    TupleType,
)
from toolkit.quality.inclusion import is_within


def an_object(additional: Any = False, required: tuple[str, ...] = (), constraints: Any = (), **members: Any):
    """An object with these members."""
    made = tuple(Parameter(name, "", type_) for name, type_ in members.items())
    return ObjectType(properties=made, required=required, additional=additional, constraints=dict(constraints))


def an_array(**said: Any):
    """An array of integers."""
    return ListType(IntegerType(), **said)


def within(limit: Any, other: Any, of: Any = IntegerType) -> bool:
    """Whether a type with these constraints is within the same type with those."""
    return is_within(of(constraints=limit), of(constraints=other))


@pytest.mark.parametrize(
    ("limit", "other", "of"),
    [
        ({"minimum": 3}, {"minimum": 1}, IntegerType),
        ({"exclusiveMinimum": 3}, {"minimum": 3}, IntegerType),
        ({"minimum": 3}, {"exclusiveMinimum": 2}, FloatType),
        ({"maximum": 3}, {"exclusiveMaximum": 4}, FloatType),
        ({"exclusiveMaximum": 3}, {"maximum": 3}, FloatType),
        ({"maximum": 2}, {"maximum": 3}, FloatType),
        ({"multipleOf": 4}, {"multipleOf": 2}, IntegerType),
        ({}, {"multipleOf": 0.5}, IntegerType),
        ({"minLength": 2, "pattern": "a"}, {"minLength": 1}, StringType),
        ({"format": "date"}, {}, StringType),
        ({"x-vendor": 1}, {"x-vendor": 2}, StringType),
        ({}, {"minimum": 5}, StringType),
        ({"minItems": 2}, {"minItems": 1}, an_array),
        ({"maxItems": 1}, {"uniqueItems": True}, an_array),
    ],
)
def test_tighter_bounds_are_within_looser_ones(limit: Any, other: Any, of: Any):
    """And not the other way round, unless a keyword says nothing of such values."""
    assert within(limit, other, of)
    is_silent = "x-vendor" in limit or other in ({"multipleOf": 0.5}, {"minimum": 5})
    assert within(other, limit, of) is is_silent


@pytest.mark.parametrize(
    ("limit", "other", "of"),
    [
        ({"pattern": "a"}, {"pattern": "a|b"}, StringType),
        ({"format": "date"}, {"format": "date-time"}, StringType),
        ({}, {"format": "date"}, StringType),
        ({"minimum": 3}, {"exclusiveMinimum": 3}, IntegerType),
        ({"maximum": 3}, {"exclusiveMaximum": 3}, IntegerType),
        ({"maxItems": 2}, {"uniqueItems": True}, an_array),
        ({"not": {"const": 1}}, {"not": {"const": 2}}, IntegerType),
        ({"contains": {}, "minContains": 0}, {"contains": {}}, lambda **said: ListType(AnyType(), **said)),
    ],
)
def test_what_cannot_be_told_is_not_claimed(limit: Any, other: Any, of: Any):
    """Patterns, formats, and keywords that no table knows, have to be the same."""
    assert not within(limit, other, of)


def test_choices_fit_by_their_values():
    """Each has to be admitted; a format is not looked into."""
    assert is_within(EnumType((1, 2)), IntegerType(constraints={"minimum": 1}))
    assert not is_within(EnumType((1, 2)), IntegerType(constraints={"minimum": 2}))
    assert is_within(BooleanType(), EnumType((True, False, None)))
    assert not any(is_within(BooleanType(), EnumType((each, None))) for each in (True, False))
    assert is_within(EnumType(({"a": 1},)), AnyType())
    assert not is_within(EnumType(("2031-05-06",)), StringType(constraints={"format": "date"}))
    assert not is_within(EnumType(({"a": "2031-05-06"},)), an_object(a=StringType(constraints={"format": "date"})))
    assert not is_within(EnumType((1,)), AnyOfType((IntegerType(),), constraints={"minimum": 5}))
    assert not is_within(EnumType(("a",)), StringType(constraints={"pattern": "("}))


def test_arrays_fit_position_by_position():
    """Those of one type, and those with a type for each position."""
    pair = TupleType((IntegerType(), StringType()))
    assert is_within(pair, ListType(AnyOfType((IntegerType(), StringType())), constraints={"maxItems": 2}))
    assert not is_within(pair, ListType(IntegerType()))
    further = TupleType((IntegerType(),), rest=IntegerType())
    assert is_within(further, ListType(IntegerType()))
    assert not is_within(TupleType((IntegerType(),), rest=StringType()), ListType(IntegerType()))
    assert is_within(ListType(IntegerType(), constraints={"maxItems": 1}), TupleType((IntegerType(),), required=0))
    assert not is_within(ListType(IntegerType()), TupleType((IntegerType(),), required=0))
    assert is_within(TupleType((IntegerType(),)), ListType(IntegerType(), constraints={"uniqueItems": True}))


def test_objects_fit_member_by_member():
    """What may be there under any name counts for each name."""
    assert is_within(an_object(a=IntegerType()), an_object(a=FloatType(), b=StringType()))
    assert not is_within(an_object(additional=True), an_object(additional=True, a=IntegerType()))
    assert not is_within(an_object(a=IntegerType()), an_object(required=("a",), a=IntegerType()))
    assert is_within(an_object(a=IntegerType()), an_object(constraints={"maxProperties": 1}, a=IntegerType()))
    required = an_object(required=("a",), a=IntegerType())
    assert is_within(required, an_object(constraints={"minProperties": 1}, additional=IntegerType()))


def test_a_name_that_a_pattern_matches_may_be_there():
    """So a closed object with patterns is not free of it."""
    patterns = {"patternProperties": {"^a": {"type": "string"}}}
    assert not is_within(an_object(constraints=patterns), an_object(constraints=patterns, a=IntegerType()))
    assert not is_within(an_object(constraints=patterns), an_object())
    assert is_within(an_object(constraints=patterns), an_object(constraints=patterns, additional=True))


def test_references_in_keywords_need_the_same_definitions():
    """A keyword that refers to a definition says the same only where that does."""
    type_ = StringType(constraints={"not": {"$ref": "#/$defs/A"}})
    assert is_within(type_, type_, {"A": NullType()}, {"A": NullType()})
    assert not is_within(type_, type_, {"A": NullType()}, {"A": StringType()})


def test_definitions_that_lead_nowhere_claim_nothing():
    """A union of itself and of another type is that other type, on both sides."""
    circle = {"A": AnyOfType((ReferenceType("A"), IntegerType()))}
    assert not is_within(StringType(), ReferenceType("A"), {}, circle)
    assert is_within(IntegerType(), ReferenceType("A"), {}, circle)
    assert not is_within(ReferenceType("B"), StringType(), {"B": ReferenceType("B")}, circle)
    assert not is_within(ReferenceType("C"), StringType())


def test_recursive_types_are_compared_without_end():
    """Values end, so a tree fits where its nodes do."""
    tree = {"T": an_object(value=IntegerType(), inner=ListType(ReferenceType("T")))}
    wider = {"U": an_object(value=FloatType(), inner=ListType(ReferenceType("U")))}
    assert is_within(ReferenceType("T"), ReferenceType("U"), tree, wider)
    assert not is_within(ReferenceType("U"), ReferenceType("T"), wider, tree)


def test_the_work_is_bounded():
    """Unions that double the work at each level end in doubt."""
    one = {f"A{at}": AnyOfType((ListType(ReferenceType(f"A{at + 1}")),) * 3) for at in range(30)} | {"A30": NullType()}
    other = {**one, "A30": StringType()}
    assert not is_within(ReferenceType("A0"), ReferenceType("A0"), one, other)
