"""Declarations of tools."""

from __future__ import annotations

import pytest
import samples

from toolkit import (
    DefinitionError,
    Registry,
    StringType,
    Tool,
    ToolDescriptor,
    ToolParameterDescriptor,
    replace,
    schemas,
)
from toolkit.providers import OpenAI
from toolkit.schema import OllamaSchemaGenerator
from toolkit.tools.schemas import _KEPT_LISTS, _LATEST


def names(declarations: list[dict]) -> list[str]:
    """The names in OpenAI's declarations."""
    return [each["function"]["name"] for each in declarations]


def test_schemas_are_the_providers_declarations():
    """OpenAI's by default."""
    (declaration,) = schemas([samples.add])
    assert declaration == {
        "type": "function",
        "function": {
            "name": "add",
            "description": "Add two numbers.",
            "parameters": {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {"type": "integer", "default": 1}},
                "required": ["a"],
            },
        },
    }
    assert schemas([samples.add], provider="anthropic")[0]["input_schema"]["required"] == ["a"]


def test_a_provider_may_be_anything_that_declares():
    """It is told whether to be strict; each way has its own list."""

    class Plain:
        def declare(self, tools, strict=False):
            return [{"name": each.name, "strict": strict} for each in tools]

    registry, provider = Registry([samples.add]), Plain()
    assert schemas(registry, provider, strict=True) == [{"name": "add", "strict": True}]
    assert schemas(registry, provider) == [{"name": "add", "strict": False}]


def test_a_provider_may_have_a_generator_of_its_own():
    """Its schemas stand in the declarations."""
    (declaration,) = schemas([samples.add], provider=OpenAI(schema_generator=OllamaSchemaGenerator()))
    assert declaration["function"]["parameters"]["title"] == "add"


def test_an_unknown_provider_is_a_key_error():
    """Which lists those there are."""
    with pytest.raises(KeyError, match="no provider 'opnai'; there are openai"):
        schemas([samples.add], provider="opnai")


@pytest.mark.parametrize("provider", [None, 5])
def test_what_is_no_provider_is_refused_with_the_cure(provider):
    """Neither a name, nor an object that declares."""
    with pytest.raises(DefinitionError, match=f'schemas: provider={provider}; give a name, provider="openai", or'):
        schemas([samples.add], provider=provider)


def test_whatever_stands_for_a_tool_is_declared():
    """Functions, marked or not, classes, descriptors, declarations, one alone."""
    descriptor = ToolDescriptor("fetch", "Fetch.", (ToolParameterDescriptor("url", "", StringType()),))
    tools = [samples.add, samples.multiply, samples.Echo, descriptor, samples.SEARCH, Tool.declare("now", "")]
    assert names(schemas(tools)) == ["add", "multiply", "echo", "fetch", "search", "now"]
    assert names(schemas(samples.add)) == ["add"]


def test_a_registry_lists_what_a_call_would_see():
    """With provided tools, without disabled ones."""
    registry = Registry([samples.add, Tool.declare("admin", "", enabled=lambda context: context == "root")])
    registry.provide(lambda context: Tool.declare("extra", "") if context else None)
    assert names(schemas(registry)) == ["add"]
    assert names(schemas(registry, context="root")) == ["add", "admin", "extra"]
    assert names(schemas(registry.prefixed("m_"), context="guest")) == ["m_add", "m_extra"]


def test_a_list_lists_no_disabled_tool():
    """As a registry does."""
    assert schemas([Tool.declare("off", "", enabled=False)]) == []


def test_schemas_are_a_new_list_of_shared_dicts():
    """So that a repeated call is cheap, and the list may be changed."""
    registry = Registry([samples.add, samples.divide])
    first = schemas(registry)
    first.append({})
    again = schemas(registry)
    assert (len(first), len(again)) == (3, 2)
    assert [each is other for each, other in zip(again, first, strict=False)] == [True, True]


def test_schemas_follow_the_registry():
    """What is added, replaced or removed is in the next list; each way of asking has its own."""
    registry = Registry([samples.add])
    ollama, plain = schemas(registry, "ollama"), schemas(registry)
    registry.replace(samples.add, description="Sum.")
    registry.add(samples.divide)
    assert names(schemas(registry)) == ["add", "divide"]
    assert schemas(registry)[0]["function"]["description"] == "Sum."
    assert ollama != plain


def test_a_list_of_the_same_tools_is_known_again():
    """A program asks for it each turn; the list itself is new, and another list is another one."""
    tools = [Tool.of(samples.add), Tool.of(samples.divide)]
    first = schemas(tools)
    first.append({})
    again = schemas([*tools])
    assert [each is other for each, other in zip(again, first, strict=False)] == [True, True]
    assert names(schemas(tools[::-1])) == ["divide", "add"]
    assert names(schemas(tools[:1])) == ["add"]
    tools[0] = replace(tools[0], description="Sum.")
    assert schemas(tools)[0]["function"]["description"] == "Sum."


def test_only_the_last_lists_are_known():
    """So that a program that makes tools for each call keeps few of them."""
    for number in range(20):
        assert names(schemas([Tool.declare(f"t{number}", "")])) == [f"t{number}"]
    assert len(_LATEST) <= _KEPT_LISTS


def test_a_list_whose_tools_come_and_go_is_looked_at_each_time():
    """Whether a tool is enabled may be computed, with a context or without."""

    class Moody(Tool):
        """A tool with moods."""

        is_there = True

        @property
        def enabled(self):
            return self.is_there

        def execute(self, a: int) -> int:
            return a

    moody, asking = Moody(), Tool.declare("asking", "", enabled=lambda context: context == "root")
    assert names(schemas([moody, asking])) == ["moody"]
    Moody.is_there = False
    assert names(schemas([moody, asking], context="root")) == ["asking"]


def test_a_list_is_declared_to_any_number_of_providers():
    """What was made for earlier ones is forgotten at some time."""
    tools = [Tool.of(samples.add)]
    providers = [OpenAI() for _ in range(40)]
    assert {str(schemas(tools, each)) for each in providers} == {str(schemas(tools))}


def test_a_provider_is_an_object_not_its_class():
    """The text says how to make one."""
    with pytest.raises(DefinitionError, match=r"provider=OpenAI; give an object of it, provider=OpenAI\(\)"):
        schemas([samples.add], provider=OpenAI)
