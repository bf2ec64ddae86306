"""Record: a small frozen value with named fields.

Importing a data class built by `dataclasses` compiles source text for every class; a library that is
imported into every process of an agent pays for that each time. A record makes its slots from the
annotations of its class body and fills them in one loop.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

R = TypeVar("R", bound="Record")


class Missing:
    """The type of MISSING, which stands where no value was given and None would be one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()
EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})


class RecordType(type):
    """Turns the annotated names of a class body into slots, and their values into defaults."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, kw_only: bool = False
    ) -> RecordType:
        """The class, with its fields as slots."""
        own = tuple(
            field
            for field, annotation in namespace.get("__annotations__", {}).items()
            if "ClassVar" not in str(annotation)
        )
        defaults = {field: namespace.pop(field) for field in own if field in namespace}
        namespace["__slots__"] = own
        made = super().__new__(cls, name, bases, namespace)
        parent = next((base for base in bases if isinstance(base, RecordType)), None)
        positional, keyword, inherited = parent._shape if parent else ((), (), {})
        made._shape = (
            positional if kw_only else positional + own,
            keyword + own if kw_only else keyword,
            {**inherited, **defaults},
        )
        made._fields = made._shape[0] + made._shape[1]
        return made

    _shape: tuple[tuple[str, ...], tuple[str, ...], dict[str, Any]]
    _fields: tuple[str, ...]


@dataclass_transform(frozen_default=True)
class Record(metaclass=RecordType):
    """Base of frozen values: equal by class and content, copied with a change by `replace`.

    Fields are the annotated names of the class body; `class X(Record, kw_only=True)` makes them
    keyword-only. `_check` may refuse a combination of values.
    """

    _hidden: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *values: Any, **named: Any) -> None:
        positional, keyword, defaults = type(self)._shape
        if len(values) > len(positional):
            message = f"{type(self).__name__} takes {len(positional)} positional values, not {len(values)}"
            raise TypeError(message)
        put = object.__setattr__
        for field, value in zip(positional, values, strict=False):
            put(self, field, value)
        for field in positional[len(values) :] + keyword:
            if field in named:
                put(self, field, named.pop(field))
            elif field in defaults:
                put(self, field, defaults[field])
            else:
                message = f"{type(self).__name__} needs a value for {field!r}"
                raise TypeError(message)
        if named:
            message = f"{type(self).__name__} has no field {next(iter(named))!r}"
            raise TypeError(message)
        self._check()

    def _check(self) -> None:
        """Nothing; a subclass may raise here."""

    def __setattr__(self, name: str, value: object) -> None:
        message = f"{type(self).__name__} is frozen; use toolkit.replace(..., {name}=...)"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def _items(self) -> Iterator[tuple[str, Any]]:
        return ((field, getattr(self, field)) for field in type(self)._fields)

    def __repr__(self) -> str:
        defaults = type(self)._shape[2]
        shown = (
            f"{field}={value!r}"
            for field, value in self._items()
            if field not in self._hidden and not (field in defaults and defaults[field] is value)
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(value == getattr(other, field) for field, value in self._items())

    def __hash__(self) -> int:
        return hash((type(self), *(_hashable(value) for _, value in self._items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), {field: _plain(value) for field, value in self._items()})


def _rebuilt(kind: type[R], fields: dict[str, Any]) -> R:
    return kind(**fields)


def _plain(value: Any) -> Any:
    """The value, as a dict where it is a read-only mapping, which pickle refuses."""
    return dict(value) if isinstance(value, MappingProxyType) else value


def _hashable(value: Any) -> Any:
    """A stand-in that is equal for equal values; mappings and lists count by their size and keys."""
    if isinstance(value, list | tuple):
        return tuple(_hashable(each) for each in value)
    if hasattr(value, "keys"):
        return tuple(sorted(map(str, value.keys())))
    try:
        hash(value)
    except TypeError:
        return type(value)
    return value


def replace_fields(record: R, **changes: Any) -> R:
    """A copy of the record with some fields changed; the copy is checked like a new one."""
    return type(record)(**{**dict(record._items()), **changes})
