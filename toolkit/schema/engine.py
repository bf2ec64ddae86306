"""The fast path: JSON text -> loaded arguments in one pass, for most tools.

It accepts only what the schema accepts, and hands over exactly what the slower path would build. What it refuses, for
whatever reason, is decided and explained by the slower path.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Final

from toolkit.schema.acceptance import acceptor
from toolkit.schema.mirrors import Mirrors, Part
from toolkit.types.rules import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from toolkit.descriptor import ObjectType, ParameterType
    from toolkit.types.loaders import RecordLoader

# Where a part decodes anything, the text's depth must be looked at; see calling/decoding.py.
_MAX_BRACKETS: Final = 64


class FastPath:
    """Decodes, checks and loads the arguments of one tool.

    Args:
        root: Type of the arguments object.
        definitions: The types that it names.
        loader: How the arguments are loaded.

    Raises:
        TypeError: No mirror fits the arguments as a whole.
    """

    def __init__(self, root: ObjectType, definitions: Mapping[str, ParameterType], loader: RecordLoader) -> None:
        import msgspec  # noqa: PLC0415 - loaded at the first dispatch, where it is installed

        part = Mirrors(definitions).part(root, loader)
        if part.kind != "record":
            message = "the arguments object has no mirror"
            raise TypeError(message)
        code = _Code(definitions)
        self._build: Callable[[Any], Any] = code.function(part)
        self._pairs: Callable[[Any], int] = code.counter(part)
        self._is_deep = code.decodes_anything
        self._decode = msgspec.json.Decoder(part.mirror).decode
        self._refusals = (msgspec.MsgspecError, RecursionError, *REFUSALS)

    def loaded(self, text: str) -> Any | None:
        """The loaded arguments, None if the slower path has to decide."""
        if "\\u" in text and ("\\ud" in text or "\\uD" in text):
            return None
        if self._is_deep and text.count("[") + text.count("{") > _MAX_BRACKETS:
            return None
        try:
            mirror = self._decode(text)
            return self._build(mirror) if _has_no_name_twice(text, self._pairs(mirror)) else None
        except self._refusals:
            return None


def _has_no_name_twice(text: str, pairs: int) -> bool:
    """Whether the text has as many names as were decoded: msgspec keeps the last of two equal names.

    Each pair has one colon. Where texts hold colons too, the colons that follow a quotation mark are counted,
    provided that none follows white space or an escaped quotation mark.
    """
    colons = text.count(":")
    if colons == pairs:
        return True
    if text.count('":') != pairs:
        return False
    return not ('\\":' in text or " :" in text or "\n:" in text or "\t:" in text or "\r:" in text)


class _Refused(ValueError):
    """A value that the schema refuses and msgspec does not."""


class _Code:
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
        whole = self._record(part, "m", range(len(part.fields)))
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

    def _record(self, part: Part, place: str, members: Iterable[int]) -> str:
        """The expression that builds a record all of whose members are there."""
        values = [(part.fields[at][1], self._value(part.inner[at], f"{place}.f{at}")) for at in members]
        if part.load is dict:
            return f"{{{', '.join(f'{name!r}: {value}' for name, value in values)}}}"
        if all(name.isidentifier() and not iskeyword(name) for name, _ in values):
            return f"{self._name(part.load)}({', '.join(f'{name}={value}' for name, value in values)})"
        return f"{self._name(part.load)}(**{{{', '.join(f'{name!r}: {value}' for name, value in values)}}})"

    def _value(self, part: Part, place: str) -> str:
        """The expression that gives a part's value from what was decoded at a place."""
        match part.kind:
            case "leaf":
                return self._leaf(part, place)
            case "optional":
                inner = self._value(part.inner[0], place)
                return place if inner == place else f"(None if {place} is None else {inner})"
            case "array":
                items = f"[{self._value(part.inner[0], 'i')} for i in {place}]"
                items = place if part.inner[0].kind == "plain" else items
                return items if part.load is list else f"{self._name(part.load)}({items})"
            case "mapping":
                inner = self._value(part.inner[0], "i")
                return place if inner == "i" else f"{{n: {inner} for n, i in {place}.items()}}"
            case "record":
                if place.isidentifier() and all(is_required for _, _, is_required in part.fields):
                    return self._record(part, place, range(len(part.fields)))
                return f"{self._name(self.function(part))}({place})"
            case _:
                self.decodes_anything |= _is_anything(part.mirror)
                return place

    def _leaf(self, part: Part, place: str) -> str:
        self.decodes_anything |= _is_anything(part.mirror)
        if part.type is not None:
            place = f"{self._name(_tested(acceptor(part.type, self._definitions)))}({place})"
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

    def _compiled(self, source: str, name: str) -> Any:
        names = dict(self._names)
        # All that is in the source comes from this file, names of parameters through repr.
        exec(source, names)  # noqa: S102
        return names[name]


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


def _tested(accepts: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """A function that gives a value back if the schema accepts it."""

    def tested(value: Any) -> Any:
        if accepts(value):
            return value
        raise _Refused

    return tested
