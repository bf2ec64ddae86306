"""Walk: answers for one hint after another by asking the rows of the type table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import constrained, described
from toolkit.errors import UndescribableParameterError
from toolkit.reading.annotations import Hint, alias_value, is_alias, take_apart
from toolkit.reading.evaluation import Unresolved, unresolved_reference, written
from toolkit.reading.signature import unresolved_error
from toolkit.types.constraints import checked, is_said_whole, narrowed
from toolkit.types.definitions import Definitions
from toolkit.types.dumping import default_as_json
from toolkit.types.rules import registered
from toolkit.types.table import BUILTIN

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from toolkit.descriptor import ParameterType
    from toolkit.types.rules import Loader, TypeRule

_ABSENT: Final = object()


class Walk:
    """One walk over the hints of one tool; what types it names, it names once.

    Args:
        tool: Name of the tool, for errors.
        rules: Rows that are asked before all others.
        acceptor: Makes the test whether a value fits a type; only unions need it, and only to load.

    Attributes:
        definitions: The types that were named so far.
        needs_exact_numbers: Whether a loader wants the text that a number was written with.
    """

    def __init__(
        self,
        tool: str = "",
        rules: tuple[TypeRule, ...] = (),
        acceptor: Callable[..., Callable[[Any], bool]] | None = None,
    ) -> None:
        self.tool = tool
        self.definitions = Definitions()
        self._own = rules
        self._rules = (*rules, *registered(), *BUILTIN)
        self.needs_exact_numbers = False
        self._acceptor = acceptor
        self._path: list[str] = []
        self._loaders: dict[Hashable, Any] = {}

    def rule_for(self, hint: Hint) -> TypeRule:
        """The row of a hint.

        Raises:
            UndescribableParameterError: No row is for it.
        """
        for rule in self._rules:
            if rule.matches(hint):
                return rule
        raise self.undescribable(hint)

    def undescribable(self, hint: Hint, reason: str = "", cure: str = "") -> UndescribableParameterError:
        """The error for a hint that no schema describes."""
        type_ = written(hint.type)
        name = type_.rpartition(".")[2]
        return UndescribableParameterError(
            ".".join(self._path) or "return",
            reason or f"no schema for {type_}",
            tool=self.tool,
            cure=cure
            or f"annotate a type that JSON can hold, inject it with Annotated[{name}, Inject(...)], or register a TypeRule",
        )

    def describe(self, annotation: Any, at: str = "") -> ParameterType:
        """The ParameterType of a hint.

        Args:
            annotation: The hint, or one that is taken apart already.
            at: Name of the parameter or field that it stands at, for errors.

        Raises:
            UndescribableParameterError: The hint, or one inside it, has no schema or no meaning.
        """
        if at:
            self._path.append(at)
        try:
            hint = self._taken_apart(annotation)
            return self._with_markers(self._described(hint), hint)
        finally:
            if at:
                self._path.pop()

    def _taken_apart(self, annotation: Any) -> Hint:
        if isinstance(annotation, Unresolved):
            raise unresolved_error(".".join(self._path), annotation, self.tool)
        hint = annotation if isinstance(annotation, Hint) else take_apart(annotation)
        text = unresolved_reference(hint.type)
        if text is not None:
            raise unresolved_error(".".join(self._path), Unresolved(text, text), self.tool)
        return hint

    def _described(self, hint: Hint) -> ParameterType:
        if is_alias(hint.type):
            alias = getattr(hint.type, "__name__", "alias")
            return self.definitions.if_recursive(hint.type, alias, lambda: self.describe(alias_value(hint.type)))
        return self.rule_for(hint).describe(hint, self)

    def _with_markers(self, type_: ParameterType, hint: Hint) -> ParameterType:
        type_ = narrowed(type_, hint.constraints)
        if hint.keywords:
            type_ = constrained(type_, hint.keywords)
        return described(type_, hint.texts[0]) if hint.texts else type_

    def default_as_json(self, default: Any, type_: ParameterType) -> Any:
        """A default value as JSON, MISSING if JSON cannot hold it or the type does not admit it."""
        return default_as_json(default, type_, self._own)

    def load(self, annotation: Any) -> Loader | None:
        """The loader of a hint: checked JSON -> Python value; None to hand it over as it is."""
        hint = self._taken_apart(annotation)
        load = self._loader(hint)
        if hint.constraints and not self._is_checked_by_schema(hint, load):
            return checked(load, hint.constraints)
        return load

    def _loader(self, hint: Hint) -> Loader | None:
        key = hint.type if hint.type.__hash__ is not None else id(hint.type)
        key = (key, hint.metadata) if hint.metadata else key
        try:
            found = self._loaders.get(key, _ABSENT)
        except TypeError:  # an argument of the hint, or a marker, cannot be hashed
            return self._built_loader(hint)
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

    def _is_checked_by_schema(self, hint: Hint, load: Loader | None) -> bool:
        """Whether the schema says all the bounds, on a value that the loader does not make shorter."""
        collapses = hint.is_a(set, frozenset)
        return not collapses and is_said_whole(
            self.describe(Hint(hint.type, hint.origin, hint.arguments)), hint.constraints
        )

    def accepts(self, annotation: Any) -> Callable[[Any], bool]:
        """The test whether a JSON value fits a hint's schema; compiled when first used."""
        type_ = self.describe(annotation)
        compiled: list[Callable[[Any], bool]] = []

        def accepts(value: Any) -> bool:
            if not compiled:
                if self._acceptor is None:
                    message = "this walk describes only"
                    raise TypeError(message)
                compiled.append(self._acceptor(type_, self.definitions.types))
            return compiled[0](value)

        return accepts
