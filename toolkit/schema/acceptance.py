"""Acceptors: a ParameterType compiled to a function that says whether a value fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

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
    TupleType,
)
from toolkit.errors import DefinitionError
from toolkit.record import EMPTY
from toolkit.schema.constraints import APART, COSTLY, ENTANGLED, KEYWORDS, Limit, choice_test, limits
from toolkit.schema.generator import SchemaGenerator
from toolkit.schema.library import Library
from toolkit.schema.numbers import is_integer, is_number
from toolkit.schema.reference import ReferenceValidator
from toolkit.schema.wording import KINDS, type_text
from toolkit.types.keywords import ANNOTATIONS, plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.schema.fuel import Fuel


class Run:
    """What one check of one value remembers: verdicts on definitions, and the fuel.

    A type that contains itself in two members of a union would be tried twice as often at every level; as the
    verdicts are kept, each definition meets each value once.
    """

    __slots__ = ("fuel", "verdicts")

    def __init__(self, fuel: Fuel | None = None) -> None:
        self.verdicts: dict[tuple[str, int], bool] = {}
        self.fuel = fuel


Accept = Callable[[Any, Run], bool]

# Scalars cost next to nothing; what holds them pays for them.
_MEMBERS_A_STEP: Final = 32


class Part:
    """One type, taken apart for checking.

    Attributes:
        accept: Whether a value fits in every respect.
        fits: Whether it fits the structure; None where constraints and structure cannot be told apart.
        limits: The constraints that are tests of the value.
        names: The constraints that are tests of each name of an object.
        judge: Decides what is left: some constraints, or, without `fits`, the whole type.
        words: What the type admits, in words; made when it is first asked for.
    """

    __slots__ = ("accept", "fits", "judge", "limits", "names", "words")

    def __init__(
        self,
        fits: Accept | None,
        limits: tuple[Limit, ...] = (),
        names: tuple[Limit, ...] = (),
        judge: ReferenceValidator | None = None,
    ) -> None:
        self.fits, self.limits, self.names, self.judge = fits, limits, names, judge
        self.accept = _all_of(fits, limits, names, judge)
        self.words: str | None = None


class Parts:
    """The parts of the types of one descriptor, each made when it is first asked for.

    Args:
        definitions: The types that references name.
        foreign: Whether another party wrote them: every check then spends fuel.
    """

    def __init__(self, definitions: Mapping[str, ParameterType] = EMPTY, *, foreign: bool = False) -> None:
        self.definitions, self.foreign = definitions, foreign
        # The type is kept beside its part, so that its id stays its own.
        self._made: dict[int, tuple[ParameterType, Part]] = {}
        self._library: Library | None = None
        self._generator = SchemaGenerator()

    def of(self, type_: ParameterType) -> Part:
        """The part of a type.

        Raises:
            DefinitionError: It refers to a definition that is not there, or has a broken pattern.
        """
        made = self._made.get(id(type_))
        if made is None:
            made = self._made[id(type_)] = (type_, self._part(type_))
            if self.foreign and type(type_) not in _SCALARS:
                made[1].accept = _paid(made[1].accept)
        return made[1]

    def words(self, type_: ParameterType) -> str:
        """What a type admits, in words."""
        part = self.of(type_)
        if part.words is None:
            part.words = type_text(type_, self.definitions)
        return part.words

    def complete(self) -> None:
        """Make the parts of all definitions, so that a fault in them shows at once.

        Raises:
            DefinitionError: As for `of`.
        """
        for each in self.definitions.values():
            self.of(each)

    def _part(self, type_: ParameterType) -> Part:
        builder = _BUILDERS.get(type(type_))
        constraints = type_.constraints
        if builder is None or constraints.keys() & ENTANGLED:
            return Part(None, judge=self._judge(self._generator.schema(type_)))
        left = {keyword for keyword in constraints if keyword in APART or (self.foreign and keyword in COSTLY)}
        names: tuple[Limit, ...] = ()
        if "propertyNames" in left and _are_tests(constraints["propertyNames"]) and not self.foreign:
            left.discard("propertyNames")
            names = tuple(limit for _, limit in limits(constraints["propertyNames"], "string"))
        found = limits(constraints, KINDS.get(type(type_), ""))
        return Part(
            builder(self, type_),
            tuple(limit for keyword, limit in found if keyword not in left),
            names,
            self._judge({keyword: plain(constraints[keyword]) for keyword in left}) if left else None,
        )

    def _judge(self, schema: dict[str, Any]) -> ReferenceValidator:
        if self._library is None:
            schemas = {name: self._generator.schema(each) for name, each in self.definitions.items()}
            self._library = Library(schemas, foreign=self.foreign)
            self._library.compile_patterns(*schemas.values())
        self._library.compile_patterns(schema)
        return ReferenceValidator(schema, self._library)

    def of_additional(self, additional: bool | ParameterType) -> Accept:
        """The acceptor of a member that is no property."""
        if isinstance(additional, ParameterType):
            return self.of(additional).accept
        return _anything if additional else _nothing


_SCALARS: Final[Mapping[type[ParameterType], Accept]] = {
    StringType: lambda value, _: isinstance(value, str),
    IntegerType: lambda value, _: is_integer(value),
    FloatType: lambda value, _: is_number(value),
    BooleanType: lambda value, _: value is True or value is False,
    NullType: lambda value, _: value is None,
    AnyType: lambda _, __: True,
}


def acceptor(
    type_: ParameterType, definitions: Mapping[str, ParameterType] = EMPTY, *, foreign: bool = False
) -> Callable[[object], bool]:
    """A fast test whether a JSON value fits a type.

    >>> fits = acceptor(ListType(IntegerType()))
    >>> fits([1, 2.0]), fits([True])
    (True, False)

    Raises:
        DefinitionError: The type refers to a definition that is not there, or has a broken pattern.
    """
    accept = Parts(definitions, foreign=foreign).of(type_).accept
    return lambda value: accept(value, Run())


def _anything(_: Any, __: Run) -> bool:
    return True


def _nothing(_: Any, __: Run) -> bool:
    return False


def _paid(accept: Accept) -> Accept:
    """The acceptor, paid for before it works."""

    def paid(value: Any, run: Run) -> bool:
        if run.fuel is not None:
            run.fuel.spend(1 + len(value) // _MEMBERS_A_STEP if isinstance(value, list | dict) else 1)
        return accept(value, run)

    return paid


def _are_tests(schema: Any) -> bool:
    """Whether a schema of names holds nothing but tests that are made here."""
    return isinstance(schema, dict | EMPTY.__class__) and all(
        keyword in ANNOTATIONS or keyword in KEYWORDS for keyword in schema
    )


def _all_of(
    fits: Accept | None, limits: tuple[Limit, ...], names: tuple[Limit, ...], judge: ReferenceValidator | None
) -> Accept:
    """The acceptor of what fits in every respect, without a step for respects that there are not."""
    if fits is None:
        return lambda value, run: judge is not None and judge.accepts(value, run.fuel)
    if not (limits or names or judge):
        return fits
    tests = tuple(limit.test for limit in limits)

    def accept(value: Any, run: Run) -> bool:
        if not fits(value, run):
            return False
        for test in tests:
            if not test(value):
                return False
        if names and isinstance(value, dict) and not all(limit.test(name) for name in value for limit in names):
            return False
        return judge is None or judge.accepts(value, run.fuel)

    return accept


def _scalar(_: Parts, type_: ParameterType) -> Accept:
    return _SCALARS[type(type_)]


def _enum(_: Parts, type_: EnumType) -> Accept:
    test = choice_test(type_.values)
    return lambda value, _: test(value)


def _list(parts: Parts, type_: ListType) -> Accept:
    accept_item = parts.of(type_.items).accept
    if accept_item is _SCALARS[AnyType]:
        return lambda value, _: isinstance(value, list)

    def accept(value: Any, run: Run) -> bool:
        if not isinstance(value, list):
            return False
        for item in value:  # noqa: SIM110 - a generator would take a frame more at every level
            if not accept_item(item, run):
                return False
        return True

    return accept


def _tuple(parts: Parts, type_: TupleType) -> Accept:
    by_position = tuple(parts.of(each).accept for each in type_.items)
    rest = _nothing if type_.rest is None else parts.of(type_.rest).accept
    least = type_.least

    def accept(value: Any, run: Run) -> bool:
        if not isinstance(value, list) or len(value) < least:
            return False
        for index, item in enumerate(value):
            if not (by_position[index] if index < len(by_position) else rest)(item, run):
                return False
        return True

    return accept


def _object(parts: Parts, type_: ObjectType) -> Accept:
    accept_by_name = {each.name: parts.of(each.type).accept for each in type_.properties}
    required = type_.required
    accept_other = parts.of_additional(type_.additional)

    def accept(value: Any, run: Run) -> bool:
        if not isinstance(value, dict):
            return False
        for name in required:
            if name not in value:
                return False
        for name, each in value.items():  # noqa: SIM110 - as above
            if not accept_by_name.get(name, accept_other)(each, run):
                return False
        return True

    return accept


def _any_of(parts: Parts, type_: AnyOfType) -> Accept:
    options = tuple(parts.of(option).accept for option in type_.options)

    def accept(value: Any, run: Run) -> bool:
        for option in options:  # noqa: SIM110 - as above
            if option(value, run):
                return True
        return False

    return accept


def _reference(parts: Parts, type_: ReferenceType) -> Accept:
    name, named = type_.name, parts.definitions.get(type_.name)
    if named is None:
        raise DefinitionError(f"a reference to {name[:40]!r}, which is not defined")

    def accept(value: Any, run: Run) -> bool:
        key = (name, id(value))
        verdict = run.verdicts.get(key)
        if verdict is None:
            # Until it is known, the answer to the same question asked inside itself is no.
            run.verdicts[key] = False
            verdict = run.verdicts[key] = parts.of(named).accept(value, run)
        return verdict

    return accept


_BUILDERS: Final[Mapping[type[ParameterType], Callable[[Parts, Any], Accept]]] = {
    **dict.fromkeys(_SCALARS, _scalar),
    EnumType: _enum,
    ListType: _list,
    TupleType: _tuple,
    ObjectType: _object,
    AnyOfType: _any_of,
    ReferenceType: _reference,
}
