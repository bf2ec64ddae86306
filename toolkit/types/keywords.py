"""The keywords of JSON Schema 2020-12, and the walk over a schema document that they give."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

# A schema that says something: boolean ones are none.
Schema = dict[str, Any]

DEFINITION_PREFIX: Final = "#/$defs/"

# Where schemas stand inside a schema (JSON Schema Core 2020-12, 10.2 to 11.3).
SCHEMA_KEYWORDS: Final = frozenset(
    {
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
SCHEMA_LIST_KEYWORDS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
SCHEMA_MAP_KEYWORDS: Final = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})
# Say nothing about which values are valid (JSON Schema Validation 2020-12, 7.2, 8 and 9).
ANNOTATIONS: Final = frozenset(
    {
        "$comment",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "default",
        "deprecated",
        "description",
        "examples",
        "format",
        "readOnly",
        "title",
        "writeOnly",
    }
)

# They annotate in JSON Schema, but a value is refused where its text is no date: so here they narrow.
FORMATS: Final = frozenset({"format", "contentEncoding", "contentMediaType", "contentSchema"})
# Those that narrow nothing here either.
REMARKS: Final = ANNOTATIONS - FORMATS

# A schema without any of these has no schema inside.
HOLDERS: Final = SCHEMA_KEYWORDS | SCHEMA_LIST_KEYWORDS | SCHEMA_MAP_KEYWORDS


def without(schema: Mapping[str, Any], *keywords: str) -> dict[str, Any]:
    """The schema without some keywords."""
    return {keyword: value for keyword, value in schema.items() if keyword not in keywords}


def inner_path(path: str, steps: tuple[str, ...]) -> str:
    """Where a schema directly inside another one stands, as people write it: `stops[].city`."""
    if steps[0] in SCHEMA_KEYWORDS:
        return f"{path}[]"
    if steps[0] in SCHEMA_MAP_KEYWORDS:
        return f"{path}.{steps[1]}" if path else steps[1]
    return path


def with_inner(schema: Mapping[str, Any], change: Callable[[Any], Any]) -> Schema:
    """The schema with each schema directly inside it changed."""
    changed = dict(schema)
    for keyword, value in schema.items():
        if keyword not in HOLDERS:
            continue
        if keyword in SCHEMA_KEYWORDS:
            changed[keyword] = change(value)
        elif keyword in SCHEMA_LIST_KEYWORDS and isinstance(value, list | tuple):
            changed[keyword] = type(value)(map(change, value))
        elif keyword in SCHEMA_MAP_KEYWORDS and (type(value) is dict or isinstance(value, Mapping)):
            changed[keyword] = {name: change(each) for name, each in value.items()}
    return changed


def all_schemas(schema: Any) -> Iterator[Mapping[str, Any]]:
    """The schema and every schema inside it, save the boolean ones."""
    pending = [schema]
    while pending:
        each = pending.pop()
        # Asked in this order for speed: every schema that is generated goes through here.
        if type(each) is not dict and (type(each) is bool or not isinstance(each, Mapping)):
            continue
        yield each
        for keyword, value in () if HOLDERS.isdisjoint(each) else each.items():
            if keyword not in HOLDERS:
                continue
            if keyword in SCHEMA_KEYWORDS:
                pending.append(value)
            elif isinstance(value, list | tuple):
                pending.extend(value)
            elif type(value) is dict or isinstance(value, Mapping):
                pending.extend(value.values())


def patterns_in(schema: Any) -> Iterator[str]:
    """The regular expressions in a schema and in every schema inside it."""
    for each in all_schemas(schema):
        yield from [each["pattern"]] if "pattern" in each else []
        yield from each.get("patternProperties", ())


def definition_names(schema: Any) -> set[str]:
    """The names of the definitions that a schema refers to."""
    references = [each["$ref"] for each in all_schemas(schema) if "$ref" in each]
    return {
        unescaped(each.removeprefix(DEFINITION_PREFIX).split("/")[0])
        for each in references
        if isinstance(each, str) and each.startswith(DEFINITION_PREFIX)
    }


def renamed_definitions(schema: Any, names: Mapping[str, str]) -> Any:
    """The schema with references to other definitions, by their old and new names."""
    if not isinstance(schema, Mapping) or not definition_names(schema) & names.keys():
        return schema
    made = with_inner(schema, lambda inner: renamed_definitions(inner, names))
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith(DEFINITION_PREFIX):
        name, *steps = reference.removeprefix(DEFINITION_PREFIX).split("/")
        made["$ref"] = DEFINITION_PREFIX + "/".join([escaped(names.get(unescaped(name), unescaped(name))), *steps])
    return MappingProxyType(made)


def leads_to_itself(name: str, named_in: Callable[[str], Iterable[str]]) -> bool:
    """Whether a definition contains itself, directly or through others.

    Args:
        name: Its name.
        named_in: The names of the definitions that one refers to.
    """
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        further = set(named_in(waiting.pop())) - seen
        if name in further:
            return True
        seen |= further
        waiting.extend(further)
    return False


def free_name(wanted: str, taken: Collection[str]) -> str:
    """The wanted name, with a number behind it if it is taken."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def renumbered(names: Collection[str], known: Collection[str]) -> dict[str, str]:
    """New names for definitions that have a number only because of a name that is not among them.

    >>> renumbered(["Box_2", "Box_3", "Tray"], known=["Box", "Box_2", "Box_3", "Tray"])
    {'Box_2': 'Box', 'Box_3': 'Box_2'}

    Args:
        names: The definitions that are left.
        known: All that there were.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        wanted = _NUMBER.sub("", name)
        if wanted != name and wanted in known and wanted not in names:
            numbered = (f"{wanted}_{number}" for number in range(2, len(names) + 2))
            found[name] = next(each for each in (wanted, *numbered) if each not in taken)
            taken.add(found[name])
    return found


# The numbers that `free_name` has put behind a name: the _2 of Box_2.
_NUMBER: Final = re.compile(r"(_\d+)+$")


def escaped(name: str) -> str:
    """A name as a step of a JSON Pointer in a URI fragment (RFC 6901, 3 and 6)."""
    return name.replace("~", "~0").replace("/", "~1").replace("%", "%25")


def unescaped(step: str) -> str:
    """The name that such a step stands for (RFC 6901, 4)."""
    return step.replace("%25", "%").replace("~1", "/").replace("~0", "~")


def frozen(value: Any) -> Any:
    """A copy of a JSON value that cannot be changed: mappings become read-only, arrays tuples."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(each) for key, each in value.items()})
    if isinstance(value, list | tuple):
        return tuple(map(frozen, value))
    return value


def plain(value: Any) -> Any:
    """A copy of a JSON value made of dicts and lists, as `json.dumps` takes it."""
    is_scalar = value is None or isinstance(value, str | int | float)
    if not is_scalar and isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def require_keywords(schema: Any, tool: str) -> None:
    """Refuse a schema that has the arguments themselves where its keywords belong: it would admit anything.

    Raises:
        DefinitionError: Each of its members is a schema under a name that JSON Schema does not know.
    """
    if not isinstance(schema, Mapping) or not schema:
        return
    others = HOLDERS.isdisjoint(schema) and not any(str(name).startswith(("$", "x-")) for name in schema)
    if others and all(map(_is_typed, schema.values())):
        name = next(iter(schema))
        cure = f'write {{"type": "object", "properties": {{{str(name)!r}: ...}}}}'.replace("'", '"')
        raise DefinitionError(
            f'the schema has arguments ({name}), and no "properties" that they stand in', tool=tool, cure=cure
        )


def _is_typed(schema: Any) -> bool:
    return isinstance(schema, Mapping) and isinstance(schema.get("type"), str | list | tuple)
