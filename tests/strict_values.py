"""Types, values of them, and the same values as a model writes them in strict mode."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from hypothesis import assume, strategies as st

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
    ToolDescriptor,
    ToolParameterDescriptor as Parameter,
    TupleType,
    flat_options,
    same_json,
)
from toolkit.providers.strict.plan import Plan, is_map
from toolkit.providers.strict.positions import REST, position_names, reachable
from toolkit.record import MISSING
from toolkit.schema.acceptance import Parts

NAMES = ("a", "b", "c", "kind")
DEFINITIONS: dict[str, ParameterType] = {
    "Tree": ObjectType(
        properties=(Parameter("value", "", IntegerType()), Parameter("children", "", ListType(ReferenceType("Tree")))),
        required=("value",),
    ),
    "Chain": ObjectType(
        properties=(
            Parameter("kind", "", EnumType(("chain",))),
            Parameter("next", "", AnyOfType((ReferenceType("Chain"), NullType())), None),
        ),
        required=("kind",),
    ),
    "Json": AnyOfType(
        (
            StringType(),
            FloatType(),
            NullType(),
            ListType(ReferenceType("Json")),
            ObjectType(additional=ReferenceType("Json")),
        )
    ),
    "Address": ObjectType(
        properties=(Parameter("street", "", StringType()), Parameter("city", "", StringType(), "Oslo")),
        required=("street",),
        description="Where somebody lives.",
    ),
}
SCALARS = st.sampled_from(
    [
        StringType(),
        StringType(constraints={"format": "date"}),
        IntegerType(),
        IntegerType(constraints={"minimum": -5}),
        FloatType(description="A number."),
        BooleanType(),
        NullType(),
        AnyType(),
        AnyType(description="Whatever."),
        EnumType(("x", "y")),
        EnumType((1, "1", True, None)),
        EnumType(([1], {"a": 1}, "x")),
        *map(ReferenceType, DEFINITIONS),
        ReferenceType("Tree", description="A tree."),
    ]
)
OF_SCALARS = {
    StringType: st.sampled_from(["", "hello", "5", "null", "[1"]),
    IntegerType: st.integers(-5, 5),
    FloatType: st.sampled_from([0.5, -2.0, 3]),
    BooleanType: st.booleans(),
    NullType: st.none(),
    AnyType: st.sampled_from([None, True, 5, 0.5, "5", "hello", [1, "a"], {"a": {"b": None}}]),
}
TEXTS = st.sampled_from(["", "Text."])


def types(depth: int = 2) -> st.SearchStrategy[ParameterType]:
    """Types of every kind."""
    if depth == 0:
        return SCALARS
    inner = types(depth - 1)
    return st.one_of(
        SCALARS,
        st.builds(ListType, inner, description=TEXTS),
        st.builds(lambda item, count: TupleType((item,) * count), inner, st.integers(0, 3)),
        st.builds(
            tuple_type, st.lists(inner, max_size=3), st.none() | inner, st.integers(0, 3), st.none() | st.integers(0, 4)
        ),
        st.builds(lambda options: AnyOfType(tuple(options)), st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda additional: ObjectType(additional=additional), st.just(True) | inner),
        objects(inner),
    )


def tuple_type(items: list[ParameterType], rest: ParameterType | None, required: int, most: int | None) -> TupleType:
    """An array by position, perhaps too short for all of them."""
    least = min(required, len(items))
    return TupleType(tuple(items), rest, least, constraints={} if most is None else {"maxItems": max(most, least)})


@st.composite
def objects(draw: st.DrawFn, inner: st.SearchStrategy[ParameterType]) -> ObjectType:
    """An object with members of which some may be absent."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=3))
    members = tuple(draw(parameters(inner, name)) for name in names)
    required = tuple(each.name for each in members if each.default is MISSING and draw(st.booleans()))
    additional = draw(st.just(False) | st.just(False) | st.just(True) | inner)
    return ObjectType(properties=members, required=required, additional=additional)


@st.composite
def parameters(draw: st.DrawFn, inner: st.SearchStrategy[ParameterType], name: str) -> Parameter:
    """A member, with or without a default."""
    type_ = draw(inner)
    default = draw(st.just(MISSING) | st.just(MISSING) | st.just(None) | values(type_, 2))
    if default is None and not accepts(type_, None):
        default = MISSING
    return Parameter(name, draw(TEXTS), type_, default)


@st.composite
def descriptors(draw: st.DrawFn) -> ToolDescriptor:
    """A tool with such parameters."""
    root = draw(objects(types()))
    required = tuple(each for each in root.properties if each.name in root.required)
    optional = tuple(each for each in root.properties if each.name not in root.required)
    return ToolDescriptor("t", "", required, optional, additional=root.additional, definitions=DEFINITIONS)


def accepts(type_: ParameterType, value: Any) -> bool:
    """Whether a value fits a type."""
    return Parts(DEFINITIONS).acceptor(type_)(value)


@st.composite
def values(draw: st.DrawFn, type_: ParameterType, depth: int = 4) -> Any:
    """A value of a type."""
    assume(depth >= 0)
    return Drawer(draw, depth).of(type_)


class Drawer:
    """Draws values, of less depth the deeper they stand."""

    methods: ClassVar[dict[type[ParameterType], str]] = {
        EnumType: "enum",
        ListType: "list",
        TupleType: "tuple",
        ObjectType: "object",
        AnyOfType: "any_of",
        ReferenceType: "reference",
    }

    def __init__(self, draw: st.DrawFn, depth: int) -> None:
        self.draw, self.depth = draw, depth

    def of(self, type_: ParameterType) -> Any:
        method = self.methods.get(type(type_))
        if method is not None:
            return getattr(self, method)(type_)
        return "2031-05-06" if "format" in type_.constraints else self.draw(OF_SCALARS[type(type_)])

    def inner(self, type_: ParameterType) -> Any:
        return self.draw(values(type_, self.depth - 1))

    def many(self, type_: ParameterType) -> list[Any]:
        return [self.inner(type_) for _ in range(self.draw(st.integers(0, 2 if self.depth > 1 else 0)))]

    def enum(self, type_: EnumType) -> Any:
        return self.draw(st.sampled_from(type_.values))

    def list(self, type_: ListType) -> Any:
        return self.many(type_.items)

    def tuple(self, type_: TupleType) -> Any:
        most = type_.constraints.get("maxItems", len(type_.items) + 9)
        count = self.draw(st.integers(type_.least, min(most, len(type_.items))))
        more = self.many(type_.rest) if type_.rest is not None and count == len(type_.items) else []
        return [*map(self.inner, type_.items[:count]), *more[: most - count]]

    def object(self, type_: ObjectType) -> Any:
        named = {
            each.name: self.inner(each.type)
            for each in type_.properties
            if each.name in type_.required or (self.depth > 1 and self.draw(st.booleans()))
        }
        more = self.many(further(type_)) if type_.additional is not False else []
        return {**named, **{f"m{at}": each for at, each in enumerate(more)}}

    def any_of(self, type_: AnyOfType) -> Any:
        return self.inner(self.draw(st.sampled_from(type_.options)))

    def reference(self, type_: ReferenceType) -> Any:
        return self.inner(DEFINITIONS[type_.name])


def further(type_: ObjectType) -> ParameterType:
    """The type of members without a name of their own."""
    return type_.additional if isinstance(type_.additional, ParameterType) else AnyType()


class Writer:
    """Writes values as strict mode wants them, as a model does that reads the schema."""

    def __init__(self, descriptor: ToolDescriptor, rules: Any) -> None:
        self.descriptor, self.rules = descriptor, rules
        self.plan = Plan(descriptor.definitions, rules)
        self.root = descriptor.arguments

    def arguments(self, value: dict[str, Any]) -> Any:
        """The arguments, which stay an object in any case."""
        return self.object(self.root, value)

    methods: ClassVar[dict[type[ParameterType], str]] = Drawer.methods

    def of(self, type_: ParameterType, value: Any) -> Any:
        """The value in the form of its type."""
        if self.plan.is_json_text(type_):
            return json.dumps(value, ensure_ascii=False)
        method = self.methods.get(type(type_))
        return value if method is None else getattr(self, method)(type_, value)

    def enum(self, _: EnumType, value: Any) -> Any:
        return value

    def list(self, type_: ListType, value: Any) -> Any:
        return [self.of(type_.items, each) for each in value]

    def reference(self, type_: ReferenceType, value: Any) -> Any:
        return self.of(self.descriptor.definitions[type_.name], value)

    def tuple(self, type_: TupleType, value: list[Any]) -> Any:
        if self.plan.is_list(type_):
            return [self.of(type_.items[0] if type_.items else type_.rest, each) for each in value]
        type_ = reachable(type_)
        names = position_names(type_)
        made = {}
        for at, (name, item) in enumerate(zip(names, type_.items, strict=True)):
            parameter = Parameter(name, "", item)
            self.add(made, name, parameter, value[at] if at < len(value) else MISSING, is_required=at < type_.least)
        if type_.rest is not None:
            made[REST] = [self.of(type_.rest, each) for each in value[len(type_.items) :]]
        return made

    def pairs(self, type_: ObjectType, value: dict[str, Any]) -> Any:
        return [{"key": key, "value": self.of(further(type_), each)} for key, each in value.items()]

    def object(self, type_: ObjectType, value: dict[str, Any]) -> Any:
        if is_map(type_) and type_ is not self.root:
            return self.pairs(type_, value)
        wires, made = self.plan.wires(type_), {}
        for each in type_.properties:
            is_required = each.name in type_.required
            self.add(made, wires[each.name], each, value.get(each.name, MISSING), is_required=is_required)
        if "" in wires:
            named = {each.name for each in type_.properties}
            made[wires[""]] = self.pairs(type_, {key: each for key, each in value.items() if key not in named})
        return made

    def add(self, made: dict[str, Any], wire: str, parameter: Parameter, value: Any, *, is_required: bool) -> None:
        """Write a member, or that it is absent."""
        type_ = parameter.type
        if is_required:
            made[wire] = self.of(type_, value)
        elif self.rules.has_optional:
            if value is not MISSING and not (value is None and parameter.default is None):
                made[wire] = self.of(type_, value)
        elif not any(shape.kind == "null" for shape in self.plan.shapes(type_)):
            made[wire] = None if value is MISSING else self.of(type_, value)
        elif parameter.default is not MISSING:
            made[wire] = self.of(type_, parameter.default if value is MISSING else value)
        elif "array" in self.plan.kinds(type_):
            made[wire] = None if value is MISSING else {"value": self.of(type_, value)}
        else:
            made[wire] = [] if value is MISSING else [self.of(type_, value)]

    def any_of(self, type_: AnyOfType, value: Any) -> Any:
        options = flat_options(type_.options)
        at = next(at for at, option in enumerate(options) if accepts(option, value))
        written = self.of(options[at], value)
        tags = self.plan.apart(type_).tags
        return {tags[at]: written} if at in tags else written


def completed(type_: ParameterType, value: Any) -> Any:
    """The value with the defaults of absent members, which mean the same."""
    match type_:
        case ListType():
            return [completed(type_.items, each) for each in value]
        case TupleType():
            types = [*type_.items, *[type_.rest] * len(value)]
            return [completed(each, item) for each, item in zip(types, value, strict=False)]
        case ObjectType():
            defaults = {each.name: each.default for each in type_.properties if each.default is not MISSING}
            members = {each.name: each.type for each in type_.properties}
            return {
                key: completed(members.get(key, further(type_)), each) for key, each in {**defaults, **value}.items()
            }
        case AnyOfType():
            return completed(next(option for option in type_.options if accepts(option, value)), value)
        case ReferenceType():
            return completed(DEFINITIONS[type_.name], value)
        case _:
            return value


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON."""
    return same_json(one, other)
