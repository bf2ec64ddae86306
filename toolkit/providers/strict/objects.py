"""Objects in the form that strict mode takes: every member is there, and none without a name of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.descriptor import (
    AnyOfType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    StringType,
    ToolParameterDescriptor,
    described,
    flat_options,
)
from toolkit.providers.references import inlined
from toolkit.providers.spoken import in_words
from toolkit.providers.strict.inverses import (
    KEY,
    VALUE,
    Member,
    absent_if_null,
    from_pairs,
    members,
    out_of_list,
    out_of_object,
)
from toolkit.providers.strict.plan import OPENING, Plan, is_map
from toolkit.record import MISSING, replace_fields
from toolkit.schema.generator import SchemaGenerator
from toolkit.schema.members import further_type
from toolkit.types.foreign import type_from_schema
from toolkit.types.keywords import definition_names, plain, without

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolkit.descriptor import ToolDescriptor
    from toolkit.providers.strict.inverses import Inverse
    from toolkit.providers.strict.rules import StrictRules


class Form(NamedTuple):
    """What stands for a type in strict mode.

    Attributes:
        type: The type that is declared.
        inverse: What undoes the form of a value, None if values stay as they are.
        text: What the description has to say of it.
    """

    type: ParameterType
    inverse: Inverse | None = None
    text: str = ""


class ObjectForms:
    """The half of the forms of a descriptor's types that is about objects.

    Args:
        descriptor: What is declared.
        rules: What the strict mode takes.

    Attributes:
        changes: The places whose form is not the type's own, each with what it became.
        of: Gives the form of any type; the other half has it.
    """

    of: Callable[[ParameterType, str], Form]

    def __init__(self, descriptor: ToolDescriptor, rules: StrictRules) -> None:
        self.descriptor, self.rules = descriptor, rules
        self.plan = Plan(descriptor.definitions, rules)
        self.changes: list[tuple[str, str]] = []

    def parted(self, keywords: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
        """Some keywords without references to definitions, and in words those where a definition contains itself.

        They hold for values as they are, so that no definition in the form for strict mode may stand there.
        """
        referring = {key: plain(each) for key, each in keywords.items() if definition_names({key: each})}
        if not referring:
            return keywords, ""
        whole = inlined(SchemaGenerator().with_definitions(referring, self.descriptor))
        if "$defs" not in whole:
            return {**keywords, **whole}, ""
        kept = {key: each for key, each in keywords.items() if key not in referring}
        return {**kept, **{key: True for key in OPENING if key in referring}}, in_words(whole)

    def object(self, type_: ObjectType, path: str) -> Form:
        """An object without further members; where all have to be there, null or an empty list says "absent"."""
        wires, back = self.plan.wires(type_), {}
        properties = []
        for each in type_.properties:
            is_required = each.name in type_.required
            inner = self.member(each, joined(path, each.name), is_required=is_required)
            back[wires[each.name]] = Member(each.name, inner[1])
            properties.append(replace_fields(inner[0], name=wires[each.name]))
        required = [wires[name] for name in type_.required if name in wires]
        if "" in wires:
            pairs = self._pairs(type_, joined(path, wires[""]))
            properties.append(ToolParameterDescriptor(wires[""], "", described(pairs.type, "")))
            back[wires[""]] = Member("", pairs.inverse)
        made = replace_fields(
            type_,
            properties=tuple(properties),
            required=self.demanded(required, properties),
            additional=False,
        )
        is_same = all(each == (name, None) for name, each in back.items())
        return Form(made, None if is_same else members(back, wires.get("", "")))

    def demanded(self, required: Sequence[str], properties: Sequence[ToolParameterDescriptor]) -> tuple[str, ...]:
        """The members of an object that must be there: all of them, unless the mode knows optional ones."""
        return tuple(required if self.rules.has_optional else [each.name for each in properties])

    def member(
        self, parameter: ToolParameterDescriptor, path: str, *, is_required: bool
    ) -> tuple[ToolParameterDescriptor, Inverse | None]:
        """A member in strict mode, under its own name, and what undoes the form of its value."""
        form = self.of(parameter.type, path)
        if not is_required:
            form = self._optional(form, parameter, path)
        # An absent member and null are one where null is the default.
        is_said = parameter.default is not MISSING and parameter.default is not None
        words = in_words({"default": plain(parameter.default)}) if is_said else ""
        type_, text = form.type, parameter.description
        if text:
            text = told(text, form.text, words)
        else:
            type_ = described(type_, told(type_.description, words))
        return ToolParameterDescriptor(parameter.name, text, type_), form.inverse

    def _optional(self, form: Form, parameter: ToolParameterDescriptor, path: str) -> Form:
        """The form of a member that may be absent."""
        type_ = parameter.type
        if self.rules.has_optional:
            return _without_null(form) if parameter.default is None else form
        if not any(shape.kind == "null" for shape in self.plan.shapes(type_)):
            self.changes.append((path, "null for absent"))
            return Form(_or_null(form.type), absent_if_null(form.inverse), form.text)
        if parameter.default is not MISSING:
            return form
        if "array" in self.plan.kinds(type_):
            self.changes.append((path, "{value} or null for absent"))
            inner = ToolParameterDescriptor(VALUE, "", described(form.type, ""))
            made = ObjectType(properties=(inner,), required=(VALUE,))
            inverse = absent_if_null(out_of_object(VALUE, form.inverse))
            return Form(AnyOfType((made, NullType()), description=form.type.description), inverse, form.text)
        self.changes.append((path, "a list, empty for absent"))
        made_list = ListType(described(form.type, ""), constraints={"maxItems": 1}, description=form.type.description)
        return Form(made_list, out_of_list(form.inverse), form.text)

    def _pairs(self, type_: ObjectType, path: str) -> Form:
        """A list of {key, value} for members without a name of their own."""
        self.changes.append((path, "list of {key, value}"))
        key = self._key(type_.constraints.get("propertyNames", {}))
        further = ToolParameterDescriptor(VALUE, "", further_type(type_))
        value, inverse = self.member(further, f"{path}[]", is_required=True)
        pair = ObjectType(properties=(ToolParameterDescriptor(KEY, "", key), value), required=(KEY, VALUE))
        own = without(type_.constraints, "propertyNames")
        counts = {_COUNTS[keyword]: own.pop(keyword) for keyword in _COUNTS if keyword in own and is_map(type_)}
        rest = own if is_map(type_) else {}
        made = ListType(pair, description=type_.description, constraints={**counts, **rest})
        return Form(made, from_pairs(inverse, path))

    def _key(self, names: Any) -> ParameterType:
        """The type of the names of members; what the keyword refers to stands in it, for it gets no form of its own."""
        if not hasattr(names, "keys"):
            return StringType()
        schema = SchemaGenerator().with_definitions({"type": "string", **plain(names)}, self.descriptor)
        made, recursive = type_from_schema(inlined(schema))
        return StringType() if recursive else made

    def _object(self, type_: ObjectType, path: str) -> Form:
        return self._pairs(type_, path) if is_map(type_) else self.object(type_, path)


# Counting members is counting pairs.
_COUNTS: Final[Mapping[str, str]] = {"minProperties": "minItems", "maxProperties": "maxItems"}


def _without_null(form: Form) -> Form:
    """The form without null among what a union takes."""
    if not isinstance(form.type, AnyOfType) or form.type.constraints:
        return form
    options = [option for option in form.type.options if not isinstance(option, NullType)]
    if len(options) == len(form.type.options) or not options:
        return form
    if len(options) > 1:
        return form._replace(type=replace_fields(form.type, options=tuple(options)))
    text = form.type.description or options[0].description
    return form._replace(type=described(options[0], text))


def _or_null(type_: ParameterType) -> ParameterType:
    """The type or null; its description stands outside, where it holds for both."""
    return AnyOfType(flat_options((described(type_, ""), NullType())), description=type_.description)


def joined(path: str, name: str) -> str:
    """Where a member stands: "to.street"."""
    return f"{path}.{name}" if path else name


def told(*texts: str) -> str:
    """Some texts as one, save the empty ones."""
    return " ".join(filter(None, texts))
