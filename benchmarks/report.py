"""The table of all benchmarks, with targets, and the chart of the README.

python -m benchmarks.report [--quick] [QUESTION ...] [--peers NAME ...] [--chart FILE.svg] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.chart import chart
from benchmarks.figures import TARGETS
from benchmarks.import_time import ROOT
from benchmarks.measure import EFFORTS, options
from benchmarks.peer import FILES, OURS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Row of the table -> subject -> what each run found.
Runs = dict[str, dict[str, list[float]]]


def one_run(arguments: list[str]) -> dict[str, Any]:
    """What a run in a process of its own found: where memory lies differs from process to process."""
    command = [sys.executable, "-m", "benchmarks.measure", *arguments]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(output)


def joined(runs: Iterable[dict[str, Any]]) -> Runs:
    """The values of all runs, side by side."""
    rows: Runs = {}
    for run in runs:
        for work, subject, value in run["figures"]:
            rows.setdefault(work, {}).setdefault(subject, []).append(value)
    return rows


def lines(rows: Runs) -> Iterator[str]:
    """The table, in Markdown."""
    subjects = [name for name in FILES if name != OURS and any(name in row for row in rows.values())]
    yield f"| work | target | {OURS} | of the runs | {' | '.join(subjects)} |".replace(" |  |", " |")
    yield "| --- " * (4 + len(subjects)) + "|"
    for work, target in TARGETS.items():
        if work in rows:
            yield _line(work, target, rows[work], subjects)


def _line(work: str, target: float | None, row: dict[str, list[float]], subjects: list[str]) -> str:
    values = row.get(OURS, [])
    ours = _shown(median(values)) if values else ""
    if values and target is not None:
        ours = f"**{ours}**" if median(values) <= target else f"{ours} (missed)"
    spread = f"{_shown(min(values))}-{_shown(max(values))}" if len(values) > 1 else ""
    others = [_shown(median(row[name])) if name in row else "" for name in subjects]
    return f"| {' | '.join([work, '' if target is None else f'{target:g}', ours, spread, *others])} |"


def _shown(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}" if value < 0.1 else f"{value:.3g}"


def verdict(rows: Runs) -> str:
    """How many targets hold."""
    held = [
        median(rows[work][OURS]) <= target
        for work, target in TARGETS.items()
        if target is not None and OURS in rows.get(work, {})
    ]
    return f"{sum(held)} of {len(held)} targets hold."


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__, parents=[options()])
    parser.add_argument("--chart", type=Path, metavar="FILE", help="write the chart there, as SVG")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what every run found there")
    given = parser.parse_args()
    passed = [*given.questions, *(["--quick"] if given.quick else [])]
    if given.peers is not None:
        passed += ["--peers", *given.peers]
    runs = [one_run(passed) for _ in range(EFFORTS["quick" if given.quick else "full"].runs)]
    rows = joined(runs)
    print("\n".join(lines(rows)))
    print(f"\n{verdict(rows)} Ratios are medians of {len(runs)} run(s); what a row measures, and over what,")
    print("stands at the top of its file in benchmarks/.")
    print(f"Python {runs[0]['python']}; " + ", ".join(f"{name} {its}" for name, its in runs[0]["versions"].items()))
    for name, reason in runs[0]["missing"].items():
        print(f"Left out: {name} ({reason}).")
    if given.chart is not None:
        given.chart.write_text(chart({work: {who: median(v) for who, v in row.items()} for work, row in rows.items()}))
    if given.json is not None:
        given.json.write_text(json.dumps(runs))


if __name__ == "__main__":
    main()
