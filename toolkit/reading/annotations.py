"""Takes one type hint apart: the only place that knows how Python spells types.

`take_apart` peels what stands around a type (Annotated, NewType, Required, Final) and says what is left.
Texts in hints are turned into types before that (evaluation.py).
"""

from __future__ import annotations

import types
import typing
from typing import TYPE_CHECKING, Any, Final

import typing_extensions
import typing_inspect

from toolkit.reading.evaluation import Recurring, alias_evaluated, evaluated_for, refilled, written
from toolkit.reading.fields import facts_from
from toolkit.reading.pydantic_classes import made_by_pydantic
from toolkit.record import EMPTY, Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.reading.fields import Facts

UNION: Final[Any] = typing.Union
LITERAL: Final = typing.Literal
ANY: Final = typing.Any
SELF: Final = typing.Self

# A form of typing takes 1.2 us to say that it lacks an attribute; its class is known at once.
OF_LITERAL: Final[Any] = type(typing.Literal[0])
OF_ANNOTATED: Final[Any] = type(typing.Annotated[int, 0])
_MAY_HOLD_TEXT: Final = (OF_ANNOTATED, typing.NewType, typing.TypeVar)
OF_UNION: Final[Any] = frozenset({types.UnionType, type(typing.Optional[int])})  # noqa: UP045 - two classes before 3.14
_ALIASES: Final = tuple(
    {typing_extensions.TypeAliasType, getattr(typing, "TypeAliasType", typing_extensions.TypeAliasType), Recurring}
)
_VARIADIC: Final = tuple({typing.TypeVarTuple, typing_extensions.TypeVarTuple})
# typing_extensions has forms of its own for what older interpreters lack.
QUALIFIERS: Final[dict[Any, str]] = {
    form: name
    for source in (typing, typing_extensions)
    for name in ("Required", "NotRequired", "ReadOnly", "Final", "ClassVar", "Unpack")
    if (form := getattr(source, name, None)) is not None
}
# No value is of these.
NOTHING: Final = (typing.Never, typing.NoReturn)
# What these make marks a value as absent, for which JSON has no word: sentinels (PEP 661), `...`, that of msgspec.
_ABSENT: Final = frozenset({"builtins.ellipsis", "builtins.sentinel", "msgspec.UnsetType"}).union(
    {"typing_extensions.Sentinel", "typing_extensions.sentinel"}
)
_OF_PARAM_SPEC: Final = (typing.ParamSpecArgs, typing.ParamSpecKwargs)
# Forms that mean a plain type wherever a value is checked. AnyStr as bytes or str would read most words as base64.
_PLAIN_FORMS: Final[dict[Any, Any]] = {
    typing.LiteralString: str,
    typing.AnyStr: str,
    types.NoneType: None,
}


class Hint(Record, is_hot=True):
    """One type hint, taken apart.

    Attributes:
        type: What is left when everything around it is peeled off: `int`, `list[int]`, `int | None`.
        origin: The generic form of a parametrised hint: list for `list[int]`, typing.Union for a union,
            typing.Literal for a Literal; None for a plain class.
        arguments: What stands in its brackets: hints, or the values of a Literal.
        texts: Descriptions that stood around it, the nearest first.
        constraints: Bounds that stood around it, under their names in annotated_types.
        keywords: JSON Schema keywords that stood around it.
        metadata: All other markers of Annotated.
        qualifiers: Which of Required, NotRequired, ReadOnly, Final, ClassVar, Unpack stood around it.
        facts: All that the markers say, with alias and default.
    """

    type: Any
    origin: Any = None
    arguments: tuple[Any, ...] = ()
    texts: tuple[str, ...] = ()
    constraints: Mapping[str, Any] = EMPTY
    keywords: Mapping[str, Any] = EMPTY
    metadata: tuple[Any, ...] = ()
    qualifiers: frozenset[str] = frozenset()
    facts: Facts | None = None

    @property
    def class_(self) -> type | None:
        """The class behind the hint, None for special forms."""
        found = self.type if self.origin is None else self.origin
        # Since 3.14 typing.Union is a class itself.
        return found if isinstance(found, type) and found is not UNION else None

    @property
    def name(self) -> str:
        """Name of the class behind the hint, or the hint as written."""
        return getattr(self.class_, "__name__", "") or written(self.type)

    def is_a(self, *classes: type) -> bool:
        """Whether the class behind the hint is one of these, or derived from one."""
        return self.class_ is not None and issubclass(self.class_, classes)


def take_apart(annotation: Any) -> Hint:
    """The hint, with Annotated, NewType and qualifiers peeled off."""
    kind: Any = type(annotation)
    if kind is type:
        return _HINTS.get(annotation) or Hint(annotation)
    if kind is types.GenericAlias and not annotation.__unpacked__:
        return Hint(annotation, annotation.__origin__, annotation.__args__)
    # What stands around a type takes 10 us to look for; these forms never have it.
    if kind in OF_UNION:
        return Hint(annotation, UNION, annotation.__args__, _texts_beside_none(annotation.__args__))
    if kind is OF_LITERAL:
        return Hint(annotation, LITERAL, annotation.__args__)
    markers: list[Any] = []
    qualifiers: set[str] = set()
    while True:
        origin = typing.get_origin(annotation)
        if origin is typing.Annotated:
            # Outer markers stand further from the type than inner ones.
            markers[:0] = annotation.__metadata__
            annotation = annotation.__origin__
        elif origin in QUALIFIERS:
            qualifiers.add(QUALIFIERS[origin])
            (annotation,) = typing.get_args(annotation)
        elif getattr(annotation, "__unpacked__", False):  # *tuple[int, ...], which PEP 646 writes for Unpack[...]
            qualifiers.add("Unpack")
            annotation = annotation.__origin__[annotation.__args__]
        else:
            inner = _inner(annotation, qualifiers)
            if inner is annotation:
                return _hint(annotation, origin, markers, frozenset(qualifiers))
            annotation = inner


def _texts_beside_none(members: tuple[Any, ...]) -> tuple[str, ...]:
    """The texts of a union's one member beside None: that of `Annotated[str, "City"] | None` describes the whole."""
    if len(members) != 2 or types.NoneType not in members:  # noqa: PLR2004
        return ()
    other = members[members[0] is types.NoneType]
    if type(other) is not type and is_alias(other):
        meant = alias_value(other)  # which may hold the alias itself, deeper inside
        return facts_from(meant.__metadata__).texts if isinstance(meant, OF_ANNOTATED) else ()
    return take_apart(other).texts if isinstance(other, _MAY_HOLD_TEXT) else ()


# Hints are frozen, so the commonest are made once.
_HINTS: Final[dict[type, Hint]] = {
    **{each: Hint(each) for each in (bool, int, float, str, list, dict, set, tuple)},
    types.NoneType: Hint(None),
}


def bare_hint(annotation: Any) -> Hint | None:
    """The hint of a common class with nothing around it, taken apart; None for any other annotation."""
    return _HINTS.get(annotation) if type(annotation) is type else None


def bare_class(annotation: Any) -> type | None:
    """The class that a hint is, taken apart or not, with nothing around it; None for any other hint."""
    if type(annotation) is not Hint:
        return annotation if type(annotation) is type else None
    found = annotation.type
    return found if type(found) is type and _HINTS.get(found) is annotation else None


def _inner(annotation: Any, qualifiers: set[str]) -> Any:
    """What a form without brackets stands for; the annotation itself if it is a type."""
    if isinstance(annotation, _OF_PARAM_SPEC):
        return Any  # P.args and P.kwargs take whatever comes
    if not is_hashable(annotation):
        return annotation
    if annotation in _PLAIN_FORMS:
        return _PLAIN_FORMS[annotation]
    if annotation in QUALIFIERS:
        qualifiers.add(QUALIFIERS[annotation])
        return Any
    return _stood_for(annotation)


def _stood_for(annotation: Any) -> Any:
    """What a name of its own stands for: a NewType, a type variable, a text; any other hint is itself."""
    if typing_inspect.is_new_type(annotation) and hasattr(annotation, "__supertype__"):
        return evaluated_for(annotation, annotation.__supertype__)
    if isinstance(annotation, typing.TypeVar):
        # Of a variable in its own bound Python's typing knows nothing: it would have no end.
        return substituted(evaluated_for(annotation, _type_of_variable(annotation)), {annotation: Any})
    if isinstance(annotation, _VARIADIC):
        return tuple
    # A text inside an alias or a bound, which no namespace was told for.
    return typing.ForwardRef(annotation) if isinstance(annotation, str) else annotation


def _hint(annotation: Any, origin: Any, markers: list[Any], qualifiers: frozenset[str]) -> Hint:
    if is_union(annotation):
        origin = UNION
    if isinstance(origin, type) and not hasattr(annotation, "__args__"):
        annotation, origin = origin, None  # a bare form of typing: List is list, while tuple[()] has arguments, none
    arguments: tuple[Any, ...] = () if origin is None else typing.get_args(annotation)
    inner = _texts_beside_none(arguments) if origin is UNION else ()
    if not markers:
        return Hint(annotation, origin, arguments, inner, qualifiers=qualifiers)
    facts = facts_from(markers)
    texts = facts.texts or inner
    return Hint(annotation, origin, arguments, texts, facts.constraints, facts.keywords, facts.rest, qualifiers, facts)


def is_hashable(value: object) -> bool:
    """Whether a value can be a key; a hint with a list among its markers cannot."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def needs_brackets(annotation: Any) -> bool:
    """Whether it is a form that means nothing without the types in its brackets."""
    return any(annotation is each for each in (UNION, LITERAL, typing.Optional, typing.Annotated, typing.Generic))


def is_union(annotation: Any) -> bool:
    """Whether it is a union, as `X | Y`, Union[X, Y] or Optional[X]."""
    return isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is UNION


def members_of(union: Hint) -> tuple[Any, ...]:
    """The hints of a union, without Never and sentinels, which have no value in JSON, and what is kept from models."""
    return tuple(each for each in union.arguments if not _is_nothing(each))


def _is_nothing(member: Any) -> bool:
    if isinstance(member, OF_ANNOTATED):
        return is_skipped(take_apart(member))
    kind = member if isinstance(member, type) else type(member)
    return marks_absence(kind) or member in NOTHING


def marks_absence(kind: type) -> bool:
    """Whether an object of a class says that a value is absent."""
    return f"{kind.__module__}.{kind.__qualname__}" in _ABSENT


def is_skipped(hint: Hint) -> bool:
    """Whether `SkipJsonSchema` of pydantic keeps it from models: `int | SkipJsonSchema[None]` is an integer to them."""
    return "SkipJsonSchema" in [type(each).__name__ for each in hint.metadata]


def _type_of_variable(variable: Any) -> Any:
    """What an open type variable admits: its default (PEP 696), its constraints, its bound, or anything."""
    default = getattr(variable, "__default__", None)
    if default is not None and default is not getattr(typing_extensions, "NoDefault", None):
        return default
    constraints = typing_inspect.get_constraints(variable)
    if constraints:
        return typing.Union[tuple(constraints)]  # noqa: UP007 - the members are known only at run time
    bound = typing_inspect.get_bound(variable)
    return Any if bound is None else bound


def is_alias(annotation: Any) -> bool:
    """Whether it is a `type X = ...` alias, bare or with arguments, or a name that recurs in what it stands for."""
    return isinstance(annotation, _ALIASES) or isinstance(typing.get_origin(annotation), _ALIASES)


def alias_value(annotation: Any) -> Any:
    """What a `type X[T] = ...` alias stands for, its type variables filled in; Unresolved if a name means nothing."""
    if isinstance(annotation, Recurring):
        return annotation.value
    origin = typing.get_origin(annotation)
    if origin is None:
        return alias_evaluated(annotation)
    return substituted(alias_evaluated(origin), variables_of(annotation))


def variables_of(annotation: Any) -> dict[Any, Any]:
    """What each type variable of a parametrised class or alias stands for."""
    origin = typing.get_origin(annotation)
    if origin is None:
        return {}
    variables = getattr(origin, "__type_params__", ()) or getattr(origin, "__parameters__", ())
    arguments = typing.get_args(annotation)
    at = next((place for place, each in enumerate(variables) if isinstance(each, _VARIADIC)), None)
    if at is None:
        return dict(zip(variables, arguments, strict=False))
    # PEP 646: one variable takes all arguments that the others leave.
    end = len(arguments) - (len(variables) - at - 1)
    around = zip((*variables[:at], *variables[at + 1 :]), (*arguments[:at], *arguments[end:]), strict=False)
    return {**dict(around), variables[at]: arguments[at:end]}


def inherited_arguments(hint: Hint) -> tuple[Any, ...]:
    """The arguments of a container, or those that a class of the user's own gives to the container it derives from.

    >>> class Days(dict[str, int]): ...
    >>> inherited_arguments(Hint(Days))
    (<class 'str'>, <class 'int'>)
    """
    cls = hint.class_
    if cls is None or cls.__module__ in {"builtins", "collections", "collections.abc"}:
        return hint.arguments
    variables = variables_of(hint.type)
    for base in (*cls.__dict__.get("__orig_bases__", ()), *cls.__bases__):
        found = inherited_arguments(take_apart(substituted(base, variables)))
        if found:
            return found
    return ()


def substituted(annotation: Any, variables: Mapping[Any, Any]) -> Any:
    """The hint with type variables replaced, and Self where `variables` has it."""
    if isinstance(annotation, typing.TypeVar) or annotation is SELF:
        return variables.get(annotation, annotation)
    if isinstance(annotation, type):
        return _model_filled(annotation, variables)
    arguments = typing.get_args(annotation)
    origin = typing.get_origin(annotation)
    if not arguments or not variables or origin is LITERAL:
        return annotation
    if origin is typing.Annotated:
        inner = substituted(annotation.__origin__, variables)
        return typing.Annotated[(inner, *annotation.__metadata__)]
    filled = tuple(each for argument in arguments for each in _filled(argument, variables))
    return annotation if filled == arguments else refilled(annotation, filled)


def _model_filled(cls: type, variables: Mapping[Any, Any]) -> Any:
    """The class, or a generic model of pydantic filled in: `Shelf[T]` is a class, and `Shelf` itself for its own T."""
    made = made_by_pydantic(cls)
    if not variables.keys() & {*made.get("parameters", ())}:
        return cls
    origin: Any = made["origin"] or cls
    return origin[tuple(substituted(each, variables) for each in made["args"] or made["parameters"])]


def _filled(argument: Any, variables: Mapping[Any, Any]) -> tuple[Any, ...]:
    """One argument replaced; an unpacked `*Ts` may become any number."""
    if getattr(argument, "__unpacked__", False) is True:
        starred = typing.get_origin(argument)[argument.__args__]
        return (typing_extensions.Unpack[substituted(starred, variables)],)
    if QUALIFIERS.get(typing.get_origin(argument)) == "Unpack":
        (inner,) = typing.get_args(argument)
        if isinstance(inner, _VARIADIC) and inner in variables:
            return tuple(variables[inner])
    return (substituted(argument, variables),)
