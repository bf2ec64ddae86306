"""Record: a small frozen value with named fields.

Importing a data class built by `dataclasses` compiles source text for every class; a library that is
imported into every process of an agent pays for that each time. A record makes its slots from the
annotations of its class body and fills them in one loop.
"""

from __future__ import annotations

import operator
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar, dataclass_transform

from toolkit.misfits import FAILURES, raise_misfit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from inspect import Signature

    Put = Callable[[object, Any], None]

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
    """Turns the annotated names of a class body into slots, and their values into defaults.

    Attributes:
        _names: The names of all fields; those that may be given by position come first.
        _positional: How many may be given by position.
        _defaults: The default of each field that has one.
        _puts: What fills the slot of each field. The slot itself, as a record's own __setattr__ refuses.
        _presets: What fills the slots of fields that have a default, each with it.
        _needed: The names of the fields that have none.
        _hints: The hints of its own fields, as they are written.
        _is_hot: Whether the class gets a constructor of its own with its first instance.
        _is_sparse: Whether an instance keeps what it was given alone, and has its defaults from the class.
    """

    _names: tuple[str, ...]
    _positional: int
    _defaults: dict[str, Any]
    _puts: dict[str, Put]
    _presets: tuple[tuple[Put, Any], ...]
    _needed: tuple[str, ...]
    _hints: dict[str, Any]
    _is_hot: bool
    _is_sparse: bool

    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        kw_only: bool = False,
        is_hot: bool = False,
        is_sparse: bool = False,
    ) -> RecordType:
        """The class, with its fields as slots.

        Args:
            name: Its name.
            bases: Its bases.
            namespace: What its body defines.
            kw_only: Whether its own fields are given by name only.
            is_hot: Whether it is made for every call, so that a constructor of its own is worth the 0.1 ms that it
                takes to write one when the first instance is made.
            is_sparse: Whether it has many fields of which few are given, so that a place for each is too much.
                All have defaults, and it has no bases and no subclasses with fields.
        """
        annotations = _annotations_in(namespace)
        own = tuple(field for field, annotation in annotations.items() if "ClassVar" not in str(annotation))
        defaults = {field: namespace[field] for field in own if field in namespace}
        for field in () if is_sparse else defaults:
            del namespace[field]
        namespace["__slots__"] = ("__dict__",) if is_sparse else own
        namespace["_hints"] = {field: annotations[field] for field in own}
        made = super().__new__(cls, name, bases, namespace)
        parent = next((base for base in bases if isinstance(base, RecordType)), None)
        made._is_sparse = is_sparse
        made._inherit(parent, own, defaults, kw_only=kw_only)
        made._is_hot = is_hot
        if parent is not None and "__init__" not in namespace:
            # The constructor that a hot parent may have by now is for its own fields.
            made.__init__ = Record.__init__  # type: ignore[misc]
        elif parent is not None and parent._is_hot:  # noqa: SLF001 - a class of the same kind
            # The constructor that it writes calls that of its parent, which has to fill the fields of both.
            parent._is_hot = False  # noqa: SLF001 - as above
            parent.__init__ = Record.__init__  # type: ignore[misc]
        return made

    @property
    def __signature__(cls) -> Signature:
        """What the constructor takes, for `help` and editors, as it takes anything and looks at it by itself."""
        import inspect  # noqa: PLC0415 - dear at start

        hints = cls.all_hints()
        kinds = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
        empty = inspect.Parameter.empty
        parameters = [
            inspect.Parameter(
                field, kinds[at >= cls._positional], default=cls._defaults.get(field, empty), annotation=hints[field]
            )
            for at, field in enumerate(cls._names)
        ]
        return inspect.Signature(parameters)

    def all_hints(cls) -> dict[str, Any]:
        """The hints of all fields, as they are written."""
        return {name: each for base in reversed(cls.__mro__) for name, each in vars(base).get("_hints", {}).items()}

    def _inherit(
        cls, parent: RecordType | None, own: tuple[str, ...], defaults: dict[str, Any], *, kw_only: bool
    ) -> None:
        """Add a class's own fields to those of its parent."""
        fields, positional = (parent._names, parent._positional) if parent else ((), 0)
        at = len(fields) if kw_only else positional
        cls._names = (*fields[:at], *own, *fields[at:])
        cls._positional = positional if kw_only else positional + len(own)
        cls._defaults = {**(parent._defaults if parent else {}), **defaults}
        cls._puts = {field: cls._put(field) for field in cls._names}
        preset = () if cls._is_sparse else cls._defaults.items()
        cls._presets = tuple((cls._puts[field], default) for field, default in preset)
        cls._needed = tuple(field for field in cls._names if field not in cls._defaults)

    def _put(cls, field: str) -> Put:
        if cls._is_sparse:
            return lambda record, value: vars(record).__setitem__(field, value)
        put: Put = getattr(cls, field).__set__
        return put


_ANNOTATING: Final = ("__annotate__", "__annotate_func__")


def _annotations_in(namespace: dict[str, Any]) -> dict[str, Any]:
    """The annotations in the body of a class, as far as the names in them mean something."""
    # Where they are not written as texts, Python 3.14 has a function of them (PEP 649).
    if sys.version_info >= (3, 14) and not namespace.keys().isdisjoint(_ANNOTATING):  # pragma: no cover
        import annotationlib  # noqa: PLC0415 - dear at start, and no class of the library needs it

        annotate = annotationlib.get_annotate_from_class_namespace(namespace)
        return annotationlib.call_annotate_function(annotate, annotationlib.Format.FORWARDREF)
    found: dict[str, Any] = namespace.get("__annotations__", {})
    return found


@dataclass_transform(frozen_default=True)
class Record(metaclass=RecordType):
    """Base of frozen values: equal by class and content, copied with a change by `replace_fields`.

    Fields are the annotated names of the class body; `class X(Record, kw_only=True)` makes them
    keyword-only. `_check` may refuse a combination of values.

    >>> class Point(Record):
    ...     x: int
    ...     y: int = 0
    >>> Point(1)
    Point(x=1)
    """

    _hidden: ClassVar[frozenset[str]] = frozenset()
    # When two values of a field are equal.
    _are_equal = staticmethod(operator.eq)

    def __init__(self, *values: Any, **named: Any) -> None:
        """Fill the fields, as the signature of the class says."""
        cls = type(self)
        if cls._is_hot:
            _write_constructor(cls)
            cls.__init__(self, *values, **named)
            return
        count = len(values)
        if count > cls._positional:
            raise TypeError(f"{cls.__name__} takes {cls._positional} positional values, not {count}")
        for put, default in cls._presets:
            put(self, default)
        for put, value in zip(cls._puts.values(), values, strict=False):
            put(self, value)
        if named:
            _fill(self, named, cls._names[:count])
        for field in cls._needed:
            if field not in named and field not in cls._names[:count]:
                raise TypeError(f"{cls.__name__} needs a value for {field!r}")
        try:
            self._check()
        except FAILURES as error:
            _tell(self, error)
            raise

    def _check(self) -> None:
        """Nothing; a subclass may raise here."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen; use toolkit.replace(..., {name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen; {name} cannot be deleted")

    def _items(self) -> Iterator[tuple[str, Any]]:
        return ((field, getattr(self, field)) for field in type(self)._names)

    def __repr__(self) -> str:
        defaults = type(self)._defaults
        shown = (
            f"{field}={value!r}"
            for field, value in self._items()
            if field not in self._hidden and not (field in defaults and defaults[field] is value)
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return all(self._are_equal(value, getattr(other, field)) for field, value in self._items())

    def __hash__(self) -> int:
        return hash((type(self), *(_hash(value) for _, value in self._items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), {field: _plain(value) for field, value in self._items()})


def _fill(record: Record, named: Mapping[str, Any], filled: tuple[str, ...] = ()) -> None:
    """Put values into the fields of that name, save those that are filled already."""
    cls = type(record)
    for field, value in named.items():
        if field in filled:
            raise TypeError(f"{cls.__name__} got two values for {field!r}")
        if field not in cls._puts:
            raise TypeError(f"{cls.__name__} has no field {field!r}")
        cls._puts[field](record, value)


def _tell(record: Record, error: Exception) -> None:
    """Tell the field that holds something of another kind than its hint, if that is why the check has failed."""
    cls = type(record)
    raise_misfit(error, cls.__name__, cls.all_hints(), dict(record._items()))


def _write_constructor(cls: RecordType) -> None:
    """Give a class an `__init__` that does what Record's does, for this class alone and in a third of the time."""
    names: dict[str, Any] = {f"put_{field}": put for field, put in cls._puts.items()}
    names |= {f"default_{field}": default for field, default in cls._defaults.items()}
    takes = [f"{field}=default_{field}" if field in cls._defaults else field for field in cls._names]
    takes[cls._positional :] = ["*", *takes[cls._positional :]] if cls._positional < len(takes) else []
    puts = [f"put_{field}(self, {field})" for field in cls._names]
    if sum("_check" in vars(base) for base in cls.__mro__) > 1:
        names |= {"FAILURES": FAILURES, "tell": _tell}
        check = "\n    try: self._check()\n    except FAILURES as error: tell(self, error); raise"
    else:
        check = ""
    # From there a function has its module, without which `help` fails.
    names["__name__"] = cls.__module__
    # All that is in the source are the names of fields, as the class body has them.
    exec(f"def __init__(self, {', '.join(takes)}):\n    {'; '.join(puts)}{check}", names)  # noqa: S102
    made = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__doc__ = Record.__init__.__doc__
    cls.__init__ = made  # type: ignore[misc]


def _rebuilt(kind: type[R], fields: dict[str, Any]) -> R:
    return kind(**fields)


def _plain(value: Any) -> Any:
    """The value with dicts for read-only mappings, which pickle refuses, at every depth."""
    if isinstance(value, MappingProxyType):
        return {key: _plain(each) for key, each in value.items()}
    return tuple(map(_plain, value)) if type(value) is tuple else value


def _hash(value: Any) -> int:
    """A number that is the same for equal values; mappings count by their names, what has no hash by its class."""
    if isinstance(value, list | tuple):
        return hash(tuple(map(_hash, value)))
    if hasattr(value, "keys"):
        return hash(tuple(sorted(map(str, value.keys()))))
    try:
        return hash(value)
    except TypeError:
        return hash(type(value))


def replace_fields(record: R, **changes: Any) -> R:
    """A copy of the record with some fields changed; the copy is checked like a new one.

    >>> class Point(Record):
    ...     x: int
    ...     y: int = 0
    >>> replace_fields(Point(1), y=2)
    Point(x=1, y=2)
    """
    cls = type(record)
    made = object.__new__(cls)
    if cls._is_sparse:
        vars(made).update(vars(record))
        _fill(made, changes)
    else:
        if not changes.keys() <= cls._puts.keys():
            _fill(made, changes)
        for field, put in cls._puts.items():
            put(made, changes[field] if field in changes else getattr(record, field))
    made._check()
    return made
