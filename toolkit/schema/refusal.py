"""The error that tells a model why its arguments were refused, and how they should look."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit.calls import faults_text
from toolkit.closeness import closest
from toolkit.errors import ArgumentError, DefinitionError
from toolkit.record import MISSING, replace_fields
from toolkit.schema.sampling import minimal_example
from toolkit.schema.wording import in_one_line, listed, shortened
from toolkit.types.hidden import in_sight, without_hidden

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
_MARK: Final = "\n- "
# What a model reads first that has sent the same before; then come the faults, and no example.
_AGAIN: Final = "Refused again, change the call:"


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
        self._head = f"The arguments of {in_one_line(descriptor.name, _NAME_CHARS)} are not valid:"

    @cached_property
    def example(self) -> str:
        """A minimal valid arguments object as JSON, "" if none is found or it is long."""
        try:
            example = self._minimal(self._descriptor)
        except DefinitionError:
            return ""
        text = "" if example is None else without_hidden(json.dumps(example, ensure_ascii=False))
        return text if len(text) <= _EXAMPLE_CHARS else ""

    def _example_with(self, violations: tuple[Violation, ...]) -> str:
        """An example with the first arguments that are at fault, where none is required."""
        shown: dict[str, Any] = {}
        for name in self._names(violations):
            shown |= self._alone(name)
            if self._descriptor.keywords:
                # Rules for the object as a whole may forbid two arguments that may each be there alone.
                break
        text = without_hidden(json.dumps(shown, ensure_ascii=False))
        return text if len(text) <= _EXAMPLE_CHARS else self.example

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

    def refusal(self, violations: tuple[Violation, ...]) -> ArgumentError:
        """The error for some faults: one line for each of the first, the others by name, and the example."""
        faults = faults_text(violations, _MARK)
        # A short text of a few faults has no line that is too long.
        if len(faults) > _LINE_CHARS or len(violations) > _IN_FULL:
            faults = self._cut(violations)
        faults, found = in_sight(faults), self.example
        if found == "{}":
            found = self._example_with(violations)
        text, again = f"{self._head}{faults}", f"{_AGAIN}{faults}"
        whole = f"{text}\nExample: {found}" if found else text
        if len(whole) > LIMIT_CHARS:
            whole, again = shortened(text, LIMIT_CHARS), shortened(again, LIMIT_CHARS)
        return ArgumentError(whole, violations, again)

    @staticmethod
    def _cut(violations: tuple[Violation, ...]) -> str:
        """The lines of the text, none of them too long, and no more than the first."""
        lines = [shortened(str(each), _LINE_CHARS) for each in violations[:_IN_FULL]]
        if len(violations) > _IN_FULL:
            others = dict.fromkeys(each.path or "arguments" for each in violations[_IN_FULL:])
            lines.append(f"also wrong: {listed(others)}")
        return "".join(_MARK + line for line in lines)
