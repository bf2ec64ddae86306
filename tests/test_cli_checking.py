"""`toolkit check` tells what is wrong with tools, by rules that have a code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from cli_shop import Ran, open_shop, written

from toolkit.quality import RULES

Run = Callable[..., Ran]

MAIL = """
from toolkit import tool

@tool
def send_mail(to: str) -> None:
    \"\"\"Send a mail.\"\"\"
"""


@pytest.fixture(autouse=True)
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working directory has files of tools."""
    open_shop(tmp_path, monkeypatch)
    written("mail.py", MAIL)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command."""
    return partial(Ran, capsys)


def test_good_tools_are_well(run: Run):
    """Standard output stays empty."""
    ran = run("check", "toolkit.examples.weather", "--for", "openai", "gemini", "--strict")
    assert (ran.status, ran.out, ran.err) == (0, "", "toolkit: nothing found\n")


def test_an_error_is_the_exit_status(run: Run):
    """Each finding is a row with its cure."""
    ran = run("check", "./mail.py")
    assert (ran.status, ran.said) == (1, ["toolkit: 1 error, 1 warning"])
    header, error, warning = ran.out.splitlines()
    assert header.split() == ["RULE", "LEVEL", "TOOL", "PLACE", "FINDING"]
    assert error.startswith("B401  error    send_mail  hints         its name begins with 'send', and no hint")
    assert warning.endswith('no description; describe it in the docstring, or as Annotated[..., "text"] of to')


def test_warnings_are_well(run: Run):
    """And rules that are left out find nothing."""
    assert run("check", "./mail.py", "--ignore", "B401").status == 0
    ran = run("check", "./mail.py", "--ignore", "B401", "D102", "--json")
    assert (ran.status, ran.json) == (0, {"findings": []})


def test_warnings_may_count_as_errors(run: Run):
    """Those of a rule, or of a rule for some tools; they are told first, as errors."""
    words = ("check", "./mail.py", "--ignore", "B401")
    ran = run(*words, "--error", "D102:send_*", "--json")
    assert (ran.status, [each["level"] for each in ran.json["findings"]]) == (1, ["error"])
    assert run(*words, "--error", "D102").said == ["toolkit: 1 error, 0 warnings"]
    assert run(*words, "--error", "D102:fetch_*", "D104").status == 0


def test_a_rule_may_be_left_out_for_some_tools(run: Run):
    """By their names, with wildcards."""
    words = ("check", "./mail.py", "--json", "--ignore")
    codes = {
        tool: [each["code"] for each in run(*words, f"B401:{tool}").json["findings"]]
        for tool in ("send_mail", "*_mail", "send", "")
    }
    assert codes == {"send_mail": ["D102"], "*_mail": ["D102"], "send": ["B401", "D102"], "": ["D102"]}


def test_findings_are_json_for_programs(run: Run):
    """Each with its rule and level."""
    told = run("check", "./mail.py", "--json").json["findings"]
    assert [(each["code"], each["level"], each["place"]) for each in told] == [
        ("B401", "error", "hints"),
        ("D102", "warning", "arguments.to"),
    ]


def test_a_budget_is_kept(run: Run):
    """Of the providers that are named."""
    ran = run("check", "./mail.py", "--for", "mcp", "--max-chars", "20", "--ignore", "B401")
    assert ran.status == 1
    assert "characters for mcp, and the budget is 20; shorten the longest: send_mail (" in ran.out


def test_help_lists_the_rules(run: Run):
    """So that a code can be looked up where it was read."""
    ran = run("check", "--help")
    assert all(code in ran.out and rule.finds in ran.out for code, rule in RULES.items())


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--for", "opnai"], "no provider 'opnai'; did you mean openai?"),
        (["--ignore", "D1020"], "no rule 'D1020'; did you mean D102?"),
        (["--error", "D1020:send_mail"], "no rule 'D1020'; did you mean D102?"),
        (["--lock", "a.json", "--error", "D102"], "--error says nothing of a lock"),
        (["--max-chars", "0"], "'0' is no number of characters above 0"),
        (["--lock", "a.json", "--strict"], "--strict says nothing of a lock; check twice, once with --lock and once"),
    ],
)
def test_wrong_words_are_wrong_use(run: Run, words: list[str], part: str):
    """With what was meant."""
    ran = run("check", "./mail.py", *words)
    assert (ran.status, ran.out) == (2, "")
    assert part in ran.err
