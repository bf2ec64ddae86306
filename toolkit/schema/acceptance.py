"""Acceptors: a ParameterType compiled to a function that says whether a value fits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import ParameterType
from toolkit.errors import DefinitionError
from toolkit.record import EMPTY
from toolkit.schema.constraints import APART, COSTLY, ENTANGLED, KEYWORDS, Limit, limits
from toolkit.schema.fuel import Fuel, OutOfFuelError
from toolkit.schema.generator import SchemaGenerator
from toolkit.schema.kinds import KINDS
from toolkit.schema.library import Library
from toolkit.schema.members import names_in_place
from toolkit.schema.reference import ReferenceValidator
from toolkit.schema.structures import BUILDERS, SCALARS, Accept, Run, anything, nothing, undefined
from toolkit.types.keywords import ANNOTATIONS, definition_names, plain

if TYPE_CHECKING:
    from collections.abc import Callable

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
        type: The type.
        outline: What an explanation needs of the type; None until it is asked for.
    """

    __slots__ = ("accept", "fits", "judge", "limits", "names", "outline", "type")

    def __init__(
        self,
        type_: ParameterType,
        fits: Accept | None,
        limits: tuple[Limit, ...] = (),
        names: tuple[Limit, ...] = (),
        judge: ReferenceValidator | None = None,
    ) -> None:
        self.fits, self.limits, self.names, self.judge = fits, limits, names, judge
        self.accept = _all_of(fits, limits, names, judge)
        self.type = type_
        self.outline: Any = None


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
        self._generator = SchemaGenerator()
        self._is_complete = False

    def of(self, type_: ParameterType) -> Part:
        """The part of a type.

        Raises:
            DefinitionError: It refers to a definition that is not there, or has a broken pattern.
        """
        made = self._made.get(id(type_))
        if made is None:
            part = self._part(type_)
            if self.foreign and type(type_) not in SCALARS:
                part.accept = _paid(part.accept)
            # Last, when it is whole: other threads may ask for the same.
            made = self._made[id(type_)] = (type_, part)
        return made[1]

    def complete(self) -> None:
        """Make the parts of all definitions, so that a fault in them shows at once.

        Raises:
            DefinitionError: As for `of`; or a definition refers to itself without going deeper into the value.
        """
        if self._is_complete:
            return
        for each in self.definitions.values():
            self.of(each)
        try:
            TopologicalSorter({name: names_in_place(each) for name, each in self.definitions.items()}).prepare()
        except CycleError as error:
            raise DefinitionError(f"the type {error.args[1][0]!r} refers to itself without end") from None
        self._is_complete = True

    def acceptor(self, type_: ParameterType) -> Callable[[object], bool]:
        """A fast test whether a JSON value fits a type.

        >>> from toolkit.descriptor import IntegerType, ListType
        >>> fits = Parts().acceptor(ListType(IntegerType()))
        >>> fits([1, 2.0]), fits([True])
        (True, False)

        Raises:
            DefinitionError: As for `complete`.
        """
        accept, foreign = self.of(type_).accept, self.foreign
        self.complete()

        def accepts(value: object) -> bool:
            try:
                return accept(value, Run(Fuel() if foreign else None))
            except OutOfFuelError:
                return False

        return accepts

    def _part(self, type_: ParameterType) -> Part:
        builder = BUILDERS.get(type(type_))
        constraints = type_.constraints
        if builder is None or constraints.keys() & ENTANGLED:
            return Part(type_, None, judge=self._judge(self._generator.schema(type_)))
        left = {keyword for keyword in constraints if keyword in APART or (self.foreign and keyword in COSTLY)}
        names: tuple[Limit, ...] = ()
        if "propertyNames" in left and _are_tests(constraints["propertyNames"]) and not self.foreign:
            left.discard("propertyNames")
            names = tuple(limits(constraints["propertyNames"], "string"))
        # A pattern that is left may be one that RE2 reads and Python does not.
        tested = {keyword: argument for keyword, argument in constraints.items() if keyword not in left}
        return Part(
            type_,
            builder(self, type_),
            tuple(limits(tested, KINDS.get(type(type_), ""))),
            names,
            self._judge({keyword: plain(constraints[keyword]) for keyword in left}) if left else None,
        )

    @cached_property
    def _library(self) -> Library:
        """The definitions as schemas."""
        return Library(
            {name: self._generator.schema(each) for name, each in self.definitions.items()}, foreign=self.foreign
        )

    def _judge(self, schema: dict[str, Any]) -> ReferenceValidator:
        for name in definition_names(schema) - self.definitions.keys():
            raise undefined(name)
        self._library.compile_patterns(schema)
        return ReferenceValidator(schema, self._library)

    def of_additional(self, additional: bool | ParameterType) -> Accept:
        """The acceptor of a member that is no property."""
        if isinstance(additional, ParameterType):
            return self.of(additional).accept
        return anything if additional else nothing


def _paid(accept: Accept) -> Accept:
    """The acceptor, paid for before it works."""

    def paid(value: Any, run: Run) -> bool:
        run.spend(1 + len(value) // _MEMBERS_A_STEP if isinstance(value, list | dict) else 1)
        return accept(value, run)

    return paid


def _are_tests(schema: Any) -> bool:
    """Whether a schema of names holds nothing but tests that are made here."""
    return isinstance(schema, Mapping) and all(keyword in ANNOTATIONS or keyword in KEYWORDS for keyword in schema)


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
