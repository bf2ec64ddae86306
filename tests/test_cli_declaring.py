"""`toolkit schema` prints what a provider's API takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_shop import Run, written

from toolkit import providers


def test_schema_prints_declarations(run: Run):
    """OpenAI's by default, indented by two spaces, non-ASCII characters kept."""
    ran = run("schema", "./shop.py:only_prices")
    assert ran.out.startswith('[\n  {\n    "type": "function",\n    "function": {\n      "name": "price",')
    assert run("schema", "./shop.py:only_prices", "--json").out == ran.out


def test_schema_keeps_characters_and_escapes_what_hides(run: Run):
    """What a terminal would obey is written as an escape of JSON."""
    text = "from toolkit import tool\n\n@tool(description='Zürich \\u202e\\x9b 日本')\ndef f(): ...\n"
    written("signs.py", text)
    ran = run("schema", "./signs.py")
    assert '"description": "Zürich \\u202e\\u009b 日本"' in ran.out
    assert ran.json[0]["function"]["description"] == "Zürich \u202e\x9b 日本"


def test_compact_schema_is_one_line(run: Run):
    """For programs that read line by line."""
    ran = run("schema", "./shop.py", "--compact")
    assert ran.out.count("\n") == 1
    assert len(ran.json) == 5


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini", "ollama", "mcp"])
def test_schema_speaks_each_dialect(run: Run, provider: str):
    """--for chooses the provider."""
    from toolkit import Registry, providers
    from toolkit.examples import weather

    ran = run("schema", "toolkit.examples.weather", "--for", provider)
    registry = Registry([weather.get_weather, weather.list_cities])
    assert ran.json == providers.get(provider).declare(registry)


def test_schema_can_be_strict(run: Run):
    """--strict lets the provider hold the model to the schema."""
    assert run("schema", "./shop.py:echo", "--strict").json[0]["function"]["strict"] is True


@pytest.mark.parametrize("provider", ["gemini", "ollama"])
def test_strictness_that_a_provider_does_not_know_is_wrong_use(run: Run, provider: str):
    """The cure is the command's, not that of Python."""
    ran = run("schema", "./shop.py:echo", "--strict", "--for", provider)
    line = f"toolkit: {provider} has no strict mode in its declarations; leave --strict out"
    assert (ran.status, ran.out, ran.said) == (2, "", [line])


def test_an_unknown_provider_is_wrong_use(run: Run):
    """The closest name is offered."""
    assert run("schema", "./shop.py", "--for", "opnai").said == ["toolkit: no provider 'opnai'; did you mean openai?"]
    assert run("call", "./shop.py", "--for", "opnai", "price", "article=tea").status == 2


def test_explain_tells_what_each_provider_makes_of_a_tool(run: Run):
    """A table for people, or an entry for each tool and provider for programs."""
    ran = run("schema", "./shop.py:price", "--explain")
    assert (ran.status, ran.out.split()[:2]) == (0, ["TOOL", "PROVIDERS"])
    assert "price" in ran.out
    entries = run("schema", "./shop.py:price", "--explain", "--json").json["entries"]
    assert [each["provider"] for each in entries] == list(providers.names())
    assert "gemini" not in run("schema", "./shop.py:price", "--explain", "--for", "openai").out


def test_explain_fails_where_a_tool_cannot_be_declared(run: Run, tmp_path: Path):
    """Strictly only where that is asked for."""
    (tmp_path / "odd.py").write_text(
        "from toolkit import Tool\n"
        "search = Tool.of({'type': 'web_search'})\n"
        "choose = Tool.declare('choose', '', {'properties': {'x': {'enum': list(range(1001))}}})\n"
    )
    target = str(tmp_path / "odd.py")
    assert run("schema", target, "--explain", "--for", "openai").status == 0
    ran = run("schema", target, "--explain", "--for", "openai", "--strict")
    assert ran.status == 1
    assert "strictly: too large for strict mode at x: 1,001 choices" in ran.out
    ran = run("schema", target, "--explain", "--for", "gemini")
    assert ran.status == 1
    assert "a built-in tool of openai" in ran.out
