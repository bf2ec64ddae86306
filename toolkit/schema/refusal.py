"""The text that tells a model why its arguments were refused, and how they should look."""

from __future__ import annotations

import json
from functools import cached_property
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
_NAME_CHARS: Final = 80
LIMIT_CHARS: Final = 2000


class RefusalWriter:
    """Writes the refusals of one tool; the example is made once.

    Args:
        descriptor: What the arguments must fit.
        foreign: Whether another party wrote the descriptor.
    """

    def __init__(self, descriptor: ToolDescriptor, *, foreign: bool = False) -> None:
        self._descriptor, self._foreign = descriptor, foreign

    @cached_property
    def example(self) -> str:
        """A minimal valid arguments object as JSON, "" if none is found or it is long."""
        try:
            example = minimal_example(self._descriptor, foreign=self._foreign)
        except DefinitionError:
            return ""
        text = "" if example is None else json.dumps(example, ensure_ascii=False)
        return text if len(text) <= _EXAMPLE_CHARS else ""

    def text(self, tool_name: str, violations: tuple[Violation, ...], limit_chars: int = LIMIT_CHARS) -> str:
        """One line for each of the first faults, the others by name, and the example.

        Args:
            tool_name: The tool as the model called it.
            violations: The faults.
            limit_chars: How long the text may be.
        """
        lines = [f"The arguments of {shortened(tool_name, _NAME_CHARS)} are not valid:"]
        lines += [f"- {_line(each)}" for each in violations[:_IN_FULL]]
        if len(violations) > _IN_FULL:
            others = dict.fromkeys(each.path or "arguments" for each in violations[_IN_FULL:])
            lines.append(f"- also wrong: {listed(others)}")
        text = "\n".join(lines)
        if len(text) > limit_chars:
            return text[: limit_chars - 1] + "…"
        example = f"\nExample: {self.example}" if self.example else ""
        return text + example if len(text) + len(example) <= limit_chars else text


def refusal_text(
    tool_name: str,
    violations: tuple[Violation, ...],
    descriptor: ToolDescriptor,
    limit_chars: int = LIMIT_CHARS,
    *,
    foreign: bool = False,
) -> str:
    """The text for one refusal; a RefusalWriter serves better for more than one.

    Args:
        tool_name: The tool as the model called it.
        violations: The faults.
        descriptor: What the arguments must fit.
        limit_chars: How long the text may be.
        foreign: Whether another party wrote the descriptor.
    """
    return RefusalWriter(descriptor, foreign=foreign).text(tool_name, violations, limit_chars)


def _line(violation: Violation) -> str:
    line = str(violation)
    return line if len(line) <= _LINE_CHARS else line[: _LINE_CHARS - 1] + "…"
