"""Every fault of some arguments at once, with place, expectation, what came, and a hint."""

from __future__ import annotations

import pytest
from samples import needs_re2

from toolkit.calls import Violation
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
    ParameterType,
    ReferenceType,
    StringType,
    ToolDescriptor,
    ToolParameterDescriptor,
    TupleType,
)
from toolkit.errors import DefinitionError
from toolkit.schema.acceptance import Part, Parts
from toolkit.schema.explanation import Explanation
from toolkit.schema.violations import ArgumentCheck
from toolkit.types.foreign import descriptor_from_schema


def prop(name, type_):
    """A property without a text."""
    return ToolParameterDescriptor(name, "", type_)


WITHOUT_PET = 'send what is in it without "pet" around it'
CAT = ObjectType((prop("kind", EnumType(("cat",))), prop("lives", IntegerType())), ("kind", "lives"))
ONE_OF_TWO = AnyType(
    constraints={
        "oneOf": [
            {"properties": {"is": {"const": "a"}}, "required": ["first", "second"]},
            {"properties": {"is": {"enum": ["b"]}, "third": {}}, "additionalProperties": False},
        ]
    }
)
DOG = ObjectType((prop("kind", EnumType(("dog",))), prop("name", StringType())), ("kind", "name"))
PET = AnyOfType((CAT, DOG, NullType()))
CIRCLE = ObjectType((prop("r", FloatType()),), ("r",))
BOX = ObjectType((prop("w", FloatType()), prop("h", FloatType())), ("w", "h"))
SQUARE = ObjectType((prop("side", FloatType()),), ("side",))
SHAPE = AnyOfType((CIRCLE, SQUARE, BOX, NullType()))
NODE = ObjectType((prop("next", AnyOfType((ReferenceType("Node"), NullType()))),))
WORD = AnyOfType((EnumType(("auto", "off")), IntegerType()))
BESIDE = AnyOfType((EnumType(("all", [0], {"r": 0})), ListType(StringType()), CIRCLE))
LINES = AnyOfType((ListType(StringType()), ListType(IntegerType()), TupleType((NullType(),))))


def faults(type_, value, limit=100, *, foreign=False):
    """The faults of one argument `v`, as a model reads them."""
    descriptor = ToolDescriptor("t", "", (prop("v", type_),), definitions={"Node": NODE})
    return [str(each) for each in ArgumentCheck(descriptor, foreign=foreign).violations({"v": value}, limit)]


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        (StringType(), 3, ['v: string, got 3 (put it in quotes: "3")']),
        (StringType(), None, ["v: string, got null"]),
        (StringType(), ["a"], ["v: string, got array of 1 item (send the item without the array)"]),
        (
            StringType(constraints={"format": "date"}),
            5,
            ["v: string of format date, got 5 (write it as text such as 2031-05-06)"],
        ),
        (
            StringType(constraints={"format": "email"}),
            5,
            ["v: string of format email, got 5 (write it as text such as name@example.org)"],
        ),
        (IntegerType(), "3", ['v: integer, got string "3" (a number in quotes: write 3 without them)']),
        (IntegerType(), True, ["v: integer, got true"]),
        (IntegerType(), 3.5, ["v: integer, got 3.5"]),
        (IntegerType(), "x" * 99, ["v: integer, got string of 99 characters"]),
        (FloatType(), float("nan"), ["v: number, got NaN"]),
        (
            BooleanType(),
            "True",
            ['v: true or false, got string "True" (a word of JSON in quotes: write true without them)'],
        ),
        (NullType(), 0, ["v: null, got 0"]),
        (
            EnumType(("celsius", "f")),
            "Celsius",
            ['v: one of "celsius", "f", got string "Celsius" (did you mean "celsius"?)'],
        ),
        (EnumType((1, None)), "x", ['v: one of 1, null, got string "x"']),
        (EnumType((1, 2)), "1", ['v: one of 1, 2, got string "1" (a number in quotes: write 1 without them)']),
        (EnumType(("only",)), 3, ['v: "only", got 3']),
        (ListType(IntegerType()), 5, ["v: array, got 5 (put it in an array)"]),
        (ListType(IntegerType()), "[1]", ['v: array, got string "[1]" (send the array itself, not as text)']),
        (ListType(IntegerType()), [1, "x", 2, None], ['v[1]: integer, got string "x"', "v[3]: integer, got null"]),
        (ObjectType(), [], ["v: object, got array of 0 items"]),
        (ObjectType(), {"a": 1}, ["v.a: no such property; there are no properties"]),
        (
            CIRCLE,
            {"R": 1},
            [
                'v.r: required, number (perhaps sent as "R")',
                'v.R: no such property; the only property is r (did you mean "r"?)',
            ],
        ),
        (BOX, {"w": 1, "h": 2, "zz": 0}, ["v.zz: no such property; the properties are w, h"]),
        (ObjectType(additional=IntegerType()), {"odd key": 2.5}, ['v["odd key"]: integer, got 2.5']),
        (ObjectType(required=("a",), additional=True), {}, ["v.a: required, any value"]),
        (TupleType((IntegerType(), StringType())), [1], ["v: array of 2 items, got array of 1 item"]),
        (
            TupleType((IntegerType(),)),
            ["x", 2],
            ["v: array of 1 item, got array of 2 items", 'v[0]: integer, got string "x"'],
        ),
        (TupleType((IntegerType(),), StringType(), 0), [1, 2], ['v[1]: string, got 2 (put it in quotes: "2")']),
        (TupleType((IntegerType(),), StringType()), [], ["v: array of at least 1 item, got array of 0 items"]),
        (TupleType((IntegerType(), StringType()), required=1), [], ["v: array of 1 to 2 items, got array of 0 items"]),
        (TupleType(()), 3, ["v: array, got 3"]),
        (ReferenceType("Node"), {"next": {"next": 3}}, ["v.next.next: object or null, got 3"]),
    ],
)
def test_value_of_the_wrong_type(type_, value, expected):
    """Each type says what it wanted, what came, and how it may have been meant."""
    assert faults(type_, value) == expected


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        (
            IntegerType(constraints={"minimum": 1, "multipleOf": 2}),
            -3,
            ["v: at least 1, got -3", "v: a multiple of 2, got -3"],
        ),
        (FloatType(constraints={"exclusiveMaximum": 1.5}), 1.5, ["v: less than 1.5, got 1.5"]),
        (FloatType(constraints={"exclusiveMinimum": 0, "maximum": 9}), 0, ["v: more than 0, got 0"]),
        (FloatType(constraints={"maximum": 9}), 10**40, ["v: at most 9, got integer of many digits"]),
        (
            StringType(constraints={"minLength": 2, "pattern": "^a"}),
            "b",
            ['v: at least 2 characters, got string "b"', 'v: text that matches ^a, got string "b"'],
        ),
        (StringType(constraints={"maxLength": 1}), "ab", ['v: at most 1 character, got string "ab"']),
        (
            ListType(IntegerType(), constraints={"uniqueItems": True, "minItems": 4}),
            [1, 1.0],
            ["v: items that all differ, got array of 2 items", "v: at least 4 items, got array of 2 items"],
        ),
        (ListType(IntegerType(), constraints={"maxItems": 0}), [1], ["v: at most 0 items, got array of 1 item"]),
        (
            ObjectType(additional=True, constraints={"minProperties": 1}),
            {},
            ["v: at least 1 property, got object with 0 properties"],
        ),
        (
            ObjectType(additional=True, constraints={"maxProperties": 0}),
            {"a": 1},
            ["v: at most 0 properties, got object with 1 property"],
        ),
        (
            ObjectType(additional=True, constraints={"propertyNames": {"pattern": "^[0-9]+$"}}),
            {"a": 1, "1": 2},
            ['v.a: as a name, text that matches ^[0-9]+$, got "a"'],
        ),
        (
            AnyType(constraints={"type": ["string", "null"], "minimum": 3}),
            1,
            ["v: string or null, got 1", "v: at least 3, got 1"],
        ),
        (AnyType(constraints={"const": [1]}), [2], ["v: [1], got array of 1 item"]),
    ],
)
def test_value_outside_of_its_bounds(type_, value, expected):
    """Each constraint that fails is named."""
    assert faults(type_, value) == expected


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        (SHAPE, {}, "v: object with r, object with side or object with w, h, got object with 0 properties"),
        (SHAPE, {"edge": 1}, "v: object with r, object with side or object with w, h, got object with edge"),
        (
            SHAPE,
            {"sides": 1},
            'v: object with r, object with side or object with w, h, got object with sides (did you mean "side"?)',
        ),
        (
            AnyOfType((CIRCLE, SQUARE)),
            {"r": 1, "side": 2},
            "v: object with r or object with side, got object with r, side (send the names of one alone)",
        ),
        (
            AnyOfType((ObjectType(CIRCLE.properties), ObjectType(SQUARE.properties))),
            {"x": 1},
            "v: object with r or object with side, got object with x",
        ),
        (AnyOfType((CIRCLE, ObjectType((prop("r", StringType()),), ("r",)))), {}, "v.r: required, number"),
        (AnyOfType((CIRCLE, SQUARE)), {"r": "x", "side": 1}, "v.r: no such property; the only property is side"),
        (
            AnyOfType((ObjectType(BOX.properties), ObjectType((*BOX.properties[:1], *SQUARE.properties)))),
            {"w": "x"},
            'v.w: number, got string "x"',
        ),
    ],
)
def test_an_object_that_may_be_meant_for_several_members_is_told_of_all(type_, value, expected):
    """Where its names do not say for which, and its values are right as far as they go."""
    assert faults(type_, value)[0] == expected


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        (PET, {"kind": "dgo", "name": "x"}, ['v.kind: one of "cat", "dog", got string "dgo" (did you mean "dog"?)']),
        (
            AnyOfType((CAT, DOG, CIRCLE)),
            {"kind": "dgo", "r": 1},
            ['v.kind: one of "cat", "dog", got string "dgo" (did you mean "dog"?)'],
        ),
        (
            AnyOfType((CIRCLE, ObjectType((*CIRCLE.properties, *SQUARE.properties), ("r", "side")))),
            {"r": "x", "side": "y"},
            ['v.r: number, got string "x"', 'v.side: number, got string "y"'],
        ),
        (PET, {"name": "x"}, ['v.kind: required, one of "cat", "dog"']),
        (
            AnyOfType((ObjectType(CAT.properties, ("lives",)), ObjectType(DOG.properties))),
            {"kind": "dgo"},
            ['v.kind: one of "cat", "dog", got string "dgo" (did you mean "dog"?)'],
        ),
        (AnyOfType((ObjectType(CAT.properties, ("lives",)), DOG)), {}, ["v.lives: required, integer"]),
        (PET, {"kind": "dog", "name": 3}, ['v.name: string, got 3 (put it in quotes: "3")']),
        (PET, 5, ["v: object or null, got 5"]),
        (AnyOfType((CIRCLE, BOX)), {"w": 1}, ["v.h: required, number"]),
        (AnyOfType((CIRCLE, BOX)), {"r": "x"}, ['v.r: number, got string "x"']),
        (
            AnyOfType((CIRCLE, ObjectType(additional=True, required=("q",)))),
            {"r": "x"},
            ['v.r: number, got string "x"'],
        ),
        (BESIDE, [1], ['v[0]: string, got 1 (put it in quotes: "1")']),
        (BESIDE, {"r": "x"}, ['v.r: number, got string "x"']),
        (LINES, [1, 2, "x"], ['v[2]: integer, got string "x"']),
        (LINES, [True], ["v[0]: null, got true"]),
        (
            AnyOfType((IntegerType(), NullType())),
            "3",
            ['v: integer or null, got string "3" (a number in quotes: write 3 without them)'],
        ),
        (
            AnyOfType((StringType(constraints={"minLength": 3}), NullType())),
            "ab",
            ['v: at least 3 characters, got string "ab"'],
        ),
        (
            AnyOfType((StringType(constraints={"minLength": 3}), StringType(constraints={"pattern": "^x"}))),
            "ab",
            ['v: at least 3 characters or text that matches ^x, got string "ab"'],
        ),
        (WORD, "of", ['v: one of "auto", "off" or integer, got string "of" (did you mean "off"?)']),
        (AnyOfType((WORD, NullType())), [], ['v: one of "auto", "off", integer or null, got array of 0 items']),
        (AnyOfType((AnyOfType((IntegerType(),), constraints={"minimum": 3}), NullType())), 1, ["v: at least 3, got 1"]),
        (AnyOfType((AnyType(constraints={"not": {}}), IntegerType())), 2.5, ["v: any value or integer, got 2.5"]),
    ],
)
def test_value_of_no_member_of_a_union(type_, value, expected):
    """The report is about the member that was meant: by kind, by tag, by the fewest faults."""
    assert faults(type_, value) == expected


@needs_re2
@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        (IntegerType(constraints={"not": {"const": 3}}), 3, ["v: another value: this one is ruled out, got 3"]),
        (
            ObjectType(additional=True, constraints={"dependentRequired": {"a": ["b"], "c": ["d"]}}),
            {"a": 1},
            ['v.b: required beside "a"'],
        ),
        (
            ObjectType(constraints={"patternProperties": {"^a": {"type": "integer"}}}),
            {"ab": "1", "b": 1},
            ["v.b: no such property; others match ^a", 'v.ab: integer, got string "1"'],
        ),
        (AnyType(constraints={"type": "object", "unevaluatedProperties": False}), {"b": 1}, ["v.b: no such property"]),
        (
            AnyType(constraints={"type": "array", "prefixItems": [True], "unevaluatedItems": False}),
            [1, 2],
            ["v[1]: no such property"],
        ),
        (
            AnyType(constraints={"oneOf": [{"type": "number"}, {"type": "integer"}]}),
            3,
            ["v: a value that fits one of the forms alone, got 3"],
        ),
        (
            AnyType(constraints={"oneOf": [{"required": ["a", "c"]}, {"type": "string"}]}),
            {"b": 1},
            ["v.a: required", "v.c: required"],
        ),
        (
            AnyType(constraints={"anyOf": [{"type": "integer"}, {"type": "string"}]}),
            None,
            ["v: one of 2 forms, got null"],
        ),
        (AnyType(constraints={"anyOf": [{"type": "integer"}]}), None, ["v: another form, got null"]),
        (ONE_OF_TWO, {"is": "c"}, ['v.is: one of "a", "b", got string "c"']),
        (ONE_OF_TWO, {"is": "a"}, ["v.first: required", "v.second: required"]),
        (ONE_OF_TWO, {"is": "b", "thrid": 1}, ['v.thrid: no such property (did you mean "third"?)']),
        (AnyType(constraints={"anyOf": [False, {"minimum": 3}]}), 1, ["v: at least 3, got 1"]),
        (AnyType(constraints={"allOf": [False]}), 1, ["v: no value, got 1 (leave it out)"]),
        (AnyType(constraints={"items": False}), [1, 2], ["v: fewer items, got array of 2 items"]),
        (
            ListType(AnyType(), constraints={"contains": {"type": "string"}}),
            [1],
            ["v: an array with an item of the kind that must be in it, got array of 1 item"],
        ),
        (
            ListType(AnyType(), constraints={"contains": {"type": "string"}, "minContains": 2}),
            ["a"],
            ["v: more items of the kind that must be in it, got array of 1 item"],
        ),
        (
            ListType(AnyType(), constraints={"contains": {"type": "string"}, "maxContains": 1}),
            ["a", "b"],
            ["v: fewer items of the kind that may be in it, got array of 2 items"],
        ),
        (
            ObjectType(additional=True, constraints={"properties": {"a": {"minimum": 3}}, "required": ["b"]}),
            {"a": 1},
            ["v.a: at least 3, got 1", "v.b: required"],
        ),
        (
            ObjectType(additional=True, constraints={"propertyNames": {"not": {"const": "a"}}}),
            {"a": 1},
            ['v.a: as a name, another value: this one is ruled out, got "a"'],
        ),
        (
            ObjectType(additional=True, constraints={"properties": {"propertyNames": {"not": {"const": "a"}}}}),
            {"propertyNames": "a"},
            ['v.propertyNames: another value: this one is ruled out, got string "a"'],
        ),
        (
            ObjectType(additional=True, constraints={"anyOf": [{"required": ["id"]}, {"required": ["x", "y"]}]}),
            {"x": 1},
            ['v: "id" or "y" must be there'],
        ),
        (
            ObjectType(additional=True, constraints={"oneOf": [{"required": ["a", "b"]}, {"required": ["c"]}]}),
            {},
            ['v: "a" and "b" or "c" must be there'],
        ),
        (AnyType(constraints={"anyOf": [{"required": ["id"]}]}), {}, ["v.id: required"]),
    ],
)
def test_value_that_a_foreign_keyword_refuses(type_, value, expected):
    """What the general validator decides is told in our own words, at its place."""
    assert sorted(faults(type_, value)) == sorted(expected)
    assert sorted(faults(type_, value, foreign=True)) == sorted(expected)


def test_arguments_that_are_no_object():
    """The root has no path; its violation reads as one of the arguments."""
    descriptor = ToolDescriptor("t", "", (prop("a", IntegerType()),))
    assert ArgumentCheck(descriptor).violations([1]) == (Violation("", "object", "array of 1 item"),)
    assert str(ArgumentCheck(descriptor).violations("x")[0]) == 'arguments: object, got string "x"'


def test_unknown_and_missing_arguments_name_the_closest():
    """Both ends of a misspelt name are reported, and the names that there are."""
    descriptor = ToolDescriptor("t", "", (prop("city", StringType()),), (prop("days", IntegerType()),))
    assert ArgumentCheck(descriptor).violations({"citty": "x", "d": 1}) == (
        Violation("city", "required, string", "", 'perhaps sent as "citty"'),
        Violation("citty", "no such argument; the arguments are city, days", "", 'did you mean "city"?'),
        Violation("d", "no such argument; the arguments are city, days"),
    )
    (only,) = ArgumentCheck(ToolDescriptor("t", "")).violations({"x": 1})
    assert str(only) == "x: no such argument; there are no arguments"


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (
            {"kind": "cat", "lives": 3},
            [
                "pet: required, object (put kind, lives into it)",
                "kind: no such argument; the arguments are pet, days",
                "lives: no such argument; the arguments are pet, days",
            ],
        ),
        (
            {"kind": "cow", "lives": 3},
            [
                "pet: required, object",
                "kind: no such argument; the arguments are pet, days",
                "lives: no such argument; the arguments are pet, days",
            ],
        ),
        (
            {"args": {"pet": {"kind": "cat", "lives": 3}}},
            [
                "pet: required, object",
                'args: no such argument; the arguments are pet, days (send what is in it without "args" around it)',
            ],
        ),
        (
            {"args": {"pet": {}}},
            ["pet: required, object", "args: no such argument; the arguments are pet, days"],
        ),
        (
            {"pet": {"pet": {"kind": "cat", "lives": 3}}},
            [
                'pet.kind: required, "cat"',
                "pet.lives: required, integer",
                f"pet.pet: no such property; the properties are kind, lives ({WITHOUT_PET})",
            ],
        ),
    ],
)
def test_what_stands_a_step_too_far_out_or_in_is_told_where_it_belongs(sent, expected):
    """If it would fit there."""
    cat = ObjectType(CAT.properties, CAT.required, additional=False)
    descriptor = ToolDescriptor("t", "", (prop("pet", cat),), (prop("days", IntegerType()),))
    assert [str(each) for each in ArgumentCheck(descriptor).violations(sent)] == expected
    two = ToolDescriptor("t", "", (prop("pet", cat), prop("other", cat)))
    assert "into it" not in str(ArgumentCheck(two).violations({"kind": "cat", "lives": 3}))


def test_null_for_an_optional_argument_may_be_left_out():
    """A model that has no value sends null; a required one may not."""
    descriptor = ToolDescriptor("t", "", (prop("a", StringType()),), (prop("b", StringType()),))
    assert [str(each) for each in ArgumentCheck(descriptor).violations({"a": None, "b": None})] == [
        "a: string, got null",
        "b: string, got null (leave it out if there is no value)",
    ]


def test_no_violation_of_arguments_that_fit():
    """Integers may be written with a fraction of zero, and a default need not be sent."""
    descriptor = ToolDescriptor("t", "", (prop("a", IntegerType()),), (prop("b", StringType()),))
    check = ArgumentCheck(descriptor)
    assert check.accepts({"a": 3.0})
    assert check.violations({"a": 3.0}) == ()


def test_report_is_bounded():
    """Fifty thousand unknown names, and a list of wrong items, are told up to the limit."""
    descriptor = ToolDescriptor("t", "", (), (prop("a", ListType(StringType())),))
    check = ArgumentCheck(descriptor)
    assert len(check.violations({f"k{number}": 1 for number in range(50_000)})) == 100
    assert len(check.violations({"a": [1] * 100_000}, limit=3)) == 3
    required = ToolDescriptor("t", "", (prop("a", StringType()), prop("b", StringType())))
    assert [each.path for each in ArgumentCheck(required).violations({}, limit=1)] == ["a"]
    assert len(check.violations({"a": [[]] * 100_000, "b": 1})) == 100


def test_report_of_the_general_validator_is_bounded():
    """Its faults count towards the limit, and each is told once."""
    type_ = ListType(AnyType(constraints={"allOf": [{"type": "integer"}, {"type": "integer"}]}))
    assert faults(type_, ["x"]) == ['v[0]: integer, got string "x"']
    assert len(faults(type_, ["x"] * 50, limit=4)) == 4


def test_values_in_a_report_are_short_and_visible():
    """No hidden character and no long value of an argument reaches the model again, but what was at fault shows."""
    assert faults(IntegerType(), "a\nb\u202ec") == [r'v: integer, got string "a\nb\u202ec"']
    descriptor = ToolDescriptor("t", "")
    name = "x" * 1000
    assert len(str(ArgumentCheck(descriptor).violations({name: 1})[0])) < 120


def test_ambiguous_recursion_takes_linear_time():
    """A type that contains itself in two members is not tried twice as often at every level."""
    link = ObjectType((prop("a", ReferenceType("X")),), ("a",))
    twin = ObjectType((prop("a", ReferenceType("X")),), ("a",), description="twin")
    definitions = {"X": AnyOfType((link, twin, StringType()))}
    value = 1
    for _ in range(60):
        value = {"a": value}
    descriptor = ToolDescriptor("t", "", (prop("v", ReferenceType("X")),), definitions=definitions)
    found = ArgumentCheck(descriptor).violations({"v": value})
    assert [each.expected for each in found] == ["object or string"]
    assert len(found[0].path) < 200


@pytest.mark.parametrize(
    "definitions",
    [
        {"A": ReferenceType("A")},
        {"A": AnyOfType((IntegerType(), ReferenceType("B"))), "B": AnyOfType((ReferenceType("A"), StringType()))},
    ],
)
def test_type_that_refers_to_itself_without_end_is_refused(definitions):
    """A definition that leads back to itself at the same value says nothing about it."""
    with pytest.raises(DefinitionError, match="refers to itself without end"):
        ArgumentCheck(ToolDescriptor("t", "", (prop("v", ReferenceType("A")),), definitions=definitions))
    with pytest.raises(DefinitionError, match="refers to itself without end"):
        Parts(definitions).acceptor(ReferenceType("A"))


def test_data_deeper_than_any_stack_is_refused():
    """Arguments that were never decoded may be nested without bound."""
    definitions = {"L": ListType(ReferenceType("L"))}
    check = ArgumentCheck(ToolDescriptor("t", "", (prop("v", ReferenceType("L")),), definitions=definitions))
    value = []
    for _ in range(5000):
        value = [value]
    assert not check.accepts({"v": value})
    assert [str(each) for each in check.violations({"v": value})] == [
        "arguments: arguments nested at most 64 levels deep, got deeper ones"
    ]


def test_foreign_check_ends_when_its_fuel_is_spent():
    """Doubling references would take longer than the world lasts."""
    definitions = {f"a{level}": {"allOf": [{"$ref": f"#/$defs/a{level + 1}"}] * 2} for level in range(40)}
    schema = {"properties": {"v": {"$ref": "#/$defs/a0"}}, "$defs": {**definitions, "a40": {"type": "string"}}}
    check = ArgumentCheck(descriptor_from_schema("t", "", schema), foreign=True)
    assert not check.accepts({"v": "x"})
    assert [each.expected for each in check.violations({"v": "x"})] == [
        "arguments that can be checked in 100,000 steps"
    ]


def test_large_foreign_arguments_are_within_the_fuel():
    """A hundred thousand strings, and as many different items, are checked."""
    schema = {"properties": {"v": {"type": "array", "items": {"type": "string"}, "uniqueItems": True}}}
    check = ArgumentCheck(descriptor_from_schema("t", "", schema), foreign=True)
    assert check.accepts({"v": [str(number) for number in range(100_000)]})


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (ListType(ListType(StringType())), [[]] * 100_000),
        (ListType(ObjectType()), [{}] * 100_000),
        (ListType(ListType(StringType())), [["a"] * 3_300] * 1_000),
    ],
)
def test_the_structure_of_a_foreign_type_is_paid_for_too(type_, value):
    """Containers by the piece, what they hold by the dozen; an author's own types cost nothing."""
    assert not Parts(foreign=True).acceptor(type_)(value)
    assert Parts(foreign=True).acceptor(type_)(value[: len(value) // 2])
    assert Parts().acceptor(type_)(value)


@needs_re2
def test_faults_of_a_descriptor_show_when_it_is_compiled():
    """A missing definition and a broken pattern are the author's mistakes, wherever they stand."""
    with pytest.raises(DefinitionError, match="'Nope', which is not defined"):
        ArgumentCheck(ToolDescriptor("t", "", (prop("v", ReferenceType("Nope")),)))
    with pytest.raises(DefinitionError, match="'Gone', which is not defined"):
        ArgumentCheck(ToolDescriptor("t", "", (prop("v", AnyType(constraints={"not": {"$ref": "#/$defs/Gone"}})),)))
    broken = StringType(constraints={"pattern": "("})
    with pytest.raises(DefinitionError, match="no regular expression"):
        ArgumentCheck(ToolDescriptor("t", "", definitions={"A": broken}))
    ahead = descriptor_from_schema("t", "", {"properties": {"v": {"type": "string", "pattern": "(?=a)"}}})
    with pytest.raises(DefinitionError, match="linear time"):
        ArgumentCheck(ahead, foreign=True)


def test_type_of_a_class_of_its_own_needs_a_generator():
    """A type that no schema describes cannot be checked."""

    class Colour(ParameterType):
        pass

    with pytest.raises(DefinitionError, match="no method for Colour"):
        Parts().acceptor(Colour())


def test_acceptor_of_a_foreign_type_has_fuel_too():
    """It refuses what takes more than a hundred thousand steps."""
    definitions = {
        f"a{level}": AnyType(constraints={"allOf": [{"$ref": f"#/$defs/a{level + 1}"}] * 2}) for level in range(40)
    }
    fits = Parts({**definitions, "a40": AnyType()}, foreign=True).acceptor(ReferenceType("a0"))
    assert not fits(1)
    assert Parts(foreign=True).acceptor(ListType(AnyType()))([1])


class Watched(Part):
    """A part that other threads look at in the moment when it gets its outline."""

    __slots__ = ("seen",)

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name == "outline" and value is not None:
            self.seen = [hasattr(value, each) for each in ("words", "part", "explain")]


def test_no_thread_sees_half_an_outline():
    """It is put in its place when nothing is missing any more."""
    parts = Parts()
    type_ = ObjectType((prop("a", IntegerType()),), ("a",))
    part = Watched(type_, parts.of(type_).fits)
    assert [each.path for each in Explanation(parts, None, 10).of(part, {})] == ["a"]
    assert part.seen == [True, True, True]
