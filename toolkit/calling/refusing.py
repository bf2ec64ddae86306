"""Why the arguments of a tool are refused: every fault at once, and a call that would be right."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit import schema
from toolkit.calling.copying import copied
from toolkit.calling.guard import Raised, attempt
from toolkit.calling.swift_json import is_shallow, swift_value
from toolkit.calls import Violation
from toolkit.errors import CallError
from toolkit.schema.screening import MAX_DEPTH, may_be_deep
from toolkit.schema.wording import EXAMPLE, path_text
from toolkit.types.loaders import RecordLoader, loaded_fields
from toolkit.types.rules import Refusal, refusal_text as text_of_refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from toolkit.descriptor import ToolDescriptor
    from toolkit.errors import ArgumentError
    from toolkit.schema.refusal import RefusalWriter
    from toolkit.schema.trial import Trial
    from toolkit.schema.violations import ArgumentCheck
    from toolkit.types.rules import Loader

# What stands in the text of an error that wants one.
_OBJECT: Final = "JSON object"
# A text of fewer characters has no brackets for more than 64 levels.
_SHORT: Final = 2 * MAX_DEPTH


class Refusals:
    """Makes the refusals of one tool.

    Args:
        descriptor: What the arguments must fit.
        check: Finds what does not.
        settle: Makes the safe repairs; see Contract.settle.
        load: How the arguments are loaded, None if they are not.
        is_foreign: Whether another party wrote the descriptor.
    """

    def __init__(
        self,
        descriptor: ToolDescriptor,
        check: ArgumentCheck,
        settle: Callable[..., tuple[dict[str, Any], object]],
        load: Loader | None,
        *,
        is_foreign: bool,
    ) -> None:
        self._descriptor = descriptor
        self._check = check
        self._settle = settle
        self._is_foreign = is_foreign
        self._load = load
        # Where there is no loader a value is handed over as it is.
        steps = load.steps if isinstance(load, RecordLoader) else []
        self._steps = [step for step in steps if step[2] is not None]

    @cached_property
    def _writer(self) -> RefusalWriter:
        return schema.RefusalWriter(self._descriptor, foreign=self._is_foreign, loads=self._loads)

    def _loads(self, example: dict[str, Any]) -> bool:
        """Whether the classes of the arguments take what the schema admits."""
        return self._load is None or not isinstance(attempt(self._load, copied(example)), Raised)

    @cached_property
    def _trials(self) -> dict[str, Trial]:
        """What finds out quickly whether an argument loads, by its name."""
        types = {each.name: each.type for each in self._descriptor.arguments.properties}
        return {
            wire: schema.Trial(types[wire], self._descriptor.definitions, load) for wire, _, load in self._steps if load
        }

    def of(self, faults: tuple[Violation, ...]) -> ArgumentError:
        """The error that names these faults and shows a call that would be right."""
        return self._writer.refusal(faults)

    def of_unread(self, error: CallError) -> CallError:
        """The error for arguments that are no JSON object, with what one would be."""
        example = self._writer.example
        return CallError(f"{error}{EXAMPLE}{example}") if example and _OBJECT in str(error) else error

    def of_text(self, text: str, repairing: bool = True) -> ArgumentError | None:
        """The refusal of JSON text whose faults no safe repair can mend; None if the steps of a call have to decide.

        It tells what they would tell. Nothing is settled, copied or loaded that has no part in it.

        Args:
            text: The arguments as they came.
            repairing: Whether a text inside may be read as the array or object that it holds.
        """
        value = swift_value(text)
        if type(value) is not dict:
            return None
        loading = self._loading(value) if self._steps else ()
        faults, passed = self._check.plain_violations(value, loading, repairing)
        if not faults or (len(text) > _SHORT and may_be_deep(text) and not is_shallow(value, passed=passed)):
            return None
        if len(loading) < len(self._steps):
            faults += self._refused_unsettled(value, faults, loading, repairing)
        return self._writer.refusal(faults)

    def _loading(self, value: dict[str, Any]) -> Collection[str]:
        """Names of arguments that load as they came: they fit, and need no repair. Arrays are not tried, being long."""
        loading = attempt(self._tried, value)
        return () if isinstance(loading, Raised) else loading

    def _tried(self, value: dict[str, Any]) -> list[str]:
        return [
            wire
            for wire, trial in self._trials.items()
            if wire in value and type(value[wire]) is not list and trial.loads(value[wire])
        ]

    def _refused_unsettled(
        self,
        value: dict[str, Any],
        faults: tuple[Violation, ...],
        loading: Collection[str],
        repairing: bool,
    ) -> tuple[Violation, ...]:
        """As `besides`, for arguments that are not settled, which most of them need not be.

        Args:
            value: The arguments.
            faults: What is wrong with them.
            loading: Names of those that load as they came.
            repairing: As for `of_text`.
        """
        for wire, _, _ in self._steps:
            is_untried = wire in value and wire not in loading and not _is_at_fault(wire, faults)
            if is_untried and attempt(self._trials[wire].loads, value[wire]) is not True:
                return self.besides(self._settle(value, repairing=repairing)[0], faults)
        return ()

    def besides(self, arguments: dict[str, Any], faults: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """What the loaders refuse of those arguments that the schema admits, so that a model reads it all at once."""
        admitted = [step for step in self._steps if not _is_at_fault(step[0], faults)]
        loaded = attempt(loaded_fields, admitted, arguments) if admitted else None
        if isinstance(loaded, Raised) and isinstance(loaded.exception, Refusal):
            return loading_faults(loaded.exception)
        return ()


def loading_faults(exception: BaseException) -> tuple[Violation, ...]:
    """What a loader that raises says, each fault at its place."""
    if isinstance(exception, Refusal):
        return tuple(Violation(path_text(path), text) for path, text in exception.faults)
    return (Violation("", text_of_refusal(exception)),)


def _is_at_fault(name: str, faults: tuple[Violation, ...]) -> bool:
    """Whether the path of a fault is that of an argument, or leads into it."""
    inside = (f"{name}.", f"{name}[")
    for each in faults:  # noqa: SIM110 - a generator would take a frame more for each
        if each.path.startswith(inside) or each.path == name:
            return True
    return False
