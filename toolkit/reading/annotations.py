"""Takes one type hint apart: the only place that knows how Python spells types.

`take_apart` peels what stands around a type (Annotated, NewType, Required, Final) and says what is left.
`evaluated` turns texts and forward references into types, in the namespaces where their author stood.
"""

from __future__ import annotations

import sys
import types
import typing
from typing import TYPE_CHECKING, Any, Final

import typing_extensions
import typing_inspect

from toolkit.reading.fields import facts_from
from toolkit.record import EMPTY, MISSING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.reading.fields import Facts

UNION: Final = typing.Union
LITERAL: Final = typing.Literal
ANY: Final = typing.Any
UNPACK: Final = typing_extensions.Unpack

_ALIASES: Final = tuple(
    {typing_extensions.TypeAliasType, getattr(typing, "TypeAliasType", typing_extensions.TypeAliasType)}
)
# typing_extensions has forms of its own for what older interpreters lack.
_QUALIFIERS: Final[dict[Any, str]] = {
    form: name
    for source in (typing, typing_extensions)
    for name in ("Required", "NotRequired", "ReadOnly", "Final", "ClassVar", "Unpack")
    if (form := getattr(source, name, None)) is not None
}


class Hint(Record):
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
        return found if isinstance(found, type) else None

    def is_a(self, *classes: type) -> bool:
        """Whether the class behind the hint is one of these, or derived from one."""
        return self.class_ is not None and issubclass(self.class_, classes)


class Unresolved(Record):
    """A hint whose names mean nothing (yet).

    Attributes:
        text: The hint as it was written.
        name: The name that is not defined.
    """

    text: str
    name: str


def take_apart(annotation: Any) -> Hint:
    """The hint, with Annotated, NewType and qualifiers peeled off."""
    markers: list[Any] = []
    qualifiers: set[str] = set()
    while True:
        origin = typing.get_origin(annotation)
        if origin is typing.Annotated:
            # Outer markers stand further from the type than inner ones.
            markers[:0] = annotation.__metadata__
            annotation = annotation.__origin__
        elif origin in _QUALIFIERS:
            qualifiers.add(_QUALIFIERS[origin])
            (annotation,) = typing.get_args(annotation)
        elif annotation in _QUALIFIERS if _is_hashable(annotation) else False:
            qualifiers.add(_QUALIFIERS[annotation])
            annotation = Any
        elif typing_inspect.is_new_type(annotation) and hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
        elif isinstance(annotation, typing.TypeVar):
            annotation = _type_of_variable(annotation)
        elif isinstance(annotation, str):
            # A text inside an alias or a bound, which no namespace was told for.
            annotation = typing.ForwardRef(annotation)
        else:
            break
    return _hint(annotation, markers, frozenset(qualifiers))


def _hint(annotation: Any, markers: list[Any], qualifiers: frozenset[str]) -> Hint:
    if annotation is types.NoneType:
        annotation = None
    origin = typing.get_origin(annotation)
    if typing_inspect.is_union_type(annotation):
        origin = UNION
    elif typing_inspect.is_literal_type(annotation):
        origin = LITERAL
    arguments = typing.get_args(annotation) if origin is not None else ()
    if not markers:
        return Hint(annotation, origin, arguments, qualifiers=qualifiers)
    facts = facts_from(markers)
    return Hint(
        annotation, origin, arguments, facts.texts, facts.constraints, facts.keywords, facts.rest, qualifiers, facts
    )


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


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
    """Whether it is a `type X = ...` alias, bare or with arguments."""
    return isinstance(annotation, _ALIASES) or isinstance(typing.get_origin(annotation), _ALIASES)


def alias_value(annotation: Any) -> Any:
    """What a `type X[T] = ...` alias stands for, its type variables filled in."""
    origin = typing.get_origin(annotation)
    if origin is None:
        return _own_names_evaluated(annotation)
    return substituted(_own_names_evaluated(origin), variables_of(annotation))


def _own_names_evaluated(alias: Any) -> Any:
    """The alias's value with texts inside it evaluated where the alias was defined."""
    module = sys.modules.get(getattr(alias, "__module__", "") or "")
    value = alias.__value__
    found = evaluated(value, vars(module) if module else {}, {alias.__name__: alias})
    return value if isinstance(found, Unresolved) else found


def variables_of(annotation: Any) -> dict[Any, Any]:
    """What each type variable of a parametrised class or alias stands for."""
    origin = typing.get_origin(annotation)
    if origin is None:
        return {}
    variables = getattr(origin, "__type_params__", ()) or getattr(origin, "__parameters__", ())
    arguments = typing.get_args(annotation)
    if len(variables) == 1 and isinstance(variables[0], typing.TypeVarTuple):
        return {variables[0]: arguments}
    return dict(zip(variables, arguments, strict=False))


def substituted(annotation: Any, variables: Mapping[Any, Any]) -> Any:
    """The hint with type variables replaced."""
    if not variables:
        return annotation
    if isinstance(annotation, typing.TypeVar):
        return variables.get(annotation, annotation)
    arguments = typing.get_args(annotation)
    origin = typing.get_origin(annotation)
    if not arguments or origin is LITERAL:
        return annotation
    if origin is typing.Annotated:
        inner = substituted(annotation.__origin__, variables)
        return typing.Annotated[(inner, *annotation.__metadata__)]
    filled = tuple(each for argument in arguments for each in _filled(argument, variables))
    if filled == arguments:
        return annotation
    if typing_inspect.is_union_type(annotation):
        return typing.Union[filled]  # noqa: UP007 - the members are known only at run time
    return _parametrised(annotation, origin, filled)


def _filled(argument: Any, variables: Mapping[Any, Any]) -> tuple[Any, ...]:
    """One argument replaced; an unpacked `*Ts` may become any number."""
    if typing.get_origin(argument) is UNPACK or getattr(argument, "__unpacked__", False):
        inner = typing.get_args(argument)
        if inner and inner[0] in variables:
            return tuple(variables[inner[0]])
    return (substituted(argument, variables),)


def _parametrised(annotation: Any, origin: Any, arguments: tuple[Any, ...]) -> Any:
    maker = getattr(annotation, "copy_with", None)
    if maker is not None:
        return maker(arguments)
    return origin[arguments if len(arguments) > 1 else arguments[0]]


def evaluated(annotation: Any, globals_: Mapping[str, Any], locals_: Mapping[str, Any]) -> Any:
    """The hint with all texts and forward references in it resolved.

    Args:
        annotation: A hint, a text, or a hint with texts inside.
        globals_: Namespace of the module that its author wrote in.
        locals_: Names nearer than these: type parameters, enclosing functions and classes.

    Returns:
        The hint, or an Unresolved that says which name is not defined.
    """
    if isinstance(annotation, type) and typing.get_origin(annotation) is None:
        return annotation
    holder = types.SimpleNamespace(__annotations__={"hint": annotation})
    try:
        resolve: Callable[..., dict[str, Any]] = typing.get_type_hints
        names = globals_ if isinstance(globals_, dict) else dict(globals_)
        return resolve(holder, names, dict(locals_), include_extras=True)["hint"]
    except (NameError, SyntaxError, AttributeError, TypeError) as error:
        text = annotation if isinstance(annotation, str) else getattr(annotation, "__forward_arg__", repr(annotation))
        return Unresolved(text, getattr(error, "name", None) or text)


def is_typed_dict(hint_type: Any) -> bool:
    """Whether it is a TypedDict of typing or typing_extensions."""
    return isinstance(hint_type, type) and typing_extensions.is_typeddict(hint_type)


def unresolved_reference(annotation: Any) -> str | None:
    """The text of a forward reference that nothing resolved, None for any other hint."""
    return annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else None


def written(annotation: Any) -> str:
    """The hint as its author would write it: `int`, `list[Stop]`, without module names."""
    if annotation is MISSING:
        return ""
    if isinstance(annotation, Unresolved):
        return annotation.text
    if isinstance(annotation, type) and typing.get_origin(annotation) is None:
        return "None" if annotation is types.NoneType else annotation.__qualname__.rpartition("<locals>.")[2]
    return str(annotation).replace("typing.", "")
