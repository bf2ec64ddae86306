"""Walk: answers for one hint after another by asking the rows of the type table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import constrained, described
from toolkit.errors import UndescribableParameterError
from toolkit.reading.annotations import (
    UNION,
    Hint,
    alias_value,
    bare_class,
    is_alias,
    is_hashable,
    take_apart,
)
from toolkit.reading.evaluation import Unresolved, unresolved_reference, written
from toolkit.reading.namespaces import annotations_of
from toolkit.reading.signature import unresolved_error
from toolkit.record import MISSING
from toolkit.types.constraints import checked, narrowed, unsaid
from toolkit.types.definitions import Definitions
from toolkit.types.documents import is_json_number
from toolkit.types.dumping import default_as_json, holds_object
from toolkit.types.host_marks import INNER_CURE, fault_of_context, fault_of_marks, fault_of_stand_in
from toolkit.types.keywords import without
from toolkit.types.markers import fault_of_bounds, json_keywords
from toolkit.types.no_types import fault_of_no_type
from toolkit.types.rules import registered
from toolkit.types.scalars import FORMS, SCALARS, is_ordinary
from toolkit.types.table import builtin_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from toolkit.descriptor import ParameterType
    from toolkit.types.host_marks import Fault
    from toolkit.types.rules import Loader, TypeRule

_ABSENT: Final = object()
# How many aliases may stand in one another: one whose arguments grow at each step has no end.
_MAX_ALIASES: Final = 32


class Walk:
    """One walk over the hints of one tool; what types it names, it names once.

    Args:
        tool: Name of the tool, for errors.
        rules: Rows that are asked before all others.
        acceptor: Makes the test whether a value fits a type; only unions need it, and only to load.
        of_results: Whether it describes what is dumped, where a class writes itself otherwise than it is read.

    Attributes:
        definitions: The types that were named so far.
        needs_exact_numbers: Whether a loader wants the text that a number was written with.
    """

    def __init__(
        self,
        tool: str = "",
        rules: Sequence[TypeRule] = (),
        acceptor: Callable[..., Callable[[Any], bool]] | None = None,
        *,
        of_results: bool = False,
    ) -> None:
        self.tool = tool
        self.of_results = of_results
        self.definitions = Definitions()
        self.needs_exact_numbers = False
        self._own = rules
        self._first = (*rules, *registered())
        self._acceptor = acceptor
        self._path: list[str] = []
        # The aliases that are being described with nothing but unions around them.
        self._in_place: tuple[Hashable, ...] = ()
        self._aliases = 0
        self._loaders: dict[Hashable, Any] = {}
        # Hints that are known by their ids, which nothing else gets as long as they are there.
        self._held: dict[int, Any] = {}

    def rule_for(self, hint: Hint) -> TypeRule:
        """The row of a hint.

        Raises:
            UndescribableParameterError: No row is for it.
        """
        own = next((rule for rule in self._first if rule.matches(hint)), None) if self._first else None
        if own is not None:
            return own
        fault = fault_of_context(hint.class_)
        found = None if fault else builtin_rule(hint)
        if found is None:
            raise self.undescribable(hint, *self._of_host(fault) or ())
        return found

    def undescribable(self, hint: Hint, reason: str = "", cure: str = "") -> UndescribableParameterError:
        """The error for a hint that no schema describes."""
        if isinstance(hint.type, Unresolved):  # of a NewType
            return unresolved_error(self._place(), hint.type, self.tool)
        said, instead = fault_of_no_type(hint.type) or ("", "")
        if _has_bare_fields(hint.class_):
            instead = f"write @dataclass above class {hint.name}"
        type_ = written(hint.type)
        others = ""
        if len(self._path) == 1:
            hide = f'hide it with exclude_from_schema={{"{self._path[0]}"}} if it has a default, '
            others = f"inject it with Annotated[{type_}, Inject(...)], {hide}"
        return UndescribableParameterError(
            self._place() or "return",
            reason or said or f"no schema for {type_}",
            tool=self.tool,
            cure=cure or instead or f"annotate a type that JSON can hold, {others}or register a TypeRule",
        )

    def require_unmarked(self, hint: Hint, marks: Iterable[Any], at: str = "") -> None:
        """Refuse a hint beside which stands that a host fills the value, unless it is a result's.

        Raises:
            UndescribableParameterError: One does, where it has no effect.
        """
        self._require_none(self._of_host(fault_of_marks(marks) or fault_of_context(hint.class_), at), hint, at)

    def require_default(self, hint: Hint, default: Any, at: str) -> None:
        """Refuse a default that is no value which may arrive, unless it is a result's.

        Raises:
            UndescribableParameterError: It is a mark of what a host fills, or stands for another.
        """
        self._require_none(self._of_host(fault_of_marks((default,)), at), hint, at)
        self._require_none(fault_of_stand_in(default), hint, at)

    def _of_host(self, fault: Fault | None, at: str = "") -> Fault | None:
        """What is wrong with what a host fills; inside of a type nothing of this library has an effect, either."""
        is_inside = len(self._path) + bool(at) > 1
        return (fault[0], INNER_CURE) if fault and is_inside else fault

    def _require_none(self, fault: Fault | None, hint: Hint, at: str) -> None:
        if fault is None or self.of_results:
            return
        self._path += [at] if at else []
        raise self.undescribable(hint, *fault)

    def unresolved(self, hint: Hint, name: str) -> UndescribableParameterError:
        """The error for a class in which a name means nothing yet."""
        return unresolved_error(self._place(), Unresolved(written(hint.type), name), self.tool)

    def _place(self) -> str:
        """Where the walk is, as `stops[].city`."""
        return ".".join(self._path).replace(".[", "[")

    def describe(self, annotation: Any, at: str = "") -> ParameterType:
        """The ParameterType of a hint.

        Args:
            annotation: The hint, or one that is taken apart already.
            at: Name of the parameter or field that it stands at, for errors.

        Raises:
            UndescribableParameterError: The hint, or one inside it, has no schema or no meaning.
        """
        scalar = None if self._first else SCALARS.get(bare_class(annotation))
        if scalar is not None:
            return scalar
        if at:
            self._path.append(at)
        try:
            hint = self._taken_apart(annotation)
            if hint.metadata:
                self.require_unmarked(hint, hint.metadata)
            type_ = self._described(hint)
            return self._with_markers(type_, hint) if hint.constraints or hint.keywords or hint.texts else type_
        finally:
            if at:
                self._path.pop()

    def _taken_apart(self, annotation: Any) -> Hint:
        if isinstance(annotation, Unresolved):
            raise unresolved_error(self._place(), annotation, self.tool)
        hint = annotation if isinstance(annotation, Hint) else take_apart(annotation)
        text = unresolved_reference(hint.type) if hint.origin is None and type(hint.type) is not type else None
        if text is not None:
            raise unresolved_error(self._place(), Unresolved(text, text), self.tool)
        return hint

    def _described(self, hint: Hint) -> ParameterType:
        if self._first or not is_ordinary(hint):
            return self._described_anew(hint)
        form = (hint.origin, hint.arguments, self.of_results)
        found = FORMS.get(form)
        if found is None:
            found = FORMS[form] = self._described_anew(hint)
        return found

    def _described_anew(self, hint: Hint) -> ParameterType:
        if hint.class_ is None and is_alias(hint.type):
            return self._described_alias(hint)
        rule = self.rule_for(hint)
        if not self._in_place or hint.origin is UNION:
            return rule.describe(hint, self)
        # What stands inside of it is another value.
        before, self._in_place = self._in_place, ()
        try:
            return rule.describe(hint, self)
        finally:
            self._in_place = before

    def _described_alias(self, hint: Hint) -> ParameterType:
        """What a `type X = ...` alias stands for; one that comes to itself, or to no end, describes nothing."""
        key = self._key(hint)
        if key in self._in_place or self._aliases >= _MAX_ALIASES:
            name = _plain_name(hint)
            cure = f"put {name} inside of something that can be empty, such as list[{name}]"
            raise self.undescribable(hint, f"the type {name} refers to itself without end", cure)
        before = self._in_place
        self._in_place = (*before, key)
        self._aliases += 1
        try:
            return self.definitions.if_needed(key, _plain_name(hint), lambda: self.describe(alias_value(hint.type)))
        finally:
            self._in_place = before
            self._aliases -= 1

    def describe_named(self, hint: Hint, build: Callable[[str], ParameterType]) -> ParameterType:
        """A reference to the type that `build` makes of its name; it is put in place later if it is used once."""
        return self.definitions.named(self._key(hint), _plain_name(hint), build)

    def _key(self, hint: Hint) -> Hashable:
        """What two uses of one hint share; a hint that cannot be a key is known by its identity."""
        if type(hint.type) is type or is_hashable(hint.type):
            return hint.type  # type: ignore[no-any-return]
        self._held[id(hint.type)] = hint.type
        return id(hint.type)

    def _with_markers(self, type_: ParameterType, hint: Hint) -> ParameterType:
        if hint.constraints or hint.keywords:
            keywords, fault = json_keywords(hint.keywords, self._own)
            fault = fault_of_bounds(hint) or fault
            if fault:
                raise self.undescribable(hint, fault, "mend what stands beside the type")
            type_ = constrained(narrowed(type_, _told_bounds(hint), self.definitions.types), keywords)
        return described(type_, hint.texts[0]) if hint.texts else type_

    def default_as_json(self, default: Any, type_: ParameterType) -> Any:
        """A default value as JSON, MISSING if JSON cannot hold it or the type does not admit it."""
        if default is MISSING or type(default) is bool or (type(default) is int and is_json_number(default)):
            return default
        if type(default) is str and type_ is SCALARS[str] and default.isascii() and not self._first:
            return default
        found = default_as_json(default, type_, self._own)
        # It is written as arguments are, and an object in it may be written otherwise in results.
        return MISSING if self.of_results and holds_object(found) else found

    def load(self, annotation: Any) -> Loader | None:
        """The loader of a hint: checked JSON -> Python value; None to hand it over as it is."""
        hint = self._taken_apart(annotation)
        load = self._loader(hint)
        bounds = self._bounds_to_check(hint) if hint.constraints else {}
        return checked(load, bounds, of_union=hint.origin is UNION) if bounds else load

    def _loader(self, hint: Hint) -> Loader | None:
        key = (self._key(hint), hint.metadata)
        if not is_hashable(key):
            return self._built_loader(hint)
        found = self._loaders.get(key, _ABSENT)
        if found is _ABSENT:
            cell: list[Loader | None] = []
            # A type that contains itself meets this stand-in while its own loader is being built.
            self._loaders[key] = lambda value: value if cell[0] is None else cell[0](value)
            cell.append(self._built_loader(hint))
            self._loaders[key] = found = cell[0]
        return found  # type: ignore[no-any-return]

    def _built_loader(self, hint: Hint) -> Loader | None:
        if is_alias(hint.type):
            return self.load(alias_value(hint.type))
        return self.rule_for(hint).load(hint, self)

    def _bounds_to_check(self, hint: Hint) -> dict[str, Any]:
        """The bounds that the schema leaves open, and those that hold of what is made of the value.

        Validators may change it, and of equal items a set keeps one.
        """
        type_ = self.describe(Hint(hint.type, hint.origin, hint.arguments))
        bounds = unsaid(type_, hint.constraints, self.definitions.types)
        late = hint.facts.late if hint.facts else ()
        if hint.is_a(set, frozenset):
            late = (*late, *(name for name in hint.constraints if name.endswith("_length")))
        return bounds | {name: hint.constraints[name] for name in late}

    def accepts(self, annotation: Any) -> Callable[[Any], bool]:
        """The test whether a JSON value fits a hint's schema; compiled when first used."""
        type_ = self.describe(annotation)
        compiled: list[Callable[[Any], bool]] = []

        def accepts(value: Any) -> bool:
            if not compiled:
                if self._acceptor is None:
                    raise TypeError("this walk describes only")
                compiled.append(self._acceptor(type_, self.definitions.types))
            return compiled[0](value)

        return accepts


def plain_scalar(annotation: Any, rules: Sequence[TypeRule]) -> ParameterType | None:
    """The type of a bare `int`, `str` and the like, for which no walk has to be made; None for any other hint.

    Args:
        annotation: The hint.
        rules: Rows that would be asked before all others.
    """
    return None if rules or registered() else SCALARS.get(bare_class(annotation))


def _told_bounds(hint: Hint) -> Mapping[str, Any]:
    """The bounds that a schema tells: a pattern beside a BeforeValidator is one for the text which that makes."""
    is_made_before = any(type(each).__name__ == "BeforeValidator" for each in hint.metadata)
    return without(hint.constraints, "pattern") if is_made_before else hint.constraints


def _has_bare_fields(cls: type | None) -> bool:
    """Whether a class annotates fields in its body, and nothing makes a constructor of them."""
    return (
        cls is not None
        and vars(cls).get("__init__") is None
        and cls.__bases__ == (object,)
        and bool(annotations_of(cls))
    )


def _plain_name(hint: Hint) -> str:
    """The name of the class or alias behind the hint, without its arguments."""
    name = getattr(hint.type, "__name__", None) or hint.name
    return str(name).partition("[")[0]
