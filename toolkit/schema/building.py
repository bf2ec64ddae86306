"""Generated functions that build Python values from decoded mirrors."""

from __future__ import annotations

from functools import cached_property
from itertools import count
from keyword import iskeyword
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final

from toolkit.schema.acceptance import Parts
from toolkit.schema.mirrors import is_anything, member_names
from toolkit.schema.screening import has_name_twice, has_surrogate, is_deep_or_long

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from toolkit.descriptor import ParameterType
    from toolkit.schema.mirrors import Field, Fields, Mirrored


# An expression that is longer becomes a function, so that records in records do not multiply.
_MOST_CHARS_IN_PLACE: Final = 1_000


class RefusedError(ValueError):
    """A value that the schema refuses and msgspec does not."""


class Code:
    """Writes the functions that build values from mirrors.

    Args:
        definitions: The types that references name.
    """

    def __init__(self, definitions: Mapping[str, ParameterType]) -> None:
        self._definitions = definitions
        self._names: dict[str, Any] = {}
        self._numbers = count()
        self._decodes_anything = False
        # By the identity of parts, all of which the root keeps alive: one that stands in many places is written once.
        self._builders: dict[int, Callable[[Any], Any]] = {}
        self._counters: dict[int, Callable[[Any], Any]] = {}

    @cached_property
    def _parts(self) -> Parts:
        return Parts(self._definitions)

    def taker(self, part: Mirrored, decode: Callable[[str], Any]) -> Callable[[str], Any]:
        """A function from the text of a record to its mirror, with loaded values in the place of what was decoded.

        It gives None where the slower path has to decide.

        Args:
            part: The record.
            decode: Text to mirror.
        """
        pairs = self._count(part, "m")
        steps = [
            f"m = {self._name(decode)}(t)",
            f"if t.count(':') != {pairs} and {self._name(has_name_twice)}(t, {pairs}): return None",
            *self._loading(part),
        ]
        lines = [
            "def take(t):",
            f"    if '\\\\' in t and {self._name(has_surrogate)}(t): return None",
            *([f"    if {self._name(is_deep_or_long)}(t): return None"] if self._decodes_anything else []),
            "    try:",
            *(f"        {step}" for step in steps),
            # A class may raise anything. Who decides instead builds it again, and words what it raises.
            "    except KeyboardInterrupt: raise",
            "    except BaseException: return None",
            "    return m",
        ]
        return self._compiled("\n".join(lines), "take")

    def caller(self, fields: Fields, function: Any) -> Callable[[Any], Any]:
        """A function that passes the members of a loaded mirror to another one, `dict` for instance."""
        return self._compiled("\n    ".join(["def call(m):", *self._passing(fields, function)]), "call")

    def builder(self, part: Mirrored) -> Callable[[Any], Any]:
        """A function from the mirror of a record to what is built of it."""
        lines = ["def build(m):", *self._loading(part), *self._passing(part.fields, part.load)]
        return self._compiled("\n    ".join(lines), "build")

    def _loading(self, part: Mirrored) -> list[str]:
        """The statements that put loaded values in the place of what was decoded."""
        unset = self._name(_unset())
        lines = []
        for member, inner, (_, _, is_required) in _members(part):
            place = f"m.{member}"
            value = self._value(inner, place)
            if value != place:
                lines.append(f"{'' if is_required else f'if {place} is not {unset}: '}{place} = {value}")
        return lines

    def _passing(self, fields: Fields, build: Any) -> list[str]:
        """The statements that pass the members of a loaded mirror to a class or a function."""
        unset = self._name(_unset())
        members = {name: f"m.{member}" for member, (_, name, _) in zip(member_names(fields), fields, strict=True)}
        optional = {name: members[name] for _, name, is_required in fields if not is_required}
        required = {name: place for name, place in members.items() if name not in optional}
        whole = f"return {self._made(build, members)}"
        if not optional:
            return [whole]
        return [
            f"if {' and '.join(f'{place} is not {unset}' for place in optional.values())}: {whole}",
            f"k = {_literal(required)}",
            *(f"if {place} is not {unset}: k[{name!r}] = {place}" for name, place in optional.items()),
            "return k" if build is dict else f"return {self._name(build)}(**k)",
        ]

    def _made(self, build: Any, values: dict[str, str]) -> str:
        """The expression that passes values to a class or a function."""
        return _literal(values) if build is dict else f"{self._name(build)}({_passed(build, values)})"

    def _value(self, part: Mirrored, place: str) -> str:
        """The expression that gives a part's value from what was decoded at a place."""
        write: Callable[[Mirrored, str], str] = getattr(self, f"_{part.kind}")
        return write(part, place)

    def _plain(self, part: Mirrored, place: str) -> str:
        self._decodes_anything |= is_anything(part.mirror)
        return place

    def _optional(self, part: Mirrored, place: str) -> str:
        inner = self._value(part.inner[0], place)
        return place if inner == place else f"(None if {place} is None else {inner})"

    def _array(self, part: Mirrored, place: str) -> str:
        inner = self._value(part.inner[0], "i")
        items = place if inner == "i" else f"[{inner} for i in {place}]"
        return items if part.load is list else f"{self._name(part.load)}({items})"

    def _mapping(self, part: Mirrored, place: str) -> str:
        inner = self._value(part.inner[0], "i")
        return place if inner == "i" else f"{{n: {inner} for n, i in {place}.items()}}"

    def _record(self, part: Mirrored, place: str) -> str:
        if place.isidentifier() and all(is_required for _, _, is_required in part.fields):
            values = {name: self._value(inner, f"{place}.{member}") for member, inner, (_, name, _) in _members(part)}
            return self._made(part.load, values)
        if id(part) not in self._builders:
            self._builders[id(part)] = self.builder(part)
        return f"{self._name(self._builders[id(part)])}({place})"

    def _leaf(self, part: Mirrored, place: str) -> str:
        self._decodes_anything |= is_anything(part.mirror)
        if part.type is not None:
            accepts = self._parts.acceptor(part.type)
            test = _tested(_as_sent(accepts) if is_anything(part.mirror) else accepts)
            place = f"{self._name(test)}({place})"
        return place if part.load is None else f"{self._name(part.load)}({place})"

    def _count(self, part: Mirrored, place: str) -> str:
        """The expression for the number of names at a place; "0" where there can be none."""
        match part.kind:
            case "record" if id(part) in self._counters:
                return f"{self._name(self._counters[id(part)])}({place})"
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
                return f"{self._name(_names_in)}({place})" if is_anything(part.mirror) else "0"

    def _record_count(self, part: Mirrored, place: str) -> str:
        unset = self._name(_unset())
        terms = [str(sum(is_required for _, _, is_required in part.fields))]
        for name, each, (_, _, is_required) in _members(part):
            member = f"{place}.{name}"
            inner = self._count(each, member)
            if is_required:
                terms += [] if inner == "0" else [inner]
            elif inner == "0":
                terms.append(f"({member} is not {unset})")
            else:
                terms.append(f"(0 if {member} is {unset} else 1 + {inner})")
        if sum(map(len, terms)) > _MOST_CHARS_IN_PLACE and place != "m":
            counted = self._record_count(part, "m")
            self._counters[id(part)] = self._compiled(f"def count(m): return {counted}", "count")
            return self._count(part, place)
        return terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"

    def _name(self, value: Any) -> str:
        """The name under which generated code finds a value; several threads may ask at once."""
        for name, known in list(self._names.items()):
            if known is value:
                return name
        name = f"x{next(self._numbers)}"
        self._names[name] = value
        return name

    def _compiled(self, source: str, name: str) -> Callable[[Any], Any]:
        # All that is in the source comes from this file, names of parameters through repr or as identifiers.
        made: dict[str, Callable[[Any], Any]] = {}
        exec(source, self._names, made)  # noqa: S102
        return made[name]


def _members(part: Mirrored) -> Iterator[tuple[str, Mirrored, Field]]:
    """The members of a record: what each is called in the mirror, its part, and what its field is called elsewhere."""
    return zip(member_names(part.fields), part.inner, part.fields, strict=True)


def _literal(values: dict[str, str]) -> str:
    """The source text of a dict."""
    return f"{{{', '.join(f'{name!r}: {value}' for name, value in values.items())}}}"


def _passed(build: Any, values: dict[str, str]) -> str:
    """The arguments of a call as source text: by position where that is sure to mean the same.

    CPython enters an `__init__` of its own in a third of the time if there are no names.
    """
    if _positional_names(build)[: len(values)] == tuple(values):
        return ", ".join(values.values())
    if all(name.isidentifier() and not iskeyword(name) for name in values):
        return ", ".join(f"{name}={value}" for name, value in values.items())
    return f"**{_literal(values)}"


def _positional_names(build: Any) -> tuple[str, ...]:
    """What a function, or a class's own `__init__`, takes by position; nothing where another may come before it."""
    if isinstance(build, FunctionType):
        return build.__code__.co_varnames[: build.__code__.co_argcount]
    code: CodeType | None = getattr(_init_of(build), "__code__", None)
    return () if code is None else code.co_varnames[1 : code.co_argcount]


def _init_of(build: Any) -> Any:
    """The `__init__` of a class that is entered by nothing else when the class is called, None without one."""
    makers: tuple[Any, ...] = (type.__call__, object.__new__)
    is_usual = isinstance(build, type) and (type(build).__call__, build.__new__) == makers
    return getattr(build, "__init__") if is_usual else None  # noqa: B009 - types call the plain access unsound


def _many(inner: str, place: str, sized: str = "") -> str:
    """The names in all items of a place, each of which has as many as the expression says."""
    if inner.isdigit():
        return "0" if inner == "0" else f"{inner} * len({sized or place})"
    return f"sum([{inner} for i in {place}])"


def _unset() -> Any:
    import msgspec  # noqa: PLC0415 - loaded already

    return msgspec.UNSET


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
