"""Strict mode loses nothing: every value of every type comes back from its form."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema import Draft202012Validator
from strict_values import Writer, completed, descriptors, same, values
from strictness import strict_faults

from toolkit.errors import CallError
from toolkit.providers.strict.mode import StrictMode
from toolkit.providers.strict.rules import ANTHROPIC, OPENAI

MODES = {"openai": OPENAI, "anthropic": ANTHROPIC}


SCALARS = st.none() | st.booleans() | st.integers(0, 5) | st.sampled_from(["", "5", "[1]", "hello", "chain"])
NAMES = st.sampled_from(
    ["a", "b", "a_json", "kind", "key", "value", "item_1", "option_1", "Tree", "additional_properties"]
)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3))


@pytest.mark.parametrize("provider", MODES)
@settings(suppress_health_check=list(HealthCheck))
@given(st.data(), descriptors())
def test_every_value_comes_back(provider, data, descriptor):
    """A value, written as the schema wants it, fits a schema that the provider takes, and is restored."""
    mode = StrictMode(MODES[provider])
    schema, _ = mode.schema(descriptor)
    assert strict_faults(schema, provider) == []
    arguments = data.draw(values(descriptor.arguments))
    written = Writer(descriptor, mode.rules).arguments(arguments)
    assert [each.message for each in Draft202012Validator(schema).iter_errors(written)] == []
    undone = mode.form(descriptor).undone(written)
    assert same(completed(descriptor.arguments, undone), completed(descriptor.arguments, arguments))


@pytest.mark.parametrize("provider", MODES)
@settings(suppress_health_check=list(HealthCheck))
@given(st.data(), descriptors(), st.dictionaries(NAMES, JSON, max_size=3))
def test_a_value_that_is_plain_stays_what_it_is(provider, data, descriptor, nonsense):
    """A model that is not held to the strict schema may be called by the same program; and nonsense does no harm."""
    form = StrictMode(MODES[provider]).form(descriptor)
    arguments = data.draw(values(descriptor.arguments))
    assert same(form.undone(arguments), arguments)
    with suppress(CallError):
        form.undone(nonsense)
