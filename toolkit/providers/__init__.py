"""The dialects of the providers: declarations, calls and results in the shape that each wants.

Each is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.dialects import dialect, dialect_names, register_dialect
from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.dialects import Dialect
    from toolkit.providers.anthropic import Anthropic as Anthropic
    from toolkit.providers.base import Provider as Provider
    from toolkit.providers.bedrock import Bedrock as Bedrock
    from toolkit.providers.gemini import Gemini as Gemini
    from toolkit.providers.langchain import LangChain as LangChain
    from toolkit.providers.mcp import MCP as MCP
    from toolkit.providers.mistral import Mistral as Mistral
    from toolkit.providers.ollama import Ollama as Ollama
    from toolkit.providers.openai import OpenAI as OpenAI, OpenAIResponses as OpenAIResponses
    from toolkit.providers.streams import CallAccumulator as CallAccumulator
    from toolkit.providers.text import Text as Text

_HOMES: Final = {
    "Anthropic": "anthropic",
    "Bedrock": "bedrock",
    "CallAccumulator": "streams",
    "Gemini": "gemini",
    "LangChain": "langchain",
    "MCP": "mcp",
    "Mistral": "mistral",
    "Ollama": "ollama",
    "OpenAI": "openai",
    "OpenAIResponses": "openai",
    "Provider": "base",
    "Text": "text",
}

__all__ = [  # noqa: RUF022 - classes first
    "Anthropic",
    "Bedrock",
    "CallAccumulator",
    "Gemini",
    "LangChain",
    "MCP",
    "Mistral",
    "Ollama",
    "OpenAI",
    "OpenAIResponses",
    "Provider",
    "Text",
    "get",
    "names",
    "register",
]


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)


def get(name: str) -> Dialect:
    """The provider of that name.

    Raises:
        KeyError: There is none; the text lists those there are.

    >>> get("openai")
    OpenAI()
    """
    return dialect(name)


def names() -> tuple[str, ...]:
    """The names of all providers, those of the library first."""
    return dialect_names()


def register(provider: Dialect) -> None:
    """Make a provider known under its name; one of that name is replaced."""
    register_dialect(provider.name, provider)
