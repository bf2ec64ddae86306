"""A foreign JSON Schema as ParameterTypes, without loss.

A type gets its structure (properties, items, members of a union) only where that says exactly what the
schema says. Everything else stays as keywords in its constraints, word for word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

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
    ToolDescriptor,
    ToolParameterDescriptor,
    TupleType,
    descriptor_of_object,
)
from toolkit.errors import DefinitionError
from toolkit.misfits import tells_misfits
from toolkit.options import valid_name
from toolkit.record import MISSING
from toolkit.types.disjoint import are_disjoint, fits_type
from toolkit.types.documents import MAX_DESCRIPTION_CHARS, document_copy
from toolkit.types.hidden import without_hidden
from toolkit.types.keywords import DEFINITION_PREFIX, Schema, all_schemas, frozen, without
from toolkit.types.references import plain_references

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

_SCALARS: Final[Mapping[str, type[ParameterType]]] = {
    "string": StringType,
    "integer": IntegerType,
    "number": FloatType,
    "boolean": BooleanType,
    "null": NullType,
}
# Which type a keyword speaks of; it says nothing about values of another one (Validation 2020-12, 6.2 to 6.5).
_NUMERIC: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_SPOKEN_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "string": ("minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema"),
    "integer": _NUMERIC,
    "number": _NUMERIC,
    "array": (
        *("items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems"),
        "unevaluatedItems",
    ),
    "object": (
        *("properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties"),
        *("maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties"),
    ),
}
_ROOT_ANNOTATIONS: Final = frozenset({"description", "title", "$comment", "default", "examples"})


@tells_misfits
def descriptor_from_schema(
    name: str, description: str | None, schema: Any = None, output_schema: Any = None
) -> ToolDescriptor:
    """The descriptor of a foreign tool, which admits exactly the arguments that the schema admits.

    Args:
        name: Its name.
        description: Its text for the model; None for none. Hidden characters are taken out.
        schema: JSON Schema of the arguments object, in 2020-12 or a draft from 6; None admits any object.
        output_schema: JSON Schema of the result; None if it is not said.

    Raises:
        DefinitionError: The schema is none, is too large, admits no object, or refers to something outside.
    """
    valid_name(name)
    reader = _Reader({} if schema is None else schema, name)
    arguments, types, output = reader.arguments(), reader.definitions(), None
    if output_schema is not None:
        output, more = type_from_schema(output_schema, tool=name, taken=types)
        types |= more
    text = without_hidden(description or "", MAX_DESCRIPTION_CHARS)
    return descriptor_of_object(name, text, arguments, output=output, definitions=frozen(types))


def type_from_schema(
    schema: Any, *, tool: str = "", taken: Collection[str] = (), is_own: bool = False
) -> tuple[ParameterType, dict[str, ParameterType]]:
    """The type of a foreign schema, and the types that it refers to by name.

    Args:
        schema: JSON Schema in 2020-12 or a draft from 6.
        tool: Name for the error's text.
        taken: Names that no definition may have.
        is_own: Whether it is of a class of the tool's author, whose texts nobody hides anything in.

    Raises:
        DefinitionError: The schema is none, is too large, or refers to something outside.
    """
    reader = _Reader(schema, tool, taken, is_own=is_own)
    return reader.type(reader.root), reader.definitions()


class _Reader:
    """Reads a copy of a schema document with plain references: its root, and the definitions by name."""

    def __init__(self, document: Any, tool: str, taken: Collection[str] = (), *, is_own: bool = False) -> None:
        copied = document_copy(document, tool=tool, is_own=is_own)
        self.tool = tool
        self.root, self.schemas = plain_references(copied, tool=tool, taken=taken)
        # Whether a member is evaluated depends on which keywords are there, even on those that admit everything:
        # a document that asks for it is kept word for word.
        self.verbatim = any(
            "unevaluatedProperties" in each or "unevaluatedItems" in each
            for schema in (self.root, *self.schemas.values())
            for each in all_schemas(schema)
        )

    def definitions(self) -> dict[str, ParameterType]:
        """The definitions as types."""
        return {name: self.type(schema) for name, schema in self.schemas.items()}

    def arguments(self) -> ObjectType:
        """The type of an arguments object.

        Raises:
            DefinitionError: The schema admits no object.
        """
        schema = self._inlined({} if self.root is True else self.root)
        if schema is False or not fits_type({}, schema.get("type", "object")):
            raise DefinitionError(
                "the schema admits no object, and arguments are always one",
                tool=self.tool,
                cure='give it "type": "object" and the arguments as its "properties"',
            )
        return self._object({**schema, "type": "object"}, _text(schema), at_root=True)

    def _inlined(self, root: Any) -> Any:
        """The root; what it refers to, if it does nothing else."""
        seen: set[str] = set()
        while isinstance(root, dict) and "$ref" in root and root.keys() - {"$ref"} <= _ROOT_ANNOTATIONS:
            name = root["$ref"].removeprefix(DEFINITION_PREFIX)
            target = self.schemas[name]
            if name in seen or not isinstance(target, dict):
                break
            seen.add(name)
            root = {**target, **without(root, "$ref")}
        return root

    def type(self, schema: Any) -> ParameterType:
        """The type that says what the schema says."""
        if isinstance(schema, bool):
            return AnyType() if schema else AnyType(constraints=frozen({"not": {}}))
        for keyword, read in () if self.verbatim else self._structures():
            if keyword in schema:
                return read(schema, _text(schema))
        return AnyType(description=_text(schema), constraints=_rest(schema))

    def _structures(self) -> tuple[tuple[str, Callable[[Schema, str], ParameterType]], ...]:
        """What gives a schema its structure: the first keyword that it has."""
        return (
            ("$ref", self._reference),
            ("enum", self._enum),
            ("const", self._const),
            ("type", self._typed),
            ("anyOf", self._any_of),
            ("oneOf", self._one_of),
        )

    def _reference(self, schema: Schema, text: str) -> ParameterType:
        name = schema["$ref"].removeprefix(DEFINITION_PREFIX)
        return ReferenceType(name, description=text, constraints=_rest(schema, "$ref"))

    def _enum(self, schema: Schema, text: str) -> ParameterType:
        values = tuple(frozen(value) for value in schema["enum"])
        implied = "type" in schema and all(fits_type(value, schema["type"]) for value in schema["enum"])
        return EnumType(values, description=text, constraints=_rest(schema, "enum", *(["type"] if implied else [])))

    def _const(self, schema: Schema, text: str) -> ParameterType:
        return self._enum({**without(schema, "const"), "enum": [schema["const"]]}, text)

    def _typed(self, schema: Schema, text: str) -> ParameterType:
        name = schema["type"]
        if isinstance(name, list):
            return self._typed_by_list(schema, name, text)
        if name == "object":
            return self._object(schema, text)
        if name == "array":
            return self._array(schema, text)
        return _SCALARS[name](description=text, constraints=_rest(schema, "type"))

    def _typed_by_list(self, schema: Schema, names: list[str], text: str) -> ParameterType:
        """A union, where each keyword goes to the types that it speaks of."""
        if len(names) == 1:
            return self._typed({**schema, "type": names[0]}, text)
        spoken_of = {keyword for name in names for keyword in _SPOKEN_OF.get(name, ())}
        options = []
        for name in names:
            own = {key: value for key, value in schema.items() if key in _SPOKEN_OF.get(name, ())}
            options.append(self.type({"type": name, **own}))
        return AnyOfType(tuple(options), description=text, constraints=_rest(schema, "type", *spoken_of))

    def _object(self, schema: Schema, text: str, *, at_root: bool = False) -> ObjectType:
        additional = schema.get("additionalProperties", True)
        structure = ["type", "properties", "required", "additionalProperties"]
        properties = [self._property(*each) for each in schema.get("properties", {}).items()]
        required = schema.get("required", [])
        missing = [name for name in required if name not in schema.get("properties", {})]
        if at_root and missing:
            # A descriptor names what is required among its parameters; in an open object they may be added.
            if additional is True and not self.verbatim:
                properties += [ToolParameterDescriptor(name, "", AnyType()) for name in missing]
            else:
                structure.remove("required")
        if "additionalProperties" in schema:
            # It evaluates every member, and leaves none to the other (JSON Schema Core 2020-12, 11.3).
            structure.append("unevaluatedProperties")
        return ObjectType(
            properties=tuple(properties),
            required=tuple(required),
            additional=additional if isinstance(additional, bool) else self.type(additional),
            description=text,
            constraints=_rest(schema, *structure),
        )

    def _property(self, name: str, schema: Any) -> ToolParameterDescriptor:
        if isinstance(schema, bool):
            return ToolParameterDescriptor(name, "", self.type(schema))
        bare = without(schema, "default", "description")
        return ToolParameterDescriptor(name, _text(schema), self.type(bare), frozen(schema.get("default", MISSING)))

    def _array(self, schema: Schema, text: str) -> ParameterType:
        items = schema.get("items", True)
        if "prefixItems" not in schema:
            return ListType(self.type(items), description=text, constraints=_rest(schema, "type", "items"))
        positions = schema["prefixItems"]
        # As many items at most as there are positions: that leaves none behind them, and pydantic says it so.
        counted = ["maxItems"] if schema.get("maxItems") == len(positions) else []
        return TupleType(
            tuple(map(self.type, positions)),
            None if items is False or counted else self.type(items),
            int(schema.get("minItems", 0)),
            description=text,
            constraints=_rest(schema, "type", "items", "prefixItems", "minItems", *counted),
        )

    def _any_of(self, schema: Schema, text: str) -> ParameterType:
        options = tuple(map(self.type, schema["anyOf"]))
        return AnyOfType(options, description=text, constraints=_rest(schema, "anyOf"))

    def _one_of(self, schema: Schema, text: str) -> ParameterType:
        """A union, if no value fits two of the members."""
        if not are_disjoint(schema["oneOf"], self.schemas):
            return AnyType(description=text, constraints=_rest(schema))
        return self._any_of({**without(schema, "oneOf", "discriminator"), "anyOf": schema["oneOf"]}, text)


def _text(schema: Schema) -> str:
    return str(schema.get("description", ""))


def _rest(schema: Schema, *structure: str) -> Mapping[str, Any]:
    """What the structure of a type does not say, frozen."""
    rest: Mapping[str, Any] = frozen(without(schema, "description", *structure))
    return rest
