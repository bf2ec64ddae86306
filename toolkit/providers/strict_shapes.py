"""What JSON values a type has, as itself and in its form for strict mode, as far as that tells two types apart."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

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
    inner_types,
)
from toolkit.types.disjoint import json_type

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from toolkit.providers.strict_rules import StrictRules

KINDS: Final = ("null", "boolean", "number", "string", "array", "object")
_KIND_OF: Final[Mapping[type[ParameterType], str]] = {
    StringType: "string",
    IntegerType: "number",
    FloatType: "number",
    BooleanType: "boolean",
    NullType: "null",
    ListType: "array",
    TupleType: "array",
    ObjectType: "object",
}
# Keywords of a foreign schema by which members without a name of their own are admitted.
_OPENING: Final = ("patternProperties", "unevaluatedProperties")


class Shape(NamedTuple):
    """What tells values of a type at a glance.

    Attributes:
        kind: Their kind.
        names: What members an object may have.
        required: Which of them must be there.
        tags: The values of members that are choices, each with its JSON type.
    """

    kind: str
    names: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()
    tags: Mapping[str, frozenset[tuple[str, Any]]] = {}

    def fits(self, value: Any) -> bool:
        """Whether a value looks like this."""
        if kind_of(value) != self.kind:
            return False
        if self.kind != "object":
            return True
        return self.required <= value.keys() <= self.names and all(
            tagged(value[name]) in values for name, values in self.tags.items() if name in value
        )

    def excludes(self, other: Shape) -> bool:
        """Whether no value looks like both."""
        if self.kind != other.kind:
            return True
        return bool(self.required - other.names or other.required - self.names) or any(
            not values & other.tags[name]
            for name, values in self.tags.items()
            if name in self.required & other.required and name in other.tags
        )


class Shapes:
    """The shapes of the types of one descriptor.

    Args:
        definitions: The types that references name.
        rules: What the strict mode takes.
    """

    _methods: ClassVar[Mapping[type[ParameterType], str]] = {
        AnyOfType: "_union",
        ReferenceType: "_reference",
        TupleType: "_tuple",
        ObjectType: "_object",
    }

    def __init__(self, definitions: Mapping[str, ParameterType], rules: StrictRules) -> None:
        self.definitions, self.rules = definitions, rules

    def kinds(self, type_: ParameterType, seen: Collection[str] = ()) -> frozenset[str]:
        """The kinds of JSON value that a type admits as it is, constraints aside."""
        match type_:
            case EnumType():
                return frozenset(map(kind_of, type_.values))
            case AnyOfType():
                return frozenset().union(*(self.kinds(option, seen) for option in type_.options))
            case ReferenceType():
                if type_.name in seen:
                    return frozenset()
                return self.kinds(self.definitions[type_.name], {*seen, type_.name})
            case _:
                kind = _KIND_OF.get(type(type_))
                return frozenset(KINDS if kind is None else (kind,))

    def is_json_text(self, type_: ParameterType) -> bool:
        """Whether strict mode can take the type as JSON text only."""
        match type_:
            case EnumType():
                return any(isinstance(value, list | tuple) or hasattr(value, "keys") for value in type_.values)
            case AnyOfType():
                return any(type(option) is AnyType for option in type_.options)
            case ReferenceType():
                if self.is_recursive(type_.name):
                    return not self.rules.has_recursion
                return self.is_json_text(self.definitions[type_.name])
            case _:
                return type(type_) not in _KIND_OF

    def is_recursive(self, name: str) -> bool:
        """Whether a definition contains itself, directly or through others."""
        seen: set[str] = set()
        pending: list[ParameterType] = [self.definitions[name]]
        while pending:
            each = pending.pop()
            if isinstance(each, ReferenceType):
                if each.name == name:
                    return True
                if each.name not in seen:
                    seen.add(each.name)
                    pending.append(self.definitions[each.name])
            pending.extend(inner_types(each))
        return False

    def wires(self, type_: ObjectType) -> dict[str, str]:
        """The names of an object's members in strict mode, "" for those without a name of their own.

        A member has another name where its JSON text could be taken for the value itself.
        """
        found = {each.name: each.name for each in type_.properties}
        texts = [each.name for each in type_.properties if self._is_ambiguous(each.type)]
        wanted = {**{name: f"{name}_json" for name in texts}, **({"": "additional_properties"} if opens(type_) else {})}
        for name, wire in wanted.items():
            found[name] = free_name(wire, found.values())
        return found

    def _is_ambiguous(self, type_: ParameterType, seen: Collection[str] = ()) -> bool:
        """Whether a JSON text, or one in a list, could be meant as it is."""
        if self.is_json_text(type_):
            return "string" in self.kinds(type_)
        match type_:
            case ListType():
                return self._is_ambiguous(type_.items, seen)
            case TupleType() if self.is_list(type_):
                return any(self._is_ambiguous(each, seen) for each in inner_types(type_))
            case AnyOfType():
                return any(self._is_ambiguous(option, seen) for option in type_.options)
            case ReferenceType() if type_.name not in seen:
                return self._is_ambiguous(self.definitions[type_.name], {*seen, type_.name})
            case _:
                return False

    def strict(self, type_: ParameterType, seen: Collection[str] = ()) -> tuple[Shape, ...]:
        """The shapes that values of a type have in strict mode."""
        if self.is_json_text(type_):
            return (Shape("string"),)
        method = self._methods.get(type(type_))
        if method is None:
            return tuple(map(Shape, sorted(self.kinds(type_))))
        return getattr(self, method)(type_, seen)  # type: ignore[no-any-return]

    def _union(self, type_: AnyOfType, seen: Collection[str]) -> tuple[Shape, ...]:
        return tuple(shape for option in type_.options for shape in self.strict(option, seen))

    def _reference(self, type_: ReferenceType, seen: Collection[str]) -> tuple[Shape, ...]:
        if type_.name in seen:
            return ()
        return self.strict(self.definitions[type_.name], {*seen, type_.name})

    def _tuple(self, type_: TupleType, seen: Collection[str]) -> tuple[Shape, ...]:  # noqa: ARG002 - called like others.
        if self.is_list(type_):
            return (Shape("array"),)
        return (Shape("object", frozenset({*position_names(type_), REST})),)

    def _object(self, type_: ObjectType, seen: Collection[str]) -> tuple[Shape, ...]:  # noqa: ARG002 - the same.
        if is_map(type_):
            return (Shape("array"),)
        wires = self.wires(type_)
        names = frozenset(wires.values())
        demanded = (wires[name] for name in type_.required if name in wires)
        required = frozenset(demanded) if self.rules.has_optional else names
        return (Shape("object", names, required, self._tags(type_)),)

    def _tags(self, type_: ObjectType) -> dict[str, frozenset[tuple[str, Any]]]:
        return {
            each.name: frozenset(map(tagged, each.type.values))
            for each in type_.properties
            if isinstance(each.type, EnumType) and each.name in type_.required and not self.is_json_text(each.type)
        }

    def is_list(self, type_: TupleType) -> bool:
        """Whether an array by position says nothing else than a list of some length."""
        types = type_.items if type_.rest is None else (*type_.items, type_.rest)
        return self.rules.has_lengths and all(each == types[0] for each in types[1:])


# The member that holds the items behind those with a position.
REST: Final = "rest"


def is_map(type_: ObjectType) -> bool:
    """Whether an object has none but members without a name of their own."""
    return not type_.properties and opens(type_)


def opens(type_: ObjectType) -> bool:
    """Whether an object admits members without a name of their own."""
    return type_.additional is not False or any(keyword in type_.constraints for keyword in _OPENING)


def position_names(type_: TupleType) -> tuple[str, ...]:
    """A name for each position: its description where that is a name, as for fields of a NamedTuple."""
    texts = [each.description for each in type_.items]
    if len({*texts, REST}) == len(texts) + 1 and all(map(str.isidentifier, texts)):
        return tuple(texts)
    return tuple(f"item_{number}" for number in range(1, len(texts) + 1))


def free_name(wanted: str, taken: Collection[str]) -> str:
    """The wanted name, with an underscore behind it for each that is taken."""
    while wanted in taken:
        wanted += "_"
    return wanted


def all_apart(one: Collection[Shape], other: Collection[Shape]) -> bool:
    """Whether no value has a shape of both."""
    return all(first.excludes(second) for first, second in product(one, other))


def tagged(value: Any) -> tuple[str, Any]:
    """A scalar with its JSON type, so that 1, true and "1" differ."""
    return kind_of(value), None if isinstance(value, dict | list) else value


def kind_of(value: Any) -> str:
    """The kind of a JSON value."""
    found = json_type(value)
    return "number" if found == "integer" else found
