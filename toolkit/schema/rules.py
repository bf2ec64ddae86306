"""Keywords of JSON Schema 2020-12 as rules for jsonschema, where its own are inexact, unbounded or too talkative.

Its own write whole values into messages that nobody reads: reports.py says in our words what an error means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.schema.equality import are_unique, stand_in
from toolkit.schema.evaluation import accepts, evaluated, other_names
from toolkit.schema.library import WORK
from toolkit.schema.numbers import is_multiple, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Errors = Iterator[Any]
    Rule = Callable[[Any, Any, Any, Any], Errors]


def own_rules(error: Any) -> dict[str, Rule]:
    """The rules by keyword.

    Args:
        error: Makes an error, whose message nobody reads.
    """
    tested = {keyword: _tested(*test, error) for keyword, test in _TESTS.items()}
    return tested | {
        "$ref": _reference,
        "additionalProperties": _additional_properties(error),
        "anyOf": _any_of(error),
        "contains": _contains(error),
        "if": _if,
        "not": _not(error),
        "oneOf": _any_of(error, but_one=True),
        "patternProperties": _pattern_properties,
        "type": _type(error),
        "unevaluatedItems": _unevaluated(list, error),
        "unevaluatedProperties": _unevaluated(dict, error),
    }


def _is(kind: type[Any]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kind)


_TESTS: dict[str, tuple[Callable[[Any], bool], Callable[[Any, Any], bool]]] = {
    "const": (lambda _: True, lambda value, const: stand_in(value) in WORK.get().library.choices("const", const)),
    "dependentRequired": (
        _is(dict),
        lambda value, needs: all(each in value for name in needs if name in value for each in needs[name]),
    ),
    "enum": (lambda _: True, lambda value, listed: stand_in(value) in WORK.get().library.choices("enum", listed)),
    "maxItems": (_is(list), lambda value, most: len(value) <= most),
    "maxLength": (_is(str), lambda value, most: len(value) <= most),
    "maxProperties": (_is(dict), lambda value, most: len(value) <= most),
    "minItems": (_is(list), lambda value, least: len(value) >= least),
    "minLength": (_is(str), lambda value, least: len(value) >= least),
    "minProperties": (_is(dict), lambda value, least: len(value) >= least),
    "multipleOf": (is_number, is_multiple),
    "pattern": (_is(str), lambda value, pattern: WORK.get().matches(pattern, value)),
    # One error stands for all that are missing.
    "required": (_is(dict), lambda value, names: all(name in value for name in names)),
    "uniqueItems": (_is(list), lambda value, wanted: not wanted or are_unique(value)),
}


def _tested(speaks_of: Callable[[Any], bool], holds: Callable[[Any, Any], bool], error: Any) -> Rule:
    """The rule that one test of a value makes."""

    def rule(_: Any, argument: Any, instance: Any, __: Any) -> Errors:
        if speaks_of(instance) and not holds(instance, argument):
            yield error()

    return rule


def _type(error: Any) -> Rule:
    def rule(validator: Any, types: str | Sequence[str], instance: Any, _: Any) -> Errors:
        admitted = [types] if isinstance(types, str) else types
        if not any(validator.is_type(instance, each) for each in admitted):
            yield error()

    return rule


# -- schemas on the same value


def _reference(validator: Any, reference: str, instance: Any, _: Any) -> Errors:
    errors: Errors = validator.descend(instance, WORK.get().library.definition(reference))
    return errors


def _any_of(error: Any, *, but_one: bool = False) -> Rule:
    def rule(validator: Any, schemas: Sequence[Any], instance: Any, _: Any) -> Errors:
        faults: list[Any] = []
        fits = False
        for index, schema in enumerate(schemas):
            found = list(validator.descend(instance, schema, schema_path=index))
            if not found and (fits or not but_one):
                if fits:
                    yield error()
                return
            fits = fits or not found
            faults += found
        if not fits:
            yield error(context=faults)

    return rule


def _not(error: Any) -> Rule:
    def rule(validator: Any, schema: Any, instance: Any, _: Any) -> Errors:
        if accepts(validator, instance, schema):
            yield error()

    return rule


def _if(validator: Any, condition: Any, instance: Any, schema: Mapping[str, Any]) -> Errors:
    keyword = "then" if accepts(validator, instance, condition) else "else"
    if keyword in schema:
        yield from validator.descend(instance, schema[keyword], schema_path=keyword)


# -- members


def _contains(error: Any) -> Rule:
    def rule(validator: Any, inner: Any, instance: Any, schema: Mapping[str, Any]) -> Errors:
        if not isinstance(instance, list):
            return
        least, most = schema.get("minContains", 1), schema.get("maxContains", len(instance))
        count = 0
        for each in instance:
            count += accepts(validator, each, inner)
            if count > most:
                yield error(validator="maxContains", validator_value=most)
                return
        if count < least:
            yield error(validator="minContains", validator_value=least) if count else error()

    return rule


def _pattern_properties(validator: Any, patterns: Mapping[str, Any], instance: Any, _: Any) -> Errors:
    if not isinstance(instance, dict):
        return
    work = WORK.get()
    for pattern, inner in patterns.items():
        for name, each in instance.items():
            if work.matches(pattern, name):
                yield from validator.descend(each, inner, path=name)


def _additional_properties(error: Any) -> Rule:
    def rule(validator: Any, inner: Any, instance: Any, schema: Any) -> Errors:
        if not isinstance(instance, dict) or inner is True:
            return
        for name in other_names(instance, schema):
            if inner is False:
                yield error(path=(name,))
            else:
                yield from validator.descend(instance[name], inner, path=name)

    return rule


def _unevaluated(kind: type[Any], error: Any) -> Rule:
    def rule(validator: Any, inner: Any, instance: Any, schema: Any) -> Errors:
        if not isinstance(instance, kind):
            return
        known = evaluated(validator, instance, schema)
        members: Iterable[Any] = range(len(instance)) if isinstance(instance, list) else instance
        for member in members:
            if member not in known and not accepts(validator, instance[member], inner):
                yield error(path=(member,))

    return rule
