"""Names that a provider forbids: rewritten, and told apart again."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from toolkit.calls import ToolCall
from toolkit.descriptor import StringType, ToolDescriptor, ToolParameterDescriptor
from toolkit.errors import DefinitionError
from toolkit.providers import Anthropic, Gemini, OpenAI
from toolkit.providers.naming import SHORT, NameRule, wire_names

NAMES = st.lists(st.text("ab._-", min_size=1, max_size=70), unique=True, max_size=8)


def tools(*names):
    """Descriptors of these names."""
    return [ToolDescriptor(name, "") for name in names]


def test_names_that_fit_are_left_alone():
    """No name is rewritten without need."""
    assert wire_names(["add", "a-b_c"], SHORT) == {}


def test_a_forbidden_name_becomes_the_nearest_one():
    """Foreign characters become underscores, what is too long is cut."""
    long = "x" * 70
    assert wire_names(["geo.search", long], SHORT) == {"geo.search": "geo_search", long: "x" * 64}


def test_a_rewritten_name_that_meets_another_gets_a_digest():
    """The name that fits keeps itself, whatever the order."""
    found = wire_names(["a.b", "a_b"], SHORT)
    assert set(found) == {"a.b"}
    assert found["a.b"].startswith("a_b_")
    assert len(set(wire_names(["a.b", "a:b"], SHORT).values())) == 2


def test_names_that_cannot_be_told_apart_are_refused():
    """A digest that meets another tool's name is no guess but an error."""
    taken = SHORT.marked("a.b")
    with pytest.raises(DefinitionError, match="which is another tool's"):
        wire_names(["a.b", "a_b", taken], SHORT)


def test_a_first_character_may_be_forbidden():
    """Gemini's names begin with a letter or an underscore."""
    rule = NameRule("a-z0-9", 10, first="a-z_")
    assert rule.nearest("1st") == "_1st"
    assert rule.nearest("") == "_"


@given(NAMES)
def test_every_name_comes_back(names):
    """What was declared under a rewritten name is restored to the tool, and to no other."""
    provider, offered = OpenAI(), tools(*names)
    wires = [made["function"]["name"] for made in provider.declare(offered)]
    assert all(SHORT.fits(wire) for wire in wires)
    assert [provider.restore(ToolCall(wire), offered).name for wire in wires] == names


def test_names_are_restored_from_a_registry_a_mapping_or_a_list():
    """Whatever answers to names, or has keys, or is a list of tools."""
    (tool,) = tools("geo.search")

    class Registry(dict):
        def names(self):
            return tuple(self)

    for offered in (Registry({"geo.search": tool}), {"geo.search": tool}, [tool]):
        assert OpenAI().restore(ToolCall("geo_search"), offered).name == "geo.search"
        assert OpenAI().restore(ToolCall("geo.search"), offered).name == "geo.search"
        assert OpenAI().restore(ToolCall("geo_searches"), offered).name == "geo_searches"


def test_a_call_without_a_name_is_restored_to_itself():
    """A broken call stays as it is."""
    broken = ToolCall("", problem="no name")
    assert OpenAI().restore(broken, []) is broken


def test_names_of_parameters_are_rewritten_and_restored():
    """Anthropic forbids some in the root; other providers get them as they are."""
    parameter = ToolParameterDescriptor("filter[id]", "", StringType())
    tool = ToolDescriptor("find", "", (parameter,), (ToolParameterDescriptor("page", "", StringType()),))
    schema = Anthropic().declare([tool])[0]["input_schema"]
    assert list(schema["properties"]) == ["filter_id_", "page"]
    assert schema["required"] == ["filter_id_"]
    for arguments in ({"filter_id_": "7"}, '{"filter_id_": "7"}'):
        assert Anthropic().restore(ToolCall("find", arguments), [tool]).arguments == {"filter[id]": "7"}
    for untouched in ("{", "[]", None):
        assert Anthropic().restore(ToolCall("find", untouched), [tool]).arguments == untouched
    assert list(OpenAI().declare([tool])[0]["function"]["parameters"]["properties"]) == ["filter[id]", "page"]


def test_optional_parameters_alone_are_rewritten_too():
    """A schema without required ones stays without."""
    tool = ToolDescriptor("find", "", (), (ToolParameterDescriptor("a b", "", StringType()),))
    schema = Anthropic().declare([tool])[0]["input_schema"]
    assert (list(schema["properties"]), schema.get("required")) == (["a_b"], None)


def test_a_result_is_written_under_the_name_on_the_wire():
    """Gemini compares names of calls and results."""
    assert Gemini().wire_name("1 a") == "_1_a"
    assert Gemini().wire_name("a.b") == "a.b"
