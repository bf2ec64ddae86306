"""The members of a union in strict mode, so that the way back knows which of them a value is."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from toolkit.descriptor import ObjectType, ParameterType, ReferenceType, ToolParameterDescriptor
from toolkit.providers.inverses import chosen, out_of_object
from toolkit.providers.strict_shapes import Shape, all_apart, is_map
from toolkit.record import replace_fields

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.providers.inverses import Fits, Inverse
    from toolkit.providers.strict_shapes import Shapes


class Option(NamedTuple):
    """A member of a union.

    Attributes:
        own: Its type.
        type: Its form for strict mode.
        inverse: What undoes that form, None for nothing.
    """

    own: ParameterType
    type: ParameterType
    inverse: Inverse | None


class Apart(NamedTuple):
    """A union whose members can be told apart.

    Attributes:
        options: Their forms.
        inverse: What undoes the form of the member that a value is; None for nothing.
        tags: The name of the object in which a member stands, by its place among the options.
        leads: For definitions among them, the member that has to come first.
    """

    options: tuple[ParameterType, ...]
    inverse: Inverse | None
    tags: Mapping[int, str] = {}
    leads: Mapping[str, str] = {}


def told_apart(options: Sequence[Option], shapes: Shapes) -> Apart:
    """The members as they are, with another order, or each in an object of its own, as far as that is needed."""
    looks = [shapes.strict(option.own) for option in options]
    alike = {
        place
        for pair in combinations(range(len(options)), 2)
        for place in pair
        if any(options[each].inverse for each in pair) and not all_apart(*(looks[each] for each in pair))
    }
    leads: dict[int, str] = {}
    if shapes.rules.tells_by_first_key:
        leads, unled = _leads({at: each for at, each in enumerate(options) if at not in alike}, shapes)
        alike |= unled
    tags = _tags(options, alike)
    types = [
        _in_object(tags[at], each.type) if at in tags else _led(each.type, leads.get(at))
        for at, each in enumerate(options)
    ]
    return Apart(
        tuple(types),
        _inverse(options, looks, tags),
        tags,
        {
            each.type.name: leads[at]
            for at, each in enumerate(options)
            if at in leads and isinstance(each.type, ReferenceType)
        },
    )


def _inverse(options: Sequence[Option], looks: Sequence[tuple[Shape, ...]], tags: Mapping[int, str]) -> Inverse | None:
    if not tags and not any(option.inverse for option in options):
        return None
    ways: list[tuple[Fits, Inverse | None]] = []
    for at, option in enumerate(options):
        if at in tags:
            tag = frozenset({tags[at]})
            ways.append((Shape("object", tag, tag).fits, out_of_object(tags[at], option.inverse)))
        else:
            ways.append((_any_fits(looks[at]), option.inverse))
    return chosen(ways)


def _any_fits(looks: tuple[Shape, ...]) -> Fits:
    return lambda value: any(shape.fits(value) for shape in looks)


def _tags(options: Sequence[Option], alike: set[int]) -> dict[int, str]:
    """A name for each member that needs one, the name of its definition if it has one."""
    return {
        at: each.own.name if isinstance(each.own, ReferenceType) else f"option_{at + 1}"
        for at, each in enumerate(options)
        if at in alike
    }


def _in_object(name: str, type_: ParameterType) -> ObjectType:
    return ObjectType(properties=(ToolParameterDescriptor(name, "", type_),), required=(name,))


def _leads(options: Mapping[int, Option], shapes: Shapes) -> tuple[dict[int, str], set[int]]:
    """Which member has to stand first in each object, and the objects that have no such member."""
    objects = {at: own for at, each in options.items() if (own := _object_of(each.own, shapes)) is not None}
    firsts = [(each.properties[0].name, each.properties[0].type) for each in objects.values() if each.properties]
    if len(objects) < 2 or all(one != other for one, other in combinations(firsts, 2)):  # noqa: PLR2004
        return {}, set()
    tag = _common_tag([shapes.strict(each)[0] for each in objects.values()])
    if tag:
        return dict.fromkeys(objects, tag), set()
    names = {at: shapes.wires(each) for at, each in objects.items()}
    found = {}
    for at, own_names in names.items():
        others = {name for other, wires in names.items() if other != at for name in wires.values()}
        lead = next((name for name in own_names.values() if name not in others), None)
        if lead is not None:
            found[at] = lead
    return found, objects.keys() - found.keys()


def _common_tag(looks: Sequence[Shape]) -> str | None:
    """A member whose choices differ in all the objects."""
    return next(
        (
            name
            for name in looks[0].tags
            if all(name in each.tags for each in looks)
            and all(not one.tags[name] & other.tags[name] for one, other in combinations(looks, 2))
        ),
        None,
    )


def _object_of(type_: ParameterType, shapes: Shapes) -> ObjectType | None:
    """The object that a member of a union is in strict mode too."""
    if isinstance(type_, ReferenceType) and not shapes.is_json_text(type_):
        type_ = shapes.definitions[type_.name]
    return type_ if isinstance(type_, ObjectType) and not is_map(type_) else None


def _led(type_: ParameterType, lead: str | None) -> ParameterType:
    """The object with that member first."""
    return with_first(type_, lead) if lead is not None and isinstance(type_, ObjectType) else type_


def with_first(type_: ObjectType, name: str) -> ObjectType:
    """The object with the member of that name first.

    >>> a, b = (ToolParameterDescriptor(name, "", AnyOfType(())) for name in "ab")
    >>> [each.name for each in with_first(ObjectType(properties=(a, b)), "b").properties]
    ['b', 'a']
    """
    ordered = sorted(type_.properties, key=lambda each: each.name != name)
    return replace_fields(
        type_,
        properties=tuple(ordered),
        required=tuple(sorted(type_.required, key=lambda each: each != name)),
    )
