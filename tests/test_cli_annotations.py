"""Findings as systems that show them beside the code read them."""

from __future__ import annotations

from pathlib import Path

from toolkit.cli.annotations import Annotation, github_text, sarif

FOUND = Annotation("warning", "D102", "buy", "arguments.at", "100 %, or\nmore: nothing", "a,b/c d.py", 3)


def test_a_command_of_github_ends_where_its_text_does():
    """What would end it, or one of its properties, is written as the runner reads it back."""
    expected = "::warning file=a%2Cb/c d.py,line=3,title=D102::buy: arguments.at: 100 %25, or%0Amore: nothing"
    assert github_text([FOUND]) == expected
    everywhere = Annotation("note", "compatible", "", "", "all is well")
    assert github_text([everywhere, everywhere]) == "\n".join(["::notice title=compatible::all is well"] * 2)


def test_a_file_is_a_uri_in_sarif():
    """Relative to the root of the repository, where the command runs; another one by its whole path."""
    (one,) = sarif([FOUND], {})["runs"]
    assert one["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "a%2Cb/c%20d.py"}
    file = Path.cwd() / "x.py"
    (one,) = sarif([FOUND._replace(path=str(file))], {})["runs"]
    assert one["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": file.as_uri()}
