"""The JSON Schemas that pydantic writes of its models, mended to the habits of this library."""

from __future__ import annotations

import enum
from functools import cache, reduce
from inspect import cleandoc
from operator import or_
from typing import Any, Final

from toolkit.reading.class_texts import class_text, field_texts
from toolkit.reading.dedenting import dedented
from toolkit.reading.fields import has_flags, is_pattern, name_taken
from toolkit.reading.namespaces import class_hints
from toolkit.reading.pydantic_classes import pydantic_fields
from toolkit.types.choices import flag_members, keeps_unknown_bits, with_members
from toolkit.types.constraints import NUMERIC
from toolkit.types.documents import is_json_number
from toolkit.types.inner_hints import annotations_in, tell_inside, text_of
from toolkit.types.keys import NAMES_OF_SCALARS, name_of_scalar, names_of_any
from toolkit.types.keywords import all_schemas, without
from toolkit.types.positional import named_position
from toolkit.types.schemaless_fields import noting_the_way

# What the class below stands in front of: pydantic is loaded by the types that are described alone.
_Generator: Any = object

# What a schema can do without: the model holds its bounds itself.
_DISPENSABLE: Final = frozenset(
    {
        *("default", "example", "examples"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    }
)
# Where pydantic says of names what it does: that they are texts of some form, or choices.
_OF_NAMES: Final = frozenset({"propertyNames", "patternProperties"})
# What pydantic writes in place of a secret.
_MASK: Final = "*" * 10


class _Habits(_Generator):  # type: ignore[misc]
    """Pydantic's generator with the habits of this library: closed objects, texts of fields, exact decimals, sets.

    And with what pydantic leaves out: where an error is, what names are, what is not known.
    """

    def generate_inner(self, schema: Any) -> Any:
        made = noting_the_way(super().generate_inner, schema)
        if "keys_schema" in schema:
            whole = self.resolve_ref_schema(made)
            if whole.keys().isdisjoint(_OF_NAMES):
                whole["propertyNames"] = super().generate_inner(schema["keys_schema"])
        if schema["type"] == "enum":
            _tell_of_members(self.resolve_ref_schema(made), schema["cls"])
        return made

    def resolve_ref_schema(self, json_schema: Any) -> Any:  # which pydantic has since 2.10
        while "$ref" in json_schema:
            json_schema = self.get_schema_from_definitions(json_schema["$ref"])
        return json_schema

    def encode_default(self, dft: Any) -> Any:
        from pydantic_core import PydanticSerializationError  # noqa: PLC0415 - loaded already

        try:
            return super().encode_default(dft)
        except UnicodeDecodeError as error:  # from older releases of pydantic, for bytes that are no text
            raise PydanticSerializationError(str(error)) from None

    def str_schema(self, schema: Any) -> Any:
        made = super().str_schema(schema)
        return without(made, "pattern") if has_flags(schema.get("pattern")) else made

    def decimal_schema(self, schema: Any) -> Any:
        made = super().decimal_schema(schema)
        for option in made.get("anyOf", ()):
            if option.get("type") == "string":
                option["format"] = "decimal"  # so that its digits are read from it
        return made

    def enum_schema(self, schema: Any) -> Any:
        return _with_sums(super().enum_schema(schema), schema["cls"], self.mode)

    def set_schema(self, schema: Any) -> Any:
        # A set takes equal items and keeps one of them.
        return without(super().set_schema(schema), "uniqueItems")

    def frozenset_schema(self, schema: Any) -> Any:
        return without(super().frozenset_schema(schema), "uniqueItems")

    def named_tuple_schema(self, schema: Any) -> Any:
        return self._told(super().named_tuple_schema(schema), schema["cls"])

    def call_schema(self, schema: Any) -> Any:  # what a NamedTuple is before pydantic 2.14
        return self._told(super().call_schema(schema), schema["function"])

    def model_schema(self, schema: Any) -> Any:
        return _completed(super().model_schema(schema), schema["cls"], self.mode)

    def dataclass_schema(self, schema: Any) -> Any:
        return _completed(super().dataclass_schema(schema), schema["cls"], self.mode)

    def dataclass_args_schema(self, schema: Any) -> Any:
        if self.mode != "serialization":  # what its own code fills (`init=False`) is not taken
            schema = {**schema, "fields": [each for each in schema["fields"] if each.get("init", True)]}
        return super().dataclass_args_schema(schema)

    def typed_dict_schema(self, schema: Any) -> Any:
        return _completed(super().typed_dict_schema(schema), schema.get("cls", dict), self.mode)

    def union_schema(self, schema: Any) -> Any:
        made = super().union_schema(schema)
        return self.get_flattened_anyof(_inexact_behind_texts(made["anyOf"])) if "anyOf" in made else made

    def tagged_union_schema(self, schema: Any) -> Any:
        made = super().tagged_union_schema(schema)
        # What a function chooses, or a class writes, may fit a second member as well.
        if "oneOf" in made and (self.mode == "serialization" or "discriminator" not in made):
            made["anyOf"] = made.pop("oneOf")
        return made

    def ser_schema(self, schema: Any) -> Any:
        return _of_what_it_gives(schema, super().ser_schema(schema))

    def _told(self, schema: dict[str, Any], cls: Any) -> dict[str, Any]:
        """The schema of a NamedTuple with what is said of its fields."""
        texts, hints = field_texts(cls), class_hints(cls)
        for name, each in zip(getattr(cls, "_fields", ()), schema.get("prefixItems", ()), strict=False):
            of_type = self.resolve_ref_schema(each).get("description", "")
            _tell(each, hints.get(name, Any), texts.get(name) or named_position(name, of_type))
        return schema


@cache
def generator() -> Any:
    """Pydantic's generator with the habits of this library."""
    from pydantic.json_schema import GenerateJsonSchema  # noqa: PLC0415 - loaded already: the types are made by it

    # A default that is no JSON is left out here as it is elsewhere.
    ignored = {*GenerateJsonSchema.ignored_warning_kinds, "non-serializable-default"}
    return type("Generator", (_Habits, GenerateJsonSchema), {"ignored_warning_kinds": ignored})


def _of_what_it_gives(serializer: Any, schema: dict[str, Any] | None) -> dict[str, Any] | None:
    """The schema of what a serializer gives: anything, if it is an author's without a hint.

    Pydantic has the schema of the value then, as its own ones write it.
    """
    if schema is not None or serializer["type"] not in {"function-plain", "function-wrap"}:
        return schema
    is_own = getattr(serializer["function"], "__module__", "").startswith("pydantic._internal")
    return None if is_own else {}


def _inexact_behind_texts(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The members of a union, where a decimal behind another text is read without its digits: they would be that."""
    texts = [each for each in options if each.get("type") == "string" and {"const", "enum"}.isdisjoint(each)]
    if not texts or texts[0].get("format") == "decimal":
        return options
    # By that format digits are kept. A text that may be any says what this one would.
    inexact = {"type": "string"} if texts[0] == {"type": "string"} else {"type": "string", **NAMES_OF_SCALARS["number"]}
    return [inexact if each.get("format") == "decimal" else each for each in options]


def sayable(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema in the words of JSON Schema, without what only pydantic knows: infinite bounds, patterns of Rust.

    Neither has it titles, nor the default of a secret: what stands for that would be taken for it.
    """
    inner: list[Any] = list(all_schemas(schema))
    for each in inner:
        each.pop("title", None)
        for name in [name for name in NUMERIC if name in each]:
            bound = each.pop(name)  # so pydantic calls it where it stands behind a validator
            if isinstance(bound, int | float):
                each.setdefault(NUMERIC[name], bound)
        for keyword in [keyword for keyword, value in each.items() if _is_unsayable(keyword, value)]:
            del each[keyword]
        names = each.pop("patternProperties", {})
        for name in [name for name in names if not is_pattern(name)]:
            each.setdefault("additionalProperties", names.pop(name))
        each.update({"patternProperties": names} if names else {})
    return schema


def _is_unsayable(keyword: str, value: Any) -> bool:
    if keyword == "pattern":
        return isinstance(value, str) and not is_pattern(value)
    return keyword in _DISPENSABLE and not _means_itself(value)


def _means_itself(value: Any) -> bool:
    """Whether a value can be sent as it stands here: no number in it is beyond JSON, and no text a mask."""
    if isinstance(value, dict):
        return all(map(_means_itself, value.values()))
    if isinstance(value, list):
        return all(map(_means_itself, value))
    return is_json_number(value) if isinstance(value, int | float) else value != _MASK


def names_as_texts(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema in which names are texts: where keys are numbers, their texts are meant."""
    definitions = schema.get("$defs", {})
    inner: list[Any] = list(all_schemas(schema))
    for each in inner:
        if "propertyNames" in each:
            names = _names(each.pop("propertyNames"), definitions)
            each.update({"propertyNames": names} if names else {})
    return schema


def _names(keys: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any] | None:
    """The schema of the names that stand for keys; None if it is not known, and {} if any name will do."""
    meant = definitions.get(keys.get("$ref", "").rpartition("/")[2], keys)
    if "anyOf" in meant:
        return names_of_any([_names(each, definitions) for each in meant["anyOf"]])
    choices = meant.get("enum", [meant["const"]] if "const" in meant else [])
    if any(isinstance(each, list | dict) for each in choices):
        return None
    if not all(isinstance(each, str) for each in choices):
        return {"enum": [name_of_scalar(choice) for choice in choices]}
    if choices or meant.get("type", "string") == "string":
        return without(keys, "type")
    return NAMES_OF_SCALARS.get(meant.get("type", ""))


def _tell_of_members(schema: dict[str, Any], cls: Any) -> None:
    """Write into the schema of an enum what is said of its members."""
    text = with_members(class_text(cls), cls, {each.name: each.value for each in cls})
    if text and schema.get("description", "") in {"", cleandoc(cls.__doc__ or "")}:
        schema["description"] = text


def _with_sums(schema: dict[str, Any], cls: Any, mode: str) -> dict[str, Any]:
    """The schema of an enum; of a flag the sums of its members, which pydantic takes as well, have the place of these.

    What is written may hold bits of which no member is made, where the flag keeps those.
    """
    if not issubclass(cls, enum.Flag):
        return schema
    bare = without(schema, "enum")
    if mode == "serialization" and keeps_unknown_bits(cls):
        return bare
    most = reduce(or_, (each.value for each in flag_members(cls).values() if each.value > 0))
    return {**bare, "minimum": 0, "maximum": most}


def _completed(schema: dict[str, Any], cls: Any, mode: str) -> dict[str, Any]:
    """The schema of a class with what its docstrings say of it and its fields, closed unless the class says otherwise.

    What is written may be an instance of a subclass, with more fields.
    """
    if schema.get("type") == "object" and "properties" in schema:
        schema.setdefault("additionalProperties", mode == "serialization")
        _describe_fields(schema["properties"], cls)
    elif getattr(cls, "__pydantic_root_model__", False):
        _tell(schema, annotations_in(cls).get("root", Any))
    if schema.get("description") == cleandoc(cls.__doc__ or ""):
        schema["description"] = class_text(cls)
    return schema


def _describe_fields(properties: dict[str, Any], cls: Any) -> None:
    texts, annotations = field_texts(cls), annotations_in(cls)
    fields = pydantic_fields(cls)
    for name in {**texts, **annotations}:
        wire = _wire_name(fields.get(name), name, properties)
        if wire is not None:
            _tell(properties[wire], annotations.get(name, Any), texts.get(name, ""))
    for each in properties.values():
        if isinstance(each.get("description"), str):
            each["description"] = dedented(each["description"])


def _tell(schema: dict[str, Any], annotation: Any, documented: str = "") -> None:
    """Write into the schema of a value what its annotation says, of which pydantic reads its own markers alone."""
    text = text_of(annotation) or documented
    if text:
        schema.setdefault("description", text)
    tell_inside(schema, annotation)


def _wire_name(field: Any, name: str, properties: dict[str, Any]) -> str | None:
    """What JSON calls a field: the name by which it is taken, or that by which it is written; None if it is hidden."""
    names = (name_taken(field), getattr(field, "serialization_alias", None))
    return next((each or name for each in names if (each or name) in properties), None)
