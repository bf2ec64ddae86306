"""Types in the form that strict mode takes, each with the way back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, Final

from toolkit.calling.decoding import from_json_text
from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    EnumType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    ToolParameterDescriptor,
    TupleType,
    constrained,
    described,
    flat_options,
)
from toolkit.providers.strict.inverses import (
    chosen,
    defined,
    each_item,
    from_positions,
    looked_up,
    out_of_object,
)
from toolkit.providers.strict.objects import Form, ObjectForms, joined, told
from toolkit.providers.strict.positions import REST, position_names, reachable, rest_counts
from toolkit.providers.strict.shapes import only_member
from toolkit.record import replace_fields
from toolkit.schema.generator import SchemaGenerator
from toolkit.schema.kinds import kind_of
from toolkit.types.keywords import plain, without

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.descriptor import ToolDescriptor
    from toolkit.providers.strict.inverses import Fits, Inverse
    from toolkit.providers.strict.rules import StrictRules
    from toolkit.providers.strict.shapes import Shape

JSON_TEXT: Final = "(JSON text"


class Forms(ObjectForms):
    """The forms of the types of one descriptor.

    Args:
        descriptor: What is declared.
        rules: What the strict mode takes.

    Attributes:
        definitions: The forms of the definitions that have been referred to.
    """

    _methods: ClassVar[Mapping[type[ParameterType], str]] = {
        ListType: "_list",
        TupleType: "_tuple",
        ObjectType: "_object",
        EnumType: "_enum",
        AnyOfType: "_union",
        ReferenceType: "_reference",
    }

    def __init__(self, descriptor: ToolDescriptor, rules: StrictRules) -> None:
        super().__init__(descriptor, rules)
        self.definitions: dict[str, ParameterType] = {}
        self.inverses: dict[str, Inverse | None] = {}
        self._leads: dict[str, str] = {}
        self._generator = SchemaGenerator()

    def of(self, type_: ParameterType, path: str) -> Form:
        """The form of a type.

        Args:
            type_: The type.
            path: Where it stands, for the list of changes.
        """
        if self.plan.is_json_text(type_):
            return self._json_text(type_, path)
        kept, text = self.parted(type_.constraints)
        if kept is not type_.constraints:
            type_ = replace_fields(type_, constraints=kept, description=told(type_.description, text))
        method = self._methods.get(type(type_))
        return Form(type_) if method is None else getattr(self, method)(type_, path)

    def finished(self) -> dict[str, ParameterType]:
        """The forms of the definitions, in the order of the descriptor."""
        made = {name: self.definitions[name] for name in self.descriptor.definitions if name in self.definitions}
        for name, lead in self._leads.items():
            made[name] = _with_first(made[name], lead)
        return made

    def _list(self, type_: ListType, path: str) -> Form:
        items = self.of(type_.items, f"{path}[]")
        return Form(replace_fields(type_, items=items.type), items.inverse and each_item(items.inverse))

    def _tuple(self, type_: TupleType, path: str) -> Form:
        """A list of some length where all positions are alike, else an object with a name for each."""
        type_ = reachable(type_)
        if self.plan.is_list(type_):
            return self._list(_as_list(type_), path)
        self.changes.append((path, "object with a member for each position"))
        names, properties, inverses = position_names(type_), [], []
        for place, (name, each) in enumerate(zip(names, type_.items, strict=True)):
            bare = described(each, "") if each.description == name else each
            parameter = ToolParameterDescriptor(name, "", bare)
            made, inverse = self.member(parameter, joined(path, name), is_required=place < type_.least)
            properties.append(made)
            inverses.append(inverse)
        if type_.rest is not None:
            rest = self._list(ListType(type_.rest, constraints=rest_counts(type_)), joined(path, REST))
            properties.append(ToolParameterDescriptor(REST, "", rest.type))
            inverses.append(rest.inverse)
        required = [*names[: type_.least], *([] if type_.rest is None else [REST])]
        made_object = ObjectType(
            properties=tuple(properties),
            required=self.demanded(required, properties),
            description=type_.description,
            constraints=without(type_.constraints, "minItems", "maxItems"),
        )
        return Form(made_object, from_positions(names, inverses, "" if type_.rest is None else REST))

    def _enum(self, type_: EnumType, _: str) -> Form:
        """The choices as they are, or by type where an enum holds values of one type only."""
        kinds: dict[str, list[Any]] = {}
        for value in type_.values:
            kinds.setdefault(kind_of(value), []).append(value)
        if self.rules.has_mixed_enums or (len(kinds) < 2 and "null" not in kinds):  # noqa: PLR2004 - one type, or none
            return Form(type_)
        parts: list[ParameterType] = [
            NullType() if name == "null" else EnumType(tuple(values)) for name, values in kinds.items()
        ]
        made = AnyOfType(tuple(parts)) if len(parts) > 1 else parts[0]
        return Form(described(constrained(made, type_.constraints), type_.description))

    def _union(self, type_: AnyOfType, path: str) -> Form:
        """A union of the members' forms, some of them in another order, or in an object of their own."""
        members, apart = flat_options(type_.options), self.plan.apart(type_)
        forms = [self.of(option, path) for option in members]
        if apart.tags:
            self.changes.append((path, f"members of the union as {', '.join(apart.tags.values())}"))
        options: list[ParameterType] = []
        ways: list[tuple[Fits, Inverse | None]] = []
        for at, (own, form) in enumerate(zip(members, forms, strict=True)):
            tag, lead = apart.tags.get(at), apart.leads.get(at)
            if tag is not None:
                options.append(_in_object(tag, form.type))
                ways.append((only_member(tag).fits, out_of_object(tag, form.inverse)))
                continue
            options.append(self._led(form.type, lead))
            ways.append((_any_fits(self.plan.shapes(own)), form.inverse))
        is_same = not apart.tags and not any(form.inverse for form in forms)
        return Form(replace_fields(type_, options=flat_options(options)), None if is_same else chosen(ways))

    def _led(self, type_: ParameterType, lead: str | None) -> ParameterType:
        """The type with that property first; of a definition, when it is finished."""
        if lead is None:
            return type_
        if isinstance(type_, ReferenceType):
            self._leads[type_.name] = lead
            return type_
        return _with_first(type_, lead)

    def _reference(self, type_: ReferenceType, _: str) -> Form:
        """The reference as it is; the definition has a form of its own."""
        name = type_.name
        if name not in self.inverses:
            self.inverses[name] = defined(name, self.inverses)
            form = self.of(self.descriptor.definitions[name], name)
            self.definitions[name], self.inverses[name] = form.type, form.inverse
        return Form(type_, self.inverses[name])

    def _json_text(self, type_: ParameterType, path: str) -> Form:
        """A text that holds the value as JSON."""
        if isinstance(type_, EnumType):
            texts = {json.dumps(plain(value), ensure_ascii=False): value for value in type_.values}
            inverse = looked_up({text: plain(value) for text, value in texts.items()})
            form = Form(EnumType(tuple(texts), description=type_.description, constraints=type_.constraints), inverse)
        else:
            text = self._text_of(type_)
            form = Form(StringType(description=told(type_.description, text)), from_json_text, text)
        self.changes.append((path, "JSON text"))
        return form

    def _text_of(self, type_: ParameterType) -> str:
        schema = self._generator.schema(described(type_, ""))
        if not schema:
            return f"{JSON_TEXT})"
        whole = self._generator.with_definitions(schema, self.descriptor)
        return f"{JSON_TEXT}; schema: {json.dumps(whole, ensure_ascii=False, separators=(',', ':'))})"


def _as_list(type_: TupleType) -> ListType:
    """A list of as many items as an array by position has."""
    items = (*type_.items, *(() if type_.rest is None else (type_.rest,)))
    least = max(type_.least, type_.constraints.get("minItems", 0))
    counts = {"minItems": least} if least else {}
    if type_.rest is None:
        counts["maxItems"] = min(len(type_.items), type_.constraints.get("maxItems", len(type_.items)))
    made = ListType(items[0] if items else AnyType(), description=type_.description, constraints=type_.constraints)
    return constrained(made, counts)  # type: ignore[return-value]


def _in_object(name: str, type_: ParameterType) -> ObjectType:
    return ObjectType(properties=(ToolParameterDescriptor(name, "", type_),), required=(name,))


def _with_first(type_: Any, name: str) -> ParameterType:
    """The object with the member of that name first."""
    ordered = sorted(type_.properties, key=lambda each: each.name != name)
    required = sorted(type_.required, key=lambda each: each != name)
    made: ObjectType = replace_fields(type_, properties=tuple(ordered), required=tuple(required))
    return made


def _any_fits(shapes: Sequence[Shape]) -> Fits:
    return lambda value: any(shape.fits(value) for shape in shapes)
