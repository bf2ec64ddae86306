"""The required part of the JSON-Schema-Test-Suite, in the four drafts that are understood.

tests/suite/json_schema_test_suite.json.gz is a trimmed copy of the suite (MIT licence, whose text is in the file).
"""

# ruff: noqa: E501 - the titles are the suite's own.
from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import pytest
from samples import needs_re2

from toolkit.descriptor import ToolDescriptor, ToolParameterDescriptor
from toolkit.errors import DefinitionError
from toolkit.schema import SchemaGenerator
from toolkit.schema.reference import check_schema, reference_validator
from toolkit.schema.violations import ArgumentCheck
from toolkit.types.foreign import type_from_schema

SUITE = Path(__file__).parent / "suite" / "json_schema_test_suite.json.gz"
DIALECTS = {
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
}
# A reference that does not begin with "#", or a metaschema of somebody's own: nothing is fetched.
REFUSED = {
    "anchor": {
        "Location-independent identifier with absolute URI",
        "Location-independent identifier with base URI change in subschema",
        "same $anchor with different base uri",
    },
    "defs": {
        "validate definition against metaschema",
    },
    "dynamicRef": {
        "A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated",
        "A $dynamicRef without anchor in fragment behaves identical to $ref",
        "A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
        "An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution",
        "A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor",
        "A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor",
        "A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope",
        "A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor",
        "multiple dynamic paths to the $dynamicRef keyword",
        "after leaving a dynamic scope, it is not used by a $dynamicRef",
        "strict-tree schema, guards against misspelled properties",
        "tests for implementation dynamic anchor and reference link",
        "$ref and $dynamicAnchor are independent of order - $defs first",
        "$ref and $dynamicAnchor are independent of order - $ref first",
        "$ref to $dynamicRef finds detached $dynamicAnchor",
        "$dynamicRef skips over intermediate resources - direct reference",
    },
    "ref": {
        "remote ref, containing refs itself",
        "Recursive references between schemas",
        "refs with relative uris and defs",
        "relative refs with absolute uris and defs",
        "$id must be resolved against nearest parent, not just immediate parent",
        "order of evaluation: $id and $ref",
        "simple URN base URI with $ref via the URN",
        "URN base URI with URN and JSON pointer ref",
        "URN base URI with URN and anchor ref",
        "URN ref with nested pointer ref",
        "ref to if",
        "ref to then",
        "ref to else",
        "ref with absolute-path-reference",
    },
    "refRemote": {
        "remote ref",
        "fragment within remote ref",
        "anchor within remote ref",
        "ref within remote ref",
        "base URI change",
        "base URI change - change folder",
        "base URI change - change folder in subschema",
        "root ref in remote ref",
        "remote ref with ref to defs",
        "Location-independent identifier in remote ref",
        "retrieved nested refs resolve relative to their URI not $id",
        "remote HTTP ref with different $id",
        "remote HTTP ref with different URN $id",
        "remote HTTP ref with nested absolute ref",
        "$ref to $ref finds detached $anchor",
    },
    "unevaluatedItems": {
        "unevaluatedItems with $dynamicRef",
    },
    "unevaluatedProperties": {
        "unevaluatedProperties with $dynamicRef",
    },
    "vocabulary": {
        "schema that uses custom metaschema with with no validation vocabulary",
        "ignore unrecognized optional vocabulary",
    },
}
# Which of several places a reference means is decided while a value is checked.
AMBIGUOUS = {
    "recursiveRef": {
        "$recursiveRef with nesting",
        "multiple dynamic paths to the $recursiveRef keyword",
        "dynamic $recursiveRef destination (not predictable at schema compile time)",
    },
}
# Patterns that RE2 cannot search for: none in the required part.
WITHOUT_LINEAR_TIME: dict[str, set[str]] = {}


@cache
def suite():
    """The groups of tests by draft and file."""
    return json.loads(gzip.decompress(SUITE.read_bytes()))["drafts"]


def groups(draft):
    """Each group with its file's name; the draft is named where the schema does not do it."""
    for file, found in suite()[draft].items():
        for group in found:
            schema = group["schema"]
            if isinstance(schema, dict) and "$schema" not in schema:
                schema = {"$schema": DIALECTS[draft], **schema}
            yield file, group["description"], schema, group["tests"]


def refusal_of(schema):
    """Why a schema is refused, None if it is not."""
    try:
        type_from_schema(schema)
    except DefinitionError as error:
        return str(error)
    return None


@needs_re2
@pytest.mark.parametrize("draft", DIALECTS)
def test_verdicts_are_those_of_the_suite(draft):
    """Each value is accepted or refused as the suite says, by the walk and by the general validator."""
    wrong = []
    for file, description, schema, tests in groups(draft):
        if refusal_of(schema):
            continue
        type_, definitions = type_from_schema(schema)
        parameter = ToolParameterDescriptor("value", "", type_)
        descriptor = ToolDescriptor("t", "", (parameter,), definitions=definitions)
        check = ArgumentCheck(descriptor, foreign=True)
        validators = reference_validator(schema, foreign=True), reference_validator(schema)
        for title, value, valid in tests:
            arguments = {"value": value}
            verdicts = {check.accepts(arguments), check.violations(arguments) == ()}
            verdicts |= {each.accepts(value) for each in validators}
            verdicts |= {each.violations(value) == () for each in validators}
            if verdicts != {valid}:
                wrong.append(f"{file}: {description}: {title}")
    assert wrong == []


@pytest.mark.parametrize("draft", DIALECTS)
def test_generated_schemas_are_valid(draft):
    """What a foreign schema becomes is JSON Schema 2020-12 by its metaschema."""
    for _, _, schema, _ in groups(draft):
        if refusal_of(schema) is None:
            type_, definitions = type_from_schema(schema)
            parameter = ToolParameterDescriptor("value", "", type_)
            check_schema(SchemaGenerator().generate(ToolDescriptor("t", "", (parameter,), definitions=definitions)))


def test_what_is_refused_in_2020_12_is_listed():
    """Exactly the listed groups are refused, for a reference to the outside or an unknown dialect."""
    found: dict[str, set[str]] = {}
    for file, description, schema, _ in groups("draft2020-12"):
        reason = refusal_of(schema)
        if reason:
            assert "outside of its document" in reason or "which is not understood" in reason
            found.setdefault(file, set()).add(description)
    assert found == {file: set(descriptions) for file, descriptions in REFUSED.items()}


@pytest.mark.parametrize("draft", ["draft2019-09", "draft7", "draft6"])
def test_what_is_refused_in_older_drafts_has_the_same_reasons(draft):
    """Other refusals than those of 2020-12 are the ambiguous references of 2019-09."""
    reasons = ("outside of its document", "which is not understood")
    others = {
        (file, description)
        for file, description, schema, _ in groups(draft)
        if (reason := refusal_of(schema)) and not any(each in reason for each in reasons)
    }
    listed = {(file, each) for file, descriptions in AMBIGUOUS.items() for each in descriptions}
    assert others == (listed if draft == "draft2019-09" else set())


@needs_re2
def test_no_pattern_of_the_suite_needs_more_than_linear_time():
    """RE2 compiles every pattern of the required part."""
    found: dict[str, set[str]] = {}
    for file, description, schema, _ in groups("draft2020-12"):
        if refusal_of(schema) is None:
            try:
                reference_validator(schema, foreign=True)
            except DefinitionError:
                found.setdefault(file, set()).add(description)
    assert found == WITHOUT_LINEAR_TIME
