"""`toolkit check` tells what is wrong with tools, by rules that have a code."""

from __future__ import annotations

import pytest
from cli_shop import Run, written

from toolkit import DefinitionError
from toolkit.cli.checking import broken
from toolkit.quality import RULES

MAIL = """
from toolkit import tool

@tool
def send_mail(to: str) -> None:
    \"\"\"Send a mail.\"\"\"
"""


@pytest.fixture(autouse=True)
def further_tools(run: Run) -> None:
    """There is a further file of tools."""
    written("mail.py", MAIL)


def test_good_tools_are_well(run: Run):
    """Standard output stays empty."""
    ran = run("check", "toolkit.examples.weather", "--for", "openai", "gemini", "--strict")
    assert (ran.status, ran.out, ran.err) == (0, "", "toolkit: nothing found\n")


def test_an_error_is_the_exit_status(run: Run):
    """Each finding is a row with its cure."""
    ran = run("check", "./mail.py")
    assert (ran.status, ran.said) == (1, ["toolkit: 1 error, 1 warning"])
    header, error, warning = ran.out.splitlines()
    assert header.split() == ["RULE", "LEVEL", "TOOL", "PLACE", "FILE", "FINDING"]
    assert error.startswith(
        "B401  error    send_mail  hints         mail.py:4  its name begins with 'send', and no hint"
    )
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
    """Each with its rule and level, and where the function of its tool stands."""
    told = run("check", "./mail.py", "--json").json["findings"]
    assert [(each["code"], each["level"], each["place"], each["path"], each["line"]) for each in told] == [
        ("B401", "error", "hints", "mail.py", 4),
        ("D102", "warning", "arguments.to", "mail.py", 4),
    ]
    assert run("check", "./mail.py", "--format", "json").json["findings"] == told


def test_findings_are_commands_for_github(run: Run):
    """One line each; nothing where nothing is found."""
    ran = run("check", "./mail.py", "--format", "github", "--error", "D102")
    assert (ran.status, ran.said) == (1, ["toolkit: 2 errors, 0 warnings"])
    assert [line.partition("; ")[0] for line in ran.out.splitlines()] == [
        (
            "::error file=mail.py,line=4,title=B401::send_mail: hints: "
            "its name begins with 'send', and no hint tells of an effect"
        ),
        "::error file=mail.py,line=4,title=D102::send_mail: arguments.to: no description",
    ]
    assert run("check", "./mail.py", "--format", "github", "--ignore", "B401", "D102").out == ""


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [("@tool\ndef send(): ...", 4, "send: no description for the model; "), ("1 / 0", 4, "ZeroDivisionError: ")],
)
def test_what_keeps_tools_from_being_looked_at_is_a_command_for_github_too(run: Run, text: str, line: int, fault: str):
    """Beside the code that is at fault, and told as without it."""
    written("mail.py", f"from toolkit import tool\n\n\n{text}\n")
    ran = run("check", "./mail.py", "--format", "github")
    assert (ran.status, ran.said) == (1, run("check", "./mail.py").said)
    assert ran.out.startswith(f"::error file=mail.py,line={line},title=fault::{fault}")
    assert run("check", "./nowhere.py", "--format", "github").out == ""


@pytest.mark.parametrize("words", [("./mail.py",), ("mail",), ("./mail.py", "--lock", "a.json")])
def test_what_keeps_tools_from_being_looked_at_is_a_log_of_sarif_too(run: Run, words: tuple[str, ...]):
    """What uploads it would fail without a log, and hide the fault."""
    written("mail.py", "import nowhere_at_all\n")
    ran = run("check", *words, "--format", "sarif")
    (one,) = ran.json["runs"]
    assert (ran.status, [each["ruleId"] for each in one["results"]]) == (1, ["fault"])
    assert one["results"][0]["message"]["text"] == "ModuleNotFoundError: No module named 'nowhere_at_all'"
    place = one["results"][0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "mail.py"}, "region": {"startLine": 1}}
    assert run("check", "./nowhere.py", "--format", "sarif").out == ""


@pytest.mark.parametrize("words", [("--json",), ("--format", "json"), ("--json", "--lock", "a.json")])
def test_what_keeps_tools_from_being_looked_at_is_a_finding_for_programs_too(run: Run, words: tuple[str, ...]):
    """What reads the output would fail where there is none, and hide the fault."""
    written("mail.py", "import nowhere_at_all\n")
    ran = run("check", "./mail.py", *words)
    text = "ModuleNotFoundError: No module named 'nowhere_at_all'"
    assert (ran.status, ran.said) == (1, [f"toolkit: mail.py:1: {text}"])
    told = {"level": "error", "code": "fault", "tool": "", "place": "", "what": text, "cure": ""}
    assert ran.json == {"findings": [{**told, "path": "mail.py", "line": 1}]}
    assert run("check", "./nowhere.py", "--json").out == ""


def test_a_note_on_an_exception_is_no_place():
    """Somebody else may have put it there."""
    error = DefinitionError("no tool")
    error.add_note("hint: decorate it")
    (found,) = broken(error).told["findings"]
    assert (found["what"], found["path"], found["line"]) == ("no tool", None, None)


def test_findings_are_sarif_for_code_scanning(run: Run):
    """A log with all rules, empty where nothing is found."""
    log = run("check", "./mail.py", "--format", "sarif", "--ignore", "B401").json
    (one,) = log["runs"]
    assert (log["version"], [each["id"] for each in one["tool"]["driver"]["rules"]]) == ("2.1.0", [*RULES])
    assert [(each["ruleId"], each["level"]) for each in one["results"]] == [("D102", "warning")]
    place = one["results"][0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "mail.py"}, "region": {"startLine": 4}}
    assert run("check", "toolkit.examples.weather", "--format", "sarif").json["runs"][0]["results"] == []


def test_changes_are_shown_beside_the_code_too(run: Run):
    """A tool that is gone stands nowhere; its change is shown beside the first line of the target."""
    run("lock", "./mail.py", "-o", "a.json")
    written("mail.py", MAIL.replace("to: str", "to: str, cc: str") + MAIL.replace("send_mail", "read_mail"))
    ran = run("check", "./mail.py", "--lock", "a.json", "--format", "github")
    assert (ran.status, ran.out.splitlines()) == (
        1,
        [
            "::error file=mail.py,line=4,title=breaking::send_mail: arguments.cc: required argument added; now cc",
            "::notice file=mail.py,line=10,title=compatible::read_mail: tool added; now read_mail",
        ],
    )
    run("lock", "./mail.py", "-o", "b.json")
    written("mail.py", MAIL)
    gone = run("check", "./mail.py", "--lock", "b.json", "--format", "sarif").json["runs"][0]["results"]
    places = [each["locations"][0]["physicalLocation"]["region"] for each in gone]
    assert [(each["message"]["text"], place["startLine"]) for each, place in zip(gone, places, strict=True)] == [
        ("read_mail: tool removed; was read_mail", 1),
        ("send_mail: arguments.cc: argument removed; was cc", 4),
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
        (["--json", "--format", "sarif"], "--json and --format sarif are two forms; choose one"),
        (["--format", "xml"], "argument --format: invalid choice: 'xml'"),
        (["--max-chars", "0"], "'0' is no number of characters above 0"),
        (["--lock", "a.json", "--strict"], "--strict says nothing of a lock; check twice, once with --lock and once"),
    ],
)
def test_wrong_words_are_wrong_use(run: Run, words: list[str], part: str):
    """With what was meant."""
    ran = run("check", "./mail.py", *words)
    assert (ran.status, ran.out) == (2, "")
    assert part in ran.err
