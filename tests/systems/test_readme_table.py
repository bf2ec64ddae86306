"""The lines of code in the README's tables for those who come from elsewhere."""

from __future__ import annotations

import ast
import re
import sys
from types import ModuleType
from typing import Any

import pytest
from readme import README, readme_blocks

from toolkit import Registry, ToolResult

SECTION = "Coming from elsewhere"
CELL = re.compile(r"^\| .* \| `(?P<line>.+)` \|$", re.MULTILINE)


def lines() -> list[str]:
    """The third column of every table of the section."""
    if not README.exists():
        return []
    section = README.read_text(encoding="utf-8").partition(f"## {SECTION}\n")[2].partition("\n## ")[0]
    return CELL.findall(section)


def outcome(line: str, names: dict[str, Any]) -> Any:
    """The value of the line; of a class or function that it defines, the tool."""
    tree = ast.parse(line).body[0]
    if isinstance(tree, ast.Expr):
        return eval(line, names)
    exec(line, names)
    made = names[tree.name]
    return made() if made.__name__ == "Report" else Registry([made])


@pytest.mark.parametrize("line", lines())
def test_a_line_of_the_table_runs(line: str, monkeypatch: pytest.MonkeyPatch):
    """After the block above the tables; a comparison holds, a result is one that went well."""
    module = ModuleType("readme_table")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for block in readme_blocks():
        if block.section == SECTION and block.language == "python":
            exec(block.text, module.__dict__)
    value = outcome(line, module.__dict__)
    assert value is not False
    assert not isinstance(value, ToolResult) or value.ok


def test_every_system_has_a_table():
    """Each with lines of code in every row."""
    text = README.read_text(encoding="utf-8").partition(f"## {SECTION}\n")[2].partition("\n## ")[0]
    rows = [row for row in text.splitlines() if row.startswith("| ") and not row.startswith("| ---")]
    heads = [row.split(" | ")[0].removeprefix("| ") for row in rows if "for instance" in row]
    assert heads == ["LangChain", "Koog", "Microsoft", "Pangu", "OpenAI Agents, pydantic-ai, FastMCP"]
    assert len(lines()) == len(rows) - len(heads)
