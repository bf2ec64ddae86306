"""The tools that providers run themselves."""

from __future__ import annotations

import pytest

from toolkit import ApprovalRequired, Registry, Tool, schemas
from toolkit.errors import DefinitionError
from toolkit.providers import get, names
from toolkit.providers.hosted import hosted_name, hosts

OWNED = [
    ({"type": "web_search"}, "web_search", {"openai", "openai-responses", "mistral"}),
    ({"type": "web_search_preview_2025_03_11"}, "web_search_preview_2025_03_11", {"openai", "openai-responses"}),
    ({"type": "custom", "custom": {"name": "sql"}}, "sql", {"openai", "openai-responses"}),
    ({"type": "web_search_20250305", "name": "web_search"}, "web_search", {"anthropic"}),
    ({"type": "mcp_toolset", "mcp_server_name": "x"}, "mcp_toolset", {"anthropic"}),
    ({"type": "document_library", "library_ids": []}, "document_library", {"mistral"}),
    ({"google_search": {}}, "google_search", {"gemini"}),
    ({"codeExecution": {}}, "codeExecution", {"gemini"}),
    ({"systemTool": {"name": "nova_grounding"}}, "nova_grounding", {"bedrock"}),
    ({"cachePoint": {"type": "default"}}, "cachePoint", {"bedrock"}),
]


@pytest.mark.parametrize(("tool", "name", "owners"), OWNED)
def test_a_built_in_tool_passes_its_own_provider_alone(tool, name, owners):
    """It is kept as it is; any other provider refuses it and says whose it is."""
    assert set(hosts(tool)) == owners
    assert hosted_name(tool) == name
    for provider in names():
        if provider in owners:
            assert get(provider).declare([tool]) == [tool]
        else:
            with pytest.raises(DefinitionError, match=f"{name}: a built-in tool of "):
                get(provider).declare([tool])


@pytest.mark.parametrize("other", [{"type": "function"}, {"type": "object"}, {}, {"name": "add"}, {"google": {}}])
def test_nothing_else_is_a_built_in_tool(other):
    """Declarations, schemas and empty dicts are none."""
    assert hosts(other) == ()


@pytest.mark.parametrize(
    "shown",
    [
        lambda tool: tool.tagged("net"),
        lambda tool: tool.renamed("search"),
        ApprovalRequired,
        lambda tool: tool.declaration_only(),
        lambda tool: Registry([tool]).prefixed("net_")["net_web_search"],
    ],
)
def test_what_stands_before_a_hosted_tool_makes_no_function_of_it(shown):
    """The provider gets what it was written as, under whatever name it is known here; no other provider takes it."""
    tool = shown(Tool.of({"type": "web_search", "filters": {}}))
    assert schemas([tool], provider="openai-responses") == [{"type": "web_search", "filters": {}}]
    with pytest.raises(DefinitionError, match="a built-in tool of openai"):
        schemas([tool], provider="gemini")
