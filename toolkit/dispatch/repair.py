"""Full repair: what a model probably meant, where its arguments do not fit. Nothing that fits is touched.

Each rung is a function that mends one kind of slip, and says so in a receipt. What comes out is checked like any other
arguments. The rungs for text that is no JSON stand in broken_text.py, those for values in rungs.py, and the safe ones,
which need no guess, in calling/settling.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.calls import Repair
from toolkit.descriptor import AnyOfType, ListType, ObjectType, ParameterType, TupleType
from toolkit.dispatch.broken_text import TEXT_RUNGS
from toolkit.dispatch.rungs import MEMBER_RUNGS, VALUE_RUNGS, call_in_arguments
from toolkit.schema.members import every_member, further_type, item_type, resolved

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.descriptor import ToolDescriptor


class Ladder:
    """Mends the arguments of one tool.

    Args:
        descriptor: The tool's.
        accepts: Whether a value fits a type that stands somewhere in it.
    """

    def __init__(self, descriptor: ToolDescriptor, accepts: Callable[[ParameterType, Any], bool]) -> None:
        self._name, self._root, self.definitions = descriptor.name, descriptor.arguments, descriptor.definitions
        self.accepts = accepts

    def read(self, text: str) -> tuple[Any, tuple[Repair, ...]] | None:
        """The JSON value that a text which is no JSON probably means; None if nobody can say."""
        for rung in TEXT_RUNGS:
            read = rung(text)
            if read is not None:
                return read.value, (Repair("", read.rung, read.detail),)
        return None

    def mended(self, arguments: dict[str, Any]) -> tuple[dict[str, Any], tuple[Repair, ...]]:
        """The arguments as they were probably meant, and what was changed."""
        repairs: list[Repair] = []
        inner = call_in_arguments(self._name, self._root, arguments)
        if inner is not None:
            repairs.append(Repair("", inner.rung, inner.detail))
            arguments = inner.value
        value = _Mending(self).mended(self._root, arguments, "", repairs)
        return value, tuple(repairs)


class _Mending:
    """Mends the arguments of one call.

    Args:
        ladder: Knows the types.
    """

    def __init__(self, ladder: Ladder) -> None:
        self._ladder = ladder
        # What became of a value as a union: members that hold the same union would look at it again, and again below.
        self._tried: dict[tuple[int, str, int], tuple[Any, Any, list[Repair]]] = {}

    def mended(self, type_: ParameterType, value: Any, path: str, repairs: list[Repair]) -> Any:
        """The value as it was probably meant; itself if it fits or nobody can say."""
        if self._ladder.accepts(type_, value):
            return value
        type_ = resolved(type_, self._ladder.definitions)
        if isinstance(type_, AnyOfType):
            return self._option(type_, value, path, repairs)
        for rung in VALUE_RUNGS:
            mended = rung(type_, value)
            if mended is not None and self._ladder.accepts(type_, mended.value):
                repairs.append(Repair(path, mended.rung, mended.detail))
                return mended.value
        return self._inside(type_, value, path, repairs)

    def _option(self, type_: AnyOfType, value: Any, path: str, repairs: list[Repair]) -> Any:
        """The value as the first member of a union takes it."""
        key = id(type_), path, id(value)
        if key not in self._tried:
            # The value is kept beside what became of it, so that its id stays its own.
            self._tried[key] = (value, *self._first_option(type_, value, path))
        _, mended, own = self._tried[key]
        repairs += own
        return mended

    def _first_option(self, type_: AnyOfType, value: Any, path: str) -> tuple[Any, list[Repair]]:
        for option in every_member(type_, self._ladder.definitions, exact=False):
            own: list[Repair] = []
            mended = self.mended(option, value, path, own)
            if own and self._ladder.accepts(type_, mended):
                return mended, own
        return value, []

    def _inside(self, type_: ParameterType, value: Any, path: str, repairs: list[Repair]) -> Any:
        if isinstance(type_, ListType | TupleType) and isinstance(value, list):
            return [self.mended(item_type(type_, at), each, f"{path}[{at}]", repairs) for at, each in enumerate(value)]
        if isinstance(type_, ObjectType) and isinstance(value, dict):
            return self._object(type_, value, path, repairs)
        return value

    def _object(self, type_: ObjectType, value: dict[str, Any], path: str, repairs: list[Repair]) -> dict[str, Any]:
        dot = f"{path}." if path else ""
        for rung in MEMBER_RUNGS:
            for mended in rung(type_, value, self._ladder):
                repairs.append(Repair(f"{dot}{mended.name}".removesuffix("."), mended.rung, mended.detail))
                value = mended.value
        types = {each.name: each.type for each in type_.properties}
        others = further_type(type_)
        return {
            name: self.mended(types.get(name, others), each, f"{dot}{name}", repairs) for name, each in value.items()
        }
