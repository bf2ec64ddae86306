"""Strict mode for every signature: each type that a provider does not take is rewritten, and undone in its calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.descriptor import ToolDescriptor, ToolParameterDescriptor
from toolkit.providers import strict_limits, strict_rules
from toolkit.providers.inverses import out_of_object, unchanged
from toolkit.providers.references import definition_named
from toolkit.providers.spoken import parted, with_inner, with_text
from toolkit.providers.strict_forms import Forms
from toolkit.providers.strict_limits import require_within
from toolkit.record import replace_fields
from toolkit.schema.generator import SchemaGenerator
from toolkit.types.foreign import type_from_schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.providers.inverses import Inverse
    from toolkit.providers.strict_limits import Limits
    from toolkit.providers.strict_rules import StrictRules

Schema = dict[str, Any]

# So many tools' ways back are kept; the oldest are forgotten first.
_KEPT_TOOLS: Final = 4096
_WRAPPER: Final = "arguments"
# Say nothing that a model needs: a name for people, and remarks.
_UNSAID: Final = frozenset({"$comment", "title"})


class StrictForm(NamedTuple):
    """A tool in strict mode.

    Attributes:
        descriptor: What is declared.
        inverse: What undoes its form in the arguments, None if they stay as they are.
        changes: What is another one, and how, by place.
    """

    descriptor: ToolDescriptor
    inverse: Inverse | None
    changes: tuple[tuple[str, str], ...]

    def undone(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments as the tool knows them.

        Raises:
            CallError: A form holds something that it cannot stand for.
        """
        return arguments if self.inverse is None else self.inverse(arguments)


class StrictMode:
    """The strict mode of one provider, or of several that take the same.

    Args:
        rules: What it takes.
        limits: How large a schema may be, None if no limit is known.
    """

    def __init__(self, rules: StrictRules, limits: Limits | None = None) -> None:
        self.rules, self.limits = rules, limits
        self._declared: dict[str, list[tuple[ToolDescriptor, StrictForm]]] = {}

    def renewed(self) -> StrictMode:
        """The same mode, in which nothing has been declared."""
        return StrictMode(self.rules, self.limits)

    def form(self, descriptor: ToolDescriptor) -> StrictForm:
        """The form of a tool; the one that was declared, if it was."""
        known = self.declared(descriptor)
        return strict_form(descriptor, self.rules) if known is None else known

    def declared(self, descriptor: ToolDescriptor) -> StrictForm | None:
        """The form in which a tool was declared, None if it was not."""
        for known, form in self._declared.get(descriptor.name, ()):
            if known is descriptor or known == descriptor:
                return form
        return None

    def schema(self, descriptor: ToolDescriptor, generator: Any = None) -> tuple[Schema, str]:
        """The schema of a tool, and what its description has to say besides; its calls are undone from now on.

        Args:
            descriptor: The tool.
            generator: What makes the schema, an object with `generate(descriptor)`; None for the library's own.

        Raises:
            DefinitionError: The schema is larger than the provider takes.
        """
        form = self.form(descriptor)
        schema = (generator or SchemaGenerator()).generate(form.descriptor)
        root, text = self._within(schema, schema.get("$defs", {}))
        if self.limits is not None:
            require_within(root, self.limits, descriptor.name)
        self._remember(descriptor, form)
        return root, text

    def _within(self, schema: Schema, definitions: Mapping[str, Any]) -> tuple[Schema, str]:
        """The schema in the keywords that strict mode takes, and the others in words."""
        allowed = {keyword for keyword, value in schema.items() if self.rules.takes(keyword, value)}
        kept, text = parted({key: value for key, value in schema.items() if key not in _UNSAID}, allowed)
        kept = _one_type(with_inner(kept, lambda inner: self._inner(inner, definitions)))
        if kept.get("type") == "object":
            properties = kept.setdefault("properties", {})
            kept["required"] = kept.get("required", []) if self.rules.has_optional else [*properties]
            kept["additionalProperties"] = False
        return kept, text

    def _inner(self, schema: Any, definitions: Mapping[str, Any]) -> Any:
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema and len(schema) > 1:
            schema = self._described_reference(schema, definitions)
        return with_text(*self._within(schema, definitions))

    def _described_reference(self, schema: Schema, definitions: Mapping[str, Any]) -> Schema:
        """A reference with something beside it, which no strict mode takes."""
        beside = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        if self.rules.has_recursion:
            return {**beside, "anyOf": [{"$ref": schema["$ref"]}]}
        return {**definitions[definition_named(schema)], **beside}

    def _remember(self, descriptor: ToolDescriptor, form: StrictForm) -> None:
        if form.inverse is None or self.declared(descriptor) is not None:
            return
        while len(self._declared) >= _KEPT_TOOLS:
            self._declared.pop(next(iter(self._declared)))
        self._declared.setdefault(descriptor.name, []).append((descriptor, form))


def strict_form(descriptor: ToolDescriptor, rules: StrictRules) -> StrictForm:
    """The form of a tool in a strict mode that takes what the rules say."""
    wrapped = _wrapped(descriptor)
    forms = Forms(descriptor if wrapped is None else wrapped, rules)
    form = forms.object(forms.descriptor.arguments, "")
    root: Any = form.type
    required = set(root.required)
    made = ToolDescriptor(
        descriptor.name,
        descriptor.description,
        tuple(each for each in root.properties if each.name in required),
        tuple(each for each in root.properties if each.name not in required),
        definitions=forms.finished(),
        keywords=forms.descriptor.keywords,
    )
    if wrapped is None:
        return StrictForm(made, form.inverse, tuple(forms.changes))
    unwrapped, inner = out_of_object(_WRAPPER, None), form.inverse or unchanged
    changes = ((_WRAPPER, "a union of whole arguments"), *forms.changes)
    return StrictForm(made, lambda value: unwrapped(inner(value)), changes)


def _wrapped(descriptor: ToolDescriptor) -> ToolDescriptor | None:
    """The tool with one parameter for its whole arguments, if these are a union of objects; None if not."""
    keyword = next((each for each in ("anyOf", "oneOf") if each in descriptor.keywords), "")
    if not keyword or descriptor.parameters or descriptor.additional is not True:
        return None
    schema = SchemaGenerator().generate(descriptor)
    members = [{"type": "object", **each} for each in schema[keyword] if isinstance(each, dict)]
    union, definitions = type_from_schema({"anyOf": members, "$defs": schema.get("$defs", {})}, tool=descriptor.name)
    return replace_fields(
        descriptor,
        required_parameters=(ToolParameterDescriptor(_WRAPPER, "", union),),
        additional=False,
        definitions=definitions,
        keywords={each: value for each, value in descriptor.keywords.items() if each != keyword},
    )


def _one_type(schema: Schema) -> Schema:
    """The schema with a list of types for an `anyOf` of types that say nothing else."""
    options = schema.get("anyOf", ())
    if not options or not all(isinstance(each, dict) and each.keys() == {"type"} for each in options):
        return schema
    return {"type": [each["type"] for each in options], **{key: each for key, each in schema.items() if key != "anyOf"}}


# The two kinds of strict mode that there are; whoever takes the same shares them, as their calls may look alike.
LIKE_OPENAI: Final = StrictMode(strict_rules.OPENAI, strict_limits.OPENAI)
LIKE_ANTHROPIC: Final = StrictMode(strict_rules.ANTHROPIC)
