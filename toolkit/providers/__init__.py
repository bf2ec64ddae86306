"""The dialects of the providers: declarations, calls and results in the shape that each wants.

Each is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.dialects import Dialect as Dialect, dialect, dialect_names, register_dialect
from toolkit.errors import DefinitionError
from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.providers.anthropic import Anthropic as Anthropic
    from toolkit.providers.base import Provider as Provider
    from toolkit.providers.bedrock import Bedrock as Bedrock
    from toolkit.providers.declared import Declared as Declared
    from toolkit.providers.gemini import Gemini as Gemini
    from toolkit.providers.langchain import LangChain as LangChain
    from toolkit.providers.mcp import MCP as MCP
    from toolkit.providers.mistral import Mistral as Mistral
    from toolkit.providers.ollama import Ollama as Ollama
    from toolkit.providers.openai import OpenAI as OpenAI, OpenAIResponses as OpenAIResponses
    from toolkit.providers.pieces import Fragment as Fragment, Pieces as Pieces
    from toolkit.providers.streams import CallAccumulator as CallAccumulator
    from toolkit.providers.text import Text as Text
    from toolkit.types.keywords import Schema as Schema

_HOMES: Final = {
    "Anthropic": "anthropic",
    "Bedrock": "bedrock",
    "CallAccumulator": "streams",
    "Declared": "declared",
    "Fragment": "pieces",
    "Gemini": "gemini",
    "LangChain": "langchain",
    "MCP": "mcp",
    "Mistral": "mistral",
    "Ollama": "ollama",
    "OpenAI": "openai",
    "OpenAIResponses": "openai",
    "Pieces": "pieces",
    "Provider": "base",
    "Schema": "references",
    "Text": "text",
}

_lazily = lazy_names(__name__, _HOMES)

if not TYPE_CHECKING:  # Type checkers take the imports above for the whole truth, and so find a misspelt name.
    __all__ = sorted([*_HOMES, "Dialect", "get", "names", "register"])  # noqa: PLE0605 - as in toolkit/__init__.py
    __getattr__, __dir__ = _lazily, __all__.copy


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
    """Make a provider known under its name; one of that name is replaced.

    Raises:
        DefinitionError: It is a class, has no name, or lacks a method that a provider needs.
    """
    register_dialect(_complete(provider).name, provider)


def _complete(provider: Any) -> Dialect:
    """The provider, if it has all that is asked of one.

    Raises:
        DefinitionError: Something is missing; the text says what.
    """
    if isinstance(provider, type):
        who = provider.__name__
        raise DefinitionError("a provider is an object, and this is a class", tool=who, cure=f"give {who}()")
    who, base = type(provider).__name__, _lazily("Provider")
    # One that reads no calls may declare; a subclass of Provider writes the one method that this takes.
    if isinstance(provider, base):
        method, is_there = "declaration", type(provider).declaration is not base.declaration
    else:
        method, is_there = "declare", callable(getattr(provider, "declare", None))
    if not is_there:
        raise DefinitionError(
            f"it is no provider without {method}",
            tool=who,
            cure="write each in a subclass of toolkit.providers.Provider",
        )
    name = getattr(provider, "name", None)
    if not isinstance(name, str) or not name.strip():
        raise DefinitionError("a provider needs a name", tool=who, cure='write name = "mine" in its class')
    return provider  # type: ignore[no-any-return]
