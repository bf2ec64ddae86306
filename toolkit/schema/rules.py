"""Keywords of JSON Schema 2020-12 as rules for jsonschema, where its own are inexact, unbounded or too talkative.

Its own write whole values into messages that nobody reads: reports.py says in our words what an error means.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from toolkit.schema.constraints import KEYWORDS
from toolkit.schema.equality import stand_in
from toolkit.schema.evaluation import accepts, evaluated, other_names
from toolkit.schema.kinds import kind_of
from toolkit.schema.library import WORK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from toolkit.schema.constraints import Test

    Errors = Iterator[Any]
    Rule = Callable[[Any, Any, Any, Any], Errors]


# The kind of values that a keyword speaks of, "" for all, and what makes the test of such a value.
_TESTS: Final[Mapping[str, tuple[str, Callable[[Any], Test]]]] = {
    **{keyword: (row.kind, row.test) for keyword, row in KEYWORDS.items()},
    "const": ("", lambda const: lambda value: stand_in(value) in WORK.get().library.choices("const", const)),
    "dependentRequired": (
        "object",
        lambda needs: lambda value: all(each in value for name in needs if name in value for each in needs[name]),
    ),
    "enum": ("", lambda listed: lambda value: stand_in(value) in WORK.get().library.choices("enum", listed)),
    "pattern": ("string", lambda pattern: lambda value: WORK.get().matches(pattern, value)),
    # One error stands for all that are missing.
    "required": ("object", lambda names: lambda value: all(name in value for name in names)),
}


def _tested(kind: str, test: Callable[[Any], Test]) -> Rule:
    """The rule that one test of a value makes."""

    def rule(_: Any, argument: Any, instance: Any, __: Any) -> Errors:
        if kind in {"", kind_of(instance)} and not test(argument)(instance):
            yield WORK.get().error()

    return rule


# -- schemas on the same value


def _reference(validator: Any, reference: str, instance: Any, _: Any) -> Errors:
    errors: Errors = validator.descend(instance, WORK.get().library.definition(reference))
    return errors


def _any_of(validator: Any, schemas: Sequence[Any], instance: Any, _: Any, *, but_one: bool = False) -> Errors:
    faults: list[Any] = []
    fits = False
    for index, schema in enumerate(schemas):
        found = list(validator.descend(instance, schema, schema_path=index))
        if not found and (fits or not but_one):
            if fits:
                yield WORK.get().error()
            return
        fits = fits or not found
        faults += found
    if not fits:
        yield WORK.get().error(context=faults)


def _not(validator: Any, schema: Any, instance: Any, _: Any) -> Errors:
    if accepts(validator, instance, schema):
        yield WORK.get().error()


def _if(validator: Any, condition: Any, instance: Any, schema: Mapping[str, Any]) -> Errors:
    keyword = "then" if accepts(validator, instance, condition) else "else"
    if keyword in schema:
        yield from validator.descend(instance, schema[keyword], schema_path=keyword)


# -- members


def _contains(validator: Any, inner: Any, instance: Any, schema: Mapping[str, Any]) -> Errors:
    if not isinstance(instance, list):
        return
    least, most = schema.get("minContains", 1), schema.get("maxContains", len(instance))
    work = WORK.get()
    count = 0
    for each in instance:
        count += accepts(validator, each, inner)
        if count > most:
            yield work.error(validator="maxContains", validator_value=most)
            return
    if count < least:
        yield work.error(validator="minContains", validator_value=least) if count else work.error()


def _pattern_properties(validator: Any, patterns: Mapping[str, Any], instance: Any, _: Any) -> Errors:
    if not isinstance(instance, dict):
        return
    work = WORK.get()
    for pattern, inner in patterns.items():
        for name, each in instance.items():
            if work.matches(pattern, name):
                yield from validator.descend(each, inner, path=name)


def _additional_properties(validator: Any, inner: Any, instance: Any, schema: Any) -> Errors:
    if not isinstance(instance, dict) or inner is True:
        return
    for name in other_names(instance, schema):
        if inner is False:
            yield WORK.get().error(path=(name,))
        else:
            yield from validator.descend(instance[name], inner, path=name)


def _unevaluated(validator: Any, inner: Any, instance: Any, schema: Any, *, kind: type[Any]) -> Errors:
    if not isinstance(instance, kind):
        return
    known = evaluated(validator, instance, schema)
    members: Iterable[Any] = range(len(instance)) if isinstance(instance, list) else instance
    for member in members:
        if member not in known and not accepts(validator, instance[member], inner):
            yield WORK.get().error(path=(member,))


RULES: Final[Mapping[str, Rule]] = {
    **{keyword: _tested(kind, test) for keyword, (kind, test) in _TESTS.items()},
    "$ref": _reference,
    "additionalProperties": _additional_properties,
    "anyOf": _any_of,
    "contains": _contains,
    "if": _if,
    "not": _not,
    "oneOf": partial(_any_of, but_one=True),
    "patternProperties": _pattern_properties,
    "unevaluatedItems": partial(_unevaluated, kind=list),
    "unevaluatedProperties": partial(_unevaluated, kind=dict),
}
