"""What is said to be compatible is: values that were right still are."""

from __future__ import annotations

from hints import HINTS, tool_of, values as python_values
from hypothesis import given, settings, strategies as st
from strict_values import DEFINITIONS, NAMES, accepts, descriptors, parameters, types, values

from toolkit.descriptor import (
    AnyOfType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    StringType,
    ToolDescriptor,
    ToolParameterDescriptor,
)
from toolkit.quality import breaking, changes
from toolkit.quality.inclusion import is_within
from toolkit.record import replace_fields
from toolkit.schema import SchemaGenerator
from toolkit.schema.acceptance import Parts
from toolkit.types.definitions import mapped
from toolkit.types.dumping import Dumper
from toolkit.types.keywords import plain

# Definitions that are not those of the other side, so that references have to be followed.
OTHERS = {**DEFINITIONS, "Further": StringType()}


@settings(max_examples=300)
@given(st.data(), types(), types())
def test_what_is_within_is_accepted(data, narrow, wide):
    """Whatever fits the one type fits the other."""
    if is_within(narrow, wide, DEFINITIONS, OTHERS):
        assert accepts(wide, data.draw(values(narrow)))


@given(types(), types())
def test_a_type_is_within_itself_and_its_unions(type_, other):
    """Though its references have to be followed."""
    assert is_within(type_, type_, DEFINITIONS, OTHERS)
    assert is_within(type_, AnyOfType((other, type_)), DEFINITIONS, OTHERS)
    assert is_within(ListType(type_), ListType(AnyOfType((type_, other))), DEFINITIONS, OTHERS)


def test_every_type_of_python_is_within_itself():
    """For each row of the type table."""
    made = {name: tool_of(name).descriptor for name in HINTS}
    further = {"Further": NullType()}
    alien = [
        name
        for name, each in made.items()
        if not is_within(each.arguments, each.arguments, each.definitions, {**each.definitions, **further})
    ]
    assert alien == []


@settings(max_examples=100)
@given(st.data(), st.sampled_from(sorted(HINTS)))
def test_values_of_one_type_of_python_fit_those_it_is_within(data, name):
    """For each pair of the type table."""
    narrow = tool_of(name).descriptor
    wider = [
        wide
        for wide in (tool_of(other).descriptor for other in HINTS)
        if is_within(narrow.arguments, wide.arguments, narrow.definitions, wide.definitions)
    ]
    arguments = {"value": Dumper(of_arguments=True).dump(data.draw(python_values(HINTS[name])))}
    assert all(Parts(wide.definitions).acceptor(wide.arguments)(arguments) for wide in wider)


def locked(descriptor):
    """The lock of one tool with these arguments and this result."""
    schemas = SchemaGenerator().generate(descriptor), SchemaGenerator().output(descriptor)
    sides = zip(("input_schema", "output_schema"), map(plain, schemas), strict=True)
    return {"format": 1, "tools": {"t": {"description": "", "hints": {}, **dict(sides)}}}


def is_compatible(was, now):
    """Whether nothing between the two may break somebody."""
    return not breaking(changes(locked(was), locked(now)))


@st.composite
def revised(draw, descriptor):
    """The tool after some work on it: parameters come, go, and get other types."""
    kept = [each for each in descriptor.parameters if draw(st.integers(0, 4))]
    changed = [replace_fields(each, type=draw(reworked(each.type))) for each in kept]
    free = [name for name in NAMES if name not in {each.name for each in changed}]
    come = [draw(parameters(types(1), name)) for name in free if not draw(st.integers(0, 3))]
    needed = {each.name for each in descriptor.required_parameters if draw(st.integers(0, 4))}
    return replace_fields(
        descriptor,
        required_parameters=tuple(each for each in changed if each.name in needed),
        optional_parameters=tuple(each for each in (*changed, *come) if each.name not in needed),
    )


def reworked(type_):
    """The type as it was, with more values, or another."""
    return st.just(type_) | types(1).map(lambda other: AnyOfType((other, type_))) | types(1)


@settings(max_examples=150)
@given(st.data(), descriptors())
def test_calls_that_were_right_are_right_where_nothing_breaks(data, was):
    """Whatever else the changes are."""
    now = data.draw(revised(was))
    if is_compatible(was, now):
        assert accepts(now.arguments, data.draw(values(was.arguments)))
    assert changes(locked(was), locked(was)) == ()


def opened(type_):
    """The type for readers who leave alone the members that they do not know."""
    made = mapped(type_, opened)
    return replace_fields(made, additional=made.additional or True) if isinstance(made, ObjectType) else made


@settings(max_examples=100)
@given(st.data(), types(), types(1), st.booleans())
def test_readers_of_results_can_read_new_ones_where_nothing_breaks(data, type_, other, is_same):
    """As far as they leave alone what they do not know."""
    now = type_ if is_same else other
    was = data.draw(reworked(type_))
    tool = ToolDescriptor("t", "", definitions=DEFINITIONS)
    if is_compatible(replace_fields(tool, output=was), replace_fields(tool, output=now)):
        types_of_old = {name: opened(each) for name, each in DEFINITIONS.items()}
        assert Parts(types_of_old).acceptor(opened(was))(data.draw(values(now)))


BOUNDS = st.dictionaries(
    st.sampled_from(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]), st.integers(-2, 2)
)
COUNTS = st.integers(0, 2)
BOUNDED = st.one_of(
    st.builds(IntegerType, constraints=BOUNDS | st.builds(dict, multipleOf=st.sampled_from([0.5, 1, 2]))),
    st.builds(FloatType, constraints=BOUNDS | st.builds(dict, multipleOf=st.sampled_from([0.5, 1, 2]))),
    st.builds(StringType, constraints=st.dictionaries(st.sampled_from(["minLength", "maxLength"]), COUNTS)),
    st.builds(
        lambda items, said, unique: ListType(items, constraints={**said, "uniqueItems": unique}),
        st.sampled_from([IntegerType(), EnumType((0, 1))]),
        st.dictionaries(st.sampled_from(["minItems", "maxItems"]), COUNTS),
        st.booleans(),
    ),
    st.builds(
        lambda additional, said, required: ObjectType(
            properties=(ToolParameterDescriptor("a", "", IntegerType()),),
            required=required,
            additional=additional,
            constraints=said,
        ),
        st.booleans(),
        st.dictionaries(st.sampled_from(["minProperties", "maxProperties"]), COUNTS),
        st.sampled_from([(), ("a",)]),
    ),
    st.builds(EnumType, st.lists(st.sampled_from([-1, 0, 1.5, 2, "", "ab", None, True]), max_size=3).map(tuple)),
    st.builds(lambda type_, said: AnyOfType((type_, NullType()), constraints=said), st.just(IntegerType()), BOUNDS),
)
EDGES = [
    *(None, True, -3, -2, -1, 0, 1, 2, 3, 0.5, 1.5, -2.5, "", "a", "ab", "abc"),
    *([], [0], [0, 0], [0, 1], [0, 1, 2]),
    *({}, {"a": 1}, {"b": 1}, {"a": 1, "b": 1}, {"b": 1, "c": 2}, {"a": 1, "b": 1, "c": 1}),
]


@settings(max_examples=400)
@given(BOUNDED, BOUNDED)
def test_bounds_are_compared_as_they_are_checked(narrow, wide):
    """For values on both sides of each bound."""
    if is_within(narrow, wide):
        assert [value for value in EDGES if accepts(narrow, value) and not accepts(wide, value)] == []
