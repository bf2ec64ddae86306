"""What it costs to list a hundred tools for a provider, over a list of as many dict literals."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure
from benchmarks.peer import OURS, Peer
from benchmarks.shapes import A, B, Shape, renamed
from benchmarks.timing import Effort, Work, plain, ratios
from toolkit import schemas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

COUNT = 100


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    # Each first list needs a hundred new tools, so a round times one.
    once = effort._replace(rounds=max(2, effort.rounds // 6), slot_seconds=0)
    for shape in (A, B):
        floor = plain("floor", _literals(shape))
        for moment, kind, effort_of_kind in (("first", _first, once), ("again", _again, effort)):
            found = ratios(floor, [kind(peer, shape) for peer in peers], effort_of_kind)
            row = f"declare {COUNT} tools ({shape.letter}), {moment}"
            yield from (Figure(row, subject, value) for subject, value in found.items())


def _first(peer: Peer, shape: Shape) -> Work:
    """The first list for a provider of tools whose own schemas have been read."""

    def seconds(calls: int) -> float:
        total = 0.0
        for _ in range(calls):
            tools = _tools(peer, shape)
            if peer.name == OURS:
                for tool in tools:
                    tool.input_schema, tool.output_schema, tool.description  # noqa: B018 - reading makes it.
            start = thread_time()
            _declarations(peer)(tools)
            total += thread_time() - start
        return total

    return Work(peer.name, seconds)


def _again(peer: Peer, shape: Shape) -> Work:
    tools, listed = _tools(peer, shape), _declarations(peer)
    return plain(peer.name, lambda: listed(tools))


def _tools(peer: Peer, shape: Shape) -> list[Any]:
    function = shape.make()
    return [peer.define(renamed(function, f"tool_{number}")) for number in range(COUNT)]


def _declarations(peer: Peer) -> Callable[[list[Any]], Any]:
    if peer.name == OURS:
        return lambda tools: schemas(tools, provider="openai")
    declaration = peer.declaration
    return lambda tools: [declaration(tool) for tool in tools]


def _literals(shape: Shape) -> Callable[[], Any]:
    """A function that holds the declarations of all the tools as literals."""
    (declaration,) = schemas([shape.make()], provider="openai")
    scope: dict[str, Any] = {}
    exec(f"def literals():\n    return [{', '.join([repr(declaration)] * COUNT)}]", scope)
    return scope["literals"]
