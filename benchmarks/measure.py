"""One run of the benchmarks in this process; prints what it found as JSON."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks import async_calls, declare, define, dispatch, import_time, memory, refusal, registry, size
from benchmarks.peer import peers, version_of
from benchmarks.timing import FULL, QUICK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from benchmarks.figures import Figure
    from benchmarks.peer import Peer
    from benchmarks.timing import Effort

QUESTIONS: dict[str, Callable[[Sequence[Peer], Effort], Iterator[Figure]]] = {
    "import_time": import_time.figures,
    "define": define.figures,
    "declare": declare.figures,
    "dispatch": dispatch.figures,
    "refusal": refusal.figures,
    "async_calls": async_calls.figures,
    "registry": registry.figures,
    "memory": memory.figures,
    "size": size.figures,
}
# No call is made in these.
ABOUT_TOOLS = frozenset({"import_time", "define", "declare", "memory", "size"})
EFFORTS = {"full": FULL, "quick": QUICK}


def measured(questions: Iterable[str], names: Sequence[str] | None, effort: Effort) -> dict[str, Any]:
    """What one run found out, as JSON has it."""
    found, missing = peers(names)
    figures: list[Figure] = []
    for question in questions:
        start = perf_counter()
        asked = [peer for peer in found if not (peer.calls_only and question in ABOUT_TOOLS)]
        figures.extend(QUESTIONS[question](asked, effort))
        print(f"{question}: {perf_counter() - start:.0f} s", file=sys.stderr)
    versions = {peer.name: version_of(peer) for peer in found}
    return {"figures": figures, "versions": versions, "missing": missing, "python": platform.python_version()}


def options() -> argparse.ArgumentParser:
    """What one run and the report both take."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=False)
    parser.add_argument("questions", nargs="*", help=f"what to measure, of: {', '.join(QUESTIONS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, one run")
    parser.add_argument("--peers", nargs="*", metavar="NAME", help="libraries to compare (default: all installed)")
    return parser


def main() -> None:
    given = options().parse_args()
    effort = EFFORTS["quick" if given.quick else "full"]
    json.dump(measured(given.questions or QUESTIONS, given.peers, effort), sys.stdout)


if __name__ == "__main__":
    main()
