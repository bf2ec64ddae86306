"""Values of pydantic's models and data classes as the arguments from which the model makes them again."""

from __future__ import annotations

from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.fields import name_taken
from toolkit.reading.keeping import keep, kept
from toolkit.reading.pydantic_classes import pydantic_fields
from toolkit.record import EMPTY, MISSING
from toolkit.types.containers import dump_mapping
from toolkit.types.inner_hints import annotations_in, hints_within
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
    fields = pydantic_fields(type(value)).items()
    taken = {name_taken(field) or name: _member(value, name) for name, field in fields if field.init is not False}
    return taken | (getattr(value, "__pydantic_extra__", None) or {})


def _member(value: Any, name: str) -> Any:
    """What a model holds under a name; what it reads from an encoded text, in that encoding, which only it knows.

    Raises:
        UndumpableError: The encoding cannot hold it.
    """
    cls, held = type(value), getattr(value, name)
    adapter = _adapters(cls).get(name)
    if adapter is None:
        return held
    try:
        return adapter.dump_python([held], mode="json", by_alias=True, round_trip=True, warnings=False)[0]
    except ValueError as error:
        raise UndumpableError(f"{cls.__name__}.{name} has no JSON form: {error}") from error


def _adapters(cls: Any) -> Mapping[str, Any]:
    """What writes a list of values of each field whose JSON is, or has in it, a text that holds the value, by name."""
    import pydantic  # noqa: PLC0415 - loaded already: the class is made by it

    found: Any = kept(cls, "adapters")
    if found is MISSING:
        config: Any = {**_config(cls), "ser_json_bytes": _bytes_mode(cls)}
        # In a list, as a class of its own may not be given what it is configured by.
        hints: dict[str, Any] = {name: GenericAlias(list, (hint,)) for name, hint in annotations_in(cls).items()}
        found = {name: pydantic.TypeAdapter(hint, config=config) for name, hint in hints.items() if _is_encoded(hint)}
        keep(cls, "adapters", found)
    return found  # type: ignore[no-any-return]


def _is_encoded(annotation: Any) -> bool:
    """Whether a hint, or one inside of it, is Json or has such a marker."""
    kinds = (each for hint in hints_within(annotation) for each in (hint.class_, *map(type, hint.metadata)))
    return any(getattr(kind, "__name__", "") in ENCODERS for kind in kinds)


def _writer(cls: Any) -> Callable[[Any], Any]:
    """What writes members of enums, and bytes, as a model reads them from JSON."""
    import pydantic_core  # noqa: PLC0415 - loaded already: the class is made by it

    mode = _bytes_mode(cls)

    def write(value: Any) -> Any:
        try:
            return pydantic_core.to_jsonable_python(value, bytes_mode=mode)
        except ValueError as error:
            raise UndumpableError(f"{type(value).__name__} in {cls.__name__} has no JSON form: {error}") from error

    return write


def _bytes_mode(cls: Any) -> Any:
    return _config(cls).get("val_json_bytes", "utf8")


def _config(cls: Any) -> Mapping[str, Any]:
    return getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None) or EMPTY
