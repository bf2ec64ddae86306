"""The rungs of full repair that change values: each mends one kind of slip, and leaves everything else alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.closeness import closest
from toolkit.descriptor import (
    BooleanType,
    EnumType,
    FloatType,
    IntegerType,
    NullType,
    ObjectType,
    ParameterType,
    same_json,
)
from toolkit.schema.members import resolved
from toolkit.schema.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.dispatch.repair import Ladder

# "3", "-12", "2.0".
_INTEGER: Final = re.compile(r"\A\s*-?(?:0|[1-9][0-9]{0,999})(?:\.0{1,20})?\s*\Z")
# "2.5", "1e3" as well.
_NUMBER: Final = re.compile(r"\A\s*-?(?:0|[1-9][0-9]{0,400})(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,3})?\s*\Z")
_BOOLEANS: Final = {"true": True, "false": False}
# What a model writes for "nothing" where it should leave the argument out.
_NOTHING: Final = frozenset({"none", "null", "undefined", ""})
_NULLS: Final = frozenset({"none", "null"})
_SHOWN_CHARS: Final = 40
# How a call that stands in its own arguments is written: a name and one of these.
_ARGUMENTS: Final = ("arguments", "parameters", "args", "input")
_OF_CALL: Final = ("name", "arguments")
# What a choice that is no text would be as a type of its own.
_KINDS: Final[dict[type, ParameterType]] = {
    bool: BooleanType(),
    int: IntegerType(),
    float: FloatType(),
    type(None): NullType(),
}


class Mended(NamedTuple):
    """A value as it was probably meant.

    Attributes:
        value: The value.
        rung: Which rung has mended it.
        detail: What was changed, in words.
        name: The member that it is about, "" for the value as a whole.
    """

    value: Any
    rung: str
    detail: str
    name: str = ""


def scalar_in_text(type_: ParameterType, value: Any) -> Mended | None:
    """A number, a boolean or null written as text: "3", "true", "null". "NaN" and "inf" are no numbers."""
    if not isinstance(value, str):
        return None
    if isinstance(type_, EnumType):
        return _choice_in_text(type_, value)
    word = value.strip().lower()
    found: Any = None
    if isinstance(type_, NullType) and word in _NULLS:
        return Mended(None, "scalar_in_text", f"the text {_shown(value)} was read as null")
    if isinstance(type_, IntegerType) and _INTEGER.match(value):
        found = int(value.partition(".")[0])
    elif isinstance(type_, FloatType) and _NUMBER.match(value):
        found = float(value)
    elif isinstance(type_, BooleanType):
        found = _BOOLEANS.get(word)
    return None if found is None else Mended(found, "scalar_in_text", f"the text {_shown(value)} was read as {found!r}")


def _choice_in_text(type_: EnumType, value: str) -> Mended | None:
    """The number, boolean or null among the choices that a text says."""
    for each in type_.values:
        kind = _KINDS.get(type(each))
        mended = None if kind is None else scalar_in_text(kind, value)
        if mended is not None and same_json(mended.value, each):
            return mended
    return None


def enum_case(type_: ParameterType, value: Any) -> Mended | None:
    """A choice that differs in upper and lower case, or in spaces around it, from the only one like it."""
    if not (isinstance(type_, EnumType) and isinstance(value, str)):
        return None
    folded = value.strip().casefold()
    like = [each for each in type_.values if isinstance(each, str) and each.casefold() == folded]
    return Mended(like[0], "enum_case", f"{_shown(value)} was read as {like[0]!r}") if len(like) == 1 else None


def near_name(type_: ObjectType, value: dict[str, Any], ladder: Ladder) -> Iterator[Mended]:  # noqa: ARG001 - as all
    """Members whose name nobody knows, and is almost that of one that is missing."""
    if type_.additional is not False:
        return
    known = [each.name for each in type_.properties]
    for written in [name for name in value if name not in known]:
        missing = [name for name in known if name not in value]
        meant = closest(written, missing)
        if meant is not None:
            value = {meant if name == written else name: each for name, each in value.items()}
            yield Mended(value, "near_name", f"the argument {_shown(written)} was read as {meant!r}", meant)


def null_for_absent(type_: ObjectType, value: dict[str, Any], ladder: Ladder) -> Iterator[Mended]:
    """Null, or a word for it, for a member that may be left out and takes no null."""
    for each in type_.properties:
        given = value.get(each.name, "x")
        word = given.strip().lower() if isinstance(given, str) else ""
        is_nothing = given is None or (isinstance(given, str) and word in _NOTHING)
        if word in _NULLS and ladder.accepts(each.type, None):
            continue
        if is_nothing and each.name not in type_.required and not ladder.accepts(each.type, given):
            value = {name: kept for name, kept in value.items() if name != each.name}
            yield Mended(value, "null_for_absent", "null was taken for left out", each.name)


def call_in_arguments(tool: str, type_: ObjectType, value: dict[str, Any]) -> Mended | None:
    """The whole call of the tool, its name beside the arguments, in the place of the arguments."""
    known = {each.name for each in type_.properties}
    if len(value) != len(_OF_CALL) or value.get("name") != tool or not known.isdisjoint(value):
        return None
    inner = next((value[name] for name in _ARGUMENTS if name in value), None)
    if not isinstance(inner, dict) or not (type_.additional is not False or set(inner) <= known):
        return None
    return Mended(inner, "superfluous_wrapper", f"the call of {_shown(tool)} in its own arguments was taken off")


def superfluous_wrapper(type_: ObjectType, value: dict[str, Any], ladder: Ladder) -> Iterator[Mended]:  # noqa: ARG001
    """The members wrapped once more, as the only member of an object."""
    known = {each.name for each in type_.properties}
    if type_.additional is not False or len(value) != 1:
        return
    ((name, inner),) = value.items()
    if name not in known and isinstance(inner, dict) and set(inner) <= known and (inner or not type_.required):
        yield Mended(inner, "superfluous_wrapper", f"the wrapper {_shown(name)} was taken off")


def missing_wrapper(type_: ObjectType, value: dict[str, Any], ladder: Ladder) -> Iterator[Mended]:
    """The members of a sole object, without the name that this has."""
    if len(type_.properties) != 1 or not value:
        return
    sole = type_.properties[0]
    inner = resolved(sole.type, ladder.definitions)
    members = {each.name for each in inner.properties} if isinstance(inner, ObjectType) else set()
    if sole.name not in value and set(value) <= members:
        yield Mended({sole.name: value}, "missing_wrapper", f"the arguments were put under {sole.name!r}")


def _shown(text: str) -> str:
    return repr(shortened(text, _SHOWN_CHARS))


VALUE_RUNGS: Final = (scalar_in_text, enum_case)
MEMBER_RUNGS: Final = (superfluous_wrapper, missing_wrapper, near_name, null_for_absent)
