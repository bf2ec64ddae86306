"""The command itself: what it does, what it prints, and how it ends."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Final

from toolkit import quality
from toolkit.calling.guard import Raised, attempt
from toolkit.calls import ToolCall
from toolkit.cli.annotations import github_text, sarif
from toolkit.cli.asking import approver
from toolkit.cli.calling import calls_from_words, is_payload, tool_named
from toolkit.cli.checking import broken, checked
from toolkit.cli.declaring import declarations, provider_named
from toolkit.cli.faults import UsageError, fault_line
from toolkit.cli.listing import ARGUMENT_COLUMNS, COLUMNS, argument_row, row, tool_fields
from toolkit.cli.locking import write_lock
from toolkit.cli.modules import importable_here
from toolkit.cli.outcomes import failure_lines, result_fields, results_text
from toolkit.cli.parser import parsed
from toolkit.cli.streams import Output
from toolkit.cli.tables import print_table
from toolkit.cli.targets import file_of, registry_of
from toolkit.dispatch.dispatcher import Dispatcher
from toolkit.errors import CallError
from toolkit.providers.messages import messages
from toolkit.tools.portability import portability

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping, Sequence

    from toolkit.calls import ToolResult
    from toolkit.tools.registry import Registry

WELL: Final = 0
FAILED: Final = 1
WRONG_USE: Final = 2
# 128 and the number of SIGINT, as shells count.
INTERRUPTED: Final = 130
# Without a handler, warnings of the library would be further lines on standard error (logging.lastResort).
_UNSEEN: Final = logging.NullHandler()


def main(argv: Sequence[str] | None = None) -> int:
    """The exit status of one command: 0 well, 1 a call or check failed, 2 wrong use, 130 interrupted.

    Args:
        argv: The words after the command's name; None takes those of the process.
    """
    output = Output()
    logging.getLogger("toolkit").addHandler(_UNSEEN)
    try:
        return _status(sys.argv[1:] if argv is None else argv, output)
    except KeyboardInterrupt:
        output.note("interrupted")
        return INTERRUPTED
    finally:
        output.flush()


def _status(argv: Sequence[str], output: Output) -> int:
    ended = attempt(_carried_out, argv, output)
    if not isinstance(ended, Raised):
        return ended
    output.note(fault_line(ended.exception))
    return WRONG_USE if isinstance(ended.exception, UsageError) else FAILED


def _carried_out(argv: Sequence[str], output: Output) -> int:
    asked = parsed(argv)
    if asked is None:
        return WELL
    with importable_here():
        return _COMMANDS[asked.command](asked, output)


def _list(asked: Namespace, output: Output) -> int:
    with output.kept_for_results():
        registry = registry_of(asked.target)
        told = [tool_fields(tool) for tool in registry] if asked.json else []
        rows = [row(tool) for tool in registry]
    if asked.json:
        output.json(told)
    else:
        print_table(output, COLUMNS, rows)
    return WELL


def _schema(asked: Namespace, output: Output) -> int:
    if asked.explain:
        return _explained(asked, output)
    with output.kept_for_results():
        made = declarations(registry_of(asked.target), asked.provider, strict=asked.strict)
    output.json(made, is_compact=asked.compact)
    return WELL


def _explained(asked: Namespace, output: Output) -> int:
    with output.kept_for_results():
        registry = registry_of(asked.target)
        report = portability(registry, None if asked.provider is None else provider_named(asked.provider))
        told, table = report.to_dict(), str(report)
    if asked.json:
        output.json(told, is_compact=asked.compact)
    else:
        output.text(table)
    return FAILED if report.impossible(strict=asked.strict) else WELL


def _call(asked: Namespace, output: Output) -> int:
    if asked.is_about_tool:
        return _told_of_tool(asked, output)
    with output.kept_for_results():
        registry = registry_of(asked.target)
        results = _results(registry, asked)
        # Texts are rendered when they are asked for, which may run code of the tool's author.
        fields = [result_fields(each) for each in results]
    if asked.messages or asked.provider:
        output.json(messages(results, asked.provider))
    elif asked.json:
        output.json(fields if is_payload(asked.words, asked.dialect) else fields[0])
    elif any(each.ok for each in results):
        output.text(results_text(results))
    for line in failure_lines(results, registry):
        output.note(line)
    if not results:
        output.note("the message calls no tool")
    return WELL if all(each.ok for each in results) else FAILED


def _told_of_tool(asked: Namespace, output: Output) -> int:
    with output.kept_for_results():
        tool = tool_named(asked.words[0], registry_of(asked.target))
        rows = [argument_row(each, tool) for each in tool.descriptor.parameters]
    output.text(tool.description)
    if rows:
        print_table(output, ARGUMENT_COLUMNS, rows)
    else:
        output.text("It takes no arguments.")
    return WELL


def _results(registry: Registry, asked: Namespace) -> list[ToolResult]:
    """How the calls ended, in their order.

    Raises:
        UsageError: A tool or a provider is named that is not there.
        HostError: A tool needs what the command line cannot give.
    """
    for name in (asked.provider, asked.dialect):
        provider_named(name)
    try:
        calls = calls_from_words(asked.words, registry, asked.dialect)
    except CallError as error:
        # As the library ends it: programs read why, and the model gets an answer.
        calls = [error.call or ToolCall("", problem=str(error))]
    with Dispatcher(registry, timeout_seconds=asked.timeout, approver=approver(allow=asked.yes)) as dispatcher:
        return dispatcher.dispatch_all(calls)


def _lock(asked: Namespace, output: Output) -> int:
    with output.kept_for_results():
        made = quality.lock(registry_of(asked.target))
    if asked.output is None:
        output.text(quality.lock_text(made).rstrip())
    else:
        write_lock(made, asked.output)
    return WELL


def _check(asked: Namespace, output: Output) -> int:
    with output.kept_for_results():
        found = attempt(lambda: checked(registry_of(asked.target), asked))
    if isinstance(found, Raised) and isinstance(found.exception, UsageError):
        raise found.exception
    report = broken(found.exception) if isinstance(found, Raised) else found
    if asked.format == "sarif":
        output.json(sarif(report.annotations, quality.RULES, file_of(asked.target)))
    elif asked.json or asked.format == "json":
        output.json(report.told)
    elif asked.format == "github" and report.annotations:
        output.text(github_text(report.annotations))
    elif asked.format != "github" and report.rows:
        print_table(output, report.header, report.rows)
    output.note(report.note)
    return WELL if report.is_well else FAILED


_COMMANDS: Final[Mapping[str, Callable[[Namespace, Output], int]]] = {
    "list": _list,
    "schema": _schema,
    "call": _call,
    "lock": _lock,
    "check": _check,
}
