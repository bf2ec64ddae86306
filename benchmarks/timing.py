"""Ratios of durations: many short rounds in turn, the garbage collector off, the median of the ratios.

Durations are the processor time of the thread, which a busy neighbour does not prolong, or of all threads.
"""

from __future__ import annotations

import gc
import logging
from contextlib import contextmanager
from itertools import repeat
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Iterator, Sequence


class Effort(NamedTuple):
    """How long a benchmark may take.

    Attributes:
        runs: Whole runs, each in a process of its own.
        rounds: Rounds of everything that is compared.
        slot_seconds: How long one piece of work is timed within a round.
        processes: Fresh processes of each kind.
        tools: Sizes of the registries.
        definitions: Tools of each kind that are defined.
        concurrent: Calls at once.
    """

    runs: int
    rounds: int
    slot_seconds: float
    processes: int
    tools: tuple[int, ...]
    definitions: int
    concurrent: int


FULL = Effort(3, 60, 0.002, 12, (10, 100, 1000, 10_000), 100, 1000)
QUICK = Effort(1, 15, 0.001, 5, (10, 100, 1000), 40, 1000)
SMOKE = Effort(1, 2, 0.0001, 1, (10, 100), 2, 8)


class Work(NamedTuple):
    """Something to time.

    Attributes:
        subject: Whose work it is.
        seconds: How long so many of its calls take, one after the other.
    """

    subject: str
    seconds: Callable[[int], float]


def plain(subject: str, call: Callable[[], object]) -> Work:
    """The work of a function."""

    def seconds(calls: int) -> float:
        start = thread_time()
        for _ in repeat(None, calls):
            call()
        return thread_time() - start

    return Work(subject, seconds)


def awaited(
    subject: str,
    call: Callable[[], Awaitable[object]],
    runner: asyncio.Runner,
    clock: Callable[[], float] = thread_time,
) -> Work:
    """The work of a coroutine function; entering the loop is not timed."""

    async def timed(calls: int) -> float:
        start = clock()
        for _ in repeat(None, calls):
            await call()
        return clock() - start

    return Work(subject, lambda calls: runner.run(timed(calls)))


def ratios(floor: Work, works: Sequence[Work], effort: Effort) -> dict[str, float]:
    """For each subject, the median over the rounds of its time by the floor's time just before and after it."""
    found: dict[str, list[float]] = {work.subject: [] for work in works}
    with quiet():
        sizes = {work.subject: _calls_in_a_slot(work, effort.slot_seconds) for work in (floor, *works)}
        for number in range(effort.rounds):
            gc.collect()
            before = _seconds_per_call(floor, sizes)
            # Another order each time: a busy neighbour meets everyone.
            turn = number % len(works)
            for work in (*works[turn:], *works[:turn]):
                own = _seconds_per_call(work, sizes)
                after = _seconds_per_call(floor, sizes)
                found[work.subject].append(2 * own / (before + after))
                before = after
    return {subject: median(values) for subject, values in found.items()}


@contextmanager
def quiet() -> Iterator[None]:
    """No garbage collection and no logging meanwhile."""
    was_enabled = gc.isenabled()
    gc.collect()
    # What is alive now is left out of the collections between the rounds.
    gc.freeze()
    gc.disable()
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        gc.unfreeze()
        if was_enabled:
            gc.enable()


def _calls_in_a_slot(work: Work, slot_seconds: float) -> int:
    # A single call on cold caches, or one that was interrupted, says little: so twice each, and longer and longer.
    calls = 1
    while (seconds := min(work.seconds(calls), work.seconds(calls))) < slot_seconds / 2:
        calls = max(2 * calls, round(calls * slot_seconds / seconds / 2))
    return calls


def _seconds_per_call(work: Work, sizes: dict[str, int]) -> float:
    calls = sizes[work.subject]
    return work.seconds(calls) / calls
