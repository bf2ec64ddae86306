"""Strict mode loses nothing: every value of every type comes back from its form."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema import Draft202012Validator
from strict_values import DEFINITIONS, Writer, completed, descriptors, same, values
from strictness import strict_faults

from toolkit.calls import ToolCall
from toolkit.descriptor import ToolDescriptor
from toolkit.providers import Anthropic, OpenAI
from toolkit.providers.strict import StrictMode
from toolkit.providers.strict_rules import ANTHROPIC, OPENAI
from toolkit.schema import SchemaGenerator

MODES = {"openai": OPENAI, "anthropic": ANTHROPIC}


@pytest.mark.parametrize("provider", MODES)
@settings(suppress_health_check=list(HealthCheck), max_examples=max(400, settings.default.max_examples))
@given(st.data(), descriptors())
def test_every_value_comes_back(provider, data, descriptor: ToolDescriptor):
    """A value, written as the schema wants it, fits a schema that the provider takes, and is restored."""
    rules = MODES[provider]
    schema, _ = StrictMode(rules).schema(descriptor)
    assert strict_faults(schema, provider) == []
    arguments = data.draw(values(descriptor.arguments))
    written = Writer(descriptor, rules).object(descriptor.arguments, arguments)
    assert [each.message for each in Draft202012Validator(schema).iter_errors(written)] == []
    mode = StrictMode(rules)
    undone = mode.form(descriptor).undone(written)
    expected = completed(descriptor.arguments, arguments)
    assert same(completed(descriptor.arguments, undone), expected)
