"""What it costs to refuse a call, to the finished text, over a good call by the floor of dispatch.py."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.dispatch import call_work
from benchmarks.figures import Figure
from benchmarks.peer import OURS, Peer
from benchmarks.shapes import SHAPES, Shape
from benchmarks.timing import Effort, plain, quiet, ratios

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    refusing = [peer for peer in peers if peer.checks]
    for shape in SHAPES:
        with quiet():
            _require_every_fault(refusing, shape)
        with asyncio.Runner() as runner:
            works = [call_work(peer, shape, shape.wrong, runner) for peer in refusing]
            found = ratios(plain("floor", shape.base()), works, effort)
        yield from (Figure(f"refusal ({shape.letter})", subject, value) for subject, value in found.items())


def _require_every_fault(peers: Sequence[Peer], shape: Shape) -> None:
    """Ours has to name every fault by its path; a fast refusal that says nothing is worth nothing."""
    for peer in peers:
        if peer.name == OURS:
            text = peer.call(peer.define(shape.make()), shape.wrong)()
            missing = [path for path in shape.faults if path not in text]
            if missing:
                raise ValueError(f"the refusal of shape ({shape.letter}) does not name {missing}: {text}")
