"""The provider dialects by name: what each must do, and where each lives.

Data types of the lowest floor know a dialect by its name only. A dialect's module is imported when it is
first asked for.
"""

from __future__ import annotations

import threading
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from toolkit.errors import DefinitionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from toolkit.calls import ToolCall, ToolResult


@runtime_checkable
class Dialect(Protocol):
    """One provider's way of declaring tools, writing calls and reading results."""

    name: str

    def declare(self, tools: Iterable[Any], strict: bool = False) -> list[dict[str, Any]]:
        """The declarations of the tools, as the provider's API takes them."""
        ...

    def recognises(self, message: object) -> bool:
        """Whether a payload or message has this provider's shape."""
        ...

    def read_calls(self, message: object) -> list[ToolCall]:
        """The calls in a payload or message.

        Raises:
            CallError: A call in it is broken; the message says which field.
        """
        ...

    def restore(self, call: ToolCall, tools: Any) -> ToolCall:
        """The call as the tool's author knows it: rewritten names and strict forms undone."""
        ...

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """The messages that carry results back."""
        ...


_LOCK: Final = threading.Lock()
_PLACES: Final[dict[str, str]] = {
    "openai": "toolkit.providers.openai:OpenAI",
    "openai-responses": "toolkit.providers.openai:OpenAIResponses",
    "anthropic": "toolkit.providers.anthropic:Anthropic",
    "gemini": "toolkit.providers.gemini:Gemini",
    "bedrock": "toolkit.providers.bedrock:Bedrock",
    "ollama": "toolkit.providers.ollama:Ollama",
    "mistral": "toolkit.providers.mistral:Mistral",
    "mcp": "toolkit.providers.mcp:MCP",
    "langchain": "toolkit.providers.langchain:LangChain",
    "text": "toolkit.providers.text:Text",
}
_RECOGNITION: Final = "toolkit.providers.recognition"
# Those of the library, or in their place, once they are imported; and those that users add under names of their own.
_DIALECTS: Final[dict[str, Dialect]] = {}
_FURTHER: Final[dict[str, Dialect]] = {}


def register_dialect(name: str, made: Dialect) -> None:
    """Make a dialect known under a name; a dialect of that name is replaced."""
    with _LOCK:
        (_DIALECTS if name in _PLACES else _FURTHER)[name] = made


def dialect_names() -> tuple[str, ...]:
    """The names of all dialects, those of the library first."""
    return (*_PLACES, *_FURTHER)


def dialect(name: str | Dialect, does: str = "declare") -> Dialect:
    """The dialect of that name, or one that is given as an object.

    Args:
        name: Its name, or the object.
        does: The method that an object needs.

    Raises:
        KeyError: There is none of that name; the text lists those there are.
        DefinitionError: The object is none.
    """
    if not isinstance(name, str):
        fault = fault_of_provider(name, does)
        if fault is not None:
            raise DefinitionError(fault[0], cure=fault[1])
        return name
    found = _DIALECTS.get(name) or _FURTHER.get(name)
    if found is None:
        if name not in _PLACES:
            message = f"no provider {name!r}; there are {', '.join(dialect_names())}"
            raise KeyError(message)
        module, attribute = _PLACES[name].split(":")
        found = getattr(import_module(module), attribute)()
        with _LOCK:
            found = _DIALECTS.setdefault(name, found)
    return found


def dialects_of(providers: str | Dialect | Iterable[str | Dialect]) -> tuple[Dialect, ...]:
    """The dialects of some providers that declare, by name or as objects; one may stand alone.

    Raises:
        KeyError: There is no dialect of a name.
        DefinitionError: Something else is no provider.
    """
    is_one = isinstance(providers, str) or not hasattr(providers, "__iter__")
    each_given: Any = (providers,) if is_one else providers
    return tuple(map(dialect, each_given))


def fault_of_provider(provider: object, method: str) -> tuple[str, str] | None:
    """What is wrong with what should be a provider that has some method, and the cure; None if it is one."""
    if isinstance(provider, type):
        return f"provider={provider.__name__}", f"give an object of it, provider={provider.__name__}()"
    if not hasattr(provider, method):
        return f"provider={provider!r}", f'give a name, provider="openai", or an object with {method}'
    return None


def further_dialects() -> tuple[Dialect, ...]:
    """The dialects that users have added."""
    return tuple(_FURTHER.values())


def read_calls(message: object, provider: str | Dialect | None = None) -> list[ToolCall]:
    """The tool calls in any provider's payload or message.

    Args:
        message: A dict or an object of a provider's SDK: one call, a message, a whole response, or a list of these.
        provider: The dialect to read it in, a name or an object with `read_calls`; None finds it from the shape.

    Returns:
        The calls in their order, an empty list for a message without calls. Among several calls, a broken one
        has a `problem`. Of a list of messages, the calls that no later message answers.

    Raises:
        CallError: A call that stands alone is broken, the shape is nobody's, or dialects disagree on what it says.
    """
    return _reader()(message, provider)


@cache
def _reader() -> Callable[[object, str | Dialect | None], list[ToolCall]]:
    """What reads payloads of any provider; imported with the first one."""
    reader: Callable[[object, str | Dialect | None], list[ToolCall]] = import_module(_RECOGNITION).read_calls
    return reader
