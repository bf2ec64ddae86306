"""Checked JSON arguments -> the positional and keyword arguments of a function."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

from toolkit.describing.agreement import whole_taker
from toolkit.reading.signature import KEYWORD_ONLY, POSITIONAL_ONLY, VAR_KEYWORD, VAR_POSITIONAL
from toolkit.record import MISSING
from toolkit.schema.violations import acceptor
from toolkit.types.rules import REFUSALS, Refusal, refusal_at
from toolkit.types.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.describing.arguments import Argument
    from toolkit.describing.describe import Described
    from toolkit.options import ToolOptions
    from toolkit.types.rules import Loader

    Values = dict[str, Any]

# Kinds of default that a body can change by accident, so that each call gets its own.
_MUTABLE: Final = (list, dict, set)


class Binding:
    """How one function takes its arguments.

    Args:
        described: What is known of the function.
        options: What its author said beside.

    Attributes:
        needs_exact_numbers: Whether a parameter wants the digits that a number was written with.
    """

    def __init__(self, described: Described, options: ToolOptions) -> None:
        walk = Walk(described.descriptor.name, options.types, acceptor)
        self._arguments = described.arguments
        self._positional = [
            each for each in self._arguments if each.parameter.kind not in {KEYWORD_ONLY, VAR_KEYWORD, VAR_POSITIONAL}
        ]
        self._has_positional_only = any(each.parameter.kind is POSITIONAL_ONLY for each in self._positional)
        self._items = next((each.parameter.name for each in self._arguments if each.role == "items"), None)
        self._rest = next((each.parameter.name for each in self._arguments if each.role == "rest"), None)
        self._made = [each for each in self._arguments if _makes_default(each)]
        self._load = self._loader(described, walk)
        self.needs_exact_numbers = walk.needs_exact_numbers

    def load(self, arguments: Mapping[str, Any]) -> Values:
        """The Python value of each parameter that the arguments fill, by parameter name.

        Raises:
            Refusal: A class refuses the values that it should become; ValueError and other kinds in REFUSALS
                where the whole arguments object is refused.
        """
        return self._load(arguments)

    def call_with(self, loaded: Values, injected: Mapping[str, Any]) -> tuple[list[Any], Values]:
        """The positional and keyword arguments of the call."""
        values = {**loaded, **injected} if injected else dict(loaded)
        for argument in self._made:
            if argument.parameter.name not in values:
                values[argument.parameter.name] = _made_default(argument)
        items = values.pop(self._items, ()) if self._items else ()
        rest = values.pop(self._rest, {}) if self._rest else {}
        positional = self._positionals(values, forced=bool(items)) if items or self._has_positional_only else []
        return [*positional, *items], {**values, **rest}

    def _positionals(self, values: Values, *, forced: bool) -> list[Any]:
        """The values that must go by position, taken out of the others; gaps get their defaults."""
        given = [
            place
            for place, each in enumerate(self._positional)
            if each.parameter.kind is POSITIONAL_ONLY and each.parameter.name in values
        ]
        count = len(self._positional) if forced else max(given, default=-1) + 1
        return [values.pop(each.parameter.name, each.default) for each in self._positional[:count]]

    def _loader(self, described: Described, walk: Walk) -> Callable[[Mapping[str, Any]], Values]:
        if described.whole is not MISSING:
            return _whole_loader(described, walk)
        if described.is_raw:
            return dict
        steps = [_Step(each, walk) for each in self._arguments if each.is_models and each.role != "rest"]
        rest = next((walk.load(each.hint) for each in self._arguments if each.role == "rest"), None)
        return _steps_loader(steps, rest, self._rest)


def _makes_default(argument: Argument) -> bool:
    if argument.role in {"injected", "bound", "items", "rest", "spread"}:
        return False
    if argument.default_factory is not None or argument.default is not argument.parameter.default:
        return not argument.required
    return type(argument.default) in _MUTABLE


def _made_default(argument: Argument) -> Any:
    if argument.default_factory is not None:
        return argument.default_factory()
    return copy.deepcopy(argument.default) if type(argument.default) in _MUTABLE else argument.default


class _Step:
    """One argument: where it is on the wire, how it is loaded, which parameter it fills."""

    __slots__ = ("load", "name", "wire")

    def __init__(self, argument: Argument, walk: Walk) -> None:
        self.wire = argument.wire
        self.name = argument.wire if argument.role == "spread" else argument.parameter.name
        self.load = walk.load(argument.hint)
        if argument.role == "items" and "Unpack" not in argument.hint.qualifiers:
            self.load = walk.load(list[argument.hint.type]) if argument.hint.facts is None else _each(self.load)


def _each(load: Loader | None) -> Loader | None:
    return None if load is None else lambda values: [load(value) for value in values]


def _steps_loader(
    steps: list[_Step], load_rest: Loader | None, rest: str | None
) -> Callable[[Mapping[str, Any]], Values]:
    taken = {step.wire for step in steps}

    def load(arguments: Mapping[str, Any]) -> Values:
        loaded: Values = {}
        faults: list[Any] = []
        for step in steps:
            if step.wire in arguments:
                _load_into(loaded, step.name, step.load, step.wire, arguments, faults)
        if rest is not None:
            further: Values = {}
            for name in arguments.keys() - taken if len(arguments) > len(loaded) else ():
                _load_into(further, name, load_rest, name, arguments, faults)
            loaded[rest] = {name: further[name] for name in arguments if name in further}
        if faults:
            raise Refusal(faults)
        return loaded

    return load


def _load_into(
    loaded: Values, name: str, load: Loader | None, wire: str, arguments: Mapping[str, Any], faults: list[Any]
) -> None:
    try:
        loaded[name] = arguments[wire] if load is None else load(arguments[wire])
    except REFUSALS as error:
        faults.extend(refusal_at(wire, error).faults)


def _whole_loader(described: Described, walk: Walk) -> Callable[[Mapping[str, Any]], Values]:
    """A loader for arguments that become one object, which the function gets whole or field by field."""
    load_object = walk.load(described.whole)
    filled = [each.parameter.name for each in described.arguments if each.is_models]
    sole = sole_taker(described)
    if sole is not None:
        return lambda arguments: {sole: _loaded(load_object, arguments)}

    def load(arguments: Mapping[str, Any]) -> Values:
        made = _loaded(load_object, arguments)
        if isinstance(made, dict):
            return {name: made[name] for name in filled if name in made}
        return {name: getattr(made, name) for name in filled if hasattr(made, name)}

    return load


def _loaded(load: Loader | None, arguments: Mapping[str, Any]) -> Any:
    return dict(arguments) if load is None else load(dict(arguments))


def sole_taker(described: Described) -> str | None:
    """The name of the one parameter that takes the whole arguments object, None if they go by name."""
    return whole_taker(described.arguments, described.whole)
