"""What a call with two integers costs among many tools, over the floor of dispatch.py."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.figures import Figure
from benchmarks.peer import OURS, Peer
from benchmarks.peers.toolkit_itself import call_among
from benchmarks.shapes import A, as_coroutine_function, renamed
from benchmarks.timing import Effort, Work, awaited, plain, ratios

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# A tool of pydantic takes a millisecond to define.
MOST_TOOLS_OF_PEERS = 1000


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    with asyncio.Runner() as runner:
        for size in effort.tools:
            works = [work for peer in peers if (work := _work(peer, size, runner)) is not None]
            found = ratios(plain("floor", A.base()), works, effort)
            yield from (Figure(f"call among {size} tools", subject, value) for subject, value in found.items())
    least, most = (plain(f"{size}", _ours(size)) for size in (effort.tools[0], effort.tools[-1]))
    (value,) = ratios(least, [most], effort).values()
    yield Figure("call among the most tools, over among 10", OURS, value)


def _ours(size: int) -> Callable[[], str]:
    function = A.make()
    functions = [renamed(function, f"tool_{number}") for number in range(size)]
    return call_among(functions, f"tool_{size // 2}", A.arguments)


def _work(peer: Peer, size: int, runner: asyncio.Runner) -> Work | None:
    if peer.name == OURS:
        return plain(OURS, _ours(size))
    if peer.among is None or size > MOST_TOOLS_OF_PEERS:
        return None
    function = as_coroutine_function(A.make())
    functions = [renamed(function, f"tool_{number}") for number in range(size)]
    return awaited(peer.name, peer.among(functions, f"tool_{size // 2}", A.arguments), runner)
