"""Types that pydantic knows: models, its data classes, its special types, and hints with its validators.

pydantic is never imported before the user has: a type is its own if it brings a core schema.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.annotations import UNION
from toolkit.types.foreign import type_from_schema
from toolkit.types.rules import TypeRule

if TYPE_CHECKING:
    from toolkit.descriptor import ParameterType
    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk


def _is_pydantic(hint: Hint) -> bool:
    return _brings_core_schema(hint.class_)


def _has_validators(hint: Hint) -> bool:
    return hint.origin is not UNION and any(map(_is_validator, hint.metadata))


def _brings_core_schema(cls: Any) -> bool:
    return hasattr(cls, "__get_pydantic_core_schema__") or hasattr(cls, "__pydantic_core_schema__")


def _is_validator(marker: Any) -> bool:
    return type(marker).__module__.partition(".")[0] == "pydantic" or hasattr(marker, "__get_pydantic_core_schema__")


def _annotation(hint: Hint) -> Any:
    """The hint with the markers that only pydantic understands put back."""
    from typing import Annotated  # noqa: PLC0415 - needs the runtime form

    return Annotated[(hint.type, *hint.metadata)] if hint.metadata else hint.type


def _adapter(hint: Hint) -> Any:
    import pydantic  # noqa: PLC0415 - loaded already: the type is made by it

    return pydantic.TypeAdapter(_annotation(hint))


def _describe(hint: Hint, walk: Walk) -> ParameterType:
    if hint.metadata:
        return _described(hint, walk)
    name = getattr(hint.class_, "__name__", "model")
    return walk.definitions.named(hint.type, name.partition("[")[0], lambda: _described(hint, walk))


def _described(hint: Hint, walk: Walk) -> ParameterType:
    import pydantic  # noqa: PLC0415 - loaded already: the type is made by it

    try:
        schema = _adapter(hint).json_schema(by_alias=True)
    except pydantic.errors.PydanticUserError as error:
        reason = str(error).partition("\n")[0]
        raise walk.undescribable(
            hint, f"pydantic has no schema for {getattr(hint.class_, '__name__', hint.type)}: {reason}"
        )
    root, definitions = type_from_schema(closed(untitled(schema)))
    return walk.definitions.adopt(dict(definitions), root)


def untitled(schema: Any) -> Any:
    """The schema without its titles; a property that is called title stays."""
    if isinstance(schema, list):
        return [untitled(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: untitled(each) for name, each in value.items()}
        if key in {"properties", "$defs", "patternProperties", "dependentSchemas"} and isinstance(value, dict)
        else value
        if key in {"default", "const", "enum", "examples"}
        else untitled(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }


def closed(schema: Any) -> Any:
    """The schema with every object of named properties closed that does not say otherwise."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {
        key: {name: closed(each) for name, each in value.items()}
        if key in {"properties", "$defs"} and isinstance(value, dict)
        else value
        if key in {"default", "const", "enum", "examples"}
        else closed(value)
        for key, value in schema.items()
    }
    if made.get("type") == "object" and "additionalProperties" not in made and "patternProperties" not in made:
        made["additionalProperties"] = "properties" not in made
    return made


def _load(hint: Hint, walk: Walk) -> Loader:
    adapter = _adapter(hint)
    # JSON text, because a strict model takes a date from JSON but not from a Python string.
    return lambda value: adapter.validate_json(json.dumps(value))


def _dump(value: Any, walk: Dumper) -> Any:
    import pydantic_core  # noqa: PLC0415 - loaded already: the type is made by it

    return walk.dump(pydantic_core.to_jsonable_python(value, by_alias=True, inf_nan_mode="null"))


# Asked before all others: a validator around an int is not to be dropped.
VALIDATOR_ROWS: Final = (TypeRule("pydantic validator", _has_validators, _describe, _load, _dump),)
ROWS: Final = (TypeRule("pydantic", _is_pydantic, _describe, _load, _dump),)


def model_field_names(cls: Any) -> list[str]:
    """The Python names of the fields of a pydantic model or data class, [] for any other class."""
    fields = getattr(cls, "__pydantic_fields__", None) or getattr(cls, "model_fields", None)
    return list(fields) if isinstance(fields, dict) else []
