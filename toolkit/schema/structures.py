"""The structure of each type as a function that says whether a value has it."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    TupleType,
)
from toolkit.errors import DefinitionError
from toolkit.schema.constraints import choice_test
from toolkit.schema.numbers import is_integer, is_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.schema.acceptance import Parts
    from toolkit.schema.fuel import Fuel


class UnsettledError(Exception):
    """A safe repair might change what is told of a value, so it has to come first."""


class FullError(Exception):
    """A report has all that it may hold."""


class Run:
    """What one check of one value remembers: verdicts on definitions, and the fuel.

    A type that contains itself in two members of a union would be tried twice as often at every level; as the
    verdicts are kept, each definition meets each value once.
    """

    # Without slots, which would keep an Explanation from holding its values within itself.
    def __init__(self, fuel: Fuel | None = None) -> None:
        self.verdicts: dict[tuple[str, int], bool] = {}
        self.fuel = fuel

    def spend(self, steps: int) -> None:
        """Pay for some work, if it has to be paid for.

        Raises:
            OutOfFuelError: The fuel is spent.
        """
        if self.fuel is not None:
            self.fuel.spend(steps)


Accept = Callable[[Any, Run], bool]


SCALARS: Final[Mapping[type[ParameterType], Accept]] = {
    StringType: lambda value, _: isinstance(value, str),
    # Most are plain, and then one call is enough.
    IntegerType: lambda value, _: type(value) is int or is_integer(value),
    FloatType: lambda value, _: isfinite(value) if type(value) is float else type(value) is int or is_number(value),
    BooleanType: lambda value, _: value is True or value is False,
    NullType: lambda value, _: value is None,
    AnyType: lambda _, __: True,
}


# The class of values that surely fit: where nothing else is asked of them, a look at it saves the call.
SURE: Final[Mapping[Accept, type]] = {
    SCALARS[StringType]: str,
    SCALARS[IntegerType]: int,
    SCALARS[BooleanType]: bool,
}


def undefined(name: str) -> DefinitionError:
    """The error for a definition that is not there."""
    return DefinitionError(f"a reference to {name[:40]!r}, which is not defined")


def anything(_: Any, __: Run) -> bool:
    """Whether a value may be anything: always."""
    return True


def nothing(_: Any, __: Run) -> bool:
    """Whether a value may be where none may: never."""
    return False


def _scalar(_: Parts, type_: ParameterType) -> Accept:
    return SCALARS[type(type_)]


def _enum(_: Parts, type_: EnumType) -> Accept:
    test = choice_test(type_.values)
    return lambda value, _: test(value)


def _list(parts: Parts, type_: ListType) -> Accept:
    accept_item = parts.of(type_.items).accept
    if accept_item is SCALARS[AnyType]:
        return lambda value, _: isinstance(value, list)

    sure = SURE.get(accept_item)

    def accept(value: Any, run: Run) -> bool:
        if not isinstance(value, list):
            return False
        for item in value:  # noqa: SIM110 - a generator would take a frame more at every level
            if type(item) is not sure and not accept_item(item, run):
                return False
        return True

    return accept


def _tuple(parts: Parts, type_: TupleType) -> Accept:
    by_position = tuple(parts.of(each).accept for each in type_.items)
    rest = nothing if type_.rest is None else parts.of(type_.rest).accept
    least = type_.least

    def accept(value: Any, run: Run) -> bool:
        if not isinstance(value, list) or len(value) < least:
            return False
        for index, item in enumerate(value):
            if not (by_position[index] if index < len(by_position) else rest)(item, run):
                return False
        return True

    return accept


def _object(parts: Parts, type_: ObjectType) -> Accept:
    accept_by_name = {each.name: parts.of(each.type).accept for each in type_.properties}
    sure_by_name = {name: SURE.get(accept) for name, accept in accept_by_name.items()}
    required = type_.required
    accept_other = parts.of_additional(type_.additional)

    def accept(value: Any, run: Run) -> bool:
        if not isinstance(value, dict):
            return False
        for name in required:
            if name not in value:
                return False
        for name, each in value.items():
            if type(each) is sure_by_name.get(name):
                continue
            if not accept_by_name.get(name, accept_other)(each, run):
                return False
        return True

    return accept


def _any_of(parts: Parts, type_: AnyOfType) -> Accept:
    options = tuple(parts.of(option).accept for option in type_.options)

    def accept(value: Any, run: Run) -> bool:
        for option in options:  # noqa: SIM110 - as above
            if option(value, run):
                return True
        return False

    return accept


def _reference(parts: Parts, type_: ReferenceType) -> Accept:
    name, named = type_.name, parts.definitions.get(type_.name)
    if named is None:
        raise undefined(name)

    def accept(value: Any, run: Run) -> bool:
        key = (name, id(value))
        verdict = run.verdicts.get(key)
        if verdict is None:
            verdict = run.verdicts[key] = parts.of(named).accept(value, run)
        return verdict

    return accept


BUILDERS: Final[Mapping[type[ParameterType], Callable[[Parts, Any], Accept]]] = {
    **dict.fromkeys(SCALARS, _scalar),
    EnumType: _enum,
    ListType: _list,
    TupleType: _tuple,
    ObjectType: _object,
    AnyOfType: _any_of,
    ReferenceType: _reference,
}
