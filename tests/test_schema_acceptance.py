"""Acceptors agree with the general validator, whatever the type and the value."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry
from samples import needs_re2

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
from toolkit.schema import SchemaGenerator
from toolkit.schema.acceptance import Parts
from toolkit.schema.reference import reference_validator
from toolkit.schema.sampling import minimal_example
from toolkit.schema.violations import ArgumentCheck

NAMES = ("a", "b", "c")
COUNTS = st.integers(0, 3)
NUMBERS = st.sampled_from([-2, -1, 0, 1, 1.0, 1.5, 2, 3, 0.5, 10])
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, st.sampled_from(["", "a", "b", "ab", "abc", "1", "2020-01-01"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*NAMES, "d"]), inner, max_size=3),
    max_leaves=6,
)
STRING_LIMITS = st.fixed_dictionaries(
    {}, optional={"minLength": COUNTS, "maxLength": COUNTS, "pattern": st.sampled_from(["^a", "b$", "[0-9]"])}
)
NUMBER_LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "minimum": NUMBERS,
        "maximum": NUMBERS,
        "exclusiveMinimum": NUMBERS,
        "exclusiveMaximum": NUMBERS,
        "multipleOf": st.sampled_from([1, 2, 0.5]),
    },
)
ARRAY_LIMITS = st.fixed_dictionaries(
    {}, optional={"minItems": COUNTS, "maxItems": COUNTS, "uniqueItems": st.booleans()}
)
OBJECT_LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "minProperties": COUNTS,
        "maxProperties": COUNTS,
        "propertyNames": st.sampled_from(
            [{"pattern": "[a-c]"}, {"enum": ["a", "b"]}, {"maxLength": 1}, {"not": {"const": "a"}}]
        ),
        "patternProperties": st.sampled_from([{"^a": {"type": "integer"}}, {"b": True}]),
        "dependentRequired": st.sampled_from([{"a": ["b"]}]),
        "unevaluatedProperties": st.just(False),
    },
)
ANY_LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "not": st.sampled_from([{"type": "string"}, {"const": 1}, {"$ref": "#/$defs/Tree"}]),
        "oneOf": st.sampled_from(
            [[{"type": "number"}, {"type": "integer"}], [{"type": "object"}, {"$ref": "#/$defs/Tree"}]]
        ),
        "enum": st.lists(VALUES, min_size=1, max_size=3),
        "const": VALUES,
        "type": st.sampled_from(["string", "integer", ["number", "null"], ["array", "object"]]),
        "if": st.just({"type": "object"}),
        "then": st.just({"required": ["a"]}),
        "contains": st.sampled_from([{"type": "integer"}, {"const": "a"}]),
        "title": st.just("T"),
        "format": st.just("date"),
        "x-own": st.just({"type": "string"}),
    },
)
# Constraints of any type are rare in practice, and too many of them refuse everything.
RARELY = st.one_of(st.just({}), st.just({}), st.just({}), ANY_LIMITS)


def both(limits):
    """Constraints of one kind, now and then with those of any kind."""
    return st.builds(lambda first, second: {**first, **second}, limits, RARELY)


def types(depth):
    """Types up to some depth; a reference names the tree that every descriptor here defines."""
    leaves = st.one_of(
        st.builds(StringType, constraints=both(STRING_LIMITS)),
        st.builds(IntegerType, constraints=both(NUMBER_LIMITS)),
        st.builds(FloatType, constraints=both(NUMBER_LIMITS)),
        st.builds(BooleanType),
        st.builds(NullType),
        st.builds(AnyType, constraints=both(st.one_of(STRING_LIMITS, NUMBER_LIMITS, ARRAY_LIMITS, OBJECT_LIMITS))),
        st.builds(EnumType, st.lists(VALUES, min_size=1, max_size=3).map(tuple), constraints=RARELY),
        st.builds(ReferenceType, st.just("Tree"), constraints=RARELY),
    )
    if depth == 0:
        return leaves
    inner = types(depth - 1)
    return st.one_of(
        leaves,
        st.builds(ListType, inner, constraints=both(ARRAY_LIMITS)),
        st.builds(
            TupleType,
            st.lists(inner, max_size=2).map(tuple),
            st.none() | inner,
            st.none() | COUNTS,
            constraints=both(ARRAY_LIMITS),
        ),
        st.builds(AnyOfType, st.lists(inner, min_size=1, max_size=3).map(tuple), constraints=RARELY),
        objects(inner),
    )


def objects(inner):
    """Objects with some of three properties."""
    return st.builds(
        ObjectType,
        st.dictionaries(st.sampled_from(NAMES), inner, max_size=3).map(
            lambda found: tuple(ToolParameterDescriptor(name, "", each) for name, each in found.items())
        ),
        st.lists(st.sampled_from(NAMES), unique=True, max_size=2).map(tuple),
        st.booleans() | inner,
        constraints=both(OBJECT_LIMITS),
    )


TREE = ObjectType(
    properties=(
        ToolParameterDescriptor("a", "", AnyOfType((ReferenceType("Tree"), IntegerType()))),
        ToolParameterDescriptor("b", "", ListType(ReferenceType("Tree"))),
    ),
    required=("a",),
)
DEFINITIONS = {"Tree": TREE}
EVERYTHING = settings(max_examples=max(300, settings.default.max_examples), suppress_health_check=list(HealthCheck))


def described(type_):
    """A descriptor with one required argument of that type."""
    return ToolDescriptor("t", "", (ToolParameterDescriptor("value", "", type_),), definitions=DEFINITIONS)


def validator(descriptor):
    """The validator of jsonschema for the schema that a descriptor makes."""
    schema = SchemaGenerator().generate(descriptor)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, registry=Registry())


@needs_re2
@EVERYTHING
@given(types(2), st.lists(VALUES, min_size=1, max_size=6))
def test_every_verdict_is_the_general_validator_s(type_, values):
    """Our walk, its explanation and our validator say yes exactly where jsonschema does."""
    descriptor = described(type_)
    law, reference = validator(descriptor), reference_validator(SchemaGenerator().generate(descriptor))
    checks = ArgumentCheck(descriptor), ArgumentCheck(descriptor, foreign=True)
    fits = Parts(DEFINITIONS).acceptor(type_)
    for value in values:
        arguments = {"value": value}
        expected = law.is_valid(arguments)
        assert fits(value) == expected
        assert reference.accepts(arguments) == expected
        assert (reference.violations(arguments) == ()) == expected
        for check in checks:
            assert check.accepts(arguments) == expected
            assert (check.violations(arguments) == ()) == expected


@EVERYTHING
@given(types(2))
def test_an_example_is_valid(type_):
    """The example of a descriptor fits its schema."""
    descriptor = described(type_)
    example = minimal_example(descriptor)
    assert example is None or validator(descriptor).is_valid(example)


@EVERYTHING
@given(types(2), VALUES)
def test_every_fault_has_a_place_and_few_words(type_, value):
    """No path, expectation or value in a report is long, and each path begins at the faulty argument."""
    for each in ArgumentCheck(described(type_)).violations({"value": value}):
        assert each.path.startswith("value")
        assert each.expected
        assert len(each.got) <= 40
        assert len(str(each)) <= 400
