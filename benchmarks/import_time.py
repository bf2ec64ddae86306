"""What a fresh process pays until its first tool is there, over `python -c pass`, both in processor time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.figures import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.peer import Peer
    from benchmarks.timing import Effort

ROOT = Path(__file__).parents[1]
NOTHING = "pass"
# They take seconds each.
PROCESSES_OF_PEERS = 3
COUNTING = "import sys; before = len(sys.modules)\n{program}\nprint(len(sys.modules) - before)"


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    found: dict[str, list[float]] = {peer.name: [] for peer in peers}
    for peer in peers:
        # The first run writes the compiled files.
        counting = _command(COUNTING.format(program=peer.program))
        output = subprocess.check_output(counting, **_SURROUNDINGS)
        yield Figure("import + first tool, modules", peer.name, int(output.split()[-1]))
    for number in range(effort.processes):
        for peer in peers if number < PROCESSES_OF_PEERS else peers[:1]:
            nothing = (cpu_seconds(NOTHING) + cpu_seconds(NOTHING)) / 2
            found[peer.name].append(cpu_seconds(peer.program) / nothing)
    yield from (Figure("import + first tool", name, median(values)) for name, values in found.items())


def cpu_seconds(program: str) -> float:
    """The processor time of a fresh process; that of the clock depends on who else runs."""
    process = subprocess.Popen(_command(program), **_SURROUNDINGS)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise ChildProcessError(f"exit {process.returncode} of {program}")
    return usage.ru_utime + usage.ru_stime


def _command(program: str) -> list[str]:
    return [sys.executable, "-c", program]


_SURROUNDINGS = {
    "cwd": ROOT,
    # Coverage and the like would start in the process that is measured.
    "env": {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTHON"))},
}
