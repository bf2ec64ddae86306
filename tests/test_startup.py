"""What a fresh process pays for the library before its first call."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from floors import LAZY, ROOT

IMPORT = "import toolkit; from toolkit import tool"
# What a library that reads signatures and hints cannot do without.
LEAST = "import inspect, typing, dataclasses, json"
CPU_RATIO = 1.6
MODULES = 110


def output_of(code: str) -> str:
    """What a fresh interpreter prints for some code."""
    # An environment of coverage would start it in the process that is measured.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("COVERAGE", "PYTHON"))}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout


def loaded_by(code: str) -> set[str]:
    """The modules that some code loads in a fresh process."""
    around = f"import sys; before = set(sys.modules)\n{code}\nnew = sorted(set(sys.modules) - before)"
    return set(json.loads(output_of(f"{around}\nimport json; print(json.dumps(new))")))


def cpu_seconds(code: str) -> float:
    """The processor time of a fresh process that runs some code, its start included."""
    return float(output_of(f"{code}\nimport time; print(time.process_time())"))


@pytest.mark.parametrize("code", ["import toolkit", IMPORT])
def test_importing_loads_no_dear_module(code: str):
    """asyncio, jsonschema and the like are loaded when they are first needed."""
    assert sorted(loaded_by(code) & LAZY) == []


def test_importing_loads_few_modules():
    """The first tool of a process costs at most 110 modules."""
    assert len(loaded_by(IMPORT)) <= MODULES


def test_importing_is_cheap():
    """The import costs at most 1.6 times what reading signatures costs at least."""
    ours, least = [], []
    while True:
        # The lowest of many runs in turn: noise only ever adds.
        ours.append(cpu_seconds(IMPORT))
        least.append(cpu_seconds(LEAST))
        ratio = min(ours) / min(least)
        if len(ours) >= 5 and (ratio <= CPU_RATIO or len(ours) == 45):
            break
    assert ratio <= CPU_RATIO
