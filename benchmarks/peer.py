"""What a benchmark asks of a library, and which libraries are here."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence


class Peer(NamedTuple):
    """One library, asked as its documentation says.

    Attributes:
        name: How the tables call it.
        distribution: The package whose version it has.
        program: A whole program that makes its first tool, for a fresh process.
        define: The tool of a function.
        declaration: What a provider is told about a tool, its schema and the texts of its parameters included.
        call: For a tool and the JSON text of arguments, a function that gives the text a model reads. None: the
            library has an async road only.
        acall: The same, awaited. None: the library has no async road.
        checks: Whether it refuses arguments that do not fit.
        threads: Whether its async road runs a plain function in a thread.
        calls_only: Whether it is a part of another one here, which stands for both where no call is made.
        among: For many functions, the name of one and its arguments, the awaited call through its own registry.
    """

    name: str
    distribution: str
    program: str
    define: Callable[[Callable[..., Any]], Any]
    declaration: Callable[[Any], Any]
    call: Callable[[Any, str], Callable[[], str]] | None = None
    acall: Callable[[Any, str], Callable[[], Awaitable[str]]] | None = None
    checks: bool = True
    threads: bool = False
    calls_only: bool = False
    among: Callable[[Sequence[Callable[..., Any]], str, str], Callable[[], Awaitable[str]]] | None = None


OURS = "toolkit"
# Name in the tables -> file in benchmarks/peers; ours first.
FILES = {
    OURS: "toolkit_itself",
    "pydantic-ai core": "pydantic_ai_core",
    "pydantic-ai": "pydantic_ai_manager",
    "anthropic": "anthropic_beta_tool",
    "langchain": "langchain",
    "llama-index": "llama_index",
    "openai-agents": "openai_agents",
    "agent-framework": "agent_framework",
    "mcp": "mcp_server",
    "fastmcp": "fastmcp_server",
}


def peers(names: Iterable[str] | None = None) -> tuple[list[Peer], dict[str, str]]:
    """The libraries that are installed, and why each of the others is left out."""
    found, missing = [], {}
    for name in FILES if names is None else names:
        try:
            found.append(import_module(f"benchmarks.peers.{FILES[name]}").PEER)
        except ImportError as error:
            if name == OURS:
                raise
            missing[name] = str(error)
    return found, missing


def version_of(peer: Peer) -> str:
    """The installed version."""
    try:
        return version(peer.distribution)
    except PackageNotFoundError:
        return "from source"
