"""The error that tells a model why its arguments were refused, and how they should look."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit.calls import faults_text
from toolkit.closeness import closest
from toolkit.errors import ArgumentError, DefinitionError
from toolkit.schema.sampling import ITEM, has_places, minimal_example
from toolkit.schema.wording import EXAMPLE, in_one_line, listed, shortened
from toolkit.types.hidden import in_sight, without_hidden

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calls import Violation
    from toolkit.descriptor import ToolDescriptor
    from toolkit.schema.sampling import Way

# How the fault of a name begins that there is not.
_UNKNOWN: Final = "no such "
# What stands before its path.
_OTHER: Final = "?"
# One step of the text of a path.
_STEP: Final = re.compile(r'\[(?P<item>\d+)\]|\[(?P<quoted>"(?:[^"\\]|\\.)*")\]|(?P<name>[^.\[\]]+)')
# So many examples are kept for places at fault.
_KEPT: Final = 64
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
        self._shown: dict[tuple[str, ...], str] = {}
        self._head = f"The arguments of {in_one_line(descriptor.name, _NAME_CHARS)} are not valid:"

    @cached_property
    def example(self) -> str:
        """A minimal valid arguments object as JSON, "" if none is found or it is long."""
        return self._text(self._plain)

    @cached_property
    def _plain(self) -> dict[str, Any] | None:
        return self._minimal({})

    def _minimal(self, way: Way) -> dict[str, Any] | None:
        """A minimal valid arguments object with those places, None if none is found."""
        try:
            return minimal_example(self._descriptor, foreign=self._foreign, way=way, loads=self._loads)
        except DefinitionError:
            return None

    @staticmethod
    def _text(example: dict[str, Any] | None) -> str:
        text = "" if example is None else without_hidden(json.dumps(example, ensure_ascii=False))
        return text if len(text) <= _EXAMPLE_CHARS else ""

    def _example_for(self, violations: tuple[Violation, ...]) -> str:
        """An example that has the places at fault, as far as one can."""
        for each in violations[:_IN_FULL]:
            # Most stand in the plain one, as what is required does.
            if each.path not in self._at_hand:
                return self._example_with(violations[:_IN_FULL])
        return self.example

    @cached_property
    def _at_hand(self) -> frozenset[str]:
        """Places that the plain example shows; that of the whole is one."""
        return frozenset({"", *(name for name, value in (self._plain or {}).items() if value not in ([], {}))})

    def _example_with(self, violations: tuple[Violation, ...]) -> str:
        if self._plain is None:
            return ""
        places = dict.fromkeys(
            f"{_OTHER}{each.path}" if each.expected.startswith(_UNKNOWN) else each.path
            for each in violations
            if each.path not in self._at_hand
        )
        return self._shown_with(tuple(places)) or self.example

    def _meant(self, path: str) -> str:
        """The object that has no such property, or the argument that was meant; "" if there is no guess."""
        inside = path.rpartition(".")[0]
        return inside or closest(path, [each.name for each in self._descriptor.parameters]) or ""

    def _shown_with(self, places: tuple[str, ...]) -> str:
        """The text of an example with some places, as far as there is one; made once."""
        text = self._shown.get(places)
        if text is None:
            way: Way = {}
            for place in places:
                inner = way
                for step in _steps(self._meant(place[1:]) if place.startswith(_OTHER) else place):
                    inner = inner.setdefault(step, {})
            text = "" if has_places(self._plain, way) else self._text(self._minimal(way))
            if len(self._shown) >= _KEPT:
                self._shown.clear()
            self._shown[places] = text
        return text

    def refusal(self, violations: tuple[Violation, ...]) -> ArgumentError:
        """The error for some faults: one line for each of the first, the others by name, and the example."""
        faults = faults_text(violations, _MARK)
        # A short text of a few faults has no line that is too long.
        if len(faults) > _LINE_CHARS or len(violations) > _IN_FULL:
            faults = self._cut(violations)
        faults, found = in_sight(faults), self._example_for(violations)
        text, again = f"{self._head}{faults}", f"{_AGAIN}{faults}"
        whole = f"{text}{EXAMPLE}{found}" if found else text
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


def _steps(path: str) -> list[str]:
    """The steps of the text of a path, ITEM for each place of an array."""
    return [ITEM if step["item"] else step["name"] or step["quoted"][1:-1] for step in _STEP.finditer(path)]
