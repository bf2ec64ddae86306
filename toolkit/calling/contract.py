"""Contract: what a tool takes, and how the arguments of a call are held to it."""

from __future__ import annotations

import hashlib
import json
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit import schema
from toolkit.calling.binding import Binding
from toolkit.calling.decoding import decoded
from toolkit.calling.guard import Raised, attempt
from toolkit.calling.refusing import Refusals, loading_faults
from toolkit.calling.settling import Settler
from toolkit.calls import Repair, Violation, faults_text
from toolkit.errors import ArgumentError, CallError, DefinitionError
from toolkit.schema.wording import EXAMPLE
from toolkit.types.keywords import plain
from toolkit.types.loaders import RecordLoader

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from toolkit.describing.descriptors import Described
    from toolkit.descriptor import ParameterType, ToolDescriptor
    from toolkit.options import ToolOptions
    from toolkit.schema.engine import FastPath
    from toolkit.schema.reference import ReferenceValidator
    from toolkit.schema.violations import ArgumentCheck

MAX_PAYLOAD_CHARS: Final = 1_048_576


class Contract:
    """The arguments of one tool: decoded, settled, checked, loaded.

    Args:
        descriptor: What the arguments must fit.
        options: What the tool's author said.
        described: How they reach a function; None for a tool without one.
        is_foreign: Whether another party wrote the schema, so that checking must be bounded.
    """

    def __init__(
        self,
        descriptor: ToolDescriptor,
        options: ToolOptions,
        described: Described | None = None,
        *,
        is_foreign: bool = False,
    ) -> None:
        self.is_foreign = is_foreign
        self.descriptor = descriptor
        self.options = options
        self._described = described

    def shown_as(self, descriptor: ToolDescriptor, options: ToolOptions) -> Contract:
        """The same contract under another declaration."""
        return Contract(descriptor, options, self._described, is_foreign=self.is_foreign)

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments object."""
        generator = self.options.schema_generator or schema.SchemaGenerator()
        made: dict[str, Any] = generator.generate(self.descriptor)
        return made

    @cached_property
    def output_schema(self) -> dict[str, Any] | None:
        """The JSON Schema of the result, None if it is not declared."""
        return schema.SchemaGenerator().output(self.descriptor)

    def given_input_schema(self) -> dict[str, Any]:
        """A copy of the JSON Schema of the arguments object, for who may change it."""
        copied: dict[str, Any] = plain(self.input_schema)
        return copied

    def given_output_schema(self) -> dict[str, Any] | None:
        """A copy of the JSON Schema of the result, None if it is not declared."""
        copied: dict[str, Any] | None = plain(self.output_schema)
        return copied

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of name, description and schema."""
        shown = [self.descriptor.name, self.descriptor.description, self.input_schema]
        return hashlib.sha256(json.dumps(shown, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    @cached_property
    def binding(self) -> Binding | None:
        """How the arguments reach the function."""
        return None if self._described is None else Binding(self._described, self.options)

    @cached_property
    def _settler(self) -> Settler:
        return Settler(self.descriptor, self.fits)

    @cached_property
    def _check(self) -> ArgumentCheck:
        return schema.ArgumentCheck(self.descriptor, foreign=self.is_foreign)

    @cached_property
    def _refusals(self) -> Refusals:
        load = None if self.binding is None else self.binding.load
        return Refusals(self.descriptor, self._check, self.settle, load, is_foreign=self.is_foreign)

    @cached_property
    def _reference(self) -> ReferenceValidator:
        return schema.reference_validator(schema.SchemaGenerator().generate(self.descriptor), foreign=self.is_foreign)

    @cached_property
    def _accepts(self) -> Callable[[Any], bool]:
        return self._reference.accepts if engine() == "reference" else self._check.accepts

    @cached_property
    def fast(self) -> FastPath | None:
        """The one pass from JSON text to loaded arguments; None where the tool, or the interpreter, has none."""
        binding = self.binding
        if binding is None or self.is_foreign or engine() == "reference" or binding.needs_exact_numbers:
            return None
        if not isinstance(binding.load, RecordLoader):
            return None
        made = attempt(schema.FastPath, self.descriptor.arguments, self.descriptor.definitions, binding.load)
        return None if isinstance(made, Raised) else made

    def decode(
        self, arguments: object, max_chars: int = MAX_PAYLOAD_CHARS, *, repairing: bool = True
    ) -> tuple[dict[str, Any], tuple[Repair, ...]]:
        """The arguments object, and what had to be mended.

        Raises:
            CallError: They are no JSON object.
        """
        exact = self.binding is not None and self.binding.needs_exact_numbers
        try:
            return decoded(arguments, max_chars, exact=exact, repairing=repairing)
        except CallError as error:
            raise self._refusals.of_unread(error) from None

    def settle(self, arguments: dict[str, Any], *, repairing: bool = True) -> tuple[dict[str, Any], tuple[Repair, ...]]:
        """The arguments after the safe repairs, and what these changed."""
        return self._settler.settle(arguments, repairing=repairing)

    def fits(self, type_: ParameterType, value: Any) -> bool:
        """Whether a value fits a type that stands somewhere in the declaration."""
        return self._check.fits(type_, value)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(each.name for each in self.descriptor.parameters)

    @cached_property
    def _not_models(self) -> frozenset[str]:
        """Names of parameters that no model may fill, where the schema admits arguments of any name."""
        if self._described is None:
            return frozenset()
        taken = {each.parameter.name for each in self._described.arguments if each.role != "rest"}
        return frozenset(taken.union(self._described.filled_names)) - self._known

    @cached_property
    def _takes_others(self) -> bool:
        """Whether it takes arguments of any name: an open schema by hand does not open the function behind it."""
        if self._described is None or not self._described.is_raw:
            return self.descriptor.additional is not False
        return any(each.role == "rest" for each in self._described.arguments)

    def without_unknown(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments that the tool has, the others left out."""
        if self._takes_others:
            return arguments
        return {name: value for name, value in arguments.items() if name in self._known}

    def check(self, arguments: dict[str, Any]) -> None:
        """Refuse arguments that do not fit the schema.

        Raises:
            ArgumentError: They do not; it names every fault with its path.
        """
        forged = () if self.descriptor.additional is False else self._forged(arguments)
        if forged:
            faults = tuple(Violation(name, "no such argument") for name in sorted(forged))
            others = {name: value for name, value in arguments.items() if name not in forged}
            raise self.refusal((() if self._accepts(others) else self._faults(others)) + faults)
        if not self._accepts(arguments):
            raise self.refusal(self._faults(arguments))

    def _forged(self, arguments: dict[str, Any]) -> Collection[str]:
        """The names that an open schema admits and the function does not take from a model."""
        taken = self._not_models.intersection(arguments)
        return taken if self._takes_others else taken.union(arguments.keys() - self._known)

    def _faults(self, arguments: dict[str, Any]) -> tuple[Violation, ...]:
        faults = tuple(self._check.violations(arguments) or self._reference.violations(arguments))
        return faults + self._refusals.besides(arguments, faults)

    def require_valid_examples(self) -> None:
        """Refuse examples of the author's that do not fit.

        Raises:
            DefinitionError: One does not.
        """
        for number, example in enumerate(self.options.examples, 1):
            try:
                self.check(self.decode(example)[0])
            except CallError as error:
                told = faults_text(error.violations, " ") if isinstance(error, ArgumentError) else f" {error}"
                reason, tool = f"example {number} is not valid:{told.partition(EXAMPLE)[0]}", self.descriptor.name
                described = "schema" if self._described is None else "signature"
                raise DefinitionError(reason, tool=tool, cure=f"correct it, or the {described}") from error

    def load(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The Python values of the parameters.

        Raises:
            ArgumentError: A class refuses the values that it should become.
        """
        if self.binding is None:
            return arguments
        loaded: dict[str, Any] = self.loaded_by(self.binding.load, arguments)
        return loaded

    def loaded_by(self, load: Callable[[dict[str, Any]], Any], arguments: dict[str, Any]) -> Any:
        """What a loader makes of the arguments.

        Raises:
            ArgumentError: It raises; what it says stands at the path where it does.
        """
        loaded = attempt(load, arguments)
        if isinstance(loaded, Raised):
            raise self.refusal(loading_faults(loaded.exception)) from loaded.exception
        return loaded

    def refusal(self, faults: tuple[Violation, ...]) -> ArgumentError:
        """The error that names these faults and shows a call that would be right."""
        return self._refusals.of(faults)

    @cached_property
    def refusal_of_text(self) -> Callable[..., ArgumentError | None] | None:
        """Gives the error that the steps would end in, for JSON text whose faults are plain; None where they decide.

        It is the short road of a refusal, as `fast` is that of a call that goes well, and there is none for some
        tools; see Refusals.of_text.
        """
        is_exact = self.binding is not None and self.binding.needs_exact_numbers
        if self.is_foreign or is_exact or engine() == "reference":
            return None
        return self._refusals.of_text


def engine() -> str:
    """Which engine decides: "reference" if TOOLKIT_ENGINE says so, else "fast"."""
    return "reference" if os.environ.get("TOOLKIT_ENGINE") == "reference" else "fast"
