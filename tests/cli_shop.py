"""A file of tools, and a command run in its directory: what the tests of the command line stand on."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolkit.cli import main

SHOP = '''
import sys
from dataclasses import dataclass
from toolkit import Registry, Tool, ToolError, tool

print("imported")

@dataclass
class Address:
    city: str
    zip_code: int = 0

@tool
def price(article: str, count: int = 1) -> float:
    """What articles cost.

    All of them together.
    """
    print("looking it up")
    return 2.5 * count

@tool(tags=["orders"], destructive=True)
def order(article: str, at: Address, tags: list[str] = ()) -> dict:
    """Order an article."""
    return {"article": article, "at": at, "tags": tags}

@tool(approval=True)
def pay(amount: float) -> str:
    """Pay."""
    return f"paid {amount}"

@tool
def fail(message: str = "sold out") -> str:
    """Always fails."""
    raise ToolError(message)

@tool
def echo(text: str) -> str:
    """Say it again."""
    return text

def plain(a: int) -> int:
    """No tool by itself."""
    return a + 1

class Counter:
    """Counts."""

    @tool
    def count(self, by: int = 1) -> int:
        """Count on."""
        return by

only_prices = Registry([price])
both = [price, echo]
counter = Counter()
number = 3
'''


def open_shop(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a directory with a file of tools the working one."""
    (directory / "shop.py").write_text(SHOP, encoding="utf-8")
    monkeypatch.chdir(directory)


def written(file: str, text: str) -> None:
    """Write a Python file in the working directory."""
    Path(file).parent.mkdir(exist_ok=True)
    Path(file).write_text(text, encoding="utf-8")


class Ran:
    """What one command left behind."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *argv: str) -> None:
        capsys.readouterr()
        self.status = main(argv)
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def said(self) -> list[str]:
        """The lines on standard error, without what the tools themselves print."""
        return [line for line in self.err.splitlines() if line not in {"imported", "looking it up"}]


# Runs one command: the fixture `run` of conftest.py.
Run = Callable[..., Ran]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def openai_call(name: str, **arguments: Any) -> dict[str, Any]:
    """A call as OpenAI's chat API sends it."""
    return {"id": f"call_{name}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


def message(*calls: dict[str, Any]) -> str:
    """A message with calls, as JSON."""
    return json.dumps({"role": "assistant", "content": None, "tool_calls": calls})
