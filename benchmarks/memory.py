"""What a tool keeps in memory, before and after its first call, its function and classes not counted.

What parts written in Rust allocate is not seen, so pydantic's share is told too low.
"""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure
from benchmarks.shapes import A, B, Shape, as_coroutine_function
from benchmarks.timing import Effort, quiet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.peer import Peer


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    for shape in (A, B):
        for peer in peers:
            # A table of the interpreter's own that is enlarged in one of two batches is no tool's.
            batches = [_kibibytes(peer, shape, effort.definitions) for _ in range(2)]
            made, called = map(min, zip(*batches, strict=True))
            yield Figure(f"memory of a tool ({shape.letter}), KiB", peer.name, made)
            yield Figure(f"memory of a tool ({shape.letter}) after its first call, KiB", peer.name, called)


def _kibibytes(peer: Peer, shape: Shape, count: int) -> tuple[float, float]:
    """Per tool, of fresh functions and classes that are there before: made, and called once."""
    make = shape.make if peer.call is not None else lambda: as_coroutine_function(shape.make())
    functions = [make() for _ in range(count)]
    tools: list[Any] = []
    with quiet():
        # What is made once for all is not a tool's own.
        _call(peer, peer.define(make()), shape)
        tracemalloc.start()
        try:
            made = _growth(lambda: tools.extend(map(peer.define, functions)))
            called = made + _growth(lambda: [_call(peer, tool, shape) for tool in tools])
        finally:
            tracemalloc.stop()
    return made / count / 1024, called / count / 1024


def _growth(step: Callable[[], object]) -> int:
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    step()
    gc.collect()
    return tracemalloc.get_traced_memory()[0] - before


def _call(peer: Peer, tool: Any, shape: Shape) -> None:
    if peer.call is not None:
        peer.call(tool, shape.arguments)()
    else:
        asyncio.run(peer.acall(tool, shape.arguments)())
