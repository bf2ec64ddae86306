"""The tools that providers run themselves: recognised, never described."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.providers.payloads import both_spellings

if TYPE_CHECKING:
    from collections.abc import Mapping

# OpenAI API reference, responses.create, tools: every `type` that is no function. A date may follow.
_OPENAI: Final = re.compile(
    r"(?:apply_patch|code_interpreter|computer|computer_use_preview|custom|file_search|image_generation|local_shell"
    r"|mcp|namespace|programmatic_tool_calling|shell|tool_search|web_search|web_search_preview)(?:_\d{4}_\d\d_\d\d)?"
)
# Claude API reference, messages.create, tools: a `type` that ends in the date of its version, and a toolset of MCP.
_ANTHROPIC: Final = re.compile(r"[a-z0-9_]+_20\d{6}|mcp_toolset")
# Mistral API reference, agents and conversations, tools.
_MISTRAL: Final = re.compile(
    r"code_interpreter|connector|document_library|image_generation|web_search|web_search_premium"
)
# Gemini API reference, Tool: each is a field of its own.
_GEMINI: Final = frozenset(
    both_spellings(
        *("codeExecution", "computerUse", "enterpriseWebSearch", "exaAiSearch", "fileSearch", "googleMaps"),
        *("googleSearch", "googleSearchRetrieval", "mcpServers", "parallelAiSearch", "retrieval", "urlContext"),
    )
)
# Amazon Bedrock API reference, Tool: a union of these and of toolSpec.
_BEDROCK: Final = frozenset({"cachePoint", "systemTool"})


def hosts(declaration: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the dialects that take a dict as a tool of their own; none if it is no such tool.

    >>> hosts({"type": "web_search_20250305", "name": "web_search"})
    ('anthropic',)
    """
    type_ = declaration.get("type")
    if not isinstance(type_, str):
        keys = declaration.keys()
        return tuple(name for name, own in (("gemini", _GEMINI), ("bedrock", _BEDROCK)) if keys and keys <= own)
    found: list[str] = []
    if _OPENAI.fullmatch(type_):
        found += ["openai", "openai-responses"]
    if _MISTRAL.fullmatch(type_):
        found.append("mistral")
    if _ANTHROPIC.fullmatch(type_):
        found.append("anthropic")
    return tuple(found)


def hosted_name(declaration: Mapping[str, Any]) -> str:
    """The name that a built-in tool goes by: its own, else its type, else its only field."""
    inner = declaration.get("systemTool") or declaration.get("custom")
    own = declaration.get("name") or (inner.get("name") if isinstance(inner, dict) else None)
    return str(own or declaration.get("type") or next(iter(declaration), ""))
