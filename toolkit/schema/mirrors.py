"""Types as msgspec can decode them: each object type has a struct that mirrors it.

A mirror accepts at most what the type's schema accepts; where msgspec cannot say a bound, the part says that the value
must be tested afterwards.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union

from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
)
from toolkit.types.keywords import ANNOTATIONS
from toolkit.types.loaders import ArrayLoader, MappingLoader, OptionalLoader, RecordLoader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.types.rules import Loader

_NUMBERS: Final = {"minimum": "ge", "maximum": "le", "exclusiveMinimum": "gt", "exclusiveMaximum": "lt"}
_STRINGS: Final = {"minLength": "min_length", "maxLength": "max_length"}
_ARRAYS: Final = {"minItems": "min_length", "maxItems": "max_length"}
# An integer beyond 64 bits is left to the slower path, which counts its digits.
_LEAST, _MOST = -(2**63), 2**63 - 1


# What a field is called in JSON and by the constructor, and whether it is required.
Field = tuple[str, str, bool]
Fields = tuple[Field, ...]


class Mirrored:
    """One place of a type: how it is decoded and what becomes of what was decoded.

    Attributes:
        mirror: The type that msgspec decodes.
        kind: plain: the value as decoded. leaf: tested and loaded. optional, array, mapping, record: see `inner`.
        type: The ParameterType, for the test; None where the mirror says all.
        load: The loader of a leaf, or what builds an array.
        inner: Parts inside: the item of an array, the value of a mapping, the members of a record.
        fields: For a record, for each part its name in JSON, the constructor's name, and whether it is required.
    """

    __slots__ = ("fields", "inner", "kind", "load", "mirror", "type")

    def __init__(
        self,
        mirror: Any,
        kind: str = "plain",
        *,
        type_: ParameterType | None = None,
        load: Any = None,
        inner: tuple[Mirrored, ...] = (),
        fields: Fields = (),
    ) -> None:
        self.mirror, self.kind, self.type, self.load, self.inner, self.fields = mirror, kind, type_, load, inner, fields


class Mirrors:
    """Makes the parts of one descriptor.

    Args:
        definitions: The types that references name.
        in_full: Whether objects that no loader changes are mirrored as well, member by member.
    """

    def __init__(self, definitions: Mapping[str, ParameterType], *, in_full: bool = False) -> None:
        import msgspec  # noqa: PLC0415 - loaded at the first dispatch, where it is installed

        self._msgspec, self._in_full = msgspec, in_full
        self._definitions = definitions
        self._open: set[str] = set()
        # By definition and loader, which is kept so that its id stays its own: what is named often is made once.
        self._made: dict[tuple[str, int], tuple[Loader | None, Mirrored | None]] = {}

    def part(self, type_: ParameterType, load: Loader | None) -> Mirrored:
        """The part of a type and its loader; a leaf that decodes anything where no mirror fits."""
        made = self._by_type(type_, load)
        return Mirrored(Any, "leaf", type_=type_, load=load) if made is None else made

    def _by_type(self, type_: ParameterType, load: Loader | None) -> Mirrored | None:
        match type_:
            case ReferenceType():
                return self._reference(type_, load)
            case AnyOfType():
                return self._union(type_, load)
            case ListType():
                return self._array(type_, load)
            case ObjectType():
                return self._object(type_, load)
            case AnyType():
                return Mirrored(Any) if load is None and not type_.constraints else None
            case _:
                return self._scalar(type_, load)

    def _scalar(self, type_: ParameterType, load: Loader | None) -> Mirrored | None:
        mirror = self._scalar_mirror(type_)
        if mirror is None:
            return None
        if load is float and isinstance(type_, FloatType):
            load = None  # a float mirror gives floats
        mirror, is_said = self._bounded(mirror, type_)
        if load is None and is_said:
            return Mirrored(mirror)
        return Mirrored(mirror, "leaf", type_=None if is_said else type_, load=load)

    def _scalar_mirror(self, type_: ParameterType) -> Any:
        if isinstance(type_, EnumType):
            is_plain = all(
                type(value) is str or (type(value) is int and _LEAST <= value <= _MOST) for value in type_.values
            )
            return Literal[type_.values] if is_plain and type_.values else None
        return _SCALARS.get(type(type_))

    def _bounded(self, mirror: Any, type_: ParameterType) -> tuple[Any, bool]:
        """The mirror with the bounds that msgspec can say, and whether these are all."""
        words = _BOUNDS.get(type(type_), {})
        said = {words[key]: value for key, value in type_.constraints.items() if key in words}
        is_said = all(key in words or key in ANNOTATIONS for key in type_.constraints)
        if isinstance(type_, IntegerType):
            is_sayable = not any(isinstance(value, float) or not _LEAST <= value <= _MOST for value in said.values())
            said, is_said = _within_64_bits(said if is_sayable else {}), is_said and is_sayable
        return (Annotated[mirror, self._msgspec.Meta(**said)] if said else mirror), is_said

    def _reference(self, type_: ReferenceType, load: Loader | None) -> Mirrored | None:
        if type_.name in self._open or type_.constraints or type_.name not in self._definitions:
            return None  # a type that contains itself
        key = type_.name, id(load)
        if key not in self._made:
            self._open.add(type_.name)
            try:
                self._made[key] = load, self._by_type(self._definitions[type_.name], load)
            finally:
                self._open.discard(type_.name)
        return self._made[key][1]

    def _union(self, type_: AnyOfType, load: Loader | None) -> Mirrored | None:
        if type_.constraints:
            return None
        options = [option for option in type_.options if not isinstance(option, NullType)]
        if len(options) == 1 < len(type_.options) and (load is None or isinstance(load, OptionalLoader)):
            part = self._by_type(options[0], None if load is None else load.inner)
            return None if part is None else Mirrored(Union[part.mirror, None], "optional", inner=(part,))  # noqa: UP007
        return self._union_of_scalars(type_) if load is None else None

    def _union_of_scalars(self, type_: AnyOfType) -> Mirrored | None:
        kinds = {type(option) for option in type_.options}
        # An integer beyond 64 bits would be decoded as the float that is also admitted.
        if not kinds <= _SCALARS.keys() or kinds >= {IntegerType, FloatType}:
            return None
        parts = [self._scalar(option, None) for option in type_.options]
        if any(part is None or part.kind != "plain" for part in parts):
            return None
        return Mirrored(Union[tuple(part.mirror for part in parts if part)])  # noqa: UP007 - members known at run time

    def _array(self, type_: ListType, load: Loader | None) -> Mirrored | None:
        build: Any
        if isinstance(load, ArrayLoader):
            build, item = load.build, load.item
        elif load is None or load in _COLLAPSING:
            build, item = load or list, None
        else:
            return None
        inner = self.part(type_.items, item)
        mirror, is_said = self._bounded(list[inner.mirror], type_)  # type: ignore[name-defined]
        if not is_said:
            return None
        if inner.kind == "plain" and build is list:
            return Mirrored(mirror)
        return Mirrored(mirror, "array", load=build, inner=(inner,))

    def _object(self, type_: ObjectType, load: Loader | None) -> Mirrored | None:
        if self._in_full and load is None and type_.additional is False:
            load = RecordLoader(dict, [(each.name, each.name, None) for each in type_.properties])
        if isinstance(load, RecordLoader):
            return self._record(type_, load)
        is_plain = load is None or isinstance(load, MappingLoader)
        if not is_plain or type_.properties or type_.constraints or type_.additional is False:
            return None
        if type_.additional is True:
            return Mirrored(dict[str, Any]) if load is None else None
        inner = self.part(type_.additional, load.value if isinstance(load, MappingLoader) else None)
        return Mirrored(dict[str, inner.mirror], "mapping", inner=(inner,))  # type: ignore[name-defined]

    def _record(self, type_: ObjectType, load: RecordLoader) -> Mirrored | None:
        types = {each.name: each.type for each in type_.properties}
        is_closed = type_.additional is False and not type_.constraints
        if not is_closed or {wire for wire, _, _ in load.steps} != types.keys():
            return None
        inner = tuple(self.part(types[wire], step) for wire, _, step in load.steps)
        fields = tuple((wire, name, wire in type_.required) for wire, name, _ in load.steps)
        return Mirrored(self._struct(inner, fields), "record", load=load.build, inner=inner, fields=fields)

    def _struct(self, inner: tuple[Mirrored, ...], fields: Fields) -> Any:
        unset = self._msgspec.UNSET
        names = member_names(fields)
        members: list[Any] = [
            (name, part.mirror) if required else (name, Union[part.mirror, self._msgspec.UnsetType], unset)  # noqa: UP007
            for name, part, (_, _, required) in zip(names, inner, fields, strict=True)
        ]
        wires = {name: wire for name, (wire, _, _) in zip(names, fields, strict=True) if name != wire}
        return self._msgspec.defstruct(
            "Mirror", members, rename=wires or None, forbid_unknown_fields=True, kw_only=True, gc=False, frozen=False
        )


def member_names(fields: Fields) -> list[str]:
    """What the members of a record's mirror are called: as in JSON, where Python can call them so.

    >>> member_names((("city", "city", True), ("from", "from_", True)))
    ['city', '_1']
    """
    return [wire if _is_plain_name(wire) else f"_{place}" for place, (wire, _, _) in enumerate(fields)]


def is_anything(mirror: Any) -> bool:
    """Whether a mirror decodes values that may hold objects of any shape."""
    return "typing.Any" in str(mirror)


def _is_plain_name(wire: str) -> bool:
    # Python takes names in source text for one another that Unicode calls compatible (PEP 3131).
    return wire.isascii() and wire.isidentifier() and not iskeyword(wire) and not wire.startswith("_")


def _within_64_bits(said: dict[str, Any]) -> dict[str, Any]:
    bounds = dict(said)
    if not bounds.keys() & {"ge", "gt"}:
        bounds["ge"] = _LEAST
    if not bounds.keys() & {"le", "lt"}:
        bounds["le"] = _MOST
    return bounds


_SCALARS: Final[dict[type[ParameterType], Any]] = {
    StringType: str,
    IntegerType: int,
    FloatType: float,
    BooleanType: bool,
    NullType: None,
}
_BOUNDS: Final[dict[type[ParameterType], Mapping[str, str]]] = {
    StringType: _STRINGS,
    IntegerType: {**_NUMBERS, "multipleOf": "multiple_of"},
    FloatType: _NUMBERS,
    ListType: _ARRAYS,
}
# What a loader of plain items may be besides an ArrayLoader: the container's own class.
_COLLAPSING: Final[tuple[Any, ...]] = (set, frozenset, tuple)
