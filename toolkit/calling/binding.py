"""Checked JSON arguments -> the positional and keyword arguments of a function."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.pydantic_classes import pydantic_fields
from toolkit.reading.signature import KEYWORD_ONLY, POSITIONAL_ONLY, VAR_KEYWORD, VAR_POSITIONAL
from toolkit.record import MISSING
from toolkit.schema.acceptance import Parts
from toolkit.types.field_readers import fields_of_class
from toolkit.types.loaders import ArrayLoader, RecordLoader, loaded_fields
from toolkit.types.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.describing.arguments import Argument
    from toolkit.describing.descriptors import Described
    from toolkit.options import ToolOptions
    from toolkit.types.rules import Loader

    Values = dict[str, Any]
    Load = Callable[[Mapping[str, Any]], Values]

# Kinds of default that a body can change by accident, so that each call gets its own.
_MUTABLE: Final = (list, dict, set)
_NEVER_BY_NAME: Final = frozenset({KEYWORD_ONLY, VAR_KEYWORD, VAR_POSITIONAL})


class Binding:
    """How one function takes its arguments.

    Args:
        described: What is known of the function.
        options: What its author said beside.

    Attributes:
        load: The Python value of each parameter that the arguments fill, by parameter name. It raises a Refusal
            where a class refuses the values that it should become, and what the class raises where that is the
            class of the whole arguments object. It is a RecordLoader where each argument is loaded by itself.
        is_by_name: Whether what `load` gives are the keyword arguments of the call, nothing beside.
        needs_exact_numbers: Whether a parameter wants the digits that a number was written with.
    """

    def __init__(self, described: Described, options: ToolOptions) -> None:
        walk = Walk(described.descriptor.name, options.types, lambda type_, types: Parts(types).acceptor(type_))
        arguments = described.arguments
        self._positional = [each for each in arguments if each.parameter.kind not in _NEVER_BY_NAME]
        self._has_positional_only = any(each.parameter.kind is POSITIONAL_ONLY for each in self._positional)
        self._items = next((each.parameter.name for each in arguments if each.role == "items"), None)
        self._rest = next((each.parameter.name for each in arguments if each.role == "rest"), None)
        self._made = [each for each in arguments if _makes_default(each)]
        self._defaults = {each.parameter.name: each.default for each in arguments if each.default is not MISSING}
        self.is_by_name = not (self._made or self._items or self._rest or self._has_positional_only)
        self.load: Load = _loader(described, walk)
        self.needs_exact_numbers = walk.needs_exact_numbers

    def call_with(self, loaded: Values, injected: Mapping[str, Any]) -> tuple[list[Any], Values]:
        """The positional and keyword arguments of the call.

        Args:
            loaded: What `load` gave.
            injected: What the host gives, by parameter name.
        """
        if self.is_by_name:
            return [], {**loaded, **injected} if injected else loaded
        values = {**loaded, **injected}
        for argument in self._made:
            if argument.parameter.name not in values:
                values[argument.parameter.name] = _made_default(argument, self._defaults, values)
        items = values.pop(self._items, ()) if self._items else ()
        rest = values.pop(self._rest, {}) if self._rest else {}
        positional = self._positionals(values, up_to_items=bool(items))
        # What the model names freely never takes the place of a parameter.
        return [*positional, *items], {**rest, **values}

    def _positionals(self, values: Values, *, up_to_items: bool) -> list[Any]:
        """The values that must go by position, taken out of the others; gaps get their defaults."""
        given = [
            place
            for place, each in enumerate(self._positional)
            if each.parameter.kind is POSITIONAL_ONLY and each.parameter.name in values
        ]
        count = len(self._positional) if up_to_items else max(given, default=-1) + 1
        return [values.pop(each.parameter.name, each.parameter.default) for each in self._positional[:count]]


def _makes_default(argument: Argument) -> bool:
    """Whether a parameter that the model leaves out gets something else than the function's own default."""
    if argument.role not in {"argument", "hidden"} or argument.required:
        return False
    is_functions = argument.default_factory is None and argument.default is argument.parameter.default
    return not is_functions or type(argument.default) in _MUTABLE


def _made_default(argument: Argument, defaults: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    if argument.default_factory is not None:
        return argument.default_factory({**defaults, **values})
    return copy.deepcopy(argument.default) if type(argument.default) in _MUTABLE else argument.default


# -- loading


def _loader(described: Described, walk: Walk) -> Load:
    if described.whole is not MISSING:
        return _whole_loader(described, walk)
    arguments = [each for each in described.arguments if each.is_models]
    rest = next((each for each in arguments if each.role == "rest"), None)
    if described.is_raw and rest is None:
        return dict
    steps = [_step(each, walk, is_raw=described.is_raw) for each in arguments if each.role != "rest"]
    if rest is None:
        return RecordLoader(dict, steps)
    return _loader_with_rest(steps, rest.parameter.name, None if described.is_raw else walk.load(rest.hint))


def _step(argument: Argument, walk: Walk, *, is_raw: bool) -> tuple[str, str, Loader | None]:
    """What an argument is called on the wire, which parameter it fills, and how it is loaded."""
    if is_raw:
        return argument.parameter.name, argument.parameter.name, None
    load = walk.load(argument.hint)
    if argument.role == "items" and "Unpack" not in argument.hint.qualifiers:
        load = None if load is None else ArrayLoader(list, load)
    return argument.wire, argument.key or argument.parameter.name, load


def _loader_with_rest(steps: list[tuple[str, str, Loader | None]], rest: str, load_rest: Loader | None) -> Load:
    """A loader for a function that takes further arguments as `**kwargs`."""
    known = {wire for wire, _, _ in steps}

    def load(arguments: Mapping[str, Any]) -> Values:
        further = [name for name in arguments if name not in known]
        # The names of parameters are texts, so a number keeps what goes into `**kwargs` apart from them.
        others: list[tuple[str, Any, Loader | None]] = [(name, place, load_rest) for place, name in enumerate(further)]
        loaded: dict[Any, Any] = loaded_fields([*steps, *others], arguments)
        loaded[rest] = {name: loaded.pop(place) for place, name in enumerate(further)}
        return loaded

    return load


def _whole_loader(described: Described, walk: Walk) -> Load:
    """A loader for arguments that become one object, which the function gets whole or field by field."""
    load_object = walk.load(described.whole)
    sole = described.whole_taker
    if sole is not None:
        return lambda arguments: {sole: _loaded(load_object, arguments)}
    attributes = {each.name: each.attribute for each in fields_of_class(described.whole) or ()}
    taken = [each.parameter.name for each in described.arguments if each.is_models and each.role != "rest"]
    rest = next((each.parameter.name for each in described.arguments if each.role == "rest"), None)

    def load(arguments: Mapping[str, Any]) -> Values:
        made = _loaded(load_object, arguments)
        fields = made if isinstance(made, dict) else _attributes_of(made, attributes, taken)
        values = {name: fields[name] for name in taken if name in fields}
        if rest is not None:
            values[rest] = {name: value for name, value in fields.items() if name not in taken}
        return values

    return load


def _attributes_of(made: Any, attributes: Mapping[str, str], taken: list[str]) -> Values:
    """The fields of an object by the names of its constructor's arguments."""
    names = attributes or dict.fromkeys([*pydantic_fields(type(made)), *taken])
    kept = ((name, getattr(made, attribute or name, MISSING)) for name, attribute in names.items())
    further = getattr(made, "__pydantic_extra__", None) or {}
    return {**further, **{name: value for name, value in kept if value is not MISSING}}


def _loaded(load: Loader | None, arguments: Mapping[str, Any]) -> Any:
    return dict(arguments) if load is None else load(dict(arguments))
