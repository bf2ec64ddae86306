"""Classes with named fields: data classes, NamedTuple, TypedDict, attrs classes and msgspec structs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    MISSING,
    ObjectType,
    ParameterType,
    ToolParameterDescriptor,
    TupleType,
    described,
)
from toolkit.reading.annotations import ANY, Hint, is_typed_dict, substituted, take_apart, variables_of
from toolkit.reading.class_texts import class_summary
from toolkit.reading.docstrings import attribute_texts
from toolkit.reading.namespaces import class_hints
from toolkit.record import Record
from toolkit.types.loaders import RecordLoader, loaded_fields
from toolkit.types.rules import REFUSALS, TypeRule

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk


class Field(Record):
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


def _hints(hint: Hint) -> dict[str, Any]:
    """The resolved hints of a class, with the type variables of this use of it filled in."""
    cls: Any = hint.class_
    variables = variables_of(hint.type)
    return {name: substituted(found, variables) for name, found in class_hints(cls).items()}


# -- data classes


def _is_dataclass(hint: Hint) -> bool:
    return hint.class_ is not None and dataclasses.is_dataclass(hint.class_)


def dataclass_fields(hint: Hint) -> list[Field]:
    """The fields that the constructor of a data class takes, InitVar pseudo-fields among them."""
    hints = _hints(hint)
    return [_dataclass_field(each, hints) for each in hint.class_.__dataclass_fields__.values() if _is_taken(each)]  # type: ignore[union-attr]


def _is_taken(field: Any) -> bool:
    return bool(field.init) and field._field_type is not dataclasses._FIELD_CLASSVAR  # type: ignore[attr-defined] # noqa: SLF001


def _dataclass_field(field: Any, hints: Mapping[str, Any]) -> Field:
    annotation = hints.get(field.name, field.type)
    if isinstance(annotation, dataclasses.InitVar):
        annotation = annotation.type
    facts = take_apart(annotation).facts
    default = MISSING if field.default is dataclasses.MISSING else field.default
    required = default is MISSING and field.default_factory is dataclasses.MISSING
    wire = (facts.alias if facts else None) or field.name
    text = field.metadata.get("description", "") or getattr(field, "doc", None) or ""
    return Field(field.name, wire, annotation, required, default, text, field.name)


# -- attrs


def _is_attrs(hint: Hint) -> bool:
    return hint.class_ is not None and hasattr(hint.class_, "__attrs_attrs__")


def attrs_fields(hint: Hint) -> list[Field]:
    """The attributes that the constructor of an attrs class takes, by the names of its arguments."""
    hints = _hints(hint)
    return [_attrs_field(each, hints) for each in hint.class_.__attrs_attrs__ if each.init]  # type: ignore[union-attr]


def _attrs_field(attribute: Any, hints: Mapping[str, Any]) -> Field:
    default = attribute.default
    has_default = type(default).__name__ != "_Nothing" and repr(default) != "NOTHING"
    is_factory = type(default).__name__ == "Factory"
    name = getattr(attribute, "alias", None) or attribute.name.lstrip("_")
    annotation = hints.get(attribute.name, ANY if attribute.type is None else attribute.type)
    return Field(
        name,
        name,
        annotation,
        not has_default,
        default if has_default and not is_factory else MISSING,
        attribute.metadata.get("description", ""),
        attribute.name,
    )


# -- msgspec structs


def _is_struct(hint: Hint) -> bool:
    return hint.class_ is not None and hasattr(hint.class_, "__struct_fields__")


def struct_fields(hint: Hint) -> list[Field]:
    """The fields of a msgspec struct, by the names that it encodes them with."""
    import msgspec  # noqa: PLC0415 - loaded already: the class is made by it

    hints = _hints(hint)
    nothing = msgspec.NODEFAULT
    return [
        Field(
            each.name,
            each.encode_name,
            hints.get(each.name, each.type),
            each.required,
            MISSING if each.default is nothing else each.default,
            "",
            each.name,
        )
        for each in msgspec.structs.fields(hint.class_)  # type: ignore[arg-type]
    ]


# -- what objects of these three have in common


def describe_fields(hint: Hint, fields: list[Field], walk: Walk, extra: bool | ParameterType = False) -> ObjectType:
    """The closed object that a class with these fields is in JSON."""
    cls: Any = hint.class_
    texts = attribute_texts(cls)
    properties = [_property(field, texts.get(field.name, ""), walk) for field in fields]
    required = tuple(field.wire for field in fields if field.required)
    return ObjectType(tuple(properties), required, extra, description=class_summary(cls))


def _property(field: Field, documented: str, walk: Walk) -> ToolParameterDescriptor:
    type_ = walk.describe(field.annotation, at=field.wire)
    near = take_apart(field.annotation).texts
    text = near[0] if near else field.text or documented
    default = MISSING if field.required else walk.default_as_json(field.default, type_)
    return ToolParameterDescriptor(field.wire, text, described(type_, "") if near else type_, default)


def _named(fields_of: Callable[[Hint], list[Field]]) -> Callable[[Hint, Walk], ParameterType]:
    def describe(hint: Hint, walk: Walk) -> ParameterType:
        name = hint.class_.__name__  # type: ignore[union-attr]
        return walk.definitions.named(hint.type, name, lambda: describe_fields(hint, fields_of(hint), walk))

    return describe


def _object_loader(fields_of: Callable[[Hint], list[Field]]) -> Callable[[Hint, Walk], Loader]:
    def load(hint: Hint, walk: Walk) -> Loader:
        return built_from_fields(hint.type, fields_of(hint), walk)

    return load


def built_from_fields(build: Callable[..., Any], fields: list[Field], walk: Walk) -> Loader:
    """A loader that loads each field and hands them to a constructor by name."""
    return RecordLoader(build, [(field.wire, field.name, walk.load(field.annotation)) for field in fields])


def _dump_by(fields_of: Callable[[Hint], list[Field]]) -> Callable[[Any, Dumper], dict[str, Any]]:
    def dump(value: Any, walk: Dumper) -> dict[str, Any]:
        fields = walk.fields_of(type(value), fields_of)
        return {
            each.wire: walk.dump(getattr(value, each.attribute)) for each in fields if hasattr(value, each.attribute)
        }

    return dump


# -- NamedTuple


def _is_named_tuple(hint: Hint) -> bool:
    return hint.is_a(tuple) and hasattr(hint.class_, "_fields")


def _named_tuple_hints(hint: Hint) -> list[Any]:
    hints = _hints(hint)
    return [hints.get(name, ANY) for name in hint.class_._fields]  # type: ignore[union-attr]


def _describe_named_tuple(hint: Hint, walk: Walk) -> ParameterType:
    cls: Any = hint.class_
    texts = attribute_texts(cls)
    types = []
    for name, annotation in zip(cls._fields, _named_tuple_hints(hint), strict=True):
        type_ = walk.describe(annotation, at=name)
        # A position has no name on the wire, so its description must say what it is.
        types.append(described(type_, type_.description or texts.get(name) or name))
    return TupleType(tuple(types), required=len(types) - len(cls._field_defaults), description=class_summary(cls))


def _load_named_tuple(hint: Hint, walk: Walk) -> Loader:
    loads = [walk.load(annotation) for annotation in _named_tuple_hints(hint)]
    build: Any = hint.class_

    def load(values: list[Any]) -> Any:
        steps = [(place, str(place), loads[place]) for place in range(len(values))]
        try:
            return build(*[value if of is None else of(value) for value, of in zip(values, loads, strict=False)])
        except REFUSALS:
            loaded_fields(steps, dict(enumerate(values)))  # type: ignore[arg-type]
            raise

    return load


def _dump_named_tuple(value: Any, walk: Dumper) -> list[Any]:
    return [walk.dump(each) for each in value]


# -- TypedDict


def typed_dict_fields(hint: Hint) -> list[Field]:
    """The keys of a TypedDict; what their hints say of Required and NotRequired holds."""
    cls: Any = hint.class_
    return [
        Field(name, name, found, _is_required_key(cls, name, found), attribute=name)
        for name, found in _hints(hint).items()
    ]


def _is_required_key(cls: Any, name: str, annotation: Any) -> bool:
    # __required_keys__ is wrong for qualifiers inside text annotations (PEP 563), so the hint is asked first.
    qualifiers = take_apart(annotation).qualifiers
    if qualifiers & {"Required", "NotRequired"}:
        return "Required" in qualifiers
    return name in cls.__required_keys__


def _extra_items(cls: Any, walk: Walk) -> bool | ParameterType:
    """The type of further items (PEP 728), False if there may be none."""
    extra = getattr(cls, "__extra_items__", None)
    if extra is None or getattr(extra, "__name__", "") in {"Never", "NoReturn"} or repr(extra).endswith("NoExtraItems"):
        return False
    return walk.describe(extra, at="{}")


def _describe_typed_dict(hint: Hint, walk: Walk) -> ParameterType:
    cls: Any = hint.class_
    return walk.definitions.named(
        hint.type, cls.__name__, lambda: describe_fields(hint, typed_dict_fields(hint), walk, _extra_items(cls, walk))
    )


def _load_typed_dict(hint: Hint, walk: Walk) -> Loader | None:
    fields = typed_dict_fields(hint)
    steps = [(field.wire, field.name, walk.load(field.annotation)) for field in fields]
    if all(load is None for _, _, load in steps):
        return None
    return lambda values: {**values, **loaded_fields(steps, values)}


ROWS: Final = (
    TypeRule(
        "TypedDict",
        lambda hint: is_typed_dict(hint.class_),
        _describe_typed_dict,
        _load_typed_dict,
        lambda value, walk: {walk.dump_key(name): walk.dump(each) for name, each in value.items()},
    ),
    TypeRule("NamedTuple", _is_named_tuple, _describe_named_tuple, _load_named_tuple, _dump_named_tuple),
    TypeRule("msgspec", _is_struct, _named(struct_fields), _object_loader(struct_fields), _dump_by(struct_fields)),
    TypeRule("attrs", _is_attrs, _named(attrs_fields), _object_loader(attrs_fields), _dump_by(attrs_fields)),
    TypeRule(
        "dataclass",
        _is_dataclass,
        _named(dataclass_fields),
        _object_loader(dataclass_fields),
        _dump_by(dataclass_fields),
    ),
)

FIELD_READERS: Final[tuple[tuple[Callable[[Hint], bool], Callable[[Hint], list[Field]]], ...]] = (
    (lambda hint: is_typed_dict(hint.class_), typed_dict_fields),
    (_is_struct, struct_fields),
    (_is_attrs, attrs_fields),
    (_is_dataclass, dataclass_fields),
)


def fields_of_class(cls: Any) -> list[Field] | None:
    """The fields of a class that is an object in JSON, None for any other class."""
    hint = take_apart(cls)
    return next((read(hint) for matches, read in FIELD_READERS if matches(hint)), None)
