"""What the general validator looks things up in while it works: definitions, patterns and fuel."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from toolkit.schema.equality import stand_in
from toolkit.schema.patterns import author_pattern, foreign_pattern
from toolkit.types.keywords import DEFINITION_PREFIX, patterns_in, unescaped

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sized

    from toolkit.schema.fuel import Fuel
    from toolkit.schema.patterns import Search

# Prices. A step is about a microsecond on a machine of 2026.
SCHEMA_STEPS: Final = 3
_KEYWORD: Final = 2
_ERROR: Final = 3
# These go through all names or schemas that they hold, and look each up in the value.
_LISTS: Final = frozenset({"dependentRequired", "dependentSchemas", "prefixItems", "properties", "required", "type"})
_LOOKUPS_A_STEP: Final = 32
_NAMES_A_STEP: Final = 4
# These go through the whole value.
_COMPARED: Final = frozenset({"const", "enum", "uniqueItems"})
_CELLS_A_STEP: Final = 2
_CHARS_A_CELL: Final = 256
_BITS_A_CELL: Final = 512
_CHARS_A_STEP: Final = 1024


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
        self._choices: dict[tuple[str, int], tuple[Any, frozenset[Hashable]]] = {}

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
            for pattern in patterns_in(root):
                self.search(pattern)

    def choices(self, keyword: str, value: Any) -> frozenset[Hashable]:
        """Stand-ins for the values that `enum` or `const` admits, made once."""
        # What the keyword holds is kept beside them, so that its id stays its own.
        known = self._choices.get((keyword, id(value)))
        if known is None:
            admitted = value if keyword == "enum" else [value]
            known = self._choices[keyword, id(value)] = (value, frozenset(map(stand_in, admitted)))
        return known[1]


class Work:
    """One validation: the library, the fuel, and the sizes of the values that it meets.

    Args:
        library: What the schema refers to.
        fuel: What it pays with, None if it need not.
        make_error: Makes an error of jsonschema, whose message nobody reads.
    """

    __slots__ = ("_make_error", "_sizes", "fuel", "library")

    def __init__(self, library: Library, fuel: Fuel | None, make_error: Callable[..., Any]) -> None:
        self.library, self.fuel, self._make_error = library, fuel, make_error
        # Each container is measured once, and kept beside its size, so that its id stays its own.
        self._sizes: dict[int, tuple[Any, int]] = {}

    def spend(self, steps: int) -> None:
        """Pay for some work.

        Raises:
            OutOfFuelError: The fuel is spent.
        """
        if self.fuel is not None:
            self.fuel.spend(steps)

    def error(self, **details: Any) -> Any:
        """An error, paid for.

        Raises:
            OutOfFuelError: The fuel is spent.
        """
        self.spend(_ERROR)
        return self._make_error("", **details)

    def spend_on(self, keyword: str, value: Any, instance: Any) -> None:
        """Pay for one keyword on one value.

        Raises:
            OutOfFuelError: The fuel is spent.
        """
        if self.fuel is None:
            return
        steps = _KEYWORD
        if keyword in _LISTS:
            steps += len(value) // _LOOKUPS_A_STEP
        elif keyword in _COMPARED:
            steps += self._size(instance) // _CELLS_A_STEP
        elif isinstance(instance, int):
            steps += instance.bit_length() // _BITS_A_CELL
        self.fuel.spend(steps)

    def spend_on_names(self, names: Sized) -> None:
        """Pay for looking at all the names of an object, or all the items of an array.

        Raises:
            OutOfFuelError: The fuel is spent.
        """
        self.spend(1 + len(names) // _NAMES_A_STEP)

    def matches(self, pattern: str, text: str) -> bool:
        """Whether a pattern is found in a text.

        Raises:
            OutOfFuelError: The fuel is spent.
        """
        self.spend(1 + len(text) // _CHARS_A_STEP)
        return self.library.search(pattern)(text) is not None

    def _size(self, value: Any) -> int:
        """The size of a value, in cells: a number, a short text, a bracket."""
        if isinstance(value, str):
            return 1 + len(value) // _CHARS_A_CELL
        if isinstance(value, int):
            return 1 + value.bit_length() // _BITS_A_CELL
        if not isinstance(value, dict | list):
            return 1
        known = self._sizes.get(id(value))
        if known is None:
            inner = value if isinstance(value, list) else [*value, *value.values()]
            known = self._sizes[id(value)] = (value, 1 + sum(map(self._size, inner)))
        return known[1]


WORK: Final[ContextVar[Work]] = ContextVar("toolkit_validation")
