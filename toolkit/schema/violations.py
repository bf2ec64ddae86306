"""Every fault of some arguments at once, each with its place, what was expected, what came, and a hint."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from toolkit.calls import Violation
from toolkit.descriptor import (
    AnyOfType,
    EnumType,
    ListType,
    ObjectType,
    ParameterType,
    ReferenceType,
    StringType,
    ToolDescriptor,
    TupleType,
)
from toolkit.schema.acceptance import Parts, acceptor
from toolkit.schema.closeness import closest
from toolkit.schema.fuel import Fuel, OutOfFuelError
from toolkit.schema.hints import choice_hint, name_hint, value_hint
from toolkit.schema.members import flat_members
from toolkit.schema.reports import OUT_OF_FUEL
from toolkit.schema.structures import Run
from toolkit.schema.unions import nearest, of_kind, tag_name, tags
from toolkit.schema.wording import Step, counted, listed, path_text, quoted, type_text, value_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.schema.acceptance import Part
    from toolkit.schema.reference import ReferenceValidator

__all__ = ["ArgumentCheck", "acceptor", "violations"]

LIMIT: Final = 100
_TOO_DEEP: Final = Violation("", "arguments nested at most 64 levels deep", "deeper ones")
# Comparing names takes time; the first faults are mended first.
_NAME_HINTS: Final = 10
_NAME_CHARS: Final = 40

Steps = tuple[Step, ...]


class ArgumentCheck:
    """Checks arguments against one descriptor, compiled once.

    Args:
        descriptor: What the arguments must fit.
        foreign: Whether another party wrote the descriptor: patterns then take linear time, and a check ends
            after 100,000 steps.

    Raises:
        DefinitionError: A type refers to a definition that is not there, or a pattern cannot be searched for.
    """

    def __init__(self, descriptor: ToolDescriptor, *, foreign: bool = False) -> None:
        self._parts = Parts(descriptor.definitions, foreign=foreign)
        self._arguments = descriptor.arguments
        self._accept = self._parts.of(self._arguments).accept
        self._parts.complete()

    def accepts(self, arguments: object) -> bool:
        """Whether the arguments fit; those that take too much work do not."""
        try:
            return self._accept(arguments, self._run())
        except (OutOfFuelError, RecursionError):
            return False

    def violations(self, arguments: object, limit: int = LIMIT) -> tuple[Violation, ...]:
        """The faults of the arguments, none if they fit.

        Args:
            arguments: A decoded JSON value.
            limit: How many are reported at most.
        """
        try:
            return _Explanation(self._parts, self._run(), limit).of(self._arguments, arguments)
        except OutOfFuelError:
            return (OUT_OF_FUEL,)
        except RecursionError:
            return (_TOO_DEEP,)

    def _run(self) -> Run:
        return Run(Fuel() if self._parts.foreign else None)


def violations(
    descriptor: ToolDescriptor, arguments: object, limit: int = LIMIT, *, foreign: bool = False
) -> tuple[Violation, ...]:
    """The faults of some arguments; an ArgumentCheck serves better for more than one call.

    Args:
        descriptor: What the arguments must fit.
        arguments: A decoded JSON value.
        limit: How many are reported at most.
        foreign: Whether another party wrote the descriptor.

    Raises:
        DefinitionError: As ArgumentCheck raises it.
    """
    return ArgumentCheck(descriptor, foreign=foreign).violations(arguments, limit)


class _Full(Exception):  # noqa: N818 - no error: the report has all that it may hold
    """The limit is reached."""


class _Explanation:
    """One walk over a value that does not fit, passing over whatever fits."""

    def __init__(self, parts: Parts, run: Run, limit: int) -> None:
        self.parts, self.run, self.limit = parts, run, limit
        self.found: list[Violation] = []

    def of(self, type_: ParameterType, value: Any) -> tuple[Violation, ...]:
        """The faults of a value, none if it fits."""
        with suppress(_Full):
            self.explain(type_, value, ())
        return tuple(self.found)

    def explain(self, type_: ParameterType, value: Any, steps: Steps) -> None:
        """Look for faults in the structure, then in the constraints."""
        part, before = self.parts.of(type_), len(self.found)
        if part.fits is not None:
            # Arrays and objects are gone through once: what fits in them is passed over on the way.
            if type(type_) in _CONTAINERS or not part.fits(value, self.run):
                self._structure(type_, value, steps)
            if len(self.found) == before:
                self._tests(part, value, steps)
        if part.judge is not None and len(self.found) == before:
            self._judged(part.judge, value, steps)

    def add(self, steps: Steps, expected: str, got: str = "", hint: str = "") -> None:
        """Report one fault.

        Raises:
            _Full: It was the last one that the report may hold.
        """
        self.found.append(Violation(path_text(steps), expected, got, hint))
        if len(self.found) >= self.limit:
            raise _Full

    def _structure(self, type_: ParameterType, value: Any, steps: Steps) -> None:
        explain = _EXPLAINERS.get(type(type_))
        if explain is None or not explain(self, type_, value, steps):
            self._mismatch(type_, value, steps)

    def _mismatch(self, type_: ParameterType, value: Any, steps: Steps) -> None:
        """Report a value of another kind, with a hint at how it may have been meant."""
        accept = self.parts.of(type_).accept
        hint = value_hint(value, lambda meant: accept(meant, Run(self.run.fuel)), self._formats(type_))
        self.add(steps, self.parts.words(type_), value_text(value), hint)

    def _formats(self, type_: ParameterType) -> list[Any]:
        """The formats of the texts that a type admits."""
        members = flat_members(AnyOfType((type_,)), self.parts.definitions)
        return [each.constraints.get("format") for each in members if isinstance(each, StringType)]

    def _tests(self, part: Part, value: Any, steps: Steps) -> None:
        for limit in part.limits:
            if not limit.test(value):
                self.add(steps, limit.words, value_text(value))
        for name in value if part.names and isinstance(value, dict) else ():
            for limit in part.names:
                if not limit.test(name):
                    self.add((*steps, name), f"as a name, {limit.words}", quoted(name, _NAME_CHARS))

    def _judged(self, judge: ReferenceValidator, value: Any, steps: Steps) -> None:
        for each in judge.violations(value, self.run.fuel):
            place = path_text(steps)
            joint = "." if place and each.path and not each.path.startswith("[") else ""
            self.found.append(Violation(f"{place}{joint}{each.path}", each.expected, each.got, each.hint))
        if len(self.found) >= self.limit:
            raise _Full

    def in_choices(self, type_: EnumType, value: Any, steps: Steps) -> bool:
        """Report a value that is none of the choices."""
        hint = choice_hint(value, type_.values)
        if hint:
            self.add(steps, self.parts.words(type_), value_text(value), hint)
        return bool(hint)

    def in_array(self, type_: ListType, value: Any, steps: Steps) -> bool:
        """Report the items that do not fit."""
        if not isinstance(value, list):
            return False
        accept = self.parts.of(type_.items).accept
        for index, item in enumerate(value):
            if not accept(item, self.run):
                self.explain(type_.items, item, (*steps, index))
        return True

    def in_tuple(self, type_: TupleType, value: Any, steps: Steps) -> bool:
        """Report the items that do not fit their position, and a wrong number of them."""
        if not isinstance(value, list):
            return False
        most = len(type_.items) if type_.rest is None else None
        if len(value) < type_.least or (most is not None and len(value) > most):
            exact = "at least " if most is None else "" if most == type_.least else f"{type_.least:,} to "
            count = type_.least if most is None else most
            self.add(steps, f"array of {exact}{counted(count, 'item')}", value_text(value))
        for index, item in enumerate(value):
            inner = type_.items[index] if index < len(type_.items) else type_.rest
            if inner is not None and not self.parts.of(inner).accept(item, self.run):
                self.explain(inner, item, (*steps, index))
        return True

    def in_object(self, type_: ObjectType, value: Any, steps: Steps) -> bool:
        """Report what is missing, what is unknown, and what does not fit."""
        if not isinstance(value, dict):
            return False
        by_name = {each.name: each.type for each in type_.properties}
        required = dict.fromkeys(type_.required)
        self._missing([name for name in required if name not in value], by_name, value, steps)
        accept_other = self.parts.of_additional(type_.additional)
        for name, each in value.items():
            if name in by_name:
                if not self.parts.of(by_name[name]).accept(each, self.run):
                    self._member(by_name[name], each, (*steps, name), optional=name not in required)
            elif not accept_other(each, self.run):
                self._other(type_, name, each, steps)
        return True

    def _missing(self, names: list[str], types: Mapping[str, ParameterType], value: Any, steps: Steps) -> None:
        unknown = [name for name in value if name not in types]
        for name in names:
            words = self.parts.words(types[name]) if name in types else "any value"
            near = closest(name, unknown) if len(self.found) < _NAME_HINTS else None
            hint = "" if near is None else f"perhaps sent as {quoted(near, _NAME_CHARS)}"
            self.add((*steps, name), f"required, {words}", hint=hint)

    def _member(self, type_: ParameterType, value: Any, steps: Steps, *, optional: bool) -> None:
        if value is None and optional:
            self.add(steps, self.parts.words(type_), "null", "leave it out if there is no value")
        else:
            self.explain(type_, value, steps)

    def _other(self, type_: ObjectType, name: str, value: Any, steps: Steps) -> None:
        """Report a member that is no property."""
        if isinstance(type_.additional, ParameterType):
            self.explain(type_.additional, value, (*steps, name))
            return
        noun = "property" if steps else "argument"
        nouns = "properties" if steps else "arguments"
        names = [each.name for each in type_.properties]
        known = f"the {nouns} are {listed(map(_shown, names))}" if names else f"there are no {nouns}"
        if len(names) == 1:
            known = f"the only {noun} is {_shown(names[0])}"
        hint = name_hint(name, names) if len(self.found) < _NAME_HINTS else ""
        self.add((*steps, name), f"no such {noun}; {known}", hint=hint)

    def in_union(self, type_: AnyOfType, value: Any, steps: Steps) -> bool:
        """Report the faults against the member that the value was meant for."""
        options = of_kind(flat_members(type_, self.parts.definitions), value)
        name = tag_name(options) if isinstance(value, dict) else None
        if name is not None:
            named = [option for option in options if value.get(name) in tags(option, name)]
            if not named:
                self._wrong_tag(options, name, value, steps)
                return True
            options = named
        if not options:
            return False
        if not isinstance(value, dict | list) and (len(options) > 1 or isinstance(options[0], EnumType)):
            self._alternatives(type_, options, value, steps)
            return True
        self.explain(nearest(options, value, self.parts, self.run), value, steps)
        return True

    def _alternatives(self, union: AnyOfType, options: list[ParameterType], value: Any, steps: Steps) -> None:
        """Report a scalar that several members might have taken, or that is none of the choices."""
        choices = [each for option in options if isinstance(option, EnumType) for each in option.values]
        words = dict.fromkeys(word for option in options for word in self._words(option, value))
        expected = self.parts.words(union) if choices else listed(words, " or ")
        self.add(steps, expected, value_text(value), choice_hint(value, choices))

    def _words(self, option: ParameterType, value: Any) -> list[str]:
        """What a member demands that the value does not keep."""
        part = self.parts.of(option)
        if part.fits is not None and part.fits(value, self.run):
            failed = [limit.words for limit in part.limits if not limit.test(value)]
            if failed:
                return [" and ".join(failed)]
        return [self.parts.words(option)]

    def _wrong_tag(self, options: list[ParameterType], name: str, value: Any, steps: Steps) -> None:
        choices = EnumType(tuple(each for option in options for each in tags(option, name)))
        if name in value:
            hint = choice_hint(value[name], choices.values)
            self.add((*steps, name), type_text(choices), value_text(value[name]), hint)
        else:
            self.add((*steps, name), f"required, {type_text(choices)}")

    def in_definition(self, type_: ReferenceType, value: Any, steps: Steps) -> bool:
        """Report the faults against the type that is named."""
        self.explain(self.parts.definitions[type_.name], value, steps)
        return True


_EXPLAINERS: Final[Mapping[type[ParameterType], Callable[[_Explanation, Any, Any, Steps], bool]]] = {
    EnumType: _Explanation.in_choices,
    ListType: _Explanation.in_array,
    TupleType: _Explanation.in_tuple,
    ObjectType: _Explanation.in_object,
    AnyOfType: _Explanation.in_union,
    ReferenceType: _Explanation.in_definition,
}

_CONTAINERS: Final = frozenset({ListType, TupleType, ObjectType})


def _shown(name: str) -> str:
    return path_text((name,))
