"""The text that tells a model why its arguments were refused, and how they should look."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError
from toolkit.record import MISSING, replace_fields
from toolkit.schema.closeness import closest
from toolkit.schema.sampling import minimal_example
from toolkit.schema.wording import listed, shortened

if TYPE_CHECKING:
    from collections.abc import Callable

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
        loads: Whether an arguments object that fits becomes what the tool takes; an example that does not is shown to
            nobody. None: each does.
    """

    def __init__(
        self,
        descriptor: ToolDescriptor,
        *,
        foreign: bool = False,
        loads: Callable[[dict[str, Any]], bool] | None = None,
    ) -> None:
        self._descriptor, self._foreign, self._loads = descriptor, foreign, loads
        self._shown_alone: dict[str, dict[str, Any]] = {}
        # The first line, which is nearly always about the tool's own name.
        self._tool_name, self._head = "", ""

    @cached_property
    def example(self) -> str:
        """A minimal valid arguments object as JSON, "" if none is found or it is long."""
        try:
            example = self._minimal(self._descriptor)
        except DefinitionError:
            return ""
        text = "" if example is None else json.dumps(example, ensure_ascii=False)
        return text if len(text) <= _EXAMPLE_CHARS else ""

    def example_for(self, violations: tuple[Violation, ...]) -> str:
        """The example; where no argument is required, one with the first arguments that are at fault."""
        example = self.example
        if example != "{}":
            return example
        shown: dict[str, Any] = {}
        for name in self._names(violations):
            shown |= self._alone(name)
            if self._descriptor.keywords:
                # Rules for the object as a whole may forbid two arguments that may each be there alone.
                break
        text = json.dumps(shown, ensure_ascii=False)
        return text if len(text) <= _EXAMPLE_CHARS else example

    def _names(self, violations: tuple[Violation, ...]) -> list[str]:
        """The arguments at fault, or those that were meant."""
        known = [each.name for each in self._descriptor.parameters]
        written = [re.split(r"[.\[]", each.path, maxsplit=1)[0] for each in violations[:_IN_FULL]]
        meant = (name if name in known else closest(name, known) for name in written)
        return list(dict.fromkeys(name for name in meant if name is not None))

    def _alone(self, name: str) -> dict[str, Any]:
        """A minimal valid arguments object with that argument, empty if none is found; made once."""
        if name not in self._shown_alone:
            parameters = self._descriptor.parameters
            required = tuple(replace_fields(each, default=MISSING) for each in parameters if each.name == name)
            optional = tuple(each for each in parameters if each.name != name)
            alone = replace_fields(self._descriptor, required_parameters=required, optional_parameters=optional)
            self._shown_alone[name] = self._minimal(alone) or {}
        return self._shown_alone[name]

    def _minimal(self, descriptor: ToolDescriptor) -> dict[str, Any] | None:
        """A minimal valid arguments object, None if none is found."""
        example = minimal_example(descriptor, foreign=self._foreign)
        return example if example is None or self._loads is None or self._loads(example) else None

    def text(self, tool_name: str, violations: tuple[Violation, ...], limit_chars: int = LIMIT_CHARS) -> str:
        """One line for each of the first faults, the others by name, and the example.

        Args:
            tool_name: The tool as the model called it.
            violations: The faults.
            limit_chars: How long the text may be.
        """
        if tool_name != self._tool_name:
            self._head = f"The arguments of {shortened(tool_name, _NAME_CHARS)} are not valid:"
            self._tool_name = tool_name
        text = "\n- ".join([self._head, *map(str, violations)])
        # A short text of a few faults has no line that is too long.
        if len(text) > _LINE_CHARS or len(violations) > _IN_FULL:
            text = self._cut(violations)
        found = self.example_for(violations)
        whole = f"{text}\nExample: {found}" if found else text
        if len(whole) <= limit_chars:
            return whole
        return text if len(text) <= limit_chars else text[: limit_chars - 1] + "…"

    def _cut(self, violations: tuple[Violation, ...]) -> str:
        """The lines of the text, none of them too long, and no more than the first."""
        lines = [self._head, *map(str, violations[:_IN_FULL])]
        lines = [line if len(line) <= _LINE_CHARS else line[: _LINE_CHARS - 1] + "…" for line in lines]
        if len(violations) > _IN_FULL:
            others = dict.fromkeys(each.path or "arguments" for each in violations[_IN_FULL:])
            lines.append(f"also wrong: {listed(others)}")
        return "\n- ".join(lines)


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
