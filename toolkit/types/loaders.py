"""Loaders with a shape that can be read: the fast engine builds the same values without calling them.

Any other loader is a plain function; the engine calls it with checked JSON, as the reference path does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.types.rules import REFUSALS, Refusal, refusal_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from toolkit.types.rules import Loader


class OptionalLoader:
    """None for null, else what the inner loader makes.

    Attributes:
        inner: The loader of everything but null.
    """

    __slots__ = ("inner",)

    def __init__(self, inner: Loader) -> None:
        self.inner = inner

    def __call__(self, value: Any) -> Any:
        """What the value becomes."""
        return None if value is None else self.inner(value)


class ArrayLoader:
    """A container of loaded items.

    Attributes:
        build: Makes the container of a list; `list` itself for a list.
        item: The loader of each item.
    """

    __slots__ = ("build", "item")

    def __init__(self, build: Callable[[list[Any]], Any], item: Loader) -> None:
        self.build, self.item = build, item

    def __call__(self, values: list[Any]) -> Any:
        """The container of what the items become; raises a Refusal that names all refused ones."""
        load = self.item
        try:
            loaded = [load(value) for value in values]
        except REFUSALS:
            raise all_refusals((place, load, value) for place, value in enumerate(values)) from None
        return loaded if self.build is list else self.build(loaded)


class MappingLoader:
    """A dict with loaded values under the names that JSON gives.

    Attributes:
        value: The loader of each value.
    """

    __slots__ = ("value",)

    def __init__(self, value: Loader) -> None:
        self.value = value

    def __call__(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The dict of what the values become; raises a Refusal that names all refused ones."""
        load = self.value
        try:
            return {name: load(value) for name, value in values.items()}
        except REFUSALS:
            raise all_refusals((name, load, value) for name, value in values.items()) from None


class RecordLoader:
    """An instance of a class with named fields.

    Attributes:
        build: The class.
        steps: For each field its name in JSON, the constructor's name, and its loader.
    """

    __slots__ = ("build", "steps")

    def __init__(self, build: Callable[..., Any], steps: list[tuple[str, str, Loader | None]]) -> None:
        self.build, self.steps = build, steps

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """The instance; raises a Refusal that names all refused fields."""
        return self.build(**loaded_fields(self.steps, values))


def unchanged(value: Any) -> Any:
    """The value, which needs no loading."""
    return value


def loaded_fields(steps: list[tuple[str, str, Loader | None]], values: Mapping[str, Any]) -> dict[str, Any]:
    """The loaded value of each field that is there, by the constructor's name.

    Raises:
        Refusal: Some are refused; it names all of them.
    """
    loaded: dict[str, Any] = {}
    faults: list[Any] = []
    for wire, name, load in steps:
        if wire in values:
            try:
                loaded[name] = values[wire] if load is None else load(values[wire])
            except REFUSALS as error:
                faults.extend(refusal_at(wire, error).faults)
    if faults:
        raise Refusal(faults)
    return loaded


def all_refusals(steps: Iterable[tuple[str | int, Loader, Any]]) -> Refusal:
    """All refusals of the items, each at its place; an item that is refused once is refused again."""
    faults: list[Any] = []
    for place, load, value in steps:
        try:
            load(value)
        except REFUSALS as error:
            faults.extend(refusal_at(place, error).faults)
    return Refusal(faults)
