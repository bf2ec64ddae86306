"""What the README shows is what happens."""

from __future__ import annotations

import ast
import asyncio
import doctest
import importlib.util
import inspect
import itertools
import os
import shutil
import subprocess
import sys
from types import ModuleType

import pytest
from readme import README, Block, first_commands, readme_blocks

BLOCKS = readme_blocks()
# Packages that an example may use and a bare test environment may lack.
OPTIONAL = {
    "anthropic",
    "distributed",
    "google",
    "json_repair",
    "langchain_core",
    "mcp",
    "mistralai",
    "ollama",
    "openai",
    "opentelemetry",
    "pebble",
}
COMMANDS = ("toolkit ", "python -m toolkit ")
# The commands of a reader's shell, run by the interpreter that runs the tests.
PRELUDE = 'python() { "$PYTHON" "$@"; }\ntoolkit() { python -m toolkit "$@"; }\n'

pytestmark = pytest.mark.skipif(not README.exists(), reason="there is no README.md")


def python_sections() -> dict[str, list[Block]]:
    """The Python blocks by section: what a section has defined stays defined to its end."""
    python = [block for block in BLOCKS if block.language == "python"]
    grouped = itertools.groupby(python, key=lambda block: block.section)
    return {section: list(blocks) for section, blocks in grouped}


def commands() -> list[tuple[Block, str | None]]:
    """The shell blocks that use the command line, each with its output if a text block follows at once."""
    following = itertools.zip_longest(BLOCKS, BLOCKS[1:])
    return [
        (block, after.text if after is not None and after.language == "text" else None)
        for block, after in following
        if block.language == "sh" and block.text.startswith(COMMANDS)
    ]


def skip_if_missing(block: Block) -> None:
    """Skip the test where the block imports an optional package that is not here."""
    imported = doctest.script_from_examples(block.text) if ">>> " in block.text else block.text
    for node in ast.walk(compile(imported, README.name, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in {name.partition(".")[0] for name in names} & OPTIONAL:
            if importlib.util.find_spec(name) is None:
                pytest.skip(f"{name} is not installed")


def run_python(block: Block, module: ModuleType) -> None:
    """Run a block in the module; `await` works at its top, as at a notebook's."""
    if ">>> " in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, module.__dict__, "", README.name, block.line - 1)
        test.globs = module.__dict__
        failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed
        assert failed == 0
        return
    source = "\n" * (block.line - 1) + block.text
    code = compile(source, str(README), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    ran = eval(code, module.__dict__)
    if inspect.iscoroutine(ran):
        asyncio.run(ran)


@pytest.mark.parametrize("section", python_sections())
def test_the_python_of_a_section_runs(section: str, monkeypatch: pytest.MonkeyPatch):
    """The blocks of a section run one after the other, and print what they show."""
    module = ModuleType("readme_section")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.chdir(README.parent)
    for block in python_sections()[section]:
        skip_if_missing(block)
        run_python(block, module)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(("block", "output"), commands(), ids=lambda value: getattr(value, "line", ""))
def test_the_commands_run(block: Block, output: str | None):
    """A command of the README ends well, and prints what stands below it."""
    assert output in (None, printed(block.text))


def printed(commands: str) -> str:
    """What commands print in a reader's shell."""
    script = f"set -euo pipefail\n{PRELUDE}{commands}"
    environment = {**os.environ, "PYTHON": sys.executable, "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=README.parent, env=environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_first_command_prints_what_is_shown_below_it():
    """Its last part, the call; the environment that its first parts make is there already."""
    at = next(place for place, block in enumerate(BLOCKS) if block.language == "sh")
    command = BLOCKS[at].text.rpartition("&&")[2].replace(".venv/bin/", "").strip()
    assert printed(command) == BLOCKS[at + 1].text


def test_the_readme_begins_with_two_commands():
    """The first call and the test run are one line each, to be pasted into a shell."""
    assert len(first_commands(README.read_text(encoding="utf-8"))) == 2
