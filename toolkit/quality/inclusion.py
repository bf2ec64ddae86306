"""Whether every value of one type is a value of another: yes, or not known."""

from __future__ import annotations

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
    same_json,
)
from toolkit.errors import DefinitionError
from toolkit.quality.bounds import NARROWING, least_items, meets, most_items, without_texts
from toolkit.record import EMPTY
from toolkit.schema.acceptance import Parts
from toolkit.schema.constraints import APART, ENTANGLED
from toolkit.schema.members import further_type, item_type
from toolkit.types.keywords import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Types = Mapping[str, ParameterType]

# Two types that share parts can double the work at each level; what takes longer is not known.
_MAX_STEPS: Final = 50_000
_ANYTHING: Final = AnyType()
_UNEVALUATED: Final = frozenset({"unevaluatedItems", "unevaluatedProperties"})
_EVERY_VALUE: Final[Mapping[type[ParameterType], tuple[Any, ...]]] = {BooleanType: (True, False), NullType: (None,)}


def is_within(
    narrow: ParameterType, wide: ParameterType, narrow_types: Types = EMPTY, wide_types: Types = EMPTY
) -> bool:
    """Whether every value of `narrow` is known to be one of `wide`; False where that cannot be told.

    >>> is_within(IntegerType(), AnyOfType((FloatType(), NullType())))
    True
    >>> is_within(StringType(), StringType(constraints={"maxLength": 3}))
    False

    Args:
        narrow: A type.
        wide: Another.
        narrow_types: What the references in the first name.
        wide_types: What those in the second name.
    """
    return _Search(narrow_types, wide_types).within(narrow, wide)


class _Search:
    """One question, with the questions that it leads to.

    A question that comes up again about a value inside may be taken for answered: values end, so the answer follows
    by induction on their depth. One that comes up again about the very same value leads nowhere.
    """

    def __init__(self, narrow_types: Types, wide_types: Types) -> None:
        self._narrow_types, self._wide_types = narrow_types, wide_types
        self._same_types = narrow_types is wide_types or narrow_types == wide_types
        self._steps_left = _MAX_STEPS
        # Pairs by id, of values around this one and of this one; the frames of the search keep the types alive.
        self._around: frozenset[tuple[int, int]] = frozenset()
        self._here: frozenset[tuple[int, int]] = frozenset()
        self._parts = Parts(wide_types)

    def within(self, narrow: ParameterType, wide: ParameterType) -> bool:
        """Whether each value of the one fits the other."""
        pair = id(narrow), id(wide)
        self._steps_left -= 1
        if pair in self._around:
            return True
        if pair in self._here or self._steps_left < 0:
            return False
        kept = self._here
        self._here = kept | {pair}
        found = self._decided(narrow, wide)
        self._here = kept
        return found

    def inside(self, narrow: ParameterType, wide: ParameterType) -> bool:
        """The same for values inside."""
        kept = self._around, self._here
        self._around, self._here = self._around | self._here, frozenset()
        found = self.within(narrow, wide)
        self._around, self._here = kept
        return found

    def _decided(self, narrow: ParameterType, wide: ParameterType) -> bool:
        if self._same_types and narrow == wide:
            return True
        # What narrows a reference or a union may be left out: if all values fit, so do some.
        if isinstance(narrow, ReferenceType):
            target = self._narrow_types.get(narrow.name)
            return target is not None and self.within(target, wide)
        if isinstance(narrow, AnyOfType):
            return all(self.within(option, wide) for option in narrow.options)
        if isinstance(narrow, EnumType):
            return all(self._fits(value, wide) for value in narrow.values)
        return meets(narrow, wide.constraints, same_definitions=self._same_types) and self._within_whole(narrow, wide)

    def _within_whole(self, narrow: ParameterType, wide: ParameterType) -> bool:
        """Whether a type that is neither a union nor a choice fits another, whose constraints it meets."""
        if isinstance(wide, ReferenceType):
            target = self._wide_types.get(wide.name)
            return target is not None and self.within(narrow, target)
        if isinstance(wide, AnyOfType):
            return any(self.within(narrow, option) for option in wide.options)
        if isinstance(wide, AnyType):
            return True
        if isinstance(wide, EnumType):
            values = _EVERY_VALUE.get(type(narrow), ())
            return bool(values) and all(self._fits(value, wide) for value in values)
        structure = _STRUCTURES.get((type(narrow), type(wide)))
        return structure is not None and structure(self, narrow, wide)

    # -- values

    def _fits(self, value: Any, wide: ParameterType) -> bool:
        """Whether a value is known to fit."""
        return any(self._fits_whole(value, each) for each in self._members(wide, set()))

    def _members(self, type_: ParameterType, met: set[str]) -> Iterator[ParameterType]:
        """The types that a value may have, of unions and references those that nothing else narrows."""
        if isinstance(type_, AnyOfType | ReferenceType) and type_.constraints.keys() & NARROWING:
            return
        if isinstance(type_, AnyOfType):
            for option in type_.options:
                yield from self._members(option, met)
        elif not isinstance(type_, ReferenceType):
            yield type_
        elif type_.name not in met and type_.name in self._wide_types:
            met.add(type_.name)
            yield from self._members(self._wide_types[type_.name], met)

    def _fits_whole(self, value: Any, wide: ParameterType) -> bool:
        if wide.constraints.keys() & (APART | ENTANGLED | FORMATS):
            return False
        is_scalar = value is None or isinstance(value, str | int | float)
        # Formats deep inside an array or object are not looked for.
        if not (is_scalar or isinstance(wide, EnumType | AnyType)):
            return False
        try:
            return self._parts.acceptor(wide)(value)
        except DefinitionError:
            return False

    # -- arrays and objects

    def array(self, narrow: Any, wide: Any) -> bool:
        """Whether arrays fit, position by position; behind the last all are alike."""
        most = most_items(narrow)
        if most > most_items(wide) or least_items(narrow) < least_items(wide) or _is_unevaluated(narrow, wide):
            return False
        positions = max(len(_positions(narrow)), len(_positions(wide))) + 1
        return all(self.inside(item_type(narrow, at), item_type(wide, at)) for at in range(positions) if at < most)

    def object(self, narrow: ObjectType, wide: ObjectType) -> bool:
        """Whether objects fit: members by name, and those without a name of their own."""
        patterns, wanted = (each.constraints.get("patternProperties", {}) for each in (narrow, wide))
        is_alike = same_json(*(without_texts({"patternProperties": each}) for each in (patterns, wanted)))
        if not is_alike or _is_unevaluated(narrow, wide):
            return False
        if not set(wide.required) <= set(narrow.required):
            return False
        own = {each.name: each.type for each in narrow.properties}
        further, others = _others(narrow), _others(wide)
        # A name that a pattern matches may be there, whatever else must not.
        unnamed = _ANYTHING if patterns else further
        pairs: list[tuple[ParameterType | None, ParameterType | None]]
        pairs = [(own.pop(each.name, unnamed), each.type) for each in wide.properties]
        pairs += [(each, others) for each in (*own.values(), further)]
        return all(one is None or (other is not None and self.inside(one, other)) for one, other in pairs)


def _positions(array: ParameterType) -> tuple[ParameterType, ...]:
    return array.items if isinstance(array, TupleType) else ()


def _others(type_: ObjectType) -> ParameterType | None:
    """The type of members without a name of their own, None if there are none."""
    return None if type_.additional is False else further_type(type_)


def _is_unevaluated(*types: ParameterType) -> bool:
    return any(type_.constraints.keys() & _UNEVALUATED for type_ in types)


# Scalars differ by their constraints alone.
_STRUCTURES: Final[Mapping[tuple[type[ParameterType], type[ParameterType]], Callable[[_Search, Any, Any], bool]]] = {
    **{(each, each): lambda *_: True for each in (StringType, IntegerType, FloatType, BooleanType, NullType)},
    (IntegerType, FloatType): lambda *_: True,
    **{(one, other): _Search.array for one in (ListType, TupleType) for other in (ListType, TupleType)},
    (ObjectType, ObjectType): _Search.object,
}
