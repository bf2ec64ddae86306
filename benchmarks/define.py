"""What it costs to make a tool of a function, over `inspect.signature`, `get_type_hints` and `inspect.getdoc`.

Every function and every class is new to the library, as at the start of a program; the floor and whatever is held
against it define the same number of tools one after the other, as a module does.
"""

from __future__ import annotations

import inspect
from time import thread_time
from typing import TYPE_CHECKING, Any, get_type_hints

from benchmarks.figures import Figure
from benchmarks.shapes import A, B, Shape
from benchmarks.timing import Effort, Work, ratios

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.peer import Peer


# With fewer, what is called seldom would meet colder caches than the floor.
TOGETHER = 20


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    # Each definition needs fresh classes, which take longer to make than to read.
    slower = effort._replace(rounds=max(2, effort.rounds // 2))
    for shape in (A, B):
        floor = _work("floor", shape, _read)
        for row, works in (
            (f"define ({shape.letter})", [_work(peer.name, shape, peer.define) for peer in peers]),
            (f"define ({shape.letter}), schema and texts read", [_declared(peer, shape) for peer in peers]),
        ):
            found = ratios(floor, works, slower)
            yield from (Figure(row, subject, value) for subject, value in found.items())


def _read(function: Callable[..., Any]) -> None:
    inspect.signature(function)
    get_type_hints(function, include_extras=True)
    inspect.getdoc(function)


def _declared(peer: Peer, shape: Shape) -> Work:
    return _work(peer.name, shape, lambda function: peer.declaration(peer.define(function)))


def _work(subject: str, shape: Shape, step: Callable[[Callable[..., Any]], object]) -> Work:
    """Steps over functions that nobody has seen."""

    def seconds(calls: int) -> float:
        functions = [shape.make() for _ in range(calls * TOGETHER)]
        start = thread_time()
        for function in functions:
            step(function)
        return thread_time() - start

    return Work(subject, seconds)
