"""The rules that tools are checked by, each under a code that a person can look up."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final, Literal

from toolkit.misfits import tells_misfits
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# An error is wrong for whoever calls the tool; a warning may be meant.
Level = Literal["error", "warning"]


class Rule(Record):
    """One rule.

    Attributes:
        level: How a finding counts.
        finds: What it finds.
        why: Why that matters.
    """

    level: Level
    finds: str
    why: str


# D: texts. T: types. N: names. B: behaviour. P: what a provider makes of it. C: what it costs.
RULES: Final[Mapping[str, Rule]] = {
    "D101": Rule("error", "a tool without a description", "a model chooses by it"),
    "D102": Rule("warning", "an argument without a description", "a model guesses what is meant"),
    "D103": Rule("error", "two tools with one description", "a model cannot choose between them"),
    "D104": Rule("warning", "two arguments with one description", "a model may fill one for the other"),
    "D105": Rule("error", "a docstring that documents what is no parameter", "the text reaches nobody"),
    "D106": Rule("warning", "a text that only repeats the name, or stands for one", "a model learns nothing by it"),
    "D107": Rule("warning", "a member of an object without a description", "a model guesses what is meant"),
    "T201": Rule("warning", "an argument that takes any value", "nothing is checked before the function runs"),
    "T202": Rule("warning", "an array without a type of its items", "some providers refuse it"),
    "T203": Rule("warning", "an object with any names, under --strict", "strict mode makes pairs or text of it"),
    "T204": Rule("warning", "a default that is a path of this machine", "schemas, locks and caches differ elsewhere"),
    "T205": Rule("warning", "a default that its own type refuses", "a model that repeats it is refused"),
    "N301": Rule("warning", "two names that mean the same", "a model calls one for the other"),
    "N302": Rule("warning", "two descriptions that are nearly the same", "a model can hardly choose between them"),
    "N303": Rule("warning", "a name that a provider does not take", "the model sees another one"),
    "B401": Rule("error", "a name that tells of an effect, and no hint of it", "hosts take the tool for harmless"),
    "B402": Rule("error", "hints that contradict each other or the name", "hosts obey the wrong one"),
    "P501": Rule("error", "a tool that a provider cannot be told of", "declaring it raises an error"),
    "P502": Rule("warning", "a bound that a provider of --for gets in words", "calls that miss it are refused here"),
    "C601": Rule("error", "more tools than a provider of --for takes", "it refuses the request"),
    "C602": Rule("error", "longer declarations than --max-chars", "every request pays for them"),
}


class Finding(Record):
    """One fault of one tool.

    Attributes:
        code: The rule that it breaks, a key of RULES.
        tool: The tool's name, "" where all of them are meant.
        place: Where: "arguments.at.city", "" for the tool itself.
        what: What is wrong.
        cure: What to do about it.
        path: The file of the tool's function, None if there is none.
        line: The first line of the function there, decorators included.
    """

    code: str
    tool: str
    place: str
    what: str
    cure: str
    path: str | None = None
    line: int | None = None

    @property
    def level(self) -> Level:
        """How it counts: "error" or "warning"."""
        return RULES[self.code].level

    def to_dict(self) -> dict[str, Any]:
        """The finding as a JSON-able dict."""
        return {"level": self.level, **dict(self._items())}


def is_named(finding: Finding, rules: Iterable[str]) -> bool:
    """Whether one of some rules has found it: "D102", or of some tools alone "D102:mail_*", as fnmatch reads it.

    >>> is_named(Finding("D102", "pay", "arguments.to", "no description", "write one"), ["D101", "D102:p*"])
    True
    """
    parted = (rule.partition(":") for rule in rules)
    return any(finding.code == code and fnmatchcase(finding.tool, tool or "*") for code, _, tool in parted)


def unknown_code(rules: Iterable[str]) -> str | None:
    """The first of some rules that there is not, None if there are all."""
    codes = (rule.partition(":")[0] for rule in rules)
    return next((code for code in codes if code not in RULES), None)


@tells_misfits
def errors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that are wrong for whoever calls the tool.

    >>> errors([Finding("D102", "pay", "arguments.to", "no description", "write one")])
    ()
    """
    return tuple(each for each in findings if each.level == "error")
