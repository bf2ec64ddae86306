"""Every fault of some arguments at once, each with its place, what was expected, what came, and a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.calls import Violation
from toolkit.schema.acceptance import Parts
from toolkit.schema.explanation import Explanation, PlainExplanation
from toolkit.schema.fuel import Fuel, OutOfFuelError
from toolkit.schema.reports import OUT_OF_FUEL
from toolkit.schema.structures import Run, UnsettledError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from toolkit.descriptor import ParameterType, ToolDescriptor

LIMIT: Final = 100
_TOO_DEEP: Final = Violation("", "arguments nested at most 64 levels deep", "deeper ones")


class ArgumentCheck:
    """Checks arguments against one descriptor, compiled once.

    Args:
        descriptor: What the arguments must fit.
        foreign: Whether another party wrote the descriptor: patterns then take linear time, and a check ends
            after 100,000 steps.

    Raises:
        DefinitionError: A type refers to a definition that is not there, or a pattern cannot be searched for.
    """

    def __init__(self, descriptor: ToolDescriptor, *, foreign: bool = False) -> None:
        self._parts = Parts(descriptor.definitions, foreign=foreign)
        self._root = self._parts.of(descriptor.arguments)
        self._accept = self._root.accept
        self._parts.complete()

    def accepts(self, arguments: object) -> bool:
        """Whether the arguments fit; those that take too much work do not."""
        try:
            return self._accept(arguments, Run(self._fuel()))
        except (OutOfFuelError, RecursionError):
            return False

    def fits(self, type_: ParameterType, value: object) -> bool:
        """As `accepts`, for a value and a type that stands somewhere in the descriptor."""
        try:
            return self._parts.of(type_).accept(value, Run(self._fuel()))
        except (OutOfFuelError, RecursionError):
            return False

    def violations(self, arguments: object, limit: int = LIMIT) -> tuple[Violation, ...]:
        """The faults of the arguments, none if they fit.

        Args:
            arguments: A decoded JSON value.
            limit: How many are reported at most.
        """
        try:
            return Explanation(self._parts, self._fuel(), limit).of(self._root, arguments)
        except OutOfFuelError:
            return (OUT_OF_FUEL,)
        except RecursionError:
            return (_TOO_DEEP,)

    def plain_violations(
        self, arguments: object, known: Collection[str], repairing: bool
    ) -> tuple[tuple[Violation, ...], Mapping[int, Sequence[int]]]:
        """The faults of arguments as they came, if no safe repair would change one; none if the steps have to decide.

        It spends no fuel, so it is not for what another party wrote.

        Args:
            arguments: The value of a JSON text, not settled yet.
            known: Names of arguments that are known to fit.
            repairing: Whether a text may be read as the array or object that it holds.

        Returns:
            The faults; and the arrays that were not gone through: by their id, the positions that were looked at.
        """
        explanation = PlainExplanation(self._parts, LIMIT, known, repairing)
        try:
            return explanation.of(self._root, arguments), explanation.passed
        except (UnsettledError, RecursionError):
            return (), {}

    def _fuel(self) -> Fuel | None:
        return Fuel() if self._parts.foreign else None
