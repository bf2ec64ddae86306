"""The text that tells a model why its arguments were refused, and how they should look."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from toolkit.errors import DefinitionError
from toolkit.schema.sampling import minimal_example
from toolkit.schema.wording import listed, shortened

if TYPE_CHECKING:
    from toolkit.calls import Violation
    from toolkit.descriptor import ToolDescriptor

# After so many faults the rest is named only.
_IN_FULL: Final = 5
_LINE_CHARS: Final = 360
_EXAMPLE_CHARS: Final = 600


def refusal_text(
    tool_name: str,
    violations: tuple[Violation, ...],
    descriptor: ToolDescriptor,
    limit_chars: int = 2000,
    *,
    foreign: bool = False,
) -> str:
    """One line for each of the first faults, the others by name, and a minimal valid example.

    Args:
        tool_name: The tool as the model called it.
        violations: The faults.
        descriptor: What the arguments must fit.
        limit_chars: How long the text may be.
        foreign: Whether another party wrote the descriptor.
    """
    lines = [f"The arguments of {shortened(tool_name, 80)} are not valid:"]
    lines += [f"- {_line(each)}" for each in violations[:_IN_FULL]]
    others = list(dict.fromkeys(each.path or "arguments" for each in violations[_IN_FULL:]))
    if others:
        lines.append(f"- also wrong: {listed(others)}")
    text = "\n".join(lines)
    example = f"\nExample: {_example(descriptor, foreign=foreign)}"
    if example.endswith(": ") or len(text) + len(example) > limit_chars:
        example = ""
    return (text if len(text) <= limit_chars else text[: limit_chars - 1] + "…") + example


def _line(violation: Violation) -> str:
    line = str(violation)
    return line if len(line) <= _LINE_CHARS else line[: _LINE_CHARS - 1] + "…"


def _example(descriptor: ToolDescriptor, *, foreign: bool) -> str:
    """The example as JSON, "" if there is none or a long one."""
    try:
        example = minimal_example(descriptor, foreign=foreign)
    except DefinitionError:
        return ""
    text = "" if example is None else json.dumps(example, ensure_ascii=False)
    return text if len(text) <= _EXAMPLE_CHARS else ""
