"""What one good call costs, text in, text out, over `json.loads`, the call with raw dicts and `json.dumps`.

A library that has an async road only is given coroutine functions, so that no thread is timed with it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.figures import Figure
from benchmarks.peer import OURS, Peer
from benchmarks.peers.toolkit_itself import call_of_message, define
from benchmarks.shapes import SHAPES, A, Shape, as_coroutine_function
from benchmarks.timing import Effort, Work, awaited, plain, ratios

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    for shape in SHAPES:
        yield from _of_shape(f"dispatch ({shape.letter})", shape, peers, effort)
    message = plain(OURS, call_of_message(define(A.make()), A.arguments))
    found = ratios(plain("floor", A.base()), [message], effort)
    yield Figure("dispatch (a), an OpenAI call", OURS, found[OURS])


def _of_shape(row: str, shape: Shape, peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    with asyncio.Runner() as runner:
        works = [call_work(peer, shape, shape.arguments, runner) for peer in peers]
        found = ratios(plain("floor", shape.base()), works, effort)
    yield from (Figure(row, subject, value) for subject, value in found.items())


def call_work(peer: Peer, shape: Shape, text: str, runner: asyncio.Runner) -> Work:
    """The work of one call, by the sync road if there is one."""
    if peer.call is not None:
        return plain(peer.name, peer.call(peer.define(shape.make()), text))
    function = as_coroutine_function(shape.make())
    return awaited(peer.name, peer.acall(peer.define(function), text), runner)
