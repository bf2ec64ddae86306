"""The command line as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from floors import ROOT

EXAMPLES = ROOT / "toolkit" / "examples"
TWO_CALLS = (EXAMPLES / "two_calls.json").read_text(encoding="utf-8")
LONG = """
from toolkit import tool

@tool
def long() -> str:
    'A long text.'
    return 'x' * 60_000
"""
LOUD = """
import os
import subprocess
import sys
from toolkit import tool

print("imported")

@tool
def loud() -> str:
    'Prints in every way there is.'
    print("printed")
    print("by the other name", file=sys.__stdout__)
    os.write(1, b"written\\n")
    subprocess.run([sys.executable, "-c", "print('by a child')"], check=True)
    return "result"
"""
HANGING = """
import time
from toolkit import tool

@tool
def hang() -> str:
    'Hang.'
    time.sleep(30)
    return ''
"""


def ended(*argv: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """How `python -m toolkit` ended."""
    command = [sys.executable, "-m", "toolkit", *argv]
    return subprocess.run(
        command, cwd=ROOT, check=False, capture_output=True, encoding="utf-8", timeout=20, input=given
    )


def test_the_first_command_of_the_readme_prints_both_results():
    """A message on standard input, its results on standard output."""
    done = ended("call", "toolkit/examples/weather.py", "-", given=TWO_CALLS)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        'get_weather(city="Zürich", days=2)\n'
        '  {"city": "Zürich", "degrees": 24, "unit": "c"}\n'
        "\n"
        'list_cities(country="NO")\n'
        '  ["Oslo", "Bergen", "Trondheim"]\n'
    )


def test_a_bare_install_has_the_command_line():
    """Nothing that functoolkit does not depend on is needed."""
    code = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(['rich', 'pydantic', 'attrs', 'json_repair', 'annotated_types']))\n"
        "from toolkit.cli import main\n"
        "sys.exit(main(['list', 'toolkit.examples.weather', '--json']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert [each["name"] for each in json.loads(done.stdout)] == ["get_weather", "list_cities"]


def test_standard_output_is_kept_for_results(tmp_path: Path):
    """What a module or a tool prints, in whatever way, goes to standard error."""
    (tmp_path / "loud.py").write_text(LOUD, encoding="utf-8")
    done = ended("call", str(tmp_path / "loud.py"), "loud", "--json")
    assert (done.returncode, json.loads(done.stdout)["value"]) == (0, "result")
    printed = ["by a child", "by the other name", "imported", "printed", "written"]
    assert sorted(done.stderr.splitlines()) == printed


def test_standard_output_may_be_closed_early(tmp_path: Path):
    """A reader that has seen enough, as `head` has, ends nothing in a traceback."""
    (tmp_path / "long.py").write_text(LONG, encoding="utf-8")
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "toolkit", "call", str(tmp_path / "long.py"), "long"]
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=write, stderr=subprocess.PIPE, timeout=60)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_body_that_hangs_keeps_no_process(tmp_path: Path):
    """After the timeout the process ends, though the body does not."""
    (tmp_path / "hanging.py").write_text(HANGING, encoding="utf-8")
    done = ended("call", str(tmp_path / "hanging.py"), "hang", "--timeout", "0.1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("toolkit: hang: ")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_a_body_that_hangs(tmp_path: Path):
    """Ctrl-C ends the command with the status that shells give to SIGINT."""
    import signal

    text = HANGING.replace("    time.sleep", "    print('begun', flush=True)\n    time.sleep")
    (tmp_path / "hanging.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "toolkit", "call", str(tmp_path / "hanging.py"), "hang"]
    # A shell that runs the tests in the background has them ignore the signal, and so would what they start.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stderr is not None
        assert process.stderr.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "toolkit: interrupted\n")
