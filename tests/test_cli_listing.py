"""`toolkit list` tells what tools there are."""

from __future__ import annotations

import sys

import pytest
from cli_shop import Run, Terminal, written


def test_list_prints_a_line_for_each_tool(run: Run):
    """Names, arguments and the first line of each description stand one under the other."""
    ran = run("list", "./shop.py")
    assert (ran.status, ran.said) == (0, [])
    assert ran.out == (
        "TOOL   ARGUMENTS          DESCRIPTION\n"
        "price  article [count]    What articles cost.\n"
        "order  article at [tags]  Order an article.\n"
        "pay    amount             Pay.\n"
        "fail   [message]          Always fails.\n"
        "echo   text               Say it again.\n"
    )


def test_list_tells_programs_more(run: Run):
    """With --json each tool has its schema and what its author said of it."""
    tools = {each["name"]: each for each in run("list", "./shop.py", "--json").json}
    assert list(tools) == ["price", "order", "pay", "fail", "echo"]
    assert tools["price"]["input_schema"]["required"] == ["article"]
    assert (tools["order"]["tags"], tools["order"]["destructive"]) == (["orders"], True)
    assert [name for name, each in tools.items() if each["needs_approval"]] == ["pay"]
    assert "destructive" not in tools["price"]


def test_a_terminal_gets_a_table(run: Run, monkeypatch: pytest.MonkeyPatch):
    """Where rich is there; brackets are text to it."""
    pytest.importorskip("rich")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert run("list", "./shop.py").status == 0
    assert "article [count]" in terminal.getvalue()
    assert "─" in terminal.getvalue()


def test_a_terminal_without_rich_gets_text(run: Run, monkeypatch: pytest.MonkeyPatch):
    """A bare install prints what a pipe gets."""
    terminal = Terminal()
    plain = run("list", "./shop.py").out
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setitem(sys.modules, "rich.box", None)
    run("list", "./shop.py")
    assert terminal.getvalue() == plain


def test_a_tool_that_is_not_enabled_is_not_there(run: Run):
    """It is neither listed nor called."""
    text = "from toolkit import tool\n\n@tool(enabled=False)\ndef off(): 'Off.'\n\n@tool\ndef on(): 'On.'\n"
    written("switched.py", text)
    assert [each["name"] for each in run("list", "./switched.py", "--json").json] == ["on"]
    assert run("call", "./switched.py", "off").status == 2


@pytest.mark.parametrize("enabled", ["user is not None", "user.is_admin", "ready(user)"])
def test_a_tool_that_some_callers_alone_see_is_there_but_not_called(run: Run, enabled: str):
    """What it promises is looked at like any other, and the command line is nobody."""
    text = f"""
from toolkit import Registry, tool

async def ready(user):
    return user is not None

@tool(enabled=lambda user: {enabled})
def erase() -> str:
    "Erase all."
    return "erased"

registry = Registry()
registry.provide(lambda user: [erase])
"""
    written("guarded.py", text)
    for target in ("./guarded.py", "./guarded.py:registry"):
        assert [each["name"] for each in run("list", target, "--json").json] == ["erase"]
        assert [each["function"]["name"] for each in run("schema", target).json] == ["erase"]
        assert [*run("lock", target).json["tools"]] == ["erase"]
        assert "B401" in run("check", target).out
        assert run("call", target, "erase", "--help").out.startswith("Erase all.")
        ran = run("call", target, "erase")
        assert (ran.status, ran.out) == (1, "")
        assert "erase: enabled for some callers alone, and the command line is none of them" in ran.said[-1]
