"""How large a schema may be in strict mode; one that is larger cannot be declared, and the error says where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError
from toolkit.types.drafts import inner_places
from toolkit.types.keywords import Schema, inner_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from toolkit.providers.strict.rules import Limits


def require_within(schema: Schema, limits: Limits, tool: str) -> None:
    """Refuse a schema that is larger than it may be.

    Raises:
        DefinitionError: It is larger; the error names the tool, and the place of what is too much.
    """
    counts = _Counts(limits, tool)
    for path, level, each in _walk(schema):
        counts.add(path, level, each)
    counts.require_chars(schema)


class _Counts:
    """What has been met so far."""

    def __init__(self, limits: Limits, tool: str) -> None:
        self.limits, self.tool = limits, tool
        self.properties = self.choices = self.chars = 0

    def add(self, path: str, level: int, schema: Mapping[str, Any]) -> None:
        names, values = schema.get("properties", {}), schema.get("enum", ())
        texts = [value for value in values if isinstance(value, str)]
        self.properties += len(names)
        self.choices += len(values)
        self.chars += sum(map(len, (*names, *texts)))
        limits = self.limits
        self._require(level, limits.levels, "levels of nesting", path)
        self._require(self.properties, limits.properties, "properties", path)
        self._require(self.choices, limits.choices, "choices in all enums", path)
        if len(values) > limits.crowded:
            self._require(sum(map(len, texts)), limits.crowded_chars, "characters in one large enum", path)

    def require_chars(self, schema: Schema) -> None:
        total = self.chars + sum(map(len, schema.get("$defs", ())))
        self._require(total, self.limits.chars, "characters in names and choices", "")

    def _require(self, count: int, most: int, what: str, path: str) -> None:
        if count > most:
            raise DefinitionError(
                f"too large for strict mode{f' at {path}' if path else ''}: {count:,} {what}, of {most:,} at most",
                tool=self.tool,
                cure="make it smaller, or say strict=False",
            )


def _walk(schema: Schema) -> Iterator[tuple[str, int, Mapping[str, Any]]]:
    """Each schema in a schema, with its path as people write it and its level."""
    pending: list[tuple[str, int, Any]] = [("", 0, schema)]
    while pending:
        path, level, each = pending.pop()
        yield path, level, each
        for steps, inner in inner_places(each):
            if isinstance(inner, dict):
                pending.append((inner_path(path, steps), level + 1, inner))


# Claude docs, Structured outputs, Schema complexity limits; they hold for all strict tools of one request together.
MOST_TOOLS: Final = 20
MOST_OPTIONAL: Final = 24
MOST_UNIONS: Final = 16


def require_together(schemas: Iterable[tuple[str, Schema]]) -> None:
    """Refuse strict tools of one request that are together larger than they may be for Anthropic.

    Args:
        schemas: The name of each tool, and its schema.

    Raises:
        DefinitionError: They are larger; the error names the tool, and the member, with which they are.
    """
    optional = unions = 0
    for tools, (name, schema) in enumerate(schemas, 1):
        _require_few(tools, MOST_TOOLS, "strict tools", name)
        for path, _, each in _walk(schema):
            for member, inner in each.get("properties", {}).items():
                place = f"{name}({inner_path(path, ('properties', member))})"
                optional += member not in each.get("required", ())
                unions += "anyOf" in inner or isinstance(inner.get("type"), list)
                _require_few(optional, MOST_OPTIONAL, "optional parameters of strict tools", place)
                _require_few(unions, MOST_UNIONS, "parameters with a union in strict tools", place)


def _require_few(count: int, most: int, what: str, place: str) -> None:
    if count > most:
        raise DefinitionError(
            f"with it there are {count} {what} in one request, of {most} at most",
            tool=place,
            cure="declare fewer tools with strict=True, or some that have fewer of these",
        )
