"""Lists, sets, mappings, and their abstract forms in collections.abc."""

from __future__ import annotations

import collections
from collections import abc
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import AnyType, ListType, ObjectType, ParameterType
from toolkit.reading.annotations import ANY, inherited_arguments, take_apart
from toolkit.record import replace_fields
from toolkit.types.keys import load_name, name_keywords
from toolkit.types.loaders import ArrayLoader, MappingLoader, all_refusals, unchanged
from toolkit.types.rules import REFUSALS, SCALARS, TypeRule, as_it_is
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable

    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk


async def _arriving(values: list[Any]) -> AsyncGenerator[Any, None]:
    for value in values:
        yield value


# What each array-like class is built with; the abstract ones get the plain container.
_ARRAYS: Final[dict[type, Callable[[list[Any]], Any]]] = {
    list: list,
    collections.deque: collections.deque,
    set: set,
    frozenset: frozenset,
    abc.Set: frozenset,
    abc.MutableSet: set,
    abc.Sequence: list,
    abc.MutableSequence: list,
    abc.Collection: list,
    abc.Container: list,
    abc.Reversible: list,
    abc.Iterable: list,
    abc.Iterator: iter,
    abc.Generator: iter,
    abc.KeysView: lambda values: dict.fromkeys(values).keys(),
    abc.ValuesView: lambda values: dict(enumerate(values)).values(),
    abc.AsyncIterable: _arriving,
    abc.AsyncIterator: _arriving,
    abc.AsyncGenerator: _arriving,
}
_OBJECTS: Final[dict[type, Callable[[dict[Any, Any]], Any]]] = {
    dict: dict,
    collections.OrderedDict: collections.OrderedDict,
    collections.Counter: collections.Counter,
    collections.ChainMap: collections.ChainMap,
    MappingProxyType: MappingProxyType,
    abc.Mapping: dict,
    abc.MutableMapping: dict,
}
_SETS: Final = (set, frozenset)
_COUNTED: Final = frozenset({list, set, frozenset, collections.deque, dict, collections.OrderedDict})


def _builder(hint: Hint, table: dict[type, Callable[..., Any]]) -> Callable[..., Any] | None:
    """What builds the container; a class of the user's own over list or dict is called itself."""
    cls = hint.class_
    if cls is None or cls in table:
        return None if cls is None else table[cls]
    return cls if any(base in table and base.__module__ != "collections.abc" for base in cls.__mro__) else None


# -- arrays


def _is_array(hint: Hint) -> bool:
    return _builder(hint, _ARRAYS) is not None


def _item(hint: Hint) -> Any:
    arguments = hint.arguments if hint.origin is list else inherited_arguments(hint)
    return arguments[0] if arguments else ANY


def _require_count(hint: Hint, count: int, walk: Walk) -> None:
    """Refuse a container with more types in its brackets than it takes, or fewer: Python itself does not look."""
    if hint.arguments and len(hint.arguments) != count and hint.origin in _COUNTED:
        cure = f"write {hint.name}[{', '.join(['K', 'V'][-count:])}]"
        raise walk.undescribable(
            hint, f"{hint.name} has {len(hint.arguments)} types in its brackets, not {count}", cure
        )


def _describe_array(hint: Hint, walk: Walk) -> ParameterType:
    _require_count(hint, 1, walk)
    item = _item(hint)
    if hint.class_ is not list and _builder(hint, _ARRAYS) in _SETS:
        cls = take_apart(item).class_
        if cls is not None and cls.__hash__ is None:
            name = cls.__name__
            raise walk.undescribable(hint, f"a set cannot hold a {name}, which has no hash", f"write list[{name}]")
    return ListType(walk.describe(item, at="[]"))


def _load_array(hint: Hint, walk: Walk) -> Loader | None:
    load_item = walk.load(_item(hint))
    build: Any = _builder(hint, _ARRAYS)
    if load_item is None:
        return None if build is list else build
    return ArrayLoader(build, load_item)


def dump_items(values: Iterable[Any], walk: Dumper) -> list[Any]:
    """The values as an array, up to the one at which the text is long enough."""
    items = []
    room = walk.room
    for value in values:
        kind = type(value)
        # What `walk.dump` does with the commonest kinds, for the sake of long lists.
        if kind is str:
            room -= len(value) + 2
            items.append(value if room >= 0 else value[:room])
        elif kind in SCALARS:
            room -= 2
            items.append(value)
        else:
            walk.room = room
            try:
                items.append(walk.dump(value))
            except UndumpableError as error:
                raise error.inside(len(items)) from error.__cause__
            room = walk.room
        if room < 0:
            break
    walk.room = room
    # Python orders texts in a set anew in each process; schemas and results stay the same for caches and locks.
    return _in_order(items) if isinstance(values, set | frozenset) else items


def _in_order(items: list[Any]) -> list[Any]:
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)


# -- mappings


def _is_mapping(hint: Hint) -> bool:
    return _builder(hint, _OBJECTS) is not None


def _key_and_value(hint: Hint) -> tuple[Any, Any]:
    arguments = inherited_arguments(hint)
    if hint.is_a(collections.Counter):
        return (arguments[0] if arguments else ANY), int
    return (arguments[0], arguments[1]) if len(arguments) > 1 else (ANY, ANY)


def _describe_mapping(hint: Hint, walk: Walk) -> ParameterType:
    _require_count(hint, 2, walk)
    key, value = _key_and_value(hint)
    described = walk.describe(value, at="{}")
    names = name_keywords(key, walk)
    additional: bool | ParameterType = True if described == AnyType() else described
    return ObjectType(additional=additional, constraints={"propertyNames": names} if names else {})


def _load_mapping(hint: Hint, walk: Walk) -> Loader | None:
    key, value = _key_and_value(hint)
    load_key, load_value = load_name(key, walk), walk.load(value)
    build: Any = _builder(hint, _OBJECTS)
    if load_key is None and load_value is None:
        return None if build is dict else build
    if load_key is None and load_value is not None and build is dict:
        return MappingLoader(load_value)
    return _loader_of_pairs(build, load_key or unchanged, load_value or unchanged)


def _loader_of_pairs(build: Callable[[dict[Any, Any]], Any], load_key: Loader, load_value: Loader) -> Loader:
    def load_pair(pair: tuple[str, Any]) -> tuple[Any, Any]:
        return load_key(pair[0]), load_value(pair[1])

    def load(values: dict[str, Any]) -> Any:
        try:
            loaded = dict(map(load_pair, values.items()))
        except REFUSALS:
            raise all_refusals((pair[0], load_pair, pair) for pair in values.items()) from None
        if len(loaded) < len(values):
            raise ValueError("two names of the object stand for one key")
        return build(loaded)

    return load


def dump_mapping(values: abc.Mapping[Any, Any], walk: Dumper) -> dict[str, Any]:
    """The mapping as an object, its keys as names, up to the one at which the text is long enough."""
    members = {}
    room = walk.room
    for key, value in values.items():
        name = key if type(key) is str else walk.dump_key(key)
        room -= len(name) + 2
        if type(value) in SCALARS:
            members[name] = value
        else:
            walk.room = room
            try:
                members[name] = walk.dump(value)
            except UndumpableError as error:
                raise error.inside(name) from error.__cause__
            room = walk.room
        if room < 0:
            break
    walk.room = room
    if len(members) < len(values) and room >= 0:
        raise UndumpableError("two keys of a mapping are one name in JSON")
    return members


def _as_dict(hint: Hint) -> Hint:
    return replace_fields(hint, origin=dict, type=dict)


def _load_default_dict(hint: Hint, walk: Walk) -> Loader:
    load = _load_mapping(_as_dict(hint), walk) or dict
    make = _maker(_key_and_value(hint)[1])
    return lambda values: collections.defaultdict(make, load(values))


def _maker(annotation: Any) -> Any:
    """What makes the value of a key that is not there, None if nothing does."""
    hint = take_apart(annotation)
    if hint.class_ is collections.defaultdict:
        return partial(collections.defaultdict, _maker(_key_and_value(hint)[1]))
    builders: dict[Any, Any] = {**_ARRAYS, **_OBJECTS}
    return builders.get(hint.class_, hint.class_)


# -- views, which results may be and parameters may not


def _refuse_view(hint: Hint, walk: Walk) -> ParameterType:
    raise walk.undescribable(hint, cure="annotate list[T], set[T] or Sequence[T]")


def _refuse_mapping_view(hint: Hint, walk: Walk) -> ParameterType:
    raise walk.undescribable(hint, cure="annotate dict[K, V] or Mapping[K, V]")


ROWS: Final = (
    TypeRule("array", _is_array, _describe_array, _load_array, dump_items),
    TypeRule(
        "defaultdict",
        lambda hint: hint.class_ is collections.defaultdict,
        lambda hint, walk: _describe_mapping(_as_dict(hint), walk),
        _load_default_dict,
        dump_mapping,
    ),
    TypeRule("mapping", _is_mapping, _describe_mapping, _load_mapping, dump_mapping),
)

# What a function may return besides: it has no constructor that takes items.
_VIEWS: Final = (abc.Sequence, abc.Set, abc.ValuesView)
# Behind all others: a str is a sequence too.
VIEW_ROWS: Final = (
    TypeRule("view", lambda hint: hint.is_a(*_VIEWS), _refuse_view, as_it_is, dump_items),
    TypeRule("mapping view", lambda hint: hint.is_a(abc.Mapping), _refuse_mapping_view, as_it_is, dump_mapping),
)
