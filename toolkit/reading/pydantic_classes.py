"""What pydantic notes of the classes that it describes; nothing of it is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.reading.fields import is_field
from toolkit.record import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping


def pydantic_fields(cls: Any) -> Mapping[str, Any]:
    """The fields of a model or a data class of pydantic, by name; none of any other class."""
    fields = getattr(cls, "__pydantic_fields__", None)
    if fields is None and hasattr(cls, "__pydantic_decorators__"):
        fields = getattr(cls, "model_fields", None)  # of a model before pydantic 2.10
    return fields if isinstance(fields, dict) else EMPTY


def has_pydantic_default(cls: type) -> bool:
    """Whether a class of dataclasses has pydantic's Field in the place of a default."""
    fields = getattr(cls, "__dataclass_fields__", {})
    return isinstance(fields, dict) and any(map(is_field, [each.default for each in fields.values()]))


def made_by_pydantic(cls: type) -> Mapping[str, Any]:
    """What pydantic notes of a generic model and of one that it has filled in; nothing for any other class."""
    noted: Mapping[str, Any] = cls.__dict__.get("__pydantic_generic_metadata__", EMPTY)
    return noted
