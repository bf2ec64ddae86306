"""What many calls at once cost, of coroutine functions and of plain functions that block.

A thousand calls that wait once: over as many tasks of the floor of dispatch.py. One plain function at a time: over
that floor in `asyncio.to_thread`, in the processor time of all threads. 64 functions that block for 10 ms: the time
until the last is done, over 10 ms.
"""

from __future__ import annotations

import asyncio
import json
from statistics import quantiles
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure
from benchmarks.shapes import A, blocking, suspending
from benchmarks.timing import Effort, Work, awaited, quiet, ratios

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from benchmarks.peer import Peer

BLOCKING_CALLS = 64
BLOCKING_SECONDS = 0.01
TICK_SECONDS = 0.001


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    slower = effort._replace(rounds=max(2, effort.rounds // 3))
    able = [peer for peer in peers if peer.acall is not None]
    threaded = [peer for peer in able if peer.threads]
    with asyncio.Runner() as runner:
        yield from _at_once(able, slower, runner)
        yield from _in_a_thread(threaded, effort, runner)
        yield from _blocking(threaded, slower, runner)


def _at_once(peers: Sequence[Peer], effort: Effort, runner: asyncio.Runner) -> Iterator[Figure]:
    """Calls that all wait once, over `json` and the function in as many tasks."""
    function = suspending()

    async def base() -> str:
        return json.dumps(await function(**json.loads(A.arguments)))

    def gathered(subject: str, call: Callable[[], Awaitable[str]]) -> Work:
        async def at_once() -> None:
            await asyncio.gather(*(call() for _ in range(effort.concurrent)))

        return awaited(subject, at_once, runner)

    works = [gathered(peer.name, peer.acall(peer.define(suspending()), A.arguments)) for peer in peers]
    found = ratios(gathered("floor", base), works, effort)
    yield from (Figure("concurrent async calls", subject, value) for subject, value in found.items())


def _in_a_thread(peers: Sequence[Peer], effort: Effort, runner: asyncio.Runner) -> Iterator[Figure]:
    """A plain function from async code, over `json` and the function in a thread."""
    base = A.base()

    def hopping(subject: str, call: Callable[[], Awaitable[str]]) -> Work:
        return awaited(subject, call, runner, process_time)

    works = [hopping(peer.name, peer.acall(peer.define(A.make()), A.arguments)) for peer in peers]
    found = ratios(hopping("floor", lambda: asyncio.to_thread(base)), works, effort)
    yield from (Figure("sync tool from adispatch", subject, value) for subject, value in found.items())


def _blocking(peers: Sequence[Peer], effort: Effort, runner: asyncio.Runner) -> Iterator[Figure]:
    """Plain functions that block, all at once: the time until the last is done over the time of one."""
    calls = {peer.name: peer.acall(peer.define(blocking()), A.arguments) for peer in peers}
    walls: dict[str, list[float]] = {name: [] for name in calls}
    stops: dict[str, list[float]] = {name: [] for name in calls}
    with quiet():
        for number in range(effort.rounds + 1):
            for name, call in calls.items():
                wall, stop = runner.run(_wall_and_stop(call))
                # The first round starts the threads.
                if number:
                    walls[name].append(wall / BLOCKING_SECONDS)
                    stops[name].append(stop * 1000)
    for name in calls:
        yield Figure(f"{BLOCKING_CALLS} blocking tools", name, _lower_quartile(walls[name]))
        yield Figure(
            f"{BLOCKING_CALLS} blocking tools, longest stop of the loop in ms", name, _lower_quartile(stops[name])
        )


def _lower_quartile(values: list[float]) -> float:
    """Of times by the clock on the wall, which a busy neighbour can only prolong."""
    return quantiles(values, n=4, method="inclusive")[0]


async def _wall_and_stop(call: Callable[[], Awaitable[Any]]) -> tuple[float, float]:
    """Seconds until all calls are done, and the longest that the loop kept another task waiting."""
    stops = [0.0]

    async def tick() -> None:
        while True:
            start = perf_counter()
            await asyncio.sleep(TICK_SECONDS)
            stops.append(perf_counter() - start - TICK_SECONDS)

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0)
    start = perf_counter()
    await asyncio.gather(*(call() for _ in range(BLOCKING_CALLS)))
    wall = perf_counter() - start
    # A stop at the very end is seen by the next tick.
    await asyncio.sleep(2 * TICK_SECONDS)
    ticking.cancel()
    return wall, max(stops)
