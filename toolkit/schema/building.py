"""Generated functions that build Python values from decoded mirrors."""

from __future__ import annotations

from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from toolkit.schema.acceptance import acceptor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.descriptor import ParameterType
    from toolkit.schema.mirrors import Part


class RefusedError(ValueError):
    """A value that the schema refuses and msgspec does not."""


class Code:
    """Writes the functions that build values from mirrors.

    Attributes:
        decodes_anything: Whether some part has no mirror of its own.
    """

    def __init__(self, definitions: Mapping[str, ParameterType]) -> None:
        self._definitions = definitions
        self._names: dict[str, Any] = {}
        self.decodes_anything = False

    def function(self, part: Part) -> Callable[[Any], Any]:
        """A function from a record's mirror to its instance."""
        optional = [at for at, (_, _, is_required) in enumerate(part.fields) if not is_required]
        whole = self._built(part, "m")
        if not optional:
            return self._compiled(f"def build(m):\n    return {whole}", "build")
        unset = self._name(_unset())
        are_all_set = " and ".join(f"m.f{at} is not {unset}" for at in optional)
        lines = [f"def build(m):\n    if {are_all_set}: return {whole}", f"    k = {self._given(part, optional)}"]
        for at in optional:
            name = part.fields[at][1]
            lines.append(f"    v = m.f{at}\n    if v is not {unset}: k[{name!r}] = {self._value(part.inner[at], 'v')}")
        made = "k" if part.load is dict else f"{self._name(part.load)}(**k)"
        return self._compiled("\n".join([*lines, f"    return {made}"]), "build")

    def _given(self, part: Part, optional: list[int]) -> str:
        """The expression for a dict of the members that are always there."""
        required = [at for at in range(len(part.fields)) if at not in optional]
        members = (f"{part.fields[at][1]!r}: {self._value(part.inner[at], f'm.f{at}')}" for at in required)
        return f"{{{', '.join(members)}}}"

    def _built(self, part: Part, place: str) -> str:
        """The expression that builds a record all of whose members are there."""
        values = [
            (name, self._value(inner, f"{place}.f{at}"))
            for at, (inner, (_, name, _)) in enumerate(zip(part.inner, part.fields, strict=True))
        ]
        if part.load is not dict and all(name.isidentifier() and not iskeyword(name) for name, _ in values):
            return f"{self._name(part.load)}({', '.join(f'{name}={value}' for name, value in values)})"
        members = f"{{{', '.join(f'{name!r}: {value}' for name, value in values)}}}"
        return members if part.load is dict else f"{self._name(part.load)}(**{members})"

    def _value(self, part: Part, place: str) -> str:
        """The expression that gives a part's value from what was decoded at a place."""
        write: Callable[[Part, str], str] = getattr(self, f"_{part.kind}")
        return write(part, place)

    def _plain(self, part: Part, place: str) -> str:
        self.decodes_anything |= _is_anything(part.mirror)
        return place

    def _optional(self, part: Part, place: str) -> str:
        inner = self._value(part.inner[0], place)
        return place if inner == place else f"(None if {place} is None else {inner})"

    def _array(self, part: Part, place: str) -> str:
        inner = self._value(part.inner[0], "i")
        items = place if inner == "i" else f"[{inner} for i in {place}]"
        return items if part.load is list else f"{self._name(part.load)}({items})"

    def _mapping(self, part: Part, place: str) -> str:
        inner = self._value(part.inner[0], "i")
        return place if inner == "i" else f"{{n: {inner} for n, i in {place}.items()}}"

    def _record(self, part: Part, place: str) -> str:
        if place.isidentifier() and all(is_required for _, _, is_required in part.fields):
            return self._built(part, place)
        return f"{self._name(self.function(part))}({place})"

    def _leaf(self, part: Part, place: str) -> str:
        self.decodes_anything |= _is_anything(part.mirror)
        if part.type is not None:
            accepts = acceptor(part.type, self._definitions)
            test = _tested(_as_sent(accepts) if _is_anything(part.mirror) else accepts)
            place = f"{self._name(test)}({place})"
        return place if part.load is None else f"{self._name(part.load)}({place})"

    def counter(self, part: Part) -> Callable[[Any], int]:
        """A function from a record's mirror to the number of names in its JSON."""
        return self._compiled(f"def count(v):\n    return {self._count(part, 'v')}", "count")

    def _count(self, part: Part, place: str) -> str:
        """The expression for the number of names at a place; "0" where there can be none."""
        match part.kind:
            case "record":
                return self._record_count(part, place)
            case "optional":
                inner = self._count(part.inner[0], place)
                return "0" if inner == "0" else f"(0 if {place} is None else {inner})"
            case "array":
                inner = self._count(part.inner[0], "i")
                return _many(inner, place)
            case "mapping":
                inner = self._count(part.inner[0], "i")
                further = "" if inner == "0" else f" + {_many(inner, f'{place}.values()', place)}"
                return f"(len({place}){further})"
            case _:
                return f"{self._name(_names_in)}({place})" if _is_anything(part.mirror) else "0"

    def _record_count(self, part: Part, place: str) -> str:
        unset = self._name(_unset())
        terms = [str(sum(is_required for _, _, is_required in part.fields))]
        for at, (each, (_, _, is_required)) in enumerate(zip(part.inner, part.fields, strict=True)):
            member = f"{place}.f{at}"
            inner = self._count(each, member)
            if is_required:
                terms += [] if inner == "0" else [inner]
            elif inner == "0":
                terms.append(f"({member} is not {unset})")
            else:
                terms.append(f"(0 if {member} is {unset} else 1 + {inner})")
        return terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"

    def _name(self, value: Any) -> str:
        """The name under which generated code finds a value."""
        for name, known in self._names.items():
            if known is value:
                return name
        name = f"x{len(self._names)}"
        self._names[name] = value
        return name

    def _compiled(self, source: str, name: str) -> Callable[[Any], Any]:
        names = dict(self._names)
        # All that is in the source comes from this file, names of parameters through repr.
        exec(source, names)  # noqa: S102
        compiled: Callable[[Any], Any] = names[name]
        return compiled


def _many(inner: str, place: str, sized: str = "") -> str:
    """The names in all items of a place, each of which has as many as the expression says."""
    if inner.isdigit():
        return "0" if inner == "0" else f"{inner} * len({sized or place})"
    return f"sum([{inner} for i in {place}])"


def _unset() -> Any:
    import msgspec  # noqa: PLC0415 - loaded already

    return msgspec.UNSET


def _is_anything(mirror: Any) -> bool:
    """Whether a mirror decodes values that may hold objects of any shape."""
    return "typing.Any" in str(mirror)


def _names_in(value: Any) -> int:
    """The number of names in a decoded JSON value."""
    if isinstance(value, dict):
        return len(value) + sum(_names_in(each) for each in value.values())
    if isinstance(value, list):
        return sum(map(_names_in, value))
    return 0


def _as_sent(accepts: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """The test for what was decoded without a mirror: the slower path may turn a whole number there into an int."""
    return lambda value: not _holds_whole_float(value) and accepts(value)


def _holds_whole_float(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_holds_whole_float, value))
    if isinstance(value, dict):
        return any(map(_holds_whole_float, value.values()))
    return isinstance(value, float) and value.is_integer()


def _tested(accepts: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """A function that gives a value back if the schema accepts it."""

    def tested(value: Any) -> Any:
        if accepts(value):
            return value
        raise RefusedError

    return tested
