"""What all providers do alike when they declare."""

from __future__ import annotations

import gc
import weakref
from types import SimpleNamespace
from typing import Any

import pytest

from toolkit import Tool, ToolCall, dialects, providers, schemas
from toolkit.descriptor import IntegerType, StringType, ToolDescriptor, ToolParameterDescriptor
from toolkit.dialects import read_calls
from toolkit.errors import CallError, DefinitionError
from toolkit.options import ToolOptions
from toolkit.providers import Anthropic, OpenAI, Provider, get, names, register
from toolkit.providers.declaring import merged
from toolkit.schema import OpenAICompatibleSchemaGenerator

FIND = ToolDescriptor("find", "Find it.", (ToolParameterDescriptor("q", "", StringType()),))
DOTTED = ToolDescriptor("geo.find", "Find it.")


class Shouting(OpenAICompatibleSchemaGenerator):
    def string(self, type_: StringType, /):
        return {"type": "STRING"}


def test_declarations_are_shared_and_their_list_is_new():
    """Repeating costs little, and a caller may change its list."""
    provider = OpenAI()
    first, again = provider.declare([FIND]), provider.declare([FIND])
    assert first == again
    assert first is not again
    assert first[0] is again[0]


def test_a_dict_is_read_each_time():
    """It may have changed."""
    provider, stated = OpenAI(), {"name": "find", "description": "a"}
    assert provider.declare([stated])[0]["function"]["description"] == "a"
    stated["description"] = "b"
    assert provider.declare([stated])[0]["function"]["description"] == "b"


def test_a_provider_keeps_no_tool_alive():
    """Its declaration goes with it, under whatever name."""
    provider = OpenAI()
    for name in ("find", "geo.find"):
        tool = Tool.declare(name, "Find it.")
        provider.declare([tool])
        gone = weakref.ref(tool)
        del tool
        gc.collect()
        assert gone() is None
    assert len(provider._cache) == 0


def test_tools_that_are_equal_and_have_no_hash_are_told_apart():
    """By identity, as their author may have written both."""

    class Odd(Tool):
        """Odd."""

        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other):
            return True

        def execute(self) -> None: ...

    provider, odd = OpenAI(), Odd()
    assert provider.declare([odd])[0] is provider.declare([odd])[0]
    assert provider.declare([odd])[0] is not provider.declare([Odd()])[0]
    assert provider.declare([odd], strict=True) != provider.declare([odd])


def test_of_many_tools_only_so_much_is_kept(monkeypatch):
    """The next one begins anew."""
    monkeypatch.setattr("toolkit.providers.tool_cache._KEPT_TOOLS", 2)
    provider, tools = OpenAI(), [Tool.declare(name, "") for name in ("a", "b", "c")]
    made = [provider.declare([tool])[0] for tool in tools]
    again = [provider.declare([tool])[0] for tool in reversed(tools)]
    assert [one is other for one, other in zip(made, reversed(again), strict=True)] == [False, False, True]


def test_two_tools_of_one_name_are_refused():
    """No provider takes them."""
    with pytest.raises(DefinitionError, match="find: declared twice"):
        OpenAI().declare([FIND, {"name": "find"}])


def test_a_schema_generator_is_a_class_or_an_object():
    """What it makes is declared as it is."""
    for generator in (Shouting, Shouting()):
        schema = OpenAI(schema_generator=generator).declare([FIND])[0]["function"]["parameters"]
        assert schema["properties"]["q"] == {"type": "STRING"}
    duck = SimpleNamespace(generate=lambda descriptor: {"oneOf": [], "title": descriptor.name})
    made = OpenAI(schema_generator=duck).declare([FIND])[0]["function"]
    assert made["parameters"] == {"oneOf": [], "title": "find"}


def test_a_tool_may_bring_its_own_generator():
    """The provider's, where one is given, comes first."""
    tool = SimpleNamespace(descriptor=FIND, options=ToolOptions(schema_generator=Shouting))
    assert OpenAI().declare([tool])[0]["function"]["parameters"]["properties"]["q"] == {"type": "STRING"}
    plain = OpenAI(schema_generator=OpenAICompatibleSchemaGenerator)
    assert plain.declare([tool])[0]["function"]["parameters"]["properties"]["q"] == {"type": "string"}


def test_extras_are_merged_into_the_declaration_of_their_provider():
    """Objects in both are merged, and no other provider sees them."""
    extras = {"anthropic": {"cache_control": {"type": "ephemeral"}}, "openai": {"function": {"strict": None}}}
    tool = SimpleNamespace(descriptor=FIND, options=ToolOptions(extras=extras))
    assert Anthropic().declare([tool])[0]["cache_control"] == {"type": "ephemeral"}
    assert OpenAI().declare([tool])[0]["function"]["strict"] is None
    assert "cache_control" not in OpenAI().declare([tool])[0]
    assert merged({"a": 1}, {"a": {"b": 2}}) == {"a": {"b": 2}}


def test_a_forbidden_name_is_declared_under_another_one():
    """Whether or not it was declared before."""
    provider = OpenAI()
    for _ in range(2):
        made = provider.declare([FIND, DOTTED])
        assert [each["function"]["name"] for each in made] == ["find", "geo_find"]


def test_an_empty_description_is_left_out():
    """Bedrock refuses it, and no model needs it."""
    for name in ("openai", "anthropic", "ollama", "mcp"):
        made = get(name).declare([ToolDescriptor("now", "")])[0]
        assert "description" not in made.get("function", made)


def test_a_tool_may_be_declared_alone():
    """As `schemas` takes it."""
    now = ToolDescriptor("now", "The time.")
    assert get("openai").declare(now) == get("openai").declare([now])
    with pytest.raises(DefinitionError, match="None is no tool; give a function, a Tool, or a declaration"):
        get("openai").declare(None)


def test_providers_are_known_by_name():
    """An unknown one is named with those there are; a user's own is found like ours."""
    assert names()[:2] == ("openai", "openai-responses")
    with pytest.raises(KeyError, match="no provider 'x'; there are openai, "):
        get("x")

    class Mine(OpenAI):
        name = "mine"

    register(Mine())
    try:
        assert get("mine").declare([FIND]) == OpenAI().declare([FIND])
        assert repr(get("mine")) == "Mine()"
    finally:
        del dialects._FURTHER["mine"]


class Nameless(Provider):
    def declaration(self, tool, schema, *, strict):
        return {"name": tool.name, "text": tool.description}

    def is_call(self, payload):
        return False

    def calls_in(self, message):
        return None

    def parsed(self, call):
        raise CallError("none")

    def write_results(self, results):
        return []


class Unwritten(Provider):
    name = "unwritten"


class DeclaresOnly(Provider):
    name = "declares"
    declaration = Nameless.declaration


class Bare:
    """A provider without the base class, with what its users need."""

    name = "bare"

    def declare(self, tools, strict=False):
        return [{"called": each.name} for each in tools]

    def read_calls(self, message):
        return [ToolCall(message["bare"], {}, None, "bare")] if "bare" in message else []


@pytest.mark.parametrize(
    ("provider", "said"),
    [
        (3, "int: it is no provider without declare; write each in"),
        (OpenAI, r"OpenAI: a provider is an object, and this is a class; give OpenAI\(\)"),
        (Nameless(), 'Nameless: a provider needs a name; write name = "mine" in its class'),
        (Unwritten(), "Unwritten: it is no provider without declaration; write each in"),
    ],
)
def test_what_is_no_provider_is_not_registered(provider: object, said: str):
    """It would break the reading of every payload; the error says what is missing."""
    known = names()
    with pytest.raises(DefinitionError, match=said):
        register(provider)
    assert known == names()


def test_a_provider_may_have_no_more_than_it_needs():
    """One that declares alone reads nothing, and breaks no reading of others."""
    register(DeclaresOnly())
    register(Bare())
    assert schemas([FIND], "bare") == [{"called": "find"}]
    assert schemas([FIND], "declares") == [{"name": "find", "text": "Find it."}]
    assert read_calls({"bare": "find"})[0].provider == "bare"
    payload = {"type": "function", "function": {"name": "find", "arguments": "{}"}}
    assert read_calls(payload)[0].provider == "openai"


def test_a_declared_tool_has_its_name_and_its_text():
    """An author of a provider needs them first."""
    assert Nameless().declare([FIND]) == [{"name": "find", "text": "Find it."}]


def test_a_bare_provider_says_what_is_missing():
    """A subclass writes these."""
    bare = Provider()
    with pytest.raises(
        NotImplementedError, match=r"Provider has no method declaration\(self, tool, schema, \*, strict\)"
    ):
        bare.declaration(None, {}, strict=False)
    for method, arguments in (
        (bare.parsed, ({},)),
        (bare.write_results, ([],)),
    ):
        with pytest.raises(NotImplementedError):
            method(*arguments)
    assert bare.adapted({"type": "object"}) == ({"type": "object"}, "")
    number = ToolDescriptor("n", "", (ToolParameterDescriptor("n", "", IntegerType()),))
    with pytest.raises(NotImplementedError):
        bare.declare([number])


def test_the_package_offers_its_classes():
    """Each is imported when it is asked for."""
    assert dir(providers) == sorted(providers.__all__)
    classes = {name: getattr(providers, name) for name in providers._HOMES if name != "Schema"}
    assert {each.__name__ for each in classes.values()} == set(classes)
    assert providers.Schema == dict[str, Any]
    with pytest.raises(AttributeError, match="has no attribute 'Nobody'"):
        providers.Nobody  # noqa: B018
