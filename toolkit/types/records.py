"""Classes with named fields that are objects in JSON: data classes and attrs classes."""

from __future__ import annotations

import dataclasses
from inspect import CO_VARKEYWORDS
from itertools import repeat
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.descriptor import ObjectType, ParameterType, ToolParameterDescriptor, described
from toolkit.reading.annotations import ANY, marks_absence, substituted, take_apart, variables_of
from toolkit.reading.class_texts import class_summary, field_texts
from toolkit.reading.dedenting import dedented
from toolkit.reading.evaluation import Unresolved, evaluated
from toolkit.reading.fields import FOREIGN, facts_from, is_field
from toolkit.reading.keeping import keep, kept
from toolkit.reading.namespaces import annotations_of, class_hints, function_names
from toolkit.reading.plain_hints import is_plain
from toolkit.reading.pydantic_classes import has_pydantic_default
from toolkit.reading.signature import KEYWORD_ONLY, POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, read_signature
from toolkit.reading.validators import narrowed_by
from toolkit.record import EMPTY, MISSING
from toolkit.types.loaders import RecordLoader
from toolkit.types.rules import REFUSALS, SCALARS, TypeRule
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.host_marks import Fault
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk

    FieldsOf = Callable[[Hint], list["Field"]]


class Field(NamedTuple):
    """One field of a class.

    Attributes:
        name: What its constructor calls it.
        wire: What JSON calls it.
        annotation: Its hint, type variables filled in.
        required: Whether the constructor needs it.
        default: Its default value, MISSING if there is none or a factory makes it.
        text: What its author says of it, "" if nothing.
        attribute: Where an instance keeps it.
    """

    name: str
    wire: str
    annotation: Any
    required: bool
    default: Any = MISSING
    text: str = ""
    attribute: str = ""


def remembered(read: FieldsOf) -> FieldsOf:
    """The reader, which reads each class once, save one in which a name means nothing yet."""
    name = read.__name__

    def fields_of(hint: Hint) -> list[Field]:
        if hint.origin is not None:
            return read(hint)
        found: Any = kept(hint.type, name)
        if found is MISSING:
            found = read(hint)
            if Unresolved not in [type(each.annotation) for each in found]:
                keep(hint.type, name, found)
        return found  # type: ignore[no-any-return]

    return fields_of


def resolved_hints(hint: Hint) -> dict[str, Any]:
    """The resolved hints of a class, with the type variables of this use of it filled in."""
    cls: Any = hint.class_
    if hint.origin is None:
        return class_hints(cls)
    variables = variables_of(hint.type)
    return {name: substituted(found, variables) for name, found in class_hints(cls).items()}


# -- data classes


def is_dataclass(hint: Hint) -> bool:
    """Whether it is a class made by dataclasses."""
    return hint.class_ is not None and dataclasses.is_dataclass(hint.class_)


def is_nothing_but_dataclass(cls: type) -> bool:
    """Whether a class was made by dataclasses, and certainly no other row is for it."""
    is_own = type(cls) is type and "__dataclass_fields__" in cls.__dict__
    is_others = issubclass(cls, tuple) or any(map(hasattr, repeat(cls), FOREIGN))
    return is_own and not is_others and not has_pydantic_default(cls)


def _declared_by_dataclass(hint: Hint, fields: Iterable[Any]) -> list[Field]:
    declared = [*fields]
    hints = EMPTY if hint.origin is None and _means_what_it_says(hint.type, declared) else resolved_hints(hint)
    return [_dataclass_field(each, hints) for each in declared]


def _means_what_it_says(cls: Any, fields: Iterable[Any]) -> bool:
    """Whether nothing in the hints of these fields of a class has to be resolved or filled in, whatever classes say."""
    is_alone = cls.__bases__ == (object,)
    return is_alone and all(map(is_plain, [each.type for each in fields], repeat(callable)))


@remembered
def dataclass_fields(hint: Hint) -> list[Field]:
    """The fields that the constructor of a data class takes, InitVar pseudo-fields among them."""
    cls: Any = hint.class_
    return _taken(hint, _declared_by_dataclass(hint, filter(_is_taken, cls.__dataclass_fields__.values())))


@remembered
def _kept_by_dataclass(hint: Hint) -> list[Field]:
    """The fields that an instance of a data class has; an InitVar is no such field."""
    cls: Any = hint.class_
    return _declared_by_dataclass(hint, filter(_is_shown, dataclasses.fields(cls)))


def _taken(hint: Hint, declared: list[Field]) -> list[Field]:
    """The fields that a class declares, or what its constructor takes instead of them."""
    cls: Any = hint.class_
    is_taken = _takes(cls, {each.name for each in declared})
    return declared if is_taken else _constructor_fields(cls, resolved_hints(hint))


def _takes(cls: Any, names: set[str]) -> bool:
    """Whether the constructor of a class takes its fields: one that was written by hand may not."""
    code = getattr(cls.__init__, "__code__", None)
    if code is None or code.co_flags & CO_VARKEYWORDS:
        return True
    return names == {*code.co_varnames[max(1, code.co_posonlyargcount) : code.co_argcount + code.co_kwonlyargcount]}


def _constructor_fields(cls: Any, hints: Mapping[str, Any]) -> list[Field]:
    """What a constructor takes by name, as its signature says; what has no annotation there is as in the class."""
    taken = [each for each in read_signature(cls.__init__).parameters if each.kind in _BY_NAME]
    return [
        Field(
            each.name,
            each.name,
            hints.get(each.name, ANY) if each.annotation is MISSING else each.annotation,
            each.default is MISSING,
            each.default,
            attribute=each.name,
        )
        for each in taken
    ]


_BY_NAME: Final = frozenset({POSITIONAL_OR_KEYWORD, KEYWORD_ONLY})


def _fault_of_constructor(cls: Any) -> Fault | None:
    """Why a class cannot be made from its fields by name; None if it can."""
    code = getattr(cls.__init__, "__code__", None)
    if code is not None and code.co_posonlyargcount > 1:
        taken = read_signature(cls.__init__).parameters
        needed = [each.name for each in taken if each.kind is POSITIONAL_ONLY and each.default is MISSING]
        cure = "take the / out of its __init__"
        return (f"its __init__ has {needed[0]!r} as positional-only", cure) if needed else None
    if cls.__init__ is object.__init__ and cls.__new__ is object.__new__:
        return "it has no __init__ that takes its fields", "leave out init=False, or write an __init__"
    unwritten = sorted(getattr(cls, "__abstractmethods__", ())) if cls.__new__ is object.__new__ else ()
    if unwritten:
        return f"it is abstract, as {unwritten[0]} is", "annotate the classes derived from it: First | Second"
    return None


def _is_taken(field: Any) -> bool:
    return bool(field.init) and field._field_type is not dataclasses._FIELD_CLASSVAR  # type: ignore[attr-defined] # noqa: SLF001


def _is_shown(field: Any) -> bool:
    """Whether a field is for others: what a class sets by itself under a private name is its own business."""
    return bool(field.init) or not field.name.startswith("_")


def _dataclass_field(field: Any, hints: Mapping[str, Any]) -> Field:
    annotation = hints.get(field.name, field.type)
    facts = None if type(annotation) is type else take_apart(annotation).facts
    default = MISSING if field.default is dataclasses.MISSING else field.default
    required = default is MISSING and field.default_factory is dataclasses.MISSING
    if default is not MISSING and is_field(default):
        facts = facts_from([default])
        default, required = facts.default, facts.default is MISSING and facts.default_factory is None
    wire = (facts.alias if facts else None) or field.name
    text = (_text_in(field.metadata) if field.metadata else "") or getattr(field, "doc", None)
    return Field(field.name, wire, annotation, required, default, dedented(str(text)) if text else "", field.name)


def _text_in(metadata: Mapping[Any, Any]) -> str:
    """The text in the metadata of a field; parsers of command lines that are made of data classes name it "help"."""
    return str(metadata.get("description") or metadata.get("help") or "")


# -- attrs


def is_attrs(hint: Hint) -> bool:
    """Whether it is a class made by attrs."""
    return hasattr(hint.class_, "__attrs_attrs__")


@remembered
def attrs_fields(hint: Hint) -> list[Field]:
    """The attributes that the constructor of an attrs class takes, by the names of its arguments."""
    cls: Any = hint.class_
    hints = resolved_hints(hint)
    return _taken(
        hint, [_attrs_field(each, _hint_taken(each, hints, cls)) for each in cls.__attrs_attrs__ if each.init]
    )


@remembered
def _kept_by_attrs(hint: Hint) -> list[Field]:
    """The attributes that an instance of an attrs class has, as converters made them."""
    cls: Any = hint.class_
    hints = resolved_hints(hint)
    kept = [(each, _attrs_field(each, _hint_kept(each, hints))) for each in cls.__attrs_attrs__ if _is_shown(each)]
    # A default is written down as it was before its converter.
    return [field._replace(default=MISSING) if each.converter else field for each, field in kept]


def _attrs_field(attribute: Any, annotation: Any) -> Field:
    default = attribute.default
    has_default = repr(default) != "NOTHING"
    is_shown = has_default and type(default).__name__ != "Factory"
    name = getattr(attribute, "alias", None) or attribute.name.lstrip("_")
    return Field(
        name,
        name,
        annotation,
        not has_default,
        _converted(default, attribute.converter) if is_shown else MISSING,
        dedented(_text_in(attribute.metadata)),
        attribute.name,
    )


def _converted(default: Any, converter: Any) -> Any:
    """The default that an instance gets where a class converts it: int makes 3 of "3"; MISSING if it cannot."""
    if not isinstance(converter, type):
        return default
    try:
        return converter(default)
    except REFUSALS:
        return MISSING


def _hint_taken(attribute: Any, hints: Mapping[str, Any], cls: Any) -> Any:
    """What the constructor takes: what a converter says that it takes, else the attribute's own type."""
    converter = attribute.converter
    if isinstance(converter, FunctionType):
        taken = annotations_of(converter).get(converter.__code__.co_varnames[0])
        if taken is not None:
            return evaluated(taken, *function_names(converter))
    kept = _hint_kept(attribute, hints)
    # Validators look at what a converter made, or a constructor that was written by hand.
    return kept if converter or hasattr(cls, "__attrs_init__") else narrowed_by(attribute.validator, kept)


def _hint_kept(attribute: Any, hints: Mapping[str, Any]) -> Any:
    return hints.get(attribute.name, ANY if attribute.type is None else attribute.type)


# -- what these and others have in common


def described_fields(hint: Hint, fields: list[Field], walk: Walk, extra: bool | ParameterType = False) -> ObjectType:
    """The object that a class with these fields is in JSON: closed, save in a result, which may be of a subclass.

    Args:
        hint: The class.
        fields: Its fields.
        walk: Describes their types.
        extra: The type of further members, where the class takes some.
    """
    cls: Any = hint.class_
    texts = field_texts(cls)
    properties = [_property(field, texts.get(field.attribute, ""), walk) for field in fields]
    required = tuple([field.wire for field in fields if field.required])
    return ObjectType(tuple(properties), required, extra or walk.of_results, description=class_summary(cls))


def _property(field: Field, documented: str, walk: Walk) -> ToolParameterDescriptor:
    type_ = walk.describe(field.annotation, at=field.wire)
    near = () if type(field.annotation) is type else take_apart(field.annotation).texts
    text = near[0] if near else field.text or documented
    default = walk.default_as_json(field.default, type_)
    if default is MISSING and field.default is not MISSING:
        walk.require_default(take_apart(field.annotation), field.default, at=field.wire)
    return ToolParameterDescriptor(field.wire, text, described(type_, "") if near else type_, default)


def dumped_fields(value: Any, fields: list[Field], walk: Dumper) -> dict[str, Any]:
    """The members that an instance becomes in JSON; what it does not keep, or left unset, is left out."""
    members = {}
    for field in fields:
        each = getattr(value, field.attribute, MISSING)
        kind = type(each)
        if kind in SCALARS:
            members[field.wire] = each
        elif each is not MISSING and not marks_absence(kind):
            try:
                members[field.wire] = walk.dump(each)
            except UndumpableError as error:
                raise error.inside(field.wire) from error.__cause__
    return members


def _row(name: str, matches: Callable[[Hint], bool], fields_of: FieldsOf, kept: FieldsOf) -> TypeRule:
    """The row of a kind of class: a closed object on the wire, built by the class's own constructor.

    Args:
        name: The kind.
        matches: Whether a hint is of it.
        fields_of: What the constructor of a class takes, which is what arguments hold.
        kept: What an instance keeps, which is what results hold.
    """

    def describe(hint: Hint, walk: Walk) -> ParameterType:
        fault = None if walk.of_results else _fault_of_constructor(hint.class_)
        if fault is not None:
            raise walk.undescribable(hint, f"nothing can make a {hint.name} of an object: {fault[0]}", fault[1])
        fields = kept(hint) if walk.of_results else fields_of(hint)
        return walk.describe_named(hint, lambda _: described_fields(hint, fields, walk))

    def load(hint: Hint, walk: Walk) -> Loader:
        build: Any = hint.class_
        return RecordLoader(build, [(each.wire, each.name, walk.load(each.annotation)) for each in fields_of(hint)])

    def dump(value: Any, walk: Dumper) -> dict[str, Any]:
        return dumped_fields(value, walk.once(type(value), fields_of if walk.of_arguments else kept), walk)

    return TypeRule(name, matches, describe, load, dump)


DATACLASS_ROW: Final = _row("dataclass", is_dataclass, dataclass_fields, _kept_by_dataclass)
ROWS: Final = (_row("attrs", is_attrs, attrs_fields, _kept_by_attrs), DATACLASS_ROW)
