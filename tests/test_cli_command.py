"""The command line, from its words to its exit status."""

from __future__ import annotations

import re

import pytest
from cli_shop import Run, written

from toolkit.cli.parser import _COMMANDS


@pytest.mark.parametrize(
    "words",
    [
        ["--json", "./shop.py", "price", "article=tea"],
        ["./shop.py", "--json", "price", "article=tea"],
        ["./shop.py", "price", "--json", "article=tea"],
        ["./shop.py", "price", "article=tea", "--json"],
    ],
)
def test_options_may_stand_anywhere(run: Run, words: list[str]):
    """Before, between and after the words."""
    told = run("call", *words).json
    assert (told["name"], told["ok"], told["kind"], told["value"], told["text"]) == ("price", True, "ok", 2.5, "2.5")
    assert told["arguments"] == {"article": "tea"}


@pytest.mark.parametrize(
    "argv", [[], ["lst"], ["list"], ["list", "a", "b"], ["list", "a", "--no"], ["call", "./shop.py", "price", "--no"]]
)
def test_wrong_words_are_one_line(run: Run, argv: list[str]):
    """Where argparse would print its usage over several lines."""
    ran = run(*argv)
    assert (ran.status, ran.out, len(ran.said)) == (2, "", 1)


def test_no_command_at_all_is_answered_with_all(run: Run):
    """They can be typed without asking for help first."""
    assert run().said == ["toolkit: name a command: list, schema, call, lock or check; see toolkit --help"]
    assert re.findall(r"\w+", run("lst").said[0].partition("choose from")[2])[:5] == [*_COMMANDS]


def test_a_second_target_is_sent_to_a_registry(run: Run):
    """Tools of several modules are checked together or not at all."""
    line = "toolkit: one TARGET, and 'b' is another; name a registry of several: pkg.mod:registry"
    assert run("check", "a", "b").said == [f"{line}; see toolkit --help"]


@pytest.mark.parametrize(("word", "command"), [("diff", "check TARGET --lock FILE"), ("run", "call TARGET NAME")])
def test_a_command_of_another_name_is_told(run: Run, word: str, command: str):
    """The line can be typed as it is."""
    ran = run(word, "./shop.py")
    assert ran.status == 2
    assert ran.said[0].startswith(f"toolkit: no command '{word}'; here it is toolkit {command}")


@pytest.mark.parametrize(("argv", "part"), [(["--help"], "call"), (["call", "--help"], "key=value")])
def test_help_is_a_result(run: Run, argv: list[str], part: str):
    """It was asked for, so it goes to standard output."""
    ran = run(*argv)
    assert (ran.status, ran.err) == (0, "")
    assert part in ran.out


def test_a_terminal_is_told_nothing_that_it_obeys(run: Run):
    """Results, descriptions and errors lose their control and bidi characters."""
    evil = "a\x1b[31mb\u202ec\x9bd\u061ce\rf"
    assert run("call", "./shop.py", "echo", f"text={evil}").out == "a[31mbcdef\n"
    ran = run("call", "./shop.py", "fail", f"message={evil}")
    assert ran.said == ["toolkit: fail: a[31mbcdef"]
    assert not set("\x1b\u202e\x9b\u061c\r") & set(run("call", "./shop.py", f"ec{evil}").err)


def test_an_interrupt_is_no_traceback(run: Run):
    """The exit status is that of a shell's command that SIGINT ended."""
    written("stops.py", "raise KeyboardInterrupt\n")
    ran = run("list", "./stops.py")
    assert (ran.status, ran.out, ran.err) == (130, "", "toolkit: interrupted\n")


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_of_a_tool_prints_its_arguments(run: Run, word: str):
    """With what each takes, and whether it may be left out."""
    ran = run("call", "./shop.py", "price", word)
    assert (ran.status, ran.out.splitlines()[0]) == (0, "What articles cost.")
    assert [line.split() for line in ran.out.splitlines()[-3:]] == [
        ["ARGUMENT", "TAKES", "NEEDED", "DESCRIPTION"],
        ["article", "string", "required"],
        ["count", "integer", "optional", "(1)"],
    ]
    assert run("call", "./shop.py", "pirce", word).said == ["toolkit: no tool 'pirce'; did you mean price?"]


def test_help_of_a_tool_without_arguments_says_so(run: Run):
    """There is no table to print."""
    written("now.py", "from toolkit import tool\n@tool\ndef now() -> int:\n    'The time.'\n")
    assert run("call", "./now.py", "now", "--help").out == "The time.\nIt takes no arguments.\n"
