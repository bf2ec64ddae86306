"""The general validator: jsonschema on a schema, without network, with exact numbers and, if need be, fuel.

It is the only importer of jsonschema, and imports it when it is first needed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from toolkit.errors import DefinitionError
from toolkit.schema.fuel import Fuel, OutOfFuelError
from toolkit.schema.library import SCHEMA_STEPS, WORK, Library, Work
from toolkit.schema.reports import OUT_OF_FUEL, told
from toolkit.schema.rules import RULES
from toolkit.types.keywords import plain
from toolkit.types.references import plain_references

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calls import Violation
    from toolkit.schema.rules import Errors, Rule

T = TypeVar("T")

_LIMIT: Final = 20


class ReferenceValidator:
    """A schema that accepts or refuses values.

    Args:
        schema: A schema in the words of 2020-12, whose references read `#/$defs/Name`.
        library: What it refers to.
    """

    def __init__(self, schema: Any, library: Library) -> None:
        self._schema, self._library = schema, library
        self._validator: Any = None

    def accepts(self, value: Any, fuel: Fuel | None = None) -> bool:
        """Whether the schema accepts a value; a foreign one refuses what takes more work than there is fuel for.

        Raises:
            OutOfFuelError: The fuel of the caller is spent, or the value is nested too deep to be checked.
        """
        return self._checked(value, fuel, lambda errors: next(errors, None) is None, spent=False)

    def violations(self, value: Any, fuel: Fuel | None = None) -> tuple[Violation, ...]:
        """The faults of a value, each with its path inside it; none if the schema accepts it.

        Raises:
            OutOfFuelError: The fuel of the caller is spent, or the value is nested too deep to be checked.
        """

        def taken(errors: Errors) -> tuple[Violation, ...]:
            found: dict[Violation, None] = {}
            for error in errors:
                found.update(dict.fromkeys(told(error)))
                if len(found) >= _LIMIT:
                    break
            return tuple(found)[:_LIMIT]

        return self._checked(value, fuel, taken, spent=(OUT_OF_FUEL,))

    def _checked(self, value: Any, fuel: Fuel | None, take: Callable[[Errors], T], spent: T) -> T:
        """What `take` makes of the errors, which are found while it asks for them."""
        if fuel is None and self._library.foreign:
            try:
                return self._checked(value, Fuel(), take, spent)
            except OutOfFuelError:
                return spent
        if self._validator is None:
            self._validator = _validator_class()(self._schema, registry=_empty_registry())
        token = WORK.set(Work(self._library, fuel, self._validator.make_error))
        try:
            return take(self._validator.iter_errors(value))
        except RecursionError:
            if fuel is None:
                # The library's own schemas end at the depth of arguments: it is the caller who has spent the stack.
                raise
            raise OutOfFuelError from None
        finally:
            WORK.reset(token)


def reference_validator(schema: Any, *, foreign: bool = False) -> ReferenceValidator:
    """The validator of a schema document.

    Args:
        schema: JSON Schema in 2020-12 or a draft from 6.
        foreign: Whether another party wrote it: patterns then take linear time, and a check ends after
            100,000 steps.

    Raises:
        DefinitionError: The schema is none, refers to something outside, or has a pattern that cannot be
            searched for.
    """
    try:
        root, definitions = plain_references(plain(schema))
    except RecursionError:
        raise DefinitionError("the schema is nested too deep") from None
    library = Library(definitions, foreign=foreign)
    library.compile_patterns(root, *definitions.values())
    return ReferenceValidator(root, library)


def check_schema(schema: Any, *, foreign: bool = False) -> None:
    """Check a schema against the metaschema of its draft, which stands as a table in types/metaschema.py.

    Raises:
        DefinitionError: It breaks a rule; the text names the place. Or as for `reference_validator`.
    """
    if not isinstance(schema, dict | bool):
        raise DefinitionError(f"a value of type {type(schema).__name__} is no JSON Schema", cure="give an object")
    reference_validator(schema, foreign=foreign)


@cache
def _validator_class() -> Any:
    """The validator class of 2020-12, with rules of our own, every one of which is paid for."""
    from jsonschema import Draft202012Validator, ValidationError, validators  # type: ignore[import-untyped] # noqa: PLC0415

    rules = {**Draft202012Validator.VALIDATORS, **RULES}
    made = validators.extend(Draft202012Validator, {keyword: _paid(keyword, rule) for keyword, rule in rules.items()})
    made.descend, made.make_error = _paid_descent(made.descend), ValidationError
    return made


@cache
def _empty_registry() -> Any:
    """A registry that holds nothing and fetches nothing."""
    from referencing import Registry  # noqa: PLC0415

    return Registry()


def _paid(keyword: str, rule: Rule) -> Rule:
    """The rule of a keyword, paid for before it works."""

    def paid(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        WORK.get().spend_on(keyword, value, instance)
        return rule(validator, value, instance, schema)

    return paid


def _paid_descent(descend: Callable[..., Errors]) -> Callable[..., Errors]:
    """What applies a schema to a value, paid for before it does; `false` refuses it without writing it down."""

    def paid(validator: Any, instance: Any, schema: Any, **place: Any) -> Errors:
        work = WORK.get()
        work.spend(1 if schema is True else SCHEMA_STEPS)
        if schema is False:
            steps = {name: (step,) for name, step in place.items()}
            return iter((work.error(validator=None, validator_value=None, instance=instance, schema=False, **steps),))
        return descend(validator, instance, schema, **place)

    return paid
