"""What the command may be given."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Final, NoReturn

from toolkit import quality
from toolkit.cli.faults import UsageError
from toolkit.errors import DISTRIBUTION
from toolkit.schema.wording import listed
from toolkit.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

TIMEOUT_SECONDS: Final = 60.0
_TARGET_HELP: Final = "pkg.mod, ./file.py, or a name in either: pkg.mod:registry, ./file.py:function"
_WORDS_HELP: Final = (
    "NAME key=value ..., NAME '{json}', a provider's payload or message as JSON, or - for one on standard input"
)
_HELP: Final = ("-h", "--help")

_CALL_EPILOG: Final = """\
Values are read as the tool declares them: n=3, tags=a tags=b, at.city=Oslo, x=null, items='[{"id": 1}]'.
TARGET NAME --help prints the arguments of a tool.
Exit status: 0 well, 1 a call failed, 2 wrong use.
"""
# How a check tells what it has found: for people, for programs, for a job of GitHub Actions, for code scanning.
FORMS: Final = ("table", "json", "github", "sarif")
_CHECK_STATUS: Final = "Exit status: 0 well, 1 an error was found or a change is breaking, 2 wrong use.\n"


_COMMANDS: Final = ("list", "schema", "call", "lock", "check")
# What other programs call a command.
_ELSEWHERE: Final = {
    "compare": "check TARGET --lock FILE",
    "diff": "check TARGET --lock FILE",
    "lint": "check TARGET",
    "run": "call TARGET NAME key=value ...",
}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def parsed(argv: Sequence[str]) -> argparse.Namespace | None:
    """What the words ask for; None if argparse has answered already, --help for one.

    Raises:
        UsageError: They are no command.
    """
    if argv and argv[0] in _ELSEWHERE:
        raise UsageError(f"no command {argv[0]!r}; here it is toolkit {_ELSEWHERE[argv[0]]}")
    parser = _parser()
    if not argv:
        parser.error(f"name a command: {listed(_COMMANDS, ' or ')}")
    is_about_tool = _names_tool_to_explain(argv)
    words = [word for word in argv if word not in _HELP] if is_about_tool else argv
    try:
        asked, left = parser.parse_known_args(words)
    except SystemExit:
        return None
    # Before Python 3.12 argparse gives back the words that follow an option.
    unknown = next((word for word in left if word.startswith("-") and word != "-"), None)
    if unknown is not None:
        parser.error(f"unrecognized argument {unknown!r}{_as_value(unknown) if asked.command == 'call' else ''}")
    if left and asked.command != "call":
        parser.error(f"one TARGET, and {left[0]!r} is another; name a registry of several: pkg.mod:registry")
    asked.words = [*getattr(asked, "words", ()), *left]
    asked.is_about_tool = is_about_tool
    return asked


def _as_value(word: str) -> str:
    """How an argument of a tool is written, where it was written as an option."""
    name, _, value = word.lstrip("-").partition("=")
    return f": an argument of a tool is written {name}={value or 'VALUE'}" if name.isidentifier() else ""


def _names_tool_to_explain(argv: Sequence[str]) -> bool:
    """Whether the words are `call TARGET NAME --help`: then help is wanted for that tool, not for the command."""
    match argv:
        case ["call", target, tool, word]:
            return word in _HELP and not target.startswith("-") and not tool.startswith("-")
        case _:
            return False


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="toolkit", allow_abbrev=False, description="List, declare, call and check the tools of a module or a file."
    )
    parser.add_argument("--version", action="version", version=f"{DISTRIBUTION} {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _command(commands, "list", "print the tools")
    _add_schema(commands)
    _add_call(commands)
    lock = _command(commands, "lock", "write down what the tools promise, as JSON to compare with later")
    lock.add_argument("-o", "--output", metavar="FILE", help="where to; default: standard output")
    _add_check(commands)
    return parser


def _add_schema(commands: argparse._SubParsersAction[_Parser]) -> None:
    made = _command(commands, "schema", "print the tools as a provider's API takes them, as JSON")
    made.add_argument("--for", dest="provider", metavar="PROVIDER", help="default: openai")
    made.add_argument("--strict", action="store_true", help="let the provider hold the model to the schema")
    made.add_argument("--compact", action="store_true", help="on one line")
    made.add_argument("--explain", action="store_true", help="tell what each provider makes of the tools")


def _add_call(commands: argparse._SubParsersAction[_Parser]) -> None:
    made = _command(commands, "call", "call a tool, or all that a model's message calls", _CALL_EPILOG)
    made.add_argument("words", nargs="*", metavar="WORD", help=_WORDS_HELP)
    made.add_argument(
        "--from", dest="dialect", metavar="PROVIDER", help="whose the payload is, if its shape is not clear"
    )
    made.add_argument("--messages", action="store_true", help="print the messages that answer the model")
    made.add_argument("--for", dest="provider", metavar="PROVIDER", help="write them for this provider")
    made.add_argument("--timeout", type=_seconds, default=TIMEOUT_SECONDS, metavar="SECONDS", help="default: 60")
    made.add_argument("--yes", action="store_true", help="allow calls that a person has to allow")


def _add_check(commands: argparse._SubParsersAction[_Parser]) -> None:
    does = "tell what is wrong with the tools, or what has changed since a lock was written"
    made = _command(commands, "check", does, _check_epilog())
    # Options that take several words would take the target too, if it stood behind them.
    rules = "--for PROVIDER ... --strict --max-chars N --ignore RULE ... --error RULE ..."
    made.usage = f"{made.prog} TARGET [--lock FILE | {rules}] [--json | --format FORM]"
    made.add_argument("--format", choices=FORMS, metavar="FORM", help=f"{listed(FORMS, ' or ')}; default: {FORMS[0]}")
    made.add_argument("--lock", metavar="FILE", help="what `toolkit lock` has written, to be compared with")
    made.add_argument(
        "--for", dest="providers", nargs="+", action="extend", default=[], metavar="PROVIDER", help="whom they are for"
    )
    made.add_argument("--strict", action="store_true", help="these hold the model to the schema")
    made.add_argument("--max-chars", type=_characters, metavar="N", help="how long all declarations may be together")
    for option, does in (("--ignore", "rules that are left out"), ("--error", "rules whose warnings count as errors")):
        example = f"{does}: D102, or for some tools D102:mail_*"
        made.add_argument(option, nargs="+", action="extend", default=[], metavar="RULE", help=example)


def _check_epilog() -> str:
    rules = "".join(f"  {code} {rule.level:7}  {rule.finds}: {rule.why}\n" for code, rule in quality.RULES.items())
    return f"Rules:\n{rules}{_CHECK_STATUS}"


def _command(commands: argparse._SubParsersAction[_Parser], name: str, does: str, epilog: str = "") -> _Parser:
    layout = argparse.RawDescriptionHelpFormatter
    made = commands.add_parser(
        name, help=does, description=does, epilog=epilog, formatter_class=layout, allow_abbrev=False
    )
    made.add_argument("target", metavar="TARGET", help=_TARGET_HELP)
    made.add_argument("--json", action="store_true", help="print JSON for programs")
    return made


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds


def _characters(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of characters above 0")
    return int(text)
