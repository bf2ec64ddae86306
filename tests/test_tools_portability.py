"""What each provider makes of each tool."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge, MinLen
from golden.tools import TOOLS

from toolkit import DefinitionError, Registry, Tool, portability, tool
from toolkit.providers import OpenAI, get, names
from toolkit.providers.strict.mode import LIKE_OPENAI


@tool("geo.find")
def find(place: Annotated[str, MinLen(2)], near: Annotated[int, Ge(0)] = 1, kind: Literal["a", "b"] = "a") -> str:
    """Find a place.

    Args:
        place: Its name (minLength: no constraint, but a text).
        near: How near.
        kind: Which kind.
    """
    return f"{place} {near} {kind}"


def entry(provider: Any, *tools: Any):
    """The only entry of a report."""
    (made,) = portability(tools, [provider])
    return made


def test_what_a_dialect_says_is_kept():
    """By place."""
    made = entry("openai", find)
    assert (made.tool, made.provider) == ("geo.find", "openai")
    assert made.kept == ("place: minLength", "near: minimum, default", "kind: enum, default")
    assert made.moved == ()


def test_what_it_has_no_word_for_is_moved():
    """Only what the library wrote counts, no text of the author's."""
    made = entry("gemini", find)
    assert made.kept == ("near: minimum", "kind: enum")
    assert made.moved == ("place (minLength: 2)", "near (default: 1)", "kind (default: a)")
    assert made.loosened == made.loosened_strictly == ("place (minLength: 2)",)
    assert entry("anthropic", find).loosened == ()
    assert entry("anthropic", find).loosened_strictly == ("place (minLength: 2)", "near (minimum: 0)")


def test_names_are_listed():
    """Of the tool and of its arguments."""

    @tool("a.b")
    def measure(höhe: int) -> int:  # noqa: PLC2401 - not every provider takes such a name
        """Measure."""
        return höhe

    assert entry("anthropic", measure).renamed == ("a.b as a_b", "höhe as h_he")
    assert entry("mcp", measure).renamed == ()


def test_what_strict_mode_rewrites_is_listed():
    """With what it moves into text; a provider without such a mode has nothing to list."""
    made = entry("openai", find)
    assert made.rewritten[:2] == ("near: null for absent", "kind: null for absent")
    assert made.rewritten[2:] == ("place (minLength: 2)", "near (default: 1)", "kind (default: a)")
    assert entry("ollama", find).rewritten == ()


def test_what_is_impossible_is_said():
    """A tool that another provider runs, and what strict mode cannot hold."""
    hosted = Tool.of({"type": "web_search"})
    assert "built-in tool of openai" in entry("gemini", hosted).impossible
    assert entry("openai", hosted).impossible == ""
    large = Tool.declare("large", "", {"properties": {"x": {"enum": list(range(1001))}}})
    report = portability([large, find], ["openai"])
    assert [each.tool for each in report.impossible(strict=True)] == ["large"]
    assert report.impossible() == ()
    assert "1,001 choices" in str(report)


def test_what_is_impossible_together_is_said_of_the_tool_that_is_too_much():
    """Anthropic takes twenty strict tools in one request."""
    tools = [Tool.declare(f"t{number}", "") for number in range(21)]
    (made,) = portability(tools, ["anthropic"]).impossible(strict=True)
    assert (made.tool, made.impossible_strictly) == (
        "t20",
        "with it there are 21 strict tools in one request, of 20 at most",
    )


def test_asking_declares_nothing():
    """A tool that was only asked about is not held to have been declared strictly."""
    bare = Tool.declare("bare", "", {"properties": {"x": {}}})
    portability([bare])
    assert LIKE_OPENAI.declared(bare.descriptor) is None


def test_all_providers_are_asked_by_default():
    """Of a registry too; a name alone will do."""
    report = portability(Registry([find]))
    assert [each.provider for each in report] == list(names())
    assert portability([find], "openai") == portability([find], [get("openai")])
    assert json.loads(json.dumps(report.to_dict()))["entries"][0]["kept"][0] == "place: minLength"
    with pytest.raises(KeyError, match="no provider 'nobody'"):
        portability([find], ["nobody"])


def test_a_provider_of_ones_own_is_asked_too():
    """Whether it derives from ours or only declares."""

    class Mine(OpenAI):
        name = "mine"

    class Foreign:
        name = "foreign"

        def declare(self, tools: Any, strict: bool = False) -> list[dict[str, Any]]:
            return OpenAI().declare(tools, strict)

    assert entry(Mine(), find).kept == entry(Foreign(), find).kept == entry("openai", find).kept
    assert entry(Foreign(), find).rewritten == ()


def test_providers_that_do_alike_share_a_row():
    """The table is aligned, and leaves out columns without content."""
    table = str(portability([find], ["openai", "mistral", "text"])).splitlines()
    assert len(table) == 3
    assert table[0].split() == ["TOOL", "PROVIDERS", "KEPT", "RENAMED", "REWRITTEN", "IF", "STRICT"]
    assert table[1].startswith("geo.find  openai, mistral  everything  geo.find as geo_find  near: null for absent;")
    assert table[2] == "geo.find  text             everything"


def test_nothing_vanishes():
    """Every constraint of every sample is kept, or stands in a text, whoever declares it."""
    for each in portability(TOOLS):
        assert not each.impossible
        base = entry("mcp", next(tool for tool in TOOLS if tool.__tool__.name == each.tool))
        for place in base.kept:
            path, keywords = place.split(": ")
            for keyword in keywords.split(", "):
                told = " ".join(each.kept + each.moved)
                assert keyword in told, (each, path, keyword)


def test_one_provider_may_stand_alone_and_what_is_none_is_refused():
    """By its name or as an object, as in a list of one; the error says what is wanted."""
    assert portability([find], OpenAI()) == portability([find], "openai") == portability([find], ["openai"])
    with pytest.raises(DefinitionError, match='provider=5; give a name, provider="openai", or an object with declare'):
        portability([find], [5])
    with pytest.raises(DefinitionError, match=r"provider=OpenAI; give an object of it, provider=OpenAI\(\)"):
        portability([find], OpenAI)
