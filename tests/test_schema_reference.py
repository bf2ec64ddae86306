"""The general validator: exact, without network, and with fuel for foreign schemas."""

from __future__ import annotations

import gc
import re
import sys
import threading
import time
import weakref

import pytest
from samples import needs_re2

from toolkit.calls import Violation
from toolkit.errors import DefinitionError
from toolkit.schema.reference import check_schema, reference_validator


@needs_re2
@pytest.mark.parametrize("foreign", [False, True])
@pytest.mark.parametrize(
    ("schema", "accepted", "refused"),
    [
        ({"type": "integer"}, [1, 1.0], [True, "1", 1.5, float("nan"), float("inf")]),
        ({"type": "number"}, [1, 0.5], [False, float("inf")]),
        ({"multipleOf": 0.01}, [19.99, 0, "x"], [19.999]),
        ({"multipleOf": 1e-308}, [1e308, 0.5], []),
        ({"enum": [1, {"a": [True]}]}, [1.0, {"a": [True]}], [True, {"a": [1]}]),
        ({"const": None}, [None], [0, False]),
        ({"uniqueItems": True}, [[1, True, "1"], "aa"], [[1, 1.0], [{"a": 1}, {"a": 1}]]),
        ({"uniqueItems": False}, [[1, 1]], []),
        ({"pattern": "^a"}, ["ab", 1], ["b"]),
        ({"patternProperties": {"^a": {"type": "null"}}}, [{"a": None, "b": 1}, 1], [{"ab": 1}]),
        ({"properties": {"a": True}, "additionalProperties": False}, [{"a": 1}, 1], [{"b": 1}]),
        (
            {"patternProperties": {"^a": True}, "additionalProperties": {"type": "null"}},
            [{"a": 1, "b": None}],
            [{"b": 1}],
        ),
        ({"additionalProperties": True}, [{"a": 1}], []),
        ({"if": {"type": "object"}, "then": {"required": ["a"]}, "unevaluatedProperties": False}, [1, []], [{"a": 1}]),
        (
            {
                "if": {"properties": {"a": {"const": 1}}, "required": ["a"]},
                "else": {"patternProperties": {"^b": True}},
                "dependentSchemas": {"a": {"properties": {"c": True}}},
                "unevaluatedProperties": False,
            },
            [{"a": 1}, {"b": 1}, {"a": 1, "c": 2}],
            [{"a": 1, "b": 1}, {"c": 1}],
        ),
        (
            {
                "anyOf": [{"prefixItems": [{"const": 1}]}, {"contains": {"const": 2}}],
                "unevaluatedItems": {"type": "null"},
            },
            [[1], [2], [1, 2], [1, None], {}],
            [[1, 3], [3, 2]],
        ),
        ({"allOf": [{"items": True}], "unevaluatedItems": False}, [[1]], []),
        ({"allOf": [{"unevaluatedItems": True}], "unevaluatedItems": False}, [[1]], []),
        ({"allOf": [{"unevaluatedProperties": True}, True], "unevaluatedProperties": False}, [{"a": 1}], []),
        (
            {"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"x": True}}}, "unevaluatedProperties": False},
            [{"x": 1}],
            [{"y": 1}],
        ),
        (True, [1], []),
        (False, [], [1, None]),
    ],
)
def test_verdicts(schema, accepted, refused, foreign):
    """Verdicts follow JSON Schema where Python's numbers, or jsonschema's short cuts, would not."""
    validator = reference_validator(schema, foreign=foreign)
    assert [validator.accepts(value) for value in accepted] == [True] * len(accepted)
    assert [validator.accepts(value) for value in refused] == [False] * len(refused)


def test_violations_have_places():
    """Paths lead to the faulty members; texts name what is admitted."""
    validator = reference_validator(
        {"properties": {"a": {"items": {"type": "integer", "minimum": 2}}}, "required": ["b"]}
    )
    assert set(validator.violations({"a": [3, "x", 1]})) == {
        Violation("a[1]", "integer", 'string "x"'),
        Violation("a[2]", "at least 2", "1"),
        Violation("b", "required"),
    }
    assert validator.violations({"b": 1}) == ()


def test_violations_are_bounded():
    """A long list of faults is cut."""
    assert len(reference_validator({"items": {"type": "string"}}).violations([1] * 1000)) == 20


@pytest.mark.parametrize(
    "reference", ["http://example.org/a", "https://example.org/a#/$defs/x", "file:///etc/passwd", "other.json"]
)
def test_nothing_is_fetched(reference):
    """A reference to anything but the schema itself is refused when it is declared."""
    with pytest.raises(DefinitionError, match="outside of its document"):
        reference_validator({"properties": {"a": {"$ref": reference}}})


@needs_re2
@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (
            {
                "$ref": "#/$defs/a0",
                "$defs": {f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(40)} | {"a40": True},
            },
            1,
        ),
        ({"items": {"allOf": [{}] * 90}}, [1] * 5000),
        (
            {"allOf": [{"properties": {f"p{n}": {}}} for n in range(300)], "unevaluatedProperties": False},
            {f"k{n}": 1 for n in range(3000)},
        ),
        ({"contains": {"contains": {"contains": {"contains": {"const": 2}}}}}, [[[[1] * 15] * 15] * 15] * 15),
        ({"items": {"properties": {f"p{n}": {} for n in range(3000)}}}, [{}] * 20_000),
        ({"items": {"if": {"type": "string"}, "else": {"not": {"type": ["null", "array"]}}}}, [1] * 40_000),
        ({"contains": {"not": {"enum": [["x" * 200_000], *range(10)]}}}, list(range(10)) * 9000),
        (
            {"patternProperties": {f"^a{n}.*b$": True for n in range(3000)}},
            {"a" * 500 + str(n): 1 for n in range(2000)},
        ),
        ({"items": {"uniqueItems": True}}, [list(range(1000))] * 1000),
    ],
)
def test_work_ends_with_the_fuel(schema, value):
    """What would take minutes is refused after its hundred thousand steps."""
    validator = reference_validator(schema, foreign=True)
    assert not validator.accepts(value)
    assert [each.expected for each in validator.violations(value)] == ["arguments that can be checked in 100,000 steps"]


@pytest.mark.usefixtures("uncollected")
def test_a_step_is_little_work():
    """Whatever a keyword has to look at, a hundred thousand steps take no more than a fraction of a second."""
    inner = True
    for _ in range(10):
        inner = {"allOf": [inner, inner], "unevaluatedProperties": {"type": "integer"}}
    schema = {"items": {"anyOf": [{"required": [f"r{n}" for n in range(2000)]}, {"minProperties": 200}, inner, False]}}
    validator = reference_validator(schema, foreign=True)
    validator.accepts(1)
    started = time.process_time()
    assert not validator.accepts([{f"k{n}": n for n in range(100)}] * 100 + ["x" * 1_000_000])
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [False]},
        {"type": "string"},
        {"not": True},
        {"maxProperties": 0},
        {"minProperties": 2},
        {"const": 1},
        {"enum": [1]},
        {"oneOf": [True, True]},
        {"anyOf": [False, False]},
        {"required": ["b"]},
        {"additionalProperties": False},
        {"unevaluatedProperties": False},
        {"dependentRequired": {"a": ["b"]}},
        {"if": True, "then": False},
    ],
)
def test_no_value_is_written_into_a_message(schema):
    """Nobody reads it, and it would take long."""

    class Unwritable(dict):
        def __repr__(self):
            raise ValueError

    validator = reference_validator(schema)
    assert not validator.accepts(Unwritable(a=1))
    assert validator.violations(Unwritable(a=1))


def test_a_value_with_many_faults_is_told_the_first_ones():
    """The fuel lasts for them: who looked for all would have none left."""
    found = reference_validator({"items": {"type": "string"}}, foreign=True).violations([1] * 50_000)
    assert found == tuple(Violation(f"[{at}]", "string", "1") for at in range(20))


def test_a_schema_of_ones_own_has_no_fuel_to_spend():
    """Nobody else wrote it: large values are looked at to the end."""
    schema, value = {"items": {"type": "integer"}}, [1] * 40_000
    assert reference_validator(schema).accepts(value)
    assert not reference_validator(schema, foreign=True).accepts(value)


def test_a_value_is_let_go_once_it_is_judged():
    """Also what was measured of it."""

    class Items(list):
        """A list that can be referred to weakly."""

    value = Items([[1], [2]])
    known = weakref.ref(value)
    assert reference_validator({"uniqueItems": True}, foreign=True).accepts(value)
    del value
    gc.collect()
    assert known() is None


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        (False, 5, [""]),
        ({"properties": {"a": False}}, {"a": 5}, ["a"]),
        ({"properties": {"a": {"properties": {"b": False}}}}, {"a": {"b": 5}}, ["a.b"]),
        ({"patternProperties": {"^a": False}}, {"a": 5, "ab": 5}, ["a", "ab"]),
        ({"prefixItems": [True, False]}, [1, 5], ["[1]"]),
        ({"allOf": [False]}, 5, [""]),
        ({"if": True, "then": {"properties": {"a": False}}}, {"a": 5}, ["a"]),
        ({"anyOf": [{"type": "array"}, {"properties": {"a": False}}]}, {"a": 5}, ["a"]),
    ],
)
def test_a_value_where_nothing_is_admitted_is_told_with_its_place(schema, value, expected):
    """Its own, not that of what holds it."""
    assert reference_validator(schema).violations(value) == tuple(
        Violation(each, "no value", "5", "leave it out") for each in expected
    )


def test_a_form_that_admits_nothing_is_never_the_nearest():
    """The faults are those against one that a value may have."""
    for forms in ([False, {"required": ["a"]}], [{"required": ["a"]}, False]):
        assert reference_validator({"anyOf": forms}).violations({}) == (Violation("a", "required"),)


@needs_re2
def test_catastrophic_pattern_takes_linear_time():
    """RE2 does not go back."""
    assert not reference_validator({"pattern": "^(a+)+$"}, foreign=True).accepts("a" * 100_000 + "!")


@needs_re2
@pytest.mark.parametrize("pattern", ["(?=a)", "(a)\\1", "(", "a{1,2000}"])
def test_pattern_without_linear_time_is_refused(pattern):
    """At declaration, wherever the pattern stands."""
    for schema in ({"pattern": pattern}, {"$ref": "#/$defs/a", "$defs": {"a": {"patternProperties": {pattern: True}}}}):
        with pytest.raises(DefinitionError, match="linear time"):
            reference_validator(schema, foreign=True)
        with pytest.raises(DefinitionError, match="linear time"):
            check_schema(schema, foreign=True)


@pytest.mark.usefixtures("uncollected")
def test_value_nested_beyond_the_stack_is_refused():
    """That of a foreign schema; the depth of the library's own ends at the depth of arguments."""
    schema = {"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}}
    validator = reference_validator(schema, foreign=True)
    value = []
    for _ in range(sys.getrecursionlimit()):
        value = [value]
    assert not validator.accepts(value)
    assert len(validator.violations(value)) == 1
    with pytest.raises(RecursionError):
        reference_validator(schema).accepts(value)


def test_threads_do_not_share_their_fuel():
    """One validator serves many threads, each call with its own hundred thousand steps."""
    validator = reference_validator({"items": {"type": "integer"}}, foreign=True)
    verdicts = []
    threads = [threading.Thread(target=lambda: verdicts.append(validator.accepts([1] * 15_000))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verdicts == [True] * 8


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"properties": {"a": {"type": "text"}}}, '#/properties/a is no JSON Schema: "type" must be one of'),
        (
            {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"minimum": "1"}]},
            '#/items/0 is no JSON Schema: "minimum" must be a number',
        ),
        ({"$schema": "http://json-schema.org/draft-04/schema#"}, "not understood"),
        ({"$schema": "http://json-schema.org/draft-06/schema#", "$dynamicAnchor": [], "type": 1}, '"type" must be'),
        ({"allOf": [{"$id": "#a"}]}, '#/allOf/0 is no JSON Schema: "$id" must be a text without "#"'),
        ({"required": "a"}, '# is no JSON Schema: "required" must be an array'),
    ],
)
def test_broken_schema_is_refused_with_its_place(schema, words):
    """The metaschema of its draft decides."""
    with pytest.raises(DefinitionError, match=re.escape(words)):
        check_schema(schema)


@pytest.mark.parametrize(("value", "kind"), [([], "list"), ("string", "str"), (None, "NoneType")])
def test_what_is_no_schema_at_all_is_refused_by_its_kind(value, kind):
    """With the cure."""
    with pytest.raises(DefinitionError, match=rf"^a value of type {kind} is no JSON Schema; give an object$"):
        check_schema(value)


def test_schema_that_no_stack_can_check_is_refused():
    """The copy's recursion becomes a refusal."""
    schema = {}
    for _ in range(sys.getrecursionlimit()):
        schema = {"items": schema}
    with pytest.raises(DefinitionError, match="nested too deep"):
        check_schema(schema)


def test_sound_schemas_pass():
    """2020-12 and the older drafts that are read."""
    check_schema({"prefixItems": [{"type": "null"}]})
    check_schema({"$schema": "http://json-schema.org/draft-06/schema#", "items": [{"type": "null"}]})
    check_schema(True)
