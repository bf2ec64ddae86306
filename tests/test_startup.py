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
MODULES = 110
# About 13 000 functions and as many ends of them; the time they take is measured by benchmarks/import_time.py.
EVENTS = 32_000


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


def events_of(code: str) -> int:
    """How many functions some code enters and leaves in a fresh process."""
    counted = "import sys; seen = []\nsys.setprofile(lambda *_: seen.append(None))\n"
    return int(output_of(f"{counted}{code}\nsys.setprofile(None); print(len(seen))"))


@pytest.mark.parametrize("code", ["import toolkit", IMPORT])
def test_importing_loads_no_dear_module(code: str):
    """asyncio, jsonschema and the like are loaded when they are first needed."""
    assert sorted(loaded_by(code) & LAZY) == []


def test_importing_loads_few_modules():
    """The first tool of a process costs at most 110 modules."""
    assert len(loaded_by(IMPORT)) <= MODULES


def test_importing_is_cheap():
    """The import does little beside what reading signatures needs at least: a count, as times depend on the machine."""
    output_of(IMPORT)  # What is compiled once for all is not counted.
    assert events_of(IMPORT) - events_of(LEAST) <= EVENTS
