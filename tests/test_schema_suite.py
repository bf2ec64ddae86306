"""The required part of the JSON-Schema-Test-Suite, in the four drafts that are understood.

tests/suite/json_schema_test_suite.json.gz is a trimmed copy of the suite (MIT licence, whose text is in the file).
"""

from __future__ import annotations

import gzip
import json
import re
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
# A reference that does not begin with "#", which would have to be fetched.
OUTSIDE = re.compile(r'"\$(ref|dynamicRef|recursiveRef)": "[^#"]')
# Which of several places a reference means is decided while a value is checked.
AMBIGUOUS = "$recursiveRef with nesting"


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


@pytest.mark.parametrize("draft", DIALECTS)
def test_what_reaches_outside_of_its_document_is_refused(draft):
    """By a reference, or by a metaschema of somebody's own: nothing is fetched. All else is read."""
    for _, description, schema, _ in groups(draft):
        reason = refusal_of(schema)
        text = json.dumps(schema)
        dialects = {each.rstrip("#") for each in re.findall(r'"\$schema": "([^"]*)"', text)}
        if description == AMBIGUOUS:
            assert "refers dynamically to one of several places" in reason
        elif OUTSIDE.search(text) or not dialects <= {each.rstrip("#") for each in DIALECTS.values()}:
            assert re.search("outside of its document|which is not understood|to one of several places", reason)
        else:
            assert reason is None
