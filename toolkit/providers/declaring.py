"""Tools -> declarations: what all providers do alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Self

from toolkit.descriptor import ToolDescriptor
from toolkit.errors import DefinitionError
from toolkit.providers.declared import Declared, declared_by, tool_of
from toolkit.providers.hosted import hosts
from toolkit.providers.naming import SHORT, NameRule, wire_names
from toolkit.providers.payloads import is_object
from toolkit.providers.tool_cache import ToolCache
from toolkit.record import replace_fields
from toolkit.schema.generator import OpenAICompatibleSchemaGenerator, SchemaGenerator, compatible_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.dialects import Dialect
    from toolkit.providers.strict.mode import StrictMode
    from toolkit.types.keywords import Schema


class Entry(NamedTuple):
    """The declaration of a tool under its own name.

    Attributes:
        name: The tool's own name.
        declaration: What the API takes.
        misnamed: The tool, if the provider does not take its name: it has to be declared under another one.
    """

    name: str
    declaration: dict[str, Any]
    misnamed: Declared | None = None


class Declaring:
    """The half of a provider that declares tools.

    Args:
        schema_generator: What makes the schemas, instead of the provider's own: an object with
            `generate(descriptor)`, or a class of such objects. What it makes is declared as it is.

    Attributes:
        name: What the provider is called in `get` and in `ToolCall.provider`.
        generator: What makes the schemas by default.
        naming: Which names of tools it takes.
        property_naming: Which names of parameters it takes, None if any.
        strict_mode: Its strict mode, None if it has none.
    """

    name: str = ""
    generator: ClassVar[type[SchemaGenerator]] = SchemaGenerator
    naming: ClassVar[NameRule] = SHORT
    property_naming: ClassVar[NameRule | None] = None
    strict_mode: StrictMode | None = None

    def __init__(self, schema_generator: Any = None) -> None:
        self.schema_generator = _made(schema_generator)
        self._default_generator = self.generator()
        self._cache: ToolCache[list[Entry]] = ToolCache()

    def declare(self, tools: Iterable[Any], strict: bool = False) -> list[dict[str, Any]]:
        """The declarations of the tools, as the provider's API takes them: a new list of shared dicts.

        Args:
            tools: Tools, decorated functions, descriptors and declarations of any provider, or one of these.
            strict: Whether the provider shall hold the model to the schema.

        Raises:
            DefinitionError: One of them is no tool or is run by another provider, or two have one name.
        """
        return self.listed(self.declarations(tools, strict))

    def declarations(self, tools: Iterable[Any], strict: bool = False) -> list[dict[str, Any]]:
        """The declarations one by one, where the API takes them in one piece; otherwise as `declare`.

        Raises:
            DefinitionError: As for `declare`.
        """
        every = tools if isinstance(tools, Iterable) and not isinstance(tools, Mapping | str) else (tools,)
        entries = [entry for tool in every for entry in self._entries(tool, strict)]
        names = [entry.name for entry in entries]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise DefinitionError("declared twice", tool=twice, cure="rename one of the two")
        if all(entry.misnamed is None for entry in entries):
            return [entry.declaration for entry in entries]
        wires = wire_names(names, self.naming)
        return [
            entry.declaration
            if entry.misnamed is None
            else self._declaration(entry.misnamed, strict, wires[entry.name])
            for entry in entries
        ]

    def trial(self) -> Self:
        """A provider like this one that has declared nothing; what it declares changes nothing in this one."""
        made = copy(self)
        vars(made)["_cache"] = ToolCache()
        made.strict_mode = None if self.strict_mode is None else self.strict_mode.renewed()
        return made

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:
        """The declaration of one tool, whose name the provider takes; strict ones say so where the API has a word."""
        raise NotImplementedError(unwritten(self, "declaration(self, tool, schema, *, strict)"))

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema as the dialect says it, and what has to stand in the tool's description instead."""
        return schema, ""

    def strict_schema(self, tool: Declared) -> tuple[Schema, str]:
        """The schema in the dialect of the provider's strict mode, and what has to stand in the description instead.

        Raises:
            DefinitionError: The provider has no strict mode, or the schema is larger than it takes.
        """
        if self.strict_mode is None:
            raise DefinitionError(f"{self.name} has no strict mode", tool=tool.name, cure="say strict=False")
        return self.strict_mode.schema(tool.descriptor, self._generator_of(tool))

    def listed(self, declarations: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The declarations as the API takes them together."""
        return declarations

    def _entries(self, tool: Any, strict: bool) -> list[Entry]:
        tool = tool_of(tool)
        kept = self._cache.found(tool, strict)
        if kept is not None:
            return kept
        found = [*declared_by(tool)]
        made = [self._entry(each, strict) for each in found]
        # Tools and descriptors do not change; a dict may. What is misnamed holds its tool, which could never end.
        is_fixed = isinstance(tool, ToolDescriptor) or (len(found) == 1 and found[0].tool is tool)
        if is_fixed and made[0].misnamed is None:
            self._cache.keep(tool, strict, made)
        return made

    def _entry(self, tool: Declared, strict: bool) -> Entry:
        name = tool.descriptor.name
        if tool.builtin is not None:
            return Entry(name, self._own_builtin(name, tool.builtin))
        if self.naming.fits(name):
            return Entry(name, self._declaration(tool, strict, name))
        return Entry(name, {}, tool)

    def _own_builtin(self, name: str, builtin: Mapping[str, Any]) -> dict[str, Any]:
        owners = hosts(builtin)
        if self.name not in owners:
            raise DefinitionError(
                f"a built-in tool of {' and '.join(owners) or 'another provider'}",
                tool=name,
                cure=f"leave it out for {self.name}, which cannot run it",
            )
        return dict(builtin)

    def _declaration(self, tool: Declared, strict: bool, name: str) -> dict[str, Any]:
        """The declaration of one tool under a name, with its author's extras for this provider."""
        own = tool
        if name != tool.descriptor.name:
            tool = tool._replace(descriptor=replace_fields(tool.descriptor, name=name))
        # Strict mode remembers a tool under its own name, by which its calls are undone.
        schema, text = self.strict_schema(own) if strict else self._schema(tool)
        if self.property_naming is not None and (strict or self.schema_generator is None):
            schema = _with_property_names(schema, self.property_naming)
        if text:
            description = f"{tool.description} {text}".strip()
            tool = tool._replace(descriptor=replace_fields(tool.descriptor, description=description))
        return merged(self.declaration(tool, schema, strict=strict), tool.options.extras.get(self.name, {}))

    def _schema(self, tool: Declared) -> tuple[Schema, str]:
        generator = self._generator_of(tool)
        if self.schema_generator is not None:
            return generator.generate(tool.descriptor), ""
        if generator is None and tool.tool is not None and self.generator in _FROM_BASE:
            return self.adapted(_FROM_BASE[self.generator](tool.tool.contract.input_schema))
        return self.adapted((generator or self._default_generator).generate(tool.descriptor))

    def _generator_of(self, tool: Declared) -> Any:
        """What makes the schema of a tool instead of the provider's own generator, None for that."""
        if self.schema_generator is not None:
            return self.schema_generator
        own = tool.options.schema_generator
        return None if own is None else _made(own)


# What these make, taken from the tool's own schema: generating one is dear. Of other generators nothing is known.
_FROM_BASE: Final[Mapping[type[SchemaGenerator], Callable[[Schema], Schema]]] = {
    SchemaGenerator: lambda schema: schema,
    OpenAICompatibleSchemaGenerator: compatible_root,
}


def merged(declaration: dict[str, Any], extras: Mapping[str, Any]) -> dict[str, Any]:
    """The declaration with further fields; objects in both are merged.

    >>> merged({"function": {"name": "add"}}, {"function": {"strict": True}})
    {'function': {'name': 'add', 'strict': True}}
    """
    if not extras:
        return declaration
    made = dict(declaration)
    for name, value in extras.items():
        inner = made.get(name)
        made[name] = merged(inner, value) if isinstance(inner, dict) and is_object(value) else value
    return made


def _with_property_names(schema: Schema, rule: NameRule) -> Schema:
    """The schema with names for the properties of its root that fit a rule."""
    wires = wire_names(schema.get("properties", ()), rule)
    if not wires:
        return schema
    properties = {wires.get(name, name): each for name, each in schema["properties"].items()}
    required = [wires.get(name, name) for name in schema.get("required", ())]
    return {**schema, "properties": properties, **({"required": required} if required else {})}


def unwritten(provider: Declaring, method: str) -> str:
    """What to say of a method that a subclass has to write, and did not."""
    return f"{type(provider).__name__} has no method {method}; write it in the class"


def _made(generator: Any) -> Any:
    return generator() if isinstance(generator, type) else generator


def has_strict_mode(provider: Dialect) -> bool:
    """Whether a provider may hold models to the schema; of one that declares in a way of its own, it may."""
    return not isinstance(provider, Declaring) or provider.strict_mode is not None
