"""What a check has found, as systems that show it beside the code read it: GitHub's commands, and SARIF."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple
from urllib.parse import quote

from toolkit.errors import DISTRIBUTION
from toolkit.record import EMPTY
from toolkit.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolkit.quality import Rule

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


# As SARIF calls it.
Gravity = Literal["error", "warning", "note"]
FAULT: Final = "fault"
# What is found by no rule: its level, what it is, and why it matters.
_FURTHER: Final[Mapping[str, tuple[Gravity, str, str]]] = {
    FAULT: ("error", "tools that cannot be looked at", "nothing of them is checked"),
    "breaking": ("error", "a breaking change", "a call that was right may be refused, or its result be unknown"),
    "behaviour": ("warning", "a change of behaviour", "the model reads or gets something else"),
    "compatible": ("note", "a compatible change", "whatever was right still is"),
}


class Annotation(NamedTuple):
    """A finding or a change, as it is shown beside the code.

    Attributes:
        level: How grave it is.
        rule: The code of the rule, or the kind of the change, that it is an instance of.
        tool: The tool's name, "" where all of them are meant.
        place: Where in the tool, "" for the whole of it.
        text: What is wrong, and what to do.
        path: The file, as it is named from the working directory; None if it is not known.
        line: The line in it.
        told: The finding or change itself, as JSON.
    """

    level: Gravity
    rule: str
    tool: str
    place: str
    text: str
    path: str | None = None
    line: int | None = None
    told: Mapping[str, Any] = EMPTY

    @property
    def spot(self) -> str:
        """File and line, "" if they are not known."""
        return "" if self.path is None else f"{self.path}:{self.line}"

    @property
    def message(self) -> str:
        """The text, with what it is about."""
        return ": ".join(filter(None, (self.tool, self.place, self.text)))


def github_text(found: Iterable[Annotation]) -> str:
    """A command for each, as a job of GitHub Actions prints it (Workflow commands for GitHub Actions).

    >>> print(github_text([Annotation("error", "D101", "buy", "", "no description", "shop.py", 3)]))
    ::error file=shop.py,line=3,title=D101::buy: no description
    """
    return "\n".join(map(_command, found))


def _command(each: Annotation) -> str:
    place = {} if each.path is None else {"file": Path(each.path).as_posix(), "line": str(each.line)}
    said = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in {**place, "title": each.rule}.items())
    return f"::{'notice' if each.level == 'note' else each.level} {said}::{_escaped(each.message)}"


def _escaped(text: str, further: str = "") -> str:
    """The text without characters that end a command or a property of one, as the runner reads them back."""
    return "".join(f"%{ord(each):02X}" if each in f"%\r\n{further}" else each for each in text)


def sarif(found: Sequence[Annotation], rules: Mapping[str, Rule], home: str) -> dict[str, Any]:
    """The log of one run (SARIF 2.1.0, OASIS Standard), as GitHub's code scanning takes it.

    Args:
        found: What was found.
        rules: Those that were looked at.
        home: The file beside which is shown what stands nowhere: code scanning refuses a log with such a result.
    """
    told = [_rule(code, each.level, each.finds, each.why) for code, each in rules.items()]
    further = dict.fromkeys(each.rule for each in found if each.rule not in rules)
    told += [_rule(code, *_FURTHER[code]) for code in further]
    met: Counter[str] = Counter()
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": DISTRIBUTION, "version": __version__, "rules": told}},
                "results": [_result(each, home, met) for each in found],
            }
        ],
    }


def _rule(code: str, level: Gravity, finds: str, why: str) -> dict[str, Any]:
    return {
        "id": code,
        "shortDescription": {"text": finds},
        "fullDescription": {"text": f"{finds}: {why}"},
        "help": {"text": why},
        "defaultConfiguration": {"level": level},
    }


def _result(each: Annotation, home: str, met: Counter[str]) -> dict[str, Any]:
    path = Path(each.path or home)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    place = {"artifactLocation": {"uri": uri}, "region": {"startLine": each.line or 1}}
    # By its line alone, one argument of a function could not be told from another.
    known_by = hashlib.sha256(f"{each.rule}\n{each.tool}\n{each.place}".encode()).hexdigest()[:16]
    met[known_by] += 1
    return {
        "ruleId": each.rule,
        "level": each.level,
        "message": {"text": each.message},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"primaryLocationLineHash": f"{known_by}:{met[known_by]}"},
    }
