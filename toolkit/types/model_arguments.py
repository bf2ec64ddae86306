"""Values of pydantic's models and data classes as the arguments from which the model makes them again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.annotations import LITERAL, take_apart
from toolkit.reading.fields import name_taken
from toolkit.types.containers import dump_mapping
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from toolkit.types.dumping import Dumper

# Markers of hints whose JSON is a text that holds the value: Base64Bytes, Base64Str, Json.
ENCODERS: Final = frozenset({"EncodedBytes", "EncodedStr", "Json"})


def dump_as_taken(value: Any, walk: Dumper) -> Any:
    """The fields of a model or data class under the names by which it takes them, without those that it computes."""
    around, walk.by_model = walk.by_model, _writer(type(value))
    try:
        if getattr(value, "__pydantic_root_model__", False):
            return walk.dump(_member(value, "root"))
        return dump_mapping(_members(value), walk)
    finally:
        walk.by_model = around


def _members(value: Any) -> dict[str, Any]:
    fields = type(value).__pydantic_fields__.items()
    taken = {name_taken(field) or name: _member(value, name) for name, field in fields if field.init is not False}
    return taken | (getattr(value, "__pydantic_extra__", None) or {})


def _member(value: Any, name: str) -> Any:
    """What a model holds under a name; what it reads from an encoded text, in that encoding, which only it knows.

    Raises:
        UndumpableError: The encoding cannot hold it.
    """
    cls = type(value)
    field = cls.__pydantic_fields__[name]
    if not _is_encoded(field.annotation, field.metadata):
        return getattr(value, name)
    is_root = getattr(cls, "__pydantic_root_model__", False)
    only: dict[str, Any] = {} if is_root else {"include": {name}}
    write = cls.__pydantic_serializer__.to_python
    try:
        written = write(value, mode="json", by_alias=False, round_trip=True, warnings=False, **only)
    except ValueError as error:
        raise UndumpableError(f"{cls.__name__}.{name} has no JSON form: {error}") from error
    return written if is_root else written[name]


def _is_encoded(annotation: Any, markers: Sequence[Any] = ()) -> bool:
    """Whether the JSON of a hint is, or has in it, a text that holds the value."""
    hint = take_apart(annotation)
    is_text = any(type(each).__name__ in ENCODERS for each in (*hint.metadata, *markers))
    return is_text or (hint.origin is not LITERAL and any(map(_is_encoded, hint.arguments)))


def _writer(cls: Any) -> Callable[[Any], Any]:
    """What writes members of enums, and bytes, as a model reads them from JSON."""
    import pydantic_core  # noqa: PLC0415 - loaded already: the class is made by it

    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None) or {}
    mode: Any = config.get("val_json_bytes", "utf8")

    def write(value: Any) -> Any:
        try:
            return pydantic_core.to_jsonable_python(value, bytes_mode=mode)
        except ValueError as error:
            raise UndumpableError(f"{type(value).__name__} in {cls.__name__} has no JSON form: {error}") from error

    return write
