"""`toolkit lock` writes down what tools promise, and `toolkit check --lock` compares."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_shop import Run, written

SPAN = """
from toolkit import tool

@tool
def price(article: str, count: int = 1) -> float:
    \"\"\"What articles cost.\"\"\"
    return 2.5 * count
"""


@pytest.fixture(autouse=True)
def further_tools(run: Run) -> None:
    """There is a further file of tools."""
    written("span.py", SPAN)


def revised(old: str, new: str) -> None:
    """Edit the file of tools; a module is imported once, so the new text gets a file of its own."""
    assert old in SPAN
    written("later.py", SPAN.replace(old, new))


def test_a_lock_is_printed_or_written(run: Run):
    """The same text; whatever the module prints goes elsewhere."""
    printed = run("lock", "./shop.py")
    assert (printed.status, printed.said) == (0, [])
    assert sorted(printed.json["tools"]) == ["echo", "fail", "order", "pay", "price"]
    assert run("lock", "./shop.py", "-o", "tools.lock.json").out == ""
    assert Path("tools.lock.json").read_text(encoding="utf-8") == printed.out


def test_nothing_changed_is_well(run: Run):
    """A note says so, and standard output stays empty."""
    run("lock", "./span.py", "-o", "tools.lock.json")
    ran = run("check", "./span.py", "--lock", "tools.lock.json")
    assert (ran.status, ran.out, ran.err) == (0, "", "toolkit: no changes\n")
    assert run("check", "./span.py", "--lock", "tools.lock.json", "--json").json == {"changes": []}


def test_a_breaking_change_is_the_exit_status(run: Run):
    """With where it is, what was, what is, and the command for when it is meant."""
    run("lock", "./span.py", "-o", "tools.lock.json")
    revised("count: int = 1", "count: bool = True")
    ran = run("check", "./later.py", "--lock", "tools.lock.json")
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "CHANGE     TOOL   PLACE            WHAT             WAS      NOW",
        "breaking   price  arguments.count  type changed     integer  boolean",
        "behaviour  price  arguments.count  default changed  1        true",
    ]
    command = "toolkit lock ./later.py -o tools.lock.json"
    assert ran.err == f"toolkit: 1 breaking change; undo, or if meant, write the lock anew: {command}\n"


def test_other_changes_are_told_and_well(run: Run):
    """They do not stop a build."""
    run("lock", "./span.py", "-o", "tools.lock.json")
    revised("What articles cost.", "What\\x1b articles cost together.")
    ran = run("check", "./later.py", "--lock", "tools.lock.json", "--json")
    assert ran.status == 0
    assert ran.json["changes"] == [
        {
            "kind": "behaviour",
            "tool": "price",
            "place": "description",
            "what": "description changed",
            "was": "What articles cost.",
            "now": "What\x1b articles cost together.",
        }
    ]
    assert ran.said[0].startswith("toolkit: 1 change, none breaking; write the lock anew: ")


@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("absent.json", "no file absent.json; make it first: toolkit lock TARGET -o absent.json"),
        (".", "cannot read .: Is a directory"),
        ("shop.py", "shop.py: the lock is no valid JSON: Expecting value: line 2 column 1 (char 1); write it anew"),
        ("latin.json", "latin.json: 'utf-8' codec can't decode byte"),
    ],
)
def test_what_is_no_lock_is_wrong_use(run: Run, file: str, part: str):
    """Not a failed check, which a build would take for breaking changes."""
    Path("latin.json").write_bytes(json.dumps("\xe9", ensure_ascii=False).encode("latin-1"))
    ran = run("check", "./span.py", "--lock", file)
    assert (ran.status, ran.out) == (2, "")
    assert part in ran.err


def test_a_lock_that_cannot_be_written_is_wrong_use(run: Run):
    """With the reason of the system."""
    ran = run("lock", "./span.py", "-o", "absent/tools.lock.json")
    assert (ran.status, ran.err) == (2, "toolkit: cannot write absent/tools.lock.json: No such file or directory\n")
