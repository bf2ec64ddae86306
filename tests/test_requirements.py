"""What the library asks for is what it is tried with."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OLDEST = ROOT / ".ci" / "oldest.txt"


@pytest.mark.skipif(not OLDEST.exists(), reason="a source distribution is tried with the newest releases alone")
def test_the_oldest_releases_are_those_that_are_asked_for():
    """Of the library itself and of its tests; coverage is of no interest to either."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = "\n".join(project["dependencies"] + project["optional-dependencies"]["test"])
    least: dict[str, set[tuple[int, ...]]] = {}
    for name, release in re.findall(r"^([\w-]+)>=([\d.]+)", asked, re.MULTILINE):
        least.setdefault(name, set()).add(padded(release))
    pinned = dict(line.split("==") for line in OLDEST.read_text(encoding="utf-8").split())
    assert {name: padded(release) for name, release in pinned.items()} == {
        name: max(releases) for name, releases in least.items() if name != "coverage"
    }


def padded(release: str) -> tuple[int, ...]:
    """A release as three numbers, the last ones 0 where it has fewer."""
    return tuple(map(int, [*release.split("."), "0", "0"][:3]))
