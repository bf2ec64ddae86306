"""The named fields of a class of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.annotations import take_apart
from toolkit.reading.fields import name_taken
from toolkit.reading.pydantic_classes import pydantic_fields
from toolkit.types.records import attrs_fields, dataclass_fields, is_attrs, is_dataclass
from toolkit.types.structs import is_struct, struct_fields
from toolkit.types.typed_dicts import has_typed_keys, typed_dict_fields

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.reading.annotations import Hint
    from toolkit.types.records import Field

_READERS: Final[tuple[tuple[Callable[[Hint], bool], Callable[[Hint], list[Field]]], ...]] = (
    (has_typed_keys, typed_dict_fields),
    (is_struct, struct_fields),
    (is_attrs, attrs_fields),
    (is_dataclass, dataclass_fields),
)


def fields_of_class(cls: Any) -> list[Field] | None:
    """The fields of a class that is an object in JSON, None for any other class."""
    hint = take_apart(cls)
    return next((read(hint) for matches, read in _READERS if matches(hint)), None)


def wire_names_of_class(cls: Any) -> dict[str, str]:
    """What JSON calls the fields of a class, of a pydantic model too, by their names in Python; {} if it has none."""
    fields = fields_of_class(cls)
    if fields:
        return {each.name: each.wire for each in fields}
    return {name: name_taken(field) or name for name, field in pydantic_fields(cls).items()}
