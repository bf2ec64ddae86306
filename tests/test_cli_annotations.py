"""Findings as systems that show them beside the code read them."""

from __future__ import annotations

from pathlib import Path

from toolkit.cli.annotations import Annotation, github_text, sarif
from toolkit.quality import RULES

FOUND = Annotation("warning", "D102", "buy", "arguments.at", "100 %, or\nmore: nothing", "a,b/c d.py", 3)


def test_a_command_of_github_ends_where_its_text_does():
    """What would end it, or one of its properties, is written as the runner reads it back."""
    expected = "::warning file=a%2Cb/c d.py,line=3,title=D102::buy: arguments.at: 100 %25, or%0Amore: nothing"
    assert github_text([FOUND]) == expected
    everywhere = Annotation("note", "compatible", "", "", "all is well")
    assert github_text([everywhere, everywhere]) == "\n".join(["::notice title=compatible::all is well"] * 2)


def test_a_file_is_a_uri_in_sarif():
    """Relative to the root of the repository, where the command runs; another one by its whole path."""
    (one,) = sarif([FOUND], RULES, "t.py")["runs"]
    assert one["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "a%2Cb/c%20d.py"}
    file = Path.cwd() / "x.py"
    (one,) = sarif([FOUND._replace(path=str(file))], RULES, "t.py")["runs"]
    assert one["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": file.as_uri()}


def test_code_scanning_can_place_every_result_of_sarif_and_tell_it_from_others():
    """It refuses a whole log for one result without a place, and takes results of one rule and line for one."""
    everywhere = FOUND._replace(tool="", place="", path=None, line=None)
    (one,) = sarif([FOUND, FOUND._replace(place="arguments.to"), everywhere, everywhere], RULES, "t.py")["runs"]
    places = [each["locations"][0]["physicalLocation"] for each in one["results"]]
    assert [(each["artifactLocation"]["uri"], each["region"]["startLine"]) for each in places] == [
        *[("a%2Cb/c%20d.py", 3)] * 2,
        *[("t.py", 1)] * 2,
    ]
    known_by = [each["partialFingerprints"]["primaryLocationLineHash"] for each in one["results"]]
    assert len(set(known_by)) == len(known_by)


def test_sarif_has_a_rule_for_each_result():
    """For what is found by none of the library's rules as well."""
    found = [FOUND._replace(rule=rule) for rule in ("fault", "breaking", "behaviour", "compatible", "D102")]
    (one,) = sarif(found, RULES, "t.py")["runs"]
    told = {each["id"]: each["help"]["text"] for each in one["tool"]["driver"]["rules"]}
    assert all(told[each["ruleId"]] for each in one["results"])
