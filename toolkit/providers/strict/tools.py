"""Tools in the form for strict mode, and their schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import ToolDescriptor, ToolParameterDescriptor, descriptor_of_object
from toolkit.errors import DefinitionError
from toolkit.providers.references import MOST_SCHEMAS, definition_named, in_place
from toolkit.providers.spoken import parted, with_listed_types, with_reference_apart, with_text
from toolkit.providers.strict.forms import Forms
from toolkit.providers.strict.inverses import out_of_object
from toolkit.providers.strict.limits import require_within
from toolkit.providers.strict.mode import StrictForm
from toolkit.record import replace_fields
from toolkit.schema.generator import SchemaGenerator
from toolkit.types.foreign import type_from_schema
from toolkit.types.keywords import Schema, with_inner, without

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.providers.strict.rules import StrictRules


_WRAPPER: Final = "arguments"
# Say nothing that a model needs: a name for people, and remarks.
_UNSAID: Final = ("$comment", "title")
# What a strict mode takes beside the type that it belongs to alone; a foreign schema may narrow alternatives by it.
_OF_A_TYPE: Final = frozenset({"additionalProperties", "items", "properties", "required"})


def strict_schema(descriptor: ToolDescriptor, rules: StrictRules, generator: Any = None) -> tuple[Schema, str]:
    """The schema of a tool in its form for strict mode, and what its description has to say besides.

    Args:
        descriptor: The tool in that form.
        rules: What the strict mode takes.
        generator: What makes the schema; None for the library's own.

    Raises:
        DefinitionError: The schema is larger than the provider takes.
    """
    schema = (generator or SchemaGenerator()).generate(descriptor)
    root, text = _Strictly(rules, schema.get("$defs", {}), descriptor.name).within(schema)
    if rules.limits is not None:
        require_within(root, rules.limits, descriptor.name)
    return root, text


class _Strictly:
    """Says a schema in the keywords of a strict mode.

    Args:
        rules: What it takes.
        definitions: What references in the schema name.
        tool: The tool's name.
    """

    def __init__(self, rules: StrictRules, definitions: Mapping[str, Any], tool: str) -> None:
        self.rules, self.definitions, self.tool = rules, definitions, tool
        self._copies = 0

    def within(self, schema: Schema) -> tuple[Schema, str]:
        """The schema in the keywords that strict mode takes, and the others in words."""
        allowed = {keyword for keyword, value in schema.items() if self.rules.takes(keyword, value)}
        if "type" in schema:
            # A foreign schema may narrow a type by alternatives; here they are types of their own.
            allowed.discard("anyOf")
        elif "anyOf" in schema:
            allowed -= _OF_A_TYPE
        kept, text = parted(without(schema, *_UNSAID), allowed)
        kept = with_listed_types(with_inner(kept, self._inner))
        if kept.get("type") == "object":
            properties = kept.setdefault("properties", {})
            kept["required"] = kept.get("required", []) if self.rules.has_optional else [*properties]
            kept["additionalProperties"] = False
        return kept, text

    def _inner(self, schema: Any) -> Any:
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema and len(schema) > 1:
            schema = self._described_reference(schema)
        return with_text(*self.within(schema))

    def _described_reference(self, schema: Schema) -> Schema:
        """A reference with something beside it, which no strict mode takes.

        Raises:
            DefinitionError: Definitions that double each other make too much of them.
        """
        if self.rules.has_recursion:
            return with_reference_apart(schema)
        self._copies += 1
        if self._copies > MOST_SCHEMAS:
            raise DefinitionError(
                f"too large for strict mode: more than {MOST_SCHEMAS:,} copies of what definitions share",
                tool=self.tool,
                cure="leave out the texts beside references, or say strict=False",
            )
        return in_place(self.definitions[definition_named(schema)], schema)


def strict_form(descriptor: ToolDescriptor, rules: StrictRules) -> StrictForm:
    """The form of a tool in a strict mode that takes what the rules say."""
    wrapped = _wrapped(descriptor)
    forms = Forms(descriptor if wrapped is None else wrapped, rules)
    keywords, text = forms.parted(forms.descriptor.keywords)
    form = forms.object(replace_fields(forms.descriptor.arguments, constraints=keywords), "")
    root: Any = form.type
    made = descriptor_of_object(
        descriptor.name, descriptor.description, root, definitions=forms.finished(), keywords=keywords
    )
    if wrapped is None:
        return StrictForm(made, form.inverse, tuple(forms.changes), text)
    unwrapped, inner = out_of_object(_WRAPPER, None), form.inverse or (lambda value: value)
    changes = ((_WRAPPER, "a union of whole arguments"), *forms.changes)
    return StrictForm(made, lambda value: unwrapped(inner(value)), changes, text)


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
