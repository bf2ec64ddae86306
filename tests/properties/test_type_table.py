"""Every row of the type table: what is dumped fits the schema and loads as an equal value; all else is refused.

The laws that hold the three functions of a row together are checked on random values of hints that take every row in.
"""

from __future__ import annotations

import json
from contextlib import suppress

import jsonschema
import pytest
from hints import HINTS, JSON, mutated, tool_of, values
from hypothesis import given, settings, strategies as st
from road import alike

from toolkit import ArgumentError, Tool
from toolkit.reading.annotations import take_apart
from toolkit.schema.acceptance import Parts
from toolkit.types.dumping import Dumper
from toolkit.types.table import BUILTIN, builtin_rule

# What a function may return and no parameter may be.
RESULTS_ONLY = {"view", "mapping view", "value of NumPy"}


def test_the_hints_take_every_row_in():
    """A new row needs a hint here."""
    rules = {builtin_rule(take_apart(hint)) for hint in HINTS.values()}
    assert {rule.name for rule in BUILTIN} - {rule.name for rule in rules if rule} == RESULTS_ONLY


@pytest.mark.parametrize("name", HINTS)
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_dumped_fits_the_schema_and_loads_as_an_equal_value(name, data):
    """Dump -> the schema accepts; what is loaded is equal, with the same types at every depth."""
    tool = tool_of(name)
    value = data.draw(values(HINTS[name]))
    arguments = {"value": Dumper(of_arguments=True).dump(value)}
    assert jsonschema.Draft202012Validator(tool.input_schema).is_valid(arguments)
    assert Parts(tool.descriptor.definitions).acceptor(tool.descriptor.arguments)(arguments)
    arrived = tool.invoke(json.dumps(arguments))
    assert alike(arrived, value), (arguments, arrived)


@pytest.mark.parametrize("name", HINTS)
@settings(max_examples=10)
@given(data=st.data())
def test_what_is_dumped_as_a_result_fits_the_output_schema(name, data):
    """The other direction: what a function gives is as its return hint is described."""

    def give():
        """Give one."""

    give.__annotations__["return"] = HINTS[name]
    schema = Tool.from_function(give).output_schema
    value = data.draw(values(HINTS[name]))
    assert jsonschema.Draft202012Validator({} if schema is None else schema).is_valid(Dumper().dump(value))


@pytest.mark.parametrize("name", HINTS)
@settings(max_examples=20)
@given(data=st.data())
def test_what_the_schema_refuses_never_reaches_the_function(name, data):
    """Random JSON, and what was dumped with one place changed."""
    tool = tool_of(name)
    near = values(HINTS[name]).map(Dumper(of_arguments=True).dump).flatmap(mutated)
    arguments = {"value": data.draw(near | JSON)}
    is_accepted = jsonschema.Draft202012Validator(tool.input_schema).is_valid(arguments)
    assert Parts(tool.descriptor.definitions).acceptor(tool.descriptor.arguments)(arguments) is is_accepted
    # What the schema accepts a class may still refuse; nothing else may come out.
    with suppress(ArgumentError) if is_accepted else pytest.raises(ArgumentError, match="- value"):
        tool.invoke(arguments)
