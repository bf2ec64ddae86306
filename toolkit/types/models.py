"""Types that pydantic knows: models, its data classes, its special types, and hints with its validators.

pydantic is never imported before the user has: a type is its own if it brings a core schema.
"""

from __future__ import annotations

import inspect
import json
import re
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

from toolkit.errors import UndescribableParameterError
from toolkit.reading.annotations import UNION, Hint, take_apart
from toolkit.reading.fields import package_of
from toolkit.reading.keeping import keep, kept
from toolkit.reading.namespaces import names_around
from toolkit.reading.pydantic_classes import has_pydantic_default, pydantic_fields
from toolkit.record import MISSING
from toolkit.types.core_schemas import has_nameless_field, holds_decimal, taking_values
from toolkit.types.foreign import type_from_schema
from toolkit.types.inner_hints import inner_hints, tell_inside
from toolkit.types.model_arguments import ENCODERS, dump_as_taken
from toolkit.types.model_schemas import generator, names_as_texts, sayable
from toolkit.types.rules import REFUSALS, Refusal, TypeRule, without_prefix
from toolkit.types.schemaless_fields import field_of
from toolkit.types.tagged import with_tags

if TYPE_CHECKING:
    from collections.abc import Collection

    from toolkit.descriptor import ParameterType
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk

_SHOWN_CHARS: Final = 40
# What pydantic says of a type that it has a core schema for, and no JSON Schema: it names the former.
_INTERNAL: Final = re.compile(
    r"Cannot generate a JsonSchema for core_schema\.(\w+)Schema(?: \(<class '(?:.*\.)?(\w+)'>\))?"
)
# Markers that choose a member of a union, which the schemas of the members do as well where they demand what is chosen
# by.
_CHOOSING: Final = frozenset({"FieldInfo", "Discriminator", "Tag"})
# Markers for those who read a value, and for a model that writes it as its field: a result is written by its class.
_NOT_OF_RESULTS: Final = _CHOOSING | {
    *("BeforeValidator", "AfterValidator", "WrapValidator", "PlainValidator", "SkipValidation"),
    *("PlainSerializer", "WrapSerializer"),
    *ENCODERS,
}


def _is_pydantic(hint: Hint) -> bool:
    cls = hint.class_
    is_own = hasattr(cls, "__get_pydantic_core_schema__") or hasattr(cls, "__pydantic_core_schema__")
    # A data class with `= Field(...)` would keep that marker as the value; pydantic knows what it means.
    return is_own or (cls is not None and has_pydantic_default(cls))


def _annotation(hint: Hint) -> Any:
    """The hint with the markers that only pydantic understands put back."""
    return Annotated[(hint.type, *hint.metadata)] if hint.metadata else hint.type


def _adapter(annotation: Any) -> Any:
    import pydantic  # noqa: PLC0415 - loaded already: the type is made by it

    return pydantic.TypeAdapter(annotation)


def _adapter_of(hint: Hint) -> Any:
    """Pydantic's adapter of a hint, made with the names around its class where one meant nothing at first."""
    annotation, cls = _annotation(hint), hint.class_
    made = MISSING if cls is None or annotation is not cls else kept(cls, "adapter")
    if made is not MISSING:
        return made
    adapter = _adapter(annotation)
    if getattr(adapter, "pydantic_complete", True) is False:  # pydantic has it since 2.10
        adapter.rebuild(_types_namespace={} if cls is None else names_around(cls))
        if cls is not None and annotation is cls:
            keep(cls, "adapter", adapter)
    return adapter


# -- description


def _describe(hint: Hint, walk: Walk) -> ParameterType:
    def adopted(own: str = "") -> ParameterType:
        root, definitions = type_from_schema(_schema(hint, walk), tool=walk.tool, is_own=True)
        return walk.definitions.adopt(definitions, root, own)

    return adopted() if hint.metadata else walk.describe_named(hint, adopted)


def _schema(hint: Hint, walk: Walk) -> dict[str, Any]:
    """Pydantic's own JSON Schema for what it takes, or for what it gives, by alias.

    Raises:
        UndescribableParameterError: It has none, or a name in the model means nothing yet.
    """
    import pydantic  # noqa: PLC0415 - loaded already: the type is made by it
    from pydantic_core import PydanticOmit, SchemaError  # noqa: PLC0415 - loaded with it

    cls: Any = hint.class_
    if cls is pydantic.BaseModel:
        raise walk.undescribable(hint, "BaseModel has no fields of its own", "annotate a class derived from it")
    try:
        if getattr(cls, "__pydantic_complete__", True) is False:
            _complete(cls)
        _require_no_hosts(cls, walk)
        # Markers that are left over say what the schema is, whoever reads or writes the value.
        mode = "serialization" if walk.of_results and not hint.metadata else "validation"
        made: dict[str, Any] = _adapter_of(hint).json_schema(schema_generator=generator(), mode=mode)
        tell_inside(made, hint.type)
    except pydantic.errors.PydanticUndefinedAnnotation as error:
        raise walk.unresolved(hint, str(error.name)) from None
    except SchemaError as error:
        reason = " ".join(str(error).split()).rpartition("SchemaError: ")[2][:200]
        cure = "mend what stands beside the type"
        raise walk.undescribable(hint, f"pydantic cannot check {hint.name}: {reason}", cure) from None
    except PydanticOmit:
        raise walk.undescribable(hint, "SkipJsonSchema leaves nothing of it", "leave SkipJsonSchema out") from None
    except UndescribableParameterError:
        raise
    except (RuntimeError, ImportError, *REFUSALS) as error:
        # Some of its types need a package of their own, or brackets, or have a hook that fails.
        reason = _INTERNAL.sub(lambda found: found[2] or found[1], str(error).partition("\n")[0])
        what = field_of(error) or hint.name
        raise walk.undescribable(hint, f"pydantic has no schema for {what}: {reason}") from error
    return names_as_texts(with_tags(sayable(_jsonable(made))))


def _require_no_hosts(cls: Any, walk: Walk) -> None:
    """Refuse a model with a field, be it of something in it, that is for a host to fill.

    Raises:
        UndescribableParameterError: One is.
    """
    for at, inner in () if walk.of_results or cls is None else inner_hints(cls):
        walk.require_unmarked(inner, inner.metadata, at=at)


def _complete(cls: Any) -> None:
    """Have pydantic read the hints of a model or data class once more, as a name in them meant nothing at first."""
    from pydantic.dataclasses import rebuild_dataclass  # noqa: PLC0415 - loaded already: the type is made by it

    rebuild = cls.model_rebuild if hasattr(cls, "model_rebuild") else partial(rebuild_dataclass, cls)
    generic = getattr(cls, "__pydantic_generic_metadata__", {})
    # `Box[Stop]` has a name that does not say where Box stands; nor may pydantic find what Stop names.
    named = [each for each in (generic.get("origin") or cls, *generic.get("args", ())) if isinstance(each, type)]
    rebuild(_types_namespace={name: value for each in named for name, value in names_around(each).items()} or None)


def _jsonable(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with what an author put into it, such as a date among the examples, written as JSON."""
    from pydantic_core import PydanticSerializationError, to_jsonable_python  # noqa: PLC0415 - loaded already

    try:
        made: dict[str, Any] = to_jsonable_python(schema, inf_nan_mode="constants")
    except PydanticSerializationError:
        return schema  # whoever copies it says where it is no JSON
    return made


# -- values


def _load(hint: Hint, walk: Walk) -> Loader:
    import pydantic  # noqa: PLC0415 - loaded already: the type is made by it

    adapter = _adapter_of(hint)
    validate = _validator(adapter).validate_json
    if has_nameless_field(adapter.core_schema):
        validate = _by_name(validate, hint, walk)
    is_exact = holds_decimal(adapter.core_schema)
    walk.needs_exact_numbers |= is_exact

    def load(value: Any) -> Any:
        # JSON text, because a strict model takes a date from JSON but not from a Python string.
        text = json.dumps(_with_digits(value) if is_exact else value)
        try:
            return validate(text)
        except pydantic.ValidationError as error:
            raise _refusal(error, value) from None

    return load


def _validator(adapter: Any) -> Any:
    """What makes the values of an adapter from JSON as its schema has it."""
    from pydantic_core import SchemaValidator, to_jsonable_python  # noqa: PLC0415 - loaded already

    core_schema = taking_values(adapter.core_schema, to_jsonable_python)
    if core_schema is adapter.core_schema:
        return adapter
    # Since 2.11 the validators of classes are taken as they are, unless this is said.
    takes_ready_ones = "_use_prebuilt" in inspect.signature(SchemaValidator).parameters
    options: dict[str, Any] = {"_use_prebuilt": False} if takes_ready_ones else {}
    return SchemaValidator(core_schema, **options)


def _by_name(validate: Any, hint: Hint, walk: Walk) -> Any:
    """What takes fields by alias and by name.

    Raises:
        UndescribableParameterError: This release of pydantic takes them by alias alone.
    """
    if "by_name" not in inspect.signature(validate).parameters:  # pragma: no cover - before 2.11
        cure = "give it a name too: AliasChoices('name', AliasPath(...)); or install pydantic 2.11 or later"
        raise walk.undescribable(hint, f"a field of {hint.name} has a path (AliasPath) and no name", cure)
    return partial(validate, by_alias=True, by_name=True)


def _with_digits(value: Any) -> Any:
    """The value with numbers that remember their digits as texts, which pydantic reads exactly."""
    if isinstance(value, dict):
        return {name: _with_digits(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_with_digits(each) for each in value]
    return getattr(value, "text", value) if isinstance(value, float) else value


def _refusal(error: Any, value: Any) -> Refusal:
    """What pydantic refuses, at the places in the value; what each member of a union says, as one fault."""
    faults: dict[tuple[str | int, ...], dict[str, None]] = {}
    for each in error.errors(include_url=False):
        faults.setdefault(_path(each["loc"], value), {})[_told(each)] = None
    return Refusal((path, "; or ".join(texts)) for path, texts in faults.items())


def _told(fault: Any) -> str:
    """What pydantic says of a value, with the value in the place of the word for it."""
    message, given = without_prefix(fault["msg"]), fault["input"]
    if message.startswith("Input ") and type(given) in {str, int, float} and len(repr(given)) <= _SHOWN_CHARS:
        return f"{given!r}{message.removeprefix('Input')}"
    return message


def _path(location: tuple[str | int, ...], value: Any) -> tuple[str | int, ...]:
    """The steps of pydantic's location that are in the value: it also names members of unions and validators."""
    steps: list[str | int] = []
    for step in location:
        inside: Any = dict(enumerate(value)) if isinstance(value, list) else value
        if isinstance(inside, dict) and step in inside:
            steps.append(step)
            value = inside[step]
    return tuple(steps)


def _dump(value: Any, walk: Dumper) -> Any:
    import pydantic_core  # noqa: PLC0415 - loaded already: the type is made by it

    cls = type(value)
    if walk.of_arguments and pydantic_fields(cls):
        return dump_as_taken(value, walk)
    if has_pydantic_default(cls) and not pydantic_fields(cls):
        # To the function below it is a data class like any other, without aliases.
        return walk.dump(_adapter(cls).dump_python(value, mode="json", by_alias=True, warnings=False))
    return walk.dump(pydantic_core.to_jsonable_python(value, by_alias=True, inf_nan_mode="null"))


# -- hints with validators


def _validators(hint: Hint) -> list[Any]:
    found = [each for each in hint.metadata if _is_validator(each)]
    if hint.origin is not UNION:
        return found
    return [each for each in found if type(each).__name__ not in _CHOOSING or _names_tag(each, hint)]


def _names_tag(marker: Any, union: Hint) -> bool:
    """Whether the marker names the field by which pydantic chooses a member, which nothing else demands."""
    tag = getattr(marker, "discriminator", None)
    members = [take_apart(each) for each in union.arguments]
    return isinstance(tag, str) and all(each.type is None or _is_pydantic(each) for each in members)


def _is_validator(marker: Any) -> bool:
    return package_of(type(marker)) == "pydantic" or hasattr(marker, "__get_pydantic_core_schema__")


def _have_validators(hint: Hint, names: Collection[str]) -> bool:
    """Whether all validators of a hint are of these kinds."""
    return all(type(each).__name__ in names for each in _validators(hint))


def _only_looks_after(hint: Hint) -> bool:
    """Whether all validators take the finished value, so that it is made like any other."""
    return _have_validators(hint, ("AfterValidator",))


def _unmarked(hint: Hint) -> Hint:
    return Hint(hint.type, hint.origin, hint.arguments)


def _describe_validated(hint: Hint, walk: Walk) -> ParameterType:
    is_plain = _have_validators(hint, _NOT_OF_RESULTS) if walk.of_results else _only_looks_after(hint)
    return walk.describe(_unmarked(hint)) if is_plain else _describe(hint, walk)


def _load_validated(hint: Hint, walk: Walk) -> Loader:
    import pydantic  # noqa: PLC0415 - loaded already: the markers are its own

    if not _only_looks_after(hint):
        return _load(hint, walk)
    load = walk.load(_unmarked(hint))
    validate = _adapter(Annotated[(Any, *_validators(hint))]).validate_python

    def load_and_validate(value: Any) -> Any:
        loaded = value if load is None else load(value)
        try:
            return validate(loaded)
        except pydantic.ValidationError as error:
            raise _refusal(error, None) from None

    return load_and_validate


# Asked before all others: a validator around an int is not to be dropped.
VALIDATOR_ROWS: Final = (
    TypeRule("pydantic validator", lambda hint: bool(_validators(hint)), _describe_validated, _load_validated, _dump),
)
ROWS: Final = (TypeRule("pydantic", _is_pydantic, _describe, _load, _dump),)
