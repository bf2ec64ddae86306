"""The members of a union, the types that references name, and what type stands at a place of a container."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from toolkit.descriptor import AnyOfType, AnyType, ListType, ObjectType, ParameterType, ReferenceType, TupleType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MAX_MEMBERS: Final = 100
_ANYTHING: Final = AnyType()


def resolved(type_: ParameterType, definitions: Mapping[str, ParameterType]) -> ParameterType:
    """The type that a reference names, or the type itself."""
    for _ in range(len(definitions) + 1):
        if not isinstance(type_, ReferenceType) or type_.name not in definitions:
            break
        type_ = definitions[type_.name]
    return type_


def flat_members(
    union: AnyOfType, definitions: Mapping[str, ParameterType], *, exact: bool = True
) -> list[ParameterType]:
    """The members of a union and of the unions inside it, each once, the first hundred at most.

    Args:
        union: The union.
        definitions: The types that references name.
        exact: Whether an inner union that is narrowed by constraints stays one member.
    """
    return list(islice(every_member(union, definitions, exact=exact), _MAX_MEMBERS))


def alternatives(
    type_: ParameterType, definitions: Mapping[str, ParameterType], *, exact: bool = True
) -> list[ParameterType]:
    """The types that a value may have: the members of a union as `flat_members` has them, else the type alone."""
    return flat_members(AnyOfType((type_,)), definitions, exact=exact)


def every_member(
    union: AnyOfType, definitions: Mapping[str, ParameterType], *, exact: bool = True
) -> Iterator[ParameterType]:
    """As `flat_members`, however many there are: each once, as definitions may share others often."""
    pending: list[ParameterType] = [*reversed(union.options)]
    seen: set[int] = {id(union)}
    while pending:
        each = resolved(pending.pop(), definitions)
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, AnyOfType) and not (exact and each.constraints):
            pending.extend(reversed(each.options))
        else:
            yield each


def item_type(array: ListType | TupleType, at: int) -> ParameterType:
    """The type of the item at a place of an array; behind the last one that is described, anything."""
    if isinstance(array, ListType):
        return array.items
    return array.items[at] if at < len(array.items) else array.rest or _ANYTHING


def further_type(type_: ObjectType) -> ParameterType:
    """The type of the members of an object that have no name of their own; anything, should they not be admitted."""
    return type_.additional if isinstance(type_.additional, ParameterType) else _ANYTHING


def names_in_place(type_: ParameterType) -> set[str]:
    """The definitions that a type applies to the very value that it is applied to itself."""
    if isinstance(type_, ReferenceType):
        return {type_.name}
    options = type_.options if isinstance(type_, AnyOfType) else ()
    return {name for option in options for name in names_in_place(option)}
