"""SchemaGenerator: a ToolDescriptor as JSON Schema.

The base dialect is JSON Schema 2020-12. A subclass changes one type by overriding one method; the change
holds at every depth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    TupleType,
    constrained,
)
from toolkit.errors import DefinitionError
from toolkit.record import MISSING
from toolkit.types.keywords import DEFINITION_PREFIX, definition_names, escaped, plain, renamed_definitions, renumbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolkit.descriptor import ToolDescriptor, ToolParameterDescriptor
    from toolkit.types.keywords import Schema

# The one JSON type of enum values by their Python class; other values leave the type unsaid.
_JSON_TYPES: dict[type, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


class SchemaGenerator:
    """Makes JSON Schema 2020-12: closed objects, null last in unions, no titles.

    Every method gives a new dict of plain dicts and lists.

    >>> SchemaGenerator().schema(ListType(StringType()))
    {'type': 'array', 'items': {'type': 'string'}}
    """

    methods: ClassVar[Mapping[type[ParameterType], str]] = {
        StringType: "string",
        IntegerType: "integer",
        FloatType: "float",
        BooleanType: "boolean",
        NullType: "null",
        EnumType: "enum",
        ListType: "list",
        ObjectType: "object",
        AnyOfType: "any_of",
        AnyType: "any",
        TupleType: "tuple",
        ReferenceType: "reference",
    }

    def generate(self, descriptor: ToolDescriptor) -> Schema:
        """The schema of the tool's arguments object.

        Raises:
            DefinitionError: The descriptor holds a type that this generator does not know, or a reference
                to a definition that it lacks.
        """
        return self.with_definitions(self.root(descriptor), descriptor)

    def output(self, descriptor: ToolDescriptor) -> Schema | None:
        """The schema of the tool's result, None if it declares none.

        Raises:
            DefinitionError: As for `generate`.
        """
        if descriptor.output is None:
            return None
        made = self.with_definitions(self.schema(descriptor.output), descriptor)
        names = renumbered(made.get("$defs", ()), descriptor.definitions)
        if names:
            # What has a number for the sake of the arguments stands without their definitions here.
            made = plain(renamed_definitions(made, names))
            made["$defs"] = {names.get(name, name): each for name, each in made["$defs"].items()}
        return made

    def root(self, descriptor: ToolDescriptor) -> Schema:
        """The arguments object, without the definitions that it refers to."""
        keywords = descriptor.keywords
        schema: Schema = {"type": "object", "properties": self._properties(descriptor.parameters)}
        if descriptor.required_parameters:
            schema["required"] = [parameter.name for parameter in descriptor.required_parameters]
        schema |= self._others(descriptor.additional, keywords)
        if not keywords:
            return schema
        constraints = {key: value for key, value in keywords.items() if key != "description"}
        return self.described(_narrowed(schema, constraints), keywords.get("description", ""))

    def schema(self, type_: ParameterType, /) -> Schema:
        """The schema of a type, by the method for its class.

        Raises:
            DefinitionError: There is no method for its class.
        """
        method = self.methods.get(type(type_))
        if method is None:
            raise DefinitionError(
                f"{type(self).__name__} has no method for {type(type_).__name__}",
                cure=f"subclass it, write the method, and add {type(type_).__name__} to its `methods`",
            )
        made: Schema = getattr(self, method)(type_)
        return made

    def parameter(self, parameter: ToolParameterDescriptor, /) -> Schema:
        """The schema of a parameter or property: its type, its description and its default."""
        schema = self.schema(parameter.type)
        if parameter.description:
            schema.pop("description", None)
            schema = self.described(schema, parameter.description)
        if parameter.default is not MISSING:
            schema["default"] = plain(parameter.default)
        return schema

    def described(self, schema: Schema, description: str) -> Schema:
        """The schema with a description, before the other keywords; an empty one is left out."""
        return {"description": description, **schema} if description else schema

    def completed(self, schema: Schema, type_: ParameterType) -> Schema:
        """The schema of a type with its constraints and description."""
        narrowed = _narrowed(schema, type_.constraints) if type_.constraints else schema
        return self.described(narrowed, type_.description) if type_.description else narrowed

    def string(self, type_: StringType, /) -> Schema:
        """The schema of text."""
        return self.completed({"type": "string"}, type_)

    def integer(self, type_: IntegerType, /) -> Schema:
        """The schema of a whole number."""
        return self.completed({"type": "integer"}, type_)

    def float(self, type_: FloatType, /) -> Schema:
        """The schema of any number."""
        return self.completed({"type": "number"}, type_)

    def boolean(self, type_: BooleanType, /) -> Schema:
        """The schema of true and false."""
        return self.completed({"type": "boolean"}, type_)

    def null(self, type_: NullType, /) -> Schema:
        """The schema of null."""
        return self.completed({"type": "null"}, type_)

    def any(self, type_: AnyType, /) -> Schema:
        """The schema of any value, narrowed by the constraints alone."""
        return self.completed({}, type_)

    def enum(self, type_: EnumType, /) -> Schema:
        """The schema of a choice, with the JSON type that its values share."""
        schema: Schema = {"type": shared_type(type_.values), "enum": plain(type_.values)}
        if schema["type"] is None:
            del schema["type"]
        return self.completed(schema, type_)

    def list(self, type_: ListType, /) -> Schema:
        """The schema of an array; `items` is always written, as some providers demand it."""
        return self.completed({"type": "array", "items": self.schema(type_.items)}, type_)

    def tuple(self, type_: TupleType, /) -> Schema:
        """The schema of an array by position (JSON Schema 2020-12, 10.3.1.1)."""
        schema: Schema = {"type": "array"}
        if type_.items:
            schema["prefixItems"] = [self.schema(each) for each in type_.items]
        schema["items"] = False if type_.rest is None else self.schema(type_.rest)
        least = max(type_.least, type_.constraints.get("minItems", 0))
        return self.completed(schema, constrained(type_, {"minItems": least} if least else {}))

    def object(self, type_: ObjectType, /) -> Schema:
        """The schema of an object, required properties first."""
        required = set(type_.required)
        ordered = [each for each in type_.properties if each.name in required]
        ordered += [each for each in type_.properties if each.name not in required]
        schema: Schema = {"type": "object"}
        if ordered or type_.additional is False:
            schema["properties"] = self._properties(ordered)
        if type_.required:
            schema["required"] = [*type_.required]
        schema |= self._others(type_.additional, type_.constraints)
        return self.completed(schema, type_)

    def any_of(self, type_: AnyOfType, /) -> Schema:
        """The schema of a union, null last."""
        ordered = sorted(type_.options, key=lambda each: isinstance(each, NullType))
        return self.completed({"anyOf": [self.schema(each) for each in ordered]}, type_)

    def reference(self, type_: ReferenceType, /) -> Schema:
        """The schema of a type that is defined under `$defs`."""
        return self.completed({"$ref": DEFINITION_PREFIX + escaped(type_.name)}, type_)

    def _properties(self, parameters: Iterable[ToolParameterDescriptor]) -> Schema:
        return {parameter.name: self.parameter(parameter) for parameter in parameters}

    def _others(self, additional: bool | ParameterType, constraints: Mapping[str, Any]) -> Schema:
        """`additionalProperties`: `true` for whatever admits everything, but where it would evaluate every member."""
        if additional is True and "unevaluatedProperties" in constraints:
            return {}
        schema = additional if isinstance(additional, bool) else self.schema(additional)
        return {"additionalProperties": True if schema == {} else schema}

    def with_definitions(self, schema: Schema, descriptor: ToolDescriptor) -> Schema:
        """The schema with the definitions that it refers to, directly or through others.

        Raises:
            DefinitionError: The descriptor lacks one.
        """
        own: Schema = schema.get("$defs", {})
        found: Schema = {}
        pending = [schema]
        while pending:
            for name in definition_names(pending.pop()) - found.keys() - own.keys():
                if name not in descriptor.definitions:
                    raise DefinitionError(
                        f"a reference to {name[:40]!r}, which is not defined",
                        tool=descriptor.name,
                        cure=f"add it to the descriptor: definitions={{{name[:40]!r}: ...}}",
                    )
                found[name] = self.schema(descriptor.definitions[name])
                pending.append(found[name])
        if found:
            schema["$defs"] = {**own, **{name: found[name] for name in descriptor.definitions if name in found}}
        return schema


def compatible_root(schema: Schema) -> Schema:
    """The root of a schema as OpenAICompatibleSchemaGenerator makes it."""
    made = schema.copy()
    made.pop("title", None)
    if made.get("additionalProperties") is False:
        del made["additionalProperties"]
    made.setdefault("required", [])
    return made


class OpenAICompatibleSchemaGenerator(SchemaGenerator):
    """Makes what OpenAI's function calling and its imitators take.

    The root names what is required even if nothing is, and does not say that it is closed: the dispatcher
    refuses unknown arguments anyway.
    """

    def root(self, descriptor: ToolDescriptor) -> Schema:
        """The arguments object: type, properties, required; never a title."""
        return compatible_root(super().root(descriptor))

    def object(self, type_: ObjectType, /) -> Schema:
        """The schema of a nested object, which always lists its properties."""
        schema = super().object(type_)
        schema.setdefault("properties", {})
        return schema


class OllamaSchemaGenerator(OpenAICompatibleSchemaGenerator):
    """Makes what Ollama takes: the tool's name and description stand in the root, descriptions last elsewhere."""

    def root(self, descriptor: ToolDescriptor) -> Schema:
        """The arguments object: title, description, type, properties, required."""
        schema = super().root(descriptor)
        texts = (descriptor.description, schema.pop("description", ""))
        head = {"title": descriptor.name, "description": "\n".join(filter(None, texts))}
        return {**{key: text for key, text in head.items() if text}, **schema}

    def described(self, schema: Schema, description: str) -> Schema:
        """The schema with a description, behind the other keywords; an empty one is left out."""
        return {**schema, "description": description} if description else schema

    def object(self, type_: ObjectType, /) -> Schema:
        """The schema of a nested object, which always says what is required."""
        schema = super().object(type_)
        schema.setdefault("required", [])
        return schema


def _narrowed(schema: Schema, constraints: Mapping[str, Any]) -> Schema:
    """The schema with further keywords; where it says another thing by the same keyword, both hold."""
    clashing: Schema = {}
    for keyword, value in constraints.items():
        # The type beside an enum only repeats what its values say.
        clashes = keyword in schema and schema[keyword] != value and not (keyword == "type" and "enum" in schema)
        (clashing if clashes else schema)[keyword] = plain(value)
    if clashing:
        schema["allOf"] = [*schema.get("allOf", ()), clashing]
    return schema


def shared_type(values: Iterable[Any]) -> str | None:
    """The JSON type that all values have, None if they differ."""
    found = {_JSON_TYPES.get(type(value)) for value in values}
    if found == {"integer", "number"}:
        return "number"
    return found.pop() if len(found) == 1 else None
