"""The references of a foreign schema, made plain.

A `$ref` may point anywhere into its document, by a JSON Pointer or by an anchor. Here every place that is
pointed to becomes a definition, so that all references read `#/$defs/Name`. Nothing is fetched, ever.
"""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError
from toolkit.types.drafts import Draft, as_latest, draft_of, inner_places, with_null
from toolkit.types.hidden import without_hidden
from toolkit.types.keywords import DEFINITION_PREFIX, free_name, unescaped
from toolkit.types.metaschema import is_schema, misshapen_keyword

if TYPE_CHECKING:
    from collections.abc import Collection

Path = tuple[str, ...]
Plain = tuple[Any, dict[str, Any]]

MAX_SCHEMAS: Final = 10_000
MAX_DEPTH: Final = 64
_PLACE_CHARS: Final = 80
_ANCHORS: Final = ("$anchor", "$dynamicAnchor")
_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
# Said in the document and done with once the references are plain; `components` is OpenAPI's place for definitions.
_STRUCTURE: Final = frozenset(
    {
        "$anchor",
        "$defs",
        "$dynamicAnchor",
        "$id",
        "$recursiveAnchor",
        "$schema",
        "$vocabulary",
        "components",
        "definitions",
        *_REFERENCES,
    }
)
# A schema that refers to itself through these alone says nothing about a value and never ends.
_IN_PLACE: Final = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas")


def plain_references(document: Any, *, tool: str = "", taken: Collection[str] = ()) -> Plain:
    """The schema in the words of 2020-12, and its definitions by name.

    Args:
        document: A copy that may be taken apart.
        tool: Name for the error's text.
        taken: Names that no definition may have.

    Raises:
        DefinitionError: It is no schema, is too large or too deep, or refers to what is not in it.
    """
    return _Document(document, tool, taken).plain()


class _Document:
    """A schema document: its places, its anchors, and the names of the places that are referred to."""

    def __init__(self, document: Any, tool: str, taken: Collection[str]) -> None:
        self.document, self.tool = document, tool
        self.draft: Draft = draft_of(document, tool=tool)
        self.resources: dict[Path, Path] = {}
        self.anchors: dict[tuple[Path, str], Path] = {}
        self.dynamic: dict[str, list[Path]] = {}
        self.references: list[tuple[Path, str, str]] = []
        self.targets: dict[tuple[Path, str], Path] = {}
        self.names: dict[Path, str] = {}
        self.taken = set(taken)

    def plain(self) -> Plain:
        self._survey(self.document, (), ())
        # Naming a target may survey a place that no keyword leads to, and find more references there.
        for path, keyword, reference in self.references:
            self.targets[path, keyword] = self._target(keyword, reference, path)
            self._name(self.targets[path, keyword])
        root = self._translated(self.document, ())
        definitions = {name: self._translated(self._at(path), path) for path, name in self.names.items()}
        self._refuse_circles(definitions)
        return root, definitions

    def refusal(self, path: Path, reason: str, cure: str = "") -> DefinitionError:
        place = without_hidden("#" + "".join(f"/{step}" for step in path))
        shown = place if len(place) <= _PLACE_CHARS else f"{place[: _PLACE_CHARS - 20]}...{place[-17:]}"
        return DefinitionError(f"the schema at {shown} {reason}", tool=self.tool, cure=cure)

    def _survey(self, schema: Any, path: Path, resource: Path) -> None:
        """Walk every schema once: check its form, note its resource and its anchors."""
        pending = [(schema, path, resource, 1)]
        while pending:
            schema, path, resource, depth = pending.pop()
            if not is_schema(schema):
                raise self.refusal(path, f"is no schema but {type(schema).__name__}")
            if depth > MAX_DEPTH:
                raise self.refusal(path, f"is nested deeper than {MAX_DEPTH} schemas")
            if len(self.resources) >= MAX_SCHEMAS:
                raise self.refusal((), f"holds more than {MAX_SCHEMAS} schemas")
            if isinstance(schema, dict):
                resource = self._noted(schema, path, resource)
                inner = [(each, path + steps, resource, depth + 1) for steps, each in inner_places(schema, self.draft)]
                pending.extend(reversed(inner))
            self.resources[path] = resource

    def _noted(self, schema: dict[str, Any], path: Path, resource: Path) -> Path:
        """The resource that a schema belongs to, its anchors noted (JSON Schema Core 2020-12, 8.2)."""
        fault = misshapen_keyword(schema, self.draft)
        if fault is not None:
            raise self.refusal(path, f'is no JSON Schema: "{fault[0]}" must be {fault[1]}')
        if path and "$schema" in schema and draft_of(schema, tool=self.tool) is not self.draft:
            raise self.refusal(path, "is of another draft than its document")
        own_id = schema.get("$id", "")
        if own_id and not (self.draft.lone_references and "$ref" in schema):
            if own_id.startswith("#"):
                self.anchors[resource, own_id[1:]] = path
            elif path:
                resource = path
        known = schema.keys() - self.draft.unknown
        self.anchors.update({(resource, schema[each]): path for each in _ANCHORS if each in known})
        self.references.extend((path, each, schema[each]) for each in _REFERENCES if each in known)
        if "$dynamicAnchor" in known:
            self.dynamic.setdefault(schema["$dynamicAnchor"], []).append(path)
        if "$recursiveAnchor" in known and schema["$recursiveAnchor"]:
            self.dynamic.setdefault("", []).append(path)
        return resource

    def _target(self, keyword: str, reference: str, path: Path) -> Path:
        """The place that a reference points to."""
        if not reference.startswith("#"):
            raise self.refusal(
                path,
                f"refers to {reference[:60]!r}, outside of its document",
                'nothing is fetched: put the schema into "$defs" and refer to "#/$defs/Name"',
            )
        resource, fragment = self.resources.get(path, ()), _unquoted(reference[1:])
        if keyword != "$ref":
            self._refuse_ambiguous(fragment, path)
        if fragment == "" or fragment.startswith("/"):
            return resource + tuple(unescaped(step) for step in fragment.split("/")[1:])
        if (resource, fragment) not in self.anchors:
            raise self.refusal(path, f"refers to {reference[:60]!r}, which it does not hold")
        return self.anchors[resource, fragment]

    def _refuse_ambiguous(self, fragment: str, path: Path) -> None:
        """Refuse a dynamic reference whose target the caller of a schema would choose (Core 2020-12, 8.2.3.2)."""
        if len(self.dynamic.get(fragment, ())) > 1:
            raise self.refusal(path, "refers dynamically to one of several places", 'use "$ref"')

    def _at(self, path: Path) -> Any:
        """What stands at a place of the document."""
        found = self.document
        for step in path:
            if isinstance(found, dict) and step in found:
                found = found[step]
            elif isinstance(found, list) and step.isdecimal() and int(step) < len(found):
                found = found[int(step)]
            else:
                raise self.refusal(path, "is referred to and does not exist")
        return found

    def _name(self, path: Path) -> None:
        """Give the place a name, under which it becomes a definition."""
        if path in self.names:
            return
        target = self._at(path)
        if path not in self.resources:
            self._survey(target, path, self._resource_above(path))
        plain = re.sub(r"[^A-Za-z0-9_.-]", "_", path[-1] if path else "root")[:64] or "type"
        self.names[path] = free_name(plain, self.taken)
        self.taken.add(self.names[path])

    def _resource_above(self, path: Path) -> Path:
        known = (path[:length] for length in range(len(path), -1, -1) if path[:length] in self.resources)
        return self.resources[next(known, ())]

    def _placed(self, schema: Any, path: Path) -> Any:
        """What stands for the schema at a place inside another one: a reference if the place has a name."""
        if path in self.names:
            return {"$ref": DEFINITION_PREFIX + self.names[path]}
        return self._translated(schema, path)

    def _translated(self, schema: Any, path: Path) -> Any:
        """The schema at a place, with plain references, in the words of 2020-12."""
        if not isinstance(schema, dict):
            return schema
        targets = [self.targets[path, each] for each in _REFERENCES if (path, each) in self.targets]
        references = [{"$ref": DEFINITION_PREFIX + self.names[target]} for target in targets]
        if references and self.draft.lone_references:
            return references[0]
        made = {key: _shallow_copy(value) for key, value in schema.items() if key not in _STRUCTURE}
        for steps, each in inner_places(schema, self.draft):
            if steps[0] in made:
                _put(made, steps, self._placed(each, path + steps))
        if self.draft.recursive_references and "contains" in made and "unevaluatedItems" in made:
            raise self.refusal(path, 'has "contains" beside "unevaluatedItems", which means something else today')
        made = as_latest(made, self.draft)
        if len(references) == 1:
            made = {**references[0], **made}
        elif references:
            made["allOf"] = [*made.get("allOf", ()), *references]
        return with_null(made)

    def _refuse_circles(self, definitions: dict[str, Any]) -> None:
        """Refuse definitions that refer to themselves without going deeper into the value."""
        try:
            TopologicalSorter({name: _in_place_names(each) for name, each in definitions.items()}).prepare()
        except CycleError as error:
            raise DefinitionError(
                f"the schema refers to itself without end, at {error.args[1][0]!r}", tool=self.tool
            ) from None


def _shallow_copy(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list) else value


def _put(schema: dict[str, Any], steps: Path, value: Any) -> None:
    """Set what stands at one or two steps below a schema."""
    if len(steps) == 1:
        schema[steps[0]] = value
    elif isinstance(schema[steps[0]], list):
        schema[steps[0]][int(steps[1])] = value
    else:
        schema[steps[0]][steps[1]] = value


def _in_place_names(schema: Any) -> set[str]:
    """The definitions that a schema applies to the very value that it is applied to itself."""
    names: set[str] = set()
    pending = [schema]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            if "$ref" in each:
                names.add(each["$ref"].removeprefix(DEFINITION_PREFIX))
            for keyword in _IN_PLACE:
                inner = each.get(keyword, ())
                pending.extend(inner.values() if keyword == "dependentSchemas" and inner else _listed(inner))
    return names


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _unquoted(fragment: str) -> str:
    """The fragment of a reference without percent-encoding (RFC 3986, 2.1)."""
    plain = re.sub(rb"%([0-9A-Fa-f]{2})", lambda match: bytes([int(match[1], 16)]), fragment.encode())
    return plain.decode(errors="replace")
