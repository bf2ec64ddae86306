"""A person allows calls at the terminal, or beforehand."""

from __future__ import annotations

import io

import pytest
from cli_shop import Run, Terminal

from toolkit.cli.asking import call_text


@pytest.mark.parametrize(
    ("answer", "status", "out"), [("y\n", 0, "paid 5.0\n"), ("YES\n", 0, "paid 5.0\n"), ("\n", 1, ""), ("", 1, "")]
)
def test_approval_is_asked_for_on_the_terminal(
    run: Run, answer: str, status: int, out: str, monkeypatch: pytest.MonkeyPatch
):
    """The call is shown as it would run; anything but yes is no."""
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    ran = run("call", "./shop.py", "pay", "amount=5")
    assert (ran.status, ran.out) == (status, out)
    assert "Run pay(amount=5)? [y/N] " in ran.err


def test_no_name_of_an_argument_begins_another_line():
    """What would break or move the line is escaped, in names as in values."""
    assert call_text("pay", {"a\n\u202e": "b\n\u202e"}) == r'pay(a\n\u202e="b\n\u202e")'


def test_without_a_terminal_approval_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch):
    """The line says how to allow the call."""
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    ran = run("call", "./shop.py", "pay", "amount=5")
    line = "toolkit: pay: a person has to allow this call, and there is no terminal to ask on; --yes allows it"
    assert (ran.status, ran.out, ran.said) == (1, "", [line])


def test_yes_allows(run: Run, monkeypatch: pytest.MonkeyPatch):
    """Nobody is asked."""
    monkeypatch.setattr("sys.stdin", None)
    assert run("call", "./shop.py", "pay", "amount=5", "--yes").out == "paid 5.0\n"
