"""Results of calls, as they are printed."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.decoding import from_json_text
from toolkit.cli.asking import call_text
from toolkit.cli.streams import clean_json
from toolkit.schema.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from toolkit.calls import ToolResult

_HEADER_CHARS: Final = 100
_UNASKED: Final = "a person has to allow this call, and there is no terminal to ask on; --yes allows it"
_OF_OTHERS: Final = "enabled for some callers alone, and the command line is none of them; call it from a program"


def results_text(results: Sequence[ToolResult]) -> str:
    """What the tools gave: of one call the text alone, of several each under its call; "" if all failed."""
    well = [each for each in results if each.ok]
    if len(results) == 1:
        return "".join(map(shown, well))
    return "\n\n".join(f"{_header(each)}\n{indent(shown(each), '  ')}" for each in well)


def failure_lines(results: Sequence[ToolResult], known: Container[str]) -> list[str]:
    """Of each call that failed, why it did.

    Args:
        results: How the calls ended.
        known: The names of the tools that were there to call.
    """
    return [": ".join(filter(None, (each.call.name, _reason(each, known)))) for each in results if not each.ok]


def result_fields(result: ToolResult) -> dict[str, Any]:
    """The result for a program: what the library tells of it, and the value as JSON rather than as its text."""
    return {**result.to_dict(), "arguments": result.arguments, "value": _value(result)}


def shown(result: ToolResult) -> str:
    """What the model reads; JSON keeps its meaning, as what a terminal would obey is escaped in it."""
    return result.text if isinstance(result.value, str) else clean_json(result.text)


def _header(result: ToolResult) -> str:
    return shortened(call_text(result.call.name, result.arguments or {}), _HEADER_CHARS)


def _reason(result: ToolResult, known: Container[str]) -> str:
    if result.kind == "unknown_tool" and result.call.name in known:
        return _OF_OTHERS
    return _UNASKED if result.kind == "approval_required" else result.text or result.kind


def _value(result: ToolResult) -> Any:
    if not result.ok:
        return None
    # What is no JSON was cut at the limit of a result, or is a text that the value has of its own.
    return result.text if isinstance(result.value, str) else from_json_text(result.text)
