"""Safe repairs: JSON that can mean only one thing for a type is turned into that.

The walk follows the type and copies what it changes, so that the caller's own objects stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.calling.copying import ExactNumber
from toolkit.calling.decoding import from_json_text
from toolkit.calls import Repair
from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    ListType,
    ObjectType,
    ParameterType,
    StringType,
    TupleType,
)
from toolkit.schema.kinds import admitted_kinds, json_kind, kinds_read_from_text
from toolkit.schema.members import further_type, item_type, resolved
from toolkit.schema.unions import tag_name, tags

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.descriptor import ToolDescriptor


class _Repairs:
    """The repairs of one settlement.

    Attributes:
        made: What was changed.
        reads_text: Whether a text may be read as the array or object that it holds.
    """

    __slots__ = ("made", "reads_text")

    def __init__(self, *, reads_text: bool) -> None:
        self.made: list[Repair] = []
        self.reads_text = reads_text

    def note(self, path: str, rung: str, detail: str) -> None:
        """Add one."""
        self.made.append(Repair(path, rung, detail))


class Settler:
    """Settles the arguments of one tool.

    Args:
        descriptor: The tool's.
        fits: Whether a value fits a type that stands somewhere in it.
    """

    def __init__(self, descriptor: ToolDescriptor, fits: Callable[[ParameterType, Any], bool]) -> None:
        self._root, self._definitions = descriptor.arguments, descriptor.definitions
        self._fits = fits
        # By the identity of types, all of which the descriptor keeps alive.
        self._kinds: dict[int, frozenset[str]] = {}

    def settle(self, arguments: dict[str, Any], *, repairing: bool) -> tuple[dict[str, Any], tuple[Repair, ...]]:
        """The arguments with whole numbers as ints and JSON text in place of arrays and objects decoded.

        Args:
            arguments: Decoded JSON.
            repairing: Whether texts may be decoded; whole numbers are ints in any case.
        """
        repairs = _Repairs(reads_text=repairing)
        settled = self._members(self._root, arguments, "", repairs)
        return settled, tuple(repairs.made)

    def _settled(self, type_: ParameterType, value: Any, path: str, repairs: _Repairs) -> Any:
        kinds = self._kinds_of(type_)
        kind = json_kind(value)
        if kind == "string" and repairs.reads_text and kinds & {"array", "object"}:
            value, kind = self._decoded(type_, value, path, repairs)
        if kind == "number":
            return self._number(type_, value, path, repairs)
        if kind in {"array", "object"} and kind in kinds:
            return self._container(self._only(type_, kind, value), value, path, repairs)
        return _plain(value)

    def _kinds_of(self, type_: ParameterType) -> frozenset[str]:
        found = self._kinds.get(id(type_))
        if found is None:
            found = self._kinds[id(type_)] = admitted_kinds(type_, self._definitions)
        return found

    def _decoded(self, type_: ParameterType, text: str, path: str, repairs: _Repairs) -> tuple[Any, str]:
        """The array or object that a text holds, where the type admits no such text."""
        if text.lstrip()[:1] not in {"[", "{"}:
            return text, "string"
        kinds = kinds_read_from_text(type_, self._definitions)
        if not kinds:
            return text, "string"
        value = from_json_text(text)
        kind = json_kind(value)
        if kind not in kinds:
            return text, "string"
        repairs.note(path, "json_text", f"the JSON text was read as an {kind}")
        return value, kind

    def _number(self, type_: ParameterType, value: float, path: str, repairs: _Repairs) -> Any:
        kinds = self._kinds_of(type_)
        if "integer" in kinds and "number" not in kinds and value.is_integer():
            repairs.note(path, "whole_number", f"{value!r} was read as {int(value)}")
            return int(value)
        return value if self._is_exact(type_) else _plain(value)

    def _container(self, type_: ParameterType, value: Any, path: str, repairs: _Repairs) -> Any:
        if isinstance(type_, ListType | TupleType):
            return [
                self._settled(item_type(type_, at), each, f"{path}[{at}]", repairs) for at, each in enumerate(value)
            ]
        if isinstance(type_, ObjectType):
            return self._members(type_, value, path, repairs)
        return _plain(value)

    def _members(self, type_: ObjectType, value: dict[str, Any], path: str, repairs: _Repairs) -> dict[str, Any]:
        types: dict[str, ParameterType | None] = {each.name: each.type for each in type_.properties}
        # What has no place here may get one by a repair, and then needs the digits of its numbers.
        other = None if type_.additional is False and not type_.constraints else further_type(type_)
        dot = f"{path}." if path else ""
        return {
            name: each if (of := types.get(name, other)) is None else self._settled(of, each, f"{dot}{name}", repairs)
            for name, each in value.items()
        }

    def _only(self, type_: ParameterType, kind: str, value: Any) -> ParameterType:
        """The type behind references and unions that a value of a kind is for.

        Of several members of a union it is the first that takes the value, else the one that its tag names, else the
        only one that has its names; Any if none is.
        """
        type_ = resolved(type_, self._definitions)
        if not isinstance(type_, AnyOfType):
            return type_
        options = [option for option in type_.options if kind in self._kinds_of(option)]
        if len(options) > 1:
            options = [option for option in options if self._fits(option, value)][:1] or self._told(options, value)
        return self._only(options[0], kind, value) if options else AnyType()

    def _told(self, options: list[ParameterType], value: Any) -> list[ParameterType]:
        """The member of a union that an object can only be meant for, by its tag or its names."""
        if not isinstance(value, dict):
            return []
        members = [resolved(option, self._definitions) for option in options]
        name = tag_name(members, value)
        if name is not None:
            return [each for each in members if value.get(name) in tags(each, name)]
        named = [each for each in members if _may_have_names(each, value)]
        return named if len(named) == 1 else []

    def _is_exact(self, type_: ParameterType) -> bool:
        """Whether it is the type of Decimal and Fraction, or has it in a union, which want the digits of a number."""
        type_ = resolved(type_, self._definitions)
        options = type_.options if isinstance(type_, AnyOfType) else ()
        return any(isinstance(each, StringType) and each.constraints.get("format") == "decimal" for each in options)


def _may_have_names(type_: ParameterType, value: dict[str, Any]) -> bool:
    """Whether an object has all the names that a type demands, and none that it does not know."""
    if not isinstance(type_, ObjectType):
        return True
    knows_all = type_.additional is not False or value.keys() <= {each.name for each in type_.properties}
    return knows_all and value.keys() >= set(type_.required)


def _plain(value: Any) -> Any:
    """The value with plain floats for exact numbers."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return float(value) if type(value) is ExactNumber else value
