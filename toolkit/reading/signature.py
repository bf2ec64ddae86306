"""A callable of any kind -> its parameters in order, with resolved hints."""

from __future__ import annotations

import functools
import inspect
import sys
import types
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.errors import DefinitionError, UndescribableParameterError
from toolkit.reading.annotations import substituted
from toolkit.reading.callables import (
    applied_names,
    call_docstring_of,
    callable_name,
    called_on,
    constructor_names,
    docstring_of,
    innermost,
    parameter_names,
    undecorated,
)
from toolkit.reading.dedenting import own_docstring
from toolkit.reading.evaluation import Unresolved, evaluated, holds_text
from toolkit.reading.namespaces import annotations_of, function_names, variables_of_method
from toolkit.reading.wrappers import called, inspected
from toolkit.record import EMPTY, MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

POSITIONAL_ONLY: Final = inspect.Parameter.POSITIONAL_ONLY
POSITIONAL_OR_KEYWORD: Final = inspect.Parameter.POSITIONAL_OR_KEYWORD
VAR_POSITIONAL: Final = inspect.Parameter.VAR_POSITIONAL
KEYWORD_ONLY: Final = inspect.Parameter.KEYWORD_ONLY
VAR_KEYWORD: Final = inspect.Parameter.VAR_KEYWORD


class Parameter(NamedTuple):
    """One parameter of a callable.

    Attributes:
        name: Its name.
        kind: How Python takes it, one of the five kinds of inspect.
        annotation: The resolved hint; MISSING without one; Unresolved if a name in it means nothing.
        default: The default value, MISSING without one.
        is_inherited: Whether the hint is that of an overridden method, so that its text yields to the docstring.
    """

    name: str
    kind: Any
    annotation: Any = MISSING
    default: Any = MISSING
    is_inherited: bool = False


class Signature(NamedTuple):
    """What a callable takes and gives back.

    Attributes:
        name: Its own name, "" if it has none that a tool may have.
        parameters: What a caller fills, in order; bound and partially applied ones are left out.
        returns: The resolved return hint; MISSING without one, and where a name in it means nothing.
        docstring: Its dedented docstring, "" without one.
        call_docstring: What the `__call__` of an object says beside its class, "" if it is no such object.
        constructor_names: What the class of a callable object was made with; its docstring may document them.
        filled_names: What else its docstring may document, as callers need not fill it: self, what a partial has bound,
            what a decorator gives.
        is_method: Whether it is the plain function of a method, which lacks its first argument.
        is_final: Whether reading it again would give the same: False while a name in one of its hints means
            nothing yet.
    """

    name: str
    parameters: tuple[Parameter, ...]
    returns: Any = MISSING
    docstring: str = ""
    call_docstring: str = ""
    constructor_names: tuple[str, ...] = ()
    filled_names: tuple[str, ...] = ()
    is_method: bool = False
    is_final: bool = True


def read_signature(target: Any) -> Signature:
    """The signature of a function, method, partial or callable object.

    Raises:
        DefinitionError: It cannot be called, is a class, or keeps its signature to itself.
    """
    target = undecorated(target)
    name = callable_name(target)
    if is_plain_function(target) and not may_be_method(target):
        return _signature_of_function(target, name)
    if isinstance(target, type):
        raise class_error(target)
    if not callable(target):
        raise uncallable_error(target, name)
    is_plain = is_plain_function(target)
    raw = _own_signature(target, annotations_of(target)) if is_plain else _inspected(target, name)
    parameters, returns = _resolved(raw, target, None if is_plain else called_on(target))
    is_method = _is_method(target, parameters)
    is_final = not any(map(_means_nothing_yet, _hints_of(parameters, returns)))
    returns = MISSING if isinstance(returns, Unresolved) else returns
    parameters = parameters[1:] if is_method else parameters
    text = docstring_of(target)
    filled = () if is_plain and not is_method else _filled_names(target, parameters)
    is_function = type(target) is types.FunctionType
    of_class = ("", ()) if is_function else (call_docstring_of(target), constructor_names(target))
    return Signature(name, parameters, returns, text, *of_class, filled, is_method, is_final)


def _signature_of_function(function: types.FunctionType, name: str) -> Signature:
    """The signature of a plain function that stands in no class, as nearly all tools are made of."""
    annotations = annotations_of(function)
    parameters, returns = _own_signature(function, annotations)
    is_final = True
    if {*map(type, annotations.values())} != {type} and any(map(holds_text, annotations.values())):
        parameters, returns = _evaluated((parameters, returns), function, None)
        is_final = not any(map(_means_nothing_yet, _hints_of(parameters, returns)))
        returns = MISSING if isinstance(returns, Unresolved) else returns
    return Signature(name, tuple(parameters), returns, docstring_of(function), is_final=is_final)


def _means_nothing_yet(hint: Any) -> bool:
    return isinstance(hint, Unresolved) and bool(hint.name)


def with_class_docstring(read: Signature, instance: Any) -> Signature:
    """The signature of a method whose class documents its parameters as well, as that of a callable object may."""
    text, made_with = own_docstring(type(instance)), constructor_names(instance)
    return read._replace(docstring=text, call_docstring=read.docstring, constructor_names=made_with) if text else read


def _filled_names(target: Any, parameters: tuple[Parameter, ...]) -> tuple[str, ...]:
    left = {each.name for each in parameters}
    names = [*parameter_names(target), *applied_names(target)]
    return tuple(name for name in dict.fromkeys(names) if name not in left)


def class_error(cls: type) -> DefinitionError:
    """The error for a class in the place of a function."""
    cure = next((cure for mark, cure in _CLASS_CURES.items() if hasattr(cls, mark)), _CLASS_CURE)
    return DefinitionError("a class is no tool by itself", tool=cls.__name__, cure=cure.format(cls.__name__))


_CLASS_CURE: Final = (
    "give a function that makes an instance, derive it from toolkit.Tool, or decorate its methods and use"
    " registry.add_class({0}) or registry.add_object({0}(...))"
)
_RECORD_CURE: Final = (
    "give a function with a parameter of it, as in def take(given: {0}), or with args_schema={0};"
    " for its methods use registry.add_object({0}(...))"
)
# By what classes have of which something else is meant: one of tools, those of records.
_CLASS_CURES: Final = {
    "execute_call": "give an instance, {0}(...), or use Tool.of({0})",
    **dict.fromkeys(
        (
            "__pydantic_decorators__",
            "__dataclass_fields__",
            "__attrs_attrs__",
            "__struct_fields__",
            "__required_keys__",
        ),
        _RECORD_CURE,
    ),
}


# What calling an async function or a generator gives.
RUNNING: Final = (types.CoroutineType, types.GeneratorType, types.AsyncGeneratorType)
# Members of a class of which only an object makes a function.
_UNBOUND: Final = (functools.singledispatchmethod, functools.partialmethod, functools.cached_property, property)


def uncallable_error(target: Any, name: str = "") -> DefinitionError:
    """The error for what cannot be called."""
    kind = type(target).__name__
    if not isinstance(target, _UNBOUND):
        cure = "give the function itself, without calling it" if isinstance(target, RUNNING) else "give a function"
        return DefinitionError(f"an object of class {kind} cannot be called", tool=name, cure=cure)
    reason = f"a {kind} cannot be called before an object has bound it"
    under = "put @tool under it, on the method itself, and add the object: registry.add_object(obj)"
    is_dispatch = isinstance(target, functools.singledispatchmethod)
    return DefinitionError(reason, tool=name, cure=under if is_dispatch else "write a plain method")


Raw = tuple["Sequence[Parameter]", Any]


def is_plain_function(target: Any) -> bool:
    """Whether it is a function whose own code says all of its signature."""
    return type(target) is types.FunctionType and target.__dict__.keys().isdisjoint(_OTHERS_SIGNATURE)


_OTHERS_SIGNATURE: Final = ("__wrapped__", "__signature__")


def _own_signature(function: types.FunctionType, annotations: Mapping[str, Any]) -> Raw:
    """The parameters and the return hint of a plain function, much sooner than inspect has them."""
    code = function.__code__
    kinds: list[Any] = [
        *[POSITIONAL_ONLY] * code.co_posonlyargcount,
        *[POSITIONAL_OR_KEYWORD] * (code.co_argcount - code.co_posonlyargcount),
        *[KEYWORD_ONLY] * code.co_kwonlyargcount,
        *[VAR_POSITIONAL] * bool(code.co_flags & inspect.CO_VARARGS),
        *[VAR_KEYWORD] * bool(code.co_flags & inspect.CO_VARKEYWORDS),
    ]
    values = function.__defaults__ or ()
    optional = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
    defaults = {**dict(zip(optional, values, strict=True)), **(function.__kwdefaults__ or {})}
    parameters = [
        Parameter(name, kind, annotations.get(name, MISSING), defaults.get(name, MISSING))
        for name, kind in zip(code.co_varnames, kinds, strict=False)
    ]
    if code.co_kwonlyargcount and code.co_flags & inspect.CO_VARARGS:
        # The compiler keeps *args behind what is keyword-only; the kinds have the order in which they are written.
        parameters.sort(key=attrgetter("kind"))
    return parameters, annotations.get("return", MISSING)


def _inspected(target: Any, name: str) -> Raw:
    """The parameters and the return hint of any other callable."""
    target = called(target)
    _require_self(target, name)
    try:
        found, returns = inspected(target)
    except (AttributeError, TypeError, ValueError) as error:
        raise DefinitionError(
            "its signature cannot be read", tool=name, cure="wrap it in a function of your own with annotations"
        ) from error
    parameters = [Parameter(each.name, each.kind, _said(each.annotation), _said(each.default)) for each in found]
    if _is_bound_dispatch(target) and not isinstance(getattr(target, "__wrapped__", None), staticmethod):
        parameters = parameters[1:]  # its signature still has self or cls
    if parameters and (_is_bound_dispatch(target) or hasattr(innermost(target, unwrapping=False), "dispatch")):
        # functools.singledispatch looks at its first argument, and only where it is given by position.
        parameters[0] = parameters[0]._replace(kind=POSITIONAL_ONLY)
    return parameters, _said(returns)


def _require_self(target: Any, name: str) -> None:
    """Refuse a bound method whose first parameter is one for a caller, as its hint says: it would get the object."""
    first = next(iter(parameter_names(target)), "self") if type(target) is types.MethodType else "self"
    hint = None if first == "self" else annotations_of(target.__func__).get(first)
    if isinstance(hint, type | types.GenericAlias | str) and getattr(hint, "__name__", hint) in _NO_HINTS_OF_SELF:
        cure = f"write def {name}(self, {first}, ...), or decorate it with @staticmethod"
        raise DefinitionError(f"its first parameter, {first}, would get the object", tool=name, cure=cure)


_NO_HINTS_OF_SELF: Final = ("bool", "dict", "float", "int", "list", "str")


def _is_bound_dispatch(target: Any) -> bool | None:
    """Whether what functools.singledispatchmethod gave needs no object any more; None for any other callable."""
    if getattr(getattr(target, "__code__", None), "co_qualname", "") == "singledispatchmethod.__get__.<locals>._method":
        bound_to = inspect.getclosurevars(target).nonlocals["obj"]
    elif type(target).__qualname__ == "_singledispatchmethod_get":  # pragma: no cover - since 3.14
        bound_to = vars(target)["_obj"]
    else:
        return None
    return bound_to is not None or isinstance(target.__wrapped__, staticmethod | classmethod)


def _said(value: Any) -> Any:
    return MISSING if value is inspect.Parameter.empty else value


def _hints_of(parameters: Iterable[Parameter], returns: Any) -> list[Any]:
    return [returns, *map(_ANNOTATION, parameters)]


_ANNOTATION: Final = attrgetter("annotation")


def _resolved(raw: Raw, target: Any, bound_to: Any) -> tuple[tuple[Parameter, ...], Any]:
    """The parameters with texts in their hints turned into types, and the return hint.

    Args:
        raw: What stands at the callable.
        target: The callable.
        bound_to: What it gets as its first argument, None if nothing.
    """
    parameters, returns = _evaluated(raw, target, bound_to)
    variables = EMPTY if bound_to is None else variables_of_method(innermost(target), bound_to)
    if not variables:
        return parameters, returns
    filled = (each._replace(annotation=_filled(each.annotation, variables)) for each in parameters)
    return tuple(filled), _filled(returns, variables)


def _filled(annotation: Any, variables: Mapping[Any, Any]) -> Any:
    """The hint with the type variables of the class of a method filled in."""
    return annotation if isinstance(annotation, Unresolved) else substituted(annotation, variables)


def _evaluated(raw: Raw, target: Any, bound_to: Any) -> tuple[tuple[Parameter, ...], Any]:
    parameters, returns = raw
    if not any(map(holds_text, _hints_of(parameters, returns))):
        return tuple(parameters), returns
    globals_, near = function_names(innermost(target), bound_to)
    resolved = (evaluated(each.annotation, globals_, near) for each in parameters)
    return (
        tuple(each._replace(annotation=hint) for each, hint in zip(parameters, resolved, strict=True)),
        evaluated(returns, globals_, near),
    )


def may_be_method(target: Any) -> bool:
    """Whether a plain function was written in a class body, so that its class decides what it takes."""
    owner = target.__qualname__.rpartition(".")[0] if isinstance(target, types.FunctionType) else ""
    return bool(owner) and not owner.endswith("<locals>")


def _is_method(target: Any, parameters: Sequence[Parameter]) -> bool:
    is_bound = _is_bound_dispatch(target)
    if is_bound is not None:
        return not is_bound
    if not (parameters and may_be_method(target)):
        return False
    first = parameters[0]
    if first.kind not in {POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD}:
        return False
    if first.name in {"self", "cls"}:
        return not isinstance(_class_attribute(target), staticmethod)
    found = _class_attribute(target)
    # A class inside a function cannot be found; there a name without a hint is more often that of an argument.
    return first.annotation is MISSING and found is not None and not isinstance(found, staticmethod)


def _class_attribute(function: Any) -> Any:
    """What stands in the finished class under the function's name; None while the class is being made."""
    owner: Any = sys.modules.get(function.__module__)
    parts = function.__qualname__.split(".")
    for part in parts[:-1]:
        owner = getattr(owner, part, None)
    return inspect.getattr_static(owner, parts[-1], None) if isinstance(owner, type) else None


def unresolved_error(parameter: str, annotation: Unresolved, tool: str) -> UndescribableParameterError:
    """The error for a hint that means nothing."""
    if annotation.name:
        reason = f"the name {annotation.name!r} in its annotation {annotation.text!r} is not defined"
    else:
        reason = f"its annotation {annotation.text!r} is no type ({annotation.problem})"
    return UndescribableParameterError(
        parameter, reason, tool=tool, cure=annotation.cure, is_unresolved=bool(annotation.name)
    )
