"""Lists, tuples, sets, mappings, and their abstract forms in collections.abc."""

from __future__ import annotations

import collections
import collections.abc as abc
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import (
    AnyType,
    EnumType,
    IntegerType,
    ListType,
    ObjectType,
    ParameterType,
    StringType,
    TupleType,
)
from toolkit.reading.annotations import ANY, take_apart
from toolkit.record import replace_fields
from toolkit.types.loaders import ArrayLoader, MappingLoader, all_refusals
from toolkit.types.rules import REFUSALS, TypeRule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolkit.reading.annotations import Hint
    from toolkit.types.dumping import Dumper
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk

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
    abc.KeysView: frozenset,
    abc.ValuesView: list,
    abc.AsyncIterable: list,
    abc.AsyncIterator: list,
    abc.AsyncGenerator: list,
}
_OBJECTS: Final[dict[type, Callable[[dict[Any, Any]], Any]]] = {
    dict: dict,
    collections.OrderedDict: collections.OrderedDict,
    collections.Counter: collections.Counter,
    collections.ChainMap: collections.ChainMap,
    abc.Mapping: dict,
    abc.MutableMapping: dict,
}
INTEGER_KEY: Final = "^(0|-?[1-9][0-9]*)$"


def _builder(hint: Hint, table: dict[type, Callable[..., Any]]) -> Callable[..., Any] | None:
    """What builds the container; a class of the user's own over list or dict is called itself."""
    if hint.class_ in table:
        return table[hint.class_]
    if hint.class_ is not None and issubclass(
        hint.class_, tuple(each for each in table if each.__module__ != "collections.abc")
    ):
        return hint.class_
    return None


def _is_array(hint: Hint) -> bool:
    return _builder(hint, _ARRAYS) is not None and hint.class_ is not None


def _item(hint: Hint) -> Any:
    return hint.arguments[0] if hint.arguments else ANY


def _describe_array(hint: Hint, walk: Walk) -> ParameterType:
    return ListType(walk.describe(_item(hint), at="[]"))


def _load_array(hint: Hint, walk: Walk) -> Loader | None:
    load_item = walk.load(_item(hint))
    build: Any = _builder(hint, _ARRAYS)
    if load_item is None:
        return None if build is list else build  # type: ignore[no-any-return]
    return ArrayLoader(build, load_item)


def _dump_array(values: Iterable[Any], walk: Dumper) -> list[Any]:
    return [walk.dump(value) for value in values]


def _is_tuple(hint: Hint) -> bool:
    return hint.is_a(tuple) and not hasattr(hint.class_, "_fields")


def _tuple_parts(hint: Hint) -> tuple[tuple[Any, ...], Any | None]:
    """Types by position, and the type of all that follow (PEP 646: at most one unpacked tuple)."""
    arguments = hint.arguments
    if not arguments:
        return ((), None) if hint.origin is not None else ((), ANY)
    if len(arguments) == 2 and arguments[1] is ...:
        return (), arguments[0]
    flat: list[Any] = []
    for argument in arguments:
        inner = take_apart(argument)
        if "Unpack" in inner.qualifiers or getattr(argument, "__unpacked__", False):
            items, rest = _tuple_parts(inner)
            flat.extend(items)
            if rest is not None:
                return tuple(flat), rest
        else:
            flat.append(argument)
    return tuple(flat), None


def _describe_tuple(hint: Hint, walk: Walk) -> ParameterType:
    items, rest = _tuple_parts(hint)
    if not items and rest is not None:
        return ListType(walk.describe(rest, at="[]"))
    types = tuple(walk.describe(item, at=f"[{place}]") for place, item in enumerate(items))
    return TupleType(types, None if rest is None else walk.describe(rest, at="[]"))


def _load_tuple(hint: Hint, walk: Walk) -> Loader:
    items, rest = _tuple_parts(hint)
    loads = [walk.load(item) for item in items]
    load_rest = None if rest is None else walk.load(rest)
    build = tuple if hint.class_ is tuple else hint.class_

    def steps(values: list[Any]) -> Iterable[tuple[int, Loader, Any]]:
        for place, value in enumerate(values):
            load = loads[place] if place < len(loads) else load_rest
            yield place, load or _unchanged, value

    def load(values: list[Any]) -> Any:
        try:
            return build([load_one(value) for _, load_one, value in steps(values)])  # type: ignore[misc]
        except REFUSALS:
            raise all_refusals(steps(values)) from None

    return load


def _unchanged(value: Any) -> Any:
    return value


def _is_mapping(hint: Hint) -> bool:
    return _builder(hint, _OBJECTS) is not None


def _key_and_value(hint: Hint) -> tuple[Any, Any]:
    if hint.class_ is collections.Counter:
        return (hint.arguments[0] if hint.arguments else ANY), int
    return hint.arguments if len(hint.arguments) == 2 else (ANY, ANY)  # type: ignore[return-value]


def _describe_mapping(hint: Hint, walk: Walk) -> ParameterType:
    key, value = _key_and_value(hint)
    described = walk.describe(value, at="{}")
    additional: bool | ParameterType = True if described == AnyType() else described
    return ObjectType(additional=additional, constraints=_names(key, walk))


def _names(key: Any, walk: Walk) -> dict[str, Any]:
    """What the names of an object must be for a type of keys, as the keyword propertyNames."""
    if key is ANY or key is str:
        return {}
    type_ = walk.describe(key, at="key")
    if isinstance(type_, IntegerType):
        return {"propertyNames": {"pattern": INTEGER_KEY}}
    if isinstance(type_, EnumType):
        return {"propertyNames": {"enum": [_as_name(value) for value in type_.values]}}
    if isinstance(type_, StringType):
        said = dict(type_.constraints)
        return {"propertyNames": said} if said else {}
    raise walk.undescribable(
        take_apart(key), "names of a JSON object are texts", "use str, int, Enum, Literal, UUID or date keys"
    )


def _as_name(value: Any) -> str:
    """A scalar as the name of a member: its JSON text."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)


def _load_key(key: Any, walk: Walk) -> Loader | None:
    if key is ANY or key is str:
        return None
    type_ = walk.describe(key)
    load = walk.load(key)
    if isinstance(type_, IntegerType):
        return lambda name: int(name) if load is None else load(int(name))
    if isinstance(type_, EnumType):
        wire = {_as_name(value): value for value in type_.values}
        return lambda name: wire[name] if load is None else load(wire[name])
    return load


def _load_mapping(hint: Hint, walk: Walk) -> Loader | None:
    key, value = _key_and_value(hint)
    load_key, load_value = _load_key(key, walk), walk.load(value)
    build: Any = _builder(hint, _OBJECTS)
    if load_key is None and load_value is None:
        return None if build is dict else build  # type: ignore[no-any-return]
    if load_key is None and build is dict:
        return MappingLoader(load_value)
    of_key, of_value = load_key or _unchanged, load_value or _unchanged

    def load(values: dict[str, Any]) -> Any:
        try:
            loaded = {of_key(name): of_value(value) for name, value in values.items()}
        except REFUSALS:
            both = (
                (name, lambda pair: (of_key(pair[0]), of_value(pair[1])), (name, value))
                for name, value in values.items()
            )
            raise all_refusals(both) from None
        return loaded if build is dict else build(loaded)

    return load


def _dump_mapping(values: abc.Mapping[Any, Any], walk: Dumper) -> dict[str, Any]:
    return {walk.dump_key(name): walk.dump(value) for name, value in values.items()}


def _describe_default_dict(hint: Hint, walk: Walk) -> ParameterType:
    return _describe_mapping(replace_fields(hint, origin=dict), walk)


def _load_default_dict(hint: Hint, walk: Walk) -> Loader:
    factory = _key_and_value(replace_fields(hint, origin=dict))[1]
    load = _load_mapping(replace_fields(hint, origin=dict), walk) or dict
    make = take_apart(factory).class_
    return lambda values: collections.defaultdict(make, load(values))


ROWS: Final = (
    TypeRule("tuple", _is_tuple, _describe_tuple, _load_tuple, _dump_array),
    TypeRule("array", _is_array, _describe_array, _load_array, _dump_array),
    TypeRule(
        "defaultdict",
        lambda hint: hint.class_ is collections.defaultdict,
        _describe_default_dict,
        _load_default_dict,
        _dump_mapping,
    ),
    TypeRule("mapping", _is_mapping, _describe_mapping, _load_mapping, _dump_mapping),
)
