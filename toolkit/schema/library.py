"""What the general validator looks things up in while it works: definitions, patterns and fuel."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from toolkit.schema.patterns import author_pattern, foreign_pattern
from toolkit.types.keywords import DEFINITION_PREFIX, all_schemas, unescaped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.schema.fuel import Fuel
    from toolkit.schema.patterns import Search

# What a keyword may cost beside itself: the validator writes values into messages that nobody reads.
_CHARS_A_STEP: Final = 1024
_CHARS_A_STEP_COMPARED: Final = 32
_COMPARED: Final = frozenset({"enum", "const", "uniqueItems"})
# These apply several schemas to one value, and a schema `false` writes a message without a keyword of its own.
_MANIFOLD: Final = frozenset({"allOf", "anyOf", "oneOf", "dependentSchemas", "patternProperties"})


class Library:
    """The definitions and patterns of one schema document.

    Args:
        definitions: The schemas that `#/$defs/Name` refers to.
        foreign: Whether another party wrote them, so that patterns need linear time.
    """

    def __init__(self, definitions: Mapping[str, Any], *, foreign: bool = False) -> None:
        self.definitions = definitions
        self.foreign = foreign
        self._searches: dict[str, Search] = {}
        self._sizes = Sizes()

    def definition(self, reference: str) -> Any:
        """The schema that a reference names."""
        return self.definitions[unescaped(reference.removeprefix(DEFINITION_PREFIX))]

    def search(self, pattern: str) -> Search:
        """The search of a pattern, compiled once.

        Raises:
            DefinitionError: It is none, or it is foreign and needs more than linear time.
        """
        found = self._searches.get(pattern)
        if found is None:
            found = foreign_pattern(pattern) if self.foreign else author_pattern(pattern)
            self._searches[pattern] = found
        return found

    def compile_patterns(self, *schemas: Any) -> None:
        """Compile every pattern in some schemas.

        Raises:
            DefinitionError: One cannot be compiled.
        """
        for root in schemas:
            for each in all_schemas(root):
                patterns = [each["pattern"]] if "pattern" in each else []
                for pattern in (*patterns, *each.get("patternProperties", ())):
                    self.search(pattern)

    def size(self, value: Any) -> int:
        """The size of a keyword's value, measured once."""
        return self._sizes.of(value)


class Sizes:
    """About how many characters values take, each container measured once."""

    def __init__(self) -> None:
        # The container is kept beside its size, so that its id stays its own.
        self._known: dict[int, tuple[Any, int]] = {}

    def of(self, value: Any) -> int:
        """The size of a value."""
        if isinstance(value, str):
            return len(value)
        if isinstance(value, int):
            return 1 + value.bit_length() // 3
        if not isinstance(value, dict | list):
            return 1
        known = self._known.get(id(value))
        if known is None:
            inner = value if isinstance(value, list) else [*value, *value.values()]
            known = self._known[id(value)] = (value, 1 + len(inner) + sum(map(self.of, inner)))
        return known[1]


class Work:
    """One validation: the library, the fuel, and the sizes of the values that it meets."""

    __slots__ = ("_sizes", "fuel", "library")

    def __init__(self, library: Library, fuel: Fuel | None) -> None:
        self.library, self.fuel, self._sizes = library, fuel, Sizes()

    def spend(self, keyword: str, value: Any, instance: Any) -> None:
        """Pay for one keyword on one value.

        Raises:
            OutOfFuelError: The fuel is spent.
        """
        if self.fuel is not None:
            times = len(value) if keyword in _MANIFOLD else 1
            chars = self._sizes.of(instance) * times + self.library.size(value)
            self.fuel.spend(1 + chars // (_CHARS_A_STEP_COMPARED if keyword in _COMPARED else _CHARS_A_STEP))

    def matches(self, pattern: str, text: str) -> bool:
        """Whether a pattern is found in a text.

        Raises:
            OutOfFuelError: The fuel is spent.
        """
        if self.fuel is not None:
            self.fuel.spend(1 + len(text) // _CHARS_A_STEP)
        return self.library.search(pattern)(text) is not None


WORK: Final[ContextVar[Work]] = ContextVar("toolkit_validation")
