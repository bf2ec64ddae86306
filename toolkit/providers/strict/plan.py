"""What becomes of each type in strict mode, decided by looking at the types alone."""

from __future__ import annotations

from itertools import chain, combinations, permutations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    EnumType,
    ListType,
    ObjectType,
    ParameterType,
    ReferenceType,
    TupleType,
    flat_options,
    inner_types,
)
from toolkit.providers.strict.positions import REST, position_names, reachable
from toolkit.providers.strict.shapes import Shape, all_apart, common_tag, only_member, tag_of
from toolkit.schema.kinds import KINDS, admitted_kinds
from toolkit.types.definitions import types_named_in
from toolkit.types.keywords import leads_to_itself

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from toolkit.providers.strict.rules import StrictRules

# Keywords of a foreign schema by which members without a name of their own are admitted.
OPENING: Final = ("patternProperties", "unevaluatedProperties")


class Apart(NamedTuple):
    """How the members of a union are told apart.

    Attributes:
        tags: By place, the name of the object that a member is put into.
        leads: By place, the property that has to come first in a member.
    """

    tags: Mapping[int, str]
    leads: Mapping[int, str]


class Plan:
    """What becomes of the types of one descriptor.

    Args:
        definitions: The types that references name.
        rules: What the strict mode takes.
    """

    def __init__(self, definitions: Mapping[str, ParameterType], rules: StrictRules) -> None:
        self.definitions, self.rules = definitions, rules
        self._recursive: dict[str, bool] = {}
        self._changed: dict[str, bool] = {}
        # The union is kept beside its entry, so that its id stays its own.
        self._apart: dict[int, tuple[AnyOfType, Apart]] = {}

    # -- what a type is

    def kinds(self, type_: ParameterType) -> frozenset[str]:
        """The kinds of JSON value that a type admits as it is, constraints aside."""
        admitted = admitted_kinds(type_, self.definitions)
        return frozenset("number" if each == "integer" else each for each in admitted)

    def is_recursive(self, name: str) -> bool:
        """Whether a definition contains itself, directly or through others."""
        if name not in self._recursive:
            self._recursive[name] = leads_to_itself(name, lambda each: types_named_in(self.definitions[each]))
        return self._recursive[name]

    # -- what becomes of it

    def is_json_text(self, type_: ParameterType) -> bool:
        """Whether strict mode can take the type as JSON text only."""
        match type_:
            case EnumType():
                return any(isinstance(value, list | tuple) or hasattr(value, "keys") for value in type_.values)
            case AnyOfType():
                return any(type(option) is AnyType for option in flat_options(type_.options))
            case ReferenceType():
                if self.is_recursive(type_.name):
                    return not self.rules.has_recursion
                return self.is_json_text(self.definitions[type_.name])
            case _:
                return type(type_) not in KINDS

    def is_list(self, type_: TupleType) -> bool:
        """Whether an array by position says nothing else than a list of some length."""
        types = inner_types(reachable(type_))
        return self.rules.has_lengths and all(each == types[0] for each in types[1:])

    def wires(self, type_: ObjectType) -> dict[str, str]:
        """The names of an object's members in strict mode, "" for those without a name of their own.

        A member has another name where its JSON text could be taken for the value itself.
        """
        found = {each.name: each.name for each in type_.properties}
        texts = [each.name for each in type_.properties if self._is_ambiguous(each.type)]
        wanted = {**{name: f"{name}_json" for name in texts}, **({"": "additional_properties"} if opens(type_) else {})}
        for name, wire in wanted.items():
            found[name] = _free_name(wire, found.values())
        return found

    def _is_ambiguous(self, type_: ParameterType, seen: set[str] | None = None) -> bool:
        """Whether a JSON text, or one in a list, could be meant as it is."""
        seen = set() if seen is None else seen
        if self.is_json_text(type_):
            return "string" in self.kinds(type_)
        match type_:
            case ListType():
                return self._is_ambiguous(type_.items, seen)
            case TupleType() if self.is_list(type_):
                return any(self._is_ambiguous(each, seen) for each in inner_types(reachable(type_)))
            case AnyOfType():
                return any(self._is_ambiguous(option, seen) for option in type_.options)
            case ReferenceType() if _is_new(type_.name, seen):
                return self._is_ambiguous(self.definitions[type_.name], seen)
            case _:
                return False

    def changes(self, type_: ParameterType) -> bool:
        """Whether values of the type may have another form in strict mode; of what contains itself, always."""
        if self.is_json_text(type_):
            return True
        match type_:
            case ReferenceType():
                return self.is_recursive(type_.name) or self._changes_where_defined(type_.name)
            case TupleType() if not self.is_list(type_):
                return True
            case AnyOfType() if self.apart(type_).tags:
                return True
            case ObjectType() if self._changes_members(type_):
                return True
            case _:
                return any(map(self.changes, inner_types(type_)))

    def _changes_where_defined(self, name: str) -> bool:
        if name not in self._changed:
            self._changed[name] = self.changes(self.definitions[name])
        return self._changed[name]

    def _changes_members(self, type_: ObjectType) -> bool:
        may_be_absent = not self.rules.has_optional and len(type_.required) < len(type_.properties)
        return may_be_absent or any(name != wire for name, wire in self.wires(type_).items())

    # -- unions

    def apart(self, type_: AnyOfType) -> Apart:
        """How the members of a union are told apart, by the model and on the way back."""
        kept = self._apart.get(id(type_))
        if kept is None:
            # A union that is a member of itself, through definitions, is met again while it is looked at.
            self._apart[id(type_)] = (type_, Apart({}, {}))
            kept = self._apart[id(type_)] = (type_, self._told_apart(type_))
        return kept[1]

    def _told_apart(self, type_: AnyOfType) -> Apart:
        options = flat_options(type_.options)
        shapes = [self.shapes(each) for each in options]
        alike = {
            one
            for one, other in permutations(range(len(options)), 2)
            if self.changes(options[one]) and self._may_be(shapes[one], options[other], shapes[other])
        }
        leads: dict[int, str] = {}
        if self.rules.tells_by_first_key:
            leads, unled = self._leads({at: each for at, each in enumerate(options) if at not in alike})
            alike |= unled
        taken = {name for each in shapes for shape in each for name in shape.names}
        tags: dict[int, str] = {}
        for at in sorted(alike):
            own = options[at]
            wanted = own.name if isinstance(own, ReferenceType) else f"option_{at + 1}"
            tags[at] = _free_name(wanted, taken)
            taken.add(tags[at])
        return Apart(tags, leads)

    def _may_be(self, shapes: Collection[Shape], other: ParameterType, as_other: Collection[Shape]) -> bool:
        """Whether a value of these shapes could be another member's, in strict mode or as it is."""
        only_as_it_is = self.kinds(other) - {each.kind for each in as_other}
        return not all_apart(shapes, as_other) or any(each.kind in only_as_it_is for each in shapes)

    def _leads(self, options: Mapping[int, ParameterType]) -> tuple[dict[int, str], set[int]]:
        """Which property has to stand first in each object, and the objects that have no such property."""
        objects = {at: own for at, each in options.items() if (own := self._object_of(each)) is not None}
        firsts = [_first_property(each) for each in objects.values()]
        if all(one != other for one, other in combinations(firsts, 2)):
            return {}, set()
        tag = common_tag([shape for each in objects.values() for shape in self.shapes(each)])
        if tag is not None:
            return dict.fromkeys(objects, tag), set()
        names = {at: [*self.wires(each).values()] for at, each in objects.items()}
        found = {}
        for at, own_names in names.items():
            others = {name for other, wires in names.items() if other != at for name in wires}
            lead = next((name for name in own_names if name not in others), None)
            if lead is not None:
                found[at] = lead
        return found, objects.keys() - found.keys()

    def _object_of(self, type_: ParameterType) -> ObjectType | None:
        """The object that a member of a union is in strict mode too."""
        if isinstance(type_, ReferenceType) and not self.is_json_text(type_):
            type_ = self.definitions[type_.name]
        return type_ if isinstance(type_, ObjectType) and not is_map(type_) else None

    # -- shapes

    def shapes(self, type_: ParameterType, seen: set[str] | None = None) -> tuple[Shape, ...]:
        """The shapes that values of a type have in strict mode, but for those of definitions seen already."""
        seen = set() if seen is None else seen
        if self.is_json_text(type_):
            return (Shape("string"),)
        match type_:
            case AnyOfType():
                tags = self.apart(type_).tags
                options = enumerate(flat_options(type_.options))
                shapes = ((only_member(tags[at]),) if at in tags else self.shapes(each, seen) for at, each in options)
                return tuple(chain.from_iterable(shapes))
            case ReferenceType():
                return self.shapes(self.definitions[type_.name], seen) if _is_new(type_.name, seen) else ()
            case TupleType() if not self.is_list(type_):
                return (Shape("object", frozenset({*position_names(reachable(type_)), REST})),)
            case ObjectType():
                return (Shape("array") if is_map(type_) else self._object_shape(type_),)
            case _:
                return tuple(map(Shape, sorted(self.kinds(type_))))

    def _object_shape(self, type_: ObjectType) -> Shape:
        wires = self.wires(type_)
        names = frozenset(wires.values())
        demanded = (wires[name] for name in type_.required if name in wires)
        required = frozenset(demanded) if self.rules.has_optional else names
        return Shape("object", names, required, self._tags(type_))

    def _tags(self, type_: ObjectType) -> dict[str, frozenset[tuple[str, Any]]]:
        return {
            each.name: frozenset(map(tag_of, each.type.values))
            for each in type_.properties
            if isinstance(each.type, EnumType) and each.name in type_.required and not self.is_json_text(each.type)
        }


def _is_new(name: str, seen: set[str]) -> bool:
    """Whether a definition has not been seen; from now on it has, as definitions may share others many times over."""
    is_new = name not in seen
    seen.add(name)
    return is_new


def is_map(type_: ObjectType) -> bool:
    """Whether an object has none but members without a name of their own."""
    return not type_.properties and opens(type_)


def opens(type_: ObjectType) -> bool:
    """Whether an object admits members without a name of their own."""
    return type_.additional is not False or any(keyword in type_.constraints for keyword in OPENING)


def _first_property(type_: ObjectType) -> tuple[str, ParameterType] | None:
    return next(((each.name, each.type) for each in type_.properties), None)


def _free_name(wanted: str, taken: Collection[str]) -> str:
    """The wanted name, with an underscore behind it for each that is taken."""
    while wanted in taken:
        wanted += "_"
    return wanted
