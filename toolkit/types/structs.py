"""msgspec structs: objects under the names that msgspec encodes, or arrays, with the tag that tells them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import EnumType, ParameterType, ToolParameterDescriptor, TupleType
from toolkit.reading.fields import package_of
from toolkit.record import MISSING, replace_fields
from toolkit.types.loaders import RecordLoader
from toolkit.types.positional import described_positions, loader_by_position
from toolkit.types.records import Field, described_fields, dumped_fields, remembered, resolved_hints
from toolkit.types.rules import TypeRule

if TYPE_CHECKING:
    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk


def is_struct(hint: Hint) -> bool:
    """Whether it is a struct of msgspec."""
    return hasattr(hint.class_, "__struct_fields__")


@remembered
def struct_fields(hint: Hint) -> list[Field]:
    """The fields of a struct, by the names that it encodes them with."""
    from msgspec import NODEFAULT  # noqa: PLC0415 - loaded already: the class is made by it

    cls: Any = hint.class_
    hints = resolved_hints(hint)
    # `msgspec.structs.fields` resolves the hints as well, and raises where a class is defined inside a function.
    defaults = [NODEFAULT] * (len(cls.__struct_fields__) - len(cls.__struct_defaults__)) + [*cls.__struct_defaults__]
    return [
        Field(
            name,
            wire,
            hints[name],
            default is NODEFAULT,
            MISSING if _is_mark(default) else default,
            attribute=name,
        )
        for name, wire, default in zip(cls.__struct_fields__, cls.__struct_encode_fields__, defaults, strict=True)
    ]


def _is_mark(default: Any) -> bool:
    """Whether a default is one of msgspec's own marks: for none, for an absent field, or for what a factory makes."""
    return package_of(type(default)) == "msgspec"


def _tag(cls: Any) -> tuple[str, Any] | None:
    """The name and value of the member that tells this struct from others, None if nothing does."""
    config = cls.__struct_config__
    return None if config.tag is None else (config.tag_field, config.tag)


def _describe(hint: Hint, walk: Walk) -> ParameterType:
    cls: Any = hint.class_
    describe = _described_array if cls.__struct_config__.array_like else _described_object
    return walk.describe_named(hint, lambda _: describe(hint, walk))


def _described_object(hint: Hint, walk: Walk) -> ParameterType:
    made = described_fields(hint, struct_fields(hint), walk)
    tag = _tag(hint.class_)
    if tag is None:
        return made
    told = ToolParameterDescriptor(tag[0], "", EnumType((tag[1],)))
    return replace_fields(made, properties=(told, *made.properties), required=(tag[0], *made.required))


def _described_array(hint: Hint, walk: Walk) -> ParameterType:
    cls: Any = hint.class_
    fields = struct_fields(hint)
    defaults = {field.name: field.default for field in fields if not field.required}
    made = described_positions(cls, {field.name: field.annotation for field in fields}, defaults, walk)
    tag = _tag(cls)
    if tag is None:
        return made
    told = EnumType((tag[1],), description=tag[0])
    return TupleType((told, *made.items), required=made.least + 1, description=made.description)


def _load(hint: Hint, walk: Walk) -> Loader:
    cls: Any = hint.class_
    fields = struct_fields(hint)
    if not cls.__struct_config__.array_like:
        return RecordLoader(cls, [(field.wire, field.name, walk.load(field.annotation)) for field in fields])
    tags = 0 if _tag(cls) is None else 1
    names = [field.name for field in fields]
    loads = [*[None] * tags, *(walk.load(field.annotation) for field in fields)]
    return loader_by_position(lambda items: cls(**dict(zip(names, items[tags:], strict=False))), loads)


def _dump(value: Any, walk: Dumper) -> Any:
    cls = type(value)
    tag = _tag(cls)
    members = dumped_fields(value, walk.once(cls, struct_fields), walk)
    if cls.__struct_config__.array_like:
        return [*([] if tag is None else [tag[1]]), *members.values()]
    return members if tag is None else {tag[0]: tag[1], **members}


ROWS: Final = (TypeRule("msgspec", is_struct, _describe, _load, _dump),)
